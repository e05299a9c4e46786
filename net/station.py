"""One zeroconf instance, kept up while there is a network to speak on."""

import asyncio
import contextlib
import logging
from typing import Final, Self

from zeroconf import IPVersion
from zeroconf.asyncio import AsyncZeroconf

from net.multicast import Off, multicast_addresses, multicast_fault, off_reason

log = logging.getLogger(__name__)

TICK: Final = 10.0  # seconds between looks at what has changed on this machine or expired on the network
CLOSE: Final = 1.5  # seconds for closing; it says three goodbyes, an eighth of a second apart


class Station:
    """Opens zeroconf where multicast works, follows this machine's interfaces, and never raises into its user.

    While discovery is off, `off` says why, and the station goes on trying: networks come and go.
    """

    def __init__(self, interfaces: tuple[str, ...] | None = None) -> None:
        """`interfaces` are IPv4 addresses of this machine; None for all but loopback."""
        self.off: Off | None = None
        self._fixed = interfaces
        self._interfaces: tuple[str, ...] = ()
        self._zeroconf: AsyncZeroconf | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> Self:
        """Takes half a second at most, where packets are swallowed."""
        await self._attempt()
        self._task = asyncio.create_task(self._run(), name="discovery")
        return self

    async def stop(self) -> None:
        """Say goodbye and leave no task, socket or thread."""
        task, self._task = self._task, None
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._down()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # -- what a kind of station does -------------------------------------------------------------------------

    async def _opened(self, zeroconf: AsyncZeroconf) -> None:
        """The instance has been opened, or has got other interfaces."""

    async def _tend(self, zeroconf: AsyncZeroconf) -> None:
        """Bring the network's knowledge, or ours of it, up to date."""

    async def _closing(self) -> None:
        """The instance is about to close."""

    def _told(self) -> None:
        """`off` has changed."""

    async def _rest(self) -> None:
        """Wait until there may be something to do."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TICK):
                await self._wake.wait()

    # -- the loop --------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await self._rest()
            self._wake.clear()
            await self._attempt()

    async def _attempt(self) -> None:
        try:
            if fault := await self._follow():
                self._turn(fault)
        except Exception as error:
            off = off_reason(error) if isinstance(error, OSError) else "failed"
            if off != self.off:  # once, not at every attempt
                self._complain("does not work", error)
            self._turn(off)
            await self._down()

    def _turn(self, off: Off | None) -> None:
        if off != self.off:
            log.info("discovery is %s", f"off: {off}" if off else "on")
            self.off = off
            self._told()

    async def _follow(self) -> Off | None:
        """Keep the instance on the interfaces that there are now, then do what is to be done."""
        interfaces = multicast_addresses() if self._fixed is None else self._fixed
        if self._zeroconf is None or not interfaces:
            await self._down()
            if fault := await multicast_fault(interfaces):
                return fault
            zeroconf = AsyncZeroconf(interfaces=[*interfaces], ip_version=IPVersion.V4Only)
            self._zeroconf = zeroconf
            await zeroconf.zeroconf.async_wait_for_start()
            await self._opened(zeroconf)
        elif interfaces != self._interfaces:
            await self._zeroconf.async_update_interfaces([*interfaces])
            await self._opened(self._zeroconf)
        self._interfaces = interfaces
        self._turn(None)
        await self._tend(self._zeroconf)
        return None

    async def _down(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is None:
            return
        try:
            await self._closing()
            async with asyncio.timeout(CLOSE):
                await zeroconf.async_close()
        except Exception as error:
            self._complain("did not close well", error)

    def _complain(self, what: str, error: Exception) -> None:
        log.warning("%s %s: %s: %s", type(self).__name__, what, type(error).__name__, error)

"""A peer in a process of its own, which can be stopped: says what it is shown, a line for each view.

python -m tests.net.onlooker PORT NAME
"""

import asyncio
import socket
import sys

from net import messages as m
from net.peer import Peer, PeerEvent
from tests.net.wire import LOOPBACK, Guest


def say(event: PeerEvent) -> None:
    """One line."""
    match event:
        case m.Shown(view):
            print("shown", view.number, len(view.actions), flush=True)
        case _:
            print(type(event).__name__, flush=True)


async def main(port: int, name: str) -> None:
    """Be at the table, and never decide anything."""
    guest = Guest(port, name)
    peer: Peer = guest.peer
    peer.addresses = [LOOPBACK]

    def hear(event: PeerEvent) -> None:
        if isinstance(event, m.Welcome) and peer._writer is not None:  # else the system would take in a whole game
            peer._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        say(event)

    await peer.run(hear)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))

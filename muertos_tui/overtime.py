"""Whether somebody else made this player's decision, as a bot does when the time for it is up."""

from collections.abc import Sequence

from engine.events import Discarded, Event, Played
from engine.views import View


def decided_for(before: View, after: View, events: Sequence[Event]) -> bool:
    """Whether a decision that this player owed, and did not send, has been made."""
    seats = {action.seat for action in before.actions}
    if not seats or not events:
        return False
    if any(isinstance(event, Played | Discarded) and event.seat in seats for event in events):
        return True
    owed = {(decision.seat, decision.kind) for decision in before.decisions if decision.seat in seats}
    return not owed <= {(decision.seat, decision.kind) for decision in after.decisions}

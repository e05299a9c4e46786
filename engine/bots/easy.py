"""The easy level: any legal action will do."""

from msgspec.structs import replace

from engine.actions import Action, Ask
from engine.bots.choice import Choice
from engine.chance import Stream
from engine.questions import menu
from engine.views import View

_CHIP_TURNS = 12  # a chip is spent on one in so many of the turns that allow it, so that both last a while


def decide(view: View, actions: tuple[Action, ...], stream: Stream) -> Choice:
    """Any of the actions, each as likely; a question is any of the day's menu."""
    action = _pick(actions, stream)
    if isinstance(action, Ask):
        questions = menu(view.muertos)
        action = replace(action, question=questions[stream.below(len(questions))])
    return Choice(action, "random")


def _pick(actions: tuple[Action, ...], stream: Stream) -> Action:
    chips = [action for action in actions if isinstance(action, Ask) and action.chip]
    others = [action for action in actions if action not in chips]
    if chips and not stream.below(_CHIP_TURNS):
        return chips[stream.below(len(chips))]
    return others[stream.below(len(others))]

"""What a bot advises, in words: the action, its reason, and what the best few come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Ask, Declare, Kill
from engine.bots import Choice
from engine.bots.choice import Weighed
from muertos_tui.cast import Cast
from muertos_tui.glyphs import DOT
from muertos_tui.i18n import _
from muertos_tui.ink import width_of
from muertos_tui.words import action_text, color_name, question_text

# Why (`engine.bots.REASONS`); the chance is that of the deciding side to win the trick.
WHY: Final[dict[str, str]] = {
    "random": _("any will do"),
    "only": _("there is nothing else to choose"),
    "feed": _("it scores in a trick our side should win, {chance} %"),
    "forced": _("other cards are worse to play, {chance} % to win the trick"),
    "lead": _("the best lead, {chance} % to win the trick"),
    "win": _("it takes the lead, {chance} % to win the trick"),
    "hunt": _("it will remove a ten, {chance} % to win the trick"),
    "leave": _("leaves it to the partner, {chance} % to win the trick"),
    "low": _("leaves the trick to the other side"),
    "discard": _("it is of least use"),
    "color": _("{chance} % to win the trick"),
    "ask": _("the answer is hard to foresee"),
    "chip": _("worth a chip: a dear trick is in doubt"),
    "winner": _("the partner can take this trick with it"),
    "feeder": _("the partner can add it to a trick of ours"),
    "spare_card": _("it is of least use here"),
    "accept": _("a swap should help"),
    "decline": _("a swap would not help"),
    "take": _("the best of the table's hand"),
    "give": _("it is of least use to the winner"),
    "kill": _("that ten would win"),
    "spare": _("removing a ten would not help"),
}


@dataclass(frozen=True)
class Hint:
    """Advice; without a choice the bot still thinks, or has failed."""

    choice: Choice | None = None
    failed: bool = False

    @property
    def told(self) -> bool:
        """Whether the bot has thought."""
        return self.failed or self.choice is not None


def hint_text(hint: Hint, cast: Cast) -> str:
    """What a bot would do, and why."""
    if hint.failed:
        return _("The bot has no advice this time.")
    if hint.choice is None:
        return _("A bot is thinking about it …")
    return _("Hint: {choice}.").format(choice=choice_text(hint.choice, cast))


def choice_text(choice: Choice, cast: Cast) -> str:
    """The action with its reason."""
    why = WHY[choice.reason].format(**{"chance": "?", **choice.facts}) if choice.reason in WHY else ""
    action = advised(choice.action, cast)
    return _("{action}: {why}").format(action=action, why=why) if why else action


def advised(action: Action, cast: Cast) -> str:
    """The action as one is told to do it."""
    match action:
        case Declare(color=color):
            return _("name {color}").format(color=color_name(color))
        case Kill(target=target) if target is not None:
            return _("remove {whose} ten").format(whose=cast.whose(target))
        case Kill():
            return _("remove no ten")
        case Ask(target=target, question=question) if question is not None:
            return _("ask {whom} “{question}”").format(whom=cast.whom(target), question=question_text(question))
    text = action_text(action, cast)
    return _("{what} (the table)").format(what=text) if cast.owners[action.seat] is None else text


def pairs_text(choice: Choice, cast: Cast, width: int) -> str:
    """The pairs and the chance to win that the best few actions come to, as many as there is room for."""
    text = ""
    for each in _differing(choice.weighed, cast):
        longer = f"{text} {DOT} {each}" if text else _("Pairs, chance to win: {each}").format(each=each)
        if width_of(longer) > width:
            break
        text = longer
    return text


def _differing(weighed: Sequence[Weighed], cast: Cast) -> list[str]:
    """The best first: by the chance to win the game, which is why more pairs may come later."""
    texts = (f"{_short(each.action, cast)} {each.pairs:.2f} {each.chance:.0%}" for each in weighed)
    return list(dict.fromkeys(texts))


def _short(action: Action, cast: Cast) -> str:
    text = action_text(action, cast)
    first, _space, rest = text.partition(" ")
    return rest if rest and first in SHORT_OF else text


SHORT_OF: Final = tuple(_("play discard pass take give").split())  # what goes without saying before a card

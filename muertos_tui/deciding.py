"""What the player may choose now, and what they have chosen so far. It knows no rule: only `view.actions`."""

from dataclasses import dataclass

from engine.actions import Action, Ask, DecisionKind, Declare, Discard, Give, Kill, Offer, Play, Swap, Take
from engine.cards import Card
from engine.views import View, why_not
from muertos_tui.cast import Cast
from muertos_tui.drafting import Draft
from muertos_tui.i18n import _
from muertos_tui.words import (
    action_text,
    card_name,
    discard_warning,
    question_text,
    waiting,
    why_not_brief,
    why_not_text,
)


@dataclass(frozen=True)
class Slot:
    """A card of a hand one sees, with what choosing it leads to."""

    seat: int
    index: int
    card: Card
    action: Action | None


def shown_hands(view: View, cast: Cast) -> tuple[int, ...]:
    """The seats whose hands lie open to the looker: the table's first, one's own last."""
    return tuple(sorted((s for s in range(4) if view.hands[s] is not None), key=cast.mine))


def hand_of(action: Action) -> tuple[int, Card] | None:
    """The hand and card an action takes, if it takes one. A gift is taken from the hand that follows (R13)."""
    match action:
        case Play(seat, card) | Discard(seat, card) | Swap(seat, card) | Give(seat, card):
            return seat, card
        case Take(seat, card):
            return (seat + 1) & 3, card
    return None


class Deciding:
    """One player's decision in the making: first choose, then confirm."""

    def __init__(self, view: View, cast: Cast) -> None:
        self.seat: int | None = None  # the hand that keys choose from
        self.index: int | None = None
        self.option: int | None = None
        self.draft: Draft | None = None
        self.sent = False
        self.halted = ""  # why nothing can be confirmed just now
        self.fault = ""
        self._take(view, cast)
        self._forced()

    def renew(self, view: View, cast: Cast) -> None:
        """Take a newer view. A choice stays only if it answers the same decision with the same card."""
        seat, chosen, option, draft = self.seat, self.chosen, self.option, self.draft
        same = view.number == self.view.number and bool(view.actions)
        self.sent, self.fault = False, ""
        self.index = self.option = self.draft = None
        self._take(view, cast)
        if same and seat in (self.hands_due or self.slots):
            self.seat, self.option, self.draft = seat, option, draft
            if chosen is not None and chosen.card in [slot.card for slot in self.slots[chosen.seat]]:
                self.index = next(slot.index for slot in self.slots[chosen.seat] if slot.card is chosen.card)
        self._forced()

    def halt(self, why: str) -> None:
        """Nothing can be confirmed now, or ("") again; what is chosen stays, what was sent may not have arrived."""
        if why:
            self.sent, self.fault = False, ""
        self.halted = why

    def _take(self, view: View, cast: Cast) -> None:
        self.view, self.cast = view, cast
        self.actions = view.actions
        by_card = {key: action for action in self.actions if (key := hand_of(action)) is not None}
        self.slots = {
            seat: tuple(Slot(seat, i, card, by_card.get((seat, card))) for i, card in enumerate(view.hands[seat] or ()))
            for seat in shown_hands(view, cast)
        }
        self.options = tuple(a for a in self.actions if isinstance(a, Declare | Offer | Kill))
        self.asks = tuple(a for a in self.actions if isinstance(a, Ask))
        self.hands_due = tuple(s for s, slots in self.slots.items() if any(slot.action for slot in slots))
        if self.seat not in self.slots or (self.hands_due and self.seat not in self.hands_due):
            self.seat = next(iter(self.hands_due or reversed(self.slots)), None)
            self.index = None

    def _forced(self) -> None:
        """Choose where there is nothing to choose; it still has to be confirmed. A question is put at once."""
        if len(self.actions) == 1 and self.hands_due:
            self.seat = self.hands_due[0]
            self.index = next(slot.index for slot in self.slots[self.seat] if slot.action)
        if self.kind == "ask" and self.draft is None:
            self.open_draft()

    @property
    def kind(self) -> DecisionKind | None:
        """The sort of decision that is due from this player."""
        if not self.actions:
            return None
        seat = self.actions[0].seat
        return next((d.kind for d in self.view.decisions if d.seat == seat), None)

    @property
    def chosen(self) -> Slot | None:
        """The chosen card."""
        if self.seat is None or self.index is None:
            return None
        slots = self.slots.get(self.seat, ())
        return slots[self.index] if self.index < len(slots) else None

    @property
    def chips(self) -> int:
        """The chips that could be spent now (R27)."""
        me = self.view.me
        can = me is not None and any(ask.chip for ask in self.asks)
        return self.view.chips[me] if can and me is not None else 0

    # Choosing

    def choose(self, seat: int, index: int) -> bool:
        """Choose a card; whether it had been chosen already."""
        if index >= len(self.slots.get(seat, ())):
            return False
        again = (self.seat, self.index) == (seat, index)
        self.seat, self.index, self.fault = seat, index, ""
        return again

    def choose_option(self, index: int) -> bool:
        """Choose one of the listed options; whether it had been chosen already."""
        if index >= len(self.options):
            return False
        again = self.option == index
        self.option, self.fault = index, ""
        return again

    def number_key(self, number: int) -> None:
        """A digit: whom to ask, an option, or a card of the hand in turn."""
        self.fault = ""
        if self.draft is not None:
            self.draft.choose_target(number - 1)
        elif self.options:
            self.choose_option(number - 1)
        elif self.seat is not None:
            self.choose(self.seat, number - 1)

    def move(self, step: int) -> None:
        """Left or right."""
        self.fault = ""
        if self.draft is not None:
            self.draft.move(step)
        elif self.options:
            self.option = _step(self.option, step, len(self.options))
        elif self.seat is not None and self.slots[self.seat]:
            self.choose(self.seat, _step(self.index, step, len(self.slots[self.seat])))

    def up_down(self, step: int) -> None:
        """Up or down: through the questions, or to the other hand."""
        self.fault = ""
        if self.draft is not None:
            self.draft.up_down(step)
        else:
            self.other_hand()

    def other_hand(self) -> None:
        """Choose from the other open hand, or the other way to ask."""
        self.fault = ""
        seats = list(self.slots)
        if self.draft is not None:
            self.draft.switch(not self.draft.building)
        elif len(seats) > 1 and self.seat is not None:
            self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
            self.index = None

    def choose_hand(self, seat: int) -> None:
        """Choose from this hand."""
        self.seat, self.index = seat, None

    def open_draft(self) -> None:
        """Begin a question, if one may be asked."""
        if self.asks:
            self.draft, self.fault = Draft(self.asks, self.view.muertos), ""

    def clear(self) -> None:
        """Choose nothing."""
        self.index = self.option = self.draft = None
        self.fault = ""

    # Confirming

    @property
    def confirmable(self) -> bool:
        """Whether confirming makes a decision."""
        return self.pending() is not None and not self.sent and not self.halted

    def confirm(self) -> Action | None:
        """The decision, once it is complete; otherwise None, and `fault` says what is missing."""
        action = self.pending()
        if self.sent or self.halted:
            return None
        if action is None:
            self.fault = self._missing()
            return None
        self.sent = True
        return action

    def pending(self) -> Action | None:
        """What confirming would do."""
        if self.draft is not None:
            return self.draft.action()
        if self.options:
            return None if self.option is None else self.options[self.option]
        return None if self.chosen is None else self.chosen.action

    def _missing(self) -> str:
        if not self.actions:
            return waiting(self.view, self.cast)
        if self.draft is not None:
            if self.draft.building:
                return _("Set something first: arrows move, Space sets.")
            return _("Choose a question first, with up and down.")
        if self.chosen is not None:
            return self.reason(self.chosen)
        if self.options:
            return _("First a number, then Enter.")
        return _("Press a to put the question.") if self.kind == "ask" else _("Choose a card first.")

    def reason(self, slot: Slot, brief: bool = False) -> str:
        """Why a card may not be chosen now; empty if it may."""
        if slot.action is not None:
            return ""
        if not self.actions:
            return card_name(slot.card) + ". " + waiting(self.view, self.cast)
        if self.kind == "play" and slot.seat in self.hands_due:
            error = why_not(self.view, slot.seat, slot.card)
            if error is None:
                return ""
            return why_not_brief(error) if brief else why_not_text(error, slot.card)
        if self.hands_due:
            return _("Not from this hand now.")
        return _("No card is chosen now.")

    def detail(self) -> str:
        """What the choice so far means."""
        if self.fault:
            return self.fault
        if self.sent:
            return _("Sent.")
        action = self.pending()
        if self.draft is not None and isinstance(action, Ask) and action.question is not None:
            return _("Ask {whom}: {question}").format(
                whom=self.cast.whom(action.target), question=question_text(action.question)
            )
        if action is not None:
            text = action_text(action, self.cast)
            warning = discard_warning(action.card) if isinstance(action, Discard) else ""
            return f"{text[:1].upper()}{text[1:]}. {warning}".strip()
        return self.reason(self.chosen) if self.chosen is not None and self.draft is None else ""


def _step(index: int | None, step: int, count: int) -> int:
    """The next place, going round."""
    if index is None:
        return 0 if step > 0 else count - 1
    return (index + step) % count

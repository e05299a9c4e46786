"""The rules in brief, for the rules screen and for `muertos rules`. Loads nothing of the screen."""

from muertos_tui.i18n import _


def chapters() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Headings, each with its paragraphs."""
    return (
        (
            _("What you play for"),
            (
                _(
                    "Win Food (rank 2) and Muertos (rank 4) with your partner. At the end of the third day a team "
                    "scores a point for each pair of one Food and one Muertos. Most points win; then most Food; "
                    "then most Muertos."
                ),
                _(
                    "A game is three days: Animals (green), Children (pink), Adults (blue). Each day every seat "
                    "gets eight cards and eight tricks are played."
                ),
            ),
        ),
        (
            _("A trick"),
            (
                _(
                    "Whoever holds the Start card (6) leads it to the first trick of the day; later the winner of a "
                    "trick leads the next. Play goes clockwise, a card each."
                ),
                _(
                    "A pink, blue or green card may be played only while no card of that colour lies in the trick. "
                    "Black cards may always be played. There is no following suit."
                ),
                _(
                    "Who has no playable card discards one, face up. A discard wins nothing and does nothing; Food "
                    "or Muertos discarded are lost to everyone."
                ),
                _("The highest rank wins; of equal ranks, the one played first."),
            ),
        ),
        (
            _("Gifts"),
            (
                _(
                    "Whoever wins a trick with Food, Muertos or a Spoiled card in it exchanges gifts with the "
                    "right-hand neighbour, always an opponent: the neighbour takes a card at random from the "
                    "winner's hand, then gives back any one card."
                ),
            ),
        ),
        (
            _("The cards"),
            (
                _("0 Choose (black): you name its colour when you play it, but not the colour of the day."),
                _("0 Ask (black): ask another player one question about their hand; the answer is always true."),
                _("0 Spoiled (black): no Food may be played to this trick any more, and it brings gifts."),
                _("1 Swap (black): you and your partner each pick a card, unseen, and exchange them."),
                _("2 Food (black): scores with a Muertos."),
                _("3 Kill 10: at the end of the trick you may remove a ten that an opponent played."),
                _("4 Muertos: Animals green, Children pink, Adults blue; scores with a Food."),
                _("5, 7, 8, 9: pink, blue and green, nothing but their rank."),
                _("6 Start (black): leads the day."),
                _("10 (black): the highest, unless a Kill 10 removes it."),
            ),
        ),
        (
            _("Three players"),
            (
                _(
                    "The fourth hand is the table's. Each day another player is the declarer, who plays it as the "
                    "partner against the other two. It lies open for all, and the declarer decides everything for "
                    "it. Everyone keeps a score of their own: both members of a team are credited with all that "
                    "their team won that day."
                ),
            ),
        ),
    )

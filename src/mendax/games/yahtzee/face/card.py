"""The score card in text: all players side by side, never wider than 60 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mendax.core.face import seat_cell
from mendax.games.yahtzee.rules import Box, Card, Rules, View
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, EXTRA, LOWER, OPEN, UPPER, Dice, box_points, legal_boxes

LABELS: Final = (
    "1s ones",
    "2s twos",
    "3s threes",
    "4s fours",
    "5s fives",
    "6s sixes",
    "3k three kind",
    "4k four kind",
    "fh full house",
    "ss small str.",
    "ls large str.",
    "yz Yahtzee",
    "ch chance",
)
LABEL_WIDTH: Final = 13
MAX_WIDTH: Final = 60
SIDE_BY_SIDE: Final = 2
"""For so many players the upper and the lower part stand side by side; for more they are stacked."""


def draw_card(view: View, rules: Rules) -> str:
    """The card of all players; the open boxes of who is to play hold what the dice would pay, in brackets."""
    beside = len(view.cards) <= SIDE_BY_SIDE
    room = (MAX_WIDTH - 2) // 2 if beside else MAX_WIDTH
    width = min(9, (room - LABEL_WIDTH) // len(view.cards))
    upper, lower = _part(view, rules, UPPER, width), _part(view, rules, LOWER, width)
    upper += _sums(view.cards, width)
    lower += _totals(view.cards, rules, width)
    if not beside:
        return "\n".join(map(str.rstrip, [*upper, *lower[1:]]))
    lower += [""] * (len(upper) - len(lower))
    upper += [""] * (len(lower) - len(upper))
    left = LABEL_WIDTH + width * len(view.cards)
    return "\n".join(f"{one:<{left}}  {other}".rstrip() for one, other in zip(upper, lower, strict=True))


def _part(view: View, rules: Rules, boxes: Sequence[Box], width: int) -> list[str]:
    alone = len(view.cards) == 1
    head = "" if alone else "".join(seat_cell(seat, width) for seat in range(len(view.cards)))
    lines = [f"{'upper' if boxes is UPPER else 'lower':<{LABEL_WIDTH}}{head}"]
    paid = dict(would_pay(view.card, view.dice, rules)) if view.dice else {}
    for box in boxes:
        cells = []
        for seat, card in enumerate(view.cards):
            if card.points[box] != OPEN:
                cell = str(card.points[box])
            else:
                cell = f"({paid[box]})" if seat == view.turn and box in paid else "."
            cells.append(f"{cell:>{width}}")
        lines.append(f"{LABELS[box]:<{LABEL_WIDTH}}{''.join(cells)}")
    return lines


def _sums(cards: Sequence[Card], width: int) -> list[str]:
    return [
        _row("upper sum", [str(card.upper) for card in cards], width),
        _row("to the bonus", [str(max(BONUS_AT - card.upper, 0)) for card in cards], width),
        _row("bonus", [str(BONUS) if card.upper >= BONUS_AT else "." for card in cards], width),
    ]


def _totals(cards: Sequence[Card], rules: Rules, width: int) -> list[str]:
    extras = [_row("extras", [str(EXTRA * card.extras or ".") for card in cards], width)] if rules.pays_extra else []
    return [*extras, _row("total", [str(card.total) for card in cards], width)]


def _row(label: str, cells: Sequence[str], width: int) -> str:
    return f"{label:<{LABEL_WIDTH}}{''.join(f'{cell:>{width}}' for cell in cells)}"


def would_pay(card: Card, dice: Dice, rules: Rules) -> Iterator[tuple[Box, int]]:
    """The boxes that these dice may be entered in, with what they pay there; bonuses are not counted."""
    for box in legal_boxes(card, dice, rules):
        yield box, box_points(card, dice, box, rules)


def bonus_progress(card: Card) -> str:
    """How the upper boxes stand, against three of each face; empty where the bonus is decided or nothing is filled."""
    filled = [box for box in UPPER if card.points[box] != OPEN]
    missing = BONUS_AT - card.upper
    if not filled or len(filled) == len(UPPER) or missing <= 0:
        return ""
    if missing > sum(5 * (box + 1) for box in UPPER if box not in filled):
        return "The bonus is out of reach."
    ahead = card.upper - sum(3 * (box + 1) for box in filled)
    par = f"{abs(ahead)} {'ahead of' if ahead > 0 else 'behind'} three of each" if ahead else "exactly three of each"
    return f"Bonus: {missing} to go, {par}."

"""The review of a played game in text: lines of 60 columns, or a little more where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mendax.games.yahtzee.coach.review import Decided, Rolled, SeatReview
from mendax.games.yahtzee.rules import Keep, Score
from mendax.games.yahtzee.rules.scoring import NUM_DICE
from mendax.games.yahtzee.rules.types import dice_text

MISTAKE: Final = 1
BLUNDER: Final = 5
"""Losing so many points gets a decision the mark ?, or ??."""
NARROW: Final = 60
WIDE: Final = 70
"""With so many columns the expected score after each turn is shown too."""

HEAD: Final = ("roll1", "keep", "roll2", "keep", "roll3", "box")
WIDTHS: Final = (5, 6, 5, 6, 5, 4)


def short_review(seen: SeatReview) -> str:
    """A few lines for the player who has just finished."""
    end = f"that makes {seen.score} points"
    if not seen.finished:
        broke_off = f"where the game broke off, with {seen.score} on the card"
        end = f"{seen.expected:.2f} points were to be expected {broke_off}"
    lines = [
        f"Looking back: the best play expects {seen.value:.2f} points; luck of the dice {seen.luck:+.2f};"
        f" lost by decisions {seen.lost:.2f}; {end}."
    ]
    if seen.seats > 1:
        lines.append("This is about the expected score on this card alone, not about winning.")
    lines += [f"  {describe_mistake(mistake)}" for mistake in seen.mistakes[:3]]
    if not seen.mistakes:
        lines.append("  No decision could have been better.")
    return "\n".join(lines)


def whole_review(seen: SeatReview, width: int = NARROW) -> str:
    """A line for every turn, the costliest decisions, the luckiest rolls, and how it adds up."""
    return f"{turn_lines(seen, width)}\n{conclusions(seen)}"


def turn_lines(seen: SeatReview, width: int = NARROW) -> str:
    """A line for every turn: the rolls, what was kept, the box, and the turn's luck and loss."""
    wide = width >= WIDE
    expected = seen.value
    lines = [f"{seen.name} (seat {seen.seat})", _line(HEAD, "turn", "pts", "luck", "lost", "expected" if wide else "")]
    for turn in sorted({rolled.turn for rolled in seen.rolls}):
        rolls = {rolled.roll: rolled for rolled in seen.rolls if rolled.turn == turn}
        decisions = {decided.roll: decided for decided in seen.decisions if decided.turn == turn}
        luck = sum(rolled.luck for rolled in rolls.values())
        lost = sum(decided.lost for decided in decisions.values())
        expected += luck - lost
        cells = [
            cell for roll in (1, 2, 3) for cell in (_dice_cell(rolls.get(roll)), _action_cell(decisions.get(roll)))
        ]
        points, now = str(decisions[3].points) if 3 in decisions else "", f"{expected:.2f}" if wide else ""
        lines.append(_line(cells, str(turn), points, f"{luck:+.2f}", _loss_cell(lost), now))
    end = f"{seen.expected:.2f}" if wide else ""
    lines.append(_line([""] * len(HEAD), "all", str(seen.score), f"{seen.luck:+.2f}", _loss_cell(seen.lost), end))
    return "\n".join(lines)


def _line(cells: Sequence[str], turn: str, points: str, luck: str, lost: str, expected: str) -> str:
    middle = " ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    return f"{turn:>4} {middle} {points:>3} {luck:>7} {lost:>6} {expected:>8}".rstrip()


def _dice_cell(rolled: Rolled | None) -> str:
    """The dice after a roll; nothing where all were kept."""
    return "" if rolled is None else "".join(map(str, rolled.dice))


def _action_cell(decided: Decided | None) -> str:
    """What was kept, or the box, with the marks of chess notation for mistakes."""
    if decided is None:
        return ""
    mark = "??" if decided.lost >= BLUNDER else "?" if decided.lost >= MISTAKE else ""
    action = decided.action
    if isinstance(action, Score):
        return f"{action.box}{mark}"
    assert isinstance(action, Keep)
    return ("all" if len(action.dice) == NUM_DICE else "".join(map(str, action.dice)) or "none") + mark


def _loss_cell(lost: float) -> str:
    return f"{lost:.2f}" if lost >= 0.005 else ""


def conclusions(seen: SeatReview) -> str:
    """The costliest decisions, the luckiest rolls, and the sum of all."""
    mistakes = seen.mistakes
    lines = [f"? lost {MISTAKE} point or more, ?? lost {BLUNDER} or more; points include bonuses."]
    if mistakes:
        lines += ["Costliest decisions:", *(f"  {describe_mistake(mistake)}" for mistake in mistakes[:5])]
    else:
        lines.append("No decision could have been better.")
    if seen.rolls:
        lines.append(f"Luckiest roll:   {describe_roll(max(seen.rolls, key=lambda rolled: rolled.luck))}")
        lines.append(f"Unluckiest roll: {describe_roll(min(seen.rolls, key=lambda rolled: rolled.luck))}")
    lines += [
        "How it adds up:",
        f"  {seen.value:9.2f}  expected by the best play before the first roll",
        f"  {seen.luck:+9.2f}  luck: the {len(seen.rolls)} rolls above their expectation",
        f"  {0.0 - seen.lost:+9.2f}  lost by {len(mistakes)} of {len(seen.decisions)} decisions",
    ]
    if seen.finished:
        return "\n".join([*lines, f"  {seen.score:9.2f}  the final score"])
    broken = f"expected where the game broke off,\n{'':13}with {seen.score} points on the card: not a final score"
    return "\n".join([*lines, f"  {seen.expected:9.2f}  {broken}"])


def describe_mistake(mistake: Decided) -> str:
    """A mistake in a line.

    >>> describe_mistake(Decided(4, 2, (1, 3, 3, 5, 6), Keep((5, 6)), 250.0, Keep((3, 3)), 252.5))
    'turn 4, roll 2, 1 3 3 5 6: keep 5 6 lost 2.50, keep 3 3 was better'
    """
    where = f"turn {mistake.turn}, roll {mistake.roll}, {dice_text(mistake.dice)}"
    lost = f"{mistake.lost:.2f}" if mistake.lost >= 0.005 else "under 0.01"
    return f"{where}: {mistake.action} lost {lost}, {mistake.best} was better"


def describe_roll(rolled: Rolled) -> str:
    """A roll and its luck in a line."""
    kept = f" to {dice_text(rolled.kept)}" if rolled.kept else ""
    return f"turn {rolled.turn}, roll {rolled.roll}, {dice_text(rolled.fell)}{kept}: {rolled.luck:+.2f}"

"""How Yahtzee is shown to a person."""

from __future__ import annotations

from mendax.core.face import Face
from mendax.games.yahtzee.rules import View
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NAMES, OPEN
from mendax.games.yahtzee.rules.types import Action, dice_text


class YahtzeeFace(Face[View, Action]):
    """Shows the card and the dice."""

    def describe(self, view: View) -> str:
        card = view.card
        filled = [f"{name} {points}" for name, points in zip(NAMES, card.points, strict=True) if points != OPEN]
        lines = [f"Card: {', '.join(filled) or 'empty'}. Score {card.total}, upper {card.upper} of {BONUS_AT}."]
        if not card.open:
            return lines[0]
        lines.append(f"Open: {' '.join(map(str, card.open))}.")
        if view.dice:
            left = {1: "two rolls left", 2: "one roll left", 3: "no roll left"}[view.rolls]
            lines.append(f"Dice: {dice_text(view.dice)}, {left}.")
        return " ".join(lines)


FACE = YahtzeeFace()

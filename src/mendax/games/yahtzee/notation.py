"""Text for the actions, cards and positions of Yahtzee, and back."""

from __future__ import annotations

from mendax.core.errors import BadNotation
from mendax.games.yahtzee.scoring import BONUS_AT, NAMES, OPEN, Box, Card, Dice, possible_points
from mendax.games.yahtzee.words import Action, Keep, Roll, Score, View, dice_text

_BOXES = {name: Box(number) for number, name in enumerate(NAMES)}


def parse_action(text: str) -> Action:
    """An action from `roll 1 3 3`, `keep 5 5`, `keep none` or `score fh`.

    >>> parse_action("keep 5 3 5")
    Keep(dice=(3, 5, 5))
    """
    word, _, rest = text.strip().lower().partition(" ")
    if word == "score":
        return Score(parse_box(rest))
    if word in ("keep", "roll") and rest.strip():
        dice = () if rest.strip() == "none" else parse_dice(rest)
        return Keep(dice) if word == "keep" else Roll(dice)
    raise BadNotation(f"{text[:60]!r} is not an action; write keep 5 5, keep none or score fh")


def parse_box(text: str) -> Box:
    """A box from its name, such as `6s` or `fh`."""
    name = text.strip().lower()
    if name not in _BOXES:
        raise BadNotation(f"there is no box {text[:20]!r}; there is {' '.join(NAMES)}")
    return _BOXES[name]


def parse_dice(text: str) -> Dice:
    """Up to five dice, in any order, with or without spaces or commas between them."""
    digits = text.replace(",", "").replace(" ", "")
    if not digits or len(digits) > 5 or not set(digits) <= set("123456"):
        raise BadNotation(f"{text[:20]!r} is not up to five dice with faces 1 to 6")
    return tuple(sorted(map(int, digits)))


def parse_card(text: str) -> Card:
    """A card from `1s=3,fh=25,yz=50,extras=1`, or `-` for an empty one; impossible cards are refused.

    >>> parse_card("6s=24,yz=50").upper
    24
    """
    points, extras = [OPEN] * 13, 0
    for part in filter(None, text.strip().lower().replace(":", "=").replace(" ", ",").split(",")):
        if part == "-":
            continue
        name, _, value = part.partition("=")
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise BadNotation(f"{part[:30]!r}: a box is written with its points, such as fh=25")
        if name == "extras":
            extras = int(value)
            continue
        box = parse_box(name)
        if points[box] != OPEN:
            raise BadNotation(f"{name} stands twice on the card")
        if int(value) not in possible_points(box):
            raise BadNotation(f"{name} can never hold {value}")
        points[box] = int(value)
    filled = sum(value != OPEN for value in points)
    if extras and points[Box.YAHTZEE] != 50:
        raise BadNotation("extras are paid only when the Yahtzee box holds 50")
    if extras > max(0, filled - 1):
        raise BadNotation(f"{extras} extras need as many filled boxes beside the Yahtzee box")
    return Card(tuple(points), extras)


def parse_view(text: str, players: int) -> View:
    """A view from its text: `str(view)` and back.

    >>> str(parse_view("seat=0 turn=0 rolls=1 dice=13356 card=1s=3", 1))
    'seat=0 turn=0 rolls=1 dice=13356 card=1s=3'
    """
    parts, cards = dict[str, str](), list[Card]()
    for word in text.split():
        key, _, value = word.partition("=")
        if key == "card":
            cards.append(parse_card(value))
        elif key in ("seat", "turn", "rolls", "dice", "kept"):
            parts[key] = value
        else:
            raise BadNotation(f"{word[:40]!r} is no part of a position")
    if not {"seat", "turn", "rolls"} <= parts.keys() or len(cards) != players:
        raise BadNotation(f"a position needs seat=, turn=, rolls= and {players} times card=")
    seat = None if parts["seat"] == "-" else _number(parts["seat"], players - 1, "a seat")
    turn, rolls = _number(parts["turn"], players - 1, "a turn"), _number(parts["rolls"], 3, "rolls")
    dice = parse_dice(parts["dice"]) if "dice" in parts else ()
    kept = parse_dice(parts["kept"]) if "kept" in parts else ()
    if dice and (len(dice) != 5 or kept or not rolls):
        raise BadNotation("five dice lie on the table after a roll, or some are kept while the others are in the air")
    return View(seat, tuple(cards), turn, rolls, dice, kept)


def _number(text: str, highest: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= highest):
        raise BadNotation(f"{what} is from 0 to {highest}, not {text[:20]!r}")
    return int(text)


def describe(view: View) -> str:
    """The position for a person: the card, and what lies on the table."""
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

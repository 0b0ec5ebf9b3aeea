"""Text for the actions, cards and positions of Yahtzee, and back.

Dice are written with single spaces, `roll 1 3 3`. Inside `key=value` pairs, which spaces separate, they are
written together: `dice=13356`. Both spellings are read everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from mendax.core.errors import BadNotation
from mendax.games.yahtzee.rules.scoring import (
    BOXES,
    FIXED,
    LOWER,
    NAMES,
    NUM_DICE,
    OPEN,
    Box,
    Card,
    Dice,
    plain_points,
    possible_points,
)
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, Action, Keep, Roll, Score, View

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
    if not digits or len(digits) > NUM_DICE or not set(digits) <= set("123456"):
        raise BadNotation(f"{text[:20]!r} is not up to five dice with faces 1 to 6")
    return tuple(sorted(map(int, digits)))


def parse_card(text: str) -> Card:
    """A card from `1s=3,fh=25,yz=50,extras=1`, or `-` for an empty one; impossible cards raise `BadNotation`.

    Upper boxes may be given without their points. Then `upper=N` gives the total of all upper boxes, and the
    unknown boxes get points that add up to it: the value of a card depends on the total only.

    >>> parse_card("6s=24,yz=50").upper
    24
    >>> parse_card("1s,2s,3s,upper=14,fh=25").total
    39
    """
    entries = _card_entries(text)
    extras, upper = entries.pop("extras", None) or 0, entries.pop("upper", None)
    for name, value in entries.items():
        box = parse_box(name)
        if value is None and box in LOWER:
            raise BadNotation(f"{name!r}: a box is written with its points, such as fh=25")
        if value is None and upper is None:
            raise BadNotation(f"{name!r} has no points: write {name}=N, or add upper=N for all the upper boxes")
        if value is not None and value not in possible_points(box):
            raise BadNotation(f"{name} can never hold {value}")
    cards = [Card(points, extras) for points in _fill(entries, upper)]
    card = max(cards, key=_most_extras) if extras else cards[0]
    if extras and not card.armed:
        raise BadNotation("extras are paid only when the Yahtzee box holds 50")
    if extras and extras > (most := _most_extras(card)):
        raise BadNotation(f"extras={extras}: at most {most} boxes of this card can hold a further Yahtzee")
    return card


def _card_entries(text: str) -> dict[str, int | None]:
    """The entries of a card by name; `None` where a name has no points."""
    entries = dict[str, int | None]()
    for part in "" if text.strip() == "-" else text.lower().replace(":", "=").replace(",", " ").split():
        name, equals, value = part.partition("=")
        if name in entries:
            raise BadNotation(f"{name[:20]} stands twice on the card")
        if (equals or name in ("extras", "upper")) and not (value.isascii() and value.isdigit() and len(value) < 4):
            raise BadNotation(f"{part[:30]!r}: a box is written with its points, such as fh=25")
        entries[name] = int(value) if equals else None
    return entries


def _fill(entries: Mapping[str, int | None], upper: int | None) -> list[tuple[int, ...]]:
    """Every way to give points to the upper boxes without points, such that all upper boxes add up to the total."""
    filled = [name for name in NAMES[:6] if name in entries]
    # Three of a face first, then what is nearest to three: such a card is the likeliest.
    choices = [
        [value] if (value := entries[name]) is not None else [(_BOXES[name] + 1) * n for n in (3, 2, 4, 1, 5, 0)]
        for name in filled
    ]
    ways = [points for points in product(*choices) if upper is None or sum(points) == upper]
    if not ways:
        given = [name if entries[name] is None else f"{name}={entries[name]}" for name in filled]
        listed = " and ".join(filter(None, [", ".join(given[:-1]), *given[-1:]])) or "an empty upper part"
        raise BadNotation(f"{listed} can never add up to {upper}")
    whole = ({**entries, **dict(zip(filled, points, strict=True))} for points in ways)
    return [tuple(OPEN if (value := way.get(name)) is None else value for name in NAMES) for way in whole]


def _most_extras(card: Card) -> int:
    """How many filled boxes can hold a further Yahtzee, under any joker rule.

    A further Yahtzee scores its plain points in any box. In a box of a fixed value it may also score that
    value, as a joker; no rule allows this before some upper box is filled.
    """
    jokers = FIXED if any(points != OPEN for points in card.points[:6]) else {}
    return sum(
        card.points[box] in {jokers.get(box), *(plain_points(box, (face,) * 5) for face in range(1, 7))}
        for box in BOXES
        if box is not Box.YAHTZEE
    )


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
    turn, rolls = _number(parts["turn"], players - 1, "a turn"), _number(parts["rolls"], ROLLS_PER_TURN, "rolls")
    dice = parse_dice(parts["dice"]) if "dice" in parts else ()
    kept = parse_dice(parts["kept"]) if "kept" in parts else ()
    on_table = len(dice) == NUM_DICE and rolls >= 1 and not kept
    in_air = not dice and rolls < ROLLS_PER_TURN and len(kept) <= (NUM_DICE - 1 if rolls else 0)
    if not (on_table or in_air):
        raise BadNotation("five dice lie on the table after a roll, or some are kept while the others are in the air")
    return View(seat, tuple(cards), turn, rolls, dice, kept)


def _number(text: str, highest: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= highest):
        raise BadNotation(f"{what} is from 0 to {highest}, not {text[:20]!r}")
    return int(text)

"""What a person types: dice to keep, dice to roll again, or a box."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from mendax.core.errors import BadNotation
from mendax.games.yahtzee.face.rules import BOX_NAMES
from mendax.games.yahtzee.rules import Action, Box, Keep, Score, View
from mendax.games.yahtzee.rules.scoring import BOXES, NAMES, NUM_DICE, Dice
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, dice_text

_MORE_NAMES: Final[dict[Box, tuple[str, ...]]] = {
    Box.ONES: ("aces", "1's"),
    Box.TWOS: ("2's",),
    Box.THREES: ("3's",),
    Box.FOURS: ("4's",),
    Box.FIVES: ("5's",),
    Box.SIXES: ("6's",),
    Box.THREE_OF_A_KIND: ("3kind", "3ofakind", "threekind", "3x", "trips"),
    Box.FOUR_OF_A_KIND: ("4kind", "4ofakind", "fourkind", "4x", "quads"),
    Box.FULL_HOUSE: ("full", "house"),
    Box.SMALL_STRAIGHT: ("small", "sm", "smstraight", "smallstr", "short", "shortstraight"),
    Box.LARGE_STRAIGHT: ("large", "lg", "lgstraight", "largestr", "long", "longstraight"),
    Box.YAHTZEE: ("y", "yatzy", "yahtze"),
    Box.CHANCE: ("c",),
}
BOX_WORDS: Final = {
    word.lower().replace(" ", ""): box for box in BOXES for word in (NAMES[box], BOX_NAMES[box], *_MORE_NAMES[box])
}
"""The spellings of every box, without blanks and hyphens."""
SHORTEST_BEGINNING: Final = 3
"""So many letters of a name are enough if only one box begins so."""

_ALL: Final = {"all", "all5", "allfive", "everything", "stay", "stand", "stop", "keep", "hold"}
_NONE: Final = {"none", "nothing", "no", "reroll", "rerollall", "rollall", "rollallfive", "rolleverything", "0"}
_DICE: Final = re.compile(r"[0-9][0-9 ,;.-]*", re.ASCII)


def read_plan(view: View, text: str) -> tuple[Action, ...]:
    """The actions that a line means: keeping all dice until no roll is left comes before a box.

    >>> from mendax.games.yahtzee.rules.notation import parse_view
    >>> view = parse_view("seat=0 turn=0 rolls=1 dice=22333 card=-", 1)
    >>> [str(action) for action in read_plan(view, "33")], [str(action) for action in read_plan(view, "fh")]
    (['keep 3 3'], ['keep 2 2 3 3 3', 'keep 2 2 3 3 3', 'score fh'])
    """
    words = text.lower().split()
    verb, rest = (words[0], words[1:]) if len(words) > 1 else ("", words)
    if verb in ("roll", "reroll") and rest != ["all"]:
        return _keep(view, _others(view.dice, _dice(" ".join(rest))))
    if verb in ("keep", "hold", "k"):
        return _keep(view, _kept(view.dice, " ".join(rest)))
    if verb in ("score", "enter", "box"):
        return _score(view, _box("".join(rest), text))
    joined = "".join(words).replace("-", "")
    if joined in _ALL | _NONE or _DICE.fullmatch(text.strip()):
        return _keep(view, _kept(view.dice, " ".join(words)))
    return _score(view, _box(joined, text))


def _kept(dice: Dice, text: str) -> Dice:
    joined = text.replace(" ", "").replace("-", "")
    if joined in _ALL:
        return dice
    return () if joined in _NONE else _dice(text)


def _dice(text: str) -> Dice:
    """Up to five dice, in any order, however they are separated."""
    digits = re.sub(r"[ ,;.]", "", text)
    if not re.fullmatch(r"[1-6]+", digits, re.ASCII):
        raise BadNotation(f"{text[:20]!r}: dice are typed by their faces, 1 to 6")
    if len(digits) > NUM_DICE:
        raise BadNotation(f"{text[:20]!r} are more than five dice")
    return tuple(sorted(map(int, digits)))


def _others(dice: Dice, rolled: Dice) -> Dice:
    """What stays when these dice are rolled again."""
    check_on_table(dice, rolled)
    return tuple(sorted((Counter(dice) - Counter(rolled)).elements()))


def check_on_table(dice: Dice, named: Dice) -> None:
    """Raise where not all named dice are among the dice."""
    missing = Counter(named) - Counter(dice)
    if missing:
        face, _ = min(missing.items())
        have = dice.count(face)
        found = "no" if not have else f"only {have}"
        raise BadNotation(f"the dice are {dice_text(dice)}: there is {found} {face} among them")


def _box(word: str, typed: str) -> Box:
    word = word.replace("-", "")
    if word in BOX_WORDS:
        return BOX_WORDS[word]
    begun = {box for name, box in BOX_WORDS.items() if len(word) >= SHORTEST_BEGINNING and name.startswith(word)}
    if len(begun) == 1:
        return begun.pop()
    if len(begun) > 1:
        either = " or ".join(f"{BOX_NAMES[box]} ({NAMES[box]})" for box in sorted(begun))
        raise BadNotation(f"{typed[:20]!r} may be {either}")
    raise BadNotation(f"{typed[:40]!r} is neither dice, such as 66, nor a box, such as fh")


def _keep(view: View, kept: Dice) -> tuple[Action, ...]:
    """Keep dice; keeping all is meant for the whole turn, so the next question is the box."""
    check_on_table(view.dice, kept)
    if view.rolls >= ROLLS_PER_TURN:
        raise BadNotation(f"no roll is left: type a box for {dice_text(view.dice)}, such as ch")
    times = ROLLS_PER_TURN - view.rolls if len(kept) == NUM_DICE else 1
    return (Keep(kept),) * times


def _score(view: View, box: Box) -> tuple[Action, ...]:
    return (Keep(view.dice),) * (ROLLS_PER_TURN - view.rolls) + (Score(box),)

"""Reads what a person types at Blufpoker: what figures mean depends on what is to be decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mendax.core.errors import BadNotation
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Bid, Blufpoker, Dice, Keep, Phase, RollDie, View
from mendax.games.blufpoker.rules.rolls import SORTED, roll_text, sort_dice

ANSWERS: Final[Mapping[str, Action]] = {
    **dict.fromkeys(("b", "believe", "a", "accept", "yes"), BELIEVE),
    **dict.fromkeys(("c", "call", "l", "liar", "bluff", "challenge", "no"), CALL),
}
STOPS: Final = ("stop", "st", "done", "enough")
_NOTHING: Final = ("none", "0", "nothing", "-")


def read_typed(game: Blufpoker, view: View, actions: Sequence[Action], text: str) -> Action:
    """The action that a person means; raises `BadNotation` with the reason."""
    words = " ".join(text.lower().split())
    action = _READERS[view.phase](game, view, words) if view.phase in _READERS else None
    if action is None:
        raise BadNotation(f"{text[:40]!r} is no answer here: {how(view)}")
    if action not in actions:
        raise BadNotation(why_not(game, view, action))
    return action


def how(view: View) -> str:
    """What is to be typed here."""
    if view.phase is Phase.ANSWER:
        return "type b (believe) or c (call the bluff)"
    if view.phase is Phase.ROLL:
        stop = ", or stop" if view.rolling.picked else ""
        return f"type the face of the die to roll, {faces_listed(view.rolling.kept)}{stop}"
    if view.phase is Phase.BID:
        return "type three dice to bid, such as 532, or t for what the cup holds"
    return "type the dice to keep, such as 66, or none"


def faces_listed(dice: Dice) -> str:
    """`6, 5 or 2`."""
    faces = [str(face) for face in dict.fromkeys(dice)]
    return " or ".join(filter(None, (", ".join(faces[:-1]), faces[-1])))


def _read_answer(game: Blufpoker, view: View, words: str) -> Action | None:
    return ANSWERS.get(words)


def _read_roll(game: Blufpoker, view: View, words: str) -> Action | None:
    if words in STOPS:
        return STOP
    dice = _figures(words.removeprefix("roll "))
    if len(dice) > 1:
        raise BadNotation("dice are rolled one at a time: type the first one")
    return RollDie(dice[0]) if dice else None


def _read_bid(game: Blufpoker, view: View, words: str) -> Action | None:
    if words in ("t", "truth", "true"):
        return Bid(sort_dice(view.rolling.cup))
    dice = _figures(words.removeprefix("bid "))
    if dice and len(dice) != 3:
        raise BadNotation(f"a bid is three dice, such as 532, not {len(dice)}")
    return Bid(sort_dice(dice)) if dice else None


def _read_keep(game: Blufpoker, view: View, words: str) -> Action | None:
    kept = words.removeprefix("keep ")
    if kept in _NOTHING:
        return Keep(())
    dice = _figures(kept)
    if len(dice) > 2:
        raise BadNotation("at least one die is rolled again: keep two at most")
    return Keep(SORTED[dice]) if dice else None


_READERS: Final = {
    Phase.ANSWER: _read_answer,
    Phase.ROLL: _read_roll,
    Phase.BID: _read_bid,
    Phase.POKER: _read_keep,
}


def _figures(words: str) -> Dice:
    """Dice with or without blanks and commas between them; nothing where it is something else."""
    text = words.replace(",", " ").replace(" ", "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        return ()
    if any(figure not in "123456" for figure in text):
        raise BadNotation(f"a die shows 1 to 6, not {next(figure for figure in text if figure not in '123456')}")
    return tuple(map(int, text))


def why_not(game: Blufpoker, view: View, action: Action) -> str:
    """Why an action is not allowed here."""
    if isinstance(action, Bid):
        cup, ranks = view.rolling.cup, game.order.ranks
        if not view.turns and game.opening == "truthful":
            return f"the first bid of a round is what the cup holds: {roll_text(cup)}"
        if view.bid is not None and ranks[action.roll] <= ranks[view.bid]:
            return f"a bid must be higher than {roll_text(view.bid)}, and {roll_text(action.roll)} is not"
        return f"this table allows no bid below what the cup holds, {roll_text(cup)}"
    if action is STOP:
        return "at least one die has to be rolled"
    if isinstance(action, RollDie):
        rolled = " (a die is rolled only once in a turn)" if view.rolling.fallen else ""
        return f"you may roll {faces_listed(view.rolling.kept)}, not {action.face}{rolled}"
    if isinstance(action, Keep):
        return f"of {roll_text(view.poker[-1].dice)} you cannot keep {roll_text(action.dice)}"
    return f"{action} is not allowed here"

"""The rules of Blufpoker in plain words, as a table plays them."""

from __future__ import annotations

from mendax.games.blufpoker.face.screen import WORD
from mendax.games.blufpoker.rules import Blufpoker


def rules_text(game: Blufpoker) -> str:
    """A paragraph for each thing a person must know."""
    return "\n".join((_start(game), _answer(game), _turn(game), _order(game), _poker(game), _aim(game)))


def _start(game: Blufpoker) -> str:
    first = "must say what they show" if game.opening == "truthful" else "says what they show, truly or not"
    return f"Three dice and one cup. Whoever starts a round rolls all three dice under the cup and {first}: the bid."


def _answer(game: Blufpoker) -> str:
    return (
        "The next player believes the bid or calls the bluff. A call lifts the cup: if it holds at least what was bid,"
        " the caller gets a penalty point, otherwise the bidder does."
    )


def _turn(game: Blufpoker) -> str:
    least = "none to three" if game.pass_on else "one to three"
    bid = " (at least what the cup holds, if that is higher)" if not game.underbids else ""
    return (
        f"Whoever believes looks into the cup, rolls {least} of the dice again under it, one after the other and each"
        f" only once, and then bids higher{bid}. Dice that were not rolled lie open for all."
    )


def _order(game: Blufpoker) -> str:
    top = " 321 is the highest of all." if game.top321 else ""
    return (
        "Dice are read from high to low: 5, 3 and 2 are 532. Bids rise from 211 to 665; above them are the pokers,"
        f" three equal dice, from 111 to 666.{top}"
    )


def _poker(game: Blufpoker) -> str:
    what = "A poker or 321" if game.top321 else "A poker"
    return (
        f"{what} that is believed ends the bidding: the believer has three open rolls to reach it, and may keep dice"
        " between them. Higher: the bidder gets the point. Equal: nobody. Not reached: the believer."
    )


def _aim(game: Blufpoker) -> str:
    if game.single_round:
        return "This match is one round: whoever gets the point has lost."
    word = "" if game.points > len(WORD) else f", shown as letters: {WORD[: game.points]}"
    who = "Whoever got the point starts the next round."
    return f"Whoever has {game.points} point{'s' * (game.points != 1)} first has lost{word}. {who}"


def words_of(game: Blufpoker) -> dict[str, str]:
    """The words on the screen."""
    words = {
        "532": "three dice, read from high to low",
        "poker": "three equal dice; the highest rolls",
        "believe": "to take the cup and bid higher",
        "call": "to say that the bid is a bluff; the cup is lifted",
        "open": "a die that all see",
        "cup": "a die under the cup",
        "poker phase": "three open rolls, to reach a poker that was believed",
        "worlds left": "in a reason: the rolls that may still be under the cup",
    }
    if not game.single_round and game.points <= len(WORD):
        words[WORD[: game.points]] = "a letter for each penalty point; the whole word loses"
    return words

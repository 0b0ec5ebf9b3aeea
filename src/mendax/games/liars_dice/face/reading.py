"""Reads what a person types at a table of Liar's Dice, and says why something is not allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from mendax.core.errors import BadNotation
from mendax.games.liars_dice.rules import (
    CHALLENGES,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.legality import answer_fault
from mendax.games.liars_dice.rules.types import dice_text
from mendax.games.liars_dice.rules.wording import challenged_words, dice_words, number_word

SHORT: Final[Mapping[str, Answer]] = {
    "p": PASS,
    "pass": PASS,
    "e": EXACT,
    "exact": EXACT,
    "c bid": CHALLENGES[0],
    "challenge bid": CHALLENGES[0],
    "c pass": CHALLENGES[1],
    "challenge pass": CHALLENGES[1],
    "c first": CHALLENGES[2],
    "c first pass": CHALLENGES[2],
    "challenge first pass": CHALLENGES[2],
}
CHALLENGE_WORDS: Final = ("c", "challenge", "l", "liar", "doubt")
_COUNTS: Final = {number_word(number): str(number) for number in range(1, 13)} | {"a": "1", "an": "1"}
_FACES: Final = {
    word: str(face)
    for face, name in enumerate(map(number_word, range(1, 10)), 1)
    for word in (name, f"{name}es" if name == "six" else f"{name}s")
}
_BID: Final = re.compile(r"(\d{1,2}?) ?[x*×]? ?(\d)s?(?: ?(?:push|show|\+) ?([\d ,]+))?", re.ASCII)
"""The last figure before a push is the face: `64` is six 4s and `124` twelve 4s."""


def read_typed(game: LiarsDice, view: View, actions: Sequence[Action], text: str) -> Action:
    """The action that a person means; raises `BadNotation` with the reason."""
    words = " ".join(text.lower().split()).removeprefix("bid ")
    if words in CHALLENGE_WORDS:
        return _challenge(view, actions)
    found = _BID.fullmatch(_figures(words))
    if words in SHORT:
        action: Action = SHORT[words]
    elif found:
        push = f" push {' '.join(found[3].replace(',', '').replace(' ', ''))}" if found[3] else ""
        action = game.parse_action(f"{found[1]}x{found[2]}{push}")
    else:
        raise BadNotation(f"{text[:40]!r} is no bid and no answer: type {how(actions)}")
    if action not in actions:
        raise BadNotation(why_not(game, view, actions, action))
    return action


def how(actions: Sequence[Action]) -> str:
    """What can be typed here."""
    bid = next((f"a bid as {bid.count}x{bid.face}" for bid in actions if isinstance(bid, Bid)), "")
    keys = ["c"] * any(answer in actions for answer in CHALLENGES)
    keys += ["e"] * (EXACT in actions) + ["p"] * (PASS in actions)
    return " or ".join(filter(None, (", ".join(filter(None, (bid, *keys[:-1]))), *keys[-1:])))


def _figures(words: str) -> str:
    """`six fours` as `6 4`."""
    first, space, rest = words.partition(" ")
    second, more, push = rest.partition(" ")
    return f"{_COUNTS.get(first, first)}{space}{_FACES.get(second, second)}{more}{push}"


def _challenge(view: View, actions: Sequence[Action]) -> Action:
    """A bare challenge is of the only thing that can be challenged."""
    possible = [answer for answer in CHALLENGES if answer in actions]
    if len(possible) == 1:
        return possible[0]
    if not possible:
        raise BadNotation("a round begins with a bid" if not view.said else "nothing here can be challenged by you")
    ways = " or ".join(f"{challenged_words(view, answer)} ({short_form(answer)})" for answer in possible)
    raise BadNotation(f"two things can be challenged: {ways}")


def short_form(answer: Answer) -> str:
    """How a challenge is typed where there are two."""
    return {CHALLENGES[0]: "c bid", CHALLENGES[1]: "c pass", CHALLENGES[2]: "c first"}[answer]


def why_not(game: LiarsDice, view: View, actions: Sequence[Action], action: Action) -> str:
    """Why an action is not allowed here."""
    if isinstance(action, Bid):
        return _bid_fault(game, view, actions, action)
    if not isinstance(action, Answer) or view.seat is None:
        return "the dice roll by themselves: type a bid or an answer"
    return answer_fault(view, view.seat, action, game.options) or f"{action} is not allowed here"


def _bid_fault(game: LiarsDice, view: View, actions: Sequence[Action], bid: Bid) -> str:
    plain = Bid(bid.count, bid.face)
    if plain in actions:
        return _push_fault(game, view, bid)
    if bid.count > view.total:
        return f"only {dice_words(view.total)} are on the table"
    standing = view.bid
    faces = {one.face for one in actions if isinstance(one, Bid)}
    if view.special and standing is not None and faces == {standing.face} != {bid.face}:
        return f"in a special round only a player with one die may change the face: bid on {standing.face}s"
    lowest = next((one for one in actions if isinstance(one, Bid) and one.face == bid.face), None)
    beaten = "the bid" if standing is None else f"{standing.count}x{standing.face}"
    if lowest is None:
        return f"no bid on {bid.face}s is higher than {beaten}"
    return (
        f"after {beaten} a bid on {bid.face}s needs at least {number_word(lowest.count)}: {lowest.count}x{lowest.face}"
    )


def _push_fault(game: LiarsDice, view: View, bid: Bid) -> str:
    if not game.options.push:
        return "this table plays without push: bid and show nothing"
    if len(bid.push) >= len(view.cup):
        return "a push leaves at least one die under the cup, to be rolled again"
    return f"you cannot show {dice_text(bid.push)}: under your cup are {dice_text(view.cup)}"

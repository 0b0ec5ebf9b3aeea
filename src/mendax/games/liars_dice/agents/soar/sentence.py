"""Why a Soar agent did what it did, in a sentence: the decision's own numbers and classes in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mendax.core.agent import Option
from mendax.games.liars_dice.rules import CHALLENGE_BID, EXACT, PASS, Action, Bid, View
from mendax.games.liars_dice.rules.wording import number_word, percent

_BIDDING: Final = {
    "certain": "it saw that many itself",
    "safe": "no more than it expected",
    "risky": "up to one die more than it expected",
    "very risky": "more than one die above what it expected, but nothing better was left",
}
_DOUBTING: Final = {
    "certain": "there cannot be so many",
    "safe": "more than one die too many",
    "risky": "up to one die too many",
    "very risky": "not too many by this, but nothing better was left",
    "lost": "surely true, but nothing else was left",
}
_DRAWS: Final = "it draws lots, likelier options more often"


def sentence_of(
    action: Action, options: Sequence[Option[Action]], view: View, subgoal: Mapping[str, Any], by_chance: bool
) -> str:
    """The sentence for a decision; empty where the rules left nothing to say."""
    chosen = next((option for option in options if option.action == action), None)
    if chosen is None or len(options) == 1:
        return "It considered nothing else."
    told = _by_chance(chosen, options) if by_chance else _by_expectation(chosen, options, view)
    return f"{told}{_belief(view, subgoal)}"


def _by_chance(chosen: Option[Action], options: Sequence[Option[Action]]) -> str:
    if chosen.value is None:
        return f"It drew this among {number_word(len(options))} options."
    valued = [option.value for option in options if option.value is not None]
    chance, best = (1 + chosen.value) / 2, (1 + max(valued)) / 2
    if chance > 0.9999:
        return "By the odds it was sure of this."
    if best - chance < 5e-4:
        number = number_word(len(options))
        return f"By the odds this succeeds with {percent(chance)}, as well as any of its {number} options."
    return f"By the odds this succeeds with {percent(chance)}; its best option had {percent(best)}, but {_DRAWS}."


def _by_expectation(chosen: Option[Action], options: Sequence[Option[Action]], view: View) -> str:
    kind = chosen.note.partition(",")[0]
    drawn = "" if chosen.probability in (None, 1.0) else f" It drew this among {_equals(options)} equally good options."
    bid, action = view.bid, chosen.action
    if isinstance(action, Bid) and chosen.value is not None:
        expected = _dice(action.count + chosen.value, action.face)
        return f"It expected {expected} and bid {number_word(action.count)}: {_BIDDING.get(kind, kind)}.{drawn}"
    if action is CHALLENGE_BID and bid is not None and chosen.value is not None:
        expected = _dice(bid.count + chosen.value, bid.face)
        count = number_word(bid.count)
        return f"It expected {expected}, and {count} {_were(bid.count)} bid: {_DOUBTING.get(kind, kind)}.{drawn}"
    if action is EXACT and bid is not None and chosen.value is not None:
        expected = _dice(bid.count + chosen.value, bid.face)
        return f"It expected {expected}, and {number_word(bid.count)} {_were(bid.count)} bid.{drawn}"
    if action is PASS:
        return f"{'All its dice show one face' if kind == 'certain' else 'It had nothing better than this lie'}.{drawn}"
    return f"It took the pass for a lie.{drawn}"


def _dice(expected: float, face: int) -> str:
    """`about 5.7 dice for 4s`."""
    about = "" if expected == int(expected) else "about "
    return f"{about}{expected:.1f}".removesuffix(".0") + f" dice that count for {face}s"


def _equals(options: Sequence[Option[Action]]) -> str:
    return number_word(sum(bool(option.probability) for option in options))


def _belief(view: View, subgoal: Mapping[str, Any]) -> str:
    """What it took the last bidder to hold, where it has a model of opponents."""
    said = view.bid_said
    beliefs = subgoal.get("belief", ())
    if said is None or not beliefs or not isinstance(said.action, Bid):
        return ""
    holds, cup = int(beliefs[0]["holds"][0]), int(beliefs[0]["cup"][0])
    held = "a die" if holds == cup == 1 else f"{number_word(holds)} of {cup} dice"
    return f" It took seat {said.seat} to have {held} for {said.action.face}s."


def _were(number: int) -> str:
    return "was" if number == 1 else "were"

"""The champion's explanation: options with their win chances, what it believes of each cup, and a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mendax.core.agent import Belief, Explanation, Option
from mendax.games.liars_dice.agents.champion_search import Weighing, likeliest
from mendax.games.liars_dice.learning.champion.beliefs import Beliefs, Cup
from mendax.games.liars_dice.learning.champion.sincere import LIKE_ONESELF, TRUSTING
from mendax.games.liars_dice.learning.champion.win_chances import Valued
from mendax.games.liars_dice.rules import CHALLENGE_BID, EXACT, PASS, Action, Answer, Bid, View
from mendax.games.liars_dice.rules.turns import challenged
from mendax.games.liars_dice.rules.types import dice_text
from mendax.games.liars_dice.rules.wording import WINNING, bid_words, number_word, option_words, percent

WORLDS: Final = 64
"""Worlds that values of an explanation come from."""
_LIKELY_HANDS: Final = 2
_ALL_FACES: Final = 2
"""With more other cups than this, only the faces are told that are likelier than by chance."""


def explain_decision(
    weighing: Weighing, view: View, chosen: Action, mix: Mapping[Action, float], worlds: int | None = None
) -> Explanation[Action]:
    """Why it did that; the options with the highest probabilities have values, with the standard error beside.

    Where rounds do not end in the value of a score, whole matches would have to be played: there are no values then,
    unless a search has them.
    """
    ordered = dict(sorted(mix.items(), key=lambda option: -option[1]))
    chances = weighing.chances
    values: Mapping[Action, Valued] = {}
    if worlds is not None or chances.by_score or chances.game.single_round:
        wanted = likeliest(ordered)
        weighed = weighing.weigh(view, wanted if chosen in wanted else [*wanted, chosen], worlds or WORLDS)
        beliefs, values = weighed.beliefs, weighed.values
    else:
        beliefs = weighing.beliefs(view)
    options = tuple(_option(action, share, values.get(action)) for action, share in ordered.items())
    return Explanation(options, tuple(tell_beliefs(beliefs)), (), WINNING, sentence(beliefs, chosen, values))


def _option(action: Action, share: float, valued: Valued | None) -> Option[Action]:
    if valued is None:
        return Option(action, None, share)
    note = f"± {100 * valued.error:.1f} %" if valued.error else ""
    return Option(action, valued.value, share, note)


def tell_beliefs(beliefs: Beliefs) -> Iterator[Belief]:
    """Whether the standing bid and a pass are true, then for each other cup its dice and its likeliest hands."""
    view = beliefs.view
    if view.bid is not None:
        yield Belief(f"{view.bid.count}x{view.bid.face} is true", _chance(beliefs.at_least(view.bid)))
    last = view.last
    if last is not None and last.action is PASS and last.seat != view.seat:
        yield Belief(f"seat {last.seat}'s pass is true", _chance(beliefs.cups[last.seat].alike()))
    others = [cup for cup in beliefs.cups if cup.seat != view.seat and cup.hands[0]]
    for cup in others:
        yield from _tell_cup(cup, all_faces=len(others) <= _ALL_FACES)


def _tell_cup(cup: Cup, *, all_faces: bool) -> Iterator[Belief]:
    number = len(cup.hands[0])
    if (cup.kinds[LIKE_ONESELF] < 1).any():  # the sum over hands may be a hair less where all are 1
        yield Belief(f"seat {cup.seat} says only what is likely", _chance(1 - float(cup.owner[LIKE_ONESELF])))
        yield Belief(f"seat {cup.seat} does so and believes the others", _chance(float(cup.owner[TRUSTING])))
    for face, expected in enumerate(cup.expected().tolist(), 1):
        if all_faces or expected > 1.1 * number / 6:
            about = f"each of seat {cup.seat}'s hidden dice shows {face} ({expected:.1f} of {number} to be expected)"
            yield Belief(about, _chance(expected / number))
    for dice, chance in cup.likeliest(_LIKELY_HANDS):
        yield Belief(f"seat {cup.seat} holds {dice_text(dice)}", _chance(chance))


def _chance(chance: float) -> float:
    """Sums of chances are 1 only nearly."""
    return min(max(round(chance, 9), 0.0), 1.0)


def sentence(beliefs: Beliefs, chosen: Action, values: Mapping[Action, Valued]) -> str:
    """One sentence of the decision's own numbers; the best other option stands beside, where it has a value."""
    told, valued = _reasons(beliefs, chosen), values.get(chosen)
    if valued is None:
        return f"{told}."
    told += f"; I win the match with {_percent(valued.value)}"
    others = [action for action in values if action != chosen]
    if not others:
        return f"{told}."
    other = max(others, key=lambda action: values[action].value)
    mine, theirs = _percent(valued.value), _percent(values[other].value)
    share = "as often" if theirs == mine else f"with {theirs}"
    return f"{told}, and {share} if I {option_words(beliefs.view, other)}."


def _reasons(beliefs: Beliefs, chosen: Action) -> str:
    view = beliefs.view
    if isinstance(chosen, Bid):
        if chosen.push:
            return f"I bid {bid_words(chosen)}, show {dice_text(chosen.push)} and roll the rest again"
        holds = f"{'it holds' if chosen.count == 1 else 'they hold'} with {_percent(beliefs.at_least(chosen))}"
        return f"I bid {bid_words(chosen)}: {_grounds(beliefs, chosen)}, so {holds}"
    bid = view.bid
    assert bid is not None, "an answer comes after a bid"
    there = f"{bid_words(bid)} {'is' if bid.count == 1 else 'are'} there with"
    if chosen is CHALLENGE_BID and view.bid_said is not None:
        true = _percent(beliefs.at_least(bid))
        return f"I challenge seat {view.bid_said.seat}: {_grounds(beliefs, bid)}, so {there} {true}"
    if chosen is EXACT:
        return f"I say exact: {_grounds(beliefs, bid)}, so just {there} {_percent(beliefs.exactly(bid))}"
    if chosen is PASS:
        assert view.seat is not None
        alike = beliefs.cups[view.seat].alike()
        return f"I pass: {'all my dice show one face' if alike else 'my dice do not all show one face'}"
    assert isinstance(chosen, Answer)
    said = challenged(view.said, chosen)
    assert said is not None
    return f"I challenge seat {said.seat}'s pass: it is true with {_percent(beliefs.cups[said.seat].alike())}"


def _percent(chance: float) -> str:
    return percent(_chance(chance))


def _grounds(beliefs: Beliefs, bid: Bid) -> str:
    """What is seen of a bid's dice, and how many more the others are taken to hide."""
    view = beliefs.view
    seen = view.known(bid.face)
    sight = f"I see {number_word(seen)} that {'counts' if seen == 1 else 'count'}" if seen else "I see none that counts"
    others = [cup for cup in beliefs.cups if cup.seat != view.seat and cup.hands[0]]
    if not others:
        return sight
    more = sum(float(cup.matching(bid.face) @ range(len(cup.hands[0]) + 1)) for cup in others)
    spoken = any(one.seat != view.seat for one in view.said)
    return f"{sight}, and {'by what was said the others hide' if spoken else 'fair dice give'} {more:.1f} more"

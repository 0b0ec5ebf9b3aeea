"""Whole turns of `knowing`: their exact distribution by its mixes, beside turns of the literal transcription."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from random import Random

import pytest

from mendax.core import Turn
from mendax.games.blufpoker.agents.knowing import Knowing, Readings, read_readings
from mendax.games.blufpoker.agents.knowing.readings import DEFAULT
from mendax.games.blufpoker.rules import Action, Blufpoker, Phase, PublicTurn, State
from mendax.games.blufpoker.rules.order import bid_order
from tests.games.blufpoker.agents.literal_knowing import LiteralTurn, take_turn

GAME = Blufpoker(opening="free")
RANKS = bid_order().ranks
Situation = tuple[tuple[int, ...], tuple[int, int, int], tuple[int, ...]]
"""The open dice, the bid, and the hidden dice."""
SITUATIONS: list[Situation] = [
    ((), (5, 3, 2), (5, 3, 2)),  # no 6 in the bid: step 3
    ((4,), (5, 4, 1), (4, 1)),  # the same with a pair that stays: step 2
    ((4, 4), (4, 4, 2), (3,)),
    ((5,), (5, 5, 4), (5, 1)),
    ((6, 4), (6, 4, 3), (3,)),  # one 6: step 4
    ((3, 3), (6, 3, 3), (2,)),  # one 6, and a pair that stays
    ((5, 5), (6, 5, 5), (4,)),
    ((6, 6), (6, 6, 3), (1,)),  # two 6s: step 5
    ((2,), (6, 6, 1), (2, 2)),  # two 6s, another pair open
    ((), (6, 6, 2), (5, 4, 1)),  # a bluff handed on, believed by luck
    ((1,), (6, 4, 2), (2, 1)),  # nothing higher looks possible with 21 open
    ((6, 5), (6, 5, 4), (6,)),  # the cup is above the bid as it is handed over
]


def state_of(situation: Situation) -> State:
    """Seat 1 has to answer seat 0."""
    open_dice, bid, hidden = situation
    state = GAME.start()
    return state._replace(
        turn=1,
        player=1,
        phase=Phase.ANSWER,
        rank=RANKS[bid],
        open=open_dice,
        hidden=hidden,
        turns=(PublicTurn(0, open_dice, bid),),
    )


def exact_turns(state: State, agent: Knowing, share: float = 1.0) -> dict[LiteralTurn, float]:
    """Every way the turn may go, with its probability by the agent's mixes and the dice."""
    found = defaultdict[LiteralTurn, float](float)
    moves: Mapping[Action, float]
    if GAME.turn(state) is Turn.CHANCE:
        moves = dict(GAME.chances(state))
    else:
        moves = agent.mix(GAME.view(state, 1), GAME.actions(state))
    for action, chance in moves.items():
        after = GAME.apply(state, action)
        if after.rounds:
            found[LiteralTurn(True)] += share * chance
        elif after.phase is Phase.ANSWER:
            last = after.turns[-1]
            cup = bid_order().rolls[RANKS[after.open + after.hidden]]
            found[LiteralTurn(False, last.open, cup, last.bid)] += share * chance
        else:
            for told, probability in exact_turns(after, agent, share * chance).items():
                found[told] += probability
    return found


def compare(situation: Situation, turns: int, seed: int, readings: Readings = DEFAULT) -> None:
    """Pearson's chi-square of drawn turns against the exact distribution, within five deviations of its mean."""
    open_dice, bid, hidden = situation
    exact = exact_turns(state_of(situation), Knowing(GAME, Random(0), readings))
    assert sum(exact.values()) == pytest.approx(1)
    rng = Random(seed)
    drawn = Counter(take_turn(open_dice, bid, [*open_dice, *hidden], rng) for _ in range(turns))
    assert drawn.keys() <= exact.keys(), "a turn that the mix never takes"
    cells = [(drawn[told], turns * chance) for told, chance in exact.items() if turns * chance >= 5]
    rare = [told for told, chance in exact.items() if turns * chance < 5]
    cells.append((sum(drawn[told] for told in rare), max(5.0, turns * sum(exact[told] for told in rare))))
    square = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    freedom = len(cells) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5, f"chi-square {square:.1f} with {freedom} degrees of freedom"


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_literal_turns(situation: Situation) -> None:
    """About 20,000 turns in all."""
    compare(situation, 1_700, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_100_000_literal_turns(situation: Situation) -> None:
    compare(situation, 8_400, seed=2)


@pytest.mark.parametrize(
    ("place", "readings"),
    [(0, "above-coin"), (0, "above-stop"), (5, "roll-on"), (8, "poker-if-open"), (4, "count-all")],
)
def test_other_readings_are_told_apart(place: int, readings: str) -> None:
    """The comparison can fail: the transcription follows the default readings."""
    with pytest.raises(AssertionError, match=r"chi-square|never takes"):
        compare(SITUATIONS[place], 1_700, seed=1, readings=read_readings(readings))

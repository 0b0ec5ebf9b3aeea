"""Decision analysis: its parts add up, and regret is what the exact solution says."""

from __future__ import annotations

import json
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

from mendax.core import Move, Record
from mendax.core.errors import MendaxError
from mendax.games.yahtzee.agents.policy_model import PolicyModel
from mendax.games.yahtzee.coach import review
from mendax.games.yahtzee.kernel.dice_sets import SETS
from mendax.games.yahtzee.learning.lockstep import play_alone
from mendax.games.yahtzee.learning.plans import PolicyPlan
from mendax.games.yahtzee.learning.presets import make_plan
from mendax.games.yahtzee.published import EXPECTED_SCORES, SCORE_LEVELS
from mendax.games.yahtzee.rules import Keep, Roll, Rules, Score, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_action
from mendax.games.yahtzee.rules.scoring import BOXES
from mendax.games.yahtzee.solver.optimum import optimum, single_turns
from mendax.games.yahtzee.study.decision_analysis import KINDS, ROUNDING, analyse, losses, name_of
from mendax.games.yahtzee.study.traces import Player, Trace, trace
from mendax.learn.network import Network

BEST = EXPECTED_SCORES[Rules.FORCED]
"""The mean of best play, as published."""
GAMES = 2500
PLAYERS = ("optimal", "greedy", "untrained")


@cache
def player_of(player: str) -> Player:
    if player == "optimal":
        return optimum(Rules.FORCED)
    if player == "greedy":
        return single_turns(Rules.FORCED)
    plan = make_plan("a2c", changes={"network.width": "8", "network.head_width": "8", "network.layers": "1"})
    assert isinstance(plan, PolicyPlan)
    return PolicyModel(
        plan.task, Network(np.random.default_rng(1), plan.task, plan.network), plan.learning.reward_scale
    )


@cache
def analysis(player: str) -> dict[str, Any]:
    return analyse(player, player_of(player), GAMES, seed=3)


def record_of(played: Trace, game: int) -> Record:
    """A traced game, played again by the readable rules."""
    yahtzee, moves = Yahtzee(), list[Move]()
    state = yahtzee.start()
    for turn in played.moves[game].tolist():
        kept: tuple[int, ...] = ()
        for place in (0, 2, 4):
            dice = SETS[turn[place]]
            rolled = list(dice)
            for die in kept:
                rolled.remove(die)
            if rolled:
                moves.append(Move(None, Roll(tuple(rolled))))
            kept = SETS[turn[place + 1]] if place < 4 else ()
            moves.append(Move(0, Keep(kept) if place < 4 else Score(BOXES[turn[5]])))
    for move in moves:
        state = yahtzee.apply(state, move.action)
    return Record(yahtzee, ("traced",), tuple(moves), tuple(yahtzee.payoffs(state)), yahtzee.ending(state))


def test_the_best_play_has_no_regret() -> None:
    regret = analysis("optimal")["regret"]
    assert regret["game"] == pytest.approx(0, abs=1e-6)
    assert regret["right_rate"] == 1
    assert regret["costly"] == []


@pytest.mark.parametrize("player", PLAYERS)
def test_score_and_regret_make_the_value_of_best_play(player: str) -> None:
    """What is left of a game is chance, whose mean is zero."""
    found, played = analysis(player), trace(player_of(player), GAMES, seed=3)
    chance = played.scores + losses(played, optimum(Rules.FORCED)).sum(axis=(1, 2)) - BEST
    assert found["mean"] + found["regret"]["game"] == pytest.approx(BEST + chance.mean())
    assert found["std"] == pytest.approx(played.scores.std())
    assert abs(chance.mean()) < 4 * chance.std() / sqrt(GAMES)


def test_the_weak_have_much_to_regret() -> None:
    untrained, greedy = analysis("untrained")["regret"], analysis("greedy")["regret"]
    assert untrained["game"] > 100 > greedy["game"] > 30
    assert untrained["right_rate"] < greedy["right_rate"] < 1


@pytest.mark.parametrize("player", PLAYERS)
def test_the_parts_are_the_whole(player: str) -> None:
    found = analysis(player)
    boxes, regret = found["boxes"], found["regret"]
    points = sum(box["mean"] for box in boxes.values()) + found["upper_bonus"] + found["extra"]
    assert points == pytest.approx(found["mean"])
    assert sum(box["first_rate"] for box in boxes.values()) == pytest.approx(1)
    assert 1 - boxes["yahtzee"]["zero_rate"] == pytest.approx(found["yahtzee_rate"])
    assert found["upper_bonus"] == pytest.approx(35 * found["bonus_rate"])
    assert found["at_least"]["250"] == found["at_least_250"]
    assert list(found["at_least"].values()) == sorted(found["at_least"].values(), reverse=True)
    assert all(1 <= box["median_turn"] <= 13 for box in boxes.values())
    assert sum(regret["by_kind"].values()) == pytest.approx(regret["game"])
    assert sum(regret["by_turn"]) == pytest.approx(regret["game"])
    assert sum(regret["by_box"].values()) == pytest.approx(regret["by_kind"]["box"])
    assert 39 * regret["decision"] == pytest.approx(regret["game"])


def test_the_keys_are_those_agreed() -> None:
    found = analysis("greedy")
    assert set(found) == {
        *("player", "games", "mean", "std", "bonus_rate", "yahtzee_rate", "at_least_250"),
        *("at_least", "boxes", "upper_bonus", "extra", "regret"),
    }
    regret, names = found["regret"], [name_of(box) for box in BOXES]
    assert names[0] == "ones"
    assert list(found["boxes"]) == list(regret["by_box"]) == names
    assert all(set(box) == {"mean", "zero_rate", "median_turn", "first_rate"} for box in found["boxes"].values())
    assert list(found["at_least"]) == [str(least) for least in SCORE_LEVELS]
    assert set(regret) == {"game", "decision", "right_rate", "by_kind", "by_turn", "by_box", "costly"}
    assert tuple(regret["by_kind"]) == KINDS
    assert len(regret["by_turn"]) == 13
    assert len(regret["costly"]) == 8
    assert all(set(one) == {"dice", "rolls", "open", "upper", "did", "best", "loss"} for one in regret["costly"])
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("player", ["greedy", "untrained"])
def test_regret_is_what_the_review_says(player: str) -> None:
    """Game by game through the readable rules and values; further Yahtzees and jokers among them."""
    played = trace(player_of(player), GAMES, seed=3)
    lost = losses(played, optimum(Rules.FORCED))
    faces = np.array([dice[0] if len(set(dice)) == 1 else 0 for dice in SETS])[played.moves[:, :, 4]]
    jokers = (faces > 0) & (played.filled >> 11 & 1 == 1)
    chosen = {0, int(played.extra.sum(axis=1).argmax()), *np.flatnonzero(jokers.any(axis=1))[:6].tolist()}
    assert len(chosen) > 3
    for game in chosen:
        record = record_of(played, game)
        seen = review(record, 0)
        assert record.payoffs == (played.scores[game],)
        assert [one.lost for one in seen.decisions] == pytest.approx(lost[game].reshape(-1).tolist(), abs=1e-9)


@pytest.mark.parametrize("player", ["greedy", "untrained"])
def test_costly_decisions_are_described_as_they_were(player: str) -> None:
    """The costliest of a game, beside the review's."""
    chosen = player_of(player)
    costly = analyse(player, chosen, 1, seed=8)["regret"]["costly"]
    record = record_of(trace(chosen, 1, seed=8), 0)
    cards = {14 - len(before.cards[0].open): before.cards[0] for before, _, _ in record.states()}
    for one, mistake in zip(costly, review(record, 0).mistakes[:8], strict=True):
        assert one["loss"] > ROUNDING
        assert one["loss"] == pytest.approx(mistake.lost, abs=1e-9)
        assert (one["rolls"], one["dice"]) == (mistake.roll, " ".join(map(str, mistake.dice)))
        assert parse_action(one["did"]) == mistake.action
        assert parse_action(one["best"]) == mistake.best
        assert one["open"] == [name_of(box) for box in cards[mistake.turn].open]
        assert one["upper"] == cards[mistake.turn].upper


def test_costly_decisions_are_listed_once() -> None:
    costly = analysis("untrained")["regret"]["costly"]
    assert [one["loss"] for one in costly] == sorted((one["loss"] for one in costly), reverse=True)
    assert all(costly.count(one) == 1 for one in costly)


def test_a_network_plays_the_arenas_games() -> None:
    """Across the edge of a batch, and the same games whenever they are asked for."""
    model = player_of("untrained")
    assert isinstance(model, PolicyModel)
    scores, _ = play_alone(model.network, model.task, 3, 0, GAMES)
    assert trace(model, GAMES, seed=3).scores.tolist() == scores


@pytest.mark.parametrize("player", ["greedy", "untrained"])
def test_same_seed_same_result(player: str) -> None:
    chosen = player_of(player)
    first = analyse(player, chosen, 300, seed=5)
    assert analyse(player, chosen, 300, seed=5) == first
    assert analyse(player, chosen, 300, seed=6) != first


def test_bad_input_is_one_clear_line() -> None:
    with pytest.raises(MendaxError, match="games can be played at a time, not 0"):
        analyse("optimal", player_of("optimal"), 0)
    with pytest.raises(MendaxError, match="a seed is"):
        analyse("optimal", player_of("optimal"), 10, seed=-1)

"""`target:N` and `winner`: exact near the end by brute force, and better at their aims than best play for points."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.core.agent import prepared
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.games.yahtzee.agents.optimal import optimal
from mendax.games.yahtzee.agents.target import target_of
from mendax.games.yahtzee.agents.winner import Winner, win_values, winner
from mendax.games.yahtzee.rules import Card, Rules, Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card
from mendax.games.yahtzee.rules.scoring import ROLLS, enter, legal_boxes
from mendax.games.yahtzee.solver.distribution import distribution
from mendax.games.yahtzee.solver.head_to_head import STEP, luck_by_turn, solve_head_to_head
from mendax.games.yahtzee.solver.optimum import card_state, optimum, value_turn
from mendax.games.yahtzee.solver.play_for_target import play_for_target
from mendax.games.yahtzee.solver.play_to_win import play_to_win
from mendax.games.yahtzee.solver.target import solve_target, target

LATE = [
    "1s=2,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,fh=25,ss=30,ls=40,yz=0",  # 4k and ch open; the bonus just missed
    "1s=3,2s=6,3s=9,5s=15,6s=18,3k=20,4k=0,fh=25,ss=30,yz=50,ch=20",  # 4s and ls open; the bonus and extras in play
]


def reach_by_hand(card: Card, score: int, rules: Rules) -> float:
    """The best chance of a score, straight from the rules."""

    @cache
    def chance(card: Card) -> float:
        if not card.open:
            return float(card.total >= score)
        options = np.full((252, 13), np.nan)
        for number, dice in enumerate(ROLLS):
            for box in legal_boxes(card, dice, rules):
                options[number, box] = chance(enter(card, dice, box, rules))
        return value_turn(options).value

    return chance(card)


@pytest.mark.parametrize("text", LATE)
@pytest.mark.parametrize("rules", [Rules.FORCED, Rules.FREE, Rules.NO_BONUS])
def test_target_is_exact(text: str, rules: Rules) -> None:
    """Two boxes before the end the solution is that of brute force; and never below best play for points."""
    card = parse_card(text)
    by_points = distribution(optimum(rules), card)
    for score in (card.total, 190, 210, 225, 240, 260, 330, 1000):
        found = solve_target(rules, score, card).chance(card)
        assert found == pytest.approx(reach_by_hand(card, score, rules), abs=1e-12)
        assert found >= by_points.at_least(score) - 1e-12


def test_target_turn_values() -> None:
    """A turn's options lead to the state's value; when all is decided the points count."""
    card = parse_card(LATE[0])
    open_question = solve_target(Rules.FORCED, 215, card)
    assert open_question.turn(card).value == pytest.approx(open_question.chance(card), abs=1e-12)
    sure = solve_target(Rules.FORCED, 100, card)
    assert sure.chance(card) == 1
    assert sure.turn(card).value == pytest.approx(optimum(Rules.FORCED).further(card))


def test_bad_targets() -> None:
    """One clear line each."""
    for text in ("", "x", "0", "1576", "-5", "99999999999"):
        with pytest.raises(MendaxError, match="target takes a score from 1 to 1575"):
            build_agent("yahtzee", f"target:{text}") if text else target_of("yahtzee", text)
    with pytest.raises(MendaxError, match="whole games"):
        target_of("yahtzee", "300")(Yahtzee(single_turn=True), 0, Random(0))
    with pytest.raises(MendaxError, match="for two"):
        winner(Yahtzee(players=3), 0, Random(0))


def test_luck_is_fair() -> None:
    """Best play's expected score moves by chance alone: mean zero each turn; the spread is that of the score."""
    found = luck_by_turn(optimum(Rules.FORCED))
    steps = (np.arange(found.shape[1]) - found.shape[1] // 2) * STEP
    assert found.sum(axis=1) == pytest.approx(np.ones(13), abs=1e-12)
    assert found @ steps == pytest.approx(np.zeros(13), abs=1e-9)
    # Splitting between neighbours adds at most a quarter step squared a turn.
    spread = float((found @ steps**2).sum())
    assert 59.608**2 < spread < 59.608**2 + 13 * STEP**2 / 4


solved_end = cache(solve_head_to_head)
"""The end of a game for two, solved once for all tests that need it."""


def last_turn_by_hand(mine: Card, their_scores: dict[int, float]) -> float:
    """My last turn, given how likely the opponent ends with which score."""
    options = np.full((252, 13), np.nan)
    for number, dice in enumerate(ROLLS):
        for box in legal_boxes(mine, dice, Rules.FORCED):
            total = enter(mine, dice, box, Rules.FORCED).total
            options[number, box] = sum(
                chance * (1.0 if total > score else 0.5 if total == score else 0.0)
                for score, chance in their_scores.items()
            )
    return value_turn(options).value


def test_last_turn_head_to_head_is_exact() -> None:
    """Second to play against a full card; first to play against an opponent with a turn to come."""
    last = "1s=2,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,fh=25,ss=30,ls=40,yz=0,"
    mine, full = parse_card(last + "4k=0"), parse_card(last + "4k=0,ch=21")
    base = card_state(mine)[0]
    second = solve_head_to_head(Rules.FORCED, 1, base)
    assert win_values(second, mine, full).value == pytest.approx(last_turn_by_hand(mine, {full.total: 1.0}), abs=1e-12)
    theirs = parse_card(last + "ch=21")
    ahead = distribution(optimum(Rules.FORCED), theirs)
    scores = {score: float(chance) for score, chance in enumerate(ahead.chances) if chance > 0}
    first = solve_head_to_head(Rules.FORCED, 0, base)
    assert win_values(first, mine, theirs).value == pytest.approx(last_turn_by_hand(mine, scores), abs=1e-12)


def test_winner_takes_what_wins() -> None:
    """Behind by less than a Yahtzee and one box to go, only a Yahtzee wins: the points do not matter."""
    game = Yahtzee(players=2)
    filled = "1s=2,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=10,fh=25,ss=30,ls=40,"
    mine, full = parse_card(filled + "ch=20"), parse_card(filled + "ch=30,yz=0")
    solved = solved_end(Rules.FORCED, 1, card_state(mine)[0])
    state = game.start()._replace(cards=(full, mine), seat=1, rolls=2, dice=(2, 2, 6, 6, 6))
    decision = Winner(solved).act(game.view(state, 1), game.actions(state), explain=True)
    assert str(decision.action) == "keep 6 6 6"
    assert decision.explanation is not None
    chosen = max(decision.explanation.options, key=lambda option: option.value or 0.0)
    assert chosen.value == pytest.approx(1 / 36)
    assert decision.explanation.scale == "chance to win"


class SolvedOnce:
    """Stands in for a solver that takes half a minute: it solves the end of the game only, and counts its calls."""

    def __init__(self, solve: Callable[..., Any], base: Any) -> None:
        self.solve, self.base, self.calls = solve, base, 0

    def __call__(self, rules: Rules, which: int) -> Any:
        self.calls += 1
        return self.solve(rules, which, self.base)


def test_target_is_solved_once_and_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prepared factory travels with its solution, and its agents play without solving again."""
    card = parse_card(LATE[0])
    once = SolvedOnce(solve_target, card)
    monkeypatch.setattr("mendax.games.yahtzee.solver.target.target", once)
    game = Yahtzee()
    made = prepared(target_of("yahtzee", "215"), game)
    carried = pickle.loads(pickle.dumps(made))
    state = game.start()._replace(cards=(card,), rolls=2, dice=(2, 2, 6, 6, 6))
    decisions = [
        factory(game, 0, Random(0)).act(game.view(state, 0), game.actions(state), explain=True)
        for factory in (made, carried)
    ]
    assert decisions[0] == decisions[1]
    assert once.calls == 1
    assert hasattr(made, "play_alone"), "it still plays many games at once"
    assert len({made, carried}) == 2, "factories with solutions are compared by identity, and can be cached"


def test_winner_is_solved_once_a_seat_and_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    filled = "1s=2,2s=6,3s=9,4s=12,5s=15,6s=18,3k=20,4k=10,fh=25,ss=30,ls=40,"
    mine, full = parse_card(filled + "ch=20"), parse_card(filled + "ch=30,yz=0")
    once = SolvedOnce(solved_end, card_state(mine)[0])
    monkeypatch.setattr("mendax.games.yahtzee.solver.head_to_head.head_to_head", once)
    game = Yahtzee(players=2)
    made = prepared(winner, game)
    carried = pickle.loads(pickle.dumps(made))
    state = game.start()._replace(cards=(full, mine), seat=1, rolls=2, dice=(2, 2, 6, 6, 6))
    decisions = [
        factory(game, 1, Random(0)).act(game.view(state, 1), game.actions(state), explain=True)
        for factory in (made, carried)
    ]
    assert decisions[0] == decisions[1]
    assert str(decisions[0].action) == "keep 6 6 6"
    assert once.calls == 2


@pytest.mark.slow
def test_target_in_whole_games() -> None:
    """The whole solution: its chance holds in 50,000 games, and the arena plays the same games one by one."""
    solved = target(Rules.FORCED, 300)
    chance = solved.chance(Card())
    assert chance > distribution(optimum(Rules.FORCED)).at_least(300)
    games = 50_000
    scores, _ = play_for_target(solved, games, seed=3)
    assert abs((scores >= 300).mean() - chance) < 4 * np.sqrt(chance * (1 - chance) / games)
    run = run_games(Yahtzee(), [("agent", target_of("yahtzee", "300"))], match_schedule(1, 1, 40), seed=3, records=True)
    assert (run.results.payoffs[:, 0] == scores[:40]).all()


@pytest.mark.slow
def test_winner_beats_optimal() -> None:
    """10,000 deals, seats exchanged: more wins than half beyond doubt; and the arena plays the same games."""
    ends = play_to_win(Rules.FORCED, 10_000, seed=0)
    mine, theirs = np.stack([ends[:, 0, 0], ends[:, 1, 1]]), np.stack([ends[:, 0, 1], ends[:, 1, 0]])
    wins = ((mine > theirs) + 0.5 * (mine == theirs)).mean(axis=0)
    assert wins.mean() - 3 * wins.std() / np.sqrt(wins.size) > 0.5
    game = Yahtzee(players=2)
    run = run_games(game, [("winner", winner), ("optimal", optimal)], match_schedule(2, 2, 20), seed=0)
    assert (run.results.payoffs == ends[:10].reshape(20, 2)).all()

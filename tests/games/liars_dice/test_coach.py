"""The review of Liar's Dice: chances by the odds, what the round showed, and the exact solution where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mendax.core.advised_review import AdvisedReview
from mendax.core.catalogue import build_agent
from mendax.core.match import Match, play_match
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream
from mendax.games.liars_dice.coach import COACH, OddsReview
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.rules.odds import at_least
from tests.command_line import call, call_json


def record(moves: str, game: LiarsDice, names: tuple[str, ...] = ("you", "Ann", "Bob")) -> Record:
    match = Match(game)
    for text in moves.split(", "):
        match.play(game.parse_action(text))
    return Record.of_match(match, names)


THREE = LiarsDice(players=3, dice=4, opens="first")
ROLLS = "open 0, roll 1 4 4 6, roll 2 2 3 5, roll 3 3 3 3"


def test_each_decision_has_its_chance_and_what_the_round_showed() -> None:
    review = COACH.review(record(f"{ROLLS}, 7x4, challenge bid", THREE), 0)
    assert isinstance(review, OddsReview)
    (bid,) = review.decisions
    assert bid.chance == pytest.approx(at_least(4, 8, 2, 6))
    assert bid.right is False
    assert review.mistakes == [bid]
    assert review.dice_lost == 1
    assert "7x4 (26 %), wrong; safer: " in str(review)
    doubt = COACH.review(record(f"{ROLLS}, 7x4, challenge bid", THREE), 1)
    assert isinstance(doubt, OddsReview)
    assert doubt.decisions[0].right is True
    assert "challenge your 7x4 (99.7 %), right" in str(doubt)
    assert "1 challenge: 1 right; the odds gave 1.0." in doubt.summary()
    assert doubt.dice_lost == 0


def test_a_bid_that_is_likelier_true_than_not_is_no_mistake() -> None:
    review = COACH.review(record(f"{ROLLS}, 5x4, 6x3, challenge bid", THREE), 0)
    assert isinstance(review, OddsReview)
    assert review.decisions[0].chance == pytest.approx(at_least(2, 8, 2, 6))
    assert not review.mistakes
    assert review.decisions[0].right is None
    assert "No decision was against the odds." in review.summary()


def test_a_right_exact_wins_a_die_back() -> None:
    lost = f"{ROLLS}, 4x4, challenge bid, open 0, roll 4 4 6, roll 2 2 3 5, roll 3 3 3 3"
    review = COACH.review(record(f"{lost}, 1x2, 2x2, 3x3, 4x3, 5x3, exact", THREE), 2)
    assert isinstance(review, OddsReview)
    assert (review.dice_lost, review.dice_won) == (0, 0)  # never above the dice one began with
    assert review.decisions[-1].right is True


def test_a_solved_round_is_reviewed_exactly() -> None:
    tiny = LiarsDice(players=2, dice=1, faces=3, rules="plain", opens="first", single_round=True)
    review = COACH.review(record("open 0, roll 3, roll 2, 2x1, challenge bid", tiny, ("you", "Ann")), 0)
    assert isinstance(review, AdvisedReview)
    assert review.lost > 0
    assert "rounds in a hundred" in str(review)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = LiarsDice(players=2, dice=2)
    factories = [build_agent(game, name) for name in ("probability", "honest")]
    streams = AgentStreams(5, 2)
    streams.name(0)
    agents = [factory(game, seat, streams.seats[seat]) for seat, factory in enumerate(factories)]
    outcome = play_match(game, agents, Stream(5, 0, 0), keep_moves=True)
    file = tmp_path / "game.txt"
    file.write_text(str(Record.of(game, ["probability", "honest"], outcome)))
    code, out, _ = call(capsys, "review", str(file))
    assert code == 0
    assert "probability (seat 0), by the odds of the hidden dice:" in out
    assert "A bluff that nobody challenges costs nothing." in out
    seats = call_json(capsys, "review", str(file))["seats"]
    assert [seat["name"] for seat in seats] == ["probability", "honest"]
    # `probability` always takes the safest option, so nothing it does is against the odds.
    assert all(one["safest_chance"] - one["chance"] < 1e-9 or one["chance"] >= 0.5 for one in seats[0]["decisions"])

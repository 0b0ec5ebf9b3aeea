"""Reviews: what is won, luck and loss add up, and each is what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from mendax.core import BadRecord, Move, Record, play_match
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.games.blufpoker.agents.equilibrium import EquilibriumFactory
from mendax.games.blufpoker.agents.round_values import RoundValues
from mendax.games.blufpoker.coach import COACH, CountedReview, ExactReview, review
from mendax.games.blufpoker.coach.exact_review import ExactReviewer
from mendax.games.blufpoker.rules import BELIEVE, CALL, Blufpoker, State
from mendax.games.blufpoker.rules.rolls import RANKS
from mendax.games.blufpoker.solver.best_response import best_response
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium
from mendax.games.one_die.rules import OneDie
from tests.command_line import assert_refused, call, call_json
from tests.games.blufpoker.high_band import OPENINGS, ROUND, band, play_round

NAIVE = build_agent("blufpoker", "naive:n-lowest/overbid/believe=0.8")
RANDOM = build_agent("blufpoker", "random")


def reviewed(record: Record, seat: int, solved: RoundEquilibrium | None = None) -> ExactReview:
    game = record.game
    assert isinstance(game, Blufpoker)
    return ExactReviewer(game, RoundValues(solved or band(), game.opening == "truthful")).review(record, seat)


def scripted(moves: str, game: Blufpoker = ROUND) -> Record:
    """The record of these moves; unfinished where they stop before the end."""
    state, played = game.start(), list[Move]()
    for text in moves.split(", "):
        action, turn = game.parse_action(text), game.turn(state)
        played.append(Move(turn if isinstance(turn, int) else None, action))
        state = game.apply(state, action)
    over = state.phase.value == "over"
    payoffs = game.payoffs(state) if over else ()
    return Record(
        game, ("a", "b", "c")[: game.seats], tuple(played), payoffs, game.ending(state) if over else "unfinished"
    )


def adds_up(seen: ExactReview) -> None:
    for one in seen.rounds:
        assert one.start + one.dice + one.other - one.lost == pytest.approx(one.value, abs=1e-9)
    assert seen.start + seen.dice + seen.other - seen.lost == pytest.approx(seen.value, abs=1e-9)
    assert all(decided.lost >= 0 for decided in seen.decisions)


def test_what_is_won_adds_up_and_the_solution_loses_nothing() -> None:
    """Against itself, and against players who do what it never does."""
    solution, lost = EquilibriumFactory(band()), 0.0
    for other in (solution, NAIVE, RANDOM):
        for seed in range(40):
            record = play_round((solution, other), seed)
            for seat in (0, 1):
                seen = reviewed(record, seat)
                adds_up(seen)
                assert seen.value == record.payoffs[seat]
                assert [one.finished for one in seen.rounds] == [True]
                if seat == 0 or other is solution:
                    assert seen.lost < 1e-6
                    assert not seen.mistakes
                lost += seen.lost if other is not solution else 0.0
    assert lost > 10


def test_against_the_solution_luck_is_zero_on_average() -> None:
    """So what decisions lose is what a player wins less than the solution would."""
    solution = EquilibriumFactory(band())
    seen = [reviewed(play_round((NAIVE, solution), seed), 0) for seed in range(200)]
    # The band's solution says nothing of the lower openings, so the opening itself is left out.
    luck = [one.value + one.lost - _value_after_opening(seed) for seed, one in enumerate(seen)]
    assert abs(fmean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5
    assert fmean(one.lost for one in seen) > 0.05


def _value_after_opening(seed: int) -> float:
    """What the round is worth to seat 0 once the opening is said."""
    opening = RANKS[OPENINGS[seed // 2 % len(OPENINGS)]]
    gain = float(band().gains[opening, opening])
    return gain if seed % 2 == 0 else -gain


def test_answers_are_valued_by_the_cups_behind_the_bid() -> None:
    """The best answers, over all that the solution bids, are worth what the turn is worth."""
    values, dice = RoundValues(band(), True), RANKS[6, 6, 1]
    strategy = band().strategy(True)
    response = best_response(strategy, True, dice)
    start = "start 0, die 6, die 6, die 1, bid 661, believe, roll 1, die 2, stop"
    told = scripted(f"{start}, bid 662, call")
    (decided,) = reviewed(told, 0).decisions
    answers = values.answers(ROUND.view(_before_last(told), 0))
    assert answers.expected
    assert decided.value == answers.calling == pytest.approx(2 * answers.lower - 1)
    assert decided.best_value == max(answers.calling, answers.believing)
    assert response.facing[dice, dice] == pytest.approx(-band().values[dice, dice], abs=1e-9)


def _before_last(record: Record) -> State:
    *_, (before, _, _) = record.states()
    assert isinstance(before, State)
    return before


def test_known_mistakes() -> None:
    opened = "start 0, die 6, die 6, die 1, bid 661"
    (decided,) = reviewed(scripted(f"{opened}, call"), 1).decisions
    assert (decided.action, decided.value, decided.best) == (CALL, -1.0, BELIEVE)
    assert decided.lost == pytest.approx(1 + band().values[RANKS[6, 6, 1], RANKS[6, 6, 1]])
    # 664 with 61 open is false whatever lies under the cup, and 662 with 66 open is a bid like any other.
    seen = reviewed(scripted(f"{opened}, believe, roll 6, die 5, stop, bid 666, believe"), 0)
    assert [str(one.best) for one in seen.mistakes] == ["call"]
    assert "666 bid with 61 open: believe lost 1." in str(seen)
    poker = "start 0, die 3, die 3, die 3, bid 333, believe, die 3, die 2, die 1, keep 3, die 1, die 1, keep none"
    keeps = reviewed(scripted(f"{poker}, die 1, die 1, die 1"), 1).decisions[1:]
    assert [str(one.best) for one in keeps] == ["keep none", "keep none"]
    assert keeps[0].lost == pytest.approx(float(-0.8496 + 0.8668), abs=1e-4)
    assert keeps[1].lost == 0


def test_an_answer_to_a_bid_that_is_never_made_is_not_judged() -> None:
    values = RoundValues(band(), True)
    opened = "start 0, die 6, die 6, die 1, bid 661, believe"
    unexpected = 0
    for rolls in ("roll 1, die 5, stop", "roll 6, die 5, roll 6, die 5, roll 1, die 5"):
        for bid in ("662", "663", "664", "665", "111", "222", "333", "444", "555", "666"):
            record = scripted(f"{opened}, {rolls}, bid {bid}, believe")
            answers = values.answers(ROUND.view(_before_last(record), 0))
            seen = reviewed(record, 0)
            adds_up(seen)
            assert (seen.decisions[0].value is not None) == answers.judged
            assert ("Not judged: 1 answer to a bid" in str(seen)) == (not answers.judged)
            unexpected += not answers.judged
    assert 0 < unexpected < 20


def test_an_unfinished_round_counts_by_its_value() -> None:
    record = scripted("start 0, die 6, die 6, die 1, bid 661, believe, roll 1, die 6")
    for seat in (0, 1):
        seen = reviewed(record, seat)
        adds_up(seen)
        assert not seen.rounds[0].finished
        assert "unfinished" in str(seen)
    assert seen.to_json()["finished"] is False


def test_a_review_depends_on_nothing_the_seat_did_not_see() -> None:
    """The same for every cup under a poker that was believed: nobody looks into it."""
    start = "start 0, die 6, die 6, die 1, bid 661, believe, roll 6"
    texts = {
        str(reviewed(scripted(f"{start}, die {face}, stop, bid 111, believe, die 2, die 2, die 2"), 0))
        for face in range(1, 7)
    }
    assert len(texts) == 1


def played(game: AnyGame, names: Sequence[str], seed: int = 1) -> Record:
    agents = [build_agent(game.name, name)(game, seat, Random(seed + seat)) for seat, name in enumerate(names)]
    return Record.of(game, names, play_match(game, agents, Random(seed), keep_moves=True))


@pytest.mark.parametrize(
    "game", [Blufpoker(), Blufpoker(players=2, top321=True), Blufpoker(players=5, pass_on=True, underbids=False)]
)
def test_other_tables_are_reviewed_by_counting(game: Blufpoker) -> None:
    names = ["random"] * game.players
    mistakes = 0
    for seed in range(5):
        record = played(game, names, seed)
        for seat in range(game.players):
            seen = COACH.review(record, seat)
            assert isinstance(seen, CountedReview)
            mistakes += len(seen.mistakes)
            assert all(0 <= one.chance <= 1 and one.best_chance >= one.chance for one in seen.decisions)
            # Where the open dice decide it, counting is right.
            assert all(one.right == (one.chance == 1) for one in seen.decisions if one.answer and one.chance in (0, 1)
                       and one.right is not None)  # fmt: skip
    assert mistakes > 0


def test_the_review_by_counting_of_a_known_round() -> None:
    three = Blufpoker(single_round=True)
    start = "start 0, die 5, die 3, die 2, bid 532"
    seen = review(scripted(f"{start}, call", three), 1)
    assert isinstance(seen, CountedReview)
    assert seen.summary().splitlines() == [
        "Looking back by counting dice (the exact review is for two players):",
        "  Bids called: 1. Right: 0; to be expected by counting: 0.0.",
        "  round 1, 532 bid, the first of the round: call, but the bid was certainly true",
    ]
    believed = f"{start}, believe, roll 2, die 2, stop, bid 444, believe"
    keeps = f"{believed}, die 4, die 4, die 1, keep 4, die 1, die 1, keep 4"
    kept = review(scripted(f"{keeps}, die 1, die 1", three), 2).to_json()
    assert [one["mistake"] for one in kept["decisions"]] == [True, True, False]
    assert kept["decisions"][1]["best"] == "keep 44"
    assert kept["decisions"][1]["best_chance"] == pytest.approx(11 / 36)
    assert kept["decisions"][0]["right"] is None


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(MendaxError, match="blufpoker, not one-die"):
        review(played(OneDie(), ["random", "random"]), 0)
    with pytest.raises(BadRecord):
        reviewed(Record(ROUND, ("a", "b"), (Move(None, CALL),), (), "unfinished"), 0)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mendax.games.blufpoker.coach.load_or_solve", band)
    file = tmp_path / "rounds.txt"
    record = play_round((NAIVE, EquilibriumFactory(band())), 3)
    file.write_text(str(record))
    code, out, err = call(capsys, "review", str(file))
    assert (code, err) == (0, "")
    assert "a (seat 0), by the exact solution of one round for two players, not the match: +1 won, -1 lost." in out
    assert out.count("How it adds up:") == 2
    found = call_json(capsys, "review", str(file), "--seat", "1")
    (seat,) = found["seats"]
    assert seat == json.loads(json.dumps(reviewed(record, 1).to_json()))
    assert seat["kind"] == "exact"
    assert seat["value"] == pytest.approx(seat["start"] + seat["dice"] + seat["other"] - seat["lost"], abs=1e-9)
    assert_refused(capsys, ["review", str(file), "--seat", "2"], "seats 0 to 1")


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["truthful", "free"])
def test_whole_matches(opening: str) -> None:
    """The solution loses nothing in whole matches; a naive player loses, and all of it adds up."""
    game = Blufpoker(players=2, points=3, opening=opening)
    for other in ("equilibrium", "naive:greedy/truthful/believe=0.8", "random"):
        seen = list[tuple[ExactReview, ExactReview]]()
        for seed in range(12):
            record = played(game, ["equilibrium", other], seed)
            first, second = (review(record, seat) for seat in (0, 1))
            assert isinstance(first, ExactReview)
            assert isinstance(second, ExactReview)
            adds_up(first)
            adds_up(second)
            assert first.value == -second.value
            assert first.start == pytest.approx(-second.start)
            seen.append((first, second))
        assert sum(one.lost for one, _ in seen) < 1e-6
        assert (sum(one.lost for _, one in seen) > 1) == (other != "equilibrium")

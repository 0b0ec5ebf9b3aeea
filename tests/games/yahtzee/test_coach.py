"""The coach's review: luck and loss add up, and each is what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mendax.cli.app import run
from mendax.core import BadRecord, Decision, Fault, Move, Record, play_match
from mendax.core.catalogue import build_agent
from mendax.core.game import AnyGame
from mendax.core.uniform import Uniform
from mendax.games.one_die.rules import OneDie
from mendax.games.yahtzee.coach import SeatReview, review
from mendax.games.yahtzee.published import EXPECTED_SCORES
from mendax.games.yahtzee.rules import Keep, Roll, Yahtzee
from mendax.games.yahtzee.rules.game import keeps, roll_chances
from mendax.games.yahtzee.rules.scoring import BOXES, NAMES, Dice, plain_points

PUBLISHED = {rules.value: score for rules, score in EXPECTED_SCORES.items()}


def played(game: AnyGame, names: Sequence[str], seed: int = 1) -> Record:
    agents = [build_agent(game.name, name)(game, seat, Random(seed + seat)) for seat, name in enumerate(names)]
    return Record.of(game, names, play_match(game, agents, Random(seed), keep_moves=True))


def broken_off(game: Yahtzee, moves: Sequence[Move], seat: int = 0) -> Record:
    """A match that stopped after these moves because a seat broke down."""
    state = game.start()
    for move in moves:
        state = game.apply(state, move.action)
    return Record(
        game, ("a",) * game.seats, tuple(moves), game.forfeit(state, seat), "forfeit", Fault(seat, "gone", len(moves))
    )


def adds_up(seen: SeatReview) -> None:
    assert seen.value + seen.luck - seen.lost == pytest.approx(seen.expected, abs=1e-9)
    assert all(decided.lost >= 0 for decided in seen.decisions)


@pytest.mark.parametrize("rules", PUBLISHED)
@pytest.mark.parametrize("agent", ["optimal", "greedy", "random"])
def test_start_and_luck_and_loss_make_the_score(rules: str, agent: str) -> None:
    record = played(Yahtzee(rules=rules), [agent])
    seen = review(record, 0)
    adds_up(seen)
    assert seen.finished
    assert seen.value == pytest.approx(PUBLISHED[rules], abs=1e-9)
    assert seen.expected == pytest.approx(record.payoffs[0], abs=1e-9)
    assert seen.score == record.payoffs[0] == sum(decided.points for decided in seen.decisions)
    assert len(seen.decisions) == 39
    assert len(seen.rolls) == sum(move.seat is None for move in record.moves)
    if agent == "optimal":
        assert seen.lost < 1e-9
        assert not seen.mistakes
    else:
        assert seen.lost > 5
        assert seen.mistakes[0].lost == max(decided.lost for decided in seen.decisions)


def test_extra_yahtzees_and_jokers_add_up_too() -> None:
    """Nothing but sixes, scored by the best play: jokers, extras and all."""
    game = Yahtzee()
    moves, state = list[Move](), game.start()
    agent = build_agent("yahtzee", "optimal")(game, 0, Random(0))
    for _ in range(13):
        state = game.apply(state, Roll((6,) * 5))
        moves.append(Move(None, Roll((6,) * 5)))
        for _ in range(3):
            action = agent.act(game.view(state, 0), game.actions(state)).action
            state = game.apply(state, action)
            moves.append(Move(0, action))
    seen = review(Record(game, ("lucky",), tuple(moves), game.payoffs(state), "end"), 0)
    adds_up(seen)
    assert seen.card.extras == 12
    assert seen.score > 1400
    assert seen.lost < 1e-9
    assert len(seen.rolls) == 13, "whoever keeps all the dice rolls none, and has no luck"


@pytest.mark.parametrize("before", [(), (Keep((3, 3)),), (Keep((3, 3)), Roll((1, 3, 6)), Keep((3, 3, 3, 6)))])
def test_luck_is_nought_on_average(before: tuple[Any, ...]) -> None:
    """Over all the ways the next dice can fall, from the rules' own chances."""
    game, first = Yahtzee(), Roll((1, 3, 3, 5, 6))
    actions = (first, *before) if before else ()
    moves = [Move(None if isinstance(action, Roll) else 0, action) for action in actions]
    num_dice = 5 - len(before[-1].dice) if before else 5
    mean = 0.0
    for roll, chance in roll_chances(num_dice):
        seen = review(broken_off(game, [*moves, Move(None, roll)]), 0)
        adds_up(seen)
        mean += chance * seen.rolls[-1].luck
    assert mean == pytest.approx(0, abs=1e-9)


def test_values_are_those_of_the_advisor() -> None:
    record = played(Yahtzee(), ["random"], seed=3)
    agent = build_agent("yahtzee", "optimal")(record.game, 0, Random(0))
    decisions = iter(review(record, 0).decisions)
    for state, move, _ in record.states():
        if move.seat is None:
            continue
        decision = agent.act(record.game.view(state, 0), record.game.actions(state), explain=True)
        assert decision.explanation is not None
        values = {option.action: state.cards[0].total + (option.value or 0) for option in decision.explanation.options}
        decided = next(decisions)
        assert decided.action == move.action
        assert decided.value == pytest.approx(values[move.action], abs=1e-9)
        assert decided.best_value == pytest.approx(max(values.values()), abs=1e-9)
        assert values[decided.best] == pytest.approx(decided.best_value, abs=1e-9)


def test_every_seat_is_reviewed_as_if_it_played_alone() -> None:
    record = played(Yahtzee(players=3, rules="free"), ["optimal", "random", "greedy"])
    alone = Yahtzee(rules="free")
    for seat in range(3):
        moves = [
            Move(None if move.seat is None else 0, move.action)
            for state, move, _ in record.states()
            if state.seat == seat
        ]
        single = Record(alone, (record.agents[seat],), tuple(moves), (record.payoffs[seat],), "end")
        seen, same = review(record, seat), review(single, 0)
        adds_up(seen)
        assert (seen.rolls, seen.decisions, seen.card) == (same.rolls, same.decisions, same.card)
        assert (seen.seat, seen.name) == (seat, record.agents[seat])


def single_turn_value() -> float:
    """The single-turn task by plain backward induction over the rules' own rolls, from an empty card."""

    @cache
    def rolled(dice: Dice, rolls_left: int) -> float:
        if not rolls_left:
            return max(plain_points(box, dice) for box in BOXES)
        return max(kept(keep.dice, rolls_left) for keep in keeps(dice))

    @cache
    def kept(dice: Dice, rolls_left: int) -> float:
        return sum(
            chance * rolled(tuple(sorted(dice + roll.dice)), rolls_left - 1)
            for roll, chance in roll_chances(5 - len(dice))
        )

    return kept((), 3)


def test_the_single_turn_task_is_reviewed_by_its_own_solution() -> None:
    expected = single_turn_value()
    for agent in ("optimal", "random"):
        record = played(Yahtzee(players=2, single_turn=True), [agent, agent])
        for seat in range(2):
            seen = review(record, seat)
            adds_up(seen)
            assert seen.finished
            assert seen.value == pytest.approx(expected, abs=1e-9)
            assert seen.expected == seen.score == record.payoffs[seat]
            assert len(seen.decisions) == 3
            assert agent == "random" or seen.lost < 1e-9


class Leaving(Uniform):
    """Plays some moves and breaks down."""

    moves_left = 22

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        self.moves_left -= 1
        if not self.moves_left:
            raise RuntimeError("had to go")
        return super().act(view, actions, explain)


def forfeited() -> Record:
    game = Yahtzee(players=2)
    outcome = play_match(game, [Uniform(Random(1)), Leaving(Random(2))], Random(3), keep_moves=True)
    return Record.of(game, ["stayed", "left"], outcome)


def test_a_forfeit_is_reviewed_up_to_there() -> None:
    record = forfeited()
    for seat, num_decisions in ((0, 24), (1, 21)):
        seen = review(record, seat)
        adds_up(seen)
        assert not seen.finished
        assert len(seen.decisions) == num_decisions
        assert "where the game broke off" in review(record, seat).summary()
    left, last = review(record, 1), review(record, 1).rolls[-1]
    assert (last.turn, last.roll) == (8, 1), "the roll after which it left counts as luck"
    assert left.expected == last.value > left.score


def test_a_forfeit_before_the_first_roll_is_no_problem() -> None:
    record = broken_off(Yahtzee(players=2), [Move(None, Roll((1, 1, 1, 1, 1)))])
    assert review(record, 1).expected == review(record, 1).value
    assert review(record, 1).luck == 0


def test_a_record_that_does_not_replay_is_refused() -> None:
    good = played(Yahtzee(), ["random"])
    bad = Record(good.game, good.agents, good.moves[:-1], good.payoffs, good.end)
    with pytest.raises(BadRecord, match="before the match is over"):
        review(bad, 0)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "games.txt"
    one_die = played(OneDie(), ["honest", "random"])
    yahtzee = [played(Yahtzee(players=2), ["greedy", "random"]), forfeited()]
    path.write_text("\n".join(map(str, [*yahtzee, one_die])))
    return path


class TestCommand:
    def test_json(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["review", str(file), "--json"]) == 0
        story = json.loads(capsys.readouterr().out)
        assert [seat["name"] for seat in story["seats"]] == ["greedy", "random"]
        for seat in story["seats"]:
            assert seat["value"] == pytest.approx(PUBLISHED["forced"], abs=1e-9)
            luck = sum(roll["luck"] for roll in seat["rolls"])
            lost = sum(decision["best_value"] - decision["value"] for decision in seat["decisions"])
            assert (seat["luck"], seat["lost"]) == (pytest.approx(luck, abs=1e-9), pytest.approx(lost, abs=1e-9))
            assert seat["value"] + luck - lost == pytest.approx(seat["score"], abs=1e-9)
            assert len(seat["decisions"]) == 39

    def test_for_people(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["review", str(file), "--seat", "0"]) == 0
        out = capsys.readouterr().out
        seen = review(played(Yahtzee(players=2), ["greedy", "random"]), 0)
        assert "random (seat 1)" not in out
        assert "not about winning" in out
        lines = [line.split() for line in out.splitlines()]
        assert [line[0] for line in lines if line and line[0].isdigit()] == [str(turn) for turn in range(1, 14)]
        assert ["254.59", "expected"] in [line[:2] for line in lines]
        assert [f"{seen.luck:+.2f}", "luck:"] in [line[:2] for line in lines]
        assert [f"{seen.score:.2f}", "the", "final", "score"] in lines
        assert f"{seen.mistakes[0].action} lost {seen.mistakes[0].lost:.2f}" in out
        assert max(map(len, out.splitlines())) <= 90

    def test_forfeits_are_told(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["review", str(file), "--number", "2"]) == 0
        out = capsys.readouterr().out
        assert "left (seat 1) forfeits" in out
        assert out.count("not a final score") == 2

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["--number", "3"], "record 3 is of one-die, not of yahtzee"),
            (["--number", "4"], "there is no number 4"),
            (["--number", "0"], "number"),
            (["--seat", "2"], "seats 0 to 1, not 2"),
        ],
    )
    def test_bad_choices(
        self, file: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
    ) -> None:
        assert run(["review", str(file), *arguments]) == 2
        err = capsys.readouterr().err
        assert complaint in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        ("old", "new", "complaint"),
        [
            ("0 score", "1 score", "it is the turn of"),
            ("* roll", "* rolled", "is not an action"),
            ('[Game "yahtzee', '[Game "yathzee', "did you mean 'yahtzee'"),
            ("[", "(", "not a tag or a move"),
        ],
    )
    def test_damaged_files(
        self, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
    ) -> None:
        damaged = tmp_path / "damaged.txt"
        damaged.write_text(file.read_text().replace(old, new, 1))
        assert run(["review", str(damaged)]) == 2
        err = capsys.readouterr().err
        assert complaint in err
        assert str(damaged) in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize("name", ["nowhere.txt", "."])
    def test_no_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
        assert run(["review", str(tmp_path / name)]) == 2
        assert "cannot be read" in capsys.readouterr().err


class TestAtTheTable:
    """A person who fills the boxes from the top, each with the first roll."""

    def sit_down(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
        lines = iter([line for box in NAMES for line in (box, "yes")]) if arguments[0] != "one-die" else repeat("6")
        monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
        assert run(["play", *arguments, "--games", "1", "--seed", "5"]) == 0

    @pytest.mark.parametrize("others", [[], ["greedy", "random"]])
    def test_the_review_comes_at_the_end(
        self,
        others: list[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        records, seat = tmp_path / "mine.txt", len(others)
        against = [word for other in others for word in ("--against", other)]
        game = f"yahtzee:players={1 + len(others)}"
        self.sit_down(monkeypatch, game, *against, "--seat", str(seat), "--records", str(records))
        out = capsys.readouterr().out
        assert run(["review", str(records), "--seat", str(seat), "--json"]) == 0
        (story,) = json.loads(capsys.readouterr().out)["seats"]
        assert story["name"] == "you"
        assert f"luck of the dice {story['luck']:+.2f}; lost by decisions {story['lost']:.2f}" in out
        costly = sorted(story["decisions"], key=lambda decision: -decision["lost"])[:3]
        for decision in costly:
            assert f"{decision['action']} lost {decision['lost']:.2f}, {decision['best']} was better" in out
        assert ("not about winning" in out) == bool(others)

    def test_games_without_a_reviewer_end_as_before(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.sit_down(monkeypatch, "one-die", "--against", "honest")
        assert "Looking back" not in capsys.readouterr().out


def test_the_perfect_game_is_praised() -> None:
    assert "No decision could have been better." in review(played(Yahtzee(), ["optimal"]), 0).summary()

"""A person at the terminal: what they are asked, what they are told, and the table of wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mendax.core import Agent, AnyGame, BadRecord, Decision, Explanation, MendaxError, Option, Record, Seat
from mendax.core.catalogue import build_agent, build_game
from mendax.core.coach import Review
from mendax.core.face import COMMANDS, Face
from mendax.core.record import read_records
from mendax.core.uniform import uniform
from mendax.games.one_die.rules import OneDie
from mendax.report.console import console
from mendax.table.terminal import Left, Prompt, Session
from mendax.table.terminal.person import Person
from tests.high_roll import HighRoll
from tests.tiny_games import MoneySession

Answers = Callable[..., list[str]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Lines for the terminal to read; afterwards the person is gone. Hands back the prompts."""

    def given(*lines: str) -> list[str]:
        prompts: list[str] = []
        waiting: Iterator[str] = iter(lines)

        def read(prompt: str = "") -> str:
            prompts.append(prompt)
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        return prompts

    return given


@pytest.mark.parametrize("line", ["q", " Quit ", "exit"])
def test_a_person_leaves_by_a_word_or_by_hanging_up(line: str, answers: Answers) -> None:
    answers(line)
    with pytest.raises(Left):
        Prompt().ask("> ")
    answers()
    with pytest.raises(Left):
        Prompt().ask("> ")


class Numbers(HighRoll):
    """A game with many actions."""

    def actions(self, state: object) -> Sequence[str]:
        return tuple(f"n{number}" for number in range(100))

    def parse_action(self, text: str) -> str:
        return text if text.startswith("n") else super().parse_action(text)


class Silent:
    """A table of which nothing is asked."""

    def why(self, *, numbers: bool) -> None:
        raise AssertionError

    def take_back(self) -> None:
        raise AssertionError

    save = take_back


class TestPerson:
    def person(self, game: AnyGame, advisor: Callable[[], Agent[Any, Any, Any]] | None = None) -> Person:
        return Person(game, Face(), ["you", "tree", "tree"], console(), Prompt(), Silent(), advisor, "uniform")

    def test_an_action_is_chosen_by_number_or_by_name(self, answers: Answers) -> None:
        game = HighRoll(2)
        view = game.view(game.start(), 0)
        for line, action in (("1", "one"), ("2", "two"), ("two", "two")):
            answers("", "nonsense", "d3", line)
            assert self.person(game).act(view, game.actions(game.start())).action == action

    def test_what_is_wrong_with_an_answer_is_said(self, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
        game = HighRoll(2)
        answers("dance", "d3", "3", "one")
        self.person(game).act(game.view(game.start(), 0), game.actions(game.start()))
        out = capsys.readouterr().out
        assert "'dance' is no action (help: what can be typed)" in out
        assert "d3 is not allowed here" in out
        assert "'3' is no action" in out

    def test_a_long_list_is_cut_and_the_rest_can_be_typed(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        game = Numbers(2)
        answers("13", "n77")
        state = game.start()
        assert self.person(game).act(game.view(state, 0), game.actions(state)).action == "n12"
        out = " ".join(capsys.readouterr().out.split())
        assert "12: n11 ... 88 more, such as n99" in out
        assert "13:" not in out
        assert self.person(game).act(game.view(state, 0), game.actions(state)).action == "n77"

    def test_help_has_every_command(self, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
        game = HighRoll(2)
        answers("help", "rules", "look", "1")
        self.person(game).act(game.view(game.start(), 0), game.actions(game.start()))
        out = capsys.readouterr().out
        for command, meaning in COMMANDS.items():
            assert f"  {command}" in out
            assert meaning in out
        assert "high-roll:players=2 brings no rules in words." in out
        assert out.count("1: one   2: two") == 3, "before the first question, after help and after look"

    def test_the_adviser_is_asked_by_a_question_mark(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        game = HighRoll(2)
        view, actions = game.view(game.start(), 0), game.actions(game.start())

        def refusing() -> Agent[Any, Any, Any]:
            raise MendaxError("too large")

        for advisor, expected in (
            (None, "Nobody here knows the odds of this game."),
            (refusing, "Nobody here knows the odds: too large"),
            (lambda: uniform(game, 0, Random(0)), "50.0 %"),
        ):
            answers("?", "1")
            self.person(game, advisor).act(view, actions)
            assert expected in capsys.readouterr().out

    def test_the_coach_judges_when_he_is_asked_to(self, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
        game = HighRoll(2)
        view, actions = game.view(game.start(), 0), game.actions(game.start())
        for lines, expected in (
            (["two"], ""),
            (["coach", "two"], "Coach: That costs 0.250 of payoff: one was better."),
            (["coach", "one"], "Coach: As good as anything here."),
            (["coach", "coach", "two"], "The coach is silent."),
        ):
            answers(*lines)
            self.person(game, lambda: Valuer()).act(view, actions)
            out = capsys.readouterr().out
            assert expected in out
            assert ("Coach: " in out) == expected.startswith("Coach")


class Valuer(Agent[Any, Any, Any]):
    """Gives the first option the higher value."""

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        options = tuple(Option(action, -0.25 * number) for number, action in enumerate(actions))
        return Decision(actions[0], Explanation(options))


@dataclass(frozen=True)
class Broken:
    """A factory that cannot build."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        raise RuntimeError("no memory")


@dataclass(frozen=True)
class Praise:
    text: str

    def summary(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text}


class Coach:
    def review(self, record: Record, seat: Seat) -> Review:
        if record.forfeit is not None:
            raise BadRecord("it was forfeited")
        return Praise(f"Well played at seat {seat}.")


class TestSession:
    def session(self, records: Path | None = None, opponent: str = "honest", **options: Any) -> Session:
        factory = Broken() if opponent == "broken" else build_agent("one-die", opponent)
        return Session(OneDie(), "you", [(opponent, factory)], seed=5, records=records, **options)

    def test_games_are_played_counted_and_recorded(
        self, answers: Answers, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        answers("call 6", "dance", "", "challenge", "q")
        session = self.session(tmp_path / "games.txt", coach=Coach())
        session.play()
        out = capsys.readouterr().out
        assert "Game 1: you go first." in out
        assert "Game 2: honest goes first." in out
        assert "Well played at seat 0." in out
        assert "This session" in out
        assert sum(map(sum, session.scores)) == 2
        records = read_records((tmp_path / "games.txt").read_text(), build_game)
        assert [record.agents for record in records] == [("you", "honest"), ("honest", "you")]
        for record in records:
            record.replay()

    def test_explanations_come_after_the_game(self, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
        answers("call 6", "w", "q")
        self.session().play()
        out = capsys.readouterr().out
        assert "honest: challenge" in out

    def test_a_number_of_games_needs_no_question(self, answers: Answers) -> None:
        prompts = answers("call 6", "challenge")
        self.session(opponent="random").play(1)
        assert not any("another game" in prompt for prompt in prompts)

    def test_leaving_in_the_middle_counts_for_nobody(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        answers()
        session = self.session()
        session.play()
        assert not session.games
        assert "This session" not in capsys.readouterr().out

    def test_an_opponent_that_breaks_down_plays_the_default(
        self, answers: Answers, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        answers("call 6")
        self.session(tmp_path / "games.txt", opponent="broken", coach=Coach()).play(1)
        out = capsys.readouterr().out
        assert "broken broke down: the default action is played instead." in out
        assert "broken won: " in out
        assert "no memory" not in out, "a reason may reveal what is hidden"
        assert "no memory" in (tmp_path / "games.txt").read_text()

    def test_a_record_that_cannot_be_written_is_one_clear_line(self, answers: Answers, tmp_path: Path) -> None:
        answers("call 6")
        with pytest.raises(MendaxError, match="cannot be written: No such file"):
            self.session(tmp_path / "no" / "games.txt").play(1)


def test_the_opening_says_who_sits_there(capsys: pytest.CaptureFixture[str], answers: Answers) -> None:
    answers()
    Session(HighRoll(1), "you", []).play()
    assert "you play alone" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_dice(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        answers()
        Session(OneDie(), "you", [("honest", build_agent("one-die", "honest"))], seed=7).play()
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


class Teller(Agent[Any, Any, Any]):
    """Takes the first action, and says in its explanation which card it holds."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        sentence = f"Hand {view.hands} holds {view.cards[self.seat]}."
        return Decision(actions[0], Explanation((Option(actions[0]),), sentence=sentence) if explain else None)


def teller(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
    return Teller(seat)


class SecretHands(MoneySession):
    """Hands that are never shown."""

    shows_all = False


class TestRounds:
    def play(self, *lines: str, answers: Answers) -> list[str]:
        prompts = answers(*lines)
        Session(MoneySession(hands=3), "you", [("teller", teller)], seat=1, seed=5).play(1)
        return prompts

    def test_the_standing_comes_after_every_hand(self, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
        """The teller checks, the person checks, the teller checks: somebody wins 1 in each hand."""
        self.play("check", answers=answers)
        out = capsys.readouterr().out
        standings = [line for line in out.splitlines() if line.startswith("Standing:")]
        assert len(standings) == 3
        assert standings[0] in ("Standing: teller 1, you -1", "Standing: teller -1, you 1")
        paid = standings[-1].removeprefix("Standing: teller ").split(", you ")
        assert out.index(standings[-1]) < out.index(f"teller {int(paid[0]):+d}, you {int(paid[1]):+d} coins: end.")
        assert "coins of" in out, "the table of the session counts coins"

    def test_why_tells_of_the_finished_hand_and_of_nothing_else(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The person is asked in hand 1 only, where they speak first."""
        self.play("w", "bet", answers=answers)
        out = capsys.readouterr().out
        assert out.count("teller: check. Hand 0 holds ") == 1
        assert "Hand 1" not in out
        assert "Hand 2" not in out

    def test_while_a_hand_runs_its_decisions_are_not_shown(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The better speaks first in hands 0 and 2; the person asks there, and leaves in the middle of hand 2."""
        answers("w", "call", "bet", "w")
        game = MoneySession(hands=3)
        Session(game, "you", [("better", better)], seat=1, seed=5).play(1)
        out = capsys.readouterr().out
        before, _, after = out.partition("Standing:")
        assert "No round has ended yet" in before
        assert "holds" not in before, "the better has bet in this hand, and it is still being played"
        assert after.count("better: call. Hand 1 holds ") == 1
        assert "Hand 0" not in after, "the last hand is not the one before it"
        assert "Hand 2" not in after, "that hand is still being played"

    def test_a_game_without_rounds_is_explained_when_it_is_over(
        self, answers: Answers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        answers("w", "q")
        Session(OneDie(), "you", [("honest", build_agent("one-die", "honest"))], seed=5).play(1)
        assert "The game is not over yet" in capsys.readouterr().out


class Better(Teller):
    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        return super().act(view, actions[::-1], explain)


def better(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
    return Better(seat)


def test_the_sentence_comes_first(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers("?", "1")
    Session(
        OneDie(),
        "you",
        [("honest", build_agent("one-die", "honest"))],
        build_agent("one-die", "equilibrium"),
        seed=5,
        advisor_name="equilibrium",
    ).play(1)
    out = " ".join(capsys.readouterr().out.split())
    assert "equilibrium, best first: Drawn from call" in out
    assert out.index("Drawn from") < out.index("how often")


@pytest.mark.parametrize("closed", [False, True])
def test_a_closed_table_never_tells_what_the_rules_hide(
    closed: bool, answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    answers("check", "w", "q")
    Session(SecretHands(hands=3), "you", [("teller", teller)], seat=1, seed=5, closed=closed).play()
    out = capsys.readouterr().out
    assert ("holds" in out) == (not closed)
    assert ("The table is open for practice" in out) == (not closed)
    assert ("The table is closed" in out) == closed


class Open(Face[Any, Any]):
    """Shows what a seat holds."""

    def holding(self, view: Any) -> str:
        return "a secret"


@pytest.mark.parametrize("closed", [False, True])
def test_an_open_table_tells_what_they_held(closed: bool, answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers("check", "w all", "q")
    Session(SecretHands(hands=3), "you", [("teller", teller)], seat=1, seed=5, face=Open(), closed=closed).play()
    out = capsys.readouterr().out
    assert "a secret" not in out[: out.rindex("Standing:")], "not before the match is over"
    assert ("teller with a secret: check. Hand 0 holds " in out) == (not closed)
    assert ("a secret" in out) == (not closed)


def test_an_advisor_that_breaks_down_costs_the_person_nothing(
    answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        raise RuntimeError("no table")

    answers("?", "call 6")
    Session(OneDie(), "you", [("tree", build_agent("one-die", "tree"))], broken, 0, 3).play(1)
    out = capsys.readouterr().out
    assert "Nobody here knows the odds: the adviser broke down (RuntimeError: no table)" in out
    assert "you call 6" in out
    assert "you broke down" not in out


class Brief(Face[Any, Any]):
    """Tells no event, and ends a round in words of its own."""

    def tell(self, event: Any) -> str:
        return ""

    def round_end(self, view: Any) -> str:
        return f"That was hand {view.hands}, seat 1."


def test_a_face_words_events_and_the_end_of_a_round(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers("check", "check", "check")
    Session(MoneySession(hands=3), "you", [("teller", teller)], seat=1, seed=5, face=Brief()).play(1)
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("That was")] == [
        f"That was hand {number}, you." for number in (1, 2, 3)
    ]
    assert "Standing:" not in out
    assert "  teller" not in out


def test_a_review_can_be_left_out_while_the_coach_computes(
    answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow:
        def review(self, record: Record, seat: Seat) -> Review:
            raise KeyboardInterrupt

    answers("call 6", "r", "q")
    session = Session(OneDie(), "you", [("honest", build_agent("one-die", "honest"))], seed=5, coach=Slow())
    session.play()
    out = capsys.readouterr().out
    assert "There is no review." in out
    assert session.games == 1
    assert out.count("Enter: another game") == 2, "there is nothing to review"


def test_players_of_one_name_are_told_apart(
    answers: Answers, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On the screen, not in records: a saved game finds its agents by their names."""
    answers("one")
    players = [("random", uniform), ("random", uniform)]
    records = tmp_path / "games.txt"
    Session(HighRoll(3, 1), "random", players, seat=1, seed=5, records=records).play(1)
    out = capsys.readouterr().out
    for name in ("random (you)", "random-1", "random-2"):
        assert name in out
    assert 'Seat0 "random"' in records.read_text()


def test_the_coach_stays_for_the_next_game(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    """And the commands are told once."""
    answers("coach", "one", "", "one", "q")
    Session(HighRoll(1, 1), "you", [], lambda game, seat, rng: Valuer(), seed=5).play()
    out = capsys.readouterr().out
    assert out.count("Coach: ") == 2
    assert out.count("(? hint, w why") == 1

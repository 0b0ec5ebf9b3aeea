"""Minds: run to a command, tell why, start clean, keep to themselves."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from mendax.core.chance import Stream
from mendax.soar import (
    Command,
    FunctionError,
    Mind,
    RuleFile,
    Selection,
    Settings,
    SoarError,
    Unanswered,
    Value,
    WarmMinds,
)
from mendax.soar.kernel import kernel
from tests.soar.rule_sets import BID, DELIBERATE, INDIFFERENT, TENTHS, table

BOLTZMANN = Settings(selection=Selection.BOLTZMANN, temperature=0.2)


def faces(mind: Mind, turns: int, why: bool = False) -> list[int]:
    bids = []
    for turn in range(turns):
        mind.show(table(turn, unknown=5))
        bids.append(mind.run(why=why).command.whole("face"))
    return bids


class TestRunning:
    def test_commands_leave_when_they_are_complete(self) -> None:
        with Mind("bidder", [BID, INDIFFERENT]) as mind:
            for turn in range(5):
                mind.show(table(turn))
                command = mind.run().command
                assert mind.look("I3") == {"bid": ({"face": command.all("face")},)}, "only the newest is there"
            assert mind.num_decisions == 5, "and it costs no decision"
            assert mind.counts().decisions == 5

    def test_parameters_of_all_kinds(self) -> None:
        rules = RuleFile.of_text(
            """
            sp {propose (state <s> ^superstate nil) --> (<s> ^operator.name speak)}
            sp {apply
               (state <s> ^operator.name speak ^io.output-link <output>)
            -->
               (<output> ^speak <speak>)
               (<speak> ^word |two words| ^number -3 ^third (/ 1.0 3) ^push 1 4 ^bid <bid>)
               (<bid> ^face 6 ^dice <dice>)
               (<dice> ^colour red)
            }
            """
        )
        with Mind("speaker", [rules]) as mind:
            said = mind.run().command
        assert said.name == "speak"
        assert said.word("word") == "two words"
        assert said.whole("number") == -3
        assert said.real("third") == pytest.approx(1 / 3, abs=1e-6)
        assert sorted(str(die) for die in said.all("push")) == ["1", "4"]
        assert said.one("bid") == {"face": (6,), "dice": ({"colour": ("red",)},)}
        assert said.all("nothing") == ()
        for get, attribute in ((said.word, "number"), (said.whole, "word"), (said.real, "bid"), (said.one, "push")):
            with pytest.raises(SoarError, match=f"the command speak has .* for .{attribute}, not"):
                get(attribute)

    def test_parameters_in_a_circle_say_so(self) -> None:
        rules = RuleFile.of_text(
            """
            sp {propose (state <s> ^superstate nil) --> (<s> ^operator.name turn)}
            sp {apply (state <s> ^operator.name turn ^io.output-link <l>) --> (<l> ^turn <t>) (<t> ^a <a>) (<a> ^b <a>)}
            """
        )
        with Mind("dizzy", [rules]) as mind, pytest.raises(SoarError, match="run in a circle"):
            mind.run()

    def test_a_mind_that_never_answers_shows_its_stack(self) -> None:
        with Mind("mute", [BID]) as mind:
            mind.show(table(1))
            stack = r"its stack is S: S1, S: S2 \(operator tie\)"
            with pytest.raises(Unanswered, match=rf"mute gave no command \(none in 5 decisions\); {stack}") as info:
                mind.run(limit=5)
            assert mind.num_decisions == 5
            assert "==>S: S2 (operator tie)" in info.value.stack
            with pytest.raises(Unanswered, match="none in 7 decisions"):
                mind.run(limit=7, why=True)
            assert mind.num_decisions == 12

    @pytest.mark.parametrize("why", [False, True])
    def test_a_change_of_the_output_link_that_is_no_command_does_not_end_the_run(self, why: bool) -> None:
        musing = RuleFile.of_text(
            """
            sp {propose*muse
               (state <s> ^superstate nil ^io.input-link.turn <turn>)
              -(<s> ^mused <turn>)
            -->
               (<s> ^operator <o> +, =, >)
               (<o> ^name muse ^turn <turn>)
            }
            sp {apply*muse
               (state <s> ^operator <o> ^io.output-link <output>)
               (<o> ^name muse ^turn <turn>)
            -->
               (<s> ^mused <turn>)
               (<output> ^musing <turn>)
            }
            """
        )
        with Mind("musing", [BID, INDIFFERENT, musing], rng=Stream(2)) as mind:
            assert len(set(faces(mind, 20, why))) == 4
            assert mind.num_decisions == 40
        with Mind("musing", [BID, musing]) as mind:
            mind.show(table(7))
            with pytest.raises(
                Unanswered, match=r"none in 9 decisions, only \^musing 7, and a command is an identifier"
            ):
                mind.run(9, why)

    @pytest.mark.parametrize(
        "value", ["é 😀", '<a b="c">&amp;', "|", "\\", "", " a\n\tb ", "S1", "5", "1.5", -(2**63), 0.5]
    )
    def test_values_come_out_as_they_went_in(self, value: Value) -> None:
        echo = RuleFile.of_text(
            """
            sp {propose
               (state <s> ^superstate nil ^io.input-link.x <x>)
            -->
               (<s> ^operator <o> +)
               (<o> ^name echo ^x <x>)
            }
            sp {apply
               (state <s> ^operator <o> ^io.output-link <output>)
               (<o> ^name echo ^x <x>)
            -->
               (<output> ^echo.x <x>)
            }
            """
        )
        with Mind("echo", [echo]) as mind:
            mind.show({"x": value})
            found = mind.run().command.one("x")
        assert found == value
        assert type(found) is type(value)

    def test_a_mind_that_runs_too_deep_has_halted_and_can_be_reset(self) -> None:
        with Mind("deep", [BID, INDIFFERENT], settings=Settings(max_goal_depth=20)) as mind:
            with pytest.raises(Unanswered, match="it halted"):
                mind.run()
            mind.reset()
            assert len(faces(mind, 3)) == 3

    def test_runaway_rules_are_not_cut_off_silently(self) -> None:
        endless = RuleFile.of_text("sp {endless (state <s> ^superstate nil -^on yes) --> (<s> ^on yes)}")
        with Mind("flicker", [BID, INDIFFERENT, endless]) as mind:
            mind.show(table(1))
            with pytest.raises(SoarError, match="the kernel says: Warning: reached max-elaborations"):
                mind.run()

    def test_what_rules_write_can_be_read(self) -> None:
        loud = RuleFile.of_text("sp {loud (state <s> ^operator.name bid) --> (write |I bid| (crlf))}")
        with Mind("loud", [BID, INDIFFERENT, loud]) as mind:
            faces(mind, 2)
            assert mind.said == "I bid\n", "of the last run"

    def test_thinking_takes_in_news_and_loses_no_command(self) -> None:
        rules = RuleFile.of_text(
            """
            sp {init (state <s> ^superstate nil -^n) --> (<s> ^operator.name init)}
            sp {init*apply (state <s> ^operator.name init) --> (<s> ^n 0)}
            sp {count (state <s> ^superstate nil ^n <n>) --> (<s> ^operator <o> +) (<o> ^name say ^n <n>)}
            sp {count*apply
               (state <s> ^operator <o> ^io.output-link <l>)
               (<o> ^name say ^n <n>)
            -->
               (<l> ^say.n <n>)
               (<s> ^n <n> - (+ <n> 1))
            }
            """
        )
        with Mind("counter", [rules]) as mind:
            assert mind.think() == ()
            assert mind.think(4) == tuple(Command("say", {"n": (n,)}) for n in range(4))
            assert mind.run().command.whole("n") == 4

    def test_a_closed_mind_says_so(self) -> None:
        mind = Mind("gone", [BID])
        mind.close()
        mind.close()
        for use in (mind.run, mind.reset, mind.think, mind.counts, lambda: mind.show({"turn": 1}), mind.rules.names):
            with pytest.raises(SoarError, match="gone has left the kernel"):
                use()

    def test_minds_that_nobody_holds_leave_the_kernel(self) -> None:
        gc.collect()
        before = kernel().native.GetNumberAgents()
        minds = [Mind("passer-by", [BID]) for _ in range(5)]
        assert kernel().native.GetNumberAgents() == before + 5
        del minds
        gc.collect()
        assert kernel().native.GetNumberAgents() == before
        with pytest.raises(SoarError):
            Mind("stillborn", [BID, BID])
        gc.collect()
        assert kernel().native.GetNumberAgents() == before

    def test_a_refused_command_says_so(self) -> None:
        with Mind("commanded") as mind, pytest.raises(SoarError, match="'no such thing' failed: No such command: no"):
            mind.execute("no such thing")


class TestChance:
    def test_boltzmann_selects_as_often_as_it_says(self) -> None:
        from math import exp

        with Mind("warm", [BID, TENTHS], settings=BOLTZMANN, rng=Random(1)) as mind:
            seen = Counter(faces(mind, 4000))
        weights = {face: exp(face / 10 / 0.2) for face in range(1, 5)}
        for face, weight in weights.items():
            share = weight / sum(weights.values())
            assert abs(seen[face] - 4000 * share) < 4 * (4000 * share * (1 - share)) ** 0.5

    @pytest.mark.parametrize("rules", [[BID, TENTHS], [BID, DELIBERATE], [BID, INDIFFERENT]])
    def test_same_seed_same_bids_whatever_went_before(self, rules: list[RuleFile]) -> None:
        with Mind("fresh", rules, settings=BOLTZMANN, rng=Stream(7)) as mind:
            fresh = faces(mind, 30)
        with Mind("used", rules, settings=BOLTZMANN, rng=Stream(3)) as mind, Mind("other", rules) as other:
            assert faces(mind, 17) != fresh[:17]
            with pytest.raises(Unanswered):
                mind.run(limit=3)
            mind.reset(Stream(7))
            beside = []
            for turn in range(30):
                mind.show(table(turn, unknown=5))
                other.show(table(turn, unknown=3))
                beside.append(mind.run().command.whole("face"))
                other.run()
        assert beside == fresh
        assert len(set(fresh)) > 1

    def test_lent_minds_are_as_new(self) -> None:
        """Four players, two at a time, beside each other: each plays as if it were alone in the world."""

        class Player:
            def __init__(self, number: int) -> None:
                self.mind = warm.lend(self, Stream(number))
                self.trees = Random(number)

            def bid(self, turn: int) -> int:
                shown = self.trees.sample(range(1, 7), 4)
                self.mind.show({"turn": turn, "option": {face: {"face": face} for face in shown}})
                return self.mind.run().command.whole("face")

        made: list[Mind] = []

        def make() -> Mind:
            made.append(Mind("lent", [BID, INDIFFERENT]))
            return made[-1]

        warm = WarmMinds(make)
        alone = []
        for number in range(4):
            player = Player(number)
            alone.append([player.bid(turn) for turn in range(20)])
            del player
        assert len(made) == 1
        for pair in ((3, 1), (0, 2), (2, 3)):
            players = [Player(number) for number in pair]
            bids = [[player.bid(turn) for player in players] for turn in range(20)]
            del players
            assert list(map(list, zip(*bids, strict=True))) == [alone[number] for number in pair]
        assert len(made) == 2

    def test_the_two_ways_to_seed_are_one(self) -> None:
        here = kernel()
        with Mind("seeded", [BID, INDIFFERENT]) as mind:
            bids = []
            for seed in (here.seed, here._command_seed):
                mind.reset()
                seed(4_000_000_000)
                bids.append(faces(mind, 40))
        assert bids[0] == bids[1]
        assert here.seed != here._command_seed, "the quick way is there"

    def test_settings_can_change_under_way(self) -> None:
        with Mind("cooling", [BID, TENTHS], settings=BOLTZMANN, rng=Random(1)) as mind:
            assert len(set(faces(mind, 60))) == 4
            mind.configure(Settings(selection=Selection.BOLTZMANN, temperature=0.001))
            assert set(faces(mind, 60)) == {4}
            mind.configure(Settings(selection=Selection.EPSILON_GREEDY, epsilon=0.0))
            assert set(faces(mind, 60)) == {4}

    @pytest.mark.parametrize(
        "change",
        [
            {"temperature": 0.0},
            {"temperature": float("nan")},
            {"epsilon": 1.5},
            {"learning_rate": -1.0},
            {"max_chunks": 0},
        ],
    )
    def test_impossible_settings_say_so(self, change: dict[str, float]) -> None:
        with pytest.raises(SoarError, match=f"{next(iter(change)).replace('_', ' ')} cannot be"):
            Settings(**change)  # type: ignore[arg-type]


class TestWhy:
    @pytest.mark.parametrize("rules", [[BID, TENTHS], [BID, DELIBERATE], [BID, INDIFFERENT]])
    def test_asking_why_never_changes_the_answer(self, rules: list[RuleFile]) -> None:
        bids = []
        for why in (False, True):
            with Mind("asked", rules, settings=BOLTZMANN, rng=Stream(5)) as mind:
                bids.append(faces(mind, 40, why))
                decisions = mind.num_decisions
        assert bids[0] == bids[1]
        assert decisions >= 40

    def test_the_reasons_are_those_of_the_decision(self) -> None:
        from math import exp

        with Mind("asked", [BID, DELIBERATE], settings=BOLTZMANN, rng=Stream(5)) as mind:
            mind.show(table(1, unknown=5))
            answer = mind.run(why=True)
            firings = mind.counts().firings
        *evaluations, last = answer.choices
        assert [choice.chosen.name for choice in evaluations] == ["evaluate"] * 4
        assert [len(choice.candidates) for choice in evaluations] == [4, 3, 2, 1]
        assert (last.state, last.chosen.attributes["face"]) == ("S1", answer.command.all("face"))
        values = {candidate.attributes["face"][0]: candidate.value for candidate in last.candidates}
        assert values == {1: 0.868313, 2: 0.539095, 3: 0.209877, 4: 0.045267}
        weights = {face: exp((value or 0) / 0.2) for face, value in values.items()}
        for candidate in last.candidates:
            weight = weights[candidate.attributes["face"][0]]
            assert candidate.probability == pytest.approx(weight / sum(weights.values()), abs=1e-5)
        fired = Counter(answer.rules)
        assert fired == {
            "propose*bid": 4,
            "tie*propose*evaluate": 4,
            "tie*apply*evaluate": 4,
            "tie*elaborate*preference": 4,
            "apply*bid": 1,
        }
        assert answer.rules[0] == "propose*bid"
        assert answer.rules[-1] == "apply*bid"
        assert firings >= len(answer.rules)

    def test_candidates_that_were_ruled_out_are_there_too(self) -> None:
        rules = RuleFile.of_text(
            """
            sp {reject*ones (state <s> ^operator <o> +) (<o> ^face 1) --> (<s> ^operator <o> -)}
            sp {high*better
               (state <s> ^operator <o> + ^operator <p> +)
               (<o> ^face > 2)
               (<p> ^face <= 2)
            -->
               (<s> ^operator <o> > <p>)
            }
            """
        )
        with Mind("asked", [BID, TENTHS, rules], settings=BOLTZMANN, rng=Stream(5)) as mind:
            mind.show(table(1))
            (choice,) = mind.run(why=True).choices
        assert {c.attributes["face"][0]: c.value for c in choice.candidates} == {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4}
        chances = {c.attributes["face"][0]: c.probability for c in choice.candidates}
        assert chances[1] == chances[2] == 0
        assert chances[3] + chances[4] == pytest.approx(1, abs=1e-5)


class TestFunctions:
    RULES = RuleFile.of_text(
        """
        sp {compute
           (state <s> ^superstate nil ^io.input-link <i>)
           (<i> ^a <a> ^b <b>)
        -->
           (<s> ^sum (float (exec add <a> | | <b>)))
        }
        sp {propose (state <s> ^superstate nil ^sum <sum>) --> (<s> ^operator <o> +) (<o> ^name tell ^sum <sum>)}
        sp {apply
           (state <s> ^operator <o> ^io.output-link <l>)
           (<o> ^name tell ^sum <sum>)
        -->
           (<l> ^tell.sum <sum>)
        }
        """
    )

    @staticmethod
    def add(a: str, b: str) -> float:
        return 1 / (float(a) + float(b))

    def test_a_function_in_python(self) -> None:
        with (
            Mind("adder", [self.RULES], functions={"add": self.add}) as mind,
            Mind("other", [self.RULES], functions={"add": lambda a, b: 7}) as other,
        ):
            mind.show({"a": 1, "b": 3})
            other.show({"a": 1, "b": 3})
            assert mind.run().command.real("sum") == 0.25
            assert other.run().command.real("sum") == 7, "each mind has its own"

    @pytest.mark.parametrize(
        ("function", "complaint"),
        [
            (lambda a, b: 1 / (float(a) + float(b)), "ZeroDivisionError: float division by zero"),
            (lambda a: 1.0, "TypeError: .*takes 1 positional argument but 2 were given"),
            (lambda a, b: None, "TypeError: a word or a number must be returned, not None"),
        ],
    )
    def test_an_exception_is_told_after_the_run(self, function: Callable[..., float], complaint: str) -> None:
        with Mind("adder", [self.RULES], functions={"add": function}) as mind:
            mind.show({"a": 1, "b": -1})
            with pytest.raises(
                FunctionError, match=rf"adder: right-hand-side function add\(1 -1\): {complaint}"
            ) as info:
                mind.run()
            assert info.value.__cause__ is not None
            mind.reset()

    def test_ctrl_c_inside_a_function_is_ctrl_c(self) -> None:
        def interrupted(a: str, b: str) -> float:
            raise KeyboardInterrupt

        with Mind("adder", [self.RULES], functions={"add": interrupted}) as mind:
            mind.show({"a": 1, "b": 1})
            with pytest.raises(KeyboardInterrupt):
                mind.run()

    def test_a_function_cannot_run_a_mind(self) -> None:
        with Mind("inner", [BID, INDIFFERENT]) as inner:
            inner.show(table(1))
            with Mind("outer", [self.RULES], functions={"add": lambda a, b: str(inner.run())}) as outer:
                outer.show({"a": 1, "b": 1})
                with pytest.raises(FunctionError, match="inner cannot run inside a function of outer"):
                    outer.run()
            assert inner.run().command.name == "bid"

    def test_threads_wait_for_each_other(self) -> None:
        """A function lets other threads in; they must not enter the kernel meanwhile."""
        turns, failures = 40, list[BaseException]()

        def play(mind: Mind) -> None:
            try:
                for turn in range(turns):
                    mind.show({"a": turn, "b": 1})
                    assert mind.run().command.real("sum") == turn + 1
            except BaseException as error:
                failures.append(error)

        def slow(a: str, b: str) -> float:
            threading.Event().wait(0.0005)
            return float(a) + float(b)

        minds = [Mind(f"thread-{number}", [self.RULES], functions={"add": slow}) for number in range(3)]
        threads = [threading.Thread(target=play, args=(mind,)) for mind in minds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []

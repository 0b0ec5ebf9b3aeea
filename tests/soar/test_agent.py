"""Soar agents: runs, commands, explanations, resets, and independence of other agents."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from mendax.core.streams import Stream
from mendax.soar import (
    Command,
    FunctionError,
    NoCommand,
    RuleFile,
    Selection,
    Settings,
    SoarAgent,
    SoarError,
    Value,
    WarmAgents,
)
from mendax.soar.kernel import kernel
from tests.soar.rule_sets import BID, DELIBERATE, INDIFFERENT, TENTHS, table

BOLTZMANN = Settings(selection=Selection.BOLTZMANN, temperature=0.2)


def faces(agent: SoarAgent, turns: int, explain: bool = False) -> list[int]:
    bids = []
    for turn in range(turns):
        agent.show(table(turn, unknown=5))
        bids.append(agent.run(explain=explain).command.whole("face"))
    return bids


class TestRunning:
    def test_commands_leave_when_they_are_complete(self) -> None:
        with SoarAgent("bidder", [BID, INDIFFERENT]) as agent:
            for turn in range(5):
                agent.show(table(turn))
                command = agent.run().command
                assert agent.look("I3") == {"bid": ({"face": command.all("face")},)}, "only the newest is there"
            assert agent.num_decisions == 5, "removing it costs no decision"
            assert agent.counts().decisions == 5

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
        with SoarAgent("speaker", [rules]) as agent:
            said = agent.run().command
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
        with SoarAgent("dizzy", [rules]) as agent, pytest.raises(SoarError, match="run in a circle"):
            agent.run()

    def test_an_agent_that_never_answers_shows_its_stack(self) -> None:
        with SoarAgent("mute", [BID]) as agent:
            agent.show(table(1))
            stack = r"its stack is S: S1, S: S2 \(operator tie\)"
            with pytest.raises(NoCommand, match=rf"mute gave no command \(none in 5 decisions\); {stack}") as info:
                agent.run(limit=5)
            assert agent.num_decisions == 5
            assert "==>S: S2 (operator tie)" in info.value.stack
            with pytest.raises(NoCommand, match="none in 7 decisions"):
                agent.run(limit=7, explain=True)
            assert agent.num_decisions == 12

    @pytest.mark.parametrize("explain", [False, True])
    def test_a_change_of_the_output_link_that_is_no_command_does_not_end_the_run(self, explain: bool) -> None:
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
        with SoarAgent("musing", [BID, INDIFFERENT, musing], rng=Stream(2)) as agent:
            assert len(set(faces(agent, 20, explain))) == 4
            assert agent.num_decisions == 40
        with SoarAgent("musing", [BID, musing]) as agent:
            agent.show(table(7))
            with pytest.raises(
                NoCommand, match=r"none in 9 decisions, only \^musing 7, and a command is an identifier"
            ):
                agent.run(9, explain)

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
        with SoarAgent("echo", [echo]) as agent:
            agent.show({"x": value})
            found = agent.run().command.one("x")
        assert found == value
        assert type(found) is type(value)

    def test_an_agent_that_runs_too_deep_has_halted_and_can_be_reset(self) -> None:
        with SoarAgent("deep", [BID, INDIFFERENT], settings=Settings(max_goal_depth=20)) as agent:
            with pytest.raises(NoCommand, match="it halted"):
                agent.run()
            agent.reset()
            assert len(faces(agent, 3)) == 3

    def test_runaway_rules_are_not_cut_off_silently(self) -> None:
        endless = RuleFile.of_text("sp {endless (state <s> ^superstate nil -^on yes) --> (<s> ^on yes)}")
        with SoarAgent("flicker", [BID, INDIFFERENT, endless]) as agent:
            agent.show(table(1))
            with pytest.raises(SoarError, match="the kernel says: Warning: reached max-elaborations"):
                agent.run()

    def test_what_rules_write_can_be_read(self) -> None:
        loud = RuleFile.of_text("sp {loud (state <s> ^operator.name bid) --> (write |I bid| (crlf))}")
        with SoarAgent("loud", [BID, INDIFFERENT, loud]) as agent:
            faces(agent, 2)
            assert agent.printed == "I bid\n", "of the last run"

    def test_deciding_takes_in_new_input_and_loses_no_command(self) -> None:
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
        with SoarAgent("counter", [rules]) as agent:
            assert agent.decide() == ()
            assert agent.decide(4) == tuple(Command("say", {"n": (n,)}) for n in range(4))
            assert agent.run().command.whole("n") == 4

    def test_a_closed_agent_says_so(self) -> None:
        agent = SoarAgent("gone", [BID])
        agent.close()
        agent.close()
        for use in (
            agent.run,
            agent.reset,
            agent.decide,
            agent.counts,
            lambda: agent.show({"turn": 1}),
            agent.rules.names,
        ):
            with pytest.raises(SoarError, match="gone has left the kernel"):
                use()

    def test_agents_that_nobody_holds_leave_the_kernel(self) -> None:
        gc.collect()
        before = kernel().native.GetNumberAgents()
        agents = [SoarAgent("passer-by", [BID]) for _ in range(5)]
        assert kernel().native.GetNumberAgents() == before + 5
        del agents
        gc.collect()
        assert kernel().native.GetNumberAgents() == before
        with pytest.raises(SoarError):
            SoarAgent("stillborn", [BID, BID])
        gc.collect()
        assert kernel().native.GetNumberAgents() == before

    def test_a_refused_command_says_so(self) -> None:
        with (
            SoarAgent("commanded") as agent,
            pytest.raises(SoarError, match="'no such thing' failed: No such command: no"),
        ):
            agent.execute("no such thing")


class TestChance:
    def test_boltzmann_selects_as_often_as_it_says(self) -> None:
        from math import exp

        with SoarAgent("warm", [BID, TENTHS], settings=BOLTZMANN, rng=Random(1)) as agent:
            seen = Counter(faces(agent, 4000))
        weights = {face: exp(face / 10 / 0.2) for face in range(1, 5)}
        for face, weight in weights.items():
            share = weight / sum(weights.values())
            assert abs(seen[face] - 4000 * share) < 4 * (4000 * share * (1 - share)) ** 0.5

    @pytest.mark.parametrize("rules", [[BID, TENTHS], [BID, DELIBERATE], [BID, INDIFFERENT]])
    def test_same_seed_same_bids_whatever_went_before(self, rules: list[RuleFile]) -> None:
        with SoarAgent("fresh", rules, settings=BOLTZMANN, rng=Stream(7)) as agent:
            fresh = faces(agent, 30)
        with SoarAgent("used", rules, settings=BOLTZMANN, rng=Stream(3)) as agent, SoarAgent("other", rules) as other:
            assert faces(agent, 17) != fresh[:17]
            with pytest.raises(NoCommand):
                agent.run(limit=3)
            agent.reset(Stream(7))
            beside = []
            for turn in range(30):
                agent.show(table(turn, unknown=5))
                other.show(table(turn, unknown=3))
                beside.append(agent.run().command.whole("face"))
                other.run()
        assert beside == fresh
        assert len(set(fresh)) > 1

    def test_lent_agents_are_as_new(self) -> None:
        """Four players, two at a time, beside each other: each plays as if it were the only one."""

        class Player:
            def __init__(self, number: int) -> None:
                self.agent = warm.lend(self, Stream(number))
                self.trees = Random(number)

            def bid(self, turn: int) -> int:
                shown = self.trees.sample(range(1, 7), 4)
                self.agent.show({"turn": turn, "option": {face: {"face": face} for face in shown}})
                return self.agent.run().command.whole("face")

        made: list[SoarAgent] = []

        def make() -> SoarAgent:
            made.append(SoarAgent("lent", [BID, INDIFFERENT]))
            return made[-1]

        warm = WarmAgents(make)
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
        with SoarAgent("seeded", [BID, INDIFFERENT]) as agent:
            bids = []
            for seed in (here.seed, here._command_seed):
                agent.reset()
                seed(4_000_000_000)
                bids.append(faces(agent, 40))
        assert bids[0] == bids[1]
        assert here.seed != here._command_seed, "the quick way is there"

    def test_settings_can_change_under_way(self) -> None:
        with SoarAgent("cooling", [BID, TENTHS], settings=BOLTZMANN, rng=Random(1)) as agent:
            assert len(set(faces(agent, 60))) == 4
            agent.configure(Settings(selection=Selection.BOLTZMANN, temperature=0.001))
            assert set(faces(agent, 60)) == {4}
            agent.configure(Settings(selection=Selection.EPSILON_GREEDY, epsilon=0.0))
            assert set(faces(agent, 60)) == {4}

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


class TestExplanations:
    @pytest.mark.parametrize("rules", [[BID, TENTHS], [BID, DELIBERATE], [BID, INDIFFERENT]])
    def test_a_first_run_without_explanation_is_not_taken_for_the_next(self, rules: list[RuleFile]) -> None:
        """The kernel does not report the first change of a new agent, so its command must not end the next run."""
        both = []
        for explained in (False, True):
            with SoarAgent("bidder", rules, rng=Stream(6)) as agent:
                first = faces(agent, 1)
                agent.show(table(1, unknown=5))
                reply = agent.run(explain=explained)
                both.append((*first, reply.command.whole("face")))
                assert bool(reply.choices) is explained
        assert both[0] == both[1]

    @pytest.mark.parametrize("rules", [[BID, TENTHS], [BID, DELIBERATE], [BID, INDIFFERENT]])
    def test_explain_never_changes_the_command(self, rules: list[RuleFile]) -> None:
        bids = []
        for explain in (False, True):
            with SoarAgent("asked", rules, settings=BOLTZMANN, rng=Stream(5)) as agent:
                bids.append(faces(agent, 40, explain))
                decisions = agent.num_decisions
        assert bids[0] == bids[1]
        assert decisions >= 40

    def test_the_explanation_is_that_of_the_decision(self) -> None:
        from math import exp

        with SoarAgent("asked", [BID, DELIBERATE], settings=BOLTZMANN, rng=Stream(5)) as agent:
            agent.show(table(1, unknown=5))
            reply = agent.run(explain=True)
            firings = agent.counts().firings
        *evaluations, last = reply.choices
        assert [choice.chosen.name for choice in evaluations] == ["evaluate"] * 4
        assert [len(choice.candidates) for choice in evaluations] == [4, 3, 2, 1]
        assert (last.state, last.chosen.attributes["face"]) == ("S1", reply.command.all("face"))
        values = {candidate.attributes["face"][0]: candidate.value for candidate in last.candidates}
        assert values == {1: 0.868313, 2: 0.539095, 3: 0.209877, 4: 0.045267}
        weights = {face: exp((value or 0) / 0.2) for face, value in values.items()}
        for candidate in last.candidates:
            weight = weights[candidate.attributes["face"][0]]
            assert candidate.probability == pytest.approx(weight / sum(weights.values()), abs=1e-5)
        fired = Counter(reply.rules)
        assert fired == {
            "propose*bid": 4,
            "tie*propose*evaluate": 4,
            "tie*apply*evaluate": 4,
            "tie*elaborate*preference": 4,
            "apply*bid": 1,
        }
        assert reply.rules[0] == "propose*bid"
        assert reply.rules[-1] == "apply*bid"
        assert firings >= len(reply.rules)

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
        with SoarAgent("asked", [BID, TENTHS, rules], settings=BOLTZMANN, rng=Stream(5)) as agent:
            agent.show(table(1))
            (choice,) = agent.run(explain=True).choices
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
            SoarAgent("adder", [self.RULES], functions={"add": self.add}) as agent,
            SoarAgent("other", [self.RULES], functions={"add": lambda a, b: 7}) as other,
        ):
            agent.show({"a": 1, "b": 3})
            other.show({"a": 1, "b": 3})
            assert agent.run().command.real("sum") == 0.25
            assert other.run().command.real("sum") == 7, "each agent has its own"

    @pytest.mark.parametrize(
        ("function", "complaint"),
        [
            (lambda a, b: 1 / (float(a) + float(b)), "ZeroDivisionError: float division by zero"),
            (lambda a: 1.0, "TypeError: .*takes 1 positional argument but 2 were given"),
            (lambda a, b: None, "TypeError: a word or a number must be returned, not None"),
        ],
    )
    def test_an_exception_is_raised_after_the_run(self, function: Callable[..., float], complaint: str) -> None:
        with SoarAgent("adder", [self.RULES], functions={"add": function}) as agent:
            agent.show({"a": 1, "b": -1})
            with pytest.raises(
                FunctionError, match=rf"adder: right-hand-side function add\(1 -1\): {complaint}"
            ) as info:
                agent.run()
            assert info.value.__cause__ is not None
            agent.reset()

    def test_ctrl_c_inside_a_function_is_ctrl_c(self) -> None:
        def interrupted(a: str, b: str) -> float:
            raise KeyboardInterrupt

        with SoarAgent("adder", [self.RULES], functions={"add": interrupted}) as agent:
            agent.show({"a": 1, "b": 1})
            with pytest.raises(KeyboardInterrupt):
                agent.run()

    def test_a_function_cannot_run_an_agent(self) -> None:
        with SoarAgent("inner", [BID, INDIFFERENT]) as inner:
            inner.show(table(1))
            with SoarAgent("outer", [self.RULES], functions={"add": lambda a, b: str(inner.run())}) as outer:
                outer.show({"a": 1, "b": 1})
                with pytest.raises(FunctionError, match="inner cannot run inside a function of outer"):
                    outer.run()
            assert inner.run().command.name == "bid"

    def test_threads_wait_for_each_other(self) -> None:
        """A function lets other threads in; they must not enter the kernel meanwhile."""
        turns, failures = 40, list[BaseException]()

        def play(agent: SoarAgent) -> None:
            try:
                for turn in range(turns):
                    agent.show({"a": turn, "b": 1})
                    assert agent.run().command.real("sum") == turn + 1
            except BaseException as error:
                failures.append(error)

        def slow(a: str, b: str) -> float:
            threading.Event().wait(0.0005)
            return float(a) + float(b)

        agents = [SoarAgent(f"thread-{number}", [self.RULES], functions={"add": slow}) for number in range(3)]
        threads = [threading.Thread(target=play, args=(agent,)) for agent in agents]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []

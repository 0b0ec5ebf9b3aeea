"""The kernel and processes: forks, spawns, long runs, and crashes that cost a worker and not a tournament."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.summary import Summary
from mendax.core import Agent, AnyGame, Decision, Factory, Seat
from mendax.core.memory import bytes_in_use
from mendax.core.streams import Stream
from mendax.games.one_die.rules import OneDie
from mendax.soar import Chunking, RuleFile, Settings, SoarAgent, WarmAgents
from tests.soar.rule_sets import BID, DELIBERATE, INDIFFERENT, table


def bids(turns: int) -> list[int]:
    with SoarAgent("child", [BID, INDIFFERENT], rng=Stream(11)) as agent:
        found = []
        for turn in range(turns):
            agent.show(table(turn))
            found.append(agent.run().command.whole("face"))
    return found


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_child_processes_decide_as_their_parent_does(method: str) -> None:
    here = bids(20)  # the kernel of this process exists when the child is made
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(bids, [20, 20, 20]) == [here] * 3
    assert bids(20) == here


def test_an_agent_goes_on_in_a_fork_and_in_its_parent() -> None:
    with SoarAgent("forked", [BID, INDIFFERENT], rng=Stream(1)) as agent:
        agent.show(table(0))
        agent.run()
        read, write = os.pipe()
        child = os.fork()
        agent.show(table(1))
        face = agent.run().command.whole("face")
        if child == 0:
            os.write(write, bytes([face]))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert os.read(read, 1) == bytes([face])


def test_a_process_with_agents_ends_quietly() -> None:
    """Also where warnings are errors: importing the kernel crashes there without help."""
    program = "from mendax.soar import SoarAgent; a, b = SoarAgent('a'), SoarAgent('b'); a.decide(3); print('done')"
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_is_flat_over_a_long_run() -> None:
    """Twenty-five thousand decisions in matches of forty turns, with trees that come and go, and deliberation."""
    rng = Random(2)

    def play(agent: SoarAgent, matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            agent.reset(rng)
            for turn in range(40):
                players = rng.sample(range(9), 3)
                agent.show(
                    {
                        **table(turn, faces=3, unknown=rng.randint(3, 5)),
                        "player": {seat: {"seat": seat, "name": f"p-{rng.random()}"} for seat in players},
                        "shown": tuple(rng.sample(range(6), rng.randint(0, 3))),
                    }
                )
                agent.run()
            decisions += agent.num_decisions
        return decisions

    with SoarAgent("steady", [BID, DELIBERATE]) as agent:
        play(agent, 20)
        decisions, used = 0, [bytes_in_use()]
        for _ in range(5):
            decisions += play(agent, 26)
            used.append(bytes_in_use())
    # What leaks does so in every part of the run. What the system does with a process on its own, such as a file's
    # pages that come back or a huge page, happens in one of them: so the middle one counts for all five.
    growth = 5 * sorted(after - before for before, after in pairwise(used))[2] // 1024
    assert decisions > 25_000
    assert growth < 512, f"{growth} kB more after {decisions} decisions"


ONE_DIE = RuleFile.of_text(
    """
    sp {propose*action
       (state <s> ^superstate nil ^io.input-link <i>)
       (<i> ^turn <turn> ^action.number <number>)
    -->
       (<s> ^operator <o> + =)
       (<o> ^name act ^number <number> ^turn <turn>)
    }
    sp {apply*action
       (state <s> ^operator <o> ^io.output-link <output>)
       (<o> ^name act ^number <number>)
    -->
       (<output> ^act.number <number>)
    }
    """
)

CRASH = RuleFile.of_text(
    """
    sp {propose*action
       (state <s> ^superstate nil ^io.input-link.option.face <face>)
    -->
       (<s> ^operator <o> +)
       (<o> ^name bid ^face <face>)
    }
    sp {tie*evaluate
       (state <s> ^impasse tie ^item <o> ^superstate <above>)
       (<o> ^face <face>)
    -->
       (<above> ^operator <o> = (- (* 2 <face>) 1))
    }
    """
)
"""A value computed inside a numeric preference: with chunking on, the kernel crashes (9.6.3 to 9.6.5)."""

_warm = WarmAgents(lambda: SoarAgent("one-die", [ONE_DIE]))


@dataclass(frozen=True)
class Crashing:
    """A factory of Soar agents that crash: at one decision in fifty, always or once a decision."""

    marks: str
    how: str
    always: bool = False

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return CrashingAgent(self, rng)


class CrashingAgent(Agent[Any, Any, Any]):
    def __init__(self, factory: Crashing, rng: Random) -> None:
        self.factory, self.rng = factory, rng
        self.agent = _warm.lend(self, rng)
        self.turn = 0

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        draw = self.rng.random()
        mark = Path(self.factory.marks) / str(draw)
        if self.factory.how and draw < 0.02 and (self.factory.always or not mark.exists()):
            mark.touch()
            crash(self.factory.how)
        self.turn += 1
        self.agent.show({"turn": self.turn, "action": {n: {"number": n} for n in range(len(actions))}})
        return Decision(actions[self.agent.run().command.whole("number")])


def crash(how: str) -> None:
    if how == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    with SoarAgent("doomed", [CRASH], settings=Settings(chunking=Chunking.ALWAYS)) as agent:
        agent.show({"option": {face: {"face": face} for face in range(3)}})
        agent.decide(5)


class TestCrashes:
    GAME = OneDie()

    def run(self, marks: Path, how: str, *, games: int = 60, always: bool = False, workers: int = 2) -> Summary:
        agents: list[tuple[str, Factory]] = [(f"soar-{n}", Crashing(str(marks), how, always)) for n in range(2)]
        run = run_games(self.GAME, agents, match_schedule(2, 2, games), seed=4, workers=workers)
        assert run.results.done.all()
        return replace(Summary.of(run), seconds=0.0)

    def test_the_kernel_does_crash(self) -> None:
        """If this fails, the kernel was repaired and the warnings about it can go."""
        child = multiprocessing.get_context("spawn").Process(target=crash, args=("kernel",))
        child.start()
        child.join()
        assert child.exitcode == -signal.SIGSEGV

    @pytest.mark.parametrize("how", ["signal", "kernel"])
    def test_a_crash_costs_a_worker_and_no_game(self, tmp_path: Path, how: str) -> None:
        summary = self.run(tmp_path, how)
        assert len(list(tmp_path.iterdir())) > 0, "a worker crashed"
        assert summary.games == 60
        assert summary.forfeits == ()
        assert summary == self.run(tmp_path, "", workers=1), "the same as without a crash, on one worker"

    def test_a_game_that_always_crashes_is_a_forfeit(self, tmp_path: Path) -> None:
        summary = self.run(tmp_path, "signal", games=44, always=True)
        assert summary.games == 44
        assert 0 < summary.endings["forfeit"] == len(summary.forfeits)
        assert summary.forfeits[0].reason == "the process died: signal SIGSEGV"

"""How fast the Soar kernel runs from Python, and how much of a turn is the kernel's own time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from mendax.bench import Line, Measured
from mendax.bench.timing import seconds_of
from mendax.soar import Chunking, RuleFile, Selection, Settings, SoarAgent, Tree

OPTIONS = 6

_COUNTING = """
sp {propose*start (state <s> ^superstate nil -^number) --> (<s> ^operator.name start)}
sp {apply*start (state <s> ^operator.name start) --> (<s> ^number 0)}
sp {propose*count (state <s> ^superstate nil ^number <n>) --> (<s> ^operator <o> +) (<o> ^name count ^number <n>)}
sp {apply*count (state <s> ^operator <o>) (<o> ^name count ^number <n>) --> (<s> ^number <n> - (+ <n> 1))}
"""

_BIDDING = """
sp {propose*bid
   (state <s> ^superstate nil ^io.input-link <table>)
   (<table> ^turn <turn> ^option <option>)
   (<option> ^count <count> ^face <face>)
-->
   (<s> ^operator <o> +)
   (<o> ^name bid ^count <count> ^face <face> ^turn <turn>)
}
sp {apply*bid
   (state <s> ^operator <o> ^io.output-link <output>)
   (<o> ^name bid ^count <count> ^face <face>)
-->
   (<output> ^bid <bid>)
   (<bid> ^count <count> ^face <face>)
}
"""

_ANY = "sp {select*any (state <s> ^operator <o> +) (<o> ^name bid) --> (<s> ^operator <o> =)}"

_DELIBERATION = """
sp {tie*propose*evaluate
   (state <s> ^impasse tie ^item <bid>)
  -(<s> ^evaluation.item <bid>)
-->
   (<s> ^operator <o> + =)
   (<o> ^name evaluate ^item <bid>)
}
sp {tie*apply*evaluate
   (state <s> ^operator <o> ^superstate.io.input-link.unknown <unknown>)
   (<o> ^name evaluate ^item <bid>)
   (<bid> ^count <count>)
-->
   (<s> ^evaluation <evaluation>)
   (<evaluation> ^item <bid> ^probability (compute-dice-probability <unknown> 3 <count> ge))
}
sp {tie*elaborate*preference
   (state <s> ^superstate <above> ^evaluation <evaluation>)
   (<evaluation> ^item <bid> ^probability <probability>)
-->
   (<above> ^operator <bid> = <probability>)
}
"""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured."""

    repeats: int
    cycles: int
    turns: int
    warm_turns: int
    made: int
    """Agents made or reset."""


FULL = Amount(repeats=7, cycles=100_000, turns=1_500, warm_turns=200, made=20)
QUICK = Amount(repeats=1, cycles=1_000, turns=20, warm_turns=5, made=2)


def turns(quick: bool = False) -> Measured:
    """Decisions and turns a second on one core, and the share of a turn that is not the kernel's."""
    amount = QUICK if quick else FULL
    decisions = _median(amount, lambda: _decisions_a_second(amount.cycles))
    lines = [Line("decisions, each an operator proposed and applied", decisions, "decisions/s")]
    plain = Settings(selection=Selection.BOLTZMANN, temperature=0.1)
    learning = Settings(selection=Selection.BOLTZMANN, temperature=0.1, chunking=Chunking.ALWAYS)
    for name, rules, settings, explain in (
        ("a turn", _BIDDING + _ANY, plain, False),
        ("a turn with deliberation", _BIDDING + _DELIBERATION, plain, False),
        ("the same, learned as chunks", _BIDDING + _DELIBERATION, learning, False),
        ("a turn, with its explanation", _BIDDING + _ANY, plain, True),
    ):
        num_turns = max(1, amount.turns // 10) if explain else amount.turns
        with Timed(name, [RuleFile.of_text(rules)], settings=settings, rng=Random(1)) as agent:
            _play(agent, amount.warm_turns, explain)  # warm: chunks learned, caches filled
            runs = [_play(agent, num_turns, explain) for _ in range(amount.repeats)]
        lines.append(Line(name, median(turns for turns, _ in runs), "turns/s"))
        if not explain:
            lines.append(Line(f"{name}: our bridge's share", 100 * median(share for _, share in runs), "%"))
    with SoarAgent("reset", [RuleFile.of_text(_BIDDING + _DELIBERATION)]) as agent:
        resets = _median(amount, lambda: _microseconds(agent.reset, 10 * amount.made))
    lines.append(Line("a clean agent by reset", resets, "us"))
    makes = _median(amount, lambda: _microseconds(_make, amount.made))
    lines.append(Line("a clean agent by making one (six rules)", makes, "us"))
    note = (
        f"A turn shows a view of {_size(_view(0))} elements of which a dozen change, has {OPTIONS} candidate "
        "operators and gives one command. The kernel's time is that inside the one call that runs it; the "
        "bridge's is all the rest, from the tree to the command."
    )
    return Measured(tuple(lines), note)


class Timed(SoarAgent):
    """An agent that measures the time inside the kernel."""

    inside = 0.0

    def _run_on(self, agent: Any) -> None:
        began = time.perf_counter()
        super()._run_on(agent)
        self.inside += time.perf_counter() - began


def _view(turn: int) -> Tree:
    """A table of four players, as a player sees it."""
    return {
        "turn": turn,
        "unknown": 10,
        "option": {place: {"count": turn % 3 + place // 2 + 1, "face": place + 1} for place in range(OPTIONS)},
        "player": {seat: {"seat": seat, "dice": 5, "shown": turn % 3 if seat == turn % 4 else 0} for seat in range(4)},
        "bid": {"count": turn % 9 + 1, "face": turn % 6 + 1, "by": turn % 4},
        "cup": {"one": 1, "two": 0, "three": 2, "four": 1, "five": 0},
    }


def _size(tree: object) -> int:
    """How many elements of working memory a tree is."""
    if not isinstance(tree, dict):
        return 1
    if any(isinstance(key, int) for key in tree):
        return sum(_size(value) for value in tree.values())
    return 1 + sum(_size(value) for value in tree.values())


def _play(agent: Timed, turns: int, explain: bool) -> tuple[float, float]:
    """Turns a second, and the share of the time that was not the kernel's."""
    views: Sequence[Tree] = [_view(turn) for turn in range(turns)]
    agent.reset()
    agent.inside = 0.0
    began = time.perf_counter()
    for view in views:
        agent.show(view)
        agent.run(100, explain)
    spent = time.perf_counter() - began
    return turns / spent, 1 - agent.inside / spent


def _decisions_a_second(cycles: int) -> float:
    with SoarAgent("counter", [RuleFile.of_text(_COUNTING)]) as agent:
        return cycles / seconds_of(lambda: agent.native.RunSelf(cycles))


def _make() -> None:
    SoarAgent("made", [RuleFile.of_text(_BIDDING + _DELIBERATION)]).close()


def _microseconds(work: Callable[[], object], times: int) -> float:
    """Of one call, the mean of some."""
    return 1e6 * seconds_of(lambda: [work() for _ in range(times)]) / times


def _median(amount: Amount, measure: Callable[[], float]) -> float:
    return median(measure() for _ in range(amount.repeats))

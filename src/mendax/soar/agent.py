"""A Soar agent: its rules and settings, its input, its runs and the explanation of a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, NamedTuple

from mendax.soar.errors import NoCommand, SoarError
from mendax.soar.kernel import DECIDE, FIRED_EVENT, PHASE, raw
from mendax.soar.kernel_agent import KernelAgent
from mendax.soar.memory import Name, as_parameters, read_elements
from mendax.soar.mirror import Mirror, Tree, Value
from mendax.soar.operator_choices import CANDIDATE_LINE, OperatorChoice, read_choice
from mendax.soar.output import Command, Parameters, read_commands
from mendax.soar.productions import Productions
from mendax.soar.rule_files import RuleFile
from mendax.soar.settings import Settings

_HALTED = "System halted"
_COUNTS = re.compile(
    r"(\d+) (?=productions \(|chunks\)|decisions|elaboration cycles|production firings|wme changes|current)"
)


class Reply(NamedTuple):
    """The result of a run: the commands of its last output phase, in the order in which they were given."""

    commands: tuple[Command, ...]
    rules: tuple[str, ...] = ()
    """With `explain`: the rules that fired, in order, as often as they did."""
    choices: tuple[OperatorChoice, ...] = ()
    """With `explain`: the decisions that selected an operator, in order."""

    @property
    def command(self) -> Command:
        """The command of a run that gave exactly one."""
        if len(self.commands) != 1:
            raise SoarError(f"one command was expected, not {', '.join(each.name for each in self.commands)}")
        return self.commands[0]


@dataclass(slots=True)
class _Trace:
    """What is recorded during a run with `explain`."""

    rules: list[str] = field(default_factory=list)
    choices: list[OperatorChoice] = field(default_factory=list)


class Counts(NamedTuple):
    """The kernel's own counts."""

    rules: int
    chunks: int
    decisions: int
    elaborations: int
    firings: int
    changes: int
    """Additions to working memory and removals from it."""
    memory: int
    """Elements of working memory now."""


class SoarAgent(KernelAgent):
    """One Soar agent.

    >>> greet = RuleFile.of_text('''
    ...     sp {propose*greet
    ...        (state <s> ^superstate nil ^io.input-link.guest <guest>)
    ...        (<guest> ^name <name>)
    ...        -->
    ...        (<s> ^operator <o> + =)
    ...        (<o> ^name greet ^guest <name>)}
    ...     sp {apply*greet
    ...        (state <s> ^operator <o> ^io.output-link <output>)
    ...        (<o> ^name greet ^guest <name>)
    ...        -->
    ...        (<output> ^greet <command>)
    ...        (<command> ^who <name>)}
    ... ''')
    >>> with SoarAgent("host", [greet]) as agent:
    ...     agent.show({"guest": {0: {"name": "ann"}}})
    ...     agent.run().command.word("who")
    'ann'

    The kernel's random generator is shared by all agents of a process. An agent with a generator of its own (`rng`,
    or given to `reset`) seeds the kernel from it before every run, so that its choices do not depend on other agents.

    Same seed, same result holds only from a new or a reset agent on: what it saw before changes the order of its
    candidates, and with it what a random draw picks. `WarmAgents` lends a reset agent to each player of a match.
    """

    def __init__(
        self,
        name: str,
        rules: Iterable[RuleFile] = (),
        *,
        settings: Settings | None = None,
        functions: Mapping[str, Callable[..., Value]] | None = None,
        rng: Random | None = None,
    ) -> None:
        super().__init__(name, functions or {})
        self.settings = settings or Settings()
        self.rng = rng
        self.rules = Productions(self)
        self._mirror = Mirror(self.native)
        self._limit = -1
        try:
            for command in ("trace 0", "soar timers off", "soar stop-phase input", *self.settings.commands()):
                self.execute(command)
            self.rules.load(RuleFile.of_package("mendax.soar", "commands.soar"), *rules)
        except BaseException:
            self.close()
            raise

    def configure(self, settings: Settings) -> None:
        """Change how the agent decides and learns, from the next run on."""
        for command in settings.commands(self.settings):
            self.execute(command)
        self.settings = settings

    def show(self, tree: Tree) -> None:
        """Make the input link equal to this tree, changing only what differs; the next run sees it."""
        if self.handle is None:
            self.check_open()
        self._mirror.show(tree)

    def run(self, limit: int = 1000, explain: bool = False) -> Reply:
        """Run until there is a command; without one after `limit` decisions, `NoCommand` is raised.

        The commands are marked complete, and so leave the output link with the next decision. `explain` never
        changes the commands, but takes many times as long.
        """
        if limit != self._limit:
            self.execute(f"soar max-nil-output-cycles {limit}")
            self._limit = limit
        trace = _Trace() if explain else None
        commands = self._go(self._run_on if trace is None else partial(self._run_traced, trace))
        if not commands:
            self._raise_no_command(limit)
        return Reply(commands) if trace is None else Reply(commands, tuple(trace.rules), tuple(trace.choices))

    def _run_on(self, agent: Any) -> None:
        raw.Agent_RunSelfTilOutput(agent)
        if raw.Agent_GetNumberCommands(agent):
            return
        # It may have stopped for a change of the output link that is no new command: then it runs on.
        # The kernel does not report the very first change.
        early = raw.Agent_GetNumberOutputLinkChanges(agent) or self.num_decisions < self._limit
        last = self.num_decisions + self._limit
        while early and not raw.Agent_GetNumberCommands(agent) and self.num_decisions < last and not self._failure:
            raw.Agent_RunSelfTilOutput(agent)
            early = raw.Agent_GetNumberOutputLinkChanges(agent)

    def decide(self, num_decisions: int = 1) -> tuple[Command, ...]:
        """Make so many decisions, whether or not they give commands: for new input or a reward."""
        # One by one, because the kernel keeps the commands of the last output phase only.
        return tuple(command for _ in range(num_decisions) for command in self._go(raw.Agent_RunSelf, 1))

    def _go(self, run: Callable[..., object], *arguments: int) -> tuple[Command, ...]:
        agent, here = self.handle, self._kernel
        if agent is None:
            self.check_open()
        with here.lock:
            if here.running is not None:
                raise SoarError(f"{self.name} cannot run inside a function of {here.running.name}")
            here.running = self
            self._printed.clear()
            try:
                if self.rng is not None:
                    here.seed(self.rng.getrandbits(32))
                raw.Agent_ClearOutputLinkChanges(agent)
                run(agent, *arguments)
            finally:
                here.running = None
            if self._failure is not None or self._printed:
                self.raise_failure()
            return read_commands(agent)

    def _run_traced(self, trace: _Trace, _: object) -> None:
        """Run phase by phase, and read the preferences after each decision."""
        agent = self.native
        watching = agent.RegisterForProductionEvent(
            FIRED_EVENT, lambda _event, _data, _agent, rule, _instance: trace.rules.append(rule), None
        )
        self.execute("trace --indifferent-selection")
        last = self.num_decisions + self._limit
        # The kernel does not report the very first change: the command of a first run without a trace still counts.
        old = agent.GetNumberCommands() > 0
        try:
            while (old or not agent.GetNumberCommands()) and self.num_decisions < last and self._failure is None:
                deciding = agent.GetCurrentPhase() == DECIDE
                before = len(self._printed)
                agent.RunSelf(1, PHASE)
                old = old and not agent.GetNumberOutputLinkChanges()
                printed = "".join(self._printed[before:])
                if _HALTED in printed:
                    break
                if deciding:
                    self._printed[before:] = [CANDIDATE_LINE.sub("", printed)]
                    if (choice := read_choice(self, printed)) is not None:
                        trace.choices.append(choice)
        finally:
            self.execute("trace 0")
            agent.UnregisterForProductionEvent(watching)

    def look(self, identifier: str = "S1", depth: int = 3) -> Parameters:
        """Working memory from an identifier down, as the kernel prints it (real numbers with six digits)."""
        return as_parameters(identifier, read_elements(self.execute(f"print --depth {depth} --internal {identifier}")))

    def reset(self, rng: Random | None = None) -> None:
        """Empty working memory; rules, chunks and learned values stay."""
        self.check_open()
        if rng is not None:
            self.rng = rng
        self._mirror.clear()
        self.native.InitSoar()
        self._printed.clear()

    @property
    def num_decisions(self) -> int:
        """Decisions since the agent was made or reset."""
        self.check_open()
        return int(self.native.GetDecisionCycleCounter())

    def counts(self) -> Counts:
        """The kernel's counts since the agent was made or reset."""
        return Counts(*(int(found[1]) for found in _COUNTS.finditer(self.execute("stats"))))

    def _raise_no_command(self, limit: int) -> None:
        reason = "it halted" if _HALTED in self.printed else f"none in {limit} decisions"
        output = read_elements(self.execute("print --internal I3"))
        plain = [f"^{each.attribute} {each.value}" for each in output if not isinstance(each.value, Name)]
        if plain:
            reason += f", only {' '.join(plain)}, and a command is an identifier with attributes"
        stack = self.execute("print --stack")
        levels = [line.strip(" :=>") for line in stack.splitlines() if line.strip(" :")]
        where = ", ".join(levels if len(levels) <= 6 else [*levels[:5], f"and {len(levels) - 5} more"])
        raise NoCommand(f"{self.name} gave no command ({reason}); its stack is {where}", stack)

"""An agent: an agent of the kernel with its rules, what it sees, what it says and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, NamedTuple

from mendax.soar.errors import SoarError, Unanswered
from mendax.soar.kernel import DECIDE, FIRED_EVENT, PHASE, raw
from mendax.soar.kernel_agent import KernelAgent
from mendax.soar.memory import Name, as_parameters, read_elements
from mendax.soar.mirror import Mirror, Tree, Value
from mendax.soar.output import Command, Parameters, read_commands
from mendax.soar.productions import Productions
from mendax.soar.reasons import DRAWN, Choice, read_choice
from mendax.soar.rule_files import RuleFile
from mendax.soar.settings import Settings

_HALTED = "System halted"
_COUNTS = re.compile(
    r"(\d+) (?=productions \(|chunks\)|decisions|elaboration cycles|production firings|wme changes|current)"
)


class Answer(NamedTuple):
    """What a run brought: the commands of its last output phase, in the order in which they were given."""

    commands: tuple[Command, ...]
    rules: tuple[str, ...] = ()
    """When asked why: the rules that fired, in order, as often as they did."""
    choices: tuple[Choice, ...] = ()
    """When asked why: the decisions that selected an operator, in order."""

    @property
    def command(self) -> Command:
        """The only command."""
        if len(self.commands) != 1:
            raise SoarError(f"one command was expected, not {', '.join(each.name for each in self.commands)}")
        return self.commands[0]


@dataclass(slots=True)
class _Reasons:
    """What is heard while an agent thinks aloud."""

    rules: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)


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

    The kernel's generator is shared by all agents of a process. An agent with a generator of its own (`rng`, or
    given to `reset`) seeds the kernel from it before every run, so that its choices are its own business.

    Same seed, same result holds from a new or reset agent on: what it saw before moves the order of its
    candidates, and so what chance picks. `WarmAgents` lends one to each player of a match.
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
        """Decide and learn in another way from now on."""
        for command in settings.commands(self.settings):
            self.execute(command)
        self.settings = settings

    def show(self, tree: Tree) -> None:
        """Make the input link this tree, by differences only; the next run sees it."""
        if self.handle is None:
            self.be_there()
        self._mirror.show(tree)

    def run(self, limit: int = 1000, explain: bool = False) -> Answer:
        """Think until there is a command, for at most `limit` decisions; then `Unanswered` is raised.

        The commands are marked complete, and so leave the output link with the next decision. Asking why
        never changes the answer, but takes many times as long.
        """
        if limit != self._limit:
            self.execute(f"soar max-nil-output-cycles {limit}")
            self._limit = limit
        reasons = _Reasons() if explain else None
        commands = self._go(self._run_on if reasons is None else partial(self._run_aloud, reasons))
        if not commands:
            self._give_up(limit)
        return Answer(commands) if reasons is None else Answer(commands, tuple(reasons.rules), tuple(reasons.choices))

    def _run_on(self, agent: Any) -> None:
        raw.Agent_RunSelfTilOutput(agent)
        if raw.Agent_GetNumberCommands(agent):
            return
        # Did it stop for a change of the output link that is no new command? Then it may think on.
        # The kernel does not tell of the very first change.
        early = raw.Agent_GetNumberOutputLinkChanges(agent) or self.num_decisions < self._limit
        last = self.num_decisions + self._limit
        while early and not raw.Agent_GetNumberCommands(agent) and self.num_decisions < last and not self._failure:
            raw.Agent_RunSelfTilOutput(agent)
            early = raw.Agent_GetNumberOutputLinkChanges(agent)

    def think(self, num_decisions: int = 1) -> tuple[Command, ...]:
        """Make so many decisions, whether or not they lead to commands: for taking in news or a reward."""
        # One by one, for the kernel tells of the last output phase only.
        return tuple(command for _ in range(num_decisions) for command in self._go(raw.Agent_RunSelf, 1))

    def _go(self, run: Callable[..., object], *arguments: int) -> tuple[Command, ...]:
        agent, here = self.handle, self._kernel
        if agent is None:
            self.be_there()
        with here.lock:
            if here.running is not None:
                raise SoarError(f"{self.name} cannot run inside a function of {here.running.name}")
            here.running = self
            self._said.clear()
            try:
                if self.rng is not None:
                    here.seed(self.rng.getrandbits(32))
                raw.Agent_ClearOutputLinkChanges(agent)
                run(agent, *arguments)
            finally:
                here.running = None
            if self._failure is not None or self._said:
                self.complain()
            return read_commands(agent)

    def _run_aloud(self, reasons: _Reasons, _: object) -> None:
        """Phase by phase, looking at the preferences after each decision."""
        agent = self.native
        watching = agent.RegisterForProductionEvent(
            FIRED_EVENT, lambda _event, _data, _agent, rule, _instance: reasons.rules.append(rule), None
        )
        self.execute("trace --indifferent-selection")
        last = self.num_decisions + self._limit
        try:
            while not agent.GetNumberCommands() and self.num_decisions < last and self._failure is None:
                deciding = agent.GetCurrentPhase() == DECIDE
                heard = len(self._said)
                agent.RunSelf(1, PHASE)
                said = "".join(self._said[heard:])
                if _HALTED in said:
                    break
                if deciding:
                    self._said[heard:] = [DRAWN.sub("", said)]
                    if (choice := read_choice(self, said)) is not None:
                        reasons.choices.append(choice)
        finally:
            self.execute("trace 0")
            agent.UnregisterForProductionEvent(watching)

    def look(self, identifier: str = "S1", depth: int = 3) -> Parameters:
        """Working memory from an identifier down, as the kernel prints it (real numbers with six digits)."""
        return as_parameters(identifier, read_elements(self.execute(f"print --depth {depth} --internal {identifier}")))

    def reset(self, rng: Random | None = None) -> None:
        """A clean agent with the same rules, chunks and learned values, and nothing on its input link."""
        self.be_there()
        if rng is not None:
            self.rng = rng
        self._mirror.clear()
        self.native.InitSoar()
        self._said.clear()

    @property
    def num_decisions(self) -> int:
        """Decisions since it was made or reset."""
        self.be_there()
        return int(self.native.GetDecisionCycleCounter())

    def counts(self) -> Counts:
        """What the kernel has counted since the agent was made or reset."""
        return Counts(*(int(found[1]) for found in _COUNTS.finditer(self.execute("stats"))))

    def _give_up(self, limit: int) -> None:
        reason = "it halted" if _HALTED in self.said else f"none in {limit} decisions"
        output = read_elements(self.execute("print --internal I3"))
        plain = [f"^{each.attribute} {each.value}" for each in output if not isinstance(each.value, Name)]
        if plain:
            reason += f", only {' '.join(plain)}, and a command is an identifier with attributes"
        stack = self.execute("print --stack")
        levels = [line.strip(" :=>") for line in stack.splitlines() if line.strip(" :")]
        where = ", ".join(levels if len(levels) <= 6 else [*levels[:5], f"and {len(levels) - 5} more"])
        raise Unanswered(f"{self.name} gave no command ({reason}); its stack is {where}", stack)

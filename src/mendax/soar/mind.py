"""A mind: one agent of the kernel, with its rules, its working memory and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any, Self

from mendax.soar.errors import FunctionError, RuleError, SoarError, Unanswered
from mendax.soar.kernel import PRINT_EVENT, kernel
from mendax.soar.mirror import Mirror, Tree, Value
from mendax.soar.output import Command, read_command
from mendax.soar.rules import Rule, RuleFile
from mendax.soar.settings import Settings

_EXEC = re.compile(r"\(\s*exec\s+([^\s()]+)")
_ADDED_EXEC = re.compile(r"Adding exec to RHS function: (\S+)")
_TROUBLE = re.compile(r"^(?:Warning|Error|WARNING|ERROR)\b.*", re.MULTILINE)
_HALTED = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run brought: the commands of its last output phase, in the order in which they were given."""

    commands: tuple[Command, ...]

    @property
    def command(self) -> Command:
        """The only command."""
        if len(self.commands) != 1:
            raise SoarError(f"one command was expected, not {', '.join(each.name for each in self.commands)}")
        return self.commands[0]


class Mind:
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
    >>> with Mind("host", [greet]) as mind:
    ...     mind.show({"guest": {0: {"name": "ann"}}})
    ...     mind.run().command.word("who")
    'ann'

    The kernel's generator is shared by all minds of a process. A mind with a generator of its own (`rng`, or
    given to `reset`) seeds the kernel from it before every run, so that its choices are its own business.
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
        self.name = name
        self.settings = settings or Settings()
        self.rng = rng
        self._functions = dict(functions or {})
        self._failure: BaseException | None = None
        self._kernel = kernel()
        self._unique, self._agent = self._kernel.create(self, name)
        self._said: list[str] = []
        self._rules: dict[str, Rule] = {}
        self._limit = -1
        try:
            self._agent.SetBlinkIfNoChange(False)
            self._agent.RegisterForPrintEvent(PRINT_EVENT, self._hear, None)
            for function in self._functions:
                self._kernel.provide(function)
            self.execute("trace 0")
            self.execute("soar timers off")
            self.execute("soar stop-phase input")
            for command in self.settings.commands():
                self.execute(command)
            self._mirror = Mirror(self._agent)
            self.load(RuleFile.of_package("mendax.soar", "commands.soar"), *rules)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the kernel; doing it twice is harmless."""
        if self._agent is not None:
            self._kernel.destroy(self._unique, self._agent)
            self._agent = None

    def execute(self, command: str) -> str:
        """What the kernel answers to a command line; a refused command raises `SoarError`."""
        with self._kernel.lock:
            answer = str(self._agent.ExecuteCommandLine(command))
            if not self._agent.GetLastCommandLineResult():
                raise SoarError(f"{self.name}: {command!r} failed: {' '.join(answer.split())}")
        return answer

    def configure(self, settings: Settings) -> None:
        """Decide and learn in another way from now on."""
        for command in settings.commands(self.settings):
            self.execute(command)
        self.settings = settings

    # Rules

    def load(self, *files: RuleFile) -> int:
        """Take in rule files and prove that every rule is there; how many rules the kernel has more."""
        before = self.rule_names()
        for file in files:
            for rule in file.rules():
                self._take(rule)
        have = self.rule_names()
        for rule in self._rules.values():
            if not rule.generates and rule.name not in have:
                raise RuleError(f"{rule.place}: the kernel does not have it")
        return len(have) - len(before)

    def _take(self, rule: Rule) -> None:
        if rule.name in self._rules:
            raise RuleError(f"{rule.place} is there already, in {self._rules[rule.name].place}")
        for function in _EXEC.findall(rule.text):
            self._want(function, rule)
        with self._kernel.lock:
            answer = str(self._agent.ExecuteCommandLine(rule.text))
            accepted = self._agent.GetLastCommandLineResult()
        for function in _ADDED_EXEC.findall(answer):
            self._want(function, rule)
            answer = ""
        if not accepted or answer.strip(" \n*"):
            raise RuleError(f"{rule.place}: {' '.join(answer.strip(' *').split())}")
        self._rules[rule.name] = rule

    def _want(self, function: str, rule: Rule) -> None:
        if function not in self._functions:
            raise RuleError(f"{rule.place}: there is no right-hand-side function {function}")

    def rule_names(self) -> frozenset[str]:
        """The names of all rules the kernel has for this mind, chunks included."""
        return frozenset(self.execute("print --all").split())

    # Thinking

    def show(self, tree: Tree) -> None:
        """Make the input link this tree, by differences only; the next run sees it."""
        self._mirror.show(tree)

    def run(self, limit: int = 1000) -> Answer:
        """Think until there is a command, for at most `limit` decisions; then `Unanswered` is raised.

        The commands are marked complete, and so leave the output link with the next decision.
        """
        agent, here = self._agent, self._kernel
        if here.running is not None:
            raise SoarError(f"{self.name} cannot run while {here.running.name} is thinking")
        if limit != self._limit:
            self.execute(f"soar max-nil-output-cycles {limit}")
            self._limit = limit
        with here.lock:
            here.running = self
            try:
                if self.rng is not None:
                    here.seed(self.rng.getrandbits(32), agent)
                agent.RunSelfTilOutput()
            finally:
                here.running = None
            if self._failure is not None or self._said:
                self._complain()
            num_commands = agent.GetNumberCommands()
            if not num_commands:
                self._give_up(limit)
            commands = []
            for index in range(num_commands):
                identifier = agent.GetCommand(index)
                commands.append(read_command(identifier))
                identifier.AddStatusComplete()
        return Answer(tuple(commands))

    def reset(self, rng: Random | None = None) -> None:
        """A clean mind with the same rules, chunks and learned values, and nothing on its input link."""
        if rng is not None:
            self.rng = rng
        self._mirror.clear()
        self._agent.InitSoar()

    @property
    def said(self) -> str:
        """What its rules wrote since it was last asked."""
        text = "".join(self._said)
        self._said.clear()
        return text

    @property
    def num_decisions(self) -> int:
        """Decisions since it was made or reset."""
        return int(self._agent.GetDecisionCycleCounter())

    def _hear(self, event: int, data: None, agent: Any, text: str) -> None:
        self._said.append(text)

    def _complain(self) -> None:
        """Raise what went wrong during the run, if anything did."""
        failure, self._failure = self._failure, None
        if isinstance(failure, Exception):
            raise FunctionError(
                f"{self.name}: {failure.__notes__[0]}: {type(failure).__name__}: {failure}"
            ) from failure
        if failure is not None:  # Ctrl-C
            raise failure
        trouble = _TROUBLE.search("".join(self._said))
        if trouble is not None:
            self._said.clear()
            raise SoarError(f"{self.name}: the kernel says: {trouble[0]}")

    def _give_up(self, limit: int) -> None:
        halted = "it halted" if self._agent.GetRunState() == _HALTED else f"none in {limit} decisions"
        stack = self.execute("print --stack")
        lines = [line.lstrip(" :") for line in stack.splitlines() if line.strip(" :")]
        where = " > ".join(lines if len(lines) <= 6 else [*lines[:5], f"and {len(lines) - 5} more"])
        raise Unanswered(f"{self.name} gave no command ({halted}); it is in {where}", stack)

    def answer(self, function: str, argument: str) -> str:
        """Called by the kernel for a right-hand-side function; an exception waits for the run to end."""
        try:
            value = self._functions[function](*argument.split())
            if type(value) not in (str, int, float):
                raise TypeError(f"returned {value!r}, not a word or a number")
            return str(value)
        except BaseException as error:
            error.__notes__ = [f"right-hand-side function {function}({argument})"]
            self._failure = self._failure or error
            self._agent.StopSelf()
            return ""

"""Runs a program through every trouble that a table can bring, and reports a line for each check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from mendax.core.catalogue import build_game
from mendax.core.game import AnyGame, game_text
from mendax.table.validate.private_server import PrivateServer, private_server
from mendax.table.validate.program import Program, started
from mendax.table.validate.referee import Referee, Rule, Trouble
from mendax.table.validate.troubles import LATE_SECONDS, Cut, Late, LaterProtocol, NextMatch, Refusal, WholeMatch

OPPONENT: Final = "random"
"""An agent that every game has."""
CONNECT_SECONDS: Final = 30.0
SCENE_SECONDS: Final = 600.0
GRACE: Final = 1.0
"""Seconds that an answer may be on its way."""
AFTERWARDS: Final = 0.4
"""Seconds for which a program is watched when it is done: one that breaks down now has not survived."""
TRIES: Final = 50
"""A match may end before anything could happen to the program: then another table is made. In one-die more than half
of the matches end before a late answer is refused: sixteen tries were too few for one program in six thousand."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    name: str
    about: str
    passed: bool
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        """Everything, by name."""
        return {"name": self.name, "about": self.about, "passed": self.passed, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Report:
    """What was found about a program."""

    command: tuple[str, ...]
    game: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether it may play."""
        return all(check.passed for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """Everything, by name."""
        checks = [check.to_json() for check in self.checks]
        return {"command": list(self.command), "game": self.game, "passed": self.passed, "checks": checks}


RULES: Final = {
    Rule.JOIN: "joins with its token",
    Rule.TURNS: "answers each turn once, with its id",
    Rule.LEGAL: "plays legal actions in the game's notation",
    Rule.TIME: "answers in time",
    Rule.FRAMES: "sends only frames of the protocol, none out of turn",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at which something happens."""

    name: str
    about: str
    trouble: Callable[[], Trouble]
    goes_on: bool = False
    seconds: float | None = None


SCENES: Final = (
    Scene("match", "plays a match to its end", WholeMatch),
    Scene("refused", "answers again when an action is refused", Refusal),
    Scene("reconnect", "comes back when the connection is cut in its turn", Cut),
    Scene("late", "goes on when the default was played for it", Late, seconds=LATE_SECONDS),
    Scene("unknown", "passes over frames and fields that it does not know", LaterProtocol),
    Scene("next", "plays the next match too, or ends cleanly", NextMatch, goes_on=True),
)


async def validate(
    command: Sequence[str],
    game: str,
    *,
    seconds: float = 10.0,
    scenes: Sequence[Scene] = SCENES,
    say: Callable[[Check], None] = lambda check: None,
) -> Report:
    """Check a program: it is started once for each scene, with `MENDAX_URL` and `MENDAX_TOKEN` in its environment."""
    rules = build_game(game)
    checks: list[Check] = []

    def add(check: Check) -> None:
        checks.append(check)
        say(check)

    faults: list[tuple[Rule, str]] = []
    slowest, joined = 0.0, True
    async with private_server() as server:
        for scene in scenes:
            if not joined:
                add(Check(scene.name, scene.about, False, "not checked: the program does not join"))
                continue
            referee, problem, note = await _play(server, command, rules, scene, seconds)
            faults += referee.faults
            slowest, joined = max(slowest, referee.slowest), joined and referee.joined
            add(Check(scene.name, scene.about, not problem, problem or note))
    for rule, about in RULES.items():
        found = [text for kind, text in faults if kind is rule]
        detail = f"slowest {slowest:.2f} s" if rule is Rule.TIME and joined else ""
        if rule is Rule.JOIN and not joined:
            found.append("it did not join")
        elif not joined:
            found.append("not checked: the program does not join")
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        add(Check(rule.value, about, not found, found[0] + more if found else detail))
    return Report(tuple(command), game_text(rules), tuple(checks))


async def _play(
    server: PrivateServer, command: Sequence[str], game: AnyGame, scene: Scene, seconds: float
) -> tuple[Referee, str, str]:
    """Play a scene until what it is about has happened: who watched, what went wrong, and what is to be noted."""
    faults: list[tuple[Rule, str]] = []
    for _ in range(TRIES):
        token = await server.seat(game, OPPONENT, goes_on=scene.goes_on, seconds=scene.seconds or seconds)
        trouble = scene.trouble()
        referee = server.tap.referee = Referee(token, trouble)
        async with started(command, {"MENDAX_URL": server.url, "MENDAX_TOKEN": token}) as program:
            problem, note = await _watch(referee, program, seconds)
        server.tap.referee = None
        faults += referee.faults
        if problem or trouble.happened:
            break
    else:
        problem = f"in {TRIES} matches it had no turn in which it could be checked; try a longer game"
    referee.faults = faults
    return referee, problem, note


async def _watch(referee: Referee, program: Program, seconds: float) -> tuple[str, str]:
    """Wait until the program has done what it should, or has failed; the problem and a note."""
    began, trouble = monotonic(), referee.trouble
    while not (trouble.overcome or (referee.ends and not trouble.happened)):
        if referee.ends and not isinstance(trouble, NextMatch):
            return f"it did not until the match ended{_last(program)}", ""
        if program.code is not None:
            return _ended(referee, program)
        if not referee.joined and monotonic() - began > CONNECT_SECONDS:
            return f"it did not join in {CONNECT_SECONDS:g} s", ""
        late = referee.overdue() + GRACE + (seconds if trouble.excuses_time else 0.0)
        if late < 0:
            return f"it does not answer its turn{_last(program)}", ""
        if monotonic() - began > SCENE_SECONDS:
            return f"this was not over in {SCENE_SECONDS:g} s; try a shorter game", ""
        referee.changed.clear()
        changed = asyncio.create_task(referee.changed.wait())
        await asyncio.wait((changed, program.ended), timeout=min(late + 0.01, 1.0), return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
    await asyncio.wait((program.ended,), timeout=AFTERWARDS)
    if program.code:
        return f"it ended with exit code {program.code} afterwards{_last(program)}", ""
    return "", ""


def _ended(referee: Referee, program: Program) -> tuple[str, str]:
    """What it means that a program ended before it was done."""
    if program.code == 0 and referee.ends and isinstance(referee.trouble, NextMatch):
        referee.trouble.overcome = True
        return "", "it ends after one match"
    when = "before it joined" if not referee.joined else "before it was done"
    return f"it ended with exit code {program.code} {when}{_last(program)}", ""


def _last(program: Program) -> str:
    line = program.last_line()
    return f"; its last line: {line}" if line else ""

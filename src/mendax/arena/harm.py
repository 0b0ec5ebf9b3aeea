"""Agents that do harm: which of them was to move when a worker died, what that costs, and when a run gives one up.

A worker notes the game and the number of moves in memory that it shares with its parent. When it dies, its range is
played again carefully: the seat to move is noted too, and its pipe looked for after every decision. If it dies again
at the same move of the same game, the agent to move forfeits. Then the game is played a last time up to the deadly
decision, which is not asked for, so that moves, payoffs and record are those of any other forfeit.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mendax.core.agent import Agent, AnyAgent, Decision
from mendax.core.errors import AgentDied
from mendax.core.game import Seat
from mendax.core.match import Faults, Place

DIED = "the process died: "
LATE = "no decision in "
GIVEN_UP = "given up after "
"""How the reasons of such forfeits begin."""
GIVE_UP_AFTER = 5
"""So many deaths and late decisions of an agent, and its later games are forfeits without being played."""
TRUSTED_DEATHS = 20
"""From so many deaths of an agent on, a game that kills is not tried a second time."""
MOVE_SECONDS = 120.0
"""How long a decision may take where nobody says otherwise: a first one may have to compile or load something."""
MEMORY = 4.0
"""Gigabytes of memory for each process of an isolated agent where nobody says otherwise."""
CLOSED = 81
"""The exit status of a worker whose pipe to the parent was closed by an agent."""
WORKER_FAULTS: Faults = (BaseException,)
"""In a worker every exception is an agent's fault: Ctrl-C reaches the parent only."""


class Doom(NamedTuple):
    """The decision that kills: not asked for again, but forfeited."""

    seat: Seat
    moves: int
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """A range of games for a worker."""

    start: int
    stop: int
    careful: bool = False
    """Whether to note who is to move, and to look for damage after every call of an agent."""
    doom: Doom | None = None
    given_up: Mapping[int, int] = field(default_factory=dict)
    """By entrant: the game after which it plays no more."""

    def lost_by(self, number: int, seating: Sequence[int]) -> Seat | None:
        """The seat of an agent that was given up before this game."""
        return lost_by(self.given_up, number, seating)


def lost_by(given_up: Mapping[int, int], number: int, seating: Sequence[int]) -> Seat | None:
    """The first seat of an agent that was given up before the game of that number."""
    for seat, entrant in enumerate(seating):
        if number > given_up.get(entrant, number):
            return seat
    return None


def given_up_reason() -> str:
    """The reason of the forfeits of an agent that was given up."""
    return f"{GIVEN_UP}{GIVE_UP_AFTER} deaths or late decisions"


def is_harm(reason: str) -> bool:
    """Whether a forfeit cost a process: a death or a late decision."""
    return reason.startswith((DIED, LATE))


def find_given_up(forfeits: Iterable[tuple[int, int, str]]) -> dict[int, int]:
    """By entrant: its fifth game that ended by a death or a late decision, counted by the games' numbers.

    The order in which the games were played does not matter, so one worker or many give up at the same game.
    """
    deadly: dict[int, list[int]] = defaultdict(list)
    for number, entrant, reason in forfeits:
        if is_harm(reason):
            deadly[entrant].append(number)
    return {
        entrant: sorted(numbers)[GIVE_UP_AFTER - 1]
        for entrant, numbers in deadly.items()
        if len(numbers) >= GIVE_UP_AFTER
    }


def death(code: int | None) -> str:
    """Why a process ended, from its exit code, as the reason of a forfeit."""
    if code == CLOSED:
        return f"{DIED}it closed its files"
    if code is not None and code < 0:
        try:
            return f"{DIED}signal {signal.Signals(-code).name}"
        except ValueError:
            return f"{DIED}signal {-code}"
    return f"{DIED}exit code {code}"


class Suspicions:
    """Counts the deaths of workers, and says when one is a forfeit."""

    def __init__(self) -> None:
        self.strikes: Counter[tuple[int, int]] = Counter()
        """By game and number of moves."""
        self.deaths: Counter[int] = Counter()
        """By entrant."""

    def note(self, number: int, moves: int) -> None:
        """Note a death in a game after so many moves."""
        self.strikes[number, moves] += 1

    def is_forfeit(self, number: int, moves: int, entrant: int) -> bool:
        """Note a death with this agent to move; whether it is to blame, or the game is played again."""
        self.note(number, moves)
        self.deaths[entrant] += 1
        return self.strikes[number, moves] > 1 or self.deaths[entrant] > TRUSTED_DEATHS

    def tries(self, number: int) -> int:
        """How often a game has killed."""
        return sum(count for (game, _), count in self.strikes.items() if game == number)


class Watched(Agent[Any, Any, Any]):
    """An agent after whose calls the worker looks for its pipe, and whose deadly decision is not asked for."""

    def __init__(self, agent: AnyAgent, seat: Seat, pipe: int, place: Place, doom: Doom | None) -> None:
        self.agent, self.seat, self.pipe, self.place, self.doom = agent, seat, pipe, place, doom

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        self._before()
        try:
            return self.agent.act(view, actions, explain)
        finally:
            self._after()

    def hear(self, event: Any) -> None:
        self._before()
        try:
            self.agent.hear(event)
        finally:
            self._after()

    def end(self, view: Any, payoffs: Sequence[float]) -> None:
        self.place[2] = self.seat + 1
        try:
            self.agent.end(view, payoffs)
        finally:
            self._after()

    def _before(self) -> None:
        if self.doom is not None and self.place[1] == self.doom.moves:
            raise AgentDied(self.doom.reason)
        self.place[2] = self.seat + 1

    def _after(self) -> None:
        check_pipe(self.pipe)
        self.place[2] = 0


def check_pipe(pipe: int) -> None:
    """End this process if an agent has closed its pipe."""
    try:
        os.fstat(pipe)
    except OSError:
        os._exit(CLOSED)

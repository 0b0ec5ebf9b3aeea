"""The word *Game*: frozen rules plus parameters, and pure functions over frozen states.

A game holds no random generator, clock or name. Chance is drawn by whoever runs the match, so a
record of the moves (chance included) replays without a seed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from mendax.core.errors import BadNotation
from mendax.core.forms import Form

S = TypeVar("S")
"""A state: everything, hidden things included. Only the rules and the match runner touch it."""
V = TypeVar("V")
"""A view: exactly what one seat may know."""
A = TypeVar("A")
"""An action or a chance outcome: a small frozen value whose `str()` parses back."""
E = TypeVar("E")
"""An event: what one seat may know of something that happened; `str()` says it in words."""

Seat: TypeAlias = int
"""A place at the table, counted from 0."""


class Turn(Enum):
    """Whose turn it is when it is no seat's."""

    CHANCE = "chance"
    OVER = "over"


class Count(Enum):
    """What is counted when agents are compared."""

    WINS = "wins"
    """Wins; equal best payoffs share one."""
    NOT_LOST = "games not lost"
    """Games not lost; equal worst payoffs share the loss."""
    MONEY = "money"
    """Payoffs themselves, in a unit."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted, and in what unit."""

    kind: Count
    unit: str = "games"
    by_hand: bool = False
    """Whether a match is a session of hands and each hand is a result: `standing` then is the money so far."""


WINS: Final = Counted(Count.WINS)
NOT_LOST: Final = Counted(Count.NOT_LOST)


class Game(ABC, Generic[S, V, A, E]):
    """Frozen rules plus parameters; every method is a pure function of the state.

    A concrete game is a frozen dataclass whose fields are its parameters. States and views must be
    hashable; equal states have equal futures.
    """

    __slots__ = ()

    name: ClassVar[str]
    """The name people type, such as `one-die`."""
    rules_version: ClassVar[int]
    """Raised whenever a change of the rules would replay an old record differently."""
    shows_all: ClassVar[bool] = True
    """Whether everything hidden in a round has been shown to all when it ends; no folded hand, no die rolled again."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many sit at the table."""

    @abstractmethod
    def start(self) -> S:
        """The state before anything has happened."""

    @abstractmethod
    def turn(self, state: S) -> Seat | Turn:
        """The seat to act, or chance, or that the match is over."""

    @abstractmethod
    def chances(self, state: S) -> Sequence[tuple[A, float]]:
        """Every chance outcome with its probability; only at a chance turn."""

    @abstractmethod
    def actions(self, state: S) -> Sequence[A]:
        """The legal actions of the seat to act, in a fixed order; a function of that seat's view."""

    def forms(self, state: S) -> tuple[Form, ...]:
        """The legal actions of the seat to act, compactly, each once; a function of that seat's view.

        Games with long lists of actions override this: see `MAX_FORMS_BYTES`.
        """
        return (Form("{action}", (("action", tuple(map(str, self.actions(state)))),)),)

    def in_order(self, view: V, actions: Sequence[A]) -> Sequence[A]:
        """All legal actions of a position as its forms list them, put in the order of `actions`.

        Whoever has only a view and forms gives an agent its actions in the order that it expects. Games whose forms
        list the actions in another order override this.
        """
        return actions

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The state after an action or a chance outcome; raises `IllegalAction` with the reason."""

    @abstractmethod
    def payoffs(self, state: S) -> tuple[float, ...]:
        """What each seat gets; only when the match is over."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat may know, built from what is allowed; `None` is a spectator."""

    @abstractmethod
    def events(self, before: S, action: A, after: S, seat: Seat | None) -> tuple[E, ...]:
        """The events for a seat when an action or a chance outcome has been applied."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """An action or a chance outcome from its text; raises `BadNotation`."""

    @abstractmethod
    def parse_view(self, text: str) -> V:
        """A view from its text; raises `BadNotation`."""

    def draw(self, state: S, rng: Random) -> A:
        """One chance outcome, drawn; games with many outcomes override this with something faster."""
        mark = rng.random()
        outcomes = self.chances(state)
        for outcome, probability in outcomes:
            mark -= probability
            if mark < 0:
                return outcome
        return outcomes[-1][0]

    @property
    def opener(self) -> Seat | None:
        """Who makes the first decision of a match, or `None` where chance decides."""
        return 0

    def ending(self, state: S) -> str:
        """Why the match ended, in a word or two, for counting."""
        return "end"

    @property
    def counted(self) -> Counted:
        """What is counted when agents are compared: wins, games not lost, or money and its unit."""
        return WINS

    def scores(self, payoffs: Sequence[float]) -> tuple[float, ...]:
        """What each seat is credited with of what is counted."""
        if self.counted.kind is Count.MONEY:
            return tuple(payoffs)
        if self.counted.kind is Count.WINS:
            return self.wins(payoffs)
        worst = min(payoffs)
        share = 1.0 / sum(payoff == worst for payoff in payoffs)
        return tuple(1.0 - share if payoff == worst else 1.0 for payoff in payoffs)

    def default_action(self, view: V, actions: Sequence[A]) -> A:
        """What is played for a seat that is late or gone: published, legal, a function of that seat's view."""
        return actions[0]

    def wins(self, payoffs: Sequence[float]) -> tuple[float, ...]:
        """Each seat's share of the win: the best payoff wins, equal best payoffs share."""
        best = max(payoffs)
        share = 1.0 / sum(payoff == best for payoff in payoffs)
        return tuple(share if payoff == best else 0.0 for payoff in payoffs)

    def forfeit(self, state: S, seat: Seat) -> tuple[float, ...]:
        """Payoffs after a forfeit: the seat loses 1, shared equally by the others."""
        others = max(1, self.seats - 1)
        return tuple(-1.0 if other == seat else 1.0 / others for other in range(self.seats))

    def round(self, state: S) -> int:
        """How many rounds or hands are finished; always 0 in a game without rounds."""
        return 0

    def standing(self, state: S) -> tuple[float, ...]:
        """The public score so far: dice left, money won, points."""
        return (0.0,) * self.seats

    def subgame(self, state: S) -> bool:
        """Whether a new sub-game begins here: every seat knows the whole state.

        Solvers cut the tree at such states and solve each sub-game once.
        """
        return False


AnyGame: TypeAlias = Game[Any, Any, Any, Any]


def game_text(game: AnyGame) -> str:
    """The text that builds this game again: its name and the parameters that are not the defaults."""
    changed = [
        f"{field.name}={str(value).lower() if isinstance(value, bool) else value}"
        for field in fields(cast(Any, game))
        if field.init and (value := getattr(game, field.name)) != field.default
    ]
    return game.name + (":" + ",".join(changed) if changed else "")


def read_parameters(kind: type[AnyGame], text: str) -> dict[str, Any]:
    """Parameters for a game from `faces=4,kept=true`, typed by the defaults of its fields."""
    known = {f.name: f.default for f in fields(cast(Any, kind)) if f.init and f.default is not MISSING}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in known:
            raise BadNotation(f"{kind.name} has no parameter '{key}'; it has: {', '.join(known)}")
        if key in found:
            raise BadNotation(f"{key} is given twice")
        found[key] = _typed(key, value, known[key])
    return found


def _typed(key: str, text: str, default: object) -> object:
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise BadNotation(f"{key} must be true or false, not '{text}'")
        return text.lower() == "true"
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            raise BadNotation(f"{key} must be a number, not '{text}'") from None
    return text

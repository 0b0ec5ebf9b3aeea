"""One of our agents at a seat elsewhere: told what the frames say, and asked when it is its turn.

Every decision and every move that it hears of has a stream of its own, named by the seed and its number. As at the
server, `end` is not called: the view after the last move is not sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from mendax.core.agent import AnyAgent, Factory, listens
from mendax.core.errors import MendaxError, one_line
from mendax.core.forms import Form
from mendax.core.game import AnyGame, Seat
from mendax.core.plain import event_type, from_plain
from mendax.core.streams import Stream
from mendax.table.client.frames import Event, Turn
from mendax.table.deciders.streams import ACTING, BUILDING, HEARING, first_bits


def match_seed(seed: int, number: int) -> bytes:
    """The seed of an agent in the match of that number.

    >>> match_seed(7, 1) == match_seed(7, 2)
    False
    """
    return blake2b(f"{seed} {number}".encode(), digest_size=32, person=b"mendax bot").digest()


class RemoteAgent:
    """An agent in one match. Frames come in, texts of actions come out."""

    def __init__(self, game: AnyGame, name: str, factory: Factory, seat: Seat, seed: bytes) -> None:
        self.game, self.name, self.seed = game, name, seed
        self.fault = ""
        """Why the default was chosen instead of the agent's action, the last time that was so."""
        self._rng = Stream()
        self._rng.begin(first_bits(seed, BUILDING, 0))
        self.agent: AnyAgent = factory(game, seat, self._rng)
        self._listens = listens(self.agent)
        if self._listens and event_type(type(game)) is Any:
            raise MendaxError(f"{name} listens to events, and those of {game.name} cannot be rebuilt from the wire")
        self._pending: list[Event] = []
        self._heard = -1
        self._decided: tuple[str, str] = ("", "")
        self._again = ""

    def hear(self, frame: Event) -> None:
        """Note an event; the agent hears it before its next decision."""
        if self._listens:
            self._pending.append(frame)

    def decide(self, turn: Turn) -> str:
        """The agent's action; asked again for the same turn, it is the same. The default where it breaks down."""
        if self._decided[0] != turn.turn:
            view, actions = self.game.parse_view(turn.view), self.actions(turn)
            self.fault = ""
            try:
                self._tell()
                self._rng.begin(first_bits(self.seed, ACTING, turn.number))
                text = str(self.agent.act(view, actions).action)
            except MendaxError:
                raise
            except Exception as error:
                self.fault = f"{self.name} broke down ({one_line(error)}): the default action is played"
                text = str(self.game.default_action(view, actions))
            self._decided = turn.turn, text
        return self._decided[1]

    def decide_again(self, turn: Turn) -> str | None:
        """After a refusal: the game's default action; `None` after a second one."""
        if self._again == turn.turn:
            return None
        self._again = turn.turn
        default = str(self.game.default_action(self.game.parse_view(turn.view), self.actions(turn)))
        self._decided = turn.turn, default
        return default

    def actions(self, turn: Turn) -> Sequence[Any]:
        """The legal actions in the order in which the rules list them."""
        texts = (text for form in turn.forms for text in Form.from_json(form).expand())
        parsed = [self.game.parse_action(text) for text in texts]
        return tuple(self.game.in_order(self.game.parse_view(turn.view), parsed))

    def _tell(self) -> None:
        """Let the agent hear what it has not heard yet."""
        pending, self._pending = self._pending, []
        for frame in pending:
            if frame.move != self._heard:
                self._heard = frame.move
                self._rng.begin(first_bits(self.seed, HEARING, frame.move))
            try:
                event = from_plain(event_type(type(self.game)), frame.data)
            except TypeError:
                raise MendaxError(f"{self.name} listens to events, and '{frame.text}' cannot be rebuilt") from None
            self.agent.hear(event)

"""Matches decided by workers, for the tests: what a server does, without a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mendax.core.catalogue import build_game
from mendax.core.game import Turn
from mendax.core.match import Match
from mendax.core.streams import Stream
from mendax.table.deciders import Answer, Deciders, PlayedMove, Question


@dataclass
class Played:
    """A match and what was answered in it."""

    moves: list[PlayedMove] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    """Who gave each answer."""

    @property
    def faults(self) -> set[str]:
        return {answer.fault for answer in self.answers if answer.fault}


async def play(
    deciders: Deciders,
    game_text: str,
    agents: Sequence[str],
    seed: int = 1,
    *,
    key: str = "match",
    explain: bool = False,
    most: int = 100_000,
    after: Callable[[], None] = lambda: None,
) -> Played:
    """Play a match; what is wrong with an agent costs it the choice."""
    game, chance, played = build_game(game_text), Stream(seed), Played()
    match = Match(game)
    while not match.over and match.num_moves < most:
        seat = match.turn
        if isinstance(seat, Turn):
            action = game.draw(match.state, chance)
            match.play(action)
            played.moves.append((None, str(action), False))
            continue
        question = Question(key, game_text, seat, agents[seat], 1000 * seed + seat, tuple(played.moves), explain)
        answer = await deciders.decide(question)
        played.answers.append(answer)
        played.seats.append(seat)
        if answer.fault:
            played.moves.append((seat, str(match.play_default()), True))
        else:
            match.play(game.parse_action(answer.action))
            played.moves.append((seat, answer.action, False))
        after()
    deciders.forget(key)
    return played

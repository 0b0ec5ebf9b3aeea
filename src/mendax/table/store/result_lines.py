"""What a finished match was for each of its players: the lines that results and the results file are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mendax.core.catalogue import build_game
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat, Turn, game_text
from mendax.table.store.rows import MatchRow, Sitter


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One player in one match; where the game counts hands, in one hand of it."""

    match: str
    hand: int
    """Which hand of the match, from 1 on; 1 where the match is one result."""
    table: str
    number: int
    """Which match of the table, from 1 on."""
    ended: float
    game: str
    seat: Seat
    sitter: Sitter
    opponents: tuple[Sitter, ...]
    """The others, in the order in which they sit after this seat."""
    payoff: float
    score: float | None
    """What the game counts: a share of the win, of the games not lost, or money; `None` if it is not installed now."""
    ending: str


def result_lines(match: MatchRow) -> tuple[ResultLine, ...]:
    """The lines of a match by hand and seat; none while it runs, or where it was given up."""
    if match.ended is None or match.payoffs is None:
        return ()
    try:
        score: Callable[[Sequence[float]], Sequence[float | None]] = built(match.game).scores
    except MendaxError:
        score = _unknown
    return tuple(
        ResultLine(
            match.id,
            number,
            match.table,
            match.number,
            match.ended,
            match.game,
            seat,
            sitter,
            (*match.seats[seat + 1 :], *match.seats[:seat]),
            payoffs[seat],
            scores[seat],
            match.end or "",
        )
        for number, payoffs in enumerate((match.payoffs,) if match.hands is None else match.hands, 1)
        for scores in (score(payoffs),)
        for seat, sitter in enumerate(match.seats)
    )


def _unknown(payoffs: Sequence[float]) -> tuple[None, ...]:
    return (None,) * len(payoffs)


def hand_payoffs(game: AnyGame, actions: Iterable[str]) -> tuple[tuple[float, ...], ...] | None:
    """What each hand of a match paid, by playing its moves again; `None` where the game does not count hands."""
    if not game.counted.by_hand:
        return None
    state, hands, before = game.start(), 0, (0.0,) * game.seats
    found = []
    for text in actions:
        state = game.apply(state, game.parse_action(text))
        if game.round(state) != hands:
            hands, standing = game.round(state), tuple(game.standing(state))
            found.append(tuple(now - then for now, then in zip(standing, before, strict=True)))
            before = standing
    if game.turn(state) is Turn.OVER and (paid := tuple(game.payoffs(state))) != before:
        found.append(tuple(now - then for now, then in zip(paid, before, strict=True)))
    return tuple(found)


@lru_cache(maxsize=1024)
def built(text: str) -> AnyGame:
    """The game of a text; results ask for the same few again and again."""
    return build_game(text)


@lru_cache(maxsize=1024)
def family(text: str) -> str:
    """A game's text without the number of players, which changes as people come and go.

    Where each hand is a result, it does not matter how many of them a match has.

    >>> family("yahtzee:players=3,rules=free")
    'yahtzee:rules=free'
    """
    game = built(text)
    name, _, parameters = game_text(game).partition(":")
    left_out = ("players", "hands") if game.counted.by_hand else ("players",)
    kept = [part for part in parameters.split(",") if part and part.partition("=")[0] not in left_out]
    return name + (":" + ",".join(kept) if kept else "")

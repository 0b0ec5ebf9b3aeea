# mypy: disable-error-code="untyped-decorator, no-any-return, assignment"
"""Whole games between twins, compiled: the game's own kernel plays, and twins choose.

>>> pair_games("p", "pmh", games=400, seed=1).games
400
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from mendax.core.streams import key_of
from mendax.games.liars_dice.agents.twins import situation as at
from mendax.games.liars_dice.agents.twins.agent import TEMPERATURE, parts_of, twin_game
from mendax.games.liars_dice.agents.twins.weigh import CHALLENGE_BID, PUSH, ROOM, Chances, Row, compiled, weigh
from mendax.games.liars_dice.kernel import step
from mendax.games.liars_dice.kernel.playouts import below, fall
from mendax.games.liars_dice.kernel.tables import (
    FIELD,
    LADDER,
    LADDERS,
    MOST_DICE,
    OPENS,
    PACKED,
    PLAYERS,
    RANDOM_OPENS,
    SETS,
    SIZE,
    Numbers,
    pack,
    sets_of,
    tables,
)
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.simd.streams import STEP, scramble, uniform

ORDERINGS: Final = {4: ("XXXY", "YYYX", "XXYY", "XYXY"), 2: ("XY", "YX")}
"""The seatings of a pair: the paper's for four players."""
_HALF: Final = np.uint64(32)
_MASK: Final = (1 << FIELD) - 1
_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class PairGames:
    """How often the second of a pair won."""

    first: str
    second: str
    games: int
    wins: int

    @property
    def win_rate(self) -> float:
        """Of the second."""
        return self.wins / self.games

    def to_json(self) -> dict[str, object]:
        """Stable names."""
        return {"first": self.first, "second": self.second, "games": self.games, "win_rate": self.win_rate}


@lru_cache
def _set_of_packed(dice: int) -> Numbers:
    """By packed form, the number of a set of dice."""
    found = np.zeros(1 << FIELD * _FACES, dtype=np.uint16)
    for number, each in enumerate(sets_of(dice, _FACES)):
        found[pack(each)] = number
    return found


@compiled
def read_row(row: Numbers, params: Numbers, lists: Numbers, pushed: int, faces: Row, out: Row) -> None:
    """Write what the seat to speak may know; `faces` has what each seat bid last, and `pushed` how the bid was made."""
    out[:] = 0
    turn = np.int64(row[step.TURN])
    hidden = 0
    for seat in range(params[PLAYERS]):
        cup = SETS + 4 * row[step.CUPS + seat]
        hidden += params[cup + SIZE]
        for face in range(1, _FACES + 1):
            out[at.SHOWN + face] += row[step.SHOWN + seat] >> FIELD * (face - 1) & _MASK
    own = SETS + 4 * row[step.CUPS + turn]
    for face in range(1, _FACES + 1):
        out[at.CUP + face] = params[own + PACKED] >> FIELD * (face - 1) & _MASK
    out[at.TOTAL], out[at.OWN_DICE], out[at.OWN_CUP] = row[step.TOTAL], row[step.DICE + turn], params[own + SIZE]
    out[at.UNKNOWN] = hidden - params[own + SIZE]
    out[at.ALIKE] = step.all_alike(row, params, lists, turn)
    out[at.MOST_DICE], out[at.MAY_PUSH] = params[MOST_DICE], 1
    if row[step.BID] == 0:
        return
    bid = lists[params[LADDERS] + row[step.TOTAL] * params[LADDER] + row[step.BID] - 1]
    bidder = row[step.BIDDER]
    out[at.COUNT], out[at.FACE], out[at.PUSHED], out[at.MINE] = bid >> 4, bid & 15, pushed, bidder == turn
    out[at.BIDDER_CUP] = params[SETS + 4 * row[step.CUPS + bidder] + SIZE]
    out[at.NEXT_FACE] = faces[row[step.NEXT + turn]]
    out[at.ANSWERS] = step.answers(row, params, lists)
    for back in range(2):
        if not out[at.ANSWERS] >> (step.CHALLENGE_PASS + back) & 1:
            continue
        passer = row[step.LAST] if back == 0 else row[step.BEFORE]
        different = 0
        for face in range(1, _FACES + 1):
            dice = row[step.SHOWN + passer] >> FIELD * (face - 1) & _MASK
            out[at.PASSES + 3 * back + 1] += dice
            different += dice > 0
        out[at.PASSES + 3 * back] = params[SETS + 4 * row[step.CUPS + passer] + SIZE]
        out[at.PASSES + 3 * back + 2] = different > 1


@compiled
def _draw(chances: Chances, number: int, mark: float) -> int:
    found = 0
    for each in range(number):
        if chances[each] > 0.0:
            found = each
            mark -= chances[each]
            if mark < 0:
                break
    return found


@compiled
def _open(row: Numbers, params: Numbers, lists: Numbers, faces: Row, bits: int) -> int:
    """Open a round and roll all cups; return the state of the stream."""
    bits += STEP
    opener = np.int64(row[step.NEXT_OPENER])
    if params[OPENS] == RANDOM_OPENS or opener == step.NOBODY:
        left = below(scramble(bits) >> _HALF, row[step.LEFT])
        opener = 0
        while row[step.DICE + opener] == 0 or left:
            left -= row[step.DICE + opener] > 0
            opener += 1
    step.open_round(row, params, lists, opener)
    faces[:] = 0
    for seat in range(params[PLAYERS]):
        if row[step.DICE + seat]:
            bits += STEP
            step.roll(row, params, lists, seat, fall(params, lists, row[step.DICE + seat], scramble(bits) >> _HALF))
    return bits


@compiled
def _game(
    row: Numbers, params: Numbers, lists: Numbers, sets: Numbers, agents: Row, temperature: float, bits: int
) -> int:
    """Play one game; return the state of the stream. The winner is the one with dice."""
    actions, chances = np.zeros((ROOM, 4), np.int64), np.zeros(ROOM)
    shown, faces = np.zeros(at.SIZE, np.int64), np.zeros(step.SEATS, np.int64)
    step.reset(row, params, lists)
    pushed = 0
    while row[step.PHASE] != step.OVER:
        if row[step.PHASE] == step.OPENING:
            bits = _open(row, params, lists, faces, bits)
        read_row(row, params, lists, pushed, faces, shown)
        turn = np.int64(row[step.TURN])
        number = weigh(agents[turn], shown, temperature, actions, chances)
        bits += STEP
        kind, count, face, thrown = actions[_draw(chances, number, uniform(bits))]
        if kind > PUSH:
            step.speak(row, params, lists, kind - CHALLENGE_BID, 0)
            continue
        first = params[LADDERS] + row[step.TOTAL] * params[LADDER]
        rank = np.int64(row[step.BID])
        while lists[first + rank] != count * 16 + face:
            rank += 1
        pushed, push = int(kind == PUSH), 0
        if kind == PUSH:
            dice = shown[at.CUP + 1]
            if face != 1:
                dice += shown[at.CUP + face] << FIELD * (face - 1)
            push = np.int64(sets[dice])
        step.speak(row, params, lists, step.FIRST_BID + rank, push)
        faces[turn] = face
        if kind == PUSH:
            bits += STEP
            step.roll(row, params, lists, turn, fall(params, lists, thrown, scramble(bits) >> _HALF))
    return bits


@compiled
def _games(
    row: Numbers,
    params: Numbers,
    lists: Numbers,
    sets: Numbers,
    seats: Row,
    pair: Row,
    temperature: float,
    keys: Numbers,
) -> int:
    """Play games, each with a stream of its own and the seatings in turn; return how many the second won."""
    agents, won = np.zeros(params[PLAYERS], np.int64), 0
    for number in range(len(keys)):
        seating = seats[number % len(seats)]
        for seat in range(params[PLAYERS]):
            agents[seat] = pair[seating[seat]]
        _game(row, params, lists, sets, agents, temperature, keys[number])
        for seat in range(params[PLAYERS]):
            won += seating[seat] if row[step.DICE + seat] else 0
    return won


def pair_games(
    first: str, second: str, games: int, seed: int = 0, players: int = 4, temperature: float = TEMPERATURE
) -> PairGames:
    """Games between two kinds of twins, in every ordering equally often; the same seed gives the same games."""
    game = twin_game(LiarsDice(players=players), first)
    seats = np.array([[int(mark == "Y") for mark in text] for text in ORDERINGS[players]], dtype=np.int64)
    keys = np.array([key_of(seed, number) for number in range(games)], dtype=np.uint64)
    pair = np.array([parts_of(first), parts_of(second)], dtype=np.int64)
    params, lists = tables(game)
    row, sets = step.start(game), _set_of_packed(game.dice)
    return PairGames(first, second, games, int(_games(row, params, lists, sets, seats, pair, temperature, keys)))

"""Results as parquet files, or as CSV if the name says so: a row for every game and seat, or round and seat."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.arena.results import Results
from mendax.core.errors import MendaxError
from mendax.core.files import writing_whole
from mendax.core.game import Count

SCORE_NAMES = {Count.WINS: "win", Count.NOT_LOST: "not_lost"}
"""The column of what is counted; money is the payoff itself."""


def write_games(results: Results, path: Path) -> None:
    """Write a row for every game and seat."""
    seats, kind = results.job.game.seats, results.job.game.counted.kind
    which = np.flatnonzero(results.played)
    endings = np.array([*results.ending_names, ""], dtype=object)
    score = {SCORE_NAMES[kind]: results.scores()[which].ravel()} if kind in SCORE_NAMES else {}
    rows = {
        **_who_and_where(results, which),
        "payoff": results.payoffs[which].ravel(),
        **score,
        "moves": np.repeat(results.moves[which], seats),
        "ending": np.repeat(endings[results.ending_codes[which]], seats),
    }
    _write(rows, "number, seat", path)


def write_rounds(results: Results, path: Path) -> None:
    """Write a row for every finished round or hand and seat."""
    rounds = results.rounds()
    rows = {
        **_who_and_where(results, rounds.game),
        "round": np.repeat(rounds.round, results.job.game.seats),
        "change": rounds.change.ravel(),
        "standing": rounds.standing.ravel(),
    }
    _write(rows, "number, round, seat", path)


def _who_and_where(results: Results, games: npt.NDArray[np.int64]) -> dict[str, npt.NDArray[Any]]:
    """The first columns: the game, its pairing and deal, the seat and who sat there."""
    seats = results.job.game.seats
    deal, pairing, _ = results.places
    names = np.array(results.job.names, dtype=object)
    return {
        "number": np.repeat(games, seats),
        "pairing": np.repeat(pairing[games], seats),
        "deal": np.repeat(deal[games], seats),
        "seat": np.tile(np.arange(seats), len(games)),
        "agent": names[results.seatings()[games].ravel()],
    }


def _write(rows: dict[str, npt.NDArray[Any]], order: str, path: Path) -> None:
    """Write rows in an order; a file named `.csv` is one for spreadsheets."""
    import duckdb

    kind = "csv, HEADER" if path.suffix.lower() == ".csv" else "parquet"

    try:
        with duckdb.connect() as connection, writing_whole(path) as aside:
            connection.register("rows", rows)
            target = str(aside).replace("'", "''")
            connection.execute(f"COPY (SELECT * FROM rows ORDER BY {order}) TO '{target}' (FORMAT {kind})")
    except (duckdb.Error, OSError) as error:
        number = re.search(r'"errno":"(\d+)"', str(error))  # the system's own reason, within duckdb's account of it
        reason = os.strerror(int(number[1])) if number else str(error).splitlines()[0]
        raise MendaxError(f"{path} cannot be written: {reason}") from None

"""The options of `mendax acpc serve | join`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from mendax.core.agent import prepared
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.core.record import Record
from mendax.games.holdem.acpc.dealer import Dealer, Limits
from mendax.games.holdem.acpc.player import Player
from mendax.games.holdem.acpc.player import join as join_table
from mendax.games.holdem.rules import Holdem
from mendax.report.console import console, print_json
from mendax.report.options import Json, Seed
from mendax.report.progress import spinner

REMOTE = "remote"
"""Stands for a program that joins."""


def serve(
    game: Holdem,
    seats: Annotated[list[str], typer.Argument(metavar="SEAT...", help="By seat: an agent, or `remote`.")],
    hands: Annotated[int | None, typer.Option(min=1, help="Hands of the match; those of the game by default.")] = None,
    host: Annotated[str, typer.Option(help="Where to listen; other machines reach 0.0.0.0.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The first remote seat's port, then the next ones; 0: any free.")
    ] = 0,
    joining: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for all to join.")] = 600.0,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an answer.")] = 600.0,
    records: Annotated[Path | None, typer.Option(help="A file to add the match's record to.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Deal a match by the ACPC protocol 2.0.0 to our agents and to programs that join, each at a port of its own.

    `mendax acpc serve tight remote --hands 1000`: ports and what goes wrong are told on the error stream.
    """
    if game.players not in (Holdem().players, len(seats)):
        raise MendaxError(f"{game_text(game)} has {game.players} seats: name as many, not {len(seats)}")
    table = replace(game, players=len(seats), hands=hands or game.hands)
    factories = [None if name == REMOTE else build_agent(table, name) for name in seats]
    if None not in factories:
        raise MendaxError(f"nobody joins this table: write `{REMOTE}` for a seat, or use `mendax match`")
    with spinner("The agents get ready"):
        ready = [
            None if one is None else prepared(one, table, name) for one, name in zip(factories, seats, strict=True)
        ]
    limits = Limits(joining, timeout)
    with Dealer(table, seats, ready, seed, host=host, port=port, limits=limits, log=_log) as dealer:
        for seat, own in dealer.ports.items():
            _log(f"seat {seat} joins at {host}:{own}")
        record = dealer.play()
    if records is not None:
        try:
            with records.open("a", encoding="utf-8") as file:
                file.write(f"{record}\n")
        except OSError as error:
            raise MendaxError(f"{records} cannot be written: {error.strerror}") from None
    if json:
        print_json(_result(table, record, seed))
    else:
        _print_result(table, record)


def join(
    game: Holdem,
    host: Annotated[str, typer.Argument(help="The dealer's machine.")],
    port: Annotated[int, typer.Argument(min=1, max=65535, help="The port of the seat.")],
    agent: Annotated[str, typer.Option(help="Who plays.")],
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play an agent at somebody's table by the ACPC protocol 2.0.0, until the dealer hangs up.

    The lines tell how many play. The cap on raises is the game's: three, as in the competition.
    """
    player = Player(build_agent(game, agent), game.raises, seed, _log)
    join_table(host, port, player)
    found = player.result(agent)
    if json:
        print_json(found.to_json())
    else:
        small_bets = found.to_json()["payoff"]
        console().print(f"{agent} won {small_bets:+g} small bets in {found.hands:,} hands.", soft_wrap=True)


def _log(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _result(game: Holdem, record: Record, seed: int) -> dict[str, object]:
    hands = game.hands
    return {
        "game": game_text(game),
        "hands": hands,
        "seed": seed,
        "agents": [
            {"name": name, "seat": seat, "payoff": payoff, "mean_payoff": payoff / hands}
            for seat, (name, payoff) in enumerate(zip(record.agents, record.payoffs, strict=True))
        ],
        "faults": [
            {"seat": seat, "reason": record.tags[f"Fault{seat}"]}
            for seat in range(len(record.agents))
            if f"Fault{seat}" in record.tags
        ],
    }


def _print_result(game: Holdem, record: Record) -> None:
    from rich.table import Table

    table = Table(title=f"{game.hands:,} hands", title_justify="left")
    table.add_column("seat")
    table.add_column("agent")
    table.add_column("small bets", justify="right")
    table.add_column("a hand", justify="right")
    for seat, (name, payoff) in enumerate(zip(record.agents, record.payoffs, strict=True)):
        table.add_row(str(seat), name, f"{payoff:+g}", f"{payoff / game.hands:+.3f}")
    console().print(table)

"""`mendax train liars-dice --preset champion`, `mendax exploit --by`, and what `exploit --learn` prints."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.rules import LiarsDice
from mendax.report.console import console, print_json
from mendax.report.options import read_count
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.games.liars_dice.learning.champion.lessons import Lessons
    from mendax.games.liars_dice.learning.champion.training import ChampionResult
    from mendax.learn.loop import Watching

LESSONS: Final = "lessons.npz"
ENDGAME: Final = LiarsDice(players=2)
"""Whose endgame is taught: the positions from which nobody comes back to three dice by a right exact."""


class Given(NamedTuple):
    """What a training is given, as it was typed."""

    start: Path | None
    exploiters: tuple[Path, ...]
    familiar: Path | None
    lessons: str


def train_champion(
    game: LiarsDice,
    out: Path,
    preset: str,
    seed: int,
    change: list[str],
    given: Given,
    seconds: float | None,
    json: bool,
) -> None:
    """Train a champion for the paper's rules; the player is `champion:DIR`."""
    from mendax.games.liars_dice.learning.champion import training
    from mendax.games.liars_dice.learning.champion.plan import make_plan
    from mendax.games.liars_dice.learning.champion.player_file import load_player
    from mendax.learn.settings import read_changes

    check_champion_rules(game)
    plan = make_plan(preset, game.players, seed, read_changes(change))
    start, familiar = (None if one is None else load_player(one) for one in (given.start, given.familiar))
    exploiters = [load_player(one) for one in given.exploiters]
    training.check_lessons(plan, bool(given.lessons))
    lessons = _lessons(given.lessons, out, seed) if given.lessons else None
    with watching_champion(f"{preset}, {game.players} players", seconds) as watching:
        _, result = training.train_champion(
            plan, out, watching, start=start, exploiters=exploiters, familiar=familiar, lessons=lessons
        )
    if json:
        print_json(result.to_json())
        return
    to = console()
    to.print(
        f"{result.decisions:,} decisions in {result.seconds:,.1f} s of learning, "
        f"{result.seconds_compiling:.1f} s of compiling, on {result.device}, seed {seed}"
    )
    for name, share in result.win_rates.items():
        to.print(f"It wins {100 * share:.1f} % of {result.matches:,} matches, alone against {name} at the other seats.")
    to.print(f"The player is champion:{out}.", soft_wrap=True)


def _lessons(text: str, out: Path, seed: int) -> Lessons:
    """Lessons from a file; or so many from the solved endgame, kept in the training's folder."""
    from mendax.games.liars_dice.learning.champion import training
    from mendax.games.liars_dice.learning.champion.lessons import load_lessons, save_lessons

    if Path(text).is_file() or not text[0].isdigit():
        return load_lessons(Path(text))
    number, file = read_count(text), out / LESSONS
    if file.exists():
        found = load_lessons(file)
        if len(found) != number:
            raise MendaxError(f"{file} has {len(found):,} lessons, not {number:,}; choose another folder")
        return found
    training.make_folder(out)
    import numpy as np

    from mendax.games.liars_dice.learning.champion.lesson_drawing import draw_lessons
    from mendax.games.liars_dice.solver.endgame import load_tablebase

    with spinner(f"Drawing {number:,} lessons from the solved endgame") as update:
        found = draw_lessons(load_tablebase(ENDGAME), number, np.random.default_rng(seed), update)
    save_lessons(file, found)
    return found


def check_champion_rules(game: LiarsDice) -> None:
    """Refuse rules that a champion is not trained for."""
    if game != LiarsDice(players=game.players):
        raise MendaxError(f"a champion is trained for the paper's rules with five dice each, not for {game_text(game)}")


@contextmanager
def watching_champion(what: str, seconds: float | None) -> Iterator[Watching]:
    """A live line on the error stream, Ctrl-C, and the end of the time."""
    from mendax.learn.loop import Watching
    from mendax.report.progress import live_bar

    began, won = time.monotonic(), ""
    with noting_ctrl_c() as stopped, live_bar(what, 1.0) as update:

        def on_row(row: Mapping[str, float], progress: float) -> None:
            nonlocal won
            shares = [f"{name.removeprefix('won_')} {share:.3f}" for name, share in row.items() if "won" in name]
            won = ", ".join(shares) or won
            speed = row["decisions"] / row["seconds"] if row["seconds"] else 0.0
            update(progress, f"won: {won}; entropy {row['entropy']:.2f}, {speed:,.0f} decisions a second")

        def over() -> bool:
            return stopped() or (seconds is not None and time.monotonic() - began > seconds)

        yield Watching(on_row=on_row, stopped=over)


def print_exploiters(results: Sequence[ChampionResult], players: int) -> None:
    """What exploiters won in the end, and on the way."""
    from rich.table import Table

    to = console()
    for result in results:
        to.print(
            f"seed {result.plan.seed}: after {result.decisions:,} decisions, {result.own_decisions:,} its own, it wins "
            f"{100 * result.win_rates['drawn']:.1f} % of {result.matches:,} matches by its policy, and "
            f"{100 * result.win_rates['greedy']:.1f} % by its most probable actions; {100 / players:.1f} % is fair."
        )
    curves = [{look.decisions: look.won for look in result.curve} for result in results]
    if not any(curves):
        return
    table = Table(title=f"Won on the way, {results[0].curve_matches:,} matches each", title_justify="left")
    for column in ("decisions", *(f"seed {result.plan.seed}" for result in results)):
        table.add_column(column, justify="right")
    for decisions in sorted({number for curve in curves for number in curve}):
        shares = (f"{100 * curve[decisions]:.1f} %" if decisions in curve else "" for curve in curves)
        table.add_row(f"{decisions:,}", *shares)
    to.print(table)


def print_winnings(game: LiarsDice, agent: str, by: Path, matches: int, seed: int, json: bool) -> None:
    """Where an exploiter that was trained wins from the champion."""
    from rich.table import Table

    from mendax.games.liars_dice.agents.champion import champion
    from mendax.games.liars_dice.learning.champion.player_file import load_player
    from mendax.games.liars_dice.learning.champion.winnings import RARE, Gain, winnings

    name, _, argument = agent.partition(":")
    if name != "champion":
        raise MendaxError(f"--by looks at exploiters of champion or champion:FILE, not of {agent}")
    check_champion_rules(game)
    exploiter, target = load_player(by), champion(game.name, argument).player(game.players)
    with spinner(f"Playing {matches:,} matches"):
        found = winnings(exploiter, target, matches, seed)
    if json:
        print_json({"agent": agent, "by": str(by), "seed": seed, **found.to_json()})
        return
    to = console()

    def show(title: str, first: str, rows: Sequence[Gain]) -> None:
        table = Table(title=title, title_justify="left")
        table.add_column(first)
        for column in ("rounds a match", "a round", "a match"):
            table.add_column(column, justify="right")
        for one in rows:
            gains = (f"{100 * part:+.1f} %" for part in (one.gain / one.rounds, one.gain))
            table.add_row(one.name, f"{one.rounds:.2f}", *gains)
        to.print(table)

    show("What rounds add to its win chance, by the dice on the table", "dice", found.by_dice)
    if found.by_word:
        show(f"Rounds in which it says what {agent} hardly ever would, those that gain most", "word", found.by_word)
    to.print(
        f"It wins {100 * found.won:.1f} % of {found.matches:,} matches, seed {seed}; all rounds add up to "
        f"{100 * found.gain:+.1f} %. {100 * found.rare.gain:+.1f} % is from the {found.rare.rounds:.2f} rounds of a "
        f"match in which it says what {agent} would say in less than one case of {1 / RARE:.0f}."
    )
    to.print(f"Win chances between rounds are those of {agent} itself.")

"""`mendax solve liars-dice` and `mendax train liars-dice`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.rules import Action, LiarsDice
from mendax.games.liars_dice.rules.types import dice_text
from mendax.report.console import console, print_json
from mendax.report.options import Address, EngineName, Json, Seed, Workers
from mendax.report.progress import progress, spinner

if TYPE_CHECKING:
    from mendax.arena.learning_results import Learning
    from mendax.games.liars_dice.solver import CfrSolution


def solve(
    game: LiarsDice,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations of CFR+.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of CFR+.")] = None,
    json: Json = False,
) -> None:
    """Solve one round for two players: by linear programs where it is small, else by CFR+."""
    from mendax.games.liars_dice.solver import CfrSolution, uses_cfr
    from mendax.games.liars_dice.solver import solve as solve_game
    from mendax.theory.commands import print_solution

    # Only CFR+ has something to show when it is stopped early; Ctrl-C ends the linear programs at once.
    interrupts = noting_ctrl_c() if uses_cfr(game, iterations, seconds) else nullcontext(lambda: False)
    with spinner(f"Solving {game_text(game)}") as update, interrupts as stopped:
        solution = solve_game(game, iterations, seconds, update, stopped)
    if json:
        print_json(solution.to_json())
    elif isinstance(solution, CfrSolution):
        _print_cfr(solution)
    else:
        print_solution(solution)
    if isinstance(solution, CfrSolution) and stopped():
        raise Stopped(f"stopped after {solution.iterations:,} iterations")


def _print_cfr(solution: CfrSolution) -> None:
    """How the round is opened with each roll, the value, and what it took."""
    from rich.table import Table

    out = console()
    table = Table(title=f"{game_text(solution.game)}: how the round is opened", title_justify="left")
    table.add_column("dice")
    table.add_column("opening bids")
    for dice, mix in solution.openings():
        table.add_row(dice_text(dice), _mix_text(mix))
    out.print(table)
    low, high = solution.bounds
    out.print(f"Value to whoever opens {solution.opener_value:+.9f}, surely between {low:+.9f} and {high:+.9f}.")
    out.print(f"Exploitability {solution.exploitability:.2e}, measured by best responses.")
    out.print(
        f"{solution.iterations:,} iterations of CFR+ in {solution.seconds:.1f} s, "
        f"{solution.information_sets:,} information sets; measured in {solution.seconds_measuring:.1f} s."
    )


def _mix_text(mix: Mapping[Action, float]) -> str:
    """The actions with a probability of at least 1 %, the most frequent first."""
    ordered = sorted(mix.items(), key=lambda option: -option[1])
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in ordered if share >= 0.01)


def train(
    game: LiarsDice,
    out: Annotated[Path, typer.Option(help="A folder for what is learned; the same command goes on from it.")],
    preset: Annotated[
        str, typer.Option(help="b-0, or p, pm, ph or pmh with -0 (values begin with 0) or -# (with what is computed).")
    ] = "b-0",
    blocks: Annotated[int, typer.Option(min=1, help="Blocks of learning; a test comes before and after each.")] = 35,
    runs: Annotated[int, typer.Option(min=1, help="Independent runs, side by side, each with a seed of its own.")] = 1,
    games_per_block: Annotated[int, typer.Option(min=1, help="Games of a block, and of a test.")] = 1000,
    players: Annotated[int, typer.Option(min=2, max=10, help="Seats at the table: two in the paper.")] = 2,
    against: Annotated[str, typer.Option(help="Who sits at the other seats.")] = "pmh",
    native: Annotated[
        bool, typer.Option("--native", help="Play a Soar opponent by its native twin: the same chances, and faster.")
    ] = False,
    native_tests: Annotated[
        bool,
        typer.Option("--native-tests", help="Play tests by the learner's native twin: the same chances, faster."),
    ] = False,
    policy: Annotated[str, typer.Option(help="sarsa or q-learning.")] = "sarsa",
    seed: Seed = 1,
    workers: Workers = None,
    engine: EngineName = "processes",
    address: Address = "",
    json: Json = False,
) -> None:
    """Learn by playing with a Soar agent: tests and blocks of learning in turn, and what is learned in DIR."""
    from mendax.arena.engines.engine import elsewhere
    from mendax.games.liars_dice.agents.training import Training

    game = replace(game, players=players)
    training = Training(preset, blocks, games_per_block, against, native, policy, game, native_tests)
    training.check()
    title = f"{training.name} against {training.opponent}"
    with elsewhere(engine, address, workers) as opened, progress(runs * training.num_games, title) as update:
        learning = training.run(out, range(seed, seed + runs), workers=workers, progress=update, engine=opened)
    if json:
        print_json(learning.to_json())
    else:
        _print_learning(learning, out)
    if learning.interrupted:
        raise Stopped(f"stopped after {learning.matches:,} games; the same command goes on")


def _print_learning(learning: Learning, out: Path) -> None:
    """The share of games won in each test, with the rules known by then, and where the players are."""
    from rich.table import Table

    from mendax.arena.statistics import wilson
    from mendax.report.console import interval, percent

    tests = f", tests by the {learning.tests_played_by}" if learning.tests_played_by else ""
    title = f"{learning.learner} against {', '.join(learning.opponents)}{tests}"
    table = Table(title=title, title_justify="left")
    for column in ("block", "won with learning off", "95 %", "rules", "turns with a subgoal"):
        table.add_column(column, justify="right")
    runs = [curve.tests for curve in learning.curves]
    for number in range(max(map(len, runs), default=0)):
        played = [run[number] for run in runs if number < len(run)]
        scores = [score for block in played for score in block.scores]
        turns = sum(block.measures["turns"] for block in played)
        table.add_row(
            str(number),
            percent(sum(scores) / len(scores)),
            interval(wilson(sum(scores), len(scores))),
            f"{sum(block.measures['rules'] for block in played) / len(played):,.0f}",
            percent(sum(block.measures["deliberated"] for block in played) / turns),
        )
    to = console()
    to.print(table)
    to.print(f"{learning.matches:,} games in {learning.seconds:,.1f} s.")
    for curve in learning.curves:
        if curve.memory is not None:
            to.print(f"seed {curve.seed}: learned:{curve.memory}", soft_wrap=True)

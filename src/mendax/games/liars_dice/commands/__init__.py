"""`mendax solve liars-dice`, `mendax exploit liars-dice` and `mendax train liars-dice`; `coaching` has the others."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import MendaxError, Stopped
from mendax.core.game import game_text
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.commands.champion_training import (
    Given,
    check_champion_rules,
    print_exploiters,
    print_winnings,
    train_champion,
    watching_champion,
)
from mendax.games.liars_dice.rules import Action, LiarsDice
from mendax.games.liars_dice.rules.types import dice_text
from mendax.report.console import console, print_json
from mendax.report.options import Address, EngineName, Json, Seed, Workers, read_count
from mendax.report.progress import progress, spinner

if TYPE_CHECKING:
    from mendax.arena.learning_results import Learning
    from mendax.games.liars_dice.solver import CfrSolution
    from mendax.games.liars_dice.solver.endgame import Tablebase


def solve(
    game: LiarsDice,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations of CFR+.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of CFR+.")] = None,
    endgame: Annotated[
        bool,
        typer.Option("--endgame", help="Every position of a match with up to two dice each; the same command goes on."),
    ] = False,
    json: Json = False,
) -> None:
    """Solve one round for two players: by linear programs where it is small, else by CFR+. Or the whole endgame."""
    if endgame:
        if iterations is not None:
            raise MendaxError("--iterations does not go with --endgame: each position is solved until it is accurate")
        _solve_endgame(game, seconds, json)
        return
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


def _solve_endgame(game: LiarsDice, seconds: float | None, json: bool) -> None:
    """Solve the endgame position by position; what is solved is kept, and what was stopped is taken up again."""
    from mendax.games.liars_dice.solver.endgame import solve_endgame

    began = time.monotonic()
    with spinner(f"Solving the endgame of {game_text(game)}") as update, noting_ctrl_c() as stopped:

        def over() -> bool:
            return stopped() or (seconds is not None and time.monotonic() - began > seconds)

        base = solve_endgame(game, update, over)
    if json:
        print_json(base.to_json())
    else:
        _print_endgame(base)
    if stopped():
        raise Stopped(f"stopped with {len(base.rounds)} positions solved; the same command goes on")


def _print_endgame(base: Tablebase) -> None:
    """Each position: its value, how far it may be wrong, and what it took."""
    from rich.table import Table

    out = console()
    table = Table(title=f"{game_text(base.game)}: the endgame", title_justify="left")
    for column in ("position", "value to the opener", "wins", "exploitability", "information sets", "s", "MB"):
        table.add_column(column, justify="left" if column == "position" else "right")
    for solved in base.rounds.values():
        table.add_row(
            solved.position.name,
            f"{solved.value:+.6f} {f'± {solved.error:.1e}' if solved.fraction is None else f'= {solved.fraction}'}",
            f"{100 * solved.win_rate:.2f} %",
            f"{solved.exploitability:.1e}",
            f"{solved.information_sets:,}",
            f"{solved.seconds:.0f}",
            f"{solved.bytes / 1e6:,.0f}",
        )
    for one in base.unsolved:
        table.add_row(one.position.name, one.why, "", "", f"{one.information_sets:,}", "", f"{one.bytes / 1e6:,.0f}")
    out.print(table)
    out.print("A position is the dice of the opener and of the other, then who may still say exact (1 or 0).")
    out.print("One die each is solved by linear programs, more by CFR+. A fraction is proven without rounding.")
    if any(solved.restricted for solved in base.rounds.values()):
        out.print("Two dice each: each seat has few actions, the other all; what a best response wins is still exact.")
    out.print(
        f"{len(base.rounds)} of {len(base.rounds) + len(base.unsolved)} positions are solved. "
        "Values and exploitability are in payoff: +1 for a match won, -1 for one lost. Half of that is a win chance."
    )


def _print_endgame_losses(game: LiarsDice, agent: str, least: float, json: bool) -> None:
    """What an agent loses in each position of the endgame that is solved."""
    from rich.table import Table

    from mendax.games.liars_dice.agents.endgame_policy import endgame_policy
    from mendax.games.liars_dice.solver.endgame import load_tablebase
    from mendax.games.liars_dice.solver.endgame.loss import losses

    base = load_tablebase(game)
    if not base.rounds:
        raise MendaxError(f"nothing of this endgame is solved yet: mendax solve {game_text(game)} --endgame")
    with spinner(f"Computing what {agent} loses in the endgame") as update:
        found = losses(base, endgame_policy(game, agent), least, update)
    if json:
        print_json({"game": game_text(game), "agent": agent, "losses": [loss.to_json() for loss in found]})
        return
    table = Table(title=f"What {agent} loses in a round to a best response, in payoff", title_justify="left")
    for column in ("position", "opening", "answering", "not looked at"):
        table.add_column(column, justify="left" if column == "position" else "right")
    for loss in found:
        more = "at least " if loss.at_least else ""
        row = (f"{more}{loss.opening:.5f}", f"{more}{loss.answering:.5f}", f"{loss.unseen:.5f}")
        table.add_row(loss.position.name, *row)
    console().print(table)


def _mix_text(mix: Mapping[Action, float]) -> str:
    """The actions with a probability of at least 1 %, the most frequent first."""
    ordered = sorted(mix.items(), key=lambda option: -option[1])
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in ordered if share >= 0.01)


def train(
    game: LiarsDice,
    out: Annotated[Path, typer.Option(help="A folder for what is learned; the same command goes on from it.")],
    preset: Annotated[
        str,
        typer.Option(
            help="b-0, or p, pm, ph or pmh with -0 (values begin with 0) or -# (with what is computed); "
            "champion or champion-small: self-play by a network."
        ),
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
    change: Annotated[
        list[str] | None, typer.Option("--set", help="champion: a setting, such as learning.tables=4096.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--from", help="champion: begin with the player of another training.")
    ] = None,
    exploiter: Annotated[
        list[Path] | None, typer.Option(help="champion: a player that it also learns to answer; repeatable.")
    ] = None,
    familiar: Annotated[
        Path | None, typer.Option(help="champion: a player that plays in its place where it recognises PMH or EMH.")
    ] = None,
    lessons: Annotated[
        str,
        typer.Option(
            metavar="NUMBER|FILE",
            help="champion: so many decisions of the solved endgame that it learns besides, or a file that has some.",
        ),
    ] = "",
    seconds: Annotated[
        float | None, typer.Option(min=0, help="champion: stop after so long; the same command goes on.")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    engine: EngineName = "processes",
    address: Address = "",
    json: Json = False,
) -> None:
    """Learn by playing, into DIR: a Soar agent with tests and blocks in turn, or a champion by self-play."""
    game = replace(game, players=players)
    if preset.startswith("champion"):
        given = Given(start, tuple(exploiter or ()), familiar, lessons)
        train_champion(game, out, preset, seed, change or [], given, seconds, json)
        return
    if change or start is not None or exploiter or familiar is not None or lessons or seconds is not None:
        options = "--set, --from, --exploiter, --familiar, --lessons and --seconds"
        raise MendaxError(f"{options} go with --preset champion, not with {preset}")
    from mendax.arena.engines.engine import elsewhere
    from mendax.games.liars_dice.agents.training import Training

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


def exploit(
    game: LiarsDice,
    agent: Annotated[str, typer.Argument(help="An agent that can state its action probabilities.")],
    learn: Annotated[
        bool,
        typer.Option("--learn", help="Train exploiters of the champion, or of e, em, eh, emh, p, pm, ph or pmh."),
    ] = False,
    players: Annotated[int, typer.Option(min=2, max=6, help="With --learn: seats at the table.")] = 2,
    decisions: Annotated[str, typer.Option(help="With --learn: the budget of each, all seats counted.")] = "5e8",
    runs: Annotated[int, typer.Option(min=1, help="With --learn: exploiters, each with a seed of its own.")] = 1,
    matches: Annotated[int, typer.Option(min=1, help="With --learn or --by: matches to measure by.")] = 10_000,
    preset: Annotated[
        str, typer.Option(help="With --learn: the size of the exploiter: champion or champion-small.")
    ] = ("champion"),
    change: Annotated[list[str] | None, typer.Option("--set", help="With --learn: a setting of the exploiter.")] = None,
    out: Annotated[Path | None, typer.Option(help="With --learn: a folder for logs and checkpoints.")] = None,
    by: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where an exploiter of the champion, trained before, wins."),
    ] = None,
    endgame: Annotated[
        bool, typer.Option("--endgame", help="What the agent loses in each solved position of the endgame.")
    ] = False,
    least: Annotated[
        float, typer.Option(min=0, help="With --endgame: where the agent comes less often it is not asked.")
    ] = 1e-4,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """What a perfect opponent wins from an agent; with --learn, what a fresh learner wins with a fixed budget."""
    if endgame:
        _print_endgame_losses(game, agent, least, json)
        return
    if by is not None:
        print_winnings(replace(game, players=players), agent, by, matches, seed, json)
        return
    if not learn:
        from mendax.theory.commands import exploit as exploit_exactly

        exploit_exactly(game, agent, json)
        return
    from mendax.games.liars_dice.agents.champion import champion
    from mendax.games.liars_dice.learning.agent_constants import NAMES
    from mendax.games.liars_dice.learning.champion.plan import make_plan
    from mendax.games.liars_dice.learning.champion.training import train_exploiter
    from mendax.learn.settings import read_changes

    check_champion_rules(replace(game, players=players))
    name, _, argument = agent.partition(":")
    if name != "champion" and agent not in NAMES:
        raise MendaxError(f"--learn trains exploiters of champion, champion:FILE, {', '.join(NAMES)}, not of {agent}")
    target = champion(game.name, argument).player(players) if name == "champion" else agent
    plan = make_plan(preset, players)
    results = []
    for number in range(seed, seed + runs):
        folder = None if out is None else out / f"seed-{number}"
        with watching_champion(f"an exploiter of {agent}, seed {number}", None) as watching:
            results.append(
                train_exploiter(
                    plan, target, read_count(decisions), number, folder, watching, matches, read_changes(change or [])
                )
            )
    if json:
        print_json({"agent": agent, "players": players, "exploiters": [result.to_json() for result in results]})
        return
    print_exploiters(results, players)

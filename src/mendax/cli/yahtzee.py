"""`mendax solve yahtzee` and `mendax advise yahtzee`: the exact best play."""

from __future__ import annotations

import time
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mendax.games.yahtzee import Card, Yahtzee


def _read_card(game: Yahtzee, text: str) -> Card:
    """A card that can happen under the game's rules, for one player and the whole game."""
    from mendax.core.errors import MendaxError
    from mendax.games.yahtzee.notation import parse_card

    if game.players > 1 or game.single_turn:
        raise MendaxError("the exact solution is for one player and the whole game")
    card = parse_card(text)
    if card.extras and not game.joker.pays_extra:
        raise MendaxError(f"under the rules {game.rules} no extras are ever paid")
    return card


def _read_scores(text: str) -> list[int]:
    """Final scores to ask for, such as 100,200,300."""
    from mendax.core.errors import MendaxError

    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < 5):
            raise MendaxError(f"--at-least takes scores such as 100,200,300; {part[:20]!r} is none")
    return [int(part) for part in parts]


def solve_target(game: Yahtzee, card: str, target: int, json: bool) -> None:
    """The best chance of a score, beside what best play for points makes of it."""
    from mendax.agents.yahtzee.distribution import distribution
    from mendax.agents.yahtzee.optimum import optimum
    from mendax.agents.yahtzee.reaching import solve_target as solve_exactly
    from mendax.cli import show
    from mendax.core.game import game_text

    start = _read_card(game, card)
    with show.spinner(f"Solving for {target} points") as update:
        began = time.perf_counter()
        solved = solve_exactly(game.joker, target, start, lambda done: update(f"{done} of 13 boxes"))
        seconds = time.perf_counter() - began
        by_points = distribution(optimum(game.joker), start).at_least(target)
    chance = solved.chance(start)
    if json:
        story = {"game": game_text(game), "rules": game.rules, "target": target, "value": chance}
        show.print_json({**story, "optimal": by_points, "score": start.total, "seconds": seconds})
        return
    out = show.console()
    out.print(f"The best chance of {target} points or more under the rules '{game.rules}': {100 * chance:.6f} %.")
    out.print(f"Best play for points reaches them with {100 * by_points:.6f} %. Solved in {seconds:.1f} s.")


def solve(game: Yahtzee, card: str, at_least: str, json: bool) -> None:
    """What the best play scores, on average and in all its spread, from the empty card or any other."""
    from rich.table import Table

    from mendax.cli import show
    from mendax.core.game import game_text
    from mendax.games.yahtzee.scoring import BONUS, NAMES

    start, asked = _read_card(game, card), _read_scores(at_least)
    with show.spinner("Compiling (once) and solving"):
        from mendax.agents.yahtzee.optimum import Optimum
        from mendax.agents.yahtzee.solver import NUM_STATES
        from mendax.agents.yahtzee.solver import solve as solve_exactly

        solve_exactly(game.joker)  # the first call loads or compiles the kernel: start-up, not solving
        began = time.perf_counter()
        table = Optimum(game.joker, solve_exactly(game.joker))
        seconds = time.perf_counter() - began
    with show.spinner("Following every game to its end") as update:
        from mendax.agents.yahtzee.distribution import distribution

        spread = distribution(table, start, lambda filled: update(f"{filled} of 13 boxes"))
    story: dict[str, Any] = {
        "game": game_text(game),
        "rules": game.rules,
        "value": start.total + table.further(start),
        "score": start.total,
        "further": table.further(start),
        "states": NUM_STATES,
        "seconds": seconds,
        "std": spread.std,
        "bonus_rate": spread.bonus_rate,
        "yahtzee_rate": spread.yahtzee_rate,
        "box_means": dict(zip(NAMES, spread.box_means, strict=True)),
        "bonus_mean": BONUS * spread.bonus_rate,
        "extras_mean": spread.extras,
        "survival": {str(score): spread.at_least(score) for score in asked},
    }
    if json:
        show.print_json(story)
        return
    out = show.console()
    if start.total or card:
        out.print(f"On the card: {start.total}. Still to come, on average: {story['further']:.6f}.")
    out.print(f"The best play under the rules '{game.rules}' scores {story['value']:.12f} on average.")
    out.print(
        f"Standard deviation {spread.std:.4f}; upper bonus {show.percent(spread.bonus_rate)} of games, "
        f"Yahtzee box scored {show.percent(spread.yahtzee_rate)}."
    )
    boxes = Table(title="What each box brings, on average", title_justify="left")
    for heading in ("upper", "points", "lower", "points"):
        boxes.add_column(heading, justify="right" if heading == "points" else "left")
    means = [*spread.box_means[:6], BONUS * spread.bonus_rate, *spread.box_means[6:], spread.extras]
    cells = [
        (name, f"{mean:.4f}") for name, mean in zip((*NAMES[:6], "bonus", *NAMES[6:], "extras"), means, strict=True)
    ]
    for left, right in zip_longest(cells[:7], cells[7:], fillvalue=("", "")):
        boxes.add_row(*left, *right)
    out.print(boxes)
    for score in asked:
        out.print(f"{score} or more: {100 * spread.at_least(score):.6f} %")
    out.print(f"Solved in {seconds:.3f} s, {NUM_STATES:,} states. Everything is exact, nothing is sampled.")


def advise(game: Yahtzee, card: str, dice: str, rolls: int, best: int, json: bool) -> None:
    """Every option of a position with its exact value, the best first, and what each costs."""
    from rich.table import Table

    from mendax.agents.yahtzee.players import optimal
    from mendax.cli import show
    from mendax.core.errors import MendaxError
    from mendax.core.game import Turn
    from mendax.games.yahtzee import State
    from mendax.games.yahtzee.notation import parse_dice

    thrown = parse_dice(dice)
    if len(thrown) != 5:
        raise MendaxError(f"five dice lie on the table, not {len(thrown)}")
    state = State((_read_card(game, card),), 0, rolls, thrown)
    if game.turn(state._replace(dice=())) is Turn.OVER:
        raise MendaxError("the card is full: there is nothing left to decide")
    with show.spinner("Solving"):
        mind = optimal(game, 0, Random(0))
        decision = mind.act(game.view(state, 0), game.actions(state), why=True)
    assert decision.thoughts is not None
    options = sorted(decision.thoughts.options, key=lambda option: -(option.value or 0.0))
    top = options[0].value or 0.0
    score = state.cards[0].total
    story = [
        {"action": str(option.action), "value": score + (option.value or 0.0), "cost": top - (option.value or 0.0)}
        for option in options
    ]
    if json:
        show.print_json({"game": game.name, "rules": game.rules, "value": score + top, "options": story})
        return
    out = show.console()
    out.print(game.describe(game.view(state, 0)))
    table = Table(title="Expected final score", title_justify="left")
    table.add_column("option")
    table.add_column("value", justify="right")
    table.add_column("costs", justify="right")
    for line in story[: best or None]:
        table.add_row(str(line["action"]), f"{line['value']:.4f}", f"{line['cost']:.4f}")
    out.print(table)
    if best and len(story) > best:
        out.print(f"and {len(story) - best} more (--best 0 shows all)")

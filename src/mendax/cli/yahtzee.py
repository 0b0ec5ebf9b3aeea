"""`mendax solve yahtzee`: the exact best play."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mendax.games.yahtzee import Yahtzee


def solve(game: Yahtzee, card: str, json: bool) -> None:
    """What the best play scores on average, from the empty card or any other."""
    from mendax.cli import show
    from mendax.core.errors import MendaxError
    from mendax.core.game import game_text
    from mendax.games.yahtzee.notation import parse_card

    if game.players > 1 or game.single_turn:
        raise MendaxError("the exact solution is for one player and the whole game")
    start = parse_card(card)
    if start.extras and not game.joker.pays_extra:
        raise MendaxError(f"under the rules {game.rules} no extras are ever paid")
    with show.spinner("Compiling (once) and solving"):
        from mendax.agents.yahtzee.optimum import Optimum
        from mendax.agents.yahtzee.solver import NUM_STATES
        from mendax.agents.yahtzee.solver import solve as solve_exactly

        solve_exactly(game.joker)  # the first call loads or compiles the kernel: start-up, not solving
        began = time.perf_counter()
        table = Optimum(game.joker, solve_exactly(game.joker))
        seconds = time.perf_counter() - began
    story: dict[str, Any] = {
        "game": game_text(game),
        "rules": game.rules,
        "value": start.total + table.further(start),
        "score": start.total,
        "further": table.further(start),
        "states": NUM_STATES,
        "seconds": seconds,
    }
    if json:
        show.print_json(story)
        return
    out = show.console()
    if start.total or card:
        out.print(f"On the card: {start.total}. Still to come, on average: {story['further']:.6f}.")
    out.print(f"The best play under the rules '{game.rules}' scores {story['value']:.12f} on average.")
    out.print(f"Solved in {seconds:.3f} s, {NUM_STATES:,} states.")

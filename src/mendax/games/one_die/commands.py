"""`mendax solve one-die`, and what `mendax tour` shows of the game."""

from __future__ import annotations

from mendax.core.tour import Tour
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.study.published import THESIS_SECONDS, THESIS_TIME
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.theory.commands import print_solution, solve_with_spinner


def solve(game: OneDie, json: Json = False) -> None:
    """Solve the game exactly, sub-game by sub-game, by linear programs."""
    solution = solve_with_spinner(game)
    published = {"published": {"seconds": THESIS_SECONDS, "what": THESIS_TIME}} if game == OneDie() else {}
    if json:
        print_json({**solution.to_json(), **published})
        return
    print_solution(solution)
    if published:
        console().print(THESIS_TIME)


TOUR = Tour(
    agents=("equilibrium", "tree", "matrix", "honest", "best-response:tree", "random"),
    games=4000,
    before="A short tournament: every pair plays 4,000 games, each deal twice with seats exchanged.",
    after="""The equilibrium loses to nobody in the long run. Tree plays the same thing every time, and
best-response:tree, which knows it, takes the most from it. Next, try:
  mendax play one-die --against matrix    sit down yourself
  mendax solve one-die                    the exact solution
  mendax exploit one-die tree             what a perfect opponent wins from it
  mendax reproduce one-die --out report   the published study, made again
(in .venv/bin, unless you install Mendax elsewhere)""",
)

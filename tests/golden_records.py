"""Golden playthroughs: whole matches of every game as text, chance and all.

Any change of rules, chance, notation or agents shows in them. `make golden` writes them anew; look at the difference
before you commit it. `golden/before/` has records as earlier versions wrote them: they are never written anew, and
must replay for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mendax.core.catalogue import build_agent, build_game
from mendax.core.match import play_match
from mendax.core.record import Record
from mendax.core.streams import Stream

FOLDER = Path(__file__).parent / "golden"

Table = tuple[str, Sequence[str]]
"""A game and who sits at it."""

TABLES: dict[str, Sequence[Table]] = {
    "blufpoker": [
        ("blufpoker", ("naive:greedy/overbid/believe", "naive:one/truthful/believe=0.8", "odds")),
        ("blufpoker:players=2,points=2", ("naive:n-lowest/overbid/believe=0.8+call-top", "random")),
        ("blufpoker:points=2,opening=free", ("naive:lowest/overbid/call", "naive", "naive:lowest/truthful/believe")),
        ("blufpoker:points=1,top321=true,opening=free", ("naive:greedy/overbid/believe", "odds", "random")),
        ("blufpoker:players=4,points=2,pass_on=true", ("random", "odds", "random", "naive")),
        ("blufpoker:players=2,single_round=true,underbids=false", ("naive:greedy/overbid/believe", "odds")),
        ("blufpoker:points=2", ("knowing", "naive:greedy/truthful/believe", "knowing:authors")),
    ],
    "holdem": [
        ("holdem:hands=12", ("tight", "loose")),
        ("holdem:players=6,hands=2", ("tight", "loose", "always-call", "random", "always-raise", "always-fold")),
        ("holdem:players=3,hands=3,raises=1", ("always-raise", "always-call", "random")),
        ("holdem:players=10", ("random",) * 10),
        ("holdem:hands=40", ("poki", "poki:simulation=false")),
        ("holdem:players=4,hands=20", ("poki", "loose", "poki:model=false", "tight")),
        ("holdem:players=6,hands=15", ("poki", "loose", "always-call", "poki", "tight", "random")),
    ],
    "liars-dice": [
        ("liars-dice:players=3", ("probability", "honest", "random")),
        ("liars-dice:rules=official", ("honest", "probability", "probability", "random")),
        ("liars-dice:players=2,rules=plain", ("probability", "random")),
        ("liars-dice:players=2,dice=3,rules=open-spiel", ("random", "honest")),
        ("liars-dice:players=5,dice=2,special=true", ("random", "random", "probability", "random", "random")),
    ],
    "yahtzee": [
        ("yahtzee", ("optimal",)),
        ("yahtzee:players=2", ("greedy", "random")),
        ("yahtzee:players=3,rules=free", ("optimal", "greedy", "random")),
        ("yahtzee:players=2,rules=no-joker", ("optimal", "greedy")),
        ("yahtzee:rules=no-bonus", ("greedy",)),
        ("yahtzee:players=4,single_turn=true", ("optimal", "greedy", "random", "random")),
    ],
}


def playthroughs(name: str) -> str:
    """The golden text of a game, played now."""
    records = _one_die_tournament() if name == "one-die" else _matches(TABLES[name])
    return "\n".join(records)


def _matches(tables: Sequence[Table], seed: int = 4) -> list[str]:
    """One match at each table."""
    records = []
    for number, (text, names) in enumerate(tables):
        game = build_game(text)
        agents = [
            build_agent(game, name)(game, seat, Stream(seed, number, 1 + seat)) for seat, name in enumerate(names)
        ]
        outcome = play_match(game, agents, Stream(seed, number, 0), keep_moves=True, strict=True)
        records.append(str(Record.of(game, names, outcome)))
    return records


def _one_die_tournament() -> list[str]:
    """Through the arena, so that its seats and streams are in it too."""
    from mendax.arena.play import plan_tournament

    run = plan_tournament("one-die", ["tree", "matrix", "random"], games=8).run(seed=1, records=True)
    return [run.results.records[number] for number in sorted(run.results.records)]


def main() -> None:
    """Write all golden texts anew."""
    for name in ("one-die", *TABLES):
        (FOLDER / f"{name}.txt").write_text(playthroughs(name), encoding="utf-8")


if __name__ == "__main__":
    main()

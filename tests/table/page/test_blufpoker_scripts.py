"""The page's own copy of Blufpoker's order and worlds beside the rules and the inspector."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.game import AnyGame
from mendax.core.match import play_match
from mendax.core.plain import plain
from mendax.core.record import Record
from mendax.core.streams import Stream
from mendax.games.blufpoker.rules import Blufpoker, bid_order
from mendax.games.blufpoker.rules.events import Started
from mendax.games.blufpoker.rules.rolls import SORTED, roll_text
from mendax.games.blufpoker.worlds import inspect, weights_of
from tests.table.page.node import run_script

ROLLS = "mendax.games.blufpoker.face:rolls.js"
WORLDS = "mendax.games.blufpoker.face:worlds.js"


@pytest.mark.parametrize("top321", [False, True])
def test_the_page_orders_the_rolls_as_the_rules_do(top321: bool) -> None:
    order = bid_order(top321)
    found = run_script(ROLLS, "(page, top321) => page.orderOf(top321)", top321)
    assert found == {"rolls": [roll_text(roll) for roll in order.rolls], "firstPoker": order.first_poker}


def test_the_page_counts_the_ways_to_fall_as_the_inspector_does() -> None:
    """Every set of open dice, every roll."""
    opens = sorted({dice for dice in SORTED if SORTED[dice] == dice})
    script = "(page, opens) => opens.map((open) => page.orderOf(false).rolls.map((roll) => page.ways(roll, open)))"
    found = run_script(ROLLS, script, opens)
    rolls = [roll_text(roll) for roll in bid_order().rolls]
    for open_dice, counts in zip(opens, found, strict=True):
        weights = weights_of(open_dice, False)
        assert counts == [weights[roll] for roll in rolls], open_dice
        assert sum(counts) == 6 ** (3 - len(open_dice))


def test_a_rolled_die_falls_where_it_was_taken_from() -> None:
    cases = [
        {"kept": [6, 5], "picked": [2], "fallen": []},
        {"kept": [6], "picked": [2, 2], "fallen": [4, 1]},
        {"kept": [], "picked": [], "fallen": [3, 6, 1]},
    ]
    found = run_script(ROLLS, "(page, cases) => cases.map((one) => page.layCup(one).map((die) => die.face))", cases)
    assert found == [[6, 5, 0], [6, 1, 4], [3, 6, 1]]


GAMES = (
    "blufpoker",
    "blufpoker:players=2,opening=free,underbids=false",
    "blufpoker:players=4,top321=true,pass_on=true,opening=free",
)
STEPS = """(page, {seats, players, order, underbids}) => seats.map((rounds, seat) => {
    const you = seat < players ? seat : null;
    const outlook = (step) => Array.from({length: players}, (_, who) => {
        const {worlds, knows} = page.considered(step, who, you);
        return {worlds: [...worlds].sort((one, other) => one - other), knows};
    });
    return rounds.flatMap((events) =>
        page.stepsOf(events.map((data) => ({data})), you, players, order, underbids).map(outlook));
})"""


def played(game: AnyGame, seed: int) -> Record:
    """A match of random players, who believe about half of the bids."""
    factory = build_agent(game, "random")
    agents = [factory(game, seat, Stream(seed, 1 + seat)) for seat in range(game.seats)]
    outcome = play_match(game, agents, Stream(seed, 0), keep_moves=True, strict=True)
    return Record.of(game, ["random"] * game.seats, outcome)


def told(record: Record) -> list[list[list[Any]]]:
    """By seat, and last for a spectator: the events of each round as data."""
    game, found = record.game, []
    for seat in [*range(record.game.seats), None]:
        events = [
            (before.rounds + isinstance(event, Started), plain(event))
            for before, move, after in record.states()
            for event in game.events(before, move.action, after, seat)
        ]
        found.append([[data for _, data in group] for _, group in groupby(events, key=lambda one: one[0])])
    return found


@pytest.mark.parametrize("text", GAMES)
def test_the_page_shows_what_each_seat_can_know(text: str) -> None:
    """Whole matches: what every seat considers possible, and what it thinks the others do, are the inspector's."""
    game = build_game(text)
    assert isinstance(game, Blufpoker)
    record = played(game, 7)
    order = game.order
    names = {roll_text(roll): rank for rank, roll in enumerate(order.rolls)}
    found = run_script(
        WORLDS,
        STEPS,
        {
            "seats": told(record),
            "players": game.seats,
            "order": {"rolls": list(names), "firstPoker": order.first_poker},
            "underbids": game.underbids,
        },
    )
    steps = inspect(record).steps
    assert len(steps) > 20
    for you in range(game.seats):
        assert len(found[you]) == len(steps)
        for seen, step in zip(found[you], steps, strict=True):
            for who, shown in enumerate(seen):
                through = step.through(you, who)
                sets = {tuple(sorted(names[world] for world in worlds)) for worlds in through.sets}
                mine = tuple(sorted(names[world] for world in through.possible))
                if shown["knows"]:
                    assert sets == {(rank,) for rank in mine}, step
                    assert tuple(shown["worlds"]) == mine, step
                else:
                    assert sets == {tuple(shown["worlds"])}, step
    for seen, step in zip(found[game.seats], steps, strict=True):
        public = sorted(names[world] for world in step.outlook(None).worlds)
        assert all(shown["worlds"] == public for shown in seen), step


def test_open_tables_tell_what_the_cup_held() -> None:
    """The cup before each decision, of the moves of a round alone."""
    game = build_game("blufpoker:players=3,points=1")
    assert isinstance(game, Blufpoker)
    record = played(game, 3)
    moves, expected = [], []
    for number, (before, move, after) in enumerate(record.states()):
        assert after.rounds <= 1
        moves.append({"move": number, "seat": move.seat, "action": str(move.action), "default": False})
        if move.seat is not None:
            dice = before.poker[-1].dice if before.poker else before.rolling.cup or SORTED[before.open + before.hidden]
            expected.append([number, list(dice)])
    found = run_script(
        WORLDS,
        "(page, {moves, asked, order}) => asked.map((move) => [move, page.cupBefore(moves, move, order)])",
        {
            "moves": moves,
            "asked": [number for number, _ in expected],
            "order": {"rolls": [roll_text(roll) for roll in game.order.rolls], "firstPoker": game.order.first_poker},
        },
    )
    assert len(found) >= 3
    assert found == expected

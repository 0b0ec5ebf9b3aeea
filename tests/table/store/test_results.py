"""Results of hand-made matches against tables computed by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.table.store.database import Database
from mendax.table.store.result_lines import hand_payoffs, result_lines
from mendax.table.store.results import Results, load_results
from mendax.table.store.rows import Sitter
from tests.table.store.rows import ANN, BEN, TREE, a_match, finished, furnish, sitting

PLAYER_ONE, PLAYER_TWO = Sitter("person", "Player one", "p1"), Sitter("person", "Player two", "p2")
HUMAN, MATRIX = Sitter("person", "Human", "p3"), Sitter("agent", "matrix")

THESIS = [
    # The one-die thesis, Tables 2 to 4: the wins of both where the first one goes first, and where the other does.
    (PLAYER_ONE, PLAYER_TWO, (35, 25), (29, 31), (64, 56)),
    (MATRIX, HUMAN, (36, 24), (28, 32), (64, 56)),
    (TREE, HUMAN, (33, 27), (18, 42), (51, 69)),
]


def thesis_matches() -> Results:
    """All 360 matches of the three tables, in any order."""
    games = []
    for one, other, first, second, _ in THESIS:
        games += [((one, other), (1.0, -1.0))] * first[0] + [((one, other), (-1.0, 1.0))] * first[1]
        games += [((other, one), (-1.0, 1.0))] * second[0] + [((other, one), (1.0, -1.0))] * second[1]
    Random(1).shuffle(games)
    results = Results()
    for number, (seats, payoffs) in enumerate(games):
        results.add(finished(f"m{number}", number, seats, payoffs))
    return results


def test_the_thesis_tables() -> None:
    (found,) = thesis_matches().to_json()["games"]
    assert (found["game"], found["counted"], found["matches"]) == ("one-die", "wins", 360)
    pairs = {tuple(pair["players"]): pair for pair in found["pairs"]}
    assert len(pairs) == 3
    for one, other, first, second, total in THESIS:
        assert pairs[one.name, other.name] == {
            "players": [one.name, other.name],
            "games": 120,
            "wins": list(total),
            "by_first": [
                {"first": one.name, "games": 60, "wins": list(first)},
                {"first": other.name, "games": 60, "wins": list(second)},
            ],
        }


def test_players_over_all_seats_and_by_seat() -> None:
    (found,) = thesis_matches().to_json()["games"]
    human = next(player for player in found["players"] if player["name"] == "Human")
    assert (human["kind"], human["games"], human["wins"]) == ("person", 240, 56 + 69)
    assert human["win_rate"] == pytest.approx(125 / 240)
    assert human["fair_share"] == 0.5
    assert human["ci95"] == pytest.approx([0.4578, 0.5832], abs=1e-4)
    assert [(seat["seat"], seat["games"], seat["wins"]) for seat in human["by_seat"]] == [
        (0, 120, 32 + 42),
        (1, 120, 24 + 27),
    ]
    rates = [player["win_rate"] for player in found["players"]]
    assert rates == sorted(rates, reverse=True)
    assert found["endings"] == {"challenge": 360}


def hold(*matches: tuple[list[Sitter], list[list[float]], str]) -> dict[str, Any]:
    results = Results()
    for number, (seats, hands, game) in enumerate(matches, 1):
        payoffs = [sum(hand[seat] for hand in hands) for seat in range(len(seats))]
        results.add(finished(f"m{number}", number, seats, payoffs, game=game, hands=hands))
    (found,) = results.to_json()["games"]
    assert isinstance(found, dict)
    return found


def test_hands_and_money_whatever_the_number_of_players_and_hands() -> None:
    ann, ben, call = sitting(ANN), sitting(BEN), Sitter("agent", "always-call")
    found = hold(
        ([ann, call], [[1.0, -1.0], [-2.5, 2.5]], "holdem:hands=2"),
        ([call, ann, ben], [[0.5, 3.0, -3.5]], "holdem:players=3"),
        ([call, call, ben], [[1.0, -1.0, 0.0]], "holdem:players=3"),
    )
    assert (found["game"], found["counted"], found["unit"], found["matches"]) == ("holdem", "money", "small bets", 3)
    players = {player["name"]: player for player in found["players"]}
    assert list(players) == ["Ann", "always-call", "Ben"], "the best rate first"
    assert {name: (one["hands"], one["money"]) for name, one in players.items()} == {
        "Ann": (3, 1.5),
        "always-call": (5, 2.0),
        "Ben": (2, -3.5),
    }
    # Ann: 1, -2.5, 3; mean 0.5, standard deviation 2.7839, t with two degrees of freedom 4.3027.
    assert players["Ann"]["mean_money"] == pytest.approx(0.5)
    assert players["Ann"]["ci95"] == pytest.approx([0.5 - 6.9155, 0.5 + 6.9155], abs=1e-3)
    pairs = {tuple(pair["players"]): (pair["hands"], pair["money"]) for pair in found["pairs"]}
    assert pairs == {
        ("always-call", "Ann"): (3, [2.0, 1.5]),
        ("always-call", "Ben"): (3, [0.5, -3.5]),
        ("Ann", "Ben"): (1, [3.0, -3.5]),
    }
    assert found["ranking"]["too_few_hands"] == ["Ann", "always-call", "Ben"]


def test_sharks_and_fish_from_a_thousand_hands_on() -> None:
    ann, ben, cid = sitting(ANN), sitting(BEN), Sitter("program", "Cid", "p3")
    rich = ([ann, ben], [[1.5, -1.5]] * 600 + [[-1.0, 1.0]] * 400, "holdem:hands=1000")
    found = hold(rich, ([cid, ann], [[0.5, -0.5]] * 999 + [[0.0, 0.0]], "holdem:hands=1000"))
    ranking = found["ranking"]
    assert [(one["name"], one["hands"]) for one in ranking["sharks"]] == [("Cid", 1000), ("Ann", 2000)]
    assert [(one["name"], one["hands"]) for one in ranking["fish"]] == [("Ben", 1000)]
    assert ranking["fish"][0]["small_bets_a_hand"] == pytest.approx((400 - 900) / 1000)
    assert ranking["sharks"][1]["small_bets_a_hand"] == pytest.approx((900 - 400 - 499.5) / 2000)
    fewer = hold(([ann, ben], [[1.5, -1.5]] * 999, "holdem:hands=999"))["ranking"]
    assert (fewer["sharks"], fewer["fish"], fewer["too_few_hands"]) == ([], [], ["Ann", "Ben"])


def test_games_not_lost_and_points_are_counted_by_themselves() -> None:
    ann, ben, cid = sitting(ANN), sitting(BEN), Sitter("agent", "naive")
    results = Results()
    results.add(finished("m1", 1, (ann, ben, cid), (1.0, -2.0, 1.0), game="blufpoker"))
    results.add(finished("m2", 2, (ann,), (254.0,), game="yahtzee"))
    results.add(finished("m3", 3, (ann, ben), (200.0, 200.0), game="yahtzee:players=2"))
    bluf, alone, both = results.to_json()["games"]
    assert {one["name"]: one["not_lost"] for one in bluf["players"]} == {"Ann": 1.0, "Ben": 0.0, "naive": 1.0}
    assert bluf["players"][0]["fair_share"] == pytest.approx(2 / 3)
    if alone["counted"] == "wins":
        alone, both = both, alone
    assert (alone["unit"], alone["players"][0]["money"], alone["pairs"]) == ("points", 254.0, [])
    assert [one["wins"] for one in both["players"]] == [0.5, 0.5]


def test_players_of_one_name_are_told_apart() -> None:
    twins = [Sitter("person", "Ann", "p1"), Sitter("person", "Ann", "p2"), Sitter("program", "Ann", "p3")]
    results = Results()
    results.add(finished("m1", 1, twins[:2], (1.0, -1.0)))
    results.add(finished("m2", 2, twins[1:], (1.0, -1.0)))
    (found,) = results.to_json()["games"]
    assert {one["name"]: one["games"] for one in found["players"]} == {
        "Ann (person)": 1,
        "Ann (person 2)": 2,
        "Ann (program)": 1,
    }
    renamed = Results()
    renamed.add(finished("m1", 1, (twins[0], TREE), (1.0, -1.0)))
    renamed.add(finished("m2", 2, (replace(twins[0], name="Anna"), TREE), (1.0, -1.0)))
    assert [one["name"] for one in renamed.to_json()["games"][0]["players"]] == ["Anna", "tree"]


def test_what_is_not_finished_counts_nowhere(tmp_path: Path) -> None:
    async def main() -> None:
        db = Database(tmp_path / "store.db")
        given_up = replace(finished("m2", 2, (sitting(ANN), TREE), (1.0, -1.0)), payoffs=None)
        won = finished("m3", 3, (sitting(ANN), TREE), (1.0, -1.0))
        gone = finished("m4", 4, (sitting(ANN), TREE), (1.0, -1.0), game="no-such-game")
        await furnish(db, a_match("m1", 1), given_up, won, gone)
        found = (await load_results(db)).to_json()
        assert [(game["game"], game["matches"]) for game in found["games"]] == [("one-die", 1)]
        assert found["unknown_games"] == {"no-such-game": 1}
        assert result_lines(given_up) == ()
        db.close()

    asyncio.run(main())


@pytest.mark.parametrize("text", ["holdem:players=3,hands=7", "holdem", "one-die"])
def test_hands_by_playing_the_moves_again(text: str) -> None:
    """The hands add up to the payoffs, and each is what its standing says."""
    game = build_game(text)
    agents = [build_agent(game, "random")(game, seat, Stream(7, seat)) for seat in range(game.seats)]
    outcome = play_match(game, agents, Stream(7), keep_moves=True)
    hands = hand_payoffs(game, [str(move.action) for move in outcome.moves])
    if not game.counted.by_hand:
        assert hands is None
        return
    assert hands is not None
    assert len(hands) == getattr(game, "hands", 1)
    assert all(sum(hand) == 0 for hand in hands)
    assert tuple(map(sum, zip(*hands, strict=True))) == outcome.payoffs

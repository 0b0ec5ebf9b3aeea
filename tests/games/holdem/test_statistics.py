"""Statistics by player: hands counted by hand, and totals that must add up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from mendax.core.match import Match
from mendax.core.record import Record
from mendax.core.results import Winnings
from mendax.games.holdem.phh import hands_of_record, phh_text
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import Cards, Deal, Holdem, State, cards_text
from mendax.games.holdem.statistics import (
    PlayerStatistics,
    SharksAndFish,
    position_of,
    rank,
    starting_class,
    statistics,
)
from tests.command_line import assert_refused, call, call_json
from tests.games.holdem.table import random_session


def recorded(game: Holdem, moves: str) -> Record:
    """A record of moves written with spaces."""
    match = Match(game)
    for word in moves.split():
        match.play(game.parse_action(word))
    return Record.of_match(match, [f"p{seat}" for seat in range(game.players)])


def of(*records: Record) -> dict[str, PlayerStatistics]:
    hands = [hand for record in records for hand in hands_of_record(record)]
    return {one.name: one for one in statistics(hands)}


def test_a_hand_counted_by_hand() -> None:
    """Three players: p2 on the button folds, p0 raises, p1 calls; p0 check-raises, bets with nothing, and loses."""
    deal = "7h Kd Qs 2c Ks Qd"
    moves = "fold raise call Jc 9d 4s check bet raise call 3h bet call 5s bet call"
    found = of(recorded(Holdem(3), f"{deal} {moves}"))
    one = found["p0"].to_json()
    assert (one["hands"], one["vpip"], one["pfr"]) == (1, 1.0, 1.0)
    assert (one["check_raises"], one["bluffs_shown"], one["showdowns"]) == (1, 1, 1)
    assert one["aggression"] is None, "three bold actions and no call"
    assert found["p0"].counts["bold"] == 3
    assert (one["went_to_showdown"], one["won_at_showdown"]) == (1.0, 0.0)
    assert one["small_bets"] == -(4 + 4 + 4 + 4) / 2
    two = found["p1"].to_json()
    assert (two["vpip"], two["pfr"], two["aggression"], two["won_at_showdown"]) == (1.0, 0.0, 1 / 3, 1.0)
    assert two["by_position"] == {"big blind": {"hands": 1, "vpip": 1.0}}
    folder = found["p2"].to_json()
    assert (folder["vpip"], folder["saw_flop"], folder["went_to_showdown"], folder["small_bets"]) == (0, 0, None, 0)
    assert [row.to_json() for row in found["p1"].starting] == [
        {
            "cards": "KK",
            "position": "big blind",
            "hands": 1,
            "played": 1,
            "won": 1,
            "lost": 0,
            "small_bets": 8.0,
        }
    ]


def test_a_blind_is_not_of_ones_own_will() -> None:
    found = of(recorded(Holdem(2), "7h Kd 2c Ks call check Jc 9d 4s check check 3h check check 5s check check"))
    assert found["p0"].to_json()["vpip"] == 0.0, "the big blind checked"
    assert found["p1"].to_json()["vpip"] == 1.0
    assert found["p1"].to_json()["by_position"] == {"small blind": {"hands": 1, "vpip": 1.0}}
    assert found["p0"].to_json()["bluffs_shown"] == 0, "nobody bet"


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_totals_add_up(players: int) -> None:
    record = random_session(Holdem(players, 60), Random(players))
    found = statistics(hands_of_record(record))
    assert [one.hands for one in found] == [60] * players
    assert sorted((one.name, one.small_bets) for one in found) == sorted(
        zip(record.agents, record.payoffs, strict=True)
    )
    for one in found:
        assert sum(row.hands for row in one.starting) == 60
        assert sum(row.small_bets for row in one.starting) == pytest.approx(one.small_bets)
        assert sum(row.played for row in one.starting) == one.counts["played"]
        assert one.counts["raised preflop"] <= one.counts["played"]
        assert one.counts["showdowns"] <= one.counts["flops"] <= 60
    shown = sum(any(end) for end in _shown(record))
    assert sum(one.counts["showdowns won"] for one in found) <= players * shown
    assert sum(one.counts["showdowns"] for one in found) == sum(
        map(bool, (own for end in _shown(record) for own in end))
    )


def _shown(record: Record) -> list[tuple[Cards, ...]]:
    """By hand: the cards shown by each seat, from the rules."""
    ends = list[tuple[Cards, ...]]()
    before: State
    for before, move, after in record.states():
        if after.hands > before.hands and not isinstance(move.action, Deal):
            ends.append(after.last.shown)
    return ends


def test_hands_of_which_not_all_is_known() -> None:
    hands = list(hands_of_record(random_session(Holdem(3, 20), Random(5))))
    blind = [PhhHand(hand.names, ((), (), ()), hand.board, hand.said, True) for hand in hands]
    known, less = statistics(hands), statistics(blind)
    for one, other in zip(known, less, strict=True):
        assert (other.hands, other.counts["played"]) == (one.hands, one.counts["played"])
        assert (other.starting, other.small_bets, other.to_json()["small_bets_a_hand"]) == ((), 0.0, None)
    assert statistics([PhhHand(("a", "b"), ((), ()), (), ((),), False)]) == ()


def test_names_of_positions_and_cards() -> None:
    assert [position_of(place, 10) for place in range(10)] == [
        *("small blind", "big blind", "early", "early", "early", "middle", "middle", "middle", "late", "late")
    ]
    assert [position_of(place, 2) for place in range(2)] == ["big blind", "small blind"]
    kinds = {starting_class((one, two)) for one in range(52) for two in range(one)}
    assert len(kinds) == 169
    assert starting_class((50, 50 - 4)) == "AKs", cards_text((50, 46))


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = random_session(Holdem(3, 30), Random(1))
    file = tmp_path / "games.txt"
    file.write_text(f"{record}\n")
    found = call_json(capsys, "review", str(file))
    assert [one["name"] for one in found["players"]] == ["agent 0", "agent 1", "agent 2"]
    folder = tmp_path / "phh"
    folder.mkdir()
    for number, hand in enumerate(hands_of_record(record)):
        (folder / f"{number:02}.phh").write_text(phh_text(hand))
    from_phh = call_json(capsys, "review", "holdem", str(folder))["players"]
    assert sorted(from_phh, key=lambda one: str(one["name"])) == found["players"]
    assert len(call_json(capsys, "review", "holdem", str(folder / "00.phh"))["players"]) == 3
    code, out, _ = call(capsys, "review", str(file), "--player", "agent 1")
    assert code == 0
    assert "VPIP: money in before the flop" in out
    assert "Starting cards of agent 1" in out


def test_what_cannot_be_reviewed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{random_session(Holdem(2, 2), Random(1))}\n")
    assert_refused(capsys, ["review", str(file), "--player", "me"], "has no finished hand of me")
    assert_refused(capsys, ["review", "holdem", str(tmp_path)], "has no PHH files")
    assert_refused(capsys, ["review", "holdem", str(tmp_path / "no.phh")], "no.phh")
    dice = str(tmp_path / "dice.txt")
    call_json(capsys, "match", "one-die", "tree", "random", "--games", "2", "--workers", "1", "--records", dice)
    assert_refused(capsys, ["review", "holdem", dice], "record 1: this is a record of one-die, not of holdem")


def test_sharks_and_fish_take_a_thousand_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = "7h Kd Qs 2c Ks Qd"
    record = recorded(Holdem(3), f"{deal} fold raise call Jc 9d 4s check bet raise call 3h bet call 5s bet call")
    (hand,) = hands_of_record(record)
    few = SharksAndFish.of(statistics([hand] * 999))
    assert (few.sharks, few.fish) == ((), ())
    assert {one.name for one in few.unknown} == {"p0", "p1", "p2"}
    enough = SharksAndFish.of(statistics([hand] * 1000))
    assert [one.name for one in enough.sharks] == ["p1"]
    assert [one.name for one in enough.fish] == ["p0"]
    assert enough.unknown == ()
    found = enough.to_json()
    assert found["sharks"] == [{"name": "p1", "hands": 1000, "small_bets_a_hand": 8.0, "ci95": [8.0, 8.0]}]
    assert found["hands_needed"] == 1000
    file = tmp_path / "games.txt"
    file.write_text(str(record))
    code, out, _ = call(capsys, "review", str(file))
    assert code == 0
    assert "it takes 1,000 hands" in out
    file.write_text("\n".join([str(record)] * 1000))
    code, out, _ = call(capsys, "review", str(file))
    assert code == 0
    assert "shark" in out
    assert "it takes" not in out
    assert call_json(capsys, "review", str(file))["fish"][0]["name"] == "p0"


def test_sharks_and_fish_by_money_alone_are_the_same() -> None:
    record = random_session(Holdem(3, hands=40), Random(3))
    found = statistics(list(hands_of_record(record)) * 30)
    money = [Winnings(one.name, one.paid_hands, one.chips / 2, one.squares / 4) for one in found]
    assert rank(money).to_json() == SharksAndFish.of(found).to_json()
    assert len(rank(money).sharks + rank(money).fish) > 1
    assert str(rank(money)).splitlines()[0].startswith(f"shark: {rank(money).sharks[0].name}, +")
    few = rank([Winnings("Ann", 999, 5.0, 5.0)])
    assert str(few) == "Sharks and fish: it takes 1,000 hands of a player; fewer have: Ann."


def test_the_interval_of_a_rate_is_students() -> None:
    """The same hand won and lost: the deviation of the mean is what is won, and t has one degree of freedom."""
    deal = "7h Kd 2c Ks"
    won = recorded(Holdem(2), f"{deal} call raise call Jc 9d 4s bet call 3h bet call 5s bet raise fold")
    (hand,) = hands_of_record(won)
    other = replace(hand, names=hand.names[::-1])
    one = {found.name: found for found in statistics([hand, other])}["p0"]
    assert one.rate_interval is not None
    gain = (hand.gains or (0,))[hand.names.index("p0")] / 2
    spread = 12.7062 * abs(gain)
    assert one.rate_interval == pytest.approx((-spread, spread), rel=1e-4)
    assert {found.name: found for found in statistics([hand])}["p0"].rate_interval is None

"""PHH: our hands are read by PokerKit and replay to the same payoffs; ours and others' are read back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pokerkit
import pytest

from mendax.core.errors import BadRecord, MendaxError
from mendax.games.holdem.phh import STACK, PhhHand, hands_of_record, phh_text, read, read_file
from mendax.games.holdem.rules import Holdem, parse_cards
from tests.games.holdem.table import random_session

EXAMPLE = """\
variant = "FT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [10000, 10000, 10000]
actions = [
  "d dh p1 AhAc",
  "d dh p2 KdKs",
  "d dh p3 QsQd",
  "p3 f",
  "p1 cbr 4",
  "p2 cc",
  "d db 2c7d9h",
  "p1 cbr 2",
  "p2 cc",
  "d db Js",
  "p1 cc",
  "p2 cc",
  "d db 3s",
  "p1 cc",
  "p2 cbr 4",
  "p1 cc",
  "p2 sm KdKs",
  "p1 sm AhAc",
]
hand = 2
seats = [2, 3, 1]
seat_count = 3
players = ["a", "b \\"x\\"", "c"]
finishing_stacks = [10010, 9990, 10000]
"""


def replay_with_pokerkit(hand: PhhHand) -> None:
    """PokerKit takes every action as it stands and comes to our payoffs."""
    history = pokerkit.HandHistory.loads(phh_text(hand))
    steps = list(history.state_actions)
    assert [action for _, action in steps if action is not None] == history.actions
    state = steps[-1][0]
    assert not state.status
    assert hand.gains is not None
    assert state.stacks == [STACK + gain for gain in hand.gains] == history.finishing_stacks
    made = [operation for operation in state.operations if isinstance(operation, ACTS)]
    assert len(made) == sum(map(len, hand.said)), "PokerKit repaired nothing"


ACTS = (pokerkit.Folding, pokerkit.CheckingOrCalling, pokerkit.CompletionBettingOrRaisingTo)


def check_session(game: Holdem, rng: Random, patience: float) -> int:
    """All hands of a session through PHH, PokerKit and back; returns how many."""
    record = random_session(game, rng, patience)
    hands = list(hands_of_record(record))
    total = [0] * game.players
    for hand in hands:
        replay_with_pokerkit(hand)
        again = read(phh_text(hand))
        assert again == hand
        assert hand.gains is not None
        assert hand.seats is not None
        assert again.record().payoffs == tuple(gain / 2 for gain in hand.gains)
        for seat, gain in zip(hand.seats, hand.gains, strict=True):
            total[seat - 1] += gain
    assert tuple(chips / 2 for chips in total) == record.payoffs
    return len(hands)


@pytest.mark.parametrize("players", range(2, 11))
def test_our_hands_are_read_by_pokerkit(players: int) -> None:
    """Some hundreds in all, over every size of table."""
    rng = Random(players)
    assert sum(check_session(Holdem(players, 12), rng, patience) for patience in (0.0, 0.8, 1.0)) == 36


@pytest.mark.slow
def test_ten_thousand_hands_are_read_by_pokerkit() -> None:
    rng, hands = Random(0), 0
    for number in range(200):
        hands += check_session(Holdem(2 + number % 9, 50), rng, (0.0, 0.6, 0.9, 1.0)[number % 4])
    assert hands == 10_000


def test_the_text_of_a_hand() -> None:
    hand = read(EXAMPLE)
    assert phh_text(hand) == EXAMPLE
    assert (hand.names, hand.number, hand.seats, hand.gains) == (("a", 'b "x"', "c"), 2, (2, 3, 1), (10, -10, 0))
    assert hand.board == parse_cards("2c7d9hJs3s")
    record = hand.record()
    assert record.game == Holdem(players=3)
    assert record.payoffs == (5.0, -5.0, 0.0)
    assert record.agents == hand.names
    replay_with_pokerkit(hand)


def test_names_of_all_kinds() -> None:
    record = random_session(Holdem(players=2), Random(0))
    (hand,) = hands_of_record(record)
    odd = PhhHand(('"\\', "\x7f\n😀\x00"), hand.cards, hand.board, hand.said, hand.closed)
    assert read(phh_text(odd)) == odd


def test_other_stakes_are_read_in_our_chips() -> None:
    text = EXAMPLE.replace("[1, 2, 0]", "[0.25, 0.50, 0]").replace("small_bet = 2", "small_bet = 0.50")
    text = text.replace("big_bet = 4", "big_bet = 1.00").replace("p2 cbr 4", "p2 cbr 1.00")
    text = text.replace("p1 cbr 4", "p1 cbr 1").replace("p1 cbr 2", "p1 cbr .5")
    text = text.replace("[10010, 9990, 10000]", "[10002.50, 9997.50, 10000]")
    assert read(text) == read(EXAMPLE)


def test_more_raises_than_the_default_are_played_with_a_higher_cap() -> None:
    """PokerKit allows four raises over the big blind."""
    acts = ["p2 cbr 4", "p1 cbr 6", "p2 cbr 8", "p1 cbr 10", "p2 f"]
    hand = read(heads_up(*acts))
    record = hand.record()
    assert record.game == Holdem(players=2, raises=4)
    assert record.payoffs == (4.0, -4.0)


def heads_up(*acts: str) -> str:
    actions = ["d dh p1 AhAc", "d dh p2 KdKs", *acts]
    listed = ", ".join(f'"{action}"' for action in actions)
    return (
        'variant = "FT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\n'
        f"starting_stacks = [inf, inf]\nactions = [{listed}]\n"
    )


class TestIncompleteHands:
    """What cannot be replayed is read all the same, for statistics."""

    def test_unknown_cards(self) -> None:
        text = EXAMPLE.replace("d dh p3 QsQd", "d dh p3 ????").replace("d dh p2 KdKs", "d dh p2 ????")
        hand = read(text)
        assert hand.missing == "the cards of p3 are not known", "p2 showed its cards"
        assert hand.cards == (parse_cards("AhAc"), parse_cards("KdKs"), ())
        assert hand.said == read(EXAMPLE).said
        with pytest.raises(MendaxError, match="cannot be replayed: the cards of p3 are not known"):
            hand.record()
        assert read(phh_text(hand)) == hand

    def test_mucked_cards(self) -> None:
        text = EXAMPLE.replace("d dh p2 KdKs", "d dh p2 ????").replace("p2 sm KdKs", "p2 sm")
        assert read(text).missing == "the cards of p2 are not known"

    def test_a_hand_that_breaks_off(self) -> None:
        hand = read(heads_up("p2 cc", "p1 cc", "d db 2c7d"))
        assert hand.missing == "the betting is not finished"
        assert hand.names == ("p1", "p2")

    def test_a_fold_where_a_check_is_free(self) -> None:
        hand = read(heads_up("p2 cc", "p1 f"))
        assert hand.closed
        assert hand.missing.startswith("somebody folds who may check")

    def test_comments(self) -> None:
        assert read(heads_up("p2 f # nothing to hope for", "# the end")).record().payoffs == (0.5, -0.5)


BROKEN = [
    ("", "", "this is not PHH of limit Hold'em: variant is missing"),
    ('variant = "FT"', "variant = FT", "this is not PHH: "),
    ('"FT"', '"NT"', "variant 'NT'; only FT"),
    ("actions = [", "moves = [", "actions is missing"),
    ('"d dh p1 AhAc",', "7,", "actions is not a list of texts"),
    ("antes = [0, 0, 0]", "antes = 0", "antes is not a list"),
    ("antes = [0, 0, 0]", "antes = [1, 1, 1]", "there are antes"),
    ("[1, 2, 0]", "[1, 2, 4]", "the blinds are half a small bet and a small bet"),
    ("[1, 2, 0]", '["1", 2, 0]', "blinds_or_straddles is not a number"),
    ("big_bet = 4", "big_bet = 5", "the big bet is twice the small one"),
    ("small_bet = 2", "small_bet = nan", "small_bet is not a number"),
    ("small_bet = 2", "small_bet = true", "small_bet is not a number"),
    ("starting_stacks = [10000, 10000, 10000]", "starting_stacks = [1]", "2 to 10 players, not 1"),
    ('players = ["a", ', "players = [", "players is not a list of 3 names"),
    ("seats = [2, 3, 1]", "seats = [2, 3]", "seats is not a list of 3 numbers"),
    ("[10010, 9990, 10000]", "[10010, 9990]", "finishing_stacks is not a list of 3 numbers"),
    ("p1 AhAc", "p1 AhXc", "'Xc' is not a card"),
    ("p1 AhAc", "p1 AhAh", "Ah is there twice"),
    ("p2 KdKs", "p2 KdAh", "Ah is dealt twice"),
    ("d db Js", "d db Ah", "Ah is dealt twice"),
    ("p1 AhAc", "p1 AhAc2d", "is not a row of cards|two cards"),
    ("p1 AhAc", "p1 Ah", "p1 has no cards yet"),
    ("p1 AhAc", "p4 AhAc", "there is no player 'p4'"),
    ('"p3 f"', '"p1 f"', "it is the turn of p3"),
    ('"p3 f"', '"p3 x"', "no action of limit Hold'em"),
    ('"p3 f"', '"p3 cbr"', "no action of limit Hold'em"),
    ("p1 cbr 4", "p1 cbr 5", "a bet or raise is to 4, not to 5"),
    ("p1 cbr 4", "p1 cbr four", "'four' is not an amount"),
    ("p1 cbr 4", "p1 cbr nan", "a bet or raise is to 4"),
    ("d db 2c7d9h", "d db 2c7d9hJh", "the board has 3 cards at the flop"),
    ("d db 2c7d9h", "d db 2c7d", "the cards of the flop are not dealt"),
    ('  "d db Js",\n', "", "the betting is closed"),
    ('"p2 sm KdKs"', '"p3 sm QsQd"', "p3 has folded"),
    ('"p2 sm KdKs"', '"p2 sm KdKh"', "not the cards that the player got"),
    ('"p2 sm KdKs"', '"p1 cc"', "the betting is closed"),
    ('"p2 sm KdKs"', '"d db 4s"', "the hand is over"),
    ('"p3 f"', '"d db 2c7d9h"', "nobody has acted before the flop"),
    ('"p3 f"', '"p3 sm"', "before the betting is closed"),
    ('"p1 cbr 2"', '"d dh p1 4c"', "before the first action"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), BROKEN)
def test_broken_files_get_one_clear_line(old: str, new: str, complaint: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(BadRecord) as error:
        read(EXAMPLE.replace(old, new, 1) if old else "")
    assert any(part in str(error.value) for part in complaint.split("|"))
    assert "\n" not in str(error.value)


def test_a_wrong_payoff_is_noticed() -> None:
    hand = read(EXAMPLE.replace("[10010, 9990, 10000]", "[10011, 9989, 10000]"))
    with pytest.raises(BadRecord, match=r"the file says that \(11, -11, 0\) chips were won"):
        hand.record()


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(EXAMPLE)
    assert read_file(file) == read(EXAMPLE)
    file.write_text("x")
    with pytest.raises(BadRecord, match=r"hand\.phh: this is not PHH"):
        read_file(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord, match="it is not text"):
        read_file(file)
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        read_file(tmp_path / "nothing.phh")

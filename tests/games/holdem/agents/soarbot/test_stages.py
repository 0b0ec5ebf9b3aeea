"""Preflop, flop, turn and river: for every rule a position that fires it and one that does not."""

from __future__ import annotations

import pytest

from mendax.games.holdem.agents.soarbot.agent import RULES, rule_files
from mendax.games.holdem.agents.starting_points import card_points
from mendax.games.holdem.rules import parse_cards
from tests.games.holdem.agents.soarbot.positions import Position, ask

# What was said. Two players: seat 0 is the big blind, and after the flop the first to act.
RAISED = "r"
BET = {3: "ck/kb", 4: "ck/kk/kb", 5: "ck/kk/kk/kb"}
BET_RAISED = {3: "ck/br", 4: "ck/kk/br", 5: "ck/kk/kk/br"}
CHECKED = {3: "ck/k", 4: "ck/kk/k"}
"""The other has checked: with seat 1, which is then the last to act."""
# Four players: seat 0 is the small blind and acts first after the flop.
FOUR = {3: "cccc/-", 4: "cccc/kkkk/-", 5: "cccc/kkkk/kkkk/-"}
FOUR_BET = {3: "ccck/kbcc", 4: "ccck/kkkk/kbcc", 5: "ccck/kkkk/kkkk/kbcc"}
"""A bet and two calls: on the turn the pot offers 5 to 1."""
LARGE_BET = {3: "rccc/kbcc", 4: "rrrccc/kkkk/kbcc"}
"""After raises before the flop: 11 to 1."""


def quiet(cards: str, board: str, players: int = 2) -> Position:
    """Nobody has bet; seat 0 is to act."""
    return Position(cards, board, "" if players == 2 else FOUR[len(board) // 2].replace("cccc", "ccck"), players)


def last(cards: str, board: str) -> Position:
    """The other of two has checked."""
    return Position(cards, board, CHECKED[len(board) // 2], 2, 1)


def bet(cards: str, board: str) -> Position:
    """Seat 0 has checked and the other has bet."""
    return Position(cards, board, BET[len(board) // 2])


def raised(cards: str, board: str) -> Position:
    """Seat 0 has bet and was raised."""
    return Position(cards, board, BET_RAISED[len(board) // 2])


def four_bet(cards: str, board: str) -> Position:
    """Three others have put in a bet; seat 0 is to act."""
    return Position(cards, board, FOUR_BET[len(board) // 2], 4)


def large_bet(cards: str, board: str) -> Position:
    """The same with a large pot."""
    return Position(cards, board, LARGE_BET[len(board) // 2], 4)


def small(cards: str) -> Position:
    """The small blind of two, first to act before the flop."""
    return Position(cards, "", "-", 2, 1)


def big(cards: str) -> Position:
    """The big blind of two after a call."""
    return Position(cards)


DEFAULTS = [
    ("default*propose*fold", bet("2d7c", "3h9cJh"), quiet("2d7c", "3h9cJh")),
    ("default*propose*check", quiet("2d7c", "3h9cJh"), bet("2d7c", "3h9cJh")),
]

PREFLOP = [
    ("preflop*strength*aces", big("AdAc"), big("KdKc")),
    ("preflop*strength*kings", big("KdKc"), big("QdQc")),
    ("preflop*strength*ace-king-suited", big("AdKd"), big("AdKc")),
    ("preflop*strength*high-pair", big("TdTc"), big("9d9c")),
    ("preflop*strength*two-high-suited", big("JdQd"), big("TdQd")),
    ("preflop*strength*ace-king", big("KdAc"), big("AdQc")),
    ("preflop*strength*two-high", big("TdQc"), big("9dQc")),
    ("preflop*strength*low-pair", big("9d9c"), big("TdTc")),
    ("preflop*strength*ace-suited", big("3dAd"), big("3dKd")),
    ("preflop*strength*suited-connectors", big("5d4d"), big("5d3d")),
    ("preflop*strength*suited-connectors", big("9sTs"), big("9sTd")),
    ("preflop*strength*high-card", big("Jd3c"), big("Td3c")),
    ("preflop*propose*check-raise", small("AdAc"), big("AdAc")),
    ("preflop*propose*check-raise", small("AdKd"), small("QdQc")),
    ("preflop*propose*raise*excellent", big("QdQc"), Position("QdQc", "", RAISED)),
    ("preflop*propose*raise*good-and-late", big("9d9c"), small("9d9c")),
    ("preflop*propose*call*excellent", Position("QdQc", "", "rrr", 2, 0), Position("9d9c", "", "rrr", 2, 0)),
    ("preflop*propose*call*good", Position("9d9c", "", RAISED), Position("Ad3d", "", RAISED)),
    ("preflop*propose*call*playable", small("Ad3d"), small("Kd3c")),
    ("preflop*propose*call*one-opponent", small("Kd3c"), Position("Kd3c", "", "cc", 4)),
]

HUTCHISON = [
    ("preflop*points*early", Position("KdQc", "", "cc", 4), Position("KdQc", "", "-", 4, 2)),
    ("preflop*points*middle", Position("KdQc", "", "c", 6, 3), Position("KdQc", "", "cc", 4)),
    ("preflop*points*late", small("KdQc"), big("KdQc")),
    ("preflop*propose*call*points", small("Qc9c"), small("Jc8d")),
    ("preflop*propose*raise*points", small("AcKd"), small("Qc9c")),
    ("preflop*propose*call*raise-points", Position("AcKc", "", RAISED), Position("AcKd", "", RAISED)),
]

FLOP = [
    ("flop*strength*four-of-a-kind", quiet("3d3s", "3h3cJh"), quiet("3d2s", "3h3cJh")),
    ("flop*strength*full-house", quiet("3dJs", "3h3cJd"), quiet("3d2s", "3h3cJh")),
    ("flop*strength*flush", quiet("AhTh", "3h5hJh"), quiet("AhTh", "3h5hJc")),
    ("flop*strength*straight", quiet("9dTd", "JhQs8c"), quiet("9dTd", "JhQh8h")),
    ("flop*strength*straight*three-flush", quiet("9dTd", "JhQh8h"), quiet("9dTd", "JhQs2c")),
    ("flop*strength*set", quiet("3d3s", "3h9cJh"), quiet("3d2s", "3h3cJh")),
    ("flop*strength*trips", quiet("3d2s", "3h3cJh"), quiet("AdKs", "3h3cJh")),
    ("flop*strength*top-two-pair", quiet("Jd4s", "3h4cJh"), quiet("Jd3s", "3h4cJh")),
    ("flop*strength*two-pair", quiet("Jd3s", "3h4cJh"), quiet("JdQs", "3h3cJh")),
    ("flop*strength*overpair", quiet("QdQc", "3h4cJh"), quiet("QdQc", "3h3cJh")),
    ("flop*strength*top-pair", quiet("QdQc", "3h3cJh"), quiet("8d8c", "3h4cJh")),
    ("flop*strength*semibluff*flush-draw*pair", quiet("Ah3d", "3h5hJh"), quiet("AhTd", "3h5hJh")),
    ("flop*strength*semibluff*straight-draw*pair", quiet("9dTd", "9hJsQc"), quiet("9dTd", "2hJsQc")),
    ("flop*strength*semibluff*two-draws", quiet("9hTh", "2hJsQh"), quiet("9hTh", "2cJsQh")),
    ("flop*strength*semibluff*flush-draw*overcards", quiet("AhKh", "2h7hJs"), quiet("AhKh", "2h7cJs")),
    ("flop*strength*semibluff*straight-draw*overcards", quiet("JhQd", "2c9sTc"), quiet("7h8d", "2c9sTc")),
    ("flop*strength*flush-draw", quiet("5h7h", "2hKhJs"), quiet("5h7h", "2cKhJs")),
    ("flop*strength*straight-draw", quiet("7h8d", "2c9sTc"), quiet("7h8d", "2c9cTc")),
    ("flop*strength*middle-pair", quiet("9d2c", "4h9sKd"), quiet("4d2c", "4h9sKd")),
    ("flop*strength*pair", quiet("4d2c", "4h9sKd"), quiet("AdQc", "3h4cJh")),
    ("flop*strength*inside-straight-draw", large_bet("9dTd", "JhKs2c"), four_bet("9dTd", "JhKs2c")),
    ("flop*strength*overcards", quiet("AdQc", "3h4cJh"), quiet("AdQc", "3h3cJh")),
    ("flop*propose*bet*first", quiet("AdJc", "3h4cJh"), quiet("Ad4s", "3h4cJh")),
    ("flop*propose*bet*first", quiet("AhKh", "2h7hJs"), bet("AhKh", "2h7hJs")),
    ("flop*propose*bet*last", last("5h7h", "2hKhJs"), quiet("5h7h", "2hKhJs")),
    ("flop*propose*raise*strong", raised("QdQc", "3h4cJh"), raised("AdJc", "3h4cJh")),
    ("flop*propose*raise*one-opponent", bet("AdJc", "3h4cJh"), four_bet("AdJc", "3h4cJh")),
    ("flop*propose*call*strong", Position("AdJc", "3h4cJh", "ck/brrr"), Position("5h7h", "2hKhJs", "ck/brrr")),
    ("flop*propose*call*two-bets", raised("5h7h", "2hKhJs"), Position("5h7h", "2hKhJs", "ccck/kbrr", 4)),
    ("flop*propose*call*one-bet", four_bet("4d2c", "4h9sKd"), Position("4d2c", "4h9sKd", "ccck/kbrf", 4)),
    ("flop*propose*call*one-opponent", bet("AdQc", "3h4cJh"), four_bet("AdQc", "3h4cJh")),
]

TURN = [
    ("turn*strength*four-of-a-kind", quiet("3d3s", "3h3cJh9c"), quiet("3d2s", "3h3cJh9c")),
    ("turn*strength*full-house", quiet("3dJs", "3h3cJd9c"), quiet("3d2s", "3h3cJhJc")),
    ("turn*strength*full-house*two-pair-on-board", quiet("3d2s", "3h3cJhJc"), quiet("3d2s", "3h3cJh9c")),
    ("turn*strength*flush", quiet("AhTh", "3h5hJh9c"), quiet("AhTc", "3h5hJh9h")),
    ("turn*strength*flush*danger", quiet("AhTc", "3h5hJh9h"), quiet("AdTc", "3h5hJh9h")),
    ("turn*strength*straight", quiet("9dTd", "JhQs8c2d"), quiet("9dTs", "JhQh8h2d")),
    ("turn*strength*straight*danger", quiet("9dTs", "JhQh8h2d"), quiet("9dTs", "JhQh8h2h")),
    ("turn*strength*set", quiet("3d3s", "3h9cJhKs"), quiet("3d3s", "3h9hJhKh")),
    ("turn*strength*trips", quiet("3d2s", "3h3cJh9c"), quiet("3d3s", "3h9hJhKh")),
    ("turn*strength*trips*danger", four_bet("3d3s", "3h9hJhKh"), quiet("3d3s", "3h9hJhKh")),
    ("turn*strength*top-two-pair", quiet("Jd9s", "3h4c9dJh"), quiet("Jd4s", "3h4c9dJh")),
    ("turn*strength*two-pair", quiet("Jd4s", "3h4c9dJh"), quiet("Jd4s", "4h4c9dJh")),
    ("turn*strength*two-pair*danger", four_bet("JdTs", "ThJh9h2h"), quiet("JdTs", "ThJh9h2h")),
    ("turn*strength*top-pair", quiet("AdJc", "3h4cJh9s"), quiet("AdJc", "3h3cJh9s")),
    ("turn*strength*top-pair*danger", four_bet("AdJc", "3h3cJh9s"), bet("AdJc", "3h3cJh9s")),
    ("turn*strength*overpair*danger", quiet("QdQc", "3h3cJh9s"), quiet("QdQc", "3h4h5s6s")),
    ("turn*strength*semibluff*flush-draw*pair", quiet("Ah3d", "3h5hJhTc"), quiet("AhKd", "3h5hJhTc")),
    ("turn*strength*semibluff*straight-draw*pair", quiet("9dTd", "9hJsQc2c"), quiet("9dTd", "9hJcQc2c")),
    ("turn*strength*semibluff*two-draws", quiet("9hTh", "2hJsQh3c"), quiet("9hTh", "2cJsQh3c")),
    ("turn*strength*semibluff*flush-draw*overcards", quiet("AhKh", "2h7hJs3c"), quiet("AhKh", "2h7cJs3d")),
    ("turn*strength*flush-draw", four_bet("5h7h", "2hKhJs3c"), bet("5h7h", "2hKhJs3c")),
    ("turn*strength*flush-draw*ace", four_bet("Ah7h", "2hKhKs3c"), four_bet("5h7h", "2hKhKs3c")),
    ("turn*strength*straight-draw", four_bet("7h8d", "2c9sTc3d"), bet("7h8d", "2c9sTc3d")),
    ("turn*strength*middle-pair", quiet("9d2c", "4h9sKd3s"), quiet("9d2c", "4h9sKd4s")),
    ("turn*strength*middle-pair*danger", four_bet("9d2c", "4h9sKd4s"), bet("9d2c", "4h9sKd4s")),
    ("turn*strength*pair", quiet("4d2c", "4h9sKd3s"), quiet("4d2c", "4h9sKdKs")),
    ("turn*strength*inside-straight-draw", large_bet("9dTd", "JhKs2c3d"), four_bet("9dTd", "JhKs2c3d")),
    ("turn*propose*check-raise", quiet("9dTd", "JhQs8c2d", 4), quiet("9dTd", "JhQs8c2d")),
    ("turn*propose*check-raise", quiet("9dTd", "JhQs8c2d", 4), quiet("AdJc", "3h4cJh9s", 4)),
    ("turn*propose*bet*first", quiet("AdJc", "3h4cJh9s"), quiet("4d2c", "4h9sKd3s")),
    ("turn*propose*bet*blank", last("Ad9c", "3c9dQs4h"), last("Ad9c", "3c9dQs8h")),
    ("turn*propose*bet*blank", last("Ad9c", "3c9dQs4h"), quiet("Ad9c", "3c9dQs4h")),
    ("turn*propose*call*blank", bet("Ad9c", "3c9dQs4h"), raised("Ad9c", "3c9dQs4h")),
    ("turn*propose*raise*strong", bet("AdJc", "3h4cJh9s"), raised("AdJc", "3h4cJh9s")),
    ("turn*propose*raise*very-strong", raised("9dTd", "JhQs8c2d"), raised("AdJc", "3h4cJh9s")),
    ("turn*propose*call*strong", raised("AdJc", "3h4cJh9s"), raised("9d2c", "4h9sKd3s")),
    ("turn*propose*call*playable", bet("9d2c", "4h9sKd3s"), Position("9d2c", "4h9sKd3s", "ccck/kkkk/kbrf", 4)),
    ("turn*propose*fold*four-flush", bet("AdJc", "3hJh5h9h"), quiet("AdJc", "3hJh5h9h")),
    ("turn*propose*fold*four-flush", bet("AdJc", "3hJh5h9h"), bet("JdJc", "3hJh5h9h")),
    ("turn*propose*fold*trips", bet("AdJc", "3h3c3d9h"), bet("AdJc", "3h3c3dJh")),
]

# One opponent: ten high has .10, a pair of eights .73, ace and queen .90. Three kings have .95 against three.
TEN, EIGHTS, QUEENS = ("Td5c", "2h3c7d8sQs"), ("8d5c", "2h3c7d8sQs"), ("AdQc", "2h3c7d8sQs")
KINGS = ("KdKc", "2h3c9dKsQs")
RIVER = [
    ("river*propose*fold*probability", bet(*TEN), bet(*EIGHTS)),
    ("river*propose*fold*probability", bet(*TEN), quiet(*TEN)),
    ("river*propose*check-raise", quiet(*KINGS, 4), quiet(*KINGS)),
    ("river*propose*check-raise", quiet(*KINGS, 4), quiet(*QUEENS, 4)),
    ("river*propose*raise*probability", bet(*KINGS), raised(*KINGS)),
    ("river*propose*raise*probability", quiet(*QUEENS), quiet(*EIGHTS)),
    ("river*propose*call*probability", raised(*KINGS), raised(*EIGHTS)),
    ("river*propose*call*adjusted-odds", bet(*EIGHTS), bet(*TEN)),
]

TABLES = {
    "defaults": DEFAULTS,
    "preflop_loose": PREFLOP,
    "preflop_hutchison": HUTCHISON,
    "flop": FLOP,
    "turn": TURN,
    "river": RIVER,
}
CASES = [(file, *case) for file, cases in TABLES.items() for case in cases]


def kind(file: str) -> str:
    """An agent that has a file."""
    return next(name for name, files in RULES.items() if file in files)


@pytest.mark.parametrize(("file", "rule", "fires", "silent"), CASES, ids=lambda case: str(case)[:60])
def test_what_fires(file: str, rule: str, fires: Position, silent: Position) -> None:
    assert rule in ask(fires, kind(file)).explanation.rules
    assert rule not in ask(silent, kind(file)).explanation.rules


@pytest.mark.parametrize("file", TABLES)
def test_every_rule_has_its_positions(file: str) -> None:
    (rules,) = [each.rules() for each in rule_files(kind(file)) if each.name == f"{file}.soar"]
    assert {rule.name for rule in rules} == {rule for rule, _, _ in TABLES[file]}


def test_maybe_is_needed_to_raise_before_the_flop() -> None:
    for position in (big("QdQc"), big("9d9c")):
        assert str(ask(position, maybe=True).action) == "raise"
        assert str(ask(position, maybe=False).action) == "check"


def test_hutchison_points_on_the_input_link() -> None:
    answer = ask(small("Qc9c"), "soarbot:hutchison")
    assert card_points(parse_cards("Qc9c")) + 5 == 32
    assert "32 points" in answer.explanation.sentence


@pytest.mark.parametrize(
    ("position", "act"),
    [
        (Position("7d2c", "", RAISED), "fold"),
        (big("7d2c"), "check"),
        (bet("AdJc", "3hJh5h9h"), "fold"),
        (quiet("AdJc", "3hJh5h9h"), "check"),
        (bet(*TEN), "fold"),
        (bet(*EIGHTS), "call"),
        (bet(*KINGS), "raise"),
        (raised(*KINGS), "call"),
        (quiet(*KINGS, 4), "check"),
        (Position("9dTd", "JhQs8c2d", "ck/kk/brrr"), "call"),
    ],
)
def test_what_it_does(position: Position, act: str) -> None:
    assert str(ask(position).action) == act

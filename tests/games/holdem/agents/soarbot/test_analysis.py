"""The analysis: for every rule a hand that it finds and a hand that it does not."""

from __future__ import annotations

import pytest

from mendax.games.holdem.agents.soarbot.agent import rule_files
from tests.games.holdem.agents.soarbot.positions import Position, ask

FINDS = [
    # what, a hand and board that show it, one that does not
    ("own pair", "Ad4c 4h9sKd", "AdQc 3h4cJh"),
    ("own pocket-pair", "8d8c 2h5sKd", "Ad4c 4h9sKd"),
    ("own overpair", "QdQc 3h4cJh", "8d8c 2h5sKd"),
    ("own top-pair", "AdJc 3h4cJh", "Jd4s 3h4cJh"),
    ("own top-pair", "QdQc 3h4cJh", "AdQc 3h4cJh"),
    ("own top-pair", "QdQc 3h3cJh", "3d3c 3h4cJh"),
    ("own middle-pair", "9d2c 4h9sKd", "AdJc 3h4cJh"),
    ("own middle-pair", "Ad9c 9hKsKd", "Kd9c 9hKs2d"),
    ("own two-pair", "Jd4s 3h4cJh", "QdQc 3h3cJh"),
    ("own top-two-pair", "Jd4s 3h4cJh", "Jd3s 3h4cJh"),
    ("own trips", "3d2s 3h3cJh", "AdKs 3h3c3s"),
    ("own set", "3d3s 3h9cJh", "3d2s 3h3cJh"),
    ("own full-house", "3dJs 3h3cJh", "3d2s 3h3cJh"),
    ("own full-house", "3d3s 3hJcJh", "2d7s 3h3c3sJhJd"),
    ("own four-of-a-kind", "3d3s 3h3cJh", "3d2s 3h3cJh"),
    ("own flush", "AhTh 3h5hJh", "AsTs 3h5hJh7hQh"),
    ("own flush", "As2h 3h5hJh7h", "AhTh 3h5hJc"),
    ("own flush-draw", "AhTh 3h5hJc", "AhTh 3h5cJc"),
    ("own flush-draw", "AhTs 3h5hJh", "AhTh 3h5hJcQc2s"),
    ("own backdoor-flush", "AhTh 3h5cJc", "AhTs 3h5cJc"),
    ("own straight", "9dTd JhQs8c", "2d3c 9hTdJhQs8c"),
    ("own straight", "Ad2c 3h4s5d", "AdKc QhJs2d"),
    ("own straight", "Kd3c 9hTdJhQs8c", "8d3c 9hTdJhQs8c"),
    ("wants", "9dTd JhQs2c", "9dTd 2h3s5c"),
    ("own straight-draw", "9dTd JhQs2c", "9dTd JhKs2c"),
    ("own straight-draw", "9d4c 6h7dJh8s", "AdKc QhJs2d"),
    ("own inside-straight-draw", "9dTd JhKs2c", "9dTd JhQs2c"),
    ("own inside-straight-draw", "AdKc QhJs2d", "2d2c 9hTdJhQs"),
    ("own straight-flush", "9hTh JhQh8h", "9hTh JhQh8c"),
    ("own straight-flush", "Ah2h 3h4h5h", "Ah9h 3h4h5h2c"),
    ("own overcards", "AdQc 3h4cJh", "KdQc 3h4cAh"),
    ("own ace-overcard", "Ad2c 3h4cJh", "AdAc 3h4cJh"),
    ("board pair", "AdKc 3h3cJh", "3d2c 3h4cJh"),
    ("board two-pair", "AdKc 3h3cJhJs", "AdKc 3h3cJh"),
    ("board trips", "AdKs 3h3c3s", "3d2s 3h3cJh"),
    ("board full-house", "2d7s 3h3c3sJhJd", "2d7s 3h3c3sJhQd"),
    ("board four-of-a-kind", "AdKs 3h3c3s3d", "3dKs 3h3c3s"),
    ("board three-flush", "AdKs 3h5hJh", "AhKs 3h5hJc"),
    ("board four-flush", "AdKs 3h5hJhQh", "AhKs 3h5hJh2c"),
    ("board flush", "AdKs 3h5hJhQh7h", "AhKh 3h5hJhQh7c"),
    ("board four-straight", "AdKc 9hTdJhKs", "AdKs 9hTdJh2s"),
    ("board straight", "2d3c 9hTdJhQs8c", "AdKs 9hTdJhQs2c"),
    ("board blank", "AdKs 3c9dQs4h", "AdKs 3c9dQsQh"),
    ("board blank", "AdKs 3c9dQs4c", "AdKs 3c9dQsAh"),
    ("board blank", "AdAs 7c9cQsKd2h", "AdKs 3c9cQs4c"),
    ("board blank", "AdKs 2c7dQs4h", "AdKs 5c7dQs4h"),
    ("danger", "AdKc 3h3cJh", "AdQc 3h4cJh"),
]


def found(hand: str) -> set[str]:
    """What the analysis of a hand has in the end; some rules fire first and are taken back."""
    cards, board = hand.split()
    (analysis,) = ask(Position(cards, board)).memory["analysis"]
    assert not isinstance(analysis, (str, int, float))
    named = {f"{side} {each}" for side in ("own", "board") for each in analysis.get(side, ())}
    return named | {name for name in ("wants", "danger") if name in analysis}


@pytest.mark.parametrize(("what", "hand", "other"), FINDS)
def test_what_is_found(what: str, hand: str, other: str) -> None:
    assert what in found(hand)
    assert what not in found(other)


def test_every_rule_has_its_hands() -> None:
    file = next(file for file in rule_files("soarbot") if file.name == "analysis.soar")
    assert {rule.name for rule in file.rules()} == {f"analysis*{what.replace(' ', '*')}" for what, _, _ in FINDS}
    assert len(file.rules()) == 33

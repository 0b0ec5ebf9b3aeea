"""Bluffs, tie-breaks, outs and opponents: for every rule a position that fires it and one that does not."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.catalogue import build_agent
from mendax.core.match import play_match
from mendax.core.streams import Stream
from mendax.games.holdem.agents.soarbot.agent import ModelingSoarBot, rule_files
from mendax.games.holdem.agents.soarbot.opponents import Counts, Opponents
from mendax.games.holdem.rules import Event, HandBegan, Holdem
from tests.games.holdem.agents.soarbot.positions import Position, ask


def fired(name: str, position: Position, known: Opponents | None = None) -> set[str]:
    return {*ask(position, name, known=known).explanation.rules}


def proposed(name: str, position: Position) -> str:
    """The proposals among which the choice was made."""
    return " ".join(option.note for option in ask(position, name).explanation.options)


def rules_of(name: str, *files: str) -> set[str]:
    wanted = {f"{file}.soar" for file in files}
    return {rule.name for file in rule_files(name) if file.name in wanted for rule in file.rules()}


BLUFFS = [
    ("bluff*propose*steal-blinds", Position("7d2c", "", "fff", 6, 5), Position("7d2c", "", "ffff", 6, 0)),
    ("bluff*propose*steal-blinds", Position("7d2c", "", "fff", 6, 5), Position("Ad2c", "", "fff", 6, 5)),
    ("bluff*propose*flop", Position("7d2c", "3h9cJs"), Position("7d2c", "3h3cJs")),
    ("bluff*propose*flop", Position("7d2c", "3h9cJs"), Position("AdJd", "3h9cJs")),
    ("bluff*propose*scare-card", Position("7d2c", "3h9cJsJh"), Position("7d2c", "3h9cJsQd")),
    ("bluff*propose*river", Position("7d2c", "3h9cJsJhQd", "ck/kk/kk/k", 2, 1), Position("7d2c", "3h9cJsJhQd")),
]


@pytest.mark.parametrize(("rule", "fires", "silent"), BLUFFS)
def test_bluffs(rule: str, fires: Position, silent: Position) -> None:
    """A bluff is proposed, and taken back where the cards turn out to have a strength: so the operators are read."""
    operator = rule.replace("*propose", "")
    assert rule in fired("soarbot:bluff", fires)
    assert operator in proposed("soarbot:bluff", fires)
    assert operator not in proposed("soarbot:bluff", silent)


def test_bluffs_are_bets_half_of_the_time() -> None:
    bluff = Position("7d2c", "3h9cJs")
    assert str(ask(bluff, "soarbot:bluff", maybe=True).action) == "bet"
    assert str(ask(bluff, "soarbot:bluff", maybe=False).action) == "check"
    assert str(ask(bluff, "soarbot", maybe=True).action) == "check"


BET = "ck/kk/kb"
CHANCES = [
    # A pair of nines is the best hand against one other with .89, and against three with .71.
    ("tie-break*hold-back*weak-of-its-kind", Position("9c5h", "2c8s9d", "ccck/-", 4), Position("9c5h", "2c8s9d")),
    ("tie-break*propose*raise*near-nuts", Position("9d9h", "2c9sKd3h", BET), Position("Kc5h", "2c9sKd3h", BET)),
    ("tie-break*propose*call*ahead", Position("Kc5h", "2c9sKd3h", BET), Position("4c5h", "2c9sKdTh", BET)),
    ("tie-break*propose*bet*ahead", Position("Kc5h", "2c9sKd3h"), Position("Kc5h", "2c9sKd3h", BET)),
    ("tie-break*hold-back*fold", Position("AcKd", "3h3c3d9s", BET), Position("7c5c", "KdKhKs3h", BET)),
    ("outs*elaborate*odds-against", Position("7h8h", "2h9sKhTd", BET), Position("AhKh", "QhJhTh2c", BET)),
    ("outs*propose*call*pot-odds", Position("7h8h", "2h9sKhTd", "rc/kk/kb"), Position("7h2s", "3c9sKhAd", BET)),
    ("outs*propose*call*implied-odds", Position("7h8h", "2h9sKh", "ck/kb"), Position("7h2s", "3c9sKh", "ck/kb")),
    ("outs*propose*bet*many", Position("7h8h", "2h9sKh"), Position("7h2s", "3c9sKh")),
]


@pytest.mark.parametrize(("rule", "fires", "silent"), CHANCES)
def test_tie_breaks_and_outs(rule: str, fires: Position, silent: Position) -> None:
    assert rule in fired("soarbot-m", fires)
    assert rule not in fired("soarbot-m", silent)


def known(hands: int = 100, **counts: int) -> Opponents:
    """What is known of seat 1."""
    return Opponents(hands, {1: Counts(**counts)})


STATION = known(plays=90, raises=10, calls=90, folds=1, answers=20)
MANIAC = known(plays=90, raises=90, calls=10, folds=1, answers=20)
PASSIVE = known(plays=40, raises=2, calls=90, folds=8, answers=20)
TIMID = known(plays=20, raises=20, calls=30, folds=15, answers=20)
FRESH = known(hands=19, plays=19, raises=19, calls=0, folds=0, answers=20)
OPPONENTS = [
    ("opponents*known", Position("7d2c", "3h9cJs"), STATION, FRESH),
    ("opponents*elaborate*calling-station", Position("7d2c", "3h9cJs"), STATION, TIMID),
    ("opponents*elaborate*maniac", Position("7d2c", "3h9cJs"), MANIAC, STATION),
    ("opponents*elaborate*passive", Position("7d2c", "3h9cJs"), PASSIVE, MANIAC),
    ("opponents*elaborate*timid", Position("7d2c", "3h9cJs"), TIMID, PASSIVE),
    ("opponents*hold-back*semibluff", Position("AhKh", "2h7hJs"), STATION, TIMID),
    ("opponents*propose*bet*timid", Position("7d2c", "3h9cJs"), TIMID, MANIAC),
    ("opponents*hold-back*call*passive", Position("4d2c", "4h9sKd", "ck/kb"), PASSIVE, MANIAC),
    ("opponents*hold-back*fold*maniac", Position("Ad3c", "2h5c7d8sQs", "rc/bc/bc/kb"), MANIAC, TIMID),
    ("opponents*propose*call*maniac", Position("Kd3c", "", "rrr"), MANIAC, TIMID),
]


@pytest.mark.parametrize(("rule", "position", "fires", "silent"), OPPONENTS)
def test_opponents(rule: str, position: Position, fires: Opponents, silent: Opponents) -> None:
    assert rule in fired("soarbot-m", position, fires)
    assert rule not in fired("soarbot-m", position, silent)


def test_every_rule_has_its_positions() -> None:
    assert rules_of("soarbot:bluff", "bluff") == {rule for rule, *_ in BLUFFS}
    assert rules_of("soarbot-m", "tie_breaks", "outs") == {rule for rule, *_ in CHANCES}
    assert rules_of("soarbot-m", "opponents") == {rule for rule, *_ in OPPONENTS}


def test_statistics_of_a_session() -> None:
    """Against always-raise: it plays every hand, never calls unless the cap is reached, and never folds."""
    game = Holdem(players=2, hands=30)
    player = build_agent("holdem", "soarbot-m")(game, 0, Random(1))
    assert isinstance(player, ModelingSoarBot)
    play_match(game, [player, build_agent("holdem", "always-raise")(game, 1, Random(2))], Stream(3), strict=True)
    counts = player.opponents.counts[1]
    assert player.opponents.hands == 29
    assert counts.plays >= 20
    assert counts.folds == 0
    assert counts.raises > 5 * counts.calls


def test_a_share_of_nothing_is_no_judgement() -> None:
    heard: list[Event] = [HandBegan(1, 1, 1, 0)]
    opponents = Opponents()
    for event in heard:
        opponents.hear(event)
    assert opponents.hands == 0
    assert opponents.counts == {}
    assert not {rule for rule in fired("soarbot-m", Position("7d2c", "3h9cJs"), opponents) if "opponents*" in rule}

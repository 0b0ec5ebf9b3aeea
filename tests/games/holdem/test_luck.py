"""The luck of Hold'em's cards: it is what the definition says, sums to zero, and has mean zero."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from mendax.arena.aivat import aivat
from mendax.arena.estimates import Floats
from mendax.arena.luck import LuckRows
from mendax.arena.play import plan_match
from mendax.core.catalogue import build_game
from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.core.match import Move
from mendax.core.record import Record, read_records
from mendax.games.holdem.kernel.hands import WIDTH, act, begin
from mendax.games.holdem.kernel.holdings import HOLDINGS
from mendax.games.holdem.kernel.luck import FEATURES, deal_equities, next_equities, next_gains
from mendax.games.holdem.kernel.tables import evaluator_table
from mendax.games.holdem.luck import HoldemLuck, qualities, styles_of
from mendax.games.holdem.rules import FOLD, Holdem, State
from tests.command_line import assert_refused, call, call_json
from tests.games.holdem.table import random_session

LUCK = HoldemLuck()
ZERO_SUM = [number for number, name in enumerate(FEATURES) if name == "deal" or name[:3] in ("pot", "sha", "sty")]


def measure(record: Record) -> Floats:
    return LUCK.measure(record.game, record.moves, record.agents)


def long_hand(game: Holdem, rng: Random) -> Record:
    """A session of one hand that comes to the river."""
    while True:
        record = random_session(game, rng, patience=0.95)
        if sum(move.seat is None for move in record.moves) == 2 * game.players + 5:
            return record


def kernel_row(game: Holdem, state: State) -> Any:
    """The kernel's row of a hand whose next cards are dealt: the actions played again."""
    row = np.zeros(WIDTH, dtype=np.int64)
    begin(row, game.players)
    for stage in state.betting.said:
        for _, said in stage:
            act(row, 0 if said is FOLD else 1 if said.value in ("check", "call") else 2)
    return row


def values_by_definition(game: Holdem, agents: tuple[str, ...]) -> Any:
    """Share of the pot, pot times share and both scenarios after a card of the board, as a value of the state."""
    table, styles, players = evaluator_table(), styles_of(agents), game.players

    def value(state: State) -> Floats:
        dealt = len(state.cards)
        row = kernel_row(game, state)
        if dealt <= 2 * players or state.turn is Turn.OVER or any(state.betting.said[-1]):
            return np.zeros((4, players))
        deck = np.array([*state.cards, *[0] * 5], dtype=np.uint8)
        cards, shares = next_equities(table, deck, players, dealt - 1, row[2])
        _, gains = next_gains(table, deck, players, dealt - 1, row, game.raises, styles)
        (at,) = np.flatnonzero(cards == state.cards[-1])
        return np.array([shares[at] * sum(state.betting.paid) / 2, shares[at], *gains[at]])

    return value


@pytest.mark.parametrize("players", [2, 4])
def test_the_luck_of_the_board_is_what_the_definition_says(players: int) -> None:
    """The rules list the cards that may come, and the general AIVAT subtracts the mean over them."""
    game = Holdem(players)
    record = long_hand(game, Random(players))
    agents = ("loose", "soarbot", "always-call", "tight")[:players]
    luck = LUCK.measure(game, record.moves, agents)[0]
    luck = luck[:, FEATURES.index("pot, flop") :].reshape(players, 3, 4).sum(axis=1)
    value = values_by_definition(game, agents)
    # Values end with the betting of their stage, and what they fall by then is no luck: only chance moves count.
    found, state = np.zeros((4, players)), game.start()
    for move in record.moves:
        if move.seat is None and len(state.cards) >= 2 * players:
            outcomes = [value(game.apply(state, outcome)) for outcome, _ in game.chances(state)]
            found += value(game.apply(state, move.action)) - np.mean(outcomes, axis=0)
        state = game.apply(state, move.action)
    assert luck == pytest.approx(found.T, abs=1e-10)
    general = aivat(game, record.moves, value).luck[0]
    assert luck == pytest.approx(general, abs=1e-10)


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_what_some_are_lucky_by_others_are_unlucky_by(players: int) -> None:
    rng = Random(players)
    for _ in range(3):
        record = long_hand(Holdem(players), rng)
        luck = measure(record)
        assert luck.shape == (1, players, len(FEATURES))
        assert luck[0][:, ZERO_SUM].sum(axis=0) == pytest.approx(0, abs=1e-9)
        assert np.abs(luck[0][:, FEATURES.index("share, river")]).max() > 0 or players == 2


def test_the_luck_of_a_card_has_mean_zero_over_all_cards() -> None:
    """Every river card in turn, for hands that then end by a bet that nobody calls."""
    game = Holdem(3)
    deal, quiet = "Ah Kd 7c Ac Kh 2d call call check", "check check check"
    words = f"{deal} Qh 7d 2c {quiet} 9s {quiet}".split()
    dealt = {game.parse_action(word) for word in words}
    cards = [outcome for outcome, _ in game.chances(game.start()) if outcome not in dealt]
    total = np.zeros((3, len(FEATURES)))
    for card in cards:
        state, moves = game.start(), list[Move]()
        for action in [*map(game.parse_action, words), card, *map(game.parse_action, ("bet", "fold", "fold"))]:
            turn = game.turn(state)
            moves.append(Move(None if isinstance(turn, Turn) else turn, action))
            state = game.apply(state, action)
        luck = LUCK.measure(game, moves, ("a", "b", "c"))[0]
        assert np.abs(luck[:, FEATURES.index("pot, river")]).max() > 0.01
        total += luck
    river = [number for number, name in enumerate(FEATURES) if name.endswith("river")]
    assert total[:, river] / len(cards) == pytest.approx(0, abs=1e-12)


def test_the_luck_of_hole_cards_has_mean_zero_over_all_holdings() -> None:
    for players in (2, 4, 6):
        tables = qualities(players)
        for table in tables:
            assert table == pytest.approx(table.T)
            assert table[HOLDINGS[:, 0], HOLDINGS[:, 1]].mean() == pytest.approx(0, abs=1e-12)
        assert len(tables) == 4


def test_equities_of_hole_cards_do_not_depend_on_who_has_them() -> None:
    """So the mean over all ways to give out the same hands is an equal share, exactly."""
    hands = [(51, 47), (0, 13), (30, 31)]
    found = {}
    for order in permutations(range(3)):
        deck = [hands[number][0] for number in order] + [hands[number][1] for number in order]
        equities = deal_equities(evaluator_table(), np.array(deck, dtype=np.uint8), 3)
        found[order] = [float(equities[order.index(number)]) for number in range(3)]
        assert equities.sum() == pytest.approx(1, abs=1e-12)
    assert all(one == found[0, 1, 2] for one in found.values())
    assert found[0, 1, 2][0] > 0.4, "ace and king, the best of the three"


def test_a_session_is_measured_hand_by_hand() -> None:
    """Each hand as a match of its own, seats turned so that the button is the last, has the same luck."""
    game, rng = Holdem(4, hands=5), Random(4)
    record = random_session(game, rng)
    session = measure(record)
    assert len(session) == 5
    hands: list[list[Move]] = [[] for _ in range(5)]
    for before, move, _ in record.states():
        seat = None if move.seat is None else (move.seat - before.hands) % 4
        hands[before.hands].append(Move(seat, move.action))
    for number, moves in enumerate(hands):
        alone = LUCK.measure(Holdem(4), moves, ["?"] * 4)[0]
        assert np.roll(alone, number, axis=0) == pytest.approx(session[number], abs=1e-12)
        assert len(LUCK.measure(game, [move for one in hands[:number] for move in one] + moves[:-1], "abcd")) == number


def test_it_is_the_same_in_another_process_and_for_any_number_of_workers() -> None:
    plan = plan_match("holdem:hands=3", ["tight", "loose", "always-call"], 12)
    runs = [plan.run(seed=3, workers=workers, luck=LUCK, records=True).results for workers in (1, 2)]
    one, two = map(LuckRows.of_results, runs)
    assert (one.luck == two.luck).all()
    assert pickle.loads(pickle.dumps(LUCK)) == LUCK
    texts = "\n".join(runs[0].records[number] for number in sorted(runs[0].records))
    again = LuckRows.of_records(read_records(texts, build_game), LUCK)
    assert again.luck == pytest.approx(one.luck, rel=1e-6, abs=1e-6)
    assert (again.amounts == one.amounts).all()
    assert again.deal.tolist() == one.deal.tolist()
    assert again.unit.tolist() == one.unit.tolist()
    assert again.num_deals == 4


def test_a_continued_run_has_the_luck_of_the_whole(tmp_path: Path) -> None:
    plan = plan_match("holdem", ["tight", "loose"], 12)
    whole = LuckRows.of_results(plan.run(seed=5, luck=LUCK).results)
    plan.run(seed=5, luck=LUCK, out=tmp_path)
    log = tmp_path / "games.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[: len(lines) // 2]))
    again = LuckRows.of_results(plan.run(seed=5, luck=LUCK, out=tmp_path).results)
    assert (again.luck == whole.luck).all()
    with pytest.raises(MendaxError, match="another run"):
        plan.run(seed=5, out=tmp_path)


def test_a_run_without_luck_has_none() -> None:
    results = plan_match("holdem", ["tight", "loose"], 2).run().results
    with pytest.raises(MendaxError, match="did not measure luck"):
        LuckRows.of_results(results)


def test_review_takes_luck_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.txt"
    results = plan_match("holdem", ["always-call", "loose", "tight"], 180).run(seed=8, records=True).results
    file.write_text("\n".join(results.records[number] for number in sorted(results.records)))
    found = call_json(capsys, "review", "holdem", str(file), "--aivat")
    assert found["deals"] == 60
    lines = {line["name"]: line for line in found["players"]}
    assert set(lines) == {"always-call", "loose", "tight"}
    for name, line in lines.items():
        assert line["hands"] == 180
        assert line["plain"]["mean"] == line["duplicate"]["mean"] == pytest.approx(_mean(results, name))
        assert line["ratios"]["aivat"] == line["aivat"]["half_width"] / line["plain"]["half_width"]
    assert lines["always-call"]["ratios"]["aivat"] < 0.6
    assert lines["always-call"]["ratios"]["both"] < 0.6
    code, out, _ = call(capsys, "review", str(file), "--aivat", "--player", "tight")
    assert code == 0
    assert "AIVAT" in out
    assert "loose" not in out
    nobody = [*("review", "holdem", str(file)), *("--aivat", "--player", "nobody")]
    assert_refused(capsys, nobody, "no finished hand of nobody")


def _mean(results: Any, name: str) -> float:
    return float(results.payoffs[results.seatings() == results.job.names.index(name)].mean())


def test_review_refuses_what_has_no_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.txt"
    results = plan_match("one-die", ["random", "random"], 2).run(records=True).results
    other.write_text("\n".join(results.records.values()))
    assert_refused(capsys, ["review", "holdem", str(other), "--aivat"], "luck in holdem, not in one-die")
    assert_refused(capsys, ["review", "holdem", str(tmp_path), "--aivat"], "needs records")
    assert_refused(capsys, ["review", "holdem", str(tmp_path / "none.txt"), "--aivat"], "cannot be read")
    other.write_text(str(replace(random_session(Holdem(2), Random(1)), payoffs=(99.0, -99.0))))
    assert_refused(capsys, ["review", "holdem", str(other), "--aivat"], "record 1: the record says it paid")
    other.write_text(f"{random_session(Holdem(2), Random(1))}\n{random_session(Holdem(3), Random(1))}")
    assert_refused(capsys, ["review", "holdem", str(other), "--aivat"], "tables of 2 and of 3")

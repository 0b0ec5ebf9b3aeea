"""A match that stands between moves: driven from outside, stopped, written, read and played on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.conformance import check_game
from mendax.core.agent import Agent, AnyAgent, Decision
from mendax.core.catalogue import build_agent, build_game
from mendax.core.chance import Chance
from mendax.core.errors import BadRecord, IllegalAction, MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.core.match import Match, drive, play_match
from mendax.core.record import UNFINISHED, Record, read_records
from mendax.core.streams import MASK, MIX_1, MIX_2, STEP, AgentStreams, Stream, deal_key, key_of
from mendax.core.uniform import uniform
from tests.tiny_games import MoneySession, OneLoser, redeal_cards, redeal_straws

TABLES = [
    ("one-die", ["equilibrium", "matrix"]),
    ("one-die:kept=true", ["random", "random"]),
    ("liars-dice:players=3,dice=2", ["probability", "random", "random"]),
    ("liars-dice:players=2,dice=2", ["emh", "p"]),
    ("yahtzee:players=2", ["random", "greedy"]),
    ("blufpoker:points=1", ["naive", "random", "naive:one/overbid/believe=0.8"]),
    ("holdem:players=3,hands=3", ["tight", "random", "loose"]),
]


def agents_for(game: AnyGame, names: Sequence[str], seed: int) -> list[AnyAgent]:
    streams = AgentStreams(seed, game.seats)
    streams.name(0)
    factories = [build_agent(game, name) for name in names]
    return [factory(game, seat, streams.seats[seat]) for seat, factory in enumerate(factories)]


def has_moves(number: int, match: Match) -> bool:
    return match.num_moves >= number


@pytest.mark.parametrize(("text", "names"), TABLES)
def test_stopped_after_each_move_written_read_and_played_on_it_ends_the_same(text: str, names: list[str]) -> None:
    game = build_game(text)
    whole = play_match(game, agents_for(game, names, 3), Stream(3, 0), keep_moves=True)
    stops = range(1, whole.num_moves) if whole.num_moves < 40 else [1, 2, 3, whole.num_moves // 2, whole.num_moves - 1]
    for number in stops:
        match = Match(game)
        drive(match, agents_for(game, names, 3), Stream(3, 0), stop=partial(has_moves, number))
        assert not match.over
        written = str(Record.of_match(match, names, {"Table": "seven"}))
        (record,) = read_records(written, build_game)
        assert not record.finished
        assert record.tags == {"Table": "seven"}
        assert str(record) == written
        again = record.match()
        drive(again, agents_for(game, names, 3), Stream(3, 0))
        assert again.outcome() == whole


@pytest.mark.parametrize("game", [OneLoser(), OneLoser(players=5), MoneySession(), MoneySession(hands=3)])
def test_the_tiny_games_are_games(game: AnyGame) -> None:
    check_game(game, redeal_straws if isinstance(game, OneLoser) else redeal_cards, chance_kinds=None)


def test_it_is_driven_from_outside() -> None:
    match = Match(build_game("one-die"))
    match.check_turn(None)
    match.play(match.game.parse_action("roll 5"))
    assert match.turn == 0
    with pytest.raises(IllegalAction, match="turn of seat 0"):
        match.check_turn(1)
    with pytest.raises(IllegalAction, match="below the roll"):
        match.act(match.game.parse_action("call 2"))
    assert match.num_moves == 1, "an illegal action leaves the match as it was"
    match.act(match.game.parse_action("call 6"))
    assert str(match.play_default()) == "challenge"
    assert match.over
    assert [move.default for move in match.moves] == [False, False, True]
    assert match.outcome().payoffs == (-1.0, 1.0)
    assert "1! challenge" in str(Record.of_match(match, ["a", "b"]))
    with pytest.raises(IllegalAction, match="over"):
        match.play(match.game.parse_action("call 6"))
    with pytest.raises(MendaxError, match="not over"):
        Match(match.game).outcome()


def test_an_unfinished_record_must_be_unfinished() -> None:
    match = Match(build_game("one-die"))
    drive(match, agents_for(match.game, ["random", "random"], 1), Random(1))
    text = str(Record.of_match(match, ["a", "b"])).replace(f'[End "{match.outcome().ending}"]', f'[End "{UNFINISHED}"]')
    (record,) = read_records(text, build_game)
    with pytest.raises(BadRecord, match="the match is over"):
        record.replay()


class Broken(Agent[Any, Any, Any]):
    """Raises at every decision."""

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        raise RuntimeError("no idea")


def test_a_fault_costs_the_match_or_the_choice() -> None:
    game = MoneySession()
    agents: list[AnyAgent] = [Broken(), uniform(game, 1, Random(2))]
    lost = play_match(game, agents, Random(1))
    assert lost.forfeit is not None
    assert (lost.ending, lost.forfeit.seat) == ("forfeit", 0)
    played = play_match(game, agents, Random(1), on_fault="fallback", keep_moves=True)
    assert played.forfeit is None
    assert {fault.reason for fault in played.faults} == {"RuntimeError: no idea"}
    defaults = [move for move in played.moves if move.default]
    assert len(defaults) == len(played.faults) > 0
    assert {move.seat for move in defaults} == {0}
    (record,) = read_records(str(Record.of(game, ["broken", "random"], played)), lambda text: game)
    record.replay()
    assert record.moves == played.moves


class Fixed:
    """Chance outcomes that were fixed before the match."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def draw(self, game: AnyGame, state: Any) -> Any:
        return game.draw(state, self.rng)


def test_chance_can_come_from_a_source_of_its_own() -> None:
    game = MoneySession()

    def played(chance: Chance | Random) -> Any:
        return play_match(game, [uniform(game, seat, Random(seat)) for seat in (0, 1)], chance, keep_moves=True)

    assert played(Fixed(1)) == played(Fixed(1)) == played(Random(1))
    assert played(Fixed(1)) != played(Fixed(2))


def unscramble(bits: int) -> int:
    """SplitMix64's output function backwards."""
    bits ^= bits >> 31 ^ bits >> 62
    bits = bits * pow(MIX_2, -1, 1 << 64) & MASK
    bits ^= bits >> 27 ^ bits >> 54
    bits = bits * pow(MIX_1, -1, 1 << 64) & MASK
    return bits ^ bits >> 30 ^ bits >> 60


def keys_behind(rng: Stream, names: Sequence[int]) -> set[int]:
    """What somebody finds who runs a generator backwards and knows how the arena names its streams."""
    first = unscramble(rng.getrandbits(64)) - STEP & MASK
    return {first} | {(unscramble(first) - STEP & MASK) ^ name for name in names}


def test_a_generator_run_backwards_does_not_lead_to_the_dice() -> None:
    """The attack finds the key of a stream that is named the old way, and nothing in an agent's generator."""
    seed, game = 1234, 5
    wanted = {deal_key(seed), seed, *(deal_key(seed) ^ deal for deal in range(10))}
    dice = Stream()
    dice.branch(deal_key(seed), game)
    assert keys_behind(dice, [game]) & wanted, "the attack itself works"
    for seats in (2, 10):
        streams = AgentStreams(seed, seats)
        streams.name(game)
        for seat, rng in enumerate(streams.seats):
            names = [game, seat, game << 8 | seat, *range(64)]
            assert not keys_behind(rng, names) & wanted
            assert not any(str(seed) in str(value) for value in vars(rng).values())


def seed_behind(bits: int, game: int, seat: int) -> int:
    """The seed of a run, from where an agent's generator begins, if it were named by plain keys."""
    key = (unscramble(bits) - STEP & MASK) ^ (game << 8 | seat)
    inner = (unscramble(key) - STEP & MASK) ^ 1
    return (unscramble(inner) - STEP & MASK) ^ 2


def test_an_agent_in_the_arena_cannot_compute_the_seed() -> None:
    """An agent that knows the number of its game and runs its generator backwards finds a number, and not the seed."""
    seed, found = 1234, list[int]()

    def looking(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        found.append(rng.getstate()[0])
        return uniform(game, seat, rng)

    named = Stream()
    named.branch(key_of(seed, 1), 3 << 8 | 1)
    assert seed_behind(named.getstate()[0], 3, 1) == seed, "the attack itself works"
    run_games(build_game("one-die"), [("a", looking), ("b", looking)], match_schedule(2, 2, 20), seed=seed)
    chairs = [(0, 0), *((number, seat) for number in range(20) for seat in (0, 1))]  # one agent is built on trial
    assert len(found) >= len(chairs)
    assert all(seed_behind(bits, number, seat) != seed for bits in found for number, seat in chairs)

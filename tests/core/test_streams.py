"""Random streams: they are fair, named by numbers, and the same in Python, in NumPy and compiled."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core import streams_numpy
from mendax.core.streams import (
    STEP,
    AgentStreams,
    Stream,
    deal_key,
    fold,
    key_of,
    round_key,
    scramble,
)
from mendax.simd import streams as numba_streams

compiled: Any = numba_streams  # compiled functions take NumPy's words, whatever their annotations say
WORDS = st.integers(0, (1 << 64) - 1)
NUMBERS = st.integers(0, (1 << 50) - 1)


def branch_roll(number: int) -> int:
    rng = Stream()
    rng.branch(key_of(11, 1), number)
    return rng.randrange(6)


def test_each_name_is_a_stream_of_its_own() -> None:
    draws = {Stream(seed, number, lane).random() for seed in range(5) for number in range(50) for lane in range(3)}
    assert len(draws) == 750


def test_each_branch_is_a_stream_of_its_own() -> None:
    rng, draws = Stream(), set()
    for seed in range(5):
        for kind in range(2):
            key = key_of(seed, kind)
            for number in range(200):
                rng.branch(key, number)
                draws.add(rng.random())
    assert len(draws) == 2000
    rng.branch(key_of(1, 0), 7)
    first = [rng.random(), rng.random()]
    rng.branch(key_of(1, 0), 7)
    assert first == [rng.random(), rng.random()]


def test_a_stream_is_a_random_generator_in_every_way() -> None:
    rng = Stream(1, 2, 3)
    state = rng.getstate()

    def use() -> list[object]:
        numbers = [rng.random(), rng.randrange(6), rng.gauss()]
        return [*numbers, rng.choice("abc"), rng.getrandbits(200), rng.sample(range(9), 4)]

    used = use()
    rng.setstate(state)
    assert used == use()
    rng.seed(5)
    assert rng.random() == Stream(5).random()
    copy = pickle.loads(pickle.dumps(rng))
    assert copy.random() == rng.random()
    with pytest.raises(ValueError, match="must not be negative"):
        rng.getrandbits(-1)


AGENTS = AgentStreams(11, 2)


def agent_roll(number: int) -> int:
    AGENTS.name(number)
    return AGENTS.seats[1].randrange(6)


def test_dice_are_fair_within_and_across_streams() -> None:
    """Chi-square with 5 degrees of freedom stays below its 99.99 % point."""
    long = Stream(11)
    for rolls in (
        [long.randrange(6) for _ in range(60_000)],
        [Stream(11, number, 0).randrange(6) for number in range(60_000)],
        [int(Stream(11, number, 1).random() * 6) for number in range(60_000)],
        [branch_roll(number) for number in range(60_000)],
        [agent_roll(number) for number in range(60_000)],
    ):
        assert sum((rolls.count(face) - 10_000) ** 2 / 10_000 for face in range(6)) < 25.7


def test_splitmix64_is_the_published_generator() -> None:
    """The first outputs of Vigna's reference program for the seed 1234567."""
    rng = Stream()
    rng.setstate((1234567, None))
    assert [rng.getrandbits(64) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


class TestArenaNames:
    """The names that old results were played with; another name would be another game."""

    def test_a_deal_is_a_branch_of_the_seeds_chance(self) -> None:
        assert deal_key(7) == key_of(7, 0)
        rng = Stream()
        rng.branch(deal_key(7), 3)
        assert rng.getstate() == (fold(2, 7, 0, 3), None)

    def test_a_later_round_has_a_name_of_four_numbers(self) -> None:
        rng = Stream()
        rng.name_round(7, 3, 2)
        assert rng.getstate() == Stream(7, 0, 3, 2).getstate()
        assert fold(round_key(7), 3, 2) == key_of(7, 0, 3, 2)

    def test_generators_of_a_table_are_named_by_hashes(self) -> None:
        """The same for the same seed, game and seat, and for nothing else; ten seats take two hashes."""
        streams = AgentStreams(7, 10)
        streams.name(5)
        first = [stream.getstate() for stream in streams.seats]
        streams.name(6)
        second = [stream.getstate() for stream in streams.seats]
        other = AgentStreams(8, 10)
        other.name(5)
        assert len({*first, *second, *(stream.getstate() for stream in other.seats)}) == 30
        streams.name(5)
        assert [stream.getstate() for stream in streams.seats] == first


class TestForms:
    """Python, NumPy and Numba give the same bits and the same numbers."""

    @settings(deadline=None)
    @given(WORDS, NUMBERS)
    def test_scramble_and_fold_agree(self, bits: int, number: int) -> None:
        array, word = np.array([bits], np.uint64), np.uint64(bits)
        assert int(streams_numpy.scramble(array)[0]) == int(compiled.scramble(word)) == scramble(bits)
        assert int(streams_numpy.fold(array, number)[0]) == int(compiled.fold(word, number)) == fold(bits, number)

    @settings(deadline=None)
    @given(WORDS, NUMBERS, st.integers(0, 20))
    def test_the_arenas_chance_agrees(self, seed: int, deal: int, number: int) -> None:
        rng = Stream()
        if number:
            rng.name_round(seed, deal, number)
        else:
            rng.branch(deal_key(seed), deal)
        many = streams_numpy.chance_stream(seed, np.array([deal, deal + 1], np.uint64), number)
        one = compiled.chance_stream(*compiled.chance_keys(seed), deal, number)
        assert int(many[0]) == int(one) == rng.getstate()[0]
        assert many[0] != many[1]
        for draws in range(1, 4):
            ahead = np.uint64(int(one) + draws * STEP & (1 << 64) - 1)
            expected = rng.random()
            assert float(streams_numpy.uniform(np.array([ahead]))[0]) == float(compiled.uniform(ahead)) == expected

    def test_the_step_is_the_same(self) -> None:
        assert int(streams_numpy.STEP) == int(compiled.STEP) == STEP

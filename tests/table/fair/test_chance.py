"""Fair dice: fixed before the round, fair, proved to those who see them and nobody else, the same after a restart."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from mendax.core.catalogue import build_game, find_game, games
from mendax.core.errors import MendaxError
from mendax.core.game import Turn
from mendax.table.fair import FairChance, FairRound, UnprovenChance, proof_lines, table_chance
from mendax.table.fair.commitment import Key, die, mix_of, shuffled
from mendax.table.fair.verify import check
from tests.table.fair.played import GAMES, check_shown, choose, play
from tests.tiny_games import OneLoser

SECRET = bytes(range(32))


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    badness: float = sum((counts[cell] - expected) ** 2 / expected for cell in counts)
    return badness + (cells - len(counts)) * expected


def limit(cells: int) -> float:
    """Five standard deviations above the mean of chi-square."""
    return cells - 1 + 5 * sqrt(2 * (cells - 1))


def file_of(lines: list[dict[str, object]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize("text", GAMES)
def test_what_the_rules_show_is_proved_and_nothing_else(text: str) -> None:
    assert sum(check_shown(play(text, seed)) for seed in range(30)) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES)
def test_what_the_rules_show_is_proved_in_thousands_of_matches(text: str) -> None:
    for seed in range(1000, 2000):
        check_shown(play(text, seed))


@pytest.mark.parametrize("text", GAMES)
def test_every_viewer_can_check_a_match(text: str) -> None:
    for seed in range(2):
        played = play(text, seed)
        for viewer in played.viewers:
            for is_open in (False, True):
                faults, proved = check(file_of(played.lines(viewer, is_open)))
                assert not faults
                given = sum(len(proofs.get(viewer, ())) for proofs in played.proofs)
                assert proved >= given if is_open else proved == given


@pytest.mark.parametrize("text", GAMES)
def test_after_a_restart_everything_is_the_same(text: str) -> None:
    for seed in range(3):
        played = play(text, seed)
        stop = Random(seed).randrange(len(played.moves))
        chance = FairChance.replay(played.game, played.secret, played.mixes, played.moves[:stop])
        for at in range(stop, len(played.moves)):
            before, action, after = played.states[at], played.moves[at], played.states[at + 1]
            chance.catch_up(before, played.mixes)
            if played.game.turn(before) is Turn.CHANCE:
                assert chance.draw(before) == action
                assert chance.draw(before) == action
            assert chance.after(before, action, after) == played.proofs[at]
            assert chance.announced == played.draws[at]
        whole = played.lines(0)
        part = proof_lines("m1", played.game, played.secret, played.mixes, played.moves[:stop], 0)
        assert part == whole[: len(part)]


def test_a_killed_server_publishes_the_same_root_again() -> None:
    """The commitment was published and no text was stored: the round is begun again, with the same root."""
    game = build_game("liars-dice")
    first = FairChance(game, SECRET).begin_round(0)
    chance = FairChance.replay(game, SECRET, {}, [])
    assert chance.pending(game.start()) == 0
    assert chance.begin_round(0) == first


def test_a_stored_outcome_that_was_not_drawn_is_refused() -> None:
    played = play("yahtzee:players=2,single_turn=true", 1)
    changed = [played.game.parse_action("roll 1 1 1 1 1"), *played.moves[1:]]
    assert changed != played.moves
    with pytest.raises(MendaxError, match="move 0: roll 1 1 1 1 1 is not what was drawn"):
        FairChance.replay(played.game, played.secret, played.mixes, changed)


def test_steps_out_of_order_are_refused() -> None:
    game = build_game("one-die")
    chance = FairChance(game, SECRET)
    with pytest.raises(MendaxError, match="round 0 is not begun"):
        chance.draw(game.start())
    chance.begin_round(0)
    with pytest.raises(MendaxError, match="round 0 is not mixed"):
        chance.draw(game.start())
    with pytest.raises(MendaxError, match="round 1 is not begun"):
        chance.mix(1, {})
    chance.mix(0, {})
    with pytest.raises(MendaxError, match="mixed already"):
        chance.mix(0, {0: "later"})
    with pytest.raises(MendaxError, match="32 bytes, not 5"):
        FairChance(game, b"short").begin_round(0)
    with pytest.raises(MendaxError, match="not text"):
        mix_of("00" * 32, {0: "\ud800"})


def test_dice_are_fair() -> None:
    counts = Counter[int]()
    for number in range(100):
        current = FairRound(SECRET, number, 61)
        mix = mix_of(current.root, {0: "a", 1: "b"})
        counts.update(die(current.value(leaf), mix, leaf, 6) for leaf in range(61))
    assert set(counts) == set(range(1, 7))
    assert chi_square(counts, 6) < limit(6)


def test_one_text_makes_dice_fair_that_the_server_did_not_choose_fairly() -> None:
    """All committed values are zero; the players' texts alone decide."""
    root = "ab" * 32
    faces = Counter(die("0" * 64, mix_of(root, {3: f"text {number}"}), 7, 6) for number in range(6000))
    assert chi_square(faces, 6) < limit(6)


def test_decks_are_fair() -> None:
    first = Counter[str]()
    small = Counter(shuffled(4, Key(number.to_bytes(32, "big")), "deck") for number in range(2400))
    assert chi_square(small, 24) < limit(24)
    for number in range(800):
        current = FairRound(SECRET, number, 52, deck=True)
        assert sorted(int(current.value(leaf)) for leaf in range(52)) == list(range(52))
        places = shuffled(52, mix_of(current.root, {0: "x"}), "deck")
        assert sorted(places) == list(range(52))
        first[current.value(places[0])] += 1
    assert chi_square(first, 52) < limit(52)


def test_outcomes_are_as_likely_as_the_rules_say() -> None:
    game = build_game("one-die:dice=2,faces=3")
    chances = {str(action): chance for action, chance in game.chances(game.start())}
    counts = Counter[str]()
    for number in range(2000):
        chance = FairChance(game, number.to_bytes(32, "big"))
        chance.begin_round(0)
        chance.mix(0, {})
        counts[str(chance.draw(game.start()))] += 1
    assert set(counts) == set(chances)
    badness = sum((counts[text] - 2000 * chance) ** 2 / (2000 * chance) for text, chance in chances.items())
    assert badness < limit(len(chances))


def test_texts_change_the_dice_and_secrets_the_root() -> None:
    current = FairRound(SECRET, 0, 61)
    assert current.root == FairRound(SECRET, 0, 61).root
    assert len({current.root, FairRound(SECRET, 1, 61).root, FairRound(bytes(32), 0, 61).root}) == 3
    mixes = [mix_of(current.root, given) for given in ({}, {0: ""}, {1: ""}, {0: "a"}, {0: "a", 1: ""})]
    assert len({mix.of("die 0") for mix in mixes}) == 5


def test_which_of_two_equal_dice_is_shown_tells_nothing() -> None:
    """A pushed die is the first or the second of its cup equally often, whether or not the other one is equal."""
    game = build_game("liars-dice:players=2,dice=2,opens=first")
    counts = {True: Counter[int](), False: Counter[int]()}
    for number in range(1500):
        chance, state = FairChance(game, number.to_bytes(32, "big")), game.start()
        chance.begin_round(0)
        chance.mix(0, {})
        while game.turn(state) is Turn.CHANCE:
            action = chance.draw(state)
            after = game.apply(state, action)
            chance.after(state, action, after)
            state = after
        cup = state.cups[0]
        push = game.parse_action(f"1x2 push {cup[number % 2]}")
        (proof,) = chance.after(state, push, game.apply(state, push))[1]
        counts[cup[0] == cup[1]][proof.order] += 1
    for seen in counts.values():
        assert set(seen) == {0, 1}
        assert chi_square(seen, 2) < limit(2)


def test_who_sees_dice_later_does_not_learn_which_fell_first() -> None:
    """The places of a turn's three dice are every permutation equally often; the roller alone gets the proof of it."""
    game = build_game("blufpoker:players=2")
    places = Counter[tuple[int, ...]]()
    for number in range(480):
        chance, state = FairChance(game, number.to_bytes(32, "big")), game.start()
        chance.begin_round(0)
        chance.mix(0, {})
        fell = list[int]()
        while game.turn(state) is Turn.CHANCE:
            action = chance.draw(state)
            after = game.apply(state, action)
            proofs = chance.after(state, action, after)
            if state.player is not None:
                assert set(proofs) == {state.player}
                fell.append(proofs[state.player][-1].leaf)
                assert len({proof.move for proof in proofs[state.player]}) == 1
            state = after
        places[tuple(fell)] += 1
    assert set(places) == {tuple(2 + place for place in order) for order in permutations(range(3))}
    assert chi_square(places, 6) < limit(6)


def test_numbers_of_moves_do_not_tell_who_rolled_nothing() -> None:
    """Who leaves the cup as it is makes fewer moves than who rolls all dice; nobody else may know which it was."""
    game = build_game("blufpoker:players=2,pass_on=true")

    def announced(texts: str) -> list[tuple[object, ...]]:
        chance, state, found = FairChance(game, SECRET), game.start(), list[tuple[object, ...]]()
        chance.begin_round(0)
        chance.mix(0, {})
        for text in texts.split(", "):
            while game.turn(state) is Turn.CHANCE:
                state = step(chance, state, chance.draw(state), found)
            legal = {str(action): action for action in game.actions(state)}
            action = next(iter(legal.values())) if text == "any" else legal[text]
            state = step(chance, state, action, found)
        return found

    def step(chance: FairChance, state: Any, action: Any, found: list[tuple[object, ...]]) -> Any:
        after = game.apply(state, action)
        chance.after(state, action, after)
        found += [tuple(draw.to_json().values()) for draw in chance.announced]
        return after

    passed = announced("any, believe, stop, any, believe")
    rolled = announced("any, believe, any, any, any, any, believe")
    assert [str(draw) for draw in passed] == [str(draw) for draw in rolled]
    assert len(passed) == 4


def test_an_open_table_proves_the_whole_deck() -> None:
    played = play("holdem:players=2,hands=3", 5)
    lines = played.lines(None, is_open=True)
    cards = Counter((line["round"], line["result"]) for line in lines if line["type"] == "proof")
    assert len(cards) == 3 * 52
    assert set(cards.values()) == {1}
    assert {line["move"] for line in lines if line["type"] == "proof"} > {None}


def test_every_game_of_ours_can_be_proved() -> None:
    for entry in games().values():
        assert entry.pieces
        assert isinstance(table_chance(entry.build(), SECRET), FairChance)
    assert find_game("one-die").pieces == "mendax.games.one_die.rules.pieces:OneDiePieces"


def test_a_game_that_does_not_name_its_pieces_is_played_without_proofs() -> None:
    game = OneLoser()
    with pytest.raises(MendaxError, match="does not say what its chance is made of"):
        FairChance(game, SECRET)

    def outcomes(secret: bytes) -> list[str]:
        chance, state, rng = table_chance(game, secret), game.start(), Random(1)
        assert isinstance(chance, UnprovenChance)
        drawn = list[str]()
        while (turn := game.turn(state)) is not Turn.OVER:
            action = chance.draw(state) if turn is Turn.CHANCE else choose(game, state, rng)
            assert turn is not Turn.CHANCE or chance.draw(state) == action
            drawn.append(action)
            after = game.apply(state, action)
            assert chance.after(state, action, after) == {}
            state = after
        return drawn

    assert outcomes(SECRET) == outcomes(SECRET)
    assert len({tuple(outcomes(number.to_bytes(32, "big"))) for number in range(9)}) > 1

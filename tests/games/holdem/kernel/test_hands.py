"""The kernel's hands against the rules and against PokerKit, step by step with the same cards and choices."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import Automation

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import Turn
from mendax.core.streams import MASK, STEP, key_of, scramble
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE, PlayedHand, play_hand, random_hands
from mendax.games.holdem.rules.cards import cards_text
from mendax.games.holdem.rules.game import Holdem
from mendax.games.holdem.rules.types import DEALS, Act, State

CHOICES = {Act.FOLD: FOLD, Act.CHECK: CALL, Act.CALL: CALL, Act.BET: RAISE, Act.RAISE: RAISE}


def play_by_the_rules(game: Holdem, deck: list[int], choose: Random) -> tuple[State, list[int], list[tuple[int, ...]]]:
    """A hand by the rules: its end, the choices, and before each of them whose turn, stage, legal choices, pot."""
    state, dealt = game.start(), iter(deck)
    choices, steps = list[int](), list[tuple[int, ...]]()
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            state = game.apply(state, DEALS[next(dealt)])
            continue
        acts = [act for act in game.actions(state) if isinstance(act, Act)]
        act = choose.choice(acts)
        mask = sum(1 << CHOICES[legal] for legal in acts)
        assert isinstance(turn, int)
        steps.append((turn, int(state.betting.stage), mask, sum(state.betting.paid)))
        choices.append(CHOICES[act])
        state = game.apply(state, act)
    return state, choices, steps


def compare(played: PlayedHand, state: State, choices: list[int], steps: list[tuple[int, ...]]) -> None:
    assert [(step.position, step.stage, step.legal, step.pot) for step in played.steps] == steps
    assert [step.choice for step in played.steps] == choices
    assert state.last is not None
    assert (played.gains, played.showdown) == (state.last.gains, any(state.last.shown))
    assert sum(played.gains) == 0


@settings(deadline=None, max_examples=300)
@given(st.integers(2, 10), st.integers(0, 5), st.integers(0, 10**9))
def test_every_step_is_the_rules_step(players: int, raises: int, seed: int) -> None:
    """In a match of one hand the button is in the last seat: positions are seats."""
    rng = Random(seed)
    game, deck = Holdem(players=players, raises=raises), rng.sample(range(52), 52)
    state, choices, steps = play_by_the_rules(game, deck, rng)
    compare(play_hand(players, deck, choices, raises), state, choices, steps)


class Script(Random):
    """Chooses by numbers given beforehand, then always the first; keeps how many choices there were."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__()
        self.numbers, self.sizes = iter(numbers), list[int]()

    def choice(self, seq: list[Act]) -> Act:  # type: ignore[override]
        self.sizes.append(len(seq))
        return seq[next(self.numbers, 0)]


@pytest.mark.parametrize(("players", "raises", "ends"), [(2, 0, 54), (2, 1, 750), (3, 0, 552)])
def test_the_whole_tree_of_betting(players: int, raises: int, ends: int) -> None:
    """Every way in which one deal can be bet; with two players 54 = 1 + 2 + 3 * (2 + 3 * (2 + 3)) by hand."""
    game, deck = Holdem(players=players, raises=raises), Random(1).sample(range(52), 52)
    numbers: list[int] | None = []
    seen = 0
    while numbers is not None:
        script = Script(numbers)
        state, choices, steps = play_by_the_rules(game, deck, script)
        compare(play_hand(players, deck, choices, raises), state, choices, steps)
        seen += 1
        numbers = following(numbers, script.sizes)
    assert seen == ends


def following(numbers: list[int], sizes: list[int]) -> list[int] | None:
    """The next path through a tree whose last path met these numbers of choices."""
    path = [*numbers, *[0] * (len(sizes) - len(numbers))]
    for place in reversed(range(len(sizes))):
        if path[place] + 1 < sizes[place]:
            return [*path[:place], path[place] + 1]
    return None


class Callers(Random):
    """Calls and raises as long as it can, so that hands are long and end in a showdown."""

    def choice(self, seq: list[Act]) -> Act:  # type: ignore[override]
        return super().choice(seq[-2:] if self.random() < 0.9 else seq)


@settings(deadline=None, max_examples=200)
@given(st.integers(2, 10), st.integers(0, 10**9))
def test_long_hands_and_split_pots(players: int, seed: int) -> None:
    """A deck of high cards in few ranks, on top of the rest: boards that many hands share."""
    rng = Callers(seed)
    high = rng.sample(range(24, 52), 28)
    deck = [*high[: 2 * players], *rng.sample([*high[2 * players :], 0, 4, 8, 12, 16], 5)]
    game = Holdem(players=players)
    state, choices, steps = play_by_the_rules(game, deck, rng)
    compare(play_hand(players, deck, choices), state, choices, steps)


def test_odd_chips_go_to_the_first_winner_left_of_the_button() -> None:
    """Position 0, the small blind, folds; 2 and 3 tie with 1: 7 chips for three winners."""
    board = [48, 45, 42, 39, 32]  # AcKdQhJsTc: everybody plays the board
    deck = [0, 1, 2, 3, 4, 5, 6, 7, *board]
    checks = [CALL] * 9
    played = play_hand(4, deck, [CALL, CALL, FOLD, CALL, *checks])
    assert played.gains == (-1, 1, 0, 0)


def test_a_fold_that_closes_a_stage_ends_it() -> None:
    """Nobody acts again who has matched the bet: after the fold of the last the flop comes."""
    played = play_hand(3, range(11), [CALL, CALL, CALL, RAISE, CALL, FOLD, RAISE, FOLD])
    assert [step.stage for step in played.steps] == [0, 0, 0, 1, 1, 1, 2, 2]
    assert [step.position for step in played.steps] == [2, 0, 1, 0, 1, 2, 0, 1]


def test_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    played = play_hand(2, range(9), [CALL, CALL, CALL, RAISE, FOLD])
    assert [step.position for step in played.steps] == [1, 0, 0, 1, 0]


@pytest.mark.parametrize(("raises", "stage"), [(raises, stage) for raises in (0, 1, 3) for stage in (0, 1)])
def test_the_cap(raises: int, stage: int) -> None:
    """So many raises over the big blind before the flop, and over a bet after it."""
    before = [CALL, CALL] * stage
    choices = [*before, *[RAISE] * (raises + stage), FOLD if raises + stage else CALL]
    choices += [CALL] * 7 if choices[-1] == CALL else []
    played = play_hand(2, range(9), choices, raises)
    capped = played.steps[len(before) + raises + stage]
    assert capped.stage == stage
    assert not capped.legal >> RAISE & 1


def test_wrong_hands_are_refused() -> None:
    for players, raises in ((1, 3), (11, 3), (2, -1)):
        with pytest.raises(MendaxError):
            play_hand(players, range(52), [CALL] * 30, raises)
        with pytest.raises(MendaxError):
            random_hands(players, 1, raises=raises)
    for deck in (range(8), [*range(8), 7], [*range(8), 52]):
        with pytest.raises(MendaxError):
            play_hand(2, deck, [CALL] * 8)
    for choices in ([CALL, FOLD], [CALL, 3], [RAISE] * 4, [-1]):
        with pytest.raises(IllegalAction):
            play_hand(2, range(9), choices)
    with pytest.raises(MendaxError):
        play_hand(2, range(9), [CALL])
    with pytest.raises(MendaxError):
        random_hands(2, -1)


class Draws(Random):
    """The stream of the compiled hands: chooses as they do, and deals from the same deck."""

    def __init__(self, key: int) -> None:
        super().__init__()
        self.bits, self.deck = key, list(range(52))

    def next(self) -> int:
        self.bits = (self.bits + STEP) & MASK
        return scramble(self.bits)

    def deal(self, number: int) -> list[int]:
        found = 0
        for place in range(number):
            found = found >> 32 if place & 1 else self.next()
            pick = place + ((found & 0xFFFFFFFF) * (52 - place) >> 32)
            self.deck[place], self.deck[pick] = self.deck[pick], self.deck[place]
        return list(self.deck)

    def choice(self, seq: list[Act]) -> Act:  # type: ignore[override]
        return seq[(self.next() >> 32) * len(seq) >> 32]


@pytest.mark.parametrize(("players", "raises"), [(2, 3), (3, 0), (6, 3), (10, 4)])
def test_random_hands_are_the_rules_hands(players: int, raises: int) -> None:
    """The first hands of a seed, played by the rules with the same stream: one choice of all that are legal."""
    game, number = Holdem(players=players, raises=raises), 200
    found = random_hands(players, number, seed=9, raises=raises)
    draws = Draws(key_of(9, 0))
    gains, actions, showdowns = np.zeros(players, dtype=int), 0, 0
    for _ in range(number):
        state, choices, _ = play_by_the_rules(game, draws.deal(2 * players + 5), draws)
        assert state.last is not None
        gains += state.last.gains
        actions += len(choices)
        showdowns += any(state.last.shown)
    assert found.gains == tuple(gains.tolist())
    assert (found.hands, found.actions, found.showdowns) == (number, actions, showdowns)


def test_the_same_seed_on_any_number_of_processors() -> None:
    one = random_hands(6, 10_000, seed=3, workers=1)
    assert one == random_hands(6, 10_000, seed=3, workers=3)
    assert one != random_hands(6, 10_000, seed=4, workers=3)
    assert (one.hands, sum(one.gains)) == (10_000, 0)


AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def play_by_pokerkit(players: int, deck: list[int], rng: Random) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """A random hand at PokerKit's table, its player 0 left of the button: steps with the choice, and gains."""
    rules = pokerkit.FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2, 4)
    rules.streets = tuple(
        replace(street, max_completion_betting_or_raising_count=3 + (number > 0))
        for number, street in enumerate(rules.streets)
    )
    state = rules((1000,) * players, players)
    for position in range(players):
        state.deal_hole(cards_text((deck[position], deck[position + players])))
    board, steps = iter(deck[2 * players :]), list[tuple[int, ...]]()
    while state.status:
        if state.actor_index is None:
            state.burn_card("??")
            state.deal_board(cards_text(next(board) for _ in range(3 if state.street_index == 1 else 1)))
            continue
        legal = [CALL, *[FOLD] * bool(state.checking_or_calling_amount)]
        legal += [RAISE] * state.can_complete_bet_or_raise_to()
        choice = rng.choice(legal)
        assert state.street_index is not None
        mask = sum(1 << one for one in legal)
        steps.append((state.actor_index, state.street_index, mask, state.total_pot_amount, choice))
        (state.fold, state.check_or_call, state.complete_bet_or_raise_to)[choice]()
    return steps, tuple(stack - 1000 for stack in state.stacks)


@pytest.mark.parametrize("players", range(2, 11))
def test_every_step_is_pokerkits_step(players: int) -> None:
    rng = Random(players)
    for _ in range(20):
        deck = rng.sample(range(52), 2 * players + 5)
        steps, gains = play_by_pokerkit(players, deck, rng)
        played = play_hand(players, deck, [step[-1] for step in steps])
        found = [(one.position, one.stage, one.legal, one.pot, one.choice) for one in played.steps]
        assert (found, played.gains) == (steps, gains)

# mypy: disable-error-code="untyped-decorator, no-any-return, return-value, call-overload, assignment, arg-type"
"""The luck of a hand's cards, measured: for every position, how much better its cards fell than they do on average.

Each feature is a value of the position, and its luck is the sum over the cards of (value after the card - mean of the
value over all cards that could have come). That sum has mean zero whatever the players do, so it can be subtracted
from what they won. Values are equities among those still in, exact with two cards to come or fewer. With more to come
they are means over fixed samples of the rest of the board: rough values, but the mean over the outcomes is of the same
values, and so exact. The hole cards are one chance move, since nobody acts between them: their features are functions
of a holding with its mean over all holdings taken away, and the equity among all hands, whose mean is one share.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.hands import ACTIVE, MOST_PLAYERS, OVER, PAID, STAGE, WIDTH, act, begin
from mendax.games.holdem.kernel.holdings import BOARD, Weights, deal
from mendax.games.holdem.kernel.styles import NUM_COUNTS, play_on, stage_codes
from mendax.games.holdem.kernel.tables import MOST, Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BOARD_SIZES, SMALL_BET

CHOICES: Final = 64
"""In the moves of a match: a number from here on is a choice, one below is a card."""
DEAL_SAMPLES: Final = 2000
"""Boards for the equity of the hole cards."""
FLOP_SAMPLES: Final = 240
"""Rests of the board for the equity after a card of the flop."""
STYLE_SAMPLES: Final = 48
"""Rests of the board for playing on after a card of the flop."""
_SEED: Final = np.uint64(0x9E3779B97F4A7C15)
_BOARD_SIZES: Final = np.array(BOARD_SIZES, dtype=np.int64)

_fast = njit(cache=True, error_model="numpy", nogil=True)


@_fast
def _shares(
    table: Numbers, board: int, board_bits: int, hands: Numbers, active: int, values: Numbers, shares: Weights
) -> None:
    """Write what part of the pot each position wins on a full board; those who have folded win nothing."""
    best, winners = 0, 0
    for position in range(len(shares)):
        if active >> position & 1:
            value = hand_value(table, MOST, board + hands[position, 0], board_bits + hands[position, 1])
            values[position] = value
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
        else:
            values[position] = -1
    for position in range(len(shares)):
        shares[position] = 1.0 / winners if values[position] == best else 0.0


@_fast
def _hand_sums(deck: Numbers, players: int) -> Numbers:
    """The sum of keys and of bits of each position's cards."""
    hands = np.empty((players, 2), dtype=np.uint64)
    for position in range(players):
        one, two = deck[position], deck[position + players]
        hands[position, 0] = CARD_KEYS[one] + CARD_KEYS[two]
        hands[position, 1] = CARD_BITS[one] + CARD_BITS[two]
    return hands


@_fast
def _unseen(deck: Numbers, dealt: int) -> Numbers:
    """The cards that are not among the first of the deck, in order."""
    seen = np.zeros(NUM_CARDS, dtype=np.bool_)
    for place in range(dealt):
        seen[deck[place]] = True
    return np.array([card for card in range(NUM_CARDS) if not seen[card]], dtype=np.uint8)


@_fast
def deal_equities(table: Numbers, deck: Numbers, players: int) -> Weights:
    """The equity of each position's hole cards among all, on the same sampled boards for every order of the hands."""
    hands, cards = _hand_sums(deck, players), _unseen(deck, 2 * players)
    values, shares, totals = np.zeros(players, dtype=np.int64), np.zeros(players), np.zeros(players)
    bits = _SEED
    for _ in range(DEAL_SAMPLES):
        bits = deal(cards, BOARD, bits)
        board, board_bits = NO_CARDS, np.uint64(0)
        for place in range(BOARD):
            board += CARD_KEYS[cards[place]]
            board_bits += CARD_BITS[cards[place]]
        _shares(table, board, board_bits, hands, (1 << players) - 1, values, shares)
        totals += shares
    return totals / DEAL_SAMPLES


@_fast
def next_equities(table: Numbers, deck: Numbers, players: int, dealt: int, active: int) -> tuple[Numbers, Weights]:
    """The cards that may come next, and after each of them the equity of every position among the active ones.

    The first `dealt` cards of the deck are known; the others are not looked at. Cards of folded hands cannot come.
    """
    hands, unseen = _hand_sums(deck, players), _unseen(deck, dealt)
    board, board_bits = NO_CARDS, np.uint64(0)
    for place in range(2 * players, dealt):
        board += CARD_KEYS[deck[place]]
        board_bits += CARD_BITS[deck[place]]
    number = len(unseen)
    totals, counts = np.zeros((NUM_CARDS, players)), np.zeros(NUM_CARDS)
    values, shares = np.zeros(players, dtype=np.int64), np.zeros(players)
    later = 2 * players + BOARD - dealt - 1
    """Cards of the board after the next one."""
    if later == 0:
        for card in unseen:
            _shares(table, board + CARD_KEYS[card], board_bits + CARD_BITS[card], hands, active, values, shares)
            totals[card] += shares
            counts[card] += 1
    elif later == 1:
        for place in range(number):
            for other in range(place):
                card, last = unseen[place], unseen[other]
                key = board + CARD_KEYS[card] + CARD_KEYS[last]
                _shares(table, key, board_bits + CARD_BITS[card] + CARD_BITS[last], hands, active, values, shares)
                for position in range(players):
                    totals[card, position] += shares[position]
                    totals[last, position] += shares[position]
                counts[card] += 1
                counts[last] += 1
    else:
        cards, bits = unseen.copy(), _SEED
        for _ in range(FLOP_SAMPLES):
            bits = deal(cards, later, bits)
            key, seen = board, board_bits
            for place in range(later):
                key += CARD_KEYS[cards[place]]
                seen += CARD_BITS[cards[place]]
            for place in range(later, number):
                card = cards[place]
                _shares(table, key + CARD_KEYS[card], seen + CARD_BITS[card], hands, active, values, shares)
                for position in range(players):
                    totals[card, position] += shares[position]
                counts[card] += 1
    equities = np.empty((number, players))
    for place in range(number):
        equities[place] = totals[unseen[place]] / counts[unseen[place]]
    return unseen, equities


@_fast
def next_gains(
    table: Numbers, deck: Numbers, players: int, dealt: int, start: Numbers, cap: int, styles: Numbers
) -> tuple[Numbers, Weights]:
    """The cards that may come next, and after each of them what every position wins if all play on by styles.

    `styles` has a table for each scenario, a row for each position; gains are by card, scenario and position. `start`
    is the row of the hand, which stands at the beginning of a stage. The rest of the board is every card where one is
    missing, and fixed samples where two or more are.
    """
    deck, unseen = deck.copy(), _unseen(deck, dealt)
    later, stage, active = 2 * players + BOARD - dealt - 1, start[STAGE], start[ACTIVE]
    number, scenarios = len(unseen), len(styles)
    totals, counts = np.zeros((NUM_CARDS, scenarios, players)), np.zeros(NUM_CARDS)
    row, values = np.zeros(WIDTH, dtype=np.int64), np.zeros(players, dtype=np.int64)
    codes, seen = np.zeros((OVER, players), dtype=np.int64), np.zeros(NUM_COUNTS, dtype=np.int64)
    cards, bits = unseen.copy(), _SEED
    repeats = 1 if later == 0 else number if later == 1 else STYLE_SAMPLES
    for repeat in range(repeats):
        if later == 1:
            cards[:] = unseen
            cards[0], cards[repeat] = cards[repeat], cards[0]
        elif later > 1:
            bits = deal(cards, later, bits)
        for place in range(later):
            deck[dealt + 1 + place] = cards[place]
        for place in range(later, number):
            card = cards[place]
            deck[dealt] = card
            for at in range(stage, OVER):
                stage_codes(table, deck, players, active, _BOARD_SIZES[at], seen, values, codes[at])
            for scenario in range(scenarios):
                row[:] = start
                play_on(row, players, cap, styles[scenario], codes, values, totals[card, scenario])
            counts[card] += 1
    gains = np.empty((number, scenarios, players))
    for place in range(number):
        gains[place] = totals[unseen[place]] / counts[unseen[place]]
    return unseen, gains


NUM_QUALITIES: Final = 4
"""Values of two cards by themselves, a table each: mean 0 over all holdings."""
FEATURES: Final = (
    *("deal", "rate", "points", "high rate", "high points"),
    *(
        "others' rates",
        "others' high rates",
        "rate, blind",
        "rate, late",
        "high rate, late",
        "deal, blind",
        "deal, late",
    ),
    *(f"{what}, {stage}" for stage in ("flop", "turn", "river") for what in ("pot", "share", "styles 1", "styles 2")),
)
"""What is measured, in this order."""
_BOARD_FEATURES: Final = FEATURES.index("pot, flop")
_STAGE_FEATURES: Final = FEATURES.index("pot, turn") - _BOARD_FEATURES
SCENARIOS: Final = _STAGE_FEATURES - 2
"""In how many ways hands are played on; each takes every player for a style."""


@_fast
def _deal_luck(table: Numbers, qualities: Weights, deck: Numbers, players: int, luck: Weights) -> None:
    """Write the luck of the hole cards, a row for each position."""
    equities, totals = deal_equities(table, deck, players), np.zeros(NUM_QUALITIES)
    for quality in range(NUM_QUALITIES):
        for position in range(players):
            totals[quality] += qualities[quality, deck[position], deck[position + players]]
    for position in range(players):
        own, row = qualities[:, deck[position], deck[position + players]], luck[position]
        # With two players the button is the small blind, and the last to act after the flop.
        late = position >= max(players - 2, min(players - 1, 2))
        blind = position < 2 and not late
        row[0] = equities[position] - 1.0 / players
        row[1:5] = own
        row[5] = totals[0] - own[0]
        row[6] = totals[2] - own[2]
        row[7], row[8], row[9] = own[0] * blind, own[0] * late, own[2] * late
        row[10], row[11] = row[0] * blind, row[0] * late


@_fast
def _board_luck(
    table: Numbers, deck: Numbers, players: int, start: Numbers, cap: int, styles: Numbers, luck: Weights
) -> None:
    """Write the luck of the cards of a stage, a row for each position."""
    stage, pot = start[STAGE], 0
    for position in range(players):
        pot += start[PAID + position]
    first = _BOARD_FEATURES + _STAGE_FEATURES * (stage - 1)
    for place in range(2 * players + _BOARD_SIZES[stage - 1], 2 * players + _BOARD_SIZES[stage]):
        cards, equities = next_equities(table, deck, players, place, start[ACTIVE])
        _, gains = next_gains(table, deck, players, place, start, cap, styles)
        came = 0
        while cards[came] != deck[place]:
            came += 1
        for position in range(players):
            row = luck[position]
            share = equities[came, position] - equities[:, position].mean()
            row[first] += share * pot / SMALL_BET
            row[first + 1] += share
            for scenario in range(len(styles)):
                row[first + 2 + scenario] += gains[came, scenario, position] - gains[:, scenario, position].mean()


@_fast
def session_luck(
    table: Numbers, qualities: Weights, moves: Numbers, players: int, cap: int, styles: Numbers
) -> Weights:
    """The luck of every finished hand of a session, by hand, position and feature; the moves are cards and choices.

    `styles` is by scenario and seat. Seat 0 is at position 0 in the first hand, and at the last in the second.
    """
    number, at = 0, 0
    found = np.zeros((len(moves) // (2 * players) + 1, players, len(FEATURES)))
    placed, row = np.zeros_like(styles), np.zeros(WIDTH, dtype=np.int64)
    deck = np.zeros(2 * MOST_PLAYERS + BOARD, dtype=np.uint8)
    while at < len(moves):
        begin(row, players)
        dealt, stage = 0, -1
        luck = found[number]
        while row[STAGE] != OVER and at < len(moves):
            if row[STAGE] == stage:
                act(row, moves[at] - CHOICES)
                at += 1
                continue
            stage = row[STAGE]
            last = 2 * players + _BOARD_SIZES[stage]
            if at + last - dealt > len(moves):
                at = len(moves)
                break
            while dealt < last:
                deck[dealt] = moves[at]
                dealt += 1
                at += 1
            if stage == 0:
                _deal_luck(table, qualities, deck, players, luck)
            else:
                for position in range(players):
                    placed[:, position] = styles[:, (position + number) % players]
                _board_luck(table, deck, players, row, cap, placed, luck)
        if row[STAGE] == OVER:
            number += 1
    return found[:number]

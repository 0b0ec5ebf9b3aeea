"""The champion's policy at many tables at once, by NumPy: what it sees there, what it does, and rounds played on."""

from __future__ import annotations

import numpy as np

from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import PASS
from mendax.games.liars_dice.kernel.numpy_tables import Array, Scores, Tables
from mendax.games.liars_dice.learning.champion.features import Seen
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.sincere import LIKE_ONESELF, TRUSTING, sincere_mix
from mendax.games.liars_dice.rules.game import LiarsDice


def seen_at(tables: Tables) -> Seen:
    """The views of the seats to speak, counted from them."""
    number, players = tables.dice.shape
    rows, me = np.arange(number), tables.turn
    order = (me[:, None] + np.arange(players)) % players
    at = rows[:, None], order

    def counted(seat: Array) -> Array:
        return np.where(seat < 0, -1, (seat - me) % players)

    words = tables.words.copy()
    words[:, :, 0] = (words[:, :, 0] - me[:, None]) % players
    return Seen(
        tables.cups[rows, me],
        tables.shown[at],
        tables.dice[at],
        tables.cups[at].sum(-1),
        tables.exacts[at],
        tables.passed[at],
        tables.highest[at],
        tables.bid,
        counted(tables.bidder),
        tables.pushed,
        tables.num_passes,
        counted(tables.last),
        counted(tables.before),
        words,
        tables.habits[at],
    )


def policy(player: Player, tables: Tables, game: LiarsDice) -> Array:
    """By table and action: the probability."""
    logits = np.where(many.legal(tables, game), player.logits_of(seen_at(tables)), -np.inf)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    mix: Array = weights / weights.sum(1, keepdims=True)
    return mix


def draw(mix: Array, rng: np.random.Generator) -> Array:
    """An action for each table."""
    sums = mix.cumsum(1)
    marks = rng.random(len(mix)) * sums[:, -1]
    found: Array = (sums > marks[:, None]).argmax(1)
    return found


def play_rounds(
    player: Player, game: LiarsDice, tables: Tables, rng: np.random.Generator, kinds: Array | None = None
) -> Scores:
    """Play rounds to their ends, the same policy at all seats; `kinds`, by table and seat, may say who is sincere."""
    number, players = tables.dice.shape
    ends = Scores(np.zeros((number, players), np.int64), np.zeros((number, players), bool), np.zeros(number, np.int64))
    left = np.arange(number)
    while len(left):
        mix = policy(player, tables, game)
        if kinds is not None and (sincere := (speakers := kinds[left, tables.turn]) != LIKE_ONESELF).any():
            mix[sincere] = sincere_mix(tables.at(sincere), game, speakers[sincere] == TRUSTING)
        action = draw(mix, rng)
        ended = action < PASS
        for end, found in zip(ends, many.settle(tables.at(ended), action[ended], game.dice), strict=True):
            end[left[ended]] = found
        left = left[~ended]
        tables = many.speak(tables.at(~ended), action[~ended], rng)
    return ends


def play_matches(player: Player, game: LiarsDice, scores: Scores, rng: np.random.Generator) -> Array:
    """Play matches from the end of a round to their ends: by match and seat, 1 for the winner."""
    won = np.zeros(scores.dice.shape)
    left = np.arange(len(won))
    while True:
        over = (scores.dice > 0).sum(1) == 1
        won[left[over]] = scores.dice[over] > 0
        left = left[~over]
        if not len(left):
            return won
        again = Scores(*(part[~over] for part in scores))
        scores = play_rounds(player, game, many.next_round(rng, game, again), rng)

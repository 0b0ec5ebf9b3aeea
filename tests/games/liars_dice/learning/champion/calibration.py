"""Whether a player's value of scores is true: its win chances between rounds beside who won, in matches against itself.

A training learns these values beside the policy (`networks.py`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import MOST_DICE
from mendax.games.liars_dice.kernel.numpy_tables import Array, Scores
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.self_play import play_rounds
from mendax.games.liars_dice.rules.game import LiarsDice


class Played(NamedTuple):
    """Matches round by round; the axes are match, round and seat. After the last round the winner alone has dice."""

    dice: Array
    exacts: Array
    rounds: Array
    """By match: how many rounds it had."""


def play_scores(player: Player, matches: int, seed: int, random_start: float = 0.5) -> Played:
    """Play matches of the player against itself; some begin with random dice."""
    game, rng = LiarsDice(players=player.players), np.random.default_rng(seed)
    dice, exacts, _ = first_scores(player.players, matches, random_start, rng)
    history, left = [(dice.copy(), exacts.copy())], np.arange(matches)
    rounds = np.zeros(matches, np.int64)
    while len(left):
        now = Scores(dice[left], exacts[left], np.zeros(len(left), np.int64))
        ends = play_rounds(player, game, many.next_round(rng, game, now), rng)
        dice[left], exacts[left] = ends.dice, ends.exacts
        rounds[left] += 1
        history.append((dice.copy(), exacts.copy()))
        left = left[(ends.dice > 0).sum(1) > 1]
    all_dice, all_exacts = zip(*history, strict=True)
    return Played(np.stack(all_dice, 1), np.stack(all_exacts, 1), rounds)


def first_scores(players: int, matches: int, random_start: float, rng: np.random.Generator) -> Scores:
    """Scores that matches begin with: all dice, or in a share of them random dice and exacts, two seats at least."""
    random = rng.random((matches, 1)) < random_start
    dice = rng.integers(0, MOST_DICE + 1, (matches, players))
    first = rng.integers(0, players, (matches, 1))
    steps = (np.arange(players) - first) % players
    dice = np.maximum(dice, (steps < 2) * rng.integers(1, MOST_DICE + 1, (matches, players)))
    exacts = rng.random((matches, players)) < 0.5
    return Scores(np.where(random, dice, MOST_DICE), np.where(random, exacts, True), np.zeros(matches, np.int64))


def calibration(player: Player, played: Played, bins: int = 10) -> list[tuple[float, float, int]]:
    """By range of the chance given: its mean, the share that won, and how many seats there were."""
    before = np.arange(played.dice.shape[1]) < played.rounds[:, None]
    dice, exacts = played.dice[before], played.exacts[before]
    won = np.repeat((played.dice[:, -1] > 0)[:, None], played.dice.shape[1], 1)[before]
    given, happened = player.win_chances(dice, exacts)[dice > 0], won[dice > 0]
    which = np.minimum((given * bins).astype(int), bins - 1)
    return [
        (float(given[which == at].mean()), float(happened[which == at].mean()), int((which == at).sum()))
        for at in range(bins)
        if (which == at).any()
    ]

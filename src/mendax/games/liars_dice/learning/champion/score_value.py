"""What a score is worth to each seat: learned from matches of a player against itself, by NumPy.

A training learns this beside the policy (`networks.py`). This is for players whose file does not have it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import MOST_DICE
from mendax.games.liars_dice.kernel.numpy_tables import Array, Scores
from mendax.games.liars_dice.learning.champion.player_file import (
    Layers,
    Player,
    num_score_features,
    score_features,
)
from mendax.games.liars_dice.learning.champion.self_play import play_rounds
from mendax.games.liars_dice.rules.game import LiarsDice

WIDTH: Final = 64
"""Of both hidden layers."""
_BATCH: Final = 1024
_RATE: Final = 3e-3
_DECAYS: Final = (0.9, 0.999)
"""Adam's averages."""


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


def fit_score(
    player: Player, played: Played, seed: int, epochs: int = 8, steps: int = 150, trace: float = 0.8
) -> tuple[Player, list[float]]:
    """The player with a value of scores, and the loss of each epoch.

    The target of a score is a mixture of the values of all later ones and of the result, as in TD(lambda); matches
    that had the same score share one row.
    """
    rng, players = np.random.default_rng(seed), player.players
    before = np.arange(played.dice.shape[1]) < played.rounds[:, None]
    both = np.concatenate([played.dice, played.exacts & (played.dice > 0)], axis=2)
    unique, which = np.unique(both.reshape(-1, 2 * players), axis=0, return_inverse=True)
    which = which.reshape(before.shape)
    rows, left = score_features(unique[:, :players], unique[:, players:] > 0), unique[:, :players] > 0
    weights = np.bincount(which[before], minlength=len(unique)).astype(float)
    fit = _Fit(num_score_features(players), rng)
    losses = []
    for epoch in range(epochs):
        # At first the values say nothing: the result alone is the target.
        targets = _targets(fit.chances(rows, left)[which], played, trace if epoch else 1.0)
        means: Array = np.stack(
            [np.bincount(which[before], targets[..., seat][before], len(unique)) for seat in range(players)], 1
        )
        means = means / np.maximum(weights, 1)[:, None]
        found = []
        for step in range(steps):
            some = rng.choice(len(unique), min(_BATCH, len(unique)), p=weights / weights.sum())
            done = (epoch * steps + step) / (epochs * steps)
            found.append(fit.step(rows[some], left[some], means[some], _RATE * (1 - 0.95 * done)))
        losses.append(float(np.mean(found)))
    return replace(player, score=fit.layers()), losses


class _Fit:
    """Two hidden layers with ReLU, the same for every seat, and Adam."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        sizes = (inputs, WIDTH, WIDTH, 1)
        ends = zip(sizes, sizes[1:], (2.0, 2.0, 0.1), strict=False)
        self.parts: list[Array] = []
        for before, after, scale in ends:
            self.parts += [rng.standard_normal((before, after)) * (scale / before) ** 0.5, np.zeros(after)]
        self.first, self.second = ([np.zeros_like(part) for part in self.parts] for _ in range(2))
        self.count = 0

    def layers(self) -> Layers:
        """As they are kept."""
        found = [part.astype(np.float32) for part in self.parts]
        return tuple(zip(found[::2], found[1::2], strict=True))

    def chances(self, rows: Array, left: Array) -> Array:
        """By row and seat: the win chance."""
        return self._forward(rows, left)[1]

    def _forward(self, rows: Array, left: Array) -> tuple[list[Array], Array]:
        inputs = [rows.astype(np.float64)]
        for at in (0, 2):
            inputs.append(np.maximum(inputs[-1] @ self.parts[at] + self.parts[at + 1], 0.0))
        found = np.where(left, (inputs[-1] @ self.parts[4] + self.parts[5])[..., 0], -np.inf)
        weights = np.exp(found - found.max(1, keepdims=True))
        return inputs, weights / weights.sum(1, keepdims=True)

    def step(self, rows: Array, left: Array, targets: Array, rate: float) -> float:
        """One step of Adam on the cross entropy; returns it."""
        inputs, chances = self._forward(rows, left)
        back = ((chances - targets) / len(rows))[..., None]
        gradients: list[Array] = [np.zeros(0)] * 6
        for at in (4, 2, 0):
            below = inputs[at // 2]
            flat = below.reshape(-1, below.shape[-1]), back.reshape(-1, back.shape[-1])
            gradients[at], gradients[at + 1] = flat[0].T @ flat[1], flat[1].sum(0)
            if at:
                back = (back @ self.parts[at].T) * (below > 0)
        self.count += 1
        one, two = _DECAYS
        for part, gradient, first, second in zip(self.parts, gradients, self.first, self.second, strict=True):
            first *= one
            first += (1 - one) * gradient
            second *= two
            second += (1 - two) * gradient**2
            scaled = np.sqrt(second / (1 - two**self.count)) + 1e-8
            part -= rate * first / (1 - one**self.count) / scaled
        return float(-(targets * np.log(np.maximum(chances, 1e-12))).sum(1).mean())


def _targets(values: Array, played: Played, trace: float) -> Array:
    """By match, round and seat: what the score before the round is to be worth."""
    targets, result = np.zeros_like(values), (played.dice[:, -1] > 0).astype(float)
    following = result
    for at in reversed(range(values.shape[1] - 1)):
        last, over = (played.rounds == at + 1)[:, None], (played.rounds <= at)[:, None]
        mixed = (1 - trace) * values[:, at + 1] + trace * following
        targets[:, at] = np.where(last | over, result, mixed)
        following = targets[:, at]
    return targets


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

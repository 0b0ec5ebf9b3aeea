"""The chance of winning the match after each option, by the champion's policy at all seats.

A challenge or an exact ends the round: its value follows from the beliefs and the value of the two scores, without
chance. After a bid or a pass worlds are drawn from the beliefs, the round is played on in each, and it ends in the
value of its score. Where the player has no value of scores, or the rules are others than those it learned, the match
is played to its end instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mendax.core.game import Seat
from mendax.games.liars_dice.kernel import numpy_tables as many
from mendax.games.liars_dice.kernel.numbering import full_ladder
from mendax.games.liars_dice.kernel.numpy_tables import Array, Scores
from mendax.games.liars_dice.learning.champion.beliefs import Beliefs, Worlds
from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.positions import count_dice, repeat, table_of
from mendax.games.liars_dice.learning.champion.self_play import play_matches, play_rounds
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.rules.turns import challenged
from mendax.games.liars_dice.rules.types import CHALLENGE_BID, EXACT, PASS, Answer, Bid, Dice, View


@dataclass(frozen=True, slots=True)
class Valued:
    """An option and the chance of winning after it."""

    action: Bid | Answer
    value: float
    samples: Array
    """By world: the value there; one number where it does not depend on chance."""

    @property
    def error(self) -> float:
        """The standard error of the value."""
        return standard_error(self.samples)

    def less(self, other: Valued) -> tuple[float, float]:
        """How much more the other is worth, and the standard error of that: both were played in the same worlds."""
        return other.value - self.value, standard_error(other.samples - self.samples)


def standard_error(samples: Array) -> float:
    """The standard error of the mean."""
    return float(samples.std(ddof=1) / len(samples) ** 0.5) if len(samples) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class WinChances:
    """Values of options and scores, by a player, in a game."""

    player: Player
    game: LiarsDice

    @property
    def by_score(self) -> bool:
        """Whether rounds end in the value of their scores."""
        return bool(self.player.score) and self.game == LiarsDice(players=self.game.players)

    def options(
        self, beliefs: Beliefs, actions: Sequence[Bid | Answer], worlds: int, rng: np.random.Generator
    ) -> tuple[Valued, ...]:
        """The value of each action to the seat to speak, all bids and passes in the same worlds."""
        found: dict[Bid | Answer, Array] = {}
        going = [action for action in actions if isinstance(action, Bid) or action is PASS]
        for action in actions:
            if action not in going:
                found[action] = self._answer(beliefs, action, worlds, rng)
        if going:
            drawn = beliefs.draw(worlds, rng)
            found |= dict(zip(going, self._play_on(beliefs, going, drawn, rng), strict=True))
        return tuple(Valued(action, float(found[action].mean()), found[action]) for action in actions)

    def before_words(self, view: View, worlds: int, rng: np.random.Generator) -> Array:
        """By world: the value to a seat when it has seen its first dice and nobody has spoken."""
        assert view.seat is not None
        tables = repeat(table_of(view, self.player.players), worlds)
        cups = many.roll(rng, tables.cups.sum(-1))
        cups[:, view.seat] = tables.cups[:, view.seat]
        ends = play_rounds(self.player, self.game, tables._replace(cups=cups), rng)
        return self.scores(ends, view.seat, view.dice, rng)

    def scores(self, ends: Scores, seat: Seat, before: tuple[int, ...], rng: np.random.Generator) -> Array:
        """By table: what the end of a round is worth to a seat; `before` has the dice of the round."""
        if self.game.single_round:
            lost = np.array([*before, *(0,) * (ends.dice.shape[1] - len(before))]) - ends.dice
            won: Array = np.where(lost.max(1) > 0, lost[:, seat] <= 0, ends.opener == seat).astype(float)
            return won
        if self.by_score:
            return self.player.win_chances(ends.dice, ends.exacts)[:, seat]
        return play_matches(self.player, self.game, ends, rng)[:, seat]

    def score(
        self, dice: Sequence[int], exacts: Sequence[bool], seat: Seat, worlds: int, rng: np.random.Generator
    ) -> Array:
        """By world: the value of a score to a seat before a round; one number where it is known."""
        number = 1 if self.by_score or sum(map(bool, dice)) == 1 else worlds
        more = self.player.players - len(dice)
        all_dice = np.tile([*dice, *(0,) * more], (number, 1))
        all_exacts = np.tile([*exacts, *(False,) * more], (number, 1))
        rows = Scores(all_dice, all_exacts, many.draw_openers(rng, all_dice))
        if self.by_score:
            return self.player.win_chances(rows.dice, rows.exacts)[:, seat]
        if self.game.single_round:
            ends = play_rounds(self.player, self.game, many.next_round(rng, self.game, rows), rng)
            return self.scores(ends, seat, tuple(dice), rng)
        return play_matches(self.player, self.game, rows, rng)[:, seat]

    def _answer(self, beliefs: Beliefs, answer: Bid | Answer, worlds: int, rng: np.random.Generator) -> Array:
        """The value of a challenge or an exact: right and wrong by their chances."""
        view, bid = beliefs.view, beliefs.view.bid
        assert view.turn is not None
        assert isinstance(answer, Answer)
        assert bid is not None, "an answer comes after a bid"
        said = None if answer is EXACT else challenged(view.said, answer)
        if answer is EXACT:
            right = beliefs.exactly(bid)
        elif answer is CHALLENGE_BID:
            right = 1 - beliefs.at_least(bid)
        else:
            assert said is not None
            right = 1 - beliefs.cups[said.seat].alike()
        number = 2 if self.by_score or self.game.single_round else 2 * worlds
        tables = repeat(table_of(view, self.player.players), number)
        dice, exacts, opener = tables.dice.copy(), tables.exacts.copy(), np.full(number, view.turn)
        good = np.arange(number) % 2 == 0
        if said is None:
            exacts[:, view.turn] = False
            dice[good, view.turn] = np.minimum(dice[good, view.turn] + 1, self.game.dice)
        else:
            dice[good, said.seat] -= 1
            opener[good] = said.seat
        dice[~good, view.turn] -= 1
        values = self.scores(Scores(dice, exacts, opener), view.turn, view.dice, rng)
        found: Array = right * values[::2] + (1 - right) * values[1::2]
        return found

    def _play_on(
        self, beliefs: Beliefs, actions: Sequence[Bid | Answer], drawn: Worlds, rng: np.random.Generator
    ) -> list[Array]:
        """By action and world: what the round led to."""
        view, players, worlds = beliefs.view, self.player.players, len(drawn.cups)
        assert view.turn is not None
        tables = repeat(table_of(view, players, beliefs.habits), worlds * len(actions))
        tables.cups[:, : drawn.cups.shape[1]] = np.tile(drawn.cups, (len(actions), 1, 1))
        passes = np.repeat([action is PASS for action in actions], worlds)
        steps = full_ladder(players)
        places = [steps.rank(Bid(one.count, one.face)) if isinstance(one, Bid) else 0 for one in actions]
        pushed: list[Dice] = [one.push if isinstance(one, Bid) else () for one in actions]
        push = np.repeat([count_dice(dice) for dice in pushed], worlds, axis=0)
        after = many.bid_or_pass(tables, passes, np.repeat(places, worlds), push, rng)
        kinds = np.zeros((worlds, players), np.int64)
        kinds[:, : drawn.kinds.shape[1]] = drawn.kinds
        ends = play_rounds(self.player, self.game, after, rng, np.tile(kinds, (len(actions), 1)))
        values = self.scores(ends, view.turn, view.dice, rng)
        return list(values.reshape(len(actions), worlds))

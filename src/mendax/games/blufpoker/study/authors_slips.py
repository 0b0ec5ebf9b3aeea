"""Three slips of the authors' program as switches on a bare simulation of the rules.

This is no way to play Blufpoker: the rules are in `mendax.games.blufpoker.rules`. It is here to show what the slips do
to the published losses. Its knowledge agent reads the paper as the authors' program does (`knowing:authors`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Final

from mendax.games.blufpoker.agents.knowing import AUTHORS, cup_knowledge
from mendax.games.blufpoker.agents.knowing.steps import after_first_die, call_probability, next_bluffs, roll_mix
from mendax.games.blufpoker.agents.naive import MAX_OVERBID
from mendax.games.blufpoker.agents.strategies import Strategy, read_strategy
from mendax.games.blufpoker.rules import STOP, Dice, Roll, bid_order
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import SORTED, is_poker, sort_dice

PLAYERS: Final = 3
POINTS: Final = 5
ORDER: Final = bid_order()
RANKS: Final = ORDER.ranks


@dataclass(frozen=True, slots=True)
class Slips:
    """Which slips are made."""

    greedy_rolls_nothing: bool = False
    """A greedy player who is handed 666 rolls no die. Three dice lie open, and the knowledge agent calls: it has no
    distribution for three open dice, and gives a true 666 no chance.
    """
    poker_counted_again: bool = False
    """A poker that is beaten with the first or second open roll is counted again for each roll that is left: the first
    point goes to the bidder, the next to the player before, and so on round the table.
    """
    dice_sorted_between: bool = False
    """In the poker phase dice are rolled by their place in the sorted row, which is sorted again after each one falls.
    So a die that just fell may be rolled again instead of another.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are made."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


NONE: Final = Slips()
ALL: Final = Slips(True, True, True)
SINGLE: Final = (Slips(True), Slips(False, True), Slips(False, False, True))


class Table:
    """A game of three; a player without a strategy is the knowledge agent."""

    def __init__(self, players: Sequence[Strategy | None], slips: Slips, rng: Random) -> None:
        self.players, self.slips, self.rng = players, slips, rng
        self.points = [0] * PLAYERS

    def play(self) -> int:
        """Play to the end; the loser, by seat."""
        seat = self.rng.randrange(PLAYERS)
        while max(self.points) < POINTS:
            seat = self.play_round(seat)
        return next(at for at, points in enumerate(self.points) if points >= POINTS)

    def play_round(self, seat: int) -> int:
        """A round, which this seat starts; returns who starts the next."""
        cup = sort_dice(self.roll(3))
        bid = sort_dice(self.roll(3)) if self.overbids(seat) else cup
        shown: Dice = ()
        while True:
            bidder, seat = seat, (seat + 1) % PLAYERS
            if self.calls(seat, bid, shown):
                loser = seat if RANKS[cup] >= RANKS[bid] else bidder
                self.points[loser] += 1
                return loser
            if is_poker(bid):
                return self.poker_phase(seat, bid)
            shown, hidden, bluff = self.roll_again(seat, cup, bid)
            cup = sort_dice(shown + hidden)
            bid = self.next_bid(seat, cup, bid, shown, bluff)

    def roll(self, number: int) -> Dice:
        """So many dice as they fall."""
        return tuple(self.rng.randint(1, 6) for _ in range(number))

    def overbids(self, seat: int) -> bool:
        """Whether the player is one who always overbids, and opens with a random bid."""
        strategy = self.players[seat]
        return strategy is not None and strategy.bid == "overbid"

    def calls(self, seat: int, bid: Roll, shown: Dice) -> bool:
        """Whether the player calls the bid."""
        strategy = self.players[seat]
        if strategy is not None:
            always = strategy.calls_top and RANKS[bid] == ORDER.top
            return always or self.rng.random() >= strategy.believes
        if len(shown) == 3 or bid not in cup_knowledge().worlds(shown):
            return True
        chance = cup_knowledge().chance_true(shown, RANKS[bid], ORDER)
        return self.rng.random() < call_probability(chance, len(shown))

    def roll_again(self, seat: int, cup: Dice, bid: Roll) -> tuple[Dice, Dice, int]:
        """The dice that lie open now, the hidden ones, and the face of the poker that a bluff was decided on, or 0."""
        strategy = self.players[seat]
        if strategy is None:
            return self.roll_knowing(cup, bid)
        if strategy.roll == "one":
            at = self.rng.randrange(3)
            return cup[:at] + cup[at + 1 :], self.roll(1), 0
        if strategy.roll == "lowest":
            return cup[:2], self.roll(1), 0
        number = sum(face < 6 for face in cup) if strategy.roll == "greedy" else self.rng.randint(1, 3)
        if not number and not self.slips.greedy_rolls_nothing:
            number = 1
        return cup[: 3 - number], self.roll(number), 0

    def roll_knowing(self, cup: Dice, bid: Roll) -> tuple[Dice, Dice, int]:
        """The knowledge agent's rolling phase."""
        kept, fallen = cup[:2], self.roll(1)
        if RANKS[kept + fallen] > RANKS[bid]:
            return kept, fallen, 0
        step = after_first_die(kept, bid, AUTHORS)
        mark = self.rng.random()
        if mark < step.pair_poker:
            return kept, fallen, kept[0]
        if mark < step.pair_poker + step.six_poker:
            return kept, fallen, 6
        if mark >= step.pair_poker + step.six_poker + step.roll:
            return kept, fallen, 0
        kept, fallen = kept[:1], fallen + self.roll(1)
        above = RANKS[kept + fallen] > RANKS[bid]
        if self.rng.random() < roll_mix(kept, fallen, bid, above, AUTHORS).get(STOP, 0.0):
            return kept, fallen, 0
        return (), fallen + self.roll(1), 0

    def next_bid(self, seat: int, cup: Roll, bid: Roll, shown: Dice, bluff: int) -> Roll:
        """What the player bids above the last bid."""
        strategy, last = self.players[seat], RANKS[bid]
        if not self.overbids(seat) and RANKS[cup] > last:
            return cup
        if strategy is not None:
            return ORDER.rolls[min(last + self.rng.randint(1, MAX_OVERBID), ORDER.top)]
        if bluff:
            return (bluff, bluff, bluff)
        return ORDER.rolls[self.rng.choice(next_bluffs(cup_knowledge().worlds(shown), last, ORDER, AUTHORS))]

    def poker_phase(self, seat: int, bid: Roll) -> int:
        """Up to three open rolls; returns who starts the next round."""
        dice = SORTED[self.roll(3)]
        punished = seat
        for rolls_left in reversed(range(OPEN_ROLLS)):
            if dice[0] == dice[2] and dice[0] >= bid[0]:
                if dice[0] == bid[0]:
                    return seat
                for _ in range(1 + rolls_left if self.slips.poker_counted_again else 1):
                    punished = (punished - 1) % PLAYERS
                    self.points[punished] += 1
                return punished
            if rolls_left:
                dice = self.roll_openly(dice, bid)
        self.points[seat] += 1
        return seat

    def roll_openly(self, dice: Dice, bid: Roll) -> Dice:
        """Keep what the paper keeps and roll the rest."""
        kept = paper_keep(dice, bid)
        if not self.slips.dice_sorted_between:
            return SORTED[kept + self.roll(3 - len(kept))]
        start = dice.index(kept[0]) if kept else 0
        places = [at for at in range(3) if not start <= at < start + len(kept)]
        for at in places:
            dice = SORTED[dice[:at] + dice[at + 1 :] + self.roll(1)]
        return dice


def count_losses(players: Sequence[str], slips: Slips, games: int, rng: Random) -> tuple[int, ...]:
    """How many of the games each of three players loses; any agent that is not naive is the knowledge agent."""
    seats = [
        read_strategy(player.removeprefix("naive:")) if player.startswith("naive:") else None for player in players
    ]
    lost = [0] * PLAYERS
    for _ in range(games):
        lost[Table(seats, slips, rng).play()] += 1
    return tuple(lost)

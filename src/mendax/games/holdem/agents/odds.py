"""`odds`: plays by the chance to win and the price of a call, and shows both; it is what `?` asks at the terminal.

It takes every holding of the others for equally likely, whatever they did. That is what counting can tell; an agent
that models its opponents knows more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from mendax.core.agent import Agent, Belief, Decision, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.rules import BET, CHECK, FOLD, RAISE, Action, Event, Holdem, Stage, View, card_text

if TYPE_CHECKING:
    from mendax.games.holdem.kernel.equity import SampledEquity

SAMPLES: Final = 20_000
"""Deals a decision; the equity's standard error is at most 0.0036."""
VALUE: Final = 1.3
"""It bets and raises if the hand wins so many times its fair share of the pot: of three players' pot, 43 %."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What counting says about a position."""

    opponents: int
    """Who are still in."""
    equity: SampledEquity
    needed: float
    """The part of the pot that pays for a call; 0 where a check is possible."""
    worth: dict[Action, float]
    """Chips won on average by each legal action if all stay to the showdown and nobody bets again."""

    @property
    def for_value(self) -> bool:
        """Whether the hand wins so much that it pays to put more in."""
        return self.equity.equity * (self.opponents + 1) >= VALUE


class Odds(Agent[View, Action, Event]):
    """Folds what does not pay for a call, bets and raises what wins clearly more than its share, and calls the rest."""

    remembers = False

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        found = self.prospects(view, actions)
        action = self._choose(found, actions)
        return Decision(action, self._explanation(view, found, action) if explain else None)

    def prospects(self, view: View, actions: Sequence[Action]) -> Prospects:
        """The chance to win, from sampled deals, and what each action is worth by it."""
        from mendax.games.holdem.kernel.equity import sampled_equity  # needs numba

        assert view.seat is not None
        opponents = len(view.active) - 1
        equity = sampled_equity(view.cards, opponents, view.board, samples=SAMPLES, rng=self.rng)
        bets, level = view.betting.bets, max(view.betting.bets)
        worth: dict[Action, float] = {}
        for action in actions:
            if action is FOLD:
                worth[action] = 0.0
                continue
            reached = level + view.bet_size if action in (BET, RAISE) else level
            pot = view.pot + sum(reached - bets[seat] for seat in view.active)
            worth[action] = equity.equity * pot - (reached - bets[view.seat])
        needed = view.to_call / (view.pot + view.to_call)
        return Prospects(opponents, equity, needed, worth)

    def _choose(self, found: Prospects, actions: Sequence[Action]) -> Action:
        """The first action folds or checks, the last puts the most in."""
        if found.for_value:
            return actions[-1]
        if actions[0] is CHECK:
            return CHECK
        return actions[1] if found.equity.equity >= found.needed else FOLD

    def _explanation(self, view: View, found: Prospects, action: Action) -> Explanation[Action]:
        options = tuple(Option(act, worth, float(act is action)) for act, worth in found.worth.items())
        hands = "an unknown hand" if found.opponents == 1 else f"{found.opponents} unknown hands"
        wins = found.equity.win + found.equity.tie
        beliefs = [Belief("you win or share the pot", wins)]
        if view.board:
            from mendax.games.holdem.kernel.strength import hand_strength

            strength = hand_strength(view.cards, view.board).against(found.opponents)
            now = "your hand is the best" if view.stage is Stage.RIVER else "your hand is the best now"
            beliefs.append(Belief(now, strength))
        sentence = f"{self._price(view, found, hands)}{self._outs(view)}"
        return Explanation(options, tuple(beliefs), (), "chips if all stay", sentence)

    def _price(self, view: View, found: Prospects, hands: str) -> str:
        share = f"against {hands} this one wins {100 * found.equity.equity:.1f} % of the pot"
        fair = 100 / (found.opponents + 1)
        if found.for_value:
            return f"{share[0].upper()}{share[1:]}, clearly more than its share of {fair:.0f} %: put more in."
        if not view.to_call:
            return f"A check is free, and {share}: its share would be {fair:.0f} %."
        verdict = "call" if found.equity.equity >= found.needed else "fold"
        return (
            f"The pot offers {view.pot / view.to_call:.1f} to 1, so a call must win {100 * found.needed:.1f} %; "
            f"{share}: {verdict}."
        )

    def _outs(self, view: View) -> str:
        if view.stage not in (Stage.FLOP, Stage.TURN):
            return ""
        from mendax.games.holdem.kernel.strength import outs

        cards = outs(view.cards, view.board)
        return f" Outs, {len(cards)}: {' '.join(map(card_text, cards))}." if cards else " There are no outs."


def odds(game: AnyGame, seat: Seat, rng: Random) -> Odds:
    """The factory of `odds`."""
    if not isinstance(game, Holdem):
        raise MendaxError(f"odds plays holdem, not {game.name}")
    return Odds(rng)

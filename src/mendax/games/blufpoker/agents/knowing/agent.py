"""The agent itself: each phase's mix as a function of the view, and the explanation of each decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from mendax.core.agent import Belief, Decision, Explanation, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.knowing import sentences
from mendax.games.blufpoker.agents.knowing.model import CupKnowledge, cup_knowledge
from mendax.games.blufpoker.agents.knowing.readings import DEFAULT, Readings, read_readings
from mendax.games.blufpoker.agents.knowing.steps import (
    after_first_die,
    call_probability,
    next_bluffs,
    roll_mix,
    threshold,
)
from mendax.games.blufpoker.agents.naive import certain_bids, keep_mix
from mendax.games.blufpoker.rules import BELIEVE, CALL, Action, Blufpoker, Event, Phase, View
from mendax.games.blufpoker.rules.rolls import roll_text

Mix = Mapping[Action, float]

SHOWN_WORLDS: Final = 10
"""The most worlds that an explanation lists."""
ANSWER: Final = Phase.ANSWER
ROLL: Final = Phase.ROLL
BID: Final = Phase.BID


class Judgement(NamedTuple):
    """What the calling phase is decided by."""

    num_worlds: int
    chance: float
    """Of the worlds in which the bid is true."""
    call: float
    """How often it is called."""


class Knowing(MixedAgent[View, Action, Event]):
    """Plays by the worlds that the open dice leave possible, and by nothing else that was done or said."""

    def __init__(
        self, game: Blufpoker, rng: Random, readings: Readings = DEFAULT, knowledge: CupKnowledge | None = None
    ) -> None:
        super().__init__(rng)
        self.order = game.order
        self.readings = readings
        self.knowledge = cup_knowledge() if knowledge is None else knowledge
        self._believes_openings = readings.believe_opening and game.opening == "truthful"
        self._certain = certain_bids(game.top321)

    def mix(self, view: View, actions: Sequence[Action]) -> Mix:
        phase = view.phase
        if phase is ANSWER:
            call = self.judge(view).call
            return {action: share for action, share in ((CALL, call), (BELIEVE, 1 - call)) if share > 0}
        if phase is ROLL:
            kept, _, fallen = view.rolling
            bid = view.turns[-1].bid
            above = self.order.ranks[kept + fallen] > self.order.ranks[bid]
            return roll_mix(kept, fallen, bid, above, self.readings)
        if phase is BID:
            return self._bid_mix(view)
        bid = view.turns[-1].bid
        return keep_mix(view.poker[-1].dice, bid)

    def judge(self, view: View) -> Judgement:
        """The worlds left, the chance that the bid is true, and how often such a bid is called."""
        bid = view.turns[-1].bid
        worlds = self.knowledge.worlds(view.open)
        if self._believes_openings and len(view.turns) == 1:
            return Judgement(len(worlds), 1.0, 0.0)
        chance = self.knowledge.chance_true(view.open, self.order.ranks[bid], self.order)
        call = call_probability(chance, len(view.open))
        if self.readings.listed_only and bid not in worlds:
            call = 1.0
        return Judgement(len(worlds), chance, call)

    def _bid_mix(self, view: View) -> Mix:
        """The truth if it is high enough; else a bluff that was decided in passing, or one that looks possible."""
        order, (kept, _, fallen) = self.order, view.rolling
        cup = order.ranks[kept + fallen]
        if not view.turns:
            return self._certain[cup]  # the paper's first bids are true, also where they need not be
        bid = view.turns[-1].bid
        last = order.ranks[bid]
        if cup > last:
            return self._certain[cup]
        mix = dict[Action, float]()
        pair, six, other = self._decided(view)
        for face, share in ((kept[0] if kept else 6, pair), (6, six)):
            if share:
                poker = order.bids[order.ranks[face, face, face]]
                mix[poker] = mix.get(poker, 0.0) + share
        if other:
            bluffs = next_bluffs(self.knowledge.worlds(view.open), last, order, self.readings)
            for rank in bluffs:
                bluff = order.bids[rank]
                mix[bluff] = mix.get(bluff, 0.0) + other / len(bluffs)
        return mix

    def _decided(self, view: View) -> tuple[float, float, float]:
        """How likely the rolling phase stopped to bluff on the open pair, on 666, or on neither, given how it stopped.

        This is Bayes' rule over the steps that stop after one die; after more dice nothing was decided in passing.
        """
        rolling = view.rolling
        if len(rolling.fallen) == 1:
            pair, six, other, _ = after_first_die(rolling.kept, view.turns[-1].bid, self.readings)
            total = pair + six + other
            if total:
                return pair / total, six / total, other / total
        return 0.0, 0.0, 1.0

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        """Draw the threshold in the calling phase; in the others, draw from the mix."""
        if view.phase is not ANSWER:
            return super().act(view, actions, explain)
        judged = self.judge(view)
        mark = self.rng.random()
        action = CALL if mark < judged.call else BELIEVE
        if not explain:
            return Decision(action)
        mix: Mix = {CALL: judged.call, BELIEVE: 1 - judged.call}
        drawn = threshold(mark, len(view.open)) if 0 < judged.call < 1 else None
        sentence = sentences.answer(view, action, judged.num_worlds, judged.chance, drawn)
        return Decision(action, self._explained(view, actions, mix, sentence))

    def explanation(self, view: View, actions: Sequence[Action], mix: Mix) -> Explanation[Action]:
        """The mix, the worlds behind it, and a sentence with its numbers."""
        if view.phase is ANSWER:
            judged = self.judge(view)
            sentence = sentences.answer_mix(view, judged.num_worlds, judged.chance, judged.call)
        elif view.phase is ROLL:
            sentence = sentences.roll(view, mix, self._is_above(view))
        elif view.phase is BID:
            sentence = sentences.bid(view, mix, self._is_above(view))
        else:
            sentence = sentences.keep(view, mix)
        return self._explained(view, actions, mix, sentence)

    def _is_above(self, view: View) -> bool:
        return not view.turns or self.order.ranks[view.rolling.cup] > self.order.ranks[view.turns[-1].bid]

    def _explained(self, view: View, actions: Sequence[Action], mix: Mix, sentence: str) -> Explanation[Action]:
        shown = tuple(mix) if view.phase is BID else actions
        options = tuple(Option(action, None, mix.get(action, 0.0)) for action in shown)
        return Explanation(options, self._beliefs(view), sentence=sentence)

    def _beliefs(self, view: View) -> tuple[Belief, ...]:
        """In the calling phase one's own worlds, the most likely first; when bidding, those of the next player."""
        if view.phase not in (ANSWER, BID):
            return ()
        worlds = sorted(self.knowledge.worlds(view.open).items(), key=lambda world: -world[1])
        about = "the cup holds" if view.phase is ANSWER else "the others think that the cup holds"
        return tuple(Belief(f"{about} {roll_text(roll)}", chance) for roll, chance in worlds[:SHOWN_WORLDS])


@dataclass(frozen=True, slots=True)
class KnowingFactory:
    """Builds knowledge agents with one set of readings."""

    readings: Readings

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Knowing:
        if not isinstance(game, Blufpoker):
            raise MendaxError(f"knowing does not play {game.name}")
        return Knowing(game, rng, self.readings)


def knowing(game: str, argument: str) -> KnowingFactory:
    """The factory of `knowing` and `knowing:READING+READING`."""
    return KnowingFactory(read_readings(argument) if argument else DEFAULT)

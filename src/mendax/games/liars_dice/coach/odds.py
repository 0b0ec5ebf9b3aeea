"""The review by the odds: how likely each decision was to be right, with fair hidden dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from mendax.core.face import name_seats
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.liars_dice.agents.probability import Probability
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGES,
    EXACT,
    Action,
    Answer,
    Bid,
    LiarsDice,
    Showdown,
    State,
)
from mendax.games.liars_dice.rules.wording import number_word, percent

SOUND: Final = 0.5
"""A bid that holds at least so often is no mistake: others may go higher."""
SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision with its chance by the odds, and the safest one."""

    round: int
    """From 1."""
    situation: str
    action: Action
    said: str
    """The action in words."""
    chance: float
    """Of a bid to hold, of a challenge, an exact or a pass to be right."""
    safest: str
    safest_chance: float
    right: bool | None = None
    """Whether it was right, where the round showed it: a bid only if it was challenged."""

    @property
    def against_the_odds(self) -> float:
        """How much likelier the safest choice was, where this one was likelier wrong than right; else 0."""
        return max(0.0, self.safest_chance - self.chance) if self.chance < SOUND else 0.0

    def __str__(self) -> str:
        told = f"round {self.round}, {self.situation}: {self.said} ({percent(self.chance)})"
        seen = {True: ", right", False: ", wrong", None: ""}[self.right]
        safer = f"; safer: {self.safest} ({percent(self.safest_chance)})" if self.against_the_odds > 0.005 else ""
        return f"{told}{seen}{safer}"

    def to_json(self) -> dict[str, Any]:
        """The decision as JSON."""
        return {
            "round": self.round,
            "situation": self.situation,
            "action": str(self.action),
            "chance": self.chance,
            "safest": self.safest,
            "safest_chance": self.safest_chance,
            "right": self.right,
        }


@dataclass(frozen=True, slots=True)
class OddsReview:
    """How one seat played a match, by the odds of the hidden dice."""

    seat: Seat
    name: str
    decisions: tuple[Weighed, ...]
    dice_lost: int
    dice_won: int

    @property
    def mistakes(self) -> list[Weighed]:
        """Decisions that were likelier wrong than right while another was better, the worst first."""
        found = [one for one in self.decisions if one.against_the_odds > 0.005]
        return sorted(found, key=lambda one: -one.against_the_odds)

    def summary(self) -> str:
        """The counts, and the decisions most against the odds."""
        mistakes = self.mistakes
        lines = self._counts()
        lines += ["Most against the odds:"] if mistakes else ["No decision was against the odds."]
        return "\n".join([*lines, *(f"  {one}" for one in mistakes[:SHOWN])])

    def __str__(self) -> str:
        lines = [
            f"{self.name} (seat {self.seat}), by the odds of the hidden dice:",
            *(f"  {one}" for one in self.decisions),
        ]
        return "\n".join(
            [
                *lines,
                *self._counts(),
                "Behind a bid is the chance that it holds, behind an answer that it is right, with fair hidden dice.",
                f"A safer choice is named where the chance was below {percent(SOUND)}. A bluff that nobody challenges"
                " costs nothing.",
            ]
        )

    def _counts(self) -> list[str]:
        bids = [one for one in self.decisions if isinstance(one.action, Bid)]
        doubts = [one for one in self.decisions if one.action in CHALLENGES]
        exacts = [one for one in self.decisions if one.action is EXACT]
        lines = []
        if bids:
            sound = sum(one.chance >= SOUND for one in bids)
            shown = [one for one in bids if one.right is not None]
            true = sum(bool(one.right) for one in shown)
            held = f"; {len(shown)} {'was' if len(shown) == 1 else 'were'} challenged, {true} held" if shown else ""
            lines.append(f"By the odds {sound} of {_count(len(bids), 'bid')} were likelier true than not{held}.")
        for what, found in (("challenge", doubts), ("exact", exacts)):
            if found:
                right = sum(bool(one.right) for one in found)
                lines.append(
                    f"{_count(len(found), what).capitalize()}: {right} right; the odds gave"
                    f" {sum(one.chance for one in found):.1f}."
                )
        won = f", {_dice(self.dice_won)} won back" if self.dice_won else ""
        return [*lines, f"{_dice(self.dice_lost).capitalize()} lost{won}."]

    def to_json(self) -> dict[str, Any]:
        """The review as JSON."""
        return {
            "seat": self.seat,
            "name": self.name,
            "kind": "odds",
            "dice_lost": self.dice_lost,
            "dice_won": self.dice_won,
            "decisions": [one.to_json() for one in self.decisions],
        }


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _dice(number: int) -> str:
    return f"{number_word(number)} di{'e' if number == 1 else 'ce'}"


def review_by_odds(game: LiarsDice, record: Record, seat: Seat) -> OddsReview:
    """Replay a record and weigh each decision of a seat; raises `BadRecord` where it does not replay."""
    odds = Probability(game, Random(0))
    found, lost, won = list[Weighed](), 0, 0
    for before, move, after in record.states():
        if move.seat == seat:
            found.append(_weigh(game, odds, before, seat, move.action, record.agents))
        if after.rounds > before.rounds and after.showdown is not None:
            _learn(found, after.showdown, seat, after.rounds)
            change = after.dice[seat] - before.dice[seat]
            lost, won = lost + (change < 0), won + (change > 0)
    return OddsReview(seat, record.agents[seat], tuple(found), lost, won)


def _weigh(
    game: LiarsDice, odds: Probability, state: State, seat: Seat, action: Action, names: Sequence[str]
) -> Weighed:
    view, actions = game.view(state, seat), game.actions(state)
    weighed = odds.weigh(view, actions)
    values = {**weighed, **odds.other_values(view, actions, weighed)}
    safest = max(weighed, key=lambda one: weighed[one])
    return Weighed(
        state.rounds + 1,
        FACE.situation(view),
        action,
        name_seats(FACE.say(view, action), names),
        values[action],
        name_seats(FACE.say(view, safest), names),
        values[safest],
    )


def _learn(found: list[Weighed], end: Showdown, seat: Seat, number: int) -> None:
    """What the end of a round shows of one's last decisions in it."""
    if not found or found[-1].round != number:
        return
    if end.seat == seat:
        found[-1] = replace(found[-1], right=end.right)
        return
    for at in range(len(found) - 1, -1, -1):
        one = found[at]
        same = isinstance(one.action, Bid) if end.answer in (CHALLENGE_BID, EXACT) else isinstance(one.action, Answer)
        if one.round == number and same:
            if end.target == seat and end.answer is not EXACT:
                found[at] = replace(one, right=not end.right)
            return

"""What the other players have done in a session, as rates for the input link of `soarbot-m`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mendax.core.game import Seat
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Act, Acted, BoardDealt, Event, HandBegan, View


@dataclass(slots=True)
class Counts:
    """What one player did."""

    plays: int = 0
    """Hands in which it called or raised before the flop."""
    raises: int = 0
    """Bets and raises."""
    calls: int = 0
    folds: int = 0
    """After the flop."""
    answers: int = 0
    """Folds, calls and raises after the flop, where somebody had bet."""

    def add(self, act: Act, flop: bool) -> None:
        """Count an act, before the flop or after it."""
        self.raises += act in (BET, RAISE)
        self.calls += act is CALL
        if flop:
            self.folds += act is FOLD
            self.answers += act in (FOLD, CALL, RAISE)


@dataclass(slots=True)
class Opponents:
    """The counts of a session, by seat, kept up from events."""

    hands: int = 0
    """Hands finished or begun before this one."""
    counts: dict[Seat, Counts] = field(default_factory=dict)
    _playing: set[Seat] = field(default_factory=set)
    _flop: bool = False

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        if isinstance(event, HandBegan):
            self.hands = event.number - 1
            self._playing.clear()
            self._flop = False
        elif isinstance(event, BoardDealt):
            self._flop = True
        elif isinstance(event, Acted):
            counts = self.counts.setdefault(event.seat, Counts())
            counts.add(event.act, self._flop)
            if not self._flop and event.act not in (FOLD, CHECK) and event.seat not in self._playing:
                self._playing.add(event.seat)
                counts.plays += 1

    def tree(self, view: View) -> dict[int, dict[str, Any]]:
        """Each opponent in the hand; `opponents.soar` says what the attributes mean."""
        found: dict[int, dict[str, Any]] = {}
        for seat in view.active:
            if seat != view.seat:
                counts = self.counts.get(seat, Counts())
                found[seat] = {
                    "plays": _rate(counts.plays, self.hands),
                    "raises": _rate(counts.raises, counts.raises + counts.calls),
                    "gives-up": _rate(counts.folds, counts.answers),
                }
                acts = [said.act for said in view.betting.said[-1] if said.seat == seat]
                if acts and acts[-1] in (BET, RAISE):
                    found[seat]["acts"] = "yes"
        return found


def _rate(part: int, whole: int) -> float:
    """A share; a third where nothing was seen, which no judgement of the rules asks for."""
    return part / whole if whole else 1 / 3

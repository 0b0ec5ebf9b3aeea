"""Which events an action or a chance outcome has for a seat."""

from __future__ import annotations

from mendax.core.game import Seat
from mendax.games.blufpoker.rules.events import (
    Covered,
    Ended,
    Event,
    Handed,
    Punished,
    Rolled,
    RolledOpenly,
    Spoke,
    Started,
)
from mendax.games.blufpoker.rules.types import Action, Answer, Bid, Die, Phase, Start, State


def events_of(before: State, action: Action, after: State, seat: Seat | None, truthful: bool) -> tuple[Event, ...]:
    """The events for a seat; `None` is a spectator. `truthful`: the first bid of a round must be true."""
    if isinstance(action, Start):
        return (Started(action.seat),)
    player = before.player
    assert player is not None
    if before.phase is Phase.ROLL:
        fell: tuple[Event, ...] = (Rolled(player, action.face),) if isinstance(action, Die) and seat == player else ()
        return (*fell, Covered(player, after.open)) if after.phase is Phase.BID else fell
    if before.phase is Phase.POKER:
        return _open_roll(before, action, after, player)
    assert isinstance(action, Bid | Answer)
    certain = truthful and isinstance(action, Bid) and not before.turns
    said = (Spoke(player, action, certain),)
    if after.rounds > before.rounds:
        return (*said, *_round_end(after))
    if before.phase is Phase.ANSWER and after.phase is Phase.ROLL and seat == player:
        return (*said, Handed(player, after.rolling.kept))
    return said


def _open_roll(before: State, action: Action, after: State, player: Seat) -> tuple[Event, ...]:
    """An open roll is told when its last die has fallen."""
    kept, fallen = before.poker[-1]
    if not isinstance(action, Die) or len(kept) + len(fallen) < 2:
        return ()
    rolled = RolledOpenly(player, kept, (*fallen, action.face), len(before.poker))
    return (rolled, *_round_end(after)) if after.rounds > before.rounds else (rolled,)


def _round_end(after: State) -> tuple[Event, ...]:
    end = after.end
    assert end is not None
    told: tuple[Event, ...] = (Ended(end),)
    if end.loser is not None:
        told = (*told, Punished(end.loser, after.points[end.loser]))
    return told if after.player is None else (*told, Started(after.player))

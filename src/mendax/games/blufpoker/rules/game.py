"""The rules of Blufpoker for two to eight players, as the paper gives them in section 1.1.

Where the paper is silent, `docs/blufpoker.md` says what was chosen. A round: the starter rolls all three dice under
the cup and bids; each next player calls the bid, or believes it, looks into the cup, rolls some of the dice and bids
higher. A call, or a believed poker, ends the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final, final

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import NOT_LOST, Counted, Game, Seat, Turn
from mendax.games.blufpoker.rules import notation
from mendax.games.blufpoker.rules.events import Event
from mendax.games.blufpoker.rules.happenings import events_of
from mendax.games.blufpoker.rules.order import (
    DIE_CHANCES,
    DIE_OUTCOMES,
    KEEP_ACTIONS,
    ROLL_ACTIONS,
    ROLL_OR_STOP,
    Order,
    bid_order,
)
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import SORTED, Dice
from mendax.games.blufpoker.rules.types import (
    BELIEVE,
    CALL,
    NO_ROLLING,
    STOP,
    Action,
    Bid,
    Die,
    Keep,
    OpenRoll,
    Phase,
    PublicTurn,
    RollDie,
    Rolling,
    RoundEnd,
    Start,
    State,
    View,
)

CHANCE: Final = Turn.CHANCE
ROLL: Final = Phase.ROLL
BID: Final = Phase.BID
ANSWER: Final = Phase.ANSWER
POKER: Final = Phase.POKER
ANSWERS: Final = (BELIEVE, CALL)
OPEN_ROLLS: Final = 3
"""How many rolls a believer of a poker has."""
_FIRST_OPEN_ROLL: Final = (OpenRoll(),)


@final
@dataclass(frozen=True, slots=True)
class Blufpoker(Game[State, View, Action, Event]):
    """Three dice under a cup, rising bids, believe or call; the first with five penalty points loses.

    >>> game = Blufpoker()
    >>> state = game.start()
    >>> for text in ("start 0", "die 5", "die 2", "die 3", "bid 532", "believe", "roll 2", "die 4", "stop"):
    ...     state = game.apply(state, game.parse_action(text))
    >>> [str(action) for action in game.actions(state)][:3]
    ['bid 533', 'bid 541', 'bid 542']
    >>> print(game.view(state, 2))
    seat=2 phase=bid turn=1 round=0 points=0,0,0/5 open=53 turns=0:532
    """

    players: int = 3
    """Two to eight; the paper's games have three."""
    points: int = 5
    """Who has so many penalty points has lost."""
    single_round: bool = False
    """The match is one round; after an equal poker it is a draw."""
    opening: str = "truthful"
    """The first bid of a round: `truthful`, the roll itself, or `free`, any bid."""
    top321: bool = False
    """321 is the highest roll; a believed 321 leads to the poker phase."""
    pass_on: bool = False
    """A believer may roll no die at all."""
    underbids: bool = True
    """A bid may be lower than what the cup holds."""
    order: Order = field(init=False, repr=False, compare=False)
    """How bids rise."""

    name: ClassVar[str] = "blufpoker"
    rules_version: ClassVar[int] = 1
    shows_all: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 8:
            raise MendaxError(f"blufpoker has 2 to 8 players, not {self.players}")
        if not 1 <= self.points <= 99:
            raise MendaxError(f"a game of blufpoker goes to 1 to 99 points, not {self.points}")
        if self.opening not in ("truthful", "free"):
            raise MendaxError(f"in blufpoker opening is truthful or free, not '{self.opening}'")
        object.__setattr__(self, "order", bid_order(bool(self.top321)))

    @property
    def seats(self) -> int:
        return self.players

    @property
    def counted(self) -> Counted:
        """Games not lost: a game has one loser."""
        return NOT_LOST

    @property
    def opener(self) -> Seat | None:
        """Chance draws who starts."""
        return None

    def start(self) -> State:
        nothing: tuple[tuple[Rolling, ...], ...] = ((),) * self.players
        points = (0,) * self.players
        return State(CHANCE, Phase.START, None, -1, NO_ROLLING, (), (), (), nothing, (), points, 0, None)

    def turn(self, state: State) -> Seat | Turn:
        return state.turn

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        if state.phase is Phase.START:
            return tuple((Start(seat), 1 / self.players) for seat in range(self.players))
        return DIE_CHANCES

    def draw(self, state: State, rng: Random) -> Action:
        if state.phase is Phase.START:
            return Start(int(rng.random() * self.players))
        return DIE_OUTCOMES[int(rng.random() * 6)]

    def actions(self, state: State) -> Sequence[Action]:
        """Believe and call; dice to roll, lowest first, then stop; bids, lowest first; dice to keep, none first."""
        phase = state.phase
        if phase is ROLL:
            rolling = state.rolling
            return (ROLL_OR_STOP if rolling.picked or self.pass_on else ROLL_ACTIONS)[rolling.kept]
        if phase is ANSWER:
            return ANSWERS
        if phase is BID:
            lowest, truth = self._bid_range(state)
            return self.order.single[truth] if truth >= 0 else self.order.from_rank[lowest]
        return KEEP_ACTIONS[state.poker[-1].dice]

    def _bid_range(self, state: State) -> tuple[int, int]:
        """The lowest rank that may be bid, and the only one where the opening must be true, else -1."""
        if self.underbids and state.turns:
            return state.rank + 1, -1
        cup = self.order.ranks[state.open + state.hidden]
        if not state.turns and self.opening == "truthful":
            return cup, cup
        return (state.rank + 1 if self.underbids else max(state.rank + 1, cup)), -1

    def default_action(self, view: View, actions: Sequence[Action]) -> Action:
        """A call; one roll of the lowest die; a true bid, or the lowest; the paper's choice of dice to keep."""
        if view.phase is ANSWER:
            return CALL
        if view.phase is ROLL:
            return STOP if view.rolling.picked else actions[0]
        if view.phase is BID:
            rank = self.order.ranks[view.rolling.cup]
            truth = self.order.bids[rank]
            return truth if truth in actions else actions[0]
        assert view.bid is not None
        return Keep(paper_keep(view.poker[-1].dice, view.bid))

    def apply(self, state: State, action: Action) -> State:
        phase = state.phase
        if phase is ROLL:
            return self._fall(state, action) if state.turn is CHANCE else self._pick(state, action)
        if phase is ANSWER:
            return self._answer(state, action)
        if phase is BID:
            return self._bid(state, action)
        if phase is POKER:
            return self._fall_openly(state, action) if state.turn is CHANCE else self._keep(state, action)
        if phase is Phase.OVER:
            raise IllegalAction(f"{action}: the game is over")
        if not isinstance(action, Start) or type(action.seat) is not int or not 0 <= action.seat < self.players:
            raise IllegalAction(f"{action}: chance draws first who of {self.players} starts")
        return self._open_round(action.seat, state.points, 0, None)

    def _open_round(self, starter: Seat, points: tuple[int, ...], rounds: int, end: RoundEnd | None) -> State:
        nothing: tuple[tuple[Rolling, ...], ...] = ((),) * self.players
        return State(CHANCE, ROLL, starter, -1, NO_ROLLING, (), (), (), nothing, (), points, rounds, end)

    def _fall(self, state: State, action: Action) -> State:
        """A die falls under the cup; the third that falls ends the rolling."""
        _, _, player, rank, (kept, picked, fallen), open_, hidden, turns, own, poker, points, rounds, end = state
        fallen = (*fallen, _face(action))
        rolling = Rolling(kept, picked, fallen)
        if len(fallen) == 3:
            assert player is not None
            return State(player, BID, player, rank, rolling, (), SORTED[fallen], turns, own, poker, points, rounds, end)
        turn = player if turns else CHANCE
        assert turn is not None
        return State(turn, ROLL, player, rank, rolling, open_, hidden, turns, own, poker, points, rounds, end)

    def _pick(self, state: State, action: Action) -> State:
        """Choose a die to roll, or stop: what was not rolled lies open then, unless nothing was rolled."""
        turn, _, player, rank, (kept, picked, fallen), open_, hidden, turns, own, poker, points, rounds, end = state
        if type(action) is RollDie:
            face = action.face
            if type(face) is not int or face not in kept:
                raise IllegalAction(f"{action}: the dice that can be rolled are {_listed(kept)}")
            at = kept.index(face)
            rolling = Rolling(kept[:at] + kept[at + 1 :], (*picked, face), fallen)
            return State(CHANCE, ROLL, player, rank, rolling, open_, hidden, turns, own, poker, points, rounds, end)
        if action is not STOP:
            raise IllegalAction(f"{action}: seat {player} rolls dice or stops")
        if picked:
            open_, hidden = kept, SORTED[fallen]
        elif not self.pass_on:
            raise IllegalAction(f"{action}: at least one die has to be rolled")
        return State(turn, BID, player, rank, state.rolling, open_, hidden, turns, own, poker, points, rounds, end)

    def _bid(self, state: State, action: Action) -> State:
        _, _, player, _, rolling, open_, hidden, turns, own, poker, points, rounds, end = state
        if type(action) is not Bid:
            raise IllegalAction(f"{action}: seat {player} has to bid")
        bid = self._bid_rank(state, action)
        assert player is not None
        turns = (*turns, PublicTurn(player, open_, self.order.rolls[bid]))
        own = (*own[:player], (*own[player], rolling), *own[player + 1 :])
        after = player + 1 if player + 1 < self.players else 0
        return State(after, ANSWER, after, bid, NO_ROLLING, open_, hidden, turns, own, poker, points, rounds, end)

    def _bid_rank(self, state: State, action: Bid) -> int:
        """The rank of a bid, which must be legal."""
        ranks = self.order.ranks
        bid = ranks.get(action.roll, -1)
        if bid < 0 or SORTED[action.roll] != action.roll:
            raise IllegalAction(f"{action}: a bid is three dice, the highest first, such as 532")
        lowest, truth = self._bid_range(state)
        if truth not in (-1, bid):
            raise IllegalAction(f"{action}: the first bid of a round is the roll itself, {self.order.bids[truth]}")
        if bid <= state.rank:
            raise IllegalAction(f"{action}: a bid must be higher than {self.order.bids[state.rank]}")
        if bid < lowest:
            raise IllegalAction(f"{action}: a bid must be at least what the cup holds, {self.order.bids[lowest]}")
        return bid

    def _answer(self, state: State, action: Action) -> State:
        _, _, player, rank, _, open_, hidden, turns, own, poker, points, rounds, end = state
        if action is BELIEVE:
            if rank >= self.order.first_poker:
                poker = _FIRST_OPEN_ROLL
                return State(CHANCE, POKER, player, rank, NO_ROLLING, (), (), turns, own, poker, points, rounds, end)
            assert player is not None
            rolling = Rolling(SORTED[open_ + hidden])
            return State(player, ROLL, player, rank, rolling, open_, hidden, turns, own, poker, points, rounds, end)
        if action is not CALL:
            raise IllegalAction(f"{action}: seat {player} believes or calls")
        bidder = turns[-1].seat
        cup = self.order.ranks[open_ + hidden]
        return self._end_round(state, True, cup, player if cup >= rank else bidder)

    def _fall_openly(self, state: State, action: Action) -> State:
        """A die falls in the poker phase; with the third the roll is compared with the bid."""
        _, _, player, rank, _, open_, hidden, turns, own, poker, points, rounds, end = state
        kept, fallen = poker[-1]
        fallen = (*fallen, _face(action))
        poker = (*poker[:-1], OpenRoll(kept, fallen))
        if len(kept) + len(fallen) < 3:
            return State(CHANCE, POKER, player, rank, NO_ROLLING, open_, hidden, turns, own, poker, points, rounds, end)
        found = self.order.ranks[kept + fallen]
        if found >= rank:
            return self._end_round(state, False, found, turns[-1].seat if found > rank else None)
        if len(poker) == OPEN_ROLLS:
            return self._end_round(state, False, found, player)
        assert player is not None
        return State(player, POKER, player, rank, NO_ROLLING, open_, hidden, turns, own, poker, points, rounds, end)

    def _keep(self, state: State, action: Action) -> State:
        if not isinstance(action, Keep):
            raise IllegalAction(f"{action}: seat {state.player} chooses the dice to keep")
        dice = state.poker[-1].dice
        same = [own.dice for own in KEEP_ACTIONS[dice] if own == action]
        if not same:
            raise IllegalAction(f"{action}: of {_listed(dice)} at most two can be kept, the highest first")
        return state._replace(turn=CHANCE, poker=(*state.poker, OpenRoll(same[0])))

    def _end_round(self, state: State, called: bool, rank: int, loser: Seat | None) -> State:
        """Give the penalty point; the loser starts the next round, after an equal poker the believer does."""
        last, player, points, rounds = state.turns[-1], state.player, state.points, state.rounds + 1
        assert player is not None
        end = RoundEnd(last.seat, player, called, last.bid, self.order.rolls[rank], loser)
        if loser is not None:
            points = (*points[:loser], points[loser] + 1, *points[loser + 1 :])
        if self.single_round or (loser is not None and points[loser] >= self.points):
            return State(
                Turn.OVER, Phase.OVER, None, -1, NO_ROLLING, (), (), (), ((),) * self.players, (), points, rounds, end
            )
        return self._open_round(player if loser is None else loser, points, rounds, end)

    def payoffs(self, state: State) -> tuple[float, ...]:
        """The loser pays one to the others; a draw, which a single round can be, pays nothing."""
        end = state.end
        assert end is not None
        if end.loser is None:
            return (0.0,) * self.players
        share = 1 / (self.players - 1)
        return tuple(-1.0 if seat == end.loser else share for seat in range(self.players))

    def ending(self, state: State) -> str:
        """How the last round ended."""
        return "unfinished" if state.end is None else state.end.words

    def round(self, state: State) -> int:
        return state.rounds

    def standing(self, state: State) -> tuple[float, ...]:
        """Penalty points."""
        return tuple(map(float, state.points))

    def subgame(self, state: State) -> bool:
        """The beginning of a round: nothing is hidden."""
        return state.phase is ROLL and not state.turns and not state.rolling.fallen

    def view(self, state: State, seat: Seat | None) -> View:
        """The public table, one's own finished turns of the round, and in one's own turn one's dice."""
        _, phase, player, _, rolling, open_, _, turns, own, poker, points, rounds, end = state
        if seat is None:
            return View(None, phase, player, points, self.points, rounds, turns, open_, NO_ROLLING, (), poker, end)
        mine = rolling if seat == player else NO_ROLLING
        return View(seat, phase, player, points, self.points, rounds, turns, open_, mine, own[seat], poker, end)

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        """Everybody hears what is said and sees what lies open; only the roller sees rolls and the handed cup."""
        return events_of(before, action, after, seat, self.opening == "truthful")

    def parse_action(self, text: str) -> Action:
        """`believe`, `call`, `roll 3`, `stop`, `bid 532`, `keep 66`, `keep none`, `start 2`, `die 5`."""
        return notation.parse_action(text, self.players)

    def parse_view(self, text: str) -> View:
        """A position as `str(view)` writes it."""
        return notation.parse_view(text, self.players)


def _face(action: Action) -> int:
    """What a die shows that falls."""
    if type(action) is not Die or type(action.face) is not int or not 1 <= action.face <= 6:
        raise IllegalAction(f"{action}: a die falls first, and shows 1 to 6")
    return action.face


def _listed(dice: Dice) -> str:
    return " ".join(map(str, dice))

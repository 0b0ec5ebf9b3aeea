"""The rules of Liar's Dice for two to ten players, as the paper gives them in its section "The Dice Game".

Where the paper is silent, the published rules of the same dice game decide; where they are silent too,
`docs/liars-dice.md` says what was chosen. A round: chance draws who opens, all cups are rolled in the order of the
seats, players speak in turn until one challenges or says exact, all cups are lifted, and a die is lost or won back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, final

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.forms import Form
from mendax.core.game import Game, Seat, Turn
from mendax.games.liars_dice.rules import notation
from mendax.games.liars_dice.rules.bids import Ladder, count_matching, ladder, pushed_bids, pushes, roll_chances
from mendax.games.liars_dice.rules.forms import action_forms, higher_bids, in_ladder_order
from mendax.games.liars_dice.rules.legality import answer_fault, bid_fault, bound_face
from mendax.games.liars_dice.rules.options import Flag, Opens, Options, find_preset, read_flag, read_options
from mendax.games.liars_dice.rules.turns import (
    bid_said,
    challenged,
    dice_to_roll,
    next_seat,
    standing_bid,
    who_rolls,
    who_speaks,
)
from mendax.games.liars_dice.rules.types import (
    CHALLENGE_BID,
    CHALLENGES,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    Changed,
    Dice,
    Event,
    Lifted,
    Open,
    Opened,
    Roll,
    Rolled,
    Ruled,
    Said,
    Showdown,
    Spoke,
    State,
    View,
)

_ANSWERS = (*CHALLENGES, EXACT, PASS)


@final
@dataclass(frozen=True, slots=True)
class LiarsDice(Game[State, View, Action, Event]):
    """Cups of dice, bids that may be lies; the last player with dice wins.

    >>> game = LiarsDice(players=2, dice=2, rules="plain", opens="first")
    >>> state = game.start()
    >>> for action in (Open(0), Roll((2, 5)), Roll((1, 5)), Bid(3, 6)):
    ...     state = game.apply(state, action)
    >>> [str(action) for action in game.actions(state)][:4]
    ['challenge bid', '4x2', '4x3', '4x4']
    >>> game.apply(state, CHALLENGE_BID).dice
    (1, 2)
    """

    players: int = 4
    """Two to ten; the paper's matches have four."""
    dice: int = 5
    """How many each begins with, and the most that anyone can have."""
    faces: int = 6
    """Of a die."""
    rules: str = "paper"
    """The preset: `paper`, `official`, `plain` or `open-spiel`. The options below change single rules of it; those that
    are empty or `None` are as the preset says."""
    wild: str = ""
    """The wild face: a number, `highest` or `none`."""
    order: str = ""
    """How bids rise: `double` or `natural`."""
    opens: str = ""
    """Who begins a round: `random`, `loser` or `first`."""
    special: Flag = None
    """Special rounds: when a seat is first down to one die and more than two are left, one round has no wild face,
    and only seats with one die may change the face."""
    push: Flag = None
    """With a bid, hidden dice may be shown and the others rolled again."""
    passes: Flag = None
    """A seat may pass."""
    exact: Flag = None
    """A seat may say exact, once a game."""
    single_round: bool = False
    """The match is one round: whoever loses a die loses it."""
    options: Options = field(init=False, repr=False, compare=False)
    """The value of every option."""

    name: ClassVar[str] = "liars-dice"
    rules_version: ClassVar[int] = 1
    shows_all: ClassVar[bool] = False  # the dice that a push rolls again are never shown

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 10:
            raise MendaxError(f"liars-dice has 2 to 10 players, not {self.players}")
        if not 1 <= self.dice <= 6:
            raise MendaxError(f"liars-dice has 1 to 6 dice for each player, not {self.dice}")
        if not 2 <= self.faces <= 9:
            raise MendaxError(f"liars-dice has dice of 2 to 9 faces, not {self.faces}")
        preset = find_preset(self.rules)
        chosen: dict[str, Any] = {name: getattr(self, name) for name in ("wild", "order", "opens")}
        chosen |= {name: read_flag(name, getattr(self, name)) for name in ("special", "push", "passes", "exact")}
        changed = {name: value for name, value in chosen.items() if value not in ("", None)}
        put = object.__setattr__
        put(self, "options", read_options(replace(preset, **changed), self.faces))
        for name, value in chosen.items():
            # An option that says what the preset says anyway is no change: equal rules are equal games.
            default = "" if isinstance(value, str) else None
            put(self, name, default if value == getattr(preset, name) else value)

    @property
    def seats(self) -> int:
        return self.players

    def start(self) -> State:
        return State((self.dice,) * self.players, (self.options.exact,) * self.players, (False,) * self.players)

    def turn(self, state: State) -> Seat | Turn:
        """Whoever speaks next, once all dice are rolled; the match ends with the round that leaves one player."""
        if state.showdown is not None:
            return Turn.OVER if self._is_over(state) else Turn.CHANCE
        if state.opener is None or who_rolls(state) is not None:
            return Turn.CHANCE
        return who_speaks(state)

    def _is_over(self, state: State) -> bool:
        return state.showdown is not None and (self.single_round or sum(map(bool, state.dice)) == 1)

    def wild_in(self, state: State) -> int:
        """The face that is wild in this round; 0 when there is none."""
        return 0 if state.special else self.options.wild

    @property
    def opener(self) -> Seat | None:
        """Seat 0 where the rules say so; else chance draws it."""
        return 0 if self.options.opens is Opens.FIRST else None

    def ladder(self, state: State) -> Ladder:
        """Every bid of this round, the lowest first."""
        return ladder(sum(state.dice), self.faces, self.wild_in(state), self.options.order)

    def chances(self, state: State) -> Sequence[tuple[Action, float]]:
        roller = who_rolls(state)
        if roller is not None:
            return roll_chances(dice_to_roll(state, roller), self.faces)
        openers = self.openers(state)
        return tuple((Open(seat), 1 / len(openers)) for seat in openers)

    def draw(self, state: State, rng: Random) -> Action:
        roller = who_rolls(state)
        if roller is not None:
            faces = self.faces
            return Roll(tuple(sorted([int(rng.random() * faces) + 1 for _ in range(dice_to_roll(state, roller))])))
        openers = self.openers(state)
        return Open(openers[int(rng.random() * len(openers))])

    def openers(self, state: State) -> tuple[Seat, ...]:
        """Who may open the next round; under the official rules the round before decides."""
        left = tuple(seat for seat, number in enumerate(state.dice) if number)
        if self.options.opens is Opens.RANDOM or (state.showdown is None and self.options.opens is Opens.LOSER):
            return left
        if state.showdown is None:
            return (0,)
        # After a right exact nobody lost: the published application leaves the turn where it is.
        last = state.showdown.seat if state.showdown.loser is None else state.showdown.loser
        return (last if state.dice[last] else next_seat(state.dice, last),)

    def actions(self, state: State) -> Sequence[Action]:
        """Challenges, exact and pass where they are allowed, then every higher bid, then each again with every push."""
        seat, steps, standing = who_speaks(state), self.ladder(state), standing_bid(state)
        above = 0 if standing is None else 1 + steps.rank(standing)
        found = steps.bids[above:]
        total, wild = sum(state.dice), self.wild_in(state)
        if self.options.push:
            for push in pushes(state.cups[seat]):
                found += pushed_bids(total, self.faces, wild, self.options.order, push)[above:]
        if face := bound_face(state, seat, standing):
            found = tuple(bid for bid in found if bid.face == face)
        return (*self._answers(state, seat), *found)

    def forms(self, state: State) -> tuple[Form, ...]:
        """The answers that are allowed, then bids as numbers times faces, then the same with every push."""
        seat, standing = who_speaks(state), standing_bid(state)
        above = 0 if standing is None else 1 + self.ladder(state).rank(standing)
        face = bound_face(state, seat, standing)
        bids = higher_bids(sum(state.dice), self.faces, self.wild_in(state), self.options.order, above, face)
        return action_forms(self._answers(state, seat), bids, pushes(state.cups[seat]) if self.options.push else ())

    def in_order(self, view: View, actions: Sequence[Action]) -> Sequence[Action]:
        """The answers as they are, then bids by their places on the ladder, one push after the other."""
        steps = ladder(view.total, self.faces, view.wild, self.options.order)
        return in_ladder_order(actions, steps, pushes(view.cup))

    def _answers(self, state: State, seat: Seat) -> list[Answer]:
        return [answer for answer in _ANSWERS if not answer_fault(state, seat, answer, self.options)]

    def default_action(self, view: View, actions: Sequence[Action]) -> Action:
        """A challenge of the bid; where that is not allowed, the lowest bid, and without one the first answer."""
        if CHALLENGE_BID in actions:
            return CHALLENGE_BID
        return next((action for action in actions if isinstance(action, Bid)), actions[0])

    def apply(self, state: State, action: Action) -> State:
        if self._is_over(state):
            raise IllegalAction(f"{action}: the game is over")
        if state.opener is None or state.showdown is not None:
            return self._open(state, action)
        roller = who_rolls(state)
        if roller is not None:
            return self._roll(state, roller, action)
        seat = who_speaks(state)
        if isinstance(action, Bid):
            return self._bid(state, seat, action)
        if not isinstance(action, Answer):
            raise IllegalAction(f"{action}: no dice are to be rolled")
        if fault := answer_fault(state, seat, action, self.options):
            raise IllegalAction(f"{action}: {fault}")
        if action is PASS:
            return state._replace(said=(*state.said, Said(seat, PASS)))
        return self._end_round(state, seat, action)

    def _open(self, state: State, action: Action) -> State:
        if not isinstance(action, Open):
            raise IllegalAction(f"{action}: nobody has opened the round yet")
        if action.seat not in self.openers(state):
            raise IllegalAction(f"{action}: that seat cannot open this round")
        loser = None if state.showdown is None else state.showdown.loser
        # Official rules: with more than two left, once for each player when first down to one die.
        special = (
            self.options.special
            and loser is not None
            and state.dice[loser] == 1
            and not state.had_special[loser]
            and sum(map(bool, state.dice)) > 2
        )
        had = state.had_special
        if special:
            had = tuple(before or seat == loser for seat, before in enumerate(had))
        nothing: tuple[Dice, ...] = ((),) * self.players
        return State(state.dice, state.exacts, had, special, state.rounds, action.seat, nothing, nothing)

    def _roll(self, state: State, roller: Seat, action: Action) -> State:
        number = dice_to_roll(state, roller)
        if not isinstance(action, Roll):
            raise IllegalAction(f"{action}: seat {roller} has to roll first")
        if len(action.dice) != number:
            raise IllegalAction(f"{action}: seat {roller} rolls {number} dice")
        if list(action.dice) != sorted(action.dice) or not 1 <= action.dice[0] <= action.dice[-1] <= self.faces:
            raise IllegalAction(f"{action}: dice are written in rising order, with faces from 1 to {self.faces}")
        return state._replace(cups=_put(state.cups, roller, action.dice))

    def _bid(self, state: State, seat: Seat, bid: Bid) -> State:
        if fault := bid_fault(state, seat, bid, self.ladder(state), self.options):
            raise IllegalAction(f"{bid}: {fault}")
        if not bid.push:
            return state._replace(said=(*state.said, Said(seat, bid)))
        thrown = _without(state.cups[seat], bid.push)
        return state._replace(
            cups=_put(state.cups, seat, ()),
            shown=_put(state.shown, seat, tuple(sorted((*state.shown[seat], *bid.push)))),
            said=(*state.said, Said(seat, bid, thrown)),
        )

    def _end_round(self, state: State, seat: Seat, answer: Answer) -> State:
        """Lift all cups; a die is lost or won back."""
        everything = [tuple(sorted((*cup, *open_))) for cup, open_ in zip(state.cups, state.shown, strict=True)]
        target = bid_said(state) if answer is EXACT else challenged(state.said, answer)
        assert target is not None
        if isinstance(target.action, Bid):
            count = sum(count_matching(dice, target.action.face, self.wild_in(state)) for dice in everything)
            right = count == target.action.count if answer is EXACT else count < target.action.count
        else:
            # From the published rules: 1s are not wild in a pass, and all dice count, shown ones too.
            count = len(set(everything[target.seat]))
            right = count > 1
        loser = seat if not right else None if answer is EXACT else target.seat
        dice = list(state.dice)
        if loser is not None:
            dice[loser] -= 1
        else:
            dice[seat] = min(dice[seat] + 1, self.dice)
        exacts = state.exacts
        if answer is EXACT:
            exacts = tuple(may and other != seat for other, may in enumerate(exacts))
        end = Showdown(seat, answer, target.seat, count, right, loser, state.cups)
        return state._replace(dice=tuple(dice), exacts=exacts, rounds=state.rounds + 1, showdown=end)

    def payoffs(self, state: State) -> tuple[float, ...]:
        """Everyone puts in one and the last player left takes all of it.

        In a match of one round the loser pays one to the others, or after a right exact all others pay one to its
        speaker.
        """
        if self.single_round:
            end = state.showdown
            assert end is not None
            share, lone = 1 / (self.players - 1), end.seat if end.loser is None else end.loser
            sign = 1.0 if end.loser is None else -1.0
            return tuple(sign if seat == lone else -sign * share for seat in range(self.players))
        return tuple(float(self.players - 1) if number else -1.0 for number in state.dice)

    def ending(self, state: State) -> str:
        """How the last round ended."""
        end = state.showdown
        if end is None:
            return "unfinished"
        if end.answer is EXACT:
            return "exact right" if end.right else "exact wrong"
        what = "bid" if end.answer is CHALLENGE_BID else "pass"
        return f"false {what} caught" if end.right else f"true {what} challenged"

    def round(self, state: State) -> int:
        return state.rounds

    def standing(self, state: State) -> tuple[float, ...]:
        """How many dice each seat has left."""
        return tuple(map(float, state.dice))

    def subgame(self, state: State) -> bool:
        """A round that is open, before any die is rolled: nothing is hidden."""
        return state.showdown is None and state.opener is not None and not state.said and not any(state.cups)

    def view(self, state: State, seat: Seat | None) -> View:
        """The public table, one's own cup and the dice that one has rolled again."""
        turn = self.turn(state)
        return View(
            seat,
            turn if isinstance(turn, int) else None,
            state.dice,
            tuple(map(len, state.cups)) if state.cups else (0,) * self.players,
            state.cups[seat] if seat is not None and state.cups else (),
            state.shown or ((),) * self.players,
            tuple(said if said.seat == seat else Said(said.seat, said.action) for said in state.said),
            state.opener,
            state.exacts,
            state.had_special,
            state.special,
            self.wild_in(state),
            state.rounds,
            state.showdown,
        )

    def events(self, before: State, action: Action, after: State, seat: Seat | None) -> tuple[Event, ...]:
        """Everybody hears what is said and sees all dice when the cups are lifted; only the roller sees a roll."""
        if isinstance(action, Open):
            return (Opened(action.seat, after.special),)
        if isinstance(action, Roll):
            roller = who_rolls(before)
            return (Rolled(roller, len(action.dice), action.dice),) if roller is not None and seat == roller else ()
        speaker = who_speaks(before)
        spoken = Spoke(speaker, action)
        if after.showdown is None:
            return (spoken,)
        lifted = [
            Lifted(other, tuple(sorted((*before.cups[other], *before.shown[other]))))
            for other, number in enumerate(before.dice)
            if number
        ]
        standing = standing_bid(before)
        assert standing is not None
        changes = [
            Changed(other, now - then, now)
            for other, (then, now) in enumerate(zip(before.dice, after.dice, strict=True))
            if now != then
        ]
        return (spoken, *lifted, Ruled(after.showdown, standing), *changes)

    def parse_action(self, text: str) -> Action:
        """`6x4`, `6x4 push 1 4`, `pass`, `exact`, `challenge bid`, `open 2`, `roll 1 3 3`."""
        return notation.parse_action(text, self.players, self.faces)

    def parse_view(self, text: str) -> View:
        """A position as `str(view)` writes it."""
        return notation.parse_view(text, self.players, self.faces, self.dice)


def _put(all_dice: tuple[Dice, ...], seat: Seat, dice: Dice) -> tuple[Dice, ...]:
    return (*all_dice[:seat], dice, *all_dice[seat + 1 :])


def _without(cup: Dice, push: Dice) -> Dice:
    left = list(cup)
    for die in push:
        left.remove(die)
    return tuple(left)

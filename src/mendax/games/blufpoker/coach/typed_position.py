"""A decision as a person types it, made a state of the rules: seat 0 decides, seat 1 is the other player.

What was typed says which decision it is:

| typed | decision |
| --- | --- |
| bid, and open, before or first where they apply | believe or call |
| dice and bid, and rolled in the middle of a turn | which die to roll next, or stop |
| cup, and open and bid but for a first bid | what to bid |
| poker, dice and rolls | which dice to keep |
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

from mendax.core.errors import BadNotation, MendaxError
from mendax.games.blufpoker.rules import (
    NO_ROLLING,
    Blufpoker,
    Dice,
    OpenRoll,
    Phase,
    PublicTurn,
    Roll,
    Rolling,
    State,
)
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.notation import parse_dice, parse_roll
from mendax.games.blufpoker.rules.rolls import SORTED, is_poker, roll_text, sort_dice

ME, OTHER = 0, 1


@dataclass(frozen=True, slots=True)
class TypedPosition:
    """The options of `mendax advise`, as text; empty is not given."""

    bid: str = ""
    """The last bid."""
    open: str = ""
    before: str = ""
    """The bid before the last one."""
    first: bool = False
    """Whether the last bid is the first of the round."""
    dice: str = ""
    """The dice with which the turn began; in the poker phase the open roll."""
    rolled: str = ""
    """The dice of this turn that were rolled, as `2:5,3:1`."""
    cup: str = ""
    poker: str = ""
    rolls: int = 0


class Position(NamedTuple):
    """A state in which seat 0 decides, and what is not known of it."""

    game: Blufpoker
    """The game asked about, for two players: what others did earlier does not matter to counting."""
    state: State
    unknown: str = ""
    """What the exact solution needs and was not given; empty where it is all there."""


def read_position(game: Blufpoker, typed: TypedPosition) -> Position:
    """The position, or one line that says what is wrong with it."""
    reader = _Reader(replace(game, players=2), typed)
    if typed.poker:
        reader.refuse("--poker goes with --dice and --rolls only", "bid", "open", "before", "first", "rolled", "cup")
        return reader.keeping()
    reader.refuse("--rolls is about the poker phase: give --poker too", "rolls")
    if typed.cup:
        reader.refuse("--cup asks what to bid; it goes with --open, --bid and --dice only", "before", "first", "rolled")
        return reader.bidding()
    if not typed.bid:
        raise MendaxError(
            "which position? Give --bid to answer it, --dice and --bid to roll, --cup to bid, or --poker: see --help"
        )
    if typed.dice and not (typed.open or typed.before or typed.first):
        return reader.rolling()
    reader.refuse("--rolled is about your own turn: it goes with --dice and --bid only", "rolled")
    return reader.answering()


class _Reader:
    """Reads one position; each method makes the state of one kind of decision."""

    def __init__(self, game: Blufpoker, typed: TypedPosition) -> None:
        self.game, self.typed = game, typed

    def refuse(self, why: str, *names: str) -> None:
        """Options that do not belong to this decision."""
        if any(getattr(self.typed, name) for name in names):
            raise MendaxError(why)

    def roll(self, option: str) -> Roll:
        """A bid."""
        try:
            return parse_roll(getattr(self.typed, option))
        except BadNotation as error:
            raise MendaxError(f"--{option}: {error}") from None

    def dice(self, option: str, most: int = 3) -> Dice:
        """Dice in any order; exactly three unless fewer are asked for."""
        try:
            dice = parse_dice(getattr(self.typed, option).replace(" ", ""), most)
        except BadNotation as error:
            raise MendaxError(f"--{option}: {error}") from None
        if most == 3 and len(dice) != 3:
            raise MendaxError(f"--{option}: three dice are needed, not {len(dice)}")
        return SORTED[dice]

    def open(self) -> Dice:
        """The open dice: two at most, since one at least is hidden."""
        return self.dice("open", 2) if self.typed.open else ()

    def state(
        self,
        phase: Phase,
        turns: tuple[PublicTurn, ...],
        rolling: Rolling = NO_ROLLING,
        poker: tuple[OpenRoll, ...] = (),
    ) -> State:
        """A state in which seat 0 decides; its own last cup is what it handed over."""
        bid = self.game.order.ranks[turns[-1].bid] if turns else -1
        answering = phase is Phase.ANSWER
        open_ = turns[-1].open if answering else rolling.kept if phase is Phase.BID else ()
        handed = self.dice("dice") if answering and self.typed.dice else ()
        mine = tuple(Rolling(fallen=handed) for turn in turns if turn.seat == ME)
        others = tuple(NO_ROLLING for turn in turns if turn.seat == OTHER)
        hidden = SORTED[rolling.fallen] if phase is Phase.BID else ()
        return State(ME, phase, ME, bid, rolling, open_, hidden, turns, (mine, others), poker, (0, 0), 0, None)

    def answering(self) -> Position:
        """Believe or call."""
        bid, open_, typed = self.roll("bid"), self.open(), self.typed
        if typed.first:
            self.refuse("--first: nothing lies open after the first bid of a round, and no bid is before it",
                        "open", "before", "dice")  # fmt: skip
            return Position(self.game, self.state(Phase.ANSWER, (PublicTurn(OTHER, (), bid),)))
        # A bid that was not named was some lower one; counting does not ask which.
        before = self.roll("before") if typed.before else self.game.order.rolls[0]
        self._check_rise(before, bid, "--before" if typed.before else "")
        handed = self.dice("dice") if typed.dice else ()
        if handed and Counter(open_) - Counter(handed):
            raise MendaxError(
                f"--open: {roll_text(open_)} cannot lie open, since the bidder was handed {roll_text(handed)}"
            )
        unknown = (
            "" if typed.before and handed else "--dice, which the bidder was handed, and --before, the bid to beat"
        )
        turns = PublicTurn(ME, (), before), PublicTurn(OTHER, open_, bid)
        return Position(self.game, self.state(Phase.ANSWER, turns), unknown)

    def _check_rise(self, before: Roll, bid: Roll, option: str) -> None:
        ranks = self.game.order.ranks
        if ranks[bid] > ranks[before]:
            return
        if option:
            raise MendaxError(f"{option}: {roll_text(bid)} is not higher than {roll_text(before)}, and bids rise")
        raise MendaxError(
            f"--bid: {roll_text(bid)} is the lowest bid and can only be the first of a round: add --first"
        )

    def believed(self) -> Roll:
        """The bid that was believed before one's own turn."""
        bid = self.roll("bid")
        if self.game.order.ranks[bid] >= self.game.order.first_poker:
            raise MendaxError(
                f"--bid: a believed {roll_text(bid)} leads to the poker phase: use --poker {roll_text(bid)}"
            )
        return bid

    def rolling(self) -> Position:
        """Which die to roll next; after the third, what to bid."""
        bid, dice = self.believed(), self.dice("dice")
        kept, picked, fallen = list(dice), list[int](), list[int]()
        for part in filter(None, self.typed.rolled.replace(" ", "").split(",")):
            if len(part) != 3 or part[1] != ":" or not {part[0], part[2]} <= set("123456"):
                raise MendaxError(f"--rolled: {part[:20]!r} is not a rolled die: 2:5 says that the 2 became a 5")
            if int(part[0]) not in kept:
                raise MendaxError(f"--rolled: there is no {part[0]} left to roll among {roll_text(dice)}")
            kept.remove(int(part[0]))
            picked.append(int(part[0]))
            fallen.append(int(part[2]))
        rolling = Rolling(tuple(kept), tuple(picked), tuple(fallen))
        phase = Phase.ROLL if kept else Phase.BID
        return Position(self.game, self.state(phase, (PublicTurn(OTHER, (), bid),), rolling))

    def bidding(self) -> Position:
        """What to bid, with what is in the cup and what lies open."""
        cup, open_ = self.dice("cup"), self.open()
        if Counter(open_) - Counter(cup):
            raise MendaxError(f"--open: {roll_text(open_)} is not part of the cup, {roll_text(cup)}")
        hidden = SORTED[tuple((Counter(cup) - Counter(open_)).elements())]
        if not self.typed.bid:
            self.refuse("a first bid has no open dice and no --dice: give the bid to beat with --bid", "open", "dice")
            return Position(self.game, self.state(Phase.BID, (), Rolling(fallen=hidden)))
        bid = self.believed()
        turns = (PublicTurn(OTHER, (), bid),)
        if not self.typed.dice:
            rolling = Rolling(open_, hidden, hidden)
            return Position(self.game, self.state(Phase.BID, turns, rolling), "--dice, which you were handed")
        dice = self.dice("dice")
        if Counter(open_) - Counter(dice):
            raise MendaxError(f"--open: {roll_text(open_)} cannot lie open, since you were handed {roll_text(dice)}")
        picked = SORTED[tuple((Counter(dice) - Counter(open_)).elements())]
        return Position(self.game, self.state(Phase.BID, turns, Rolling(open_, picked, hidden)))

    def keeping(self) -> Position:
        """Which dice to keep in the poker phase."""
        bid, ranks = self.roll("poker"), self.game.order.ranks
        if ranks[bid] < self.game.order.first_poker:
            equal = "" if is_poker(bid) else ": three equal dice are"
            raise MendaxError(f"--poker: {roll_text(bid)} is no poker{equal}")
        if not self.typed.dice:
            raise MendaxError("--poker needs --dice, the three dice of the last open roll")
        dice = sort_dice(self.dice("dice"))
        if ranks[dice] >= ranks[bid]:
            raise MendaxError(f"--dice: {roll_text(dice)} reaches {roll_text(bid)}: the poker phase is over")
        rolls = self.typed.rolls or 1
        if rolls >= OPEN_ROLLS:
            raise MendaxError(f"--rolls: after {OPEN_ROLLS} rolls the poker phase is over; give 1 or 2")
        poker = (OpenRoll((), dice),) * rolls
        return Position(self.game, self.state(Phase.POKER, (PublicTurn(OTHER, (), bid),), poker=poker))

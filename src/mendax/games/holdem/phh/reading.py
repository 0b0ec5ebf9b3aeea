"""Reads hands in PHH: complete ones replay, others are there for statistics. Whatever is broken is said in one line."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mendax.core.errors import BadNotation, BadRecord, MendaxError
from mendax.core.record import Record
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, SMALL_BET, Cards, card_text, parse_cards
from mendax.games.holdem.rules.betting import add_act, begin_stage, next_stage, open_betting
from mendax.games.holdem.rules.types import BET_SIZES, BOARD_SIZES, Act, Betting, Stage

REQUIRED: Final = (
    "variant",
    "antes",
    "blinds_or_straddles",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "actions",
)  # fmt: skip
_NUMBERS: Final = (int, float, Decimal)


def read_file(path: Path) -> PhhHand:
    """The hand in a file; raises `BadRecord` with the file's name."""
    try:
        return read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{path} cannot be read: {reason}") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def load_records(path: Path) -> list[Record]:
    """The record of a complete hand; one with cards or actions missing cannot be replayed."""
    hand = read_file(path)
    try:
        return [hand.record()]
    except MendaxError as error:
        raise BadRecord(f"{path}: {error}") from None


def read(text: str) -> PhhHand:
    """The hand in the text of a PHH file; raises `BadRecord`."""
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ArithmeticError, RecursionError) as error:
        raise BadRecord(f"this is not PHH: {' '.join(str(error).split())}") from None
    missing = [name for name in REQUIRED if name not in fields]
    if missing:
        raise BadRecord(f"this is not PHH of limit Hold'em: {missing[0]} is missing")
    if fields["variant"] != "FT":
        raise BadRecord(f"this hand is of the variant {fields['variant']!r}; only FT, limit Hold'em, is read")
    stacks = _stacks(fields, "starting_stacks")
    if not 2 <= len(stacks) <= 10:
        raise BadRecord(f"a hand has 2 to 10 players, not {len(stacks)}")
    unit = _check_stakes(fields, len(stacks))
    actions = fields["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadRecord("actions is not a list of texts")
    reader = _Reader(len(stacks), unit)
    for number, action in enumerate(actions, 1):
        try:
            reader.take(action.partition("#")[0].split())
        except (BadRecord, BadNotation) as error:
            raise BadRecord(f"action {number} ({action[:40]!r}): {error}") from None
    hand = fields.get("hand")
    return PhhHand(
        _names(fields, len(stacks)),
        tuple(reader.cards),
        reader.board,
        reader.betting.said,
        reader.closed,
        _gains(fields, stacks, unit),
        hand if isinstance(hand, int) else None,
        _seats(fields, len(stacks)),
        reader.obstacle,
    )


def _check_stakes(fields: Mapping[str, Any], players: int) -> Decimal:
    """The value of a chip of ours; raises `BadRecord` where antes, blinds or bets are not those of our game."""
    small, big = _number(fields["small_bet"], "small_bet"), _number(fields["big_bet"], "big_bet")
    if small <= 0 or big != 2 * small:
        raise BadRecord(f"the big bet is twice the small one, not {big} and {small}")
    if any(_numbers(fields, "antes")):
        raise BadRecord("there are antes, and our game has none")
    blinds = _numbers(fields, "blinds_or_straddles")
    if blinds != [small / 2, small, *[Decimal(0)] * (players - 2)]:
        raise BadRecord(f"the blinds are half a small bet and a small bet, not {[str(blind) for blind in blinds]}")
    return small / SMALL_BET


def _number(value: object, name: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, _NUMBERS) or not (number := Decimal(value)).is_finite():
        raise BadRecord(f"{name} is not a number: {str(value)[:20]!r}")
    return number


def _numbers(fields: Mapping[str, Any], name: str) -> list[Decimal]:
    values = fields[name]
    if not isinstance(values, list):
        raise BadRecord(f"{name} is not a list")
    return [_number(value, name) for value in values]


def _stacks(fields: Mapping[str, Any], name: str) -> list[Decimal]:
    """Stacks, which may be without end."""
    values = fields[name]
    if not isinstance(values, list):
        raise BadRecord(f"{name} is not a list")
    return [value if value == Decimal("inf") else _number(value, name) for value in values]


def _names(fields: Mapping[str, Any], players: int) -> tuple[str, ...]:
    names = fields.get("players", [f"p{place + 1}" for place in range(players)])
    if not isinstance(names, list) or len(names) != players or not all(isinstance(name, str) for name in names):
        raise BadRecord(f"players is not a list of {players} names")
    return tuple(names)


def _seats(fields: Mapping[str, Any], players: int) -> tuple[int, ...] | None:
    seats = fields.get("seats")
    if seats is None:
        return None
    if not isinstance(seats, list) or len(seats) != players or not all(type(seat) is int for seat in seats):
        raise BadRecord(f"seats is not a list of {players} numbers")
    return tuple(seats)


def _gains(fields: Mapping[str, Any], stacks: Sequence[Decimal], unit: Decimal) -> tuple[int, ...] | None:
    """What everybody won or lost in our chips, if the file tells it in whole chips."""
    if "finishing_stacks" not in fields:
        return None
    after = _stacks(fields, "finishing_stacks")
    if len(after) != len(stacks):
        raise BadRecord(f"finishing_stacks is not a list of {len(stacks)} numbers")
    if not all(stack.is_finite() for stack in (*stacks, *after)):
        return None
    gains = [(end - start) / unit for start, end in zip(stacks, after, strict=True)]
    return tuple(map(int, gains)) if all(gain == int(gain) for gain in gains) else None


class _Reader:
    """Follows the actions of a hand and checks them by the rules of the betting."""

    def __init__(self, players: int, unit: Decimal) -> None:
        self.players, self.unit = players, unit
        self.betting: Betting = open_betting(players, players - 1)
        self.holes: list[list[str]] = [[] for _ in range(players)]
        """By place: the texts of the cards dealt, unknown ones included."""
        self.cards: list[Cards] = [()] * players
        self.board: Cards = ()
        self.begun = False
        """Whether the cards of this stage are dealt."""
        self.obstacle = ""

    @property
    def closed(self) -> bool:
        """Whether the betting of the hand has ended."""
        betting = self.betting
        alone = betting.folded.count(False) == 1
        return self.begun and betting.turn is None and (alone or betting.stage is Stage.RIVER)

    def take(self, words: Sequence[str]) -> None:
        """One action."""
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self._deal_hole(self._place(player), cards)
            case ["d", "db", cards]:
                self._deal_board(cards)
            case [player, "f" | "cc"]:
                self._act(self._place(player), words[1], None)
            case [player, "cbr", amount]:
                self._act(self._place(player), "cbr", amount)
            case [player, "sm"] | [player, "sm", "-"]:
                self._check_showdown(self._place(player))
            case [player, "sm", cards]:
                place = self._place(player)
                self._check_showdown(place)
                self._learn(place, cards)
            case _:
                raise BadRecord("this is no action of limit Hold'em")

    def _place(self, player: str) -> int:
        if player[:1] != "p" or player[1:] not in map(str, range(1, self.players + 1)):
            raise BadRecord(f"there is no player {player[:10]!r}")
        return int(player[1:]) - 1

    def _deal_hole(self, place: int, text: str) -> None:
        if self.begun or self.betting.stage is not Stage.PREFLOP:
            raise BadRecord("cards are dealt to the players before the first action")
        texts = [text[start : start + 2] for start in range(0, len(text), 2)]
        if len(self.holes[place]) + len(texts) > 2:
            raise BadRecord("a player gets two cards")
        self.holes[place] += texts
        if len(self.holes[place]) == 2:
            self._learn(place, "".join(self.holes[place]))

    def _learn(self, place: int, text: str) -> None:
        """A player's cards are known, unless a question mark stands for one."""
        if "?" in text:
            if len(text) != 4:
                raise BadRecord(f"{text[:20]!r} is not two cards")
            parse_cards(text.replace("??", ""))
            return
        cards = parse_cards(text)
        if len(cards) != 2:
            raise BadRecord(f"{text[:20]!r} is not two cards")
        if self.cards[place] and set(self.cards[place]) != set(cards):
            raise BadRecord("these are not the cards that the player got")
        if not self.cards[place]:
            self._check_new(cards)
            self.cards[place] = cards

    def _check_new(self, cards: Cards) -> None:
        seen = {*self.board, *(card for own in self.cards for card in own)}
        twice = [card for card in cards if card in seen]
        if twice:
            raise BadRecord(f"{card_text(twice[0])} is dealt twice")

    def _deal_board(self, text: str) -> None:
        betting = self.betting
        if self.begun:
            if betting.turn is not None:
                raise BadRecord(f"it is the turn of p{betting.turn + 1}")
            if self.closed:
                raise BadRecord("the hand is over")
            self.betting, self.begun = next_stage(betting), False
        elif betting.stage is Stage.PREFLOP:
            raise BadRecord("nobody has acted before the flop")
        cards = parse_cards(text)
        self._check_new(cards)
        self.board += cards
        size = BOARD_SIZES[self.betting.stage]
        if len(self.board) > size:
            raise BadRecord(f"the board has {size} cards at the {self.betting.stage.word}")
        if len(self.board) == size:
            self._begin()

    def _begin(self) -> None:
        self.betting, self.begun = begin_stage(self.betting, self.players - 1), True

    def _act(self, place: int, word: str, amount: str | None) -> None:
        if not self.begun:
            if self.betting.stage is not Stage.PREFLOP:
                raise BadRecord(f"the cards of the {self.betting.stage.word} are not dealt")
            without = [f"p{number + 1}" for number, own in enumerate(self.holes) if len(own) < 2]
            if without:
                raise BadRecord(f"{without[0]} has no cards yet")
            self._begin()
        betting = self.betting
        if betting.turn is None:
            raise BadRecord("the betting is closed")
        if betting.turn != place:
            raise BadRecord(f"it is the turn of p{betting.turn + 1}")
        level = max(betting.bets)
        to_call = level - betting.bets[place]
        act: Act
        if word == "f":
            act = FOLD
            if not to_call:
                self.obstacle = "somebody folds who may check, and our rules do not allow that"
        elif word == "cc":
            act = CALL if to_call else CHECK
        else:
            act = RAISE if level else BET
            self._check_amount(amount or "", level + BET_SIZES[betting.stage])
        self.betting = add_act(betting, act)

    def _check_amount(self, text: str, level: int) -> None:
        try:
            amount = Decimal(text)
        except ArithmeticError:
            raise BadRecord(f"{text[:20]!r} is not an amount") from None
        if amount != level * self.unit:
            raise BadRecord(f"in this stage a bet or raise is to {level * self.unit}, not to {text[:20]}")

    def _check_showdown(self, place: int) -> None:
        if not self.closed:
            raise BadRecord("cards are shown before the betting is closed")
        if self.betting.folded[place]:
            raise BadRecord(f"p{place + 1} has folded")

"""Statistics by player from finished hands: how often each plays, raises, shows and bluffs, and what it wins.

Hands come from records or from PHH files; where cards or gains are not known, what is known is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from mendax.arena.student import t95
from mendax.core.results import Winnings
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, SMALL_BET, Act, Cards, best_hand
from mendax.games.holdem.rules.cards import RANKS, rank_of, suit_of

POSITIONS: Final = ("small blind", "big blind", "early", "middle", "late")
"""Late are the button and the seat before it, middle the three seats before these; with two players the button is the
small blind."""
BOLD: Final = (BET, RAISE)


def position_of(place: int, players: int) -> str:
    """The position of a place, counted from the left of the button.

    >>> [position_of(place, 6) for place in range(6)]
    ['small blind', 'big blind', 'middle', 'middle', 'late', 'late']
    """
    if players == 2:
        return POSITIONS[1 - place]
    if place < 2:
        return POSITIONS[place]
    before = players - 1 - place
    return "late" if before < 2 else "middle" if before < 5 else "early"


def starting_class(cards: Cards) -> str:
    """One of the 169 kinds of starting cards.

    >>> starting_class((49, 40)), starting_class((48, 44)), starting_class((0, 1))
    ('AQo', 'AKs', '22')
    """
    high, low = sorted(map(rank_of, cards), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return f"{RANKS[high]}{RANKS[low]}{'s' if suit_of(cards[0]) == suit_of(cards[1]) else 'o'}"


@dataclass(frozen=True, slots=True)
class StartingCards:
    """How a player fared with a kind of starting cards in a position."""

    cards: str
    position: str
    hands: int
    played: int
    """How often it put money in of its own will before the flop."""
    won: int
    """Hands with a gain."""
    lost: int
    small_bets: float

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What one player did in all its hands; rates are `None` where nothing could be counted."""

    name: str
    counts: Counter[str]
    chips: int
    squares: int
    """The sum of the squares of what it won and lost in each hand, in chips."""
    starting: tuple[StartingCards, ...]
    """By position, then by money."""

    @property
    def hands(self) -> int:
        """How many were dealt to it."""
        return self.counts["hands"]

    def rate(self, what: str, of: str) -> float | None:
        """A count as a part of another."""
        return self.counts[what] / self.counts[of] if self.counts[of] else None

    @property
    def aggression(self) -> float | None:
        """Bets and raises to a call, after the flop."""
        return self.rate("bold", "calls")

    @property
    def small_bets(self) -> float:
        """Won and lost, over the hands whose gains are known."""
        return self.chips / SMALL_BET

    @property
    def paid_hands(self) -> int:
        """The hands whose gains are known."""
        return self.counts["paid hands"]

    @property
    def rate_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of small bets a hand, every hand taken as independent; `None` for fewer than two hands."""
        hands = self.paid_hands
        if hands < 2:
            return None
        mean = self.chips / hands
        variance = max(0.0, self.squares / hands - mean * mean) / (hands - 1)
        spread = t95(hands - 1) * sqrt(variance)
        return ((mean - spread) / SMALL_BET, (mean + spread) / SMALL_BET)

    def to_json(self) -> dict[str, Any]:
        """Rates, counts, money, and starting cards by position."""
        paid, ends = self.paid_hands, self.rate_interval
        return {
            "name": self.name,
            "hands": self.hands,
            "vpip": self.rate("played", "hands"),
            "pfr": self.rate("raised preflop", "hands"),
            "aggression": self.aggression,
            "saw_flop": self.rate("flops", "hands"),
            "went_to_showdown": self.rate("showdowns", "flops"),
            "won_at_showdown": self.rate("showdowns won", "showdowns"),
            "showdowns": self.counts["showdowns"],
            "check_raises": self.counts["check-raises"],
            "bluffs_shown": self.counts["bluffs shown"],
            "hands_won": self.counts["won"],
            "hands_lost": self.counts["lost"],
            "small_bets": self.small_bets,
            "small_bets_a_hand": self.small_bets / paid if paid else None,
            "ci95": None if ends is None else list(ends),
            "by_position": {
                position: {"hands": self.counts[position], "vpip": self.rate(f"played {position}", position)}
                for position in POSITIONS
                if self.counts[position]
            },
            "starting_cards": [one.to_json() for one in self.starting],
        }


def statistics(hands: Iterable[PhhHand]) -> tuple[PlayerStatistics, ...]:
    """The statistics of every player in some finished hands, by name; unfinished hands are left out."""
    counts: dict[str, Counter[str]] = {}
    chips, squares = Counter[str](), Counter[str]()
    starting: dict[str, dict[tuple[str, str], list[int]]] = {}
    for hand in hands:
        if not hand.closed:
            continue
        for place, name in enumerate(hand.names):
            found = _count(hand, place)
            counts.setdefault(name, Counter()).update(found)
            gain = None if hand.gains is None else hand.gains[place]
            chips[name] += gain or 0
            squares[name] += (gain or 0) ** 2
            if hand.cards[place]:
                key = (position_of(place, hand.players), starting_class(hand.cards[place]))
                row = starting.setdefault(name, {}).setdefault(key, [0, 0, 0, 0, 0])
                more = (1, found["played"], found["won"], found["lost"], gain or 0)
                row[:] = [old + new for old, new in zip(row, more, strict=True)]
    return tuple(
        PlayerStatistics(name, counted, chips[name], squares[name], _rows(starting.get(name, {})))
        for name, counted in counts.items()
    )


SHARK_HANDS: Final = 1000
"""From so many hands on a player is a shark or a fish (the thesis, chapter 3)."""


@dataclass(frozen=True, slots=True)
class SharksAndFish:
    """Who wins and who loses, of those with hands enough to tell."""

    sharks: tuple[PlayerStatistics, ...]
    """Winners, the greatest first."""
    fish: tuple[PlayerStatistics, ...]
    """Losers, the greatest first."""
    unknown: tuple[PlayerStatistics, ...]
    """Those with fewer hands."""

    @classmethod
    def of(cls, players: Iterable[PlayerStatistics]) -> SharksAndFish:
        """Sort players by what they win a hand."""
        found = sorted(players, key=lambda one: -one.chips / max(1, one.paid_hands))
        known = [one for one in found if one.paid_hands >= SHARK_HANDS]
        return cls(
            tuple(one for one in known if one.chips > 0),
            tuple(one for one in reversed(known) if one.chips < 0),
            tuple(one for one in found if one.paid_hands < SHARK_HANDS),
        )

    def __str__(self) -> str:
        lines = [
            f"{kind}: {one.name}, {one.small_bets / one.paid_hands:+.3f} small bets a hand in {one.paid_hands:,} hands"
            for kind, players in (("shark", self.sharks), ("fish", self.fish))
            for one in players
        ]
        return "\n".join([*lines, self.too_few_hands] if self.unknown else lines)

    @property
    def too_few_hands(self) -> str:
        """Who has too few hands, in a sentence."""
        names = ", ".join(one.name for one in self.unknown)
        return f"Sharks and fish: it takes {SHARK_HANDS:,} hands of a player; fewer have: {names}."

    def to_json(self) -> dict[str, Any]:
        """Names, hands, small bets a hand and 95 % intervals; the names of those with too few hands."""
        return {
            "hands_needed": SHARK_HANDS,
            "sharks": [_rate_json(one) for one in self.sharks],
            "fish": [_rate_json(one) for one in self.fish],
            "too_few_hands": [one.name for one in self.unknown],
        }


def rank(players: Iterable[Winnings]) -> SharksAndFish:
    """Sharks and fish by money alone, where the hands themselves are not at hand."""
    return SharksAndFish.of(
        PlayerStatistics(
            one.name,
            Counter({"hands": one.hands, "paid hands": one.hands}),
            round(one.total * SMALL_BET),
            round(one.squares * SMALL_BET**2),
            (),
        )
        for one in players
    )


def _rate_json(one: PlayerStatistics) -> dict[str, Any]:
    every = one.to_json()
    return {name: every[name] for name in ("name", "hands", "small_bets_a_hand", "ci95")}


def _rows(found: dict[tuple[str, str], list[int]]) -> tuple[StartingCards, ...]:
    rows = [
        StartingCards(cards, position, hands, played, won, lost, chips / SMALL_BET)
        for (position, cards), (hands, played, won, lost, chips) in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (POSITIONS.index(row.position), -row.small_bets, row.cards)))


def _count(hand: PhhHand, place: int) -> Counter[str]:
    """What happened to the player of a place in a hand, as counts to add up."""
    position = position_of(place, hand.players)
    acts: list[list[Act]] = [[act for at, act in stage if at == place] for stage in hand.said]
    folded = any(FOLD in stage for stage in acts)
    played = any(act in (CALL, *BOLD) for act in acts[0])
    found = Counter({"hands": 1, position: 1})
    found["played"] = int(played)
    found[f"played {position}"] = int(played)
    found["raised preflop"] = int(RAISE in acts[0])
    found["flops"] = int(len(hand.said) > 1 and FOLD not in acts[0])
    later = [act for stage in acts[1:] for act in stage]
    found["bold"] = sum(act in BOLD for act in later)
    found["calls"] = later.count(CALL)
    found["check-raises"] = sum(CHECK in stage and RAISE in stage for stage in acts[1:])
    if hand.gains is not None:
        gain = hand.gains[place]
        found["paid hands"], found["won"], found["lost"] = 1, int(gain > 0), int(gain < 0)
    still_in = hand.players - sum(act is FOLD for stage in hand.said for _, act in stage)
    if not folded and still_in > 1:
        found["showdowns"] = 1
        found["showdowns won"] = found["won"]
        found["bluffs shown"] = int(not found["won"] and _bluffs(hand, place, acts[-1]))
    return found


def _bluffs(hand: PhhHand, place: int, river: list[Act]) -> bool:
    """Whether a bet or raise on the river was made with cards that add nothing to the board but a kicker."""
    own = hand.cards[place]
    bold = any(act in BOLD for act in river)
    return bool(own) and bold and best_hand(own + hand.board).kind <= best_hand(hand.board).kind

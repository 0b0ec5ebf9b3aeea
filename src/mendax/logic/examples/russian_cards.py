"""The Russian cards problem: of seven cards a and b get three each and c gets one.

Can a and b tell each other their hands by public announcements, so that c learns no card of either? They can: with hand
012 player a announces that its hand is one of five, and b answers with c's card (van Ditmarsch: The Russian cards
problem, 2003).

>>> solution().good
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from mendax.logic import Atom, CanAnnounce, Common, Formula, Knows, KnowsWhether, Not, S5Model, conjunction, disjunction

CARDS = range(7)
ANNOUNCED = ("012", "034", "056", "135", "246")
"""What a says its hand is one of."""
ACTUAL = "012.345.6"


def model() -> S5Model:
    """A world for each of the 140 deals, such as 012.345.6; atom `a0` says that a holds card 0."""
    deals = [
        ("".join(map(str, a)), "".join(map(str, b)), "".join(str(card) for card in CARDS if card not in {*a, *b}))
        for a in combinations(CARDS, 3)
        for b in combinations([card for card in CARDS if card not in a], 3)
    ]
    worlds = {
        ".".join(deal): [player + card for player, hand in zip("abc", deal, strict=True) for card in hand]
        for deal in deals
    }
    classes = {}
    for place, player in enumerate("abc"):
        groups: dict[str, list[str]] = {}
        for deal in deals:
            groups.setdefault(deal[place], []).append(".".join(deal))
        classes[player] = list(groups.values())
    return S5Model.of(worlds, classes, [f"{player}{card}" for player in "abc" for card in CARDS])


def has(player: str, hand: str) -> Formula:
    """A player holds these cards."""
    return conjunction(Atom(f"{player}{card}") for card in hand)


def announcement(hands: Iterable[str] = ANNOUNCED) -> Formula:
    """Player a knows that its hand is one of these."""
    return Knows("a", disjunction(has("a", hand) for hand in hands))


def informed(player: str, about: str) -> Formula:
    """A player knows all cards of another."""
    return conjunction(KnowsWhether(player, Atom(f"{about}{card}")) for card in CARDS)


def ignorant() -> Formula:
    """Of every card that c does not hold, c does not know who of the others does."""
    return conjunction(
        Atom(f"c{card}") | (Not(Knows("c", Atom(f"a{card}"))) & Not(Knows("c", Atom(f"b{card}")))) for card in CARDS
    )


@dataclass(frozen=True, slots=True)
class Solution:
    """What model checking says of a pair of announcements."""

    possible: bool
    """At the actual deal a can say it."""
    b_is_informed: bool
    """It is common knowledge after it that b knows the hand of a."""
    c_is_ignorant: bool
    """It is common knowledge after it that c does not know any card of a or b."""
    a_is_informed: bool
    """After b's answer a knows the hand of b, and that is common knowledge."""
    c_stays_ignorant: bool
    """It is still common knowledge then that c does not know any card."""

    @property
    def good(self) -> bool:
        """Whether the announcements solve the problem."""
        parts = (self.possible, self.b_is_informed, self.c_is_ignorant, self.a_is_informed, self.c_stays_ignorant)
        return all(parts)


def solution(hands: Iterable[str] = ANNOUNCED, actual: str = ACTUAL) -> Solution:
    """Check that a's announcement and b's answer, which names c's card, are informative and safe."""
    cards = model()
    said = announcement(hands)
    if not cards.holds(said, actual):
        return Solution(False, False, False, False, False)
    after = cards.announce(said)
    everyone = ("a", "b", "c")
    answer = Knows("b", Atom(f"c{actual[-1]}"))
    afterwards = [CanAnnounce(answer, Common(everyone, goal)) for goal in (informed("a", "b"), ignorant())]
    goals = [Common(everyone, informed("b", "a")), Common(everyone, ignorant()), *afterwards]
    return Solution(True, *(after.holds(goal, actual) for goal in goals))

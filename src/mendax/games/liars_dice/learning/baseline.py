"""The rules of the baseline agent B-0, made from templates in Python (paper, "Learning").

Each rule tests an action, the dice directly relevant to it (known dice of the face, known wild dice) and the number of
unknown dice, and gives the action the value 0. The paper counts 153,132 rules. Of the templates here there are
152,030 for two players with five dice (`all_rules`), 46 MB of text, and most never match. So a rule is made when the
first position comes up in which it could match: that changes nothing else, since a rule that does not match does
nothing. (The kernel has templates of its own, but 9.6.5 makes faulty rules of them after an agent was reset: it gives
the state and the operator one variable.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mendax.games.liars_dice.rules import Bid, View

COUNTS: Final = range(1, 11)
KNOWN: Final = range(10)
UNKNOWN: Final = range(1, 6)
CUPS: Final = range(1, 6)
"""The ranges of the published agent's templates: two players, five dice each."""
FILES: Final = ("totals", "base", "proposals")
"""The rule files of the Soar agents that the baseline shares: it has no subgoal."""


class Kind(NamedTuple):
    """A template for bids or for answers to one."""

    name: str
    operator: str
    more: str = ""
    """Conditions beyond those on the dice."""


PLAIN: Final = Kind("bid", "^name bid ^push no")
CHALLENGE: Final = Kind("challenge-bid", "^name challenge-bid")
EXACT: Final = Kind("exact", "^name exact")
PUSH_WILD: Final = Kind("bid*push", "^name bid ^push yes")
"""Of the wild face itself: it can only push its own dice."""
_CUP: Final = """
   (<s> ^table <table>)
   (<table> ^dice <dice> ^dice <wilds>)
   (<dice> ^face {face} ^cup {own})
   (<wilds> ^face {wild} ^cup {wilds})"""
PUSHES: Final = {
    (True, False): Kind("bid*push-face", "^name bid ^push yes", _CUP.replace("{own}", "> 0").replace("{wilds}", "0")),
    (False, True): Kind("bid*push-wild", "^name bid ^push yes", _CUP.replace("{own}", "0").replace("{wilds}", "> 0")),
    (True, True): Kind("bid*push-both", "^name bid ^push yes", _CUP.replace("{own}", "> 0").replace("{wilds}", "> 0")),
}
"""Of another face, by whether dice of the face and wild dice are under the cup: a bid pushes all of them."""


class Dice(NamedTuple):
    """The dice that are relevant to a bid of a face."""

    face: int
    known: int
    wilds: int
    """Known wild dice; 0 for a bid of the wild face itself."""
    unknown: int


class Template(NamedTuple):
    """A template and the dice it is filled in with: a rule for every count."""

    kind: Kind
    dice: Dice

    @property
    def answers(self) -> bool:
        """Whether the rules are for answers to a bid, not for bids."""
        return self.kind in (CHALLENGE, EXACT)

    def rules(self, wild: int, counts: Sequence[int] = COUNTS) -> Iterator[tuple[str, str]]:
        """Name and text of the rule for each count."""
        kind, dice = self
        tally = " ^tally <tally>" if self.answers else ""
        rung = "" if self.answers else " ^tally <tally>"
        more = kind.more.format(face=dice.face, wild=wild)
        for count in counts:
            name = (
                f"baseline*{kind.name}*{count}x{dice.face}*known-{dice.known}*wild-{dice.wilds}*unknown-{dice.unknown}"
            )
            yield (
                name,
                f"""sp {{{name}
   (state <s> ^operator <o> +)
   (<o> {kind.operator} ^rung <rung>{tally})
   (<rung> ^count {count} ^face {dice.face}{rung})
   (<tally> ^known {dice.known} ^jokers {dice.wilds} ^unknown {dice.unknown}){more}
-->
   (<s> ^operator <o> = 0.0)
}}""",
            )


def templates(view: View, faces: int) -> Iterator[Template]:
    """The templates whose rules could match in a position, each filled in with its dice."""
    wild, unknown = view.wild, view.unknown
    seen = [die for dice in (view.cup, *view.shown) for die in dice]
    standing = view.bid
    for face in range(1, faces + 1):
        dice = Dice(face, seen.count(face), 0 if face == wild else seen.count(wild), unknown)
        yield Template(PLAIN, dice)
        if face == wild:
            yield Template(PUSH_WILD, dice)
        elif face in view.cup or wild in view.cup:
            yield Template(PUSHES[face in view.cup, wild in view.cup], dice)
        if isinstance(standing, Bid) and standing.face == face:
            yield Template(CHALLENGE, dice)
            yield Template(EXACT, dice)


def pass_rules() -> Iterator[tuple[str, str]]:
    """Name and text of the rules for passes and for challenges of them.

    A pass goes by the own hidden dice and whether it is true, a challenge by the passer's hidden dice and whether the
    dice that all can see refute it.
    """
    for cup in CUPS:
        for name, word in (("true", "alike"), ("false", "mixed")):
            tests = f"(<s> ^table <table>)\n   (<table> ^cup {cup} ^own-dice-are {word})"
            yield _pass_rule(f"baseline*pass*{name}*cup-{cup}", "pass", tests)
        for answer in ("challenge-pass", "challenge-first-pass"):
            for name, word in (("refuted", "yes"), ("open", "no")):
                tests = f"(<o> ^pass <pass>)\n   (<pass> ^cup {cup} ^refuted {word})"
                yield _pass_rule(f"baseline*{answer}*{name}*cup-{cup}", answer, tests)


def _pass_rule(name: str, answer: str, tests: str) -> tuple[str, str]:
    return (
        name,
        f"""sp {{{name}
   (state <s> ^operator <o> +)
   (<o> ^name {answer})
   {tests}
-->
   (<s> ^operator <o> = 0.0)
}}""",
    )


def all_rules(
    faces: int = 6,
    wild: int = 1,
    counts: Sequence[int] = COUNTS,
    known: Sequence[int] = KNOWN,
    unknown: Sequence[int] = UNKNOWN,
) -> Iterator[tuple[str, str]]:
    """Name and text of every rule for some ranges; without ranges, those of the published agent."""
    for face in range(1, faces + 1):
        own = face == wild
        kinds = (PLAIN, CHALLENGE, EXACT, *((PUSH_WILD,) if own else PUSHES.values()))
        for kind in kinds:
            for number in known:
                for wilds in (0,) if own else known:
                    for hidden in unknown:
                        yield from Template(kind, Dice(face, number, wilds, hidden)).rules(wild, counts)
    yield from pass_rules()

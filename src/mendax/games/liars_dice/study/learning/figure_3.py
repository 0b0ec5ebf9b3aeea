"""Figure 3: the paper's three rules, made on the kernel, and what became of them in our runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents.soar.agent import DECISIONS, tree
from mendax.games.liars_dice.agents.soar.chunking import chunking_agent
from mendax.games.liars_dice.agents.training import TWO_PLAYERS
from mendax.games.liars_dice.learning.words import rule_words
from mendax.games.liars_dice.rules import View
from mendax.games.liars_dice.rules.types import State
from mendax.games.liars_dice.study.learning.questions import LearnedPlayer
from mendax.games.liars_dice.study.published import FIGURE_3, DiceRule
from mendax.soar import Learned
from mendax.soar.learned_rules import LearnedRules
from mendax.soar.rule_text import read_rule

MOST_USED: Final = 3
"""Rules of a run that are shown in words."""
_CONSTANT = re.compile(r"\^\S+ [^\s<>()^]+")


@dataclass(frozen=True, slots=True)
class TunedRule:
    """A rule of one run after tuning."""

    agent: str
    seed: int
    blocks: int
    words: str
    initial: float | None
    value: float
    updates: int


@dataclass(frozen=True, slots=True)
class MadeRule:
    """A rule of Figure 3 as our agent chunks it, and as our runs tuned it."""

    number: int
    agent: str
    """Whose chunk it is."""
    words: str
    expected: str
    """The value before tuning, as a fraction."""
    value: float
    """The chunk's value before tuning."""
    published: float
    """After tuning, in the paper."""
    tuned: tuple[TunedRule, ...] = ()

    @property
    def as_expected(self) -> bool:
        """Whether the chunk's value is that of the odds; the kernel prints six digits."""
        above, below = map(int, self.expected.split("/"))
        return abs(self.value - above / below) < 1e-6


@dataclass(frozen=True, slots=True)
class FigureThree:
    """The three rules, and some that were tuned most."""

    rules: tuple[MadeRule, ...]
    most_used: tuple[TunedRule, ...]


def make_rule(rule: DiceRule) -> Learned:
    """The chunk that an agent makes of a rule of the figure in its situation, on the kernel."""
    view = TWO_PLAYERS.parse_view(rule.view)
    with chunking_agent(rule.knowledge, rng=Random(1)) as agent:
        agent.show(tree(TWO_PLAYERS, view, TWO_PLAYERS.actions(_position(view)), 1))
        agent.run(DECISIONS)
        made = [one for one in agent.rules.learned() if one.value is not None]
    found = [one for one in made if rule_words(one.text).startswith(rule.action)]
    if len(found) != 1:
        raise MendaxError(f"Dice Rule {rule.number}: {len(found)} chunks instead of one")
    return found[0]


def figure_three(players: Iterable[LearnedPlayer], most_used: Sequence[str]) -> FigureThree:
    """Make the three rules, and look for them in what the runs of the same knowledge have learned.

    `most_used` names the agents whose first run shows the rules that were tuned most.
    """
    chunks = [make_rule(rule) for rule in FIGURE_3]
    found: list[list[TunedRule]] = [[] for _ in FIGURE_3]
    tuned: list[TunedRule] = []
    shown: set[str] = set()
    for player in players:
        mine = [at for at, rule in enumerate(FIGURE_3) if player.agent.partition("-")[0] == rule.knowledge]
        wanted = player.agent in most_used and player.agent not in shown
        if not mine and not wanted:
            continue
        learned = LearnedRules.load(player.path)
        for at in mine:
            found[at] += find_rule(learned, chunks[at].text, player)
        if wanted:
            shown.add(player.agent)
            tuned += used_most(learned, player)
    rules = [
        MadeRule(
            rule.number,
            rule.knowledge,
            rule_words(chunk.text),
            str(rule.value),
            chunk.value if chunk.value is not None else 0.0,
            rule.tuned,
            tuple(each),
        )
        for rule, chunk, each in zip(FIGURE_3, chunks, found, strict=True)
    ]
    return FigureThree(tuple(rules), tuple(tuned))


def find_rule(learned: LearnedRules, text: str, player: LearnedPlayer) -> list[TunedRule]:
    """The rule that tests the same as another, which has its own name and value; at most one."""
    constants = set(_CONSTANT.findall(text.partition("-->")[0]))
    wanted = read_rule(text).signature()
    for rule in learned.rules:
        # A rule that lacks a constant cannot be it, and reading all of them takes long.
        if rule.value is None or not all(constant in rule.text for constant in constants):
            continue
        if read_rule(rule.text).signature() == wanted:
            words = rule_words(rule.text)
            return [
                TunedRule(player.agent, player.seed, player.blocks, words, rule.initial, rule.value, rule.num_updates)
            ]
    return []


def used_most(learned: LearnedRules, player: LearnedPlayer) -> list[TunedRule]:
    """The rules that reward has changed most often, in words."""
    valued = [(rule, rule.value) for rule in learned.rules if rule.value is not None]
    chosen = sorted(valued, key=lambda each: (-each[0].num_updates, each[0].name))[:MOST_USED]
    return [
        TunedRule(
            player.agent, player.seed, player.blocks, rule_words(rule.text), rule.initial, value, rule.num_updates
        )
        for rule, value in chosen
        if rule.num_updates
    ]


def _position(view: View) -> State:
    """A state that looks like this view; what is hidden is 1s, which no legal action depends on."""
    cups = tuple(view.cup if seat == view.seat else (1,) * number for seat, number in enumerate(view.hidden))
    return State(
        view.dice, view.exacts, view.had_special, view.special, view.rounds, view.opener, cups, view.shown, view.said
    )

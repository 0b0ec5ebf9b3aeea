"""The suite for pieces: the single dice and cards make the chance outcomes that the rules have, equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from mendax.core.game import AnyGame, Turn
from mendax.core.pieces import CARD, Drawn, Lay, Pieces, Reserve, Shift, Show

MOST_RESULTS = 10_000
"""Draws with more results than this are not counted out."""
TIMES = 3
"""So often a draw of the same dice is counted out."""


def check_pieces(game: AnyGame, pieces: Pieces, seed: int = 0, matches: int = 5) -> None:
    """Check what a game says of its dice and cards in random matches; raises `AssertionError` with the reason."""
    assert len(set(pieces.deck)) == len(pieces.deck), "the deck names a card twice"
    assert not pieces.deck or pieces.most == len(pieces.deck), "with a deck, a round has as many pieces as cards"
    rng, counted = Random(seed), Counter[Drawn]()
    for _ in range(matches):
        _check_match(game, pieces, rng, counted)


def _check_match(game: AnyGame, pieces: Pieces, rng: Random, counted: Counter[Drawn]) -> None:
    state, dealt, groups, used, number = game.start(), list[int](), set[str](), 0, 0
    while (turn := game.turn(state)) is not Turn.OVER:
        if game.round(state) != number:
            dealt, groups, used, number = [], set(), 0, game.round(state)
        drawn = Drawn(())
        if turn is Turn.CHANCE:
            drawn = pieces.drawn(state)
            counted[drawn] += 1
            if counted[drawn] <= TIMES and prod(map(len, _results(pieces, drawn, dealt))) <= MOST_RESULTS:
                _count_out(game, pieces, state, drawn, dealt)
            results = tuple(rng.choice(found) for found in _results(pieces, drawn, dealt))
            dealt += [result for result, sides in zip(results, drawn.sides, strict=True) if sides == CARD]
            action = pieces.outcome(state, results)
        else:
            action = rng.choice(game.actions(state))
        after = game.apply(state, action)
        steps = pieces.steps(state, action, after)
        lays = sum(isinstance(step, Lay) for step in steps)
        assert all(isinstance(step, Lay | Shift | Show | Reserve) for step in steps), f"{action}: an unknown step"
        assert lays == 1 if drawn.sides else lays <= (turn is Turn.CHANCE), f"{action}: drawn pieces are laid once"
        reserved = [step.group for step in steps if isinstance(step, Reserve)]
        for group in (*reserved, *([drawn.group] if drawn.group else [])):
            used += 0 if group.place in groups else 1 + group.dice
            groups.add(group.place)
        used += 0 if drawn.group else len(drawn.sides)
        assert used <= pieces.most, f"{action}: a round has at most {pieces.most} pieces, not {used}"
        state = after


def _results(pieces: Pieces, drawn: Drawn, dealt: list[int]) -> list[list[int]]:
    """By piece: what it can show."""
    left = [card for card in range(len(pieces.deck)) if card not in dealt]
    return [left if sides == CARD else list(range(1, sides + 1)) for sides in drawn.sides]


def _count_out(game: AnyGame, pieces: Pieces, state: Any, drawn: Drawn, dealt: list[int]) -> None:
    """Every result once: the outcomes are as likely as the rules say."""
    ways: Iterator[tuple[int, ...]] = product(*_results(pieces, drawn, dealt))
    counts = Counter(pieces.outcome(state, results) for results in ways)
    chances = dict(game.chances(state))
    assert counts.keys() == chances.keys(), f"the pieces {drawn.sides} make other outcomes than the rules have"
    for outcome, count in counts.items():
        share = Fraction(count, counts.total())
        assert abs(share - chances[outcome]) < 1e-9, (
            f"{outcome}: {share} by its pieces, {chances[outcome]} by the rules"
        )

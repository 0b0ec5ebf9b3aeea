"""Chance by a script in place of hashes: a match whose hidden dice and cards can be chosen.

A table's dice follow from a secret, and what proves them is made of SHA-256: roots, paths and salts differ with every
secret, and so do a die's committed value and the place of a card in the tree, because the root is mixed into them. To
compare two matches byte by byte these must be the same in both. So the round of the commitment is replaced: its root
and paths are fixed texts, a salt depends only on the number of its leaf, and what a leaf shows comes from a script.
What remains are the bytes that could tell something: who gets which proof, when, of which leaf, with which result.
That the replaced bytes tell nothing is what a hash with 256 bits of salt promises, as long as no salt of a hidden piece
is sent: `test_no_salt_of_a_hidden_piece_is_sent` checks that with real secrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from mendax.table.fair import chance as fair_chance
from mendax.table.fair.commitment import RoundCommitment
from mendax.table.fair.tray import PieceOnTable

_scripts: dict[bytes, Script] = {}
"""By secret: what the pieces of a match show. Secrets are never sent, so two matches may have different ones."""


class Script:
    """What each piece of each round shows; made up when it is first looked at."""

    def __init__(self, name: int, seed: int) -> None:
        self.secret = name.to_bytes(32, "big")
        self.seed = seed
        self.changed: dict[tuple[int, int], int] = {}
        """By round and leaf: dice that show something else."""
        self.swaps: dict[int, list[tuple[int, int]]] = {}
        """By round: cards that change places."""
        self.fresh_from: dict[int, int] = {}
        """By round: dice from this leaf on fall anew; cards that were not dealt are shuffled by `swaps`."""
        self.salt = 0
        _scripts[self.secret] = self

    def copy(self, name: int) -> Script:
        """Another match that shows the same."""
        found = Script(name, self.seed)
        found.changed, found.swaps = dict(self.changed), {key: list(value) for key, value in self.swaps.items()}
        return found

    def die(self, number: int, leaf: int) -> int:
        """A large number that a die's face is made of."""
        if (number, leaf) in self.changed:
            return self.changed[number, leaf]
        fresh = leaf >= self.fresh_from.get(number, 1 << 60)
        return Random(f"{self.seed} {number} {leaf} {self.salt if fresh else 0}").getrandbits(64)

    def deck(self, number: int, size: int) -> list[int]:
        """The cards of a round, by leaf."""
        cards = list(range(size))
        Random(f"{self.seed} {number}").shuffle(cards)
        for one, other in self.swaps.get(number, ()):
            cards[one], cards[other] = cards[other], cards[one]
        return cards


class ScriptedRound:
    """Takes the place of `FairRound`."""

    def __init__(self, secret: bytes, number: int, size: int, deck: bool = False) -> None:
        self.number, self.size = number, size
        self._script = _scripts[secret]
        self._cards = self._script.deck(number, size) if deck else []
        self.root = f"{number:064x}"

    @property
    def commitment(self) -> RoundCommitment:
        return RoundCommitment(self.number, self.root, self.size)

    def value(self, leaf: int) -> str:
        return str(self._cards[leaf]) if self._cards else "value"

    def face(self, leaf: int, sides: int) -> int:
        return 1 + self._script.die(self.number, leaf) % sides

    def salt(self, leaf: int) -> str:
        return f"salt {self.number} {leaf}"

    def path(self, leaf: int) -> tuple[str, ...]:
        return ("beside",)

    def tie(self, leaf: int) -> bytes:
        return leaf.to_bytes(2, "big")


def scripted_die(chance: Any, leaf: int, sides: int, move: int | None) -> PieceOnTable:
    """Takes the place of `FairChance._die`."""
    result = chance._round.face(leaf, sides)
    return PieceOnTable(leaf, leaf, move, result, str(result))


@contextmanager
def scripted_chance() -> Iterator[None]:
    """Every match has the chance of its script."""
    with (
        patch.object(fair_chance, "FairRound", ScriptedRound),
        patch.object(fair_chance.FairChance, "_die", scripted_die),
    ):
        yield
    _scripts.clear()

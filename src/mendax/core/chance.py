"""The word *Chance*: where a match's chance outcomes come from.

A generator handed to `play_match` draws them. A source may instead have fixed them beforehand, so that whoever
runs the match cannot choose them as it goes on.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Any, Protocol

from mendax.core.game import AnyGame
from mendax.core.streams import Stream


class Chance(Protocol):
    """A source of chance outcomes, asked for one after the other."""

    def draw(self, game: AnyGame, state: Any) -> Any:
        """The next chance outcome of a match in this state."""


class CommittedChance:
    """Chance that follows from a secret, fixed before the match by publishing `commitment`.

    Whoever knows the secret afterwards can draw everything again and see that nothing was changed.

    >>> CommittedChance(b"secret").commitment[:16]
    '2bb80d537b1da3e3'
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._number = 0
        self._stream = Stream()

    @property
    def commitment(self) -> str:
        """The secret's SHA-256, to be published before the first draw."""
        return sha256(self.secret).hexdigest()

    def draw(self, game: AnyGame, state: Any) -> Any:
        # One hash an outcome: what was drawn tells nothing about the secret or about later draws.
        digest = blake2b(self._number.to_bytes(8, "little"), digest_size=8, key=self.secret[:64]).digest()
        self._number += 1
        self._stream.name(int.from_bytes(digest, "little"))
        return game.draw(state, self._stream)

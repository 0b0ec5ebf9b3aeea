"""What a round is committed to: a value and a salt for each piece, and the root of the tree over them.

`docs/fair-dice.md` has the scheme; `verify.py` checks it without anything of this.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from mendax.core.errors import MendaxError
from mendax.core.game import Seat

SECRET_BYTES: Final = 32
LEAF: Final = b"\x00"
NODE: Final = b"\x01"
MIX: Final = b"\x02"
"""What is hashed begins with what it is, so that no hash of one kind passes for another."""
HASH_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class RoundCommitment:
    """What is published before a round."""

    round: int
    root: str
    """In hexadecimal."""
    size: int
    """How many pieces it commits to."""

    def to_json(self) -> dict[str, object]:
        """The `commit` line of a proof file, without its number."""
        return {"type": "commit", "round": self.round, "root": self.root, "size": self.size}


class Key:
    """HMAC-SHA256 with one key, for many texts: the key's part is hashed once."""

    __slots__ = ("_begun",)

    def __init__(self, key: bytes) -> None:
        self._begun = hmac.new(key, digestmod="sha256")

    def of(self, text: str) -> bytes:
        """The 32 bytes for a text."""
        hashed = self._begun.copy()
        hashed.update(text.encode())
        return hashed.digest()


def shuffled(number: int, key: Key, label: str) -> tuple[int, ...]:
    """The numbers below `number` in an order that follows from a key: Fisher and Yates, one hash a step."""
    order = list(range(number))
    for at in range(number - 1):
        other = at + int.from_bytes(key.of(f"{label} {at}"), "big") % (number - at)
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def mix_of(root: str, contributions: Mapping[Seat, str]) -> Key:
    """What the players' texts and the root make together; without a text it is the root's alone."""
    try:
        parts = [
            seat.to_bytes(4, "big") + sha256(contributions[seat].encode()).digest() for seat in sorted(contributions)
        ]
    except UnicodeEncodeError:
        raise MendaxError("what a player contributes is not text that can be written as UTF-8") from None
    return Key(sha256(MIX + bytes.fromhex(root) + b"".join(parts)).digest())


def die(value: str, mix: Key, leaf: int, sides: int) -> int:
    """What a die shows, 1 to `sides`: the committed value plus the mix's, both of 256 bits."""
    return 1 + (int(value, 16) + int.from_bytes(mix.of(f"die {leaf}"), "big")) % sides


class FairRound:
    """The committed pieces of one round: dice of 256 bits each, or the positions of a shuffled deck.

    Values and salts are computed again when they are asked for: only the tree's hashes are kept.
    """

    __slots__ = ("_cards", "_rows", "_secret", "number", "root", "size")

    def __init__(self, secret: bytes, number: int, size: int, deck: bool = False) -> None:
        if len(secret) != SECRET_BYTES:
            raise MendaxError(f"the secret of a match has {SECRET_BYTES} bytes, not {len(secret)}")
        self._secret = Key(secret)
        self.number = number
        self.size = size
        self._cards = shuffled(size, self._secret, f"card {number}") if deck else ()
        row = b"".join([sha256(LEAF + self._salt(leaf) + self.value(leaf).encode()).digest() for leaf in range(size)])
        row += bytes((HASH_BYTES << max(size - 1, 0).bit_length()) - len(row))  # up to a power of two
        self._rows = [row]
        """From the leaves to the root, each row's hashes one after the other."""
        while len(row) > HASH_BYTES:
            row = b"".join(
                [sha256(NODE + row[at : at + 2 * HASH_BYTES]).digest() for at in range(0, len(row), 2 * HASH_BYTES)]
            )
            self._rows.append(row)
        self.root = row.hex()

    @property
    def commitment(self) -> RoundCommitment:
        """What is published."""
        return RoundCommitment(self.number, self.root, self.size)

    def value(self, leaf: int) -> str:
        """What a leaf commits to: the card's place in the deck, or 64 hexadecimal digits."""
        return str(self._cards[leaf]) if self._cards else self._secret.of(f"value {self.number} {leaf}").hex()

    def salt(self, leaf: int) -> str:
        """The salt of a leaf, in hexadecimal."""
        return self._salt(leaf).hex()

    def _salt(self, leaf: int) -> bytes:
        return self._secret.of(f"salt {self.number} {leaf}")

    def path(self, leaf: int) -> tuple[str, ...]:
        """The hashes beside the way from a leaf to the root, the lowest first."""
        beside = [HASH_BYTES * ((leaf >> height) ^ 1) for height in range(len(self._rows) - 1)]
        return tuple(row[at : at + HASH_BYTES].hex() for row, at in zip(self._rows, beside, strict=False))

    def tie(self, leaf: int) -> bytes:
        """Decides between pieces that show the same: secret, so that the choice tells nothing of other pieces."""
        return self._secret.of(f"tie {self.number} {leaf}")

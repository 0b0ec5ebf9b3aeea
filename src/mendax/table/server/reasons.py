"""Errors as strangers may read them: no path, no trace, nothing of the server's inside."""

from __future__ import annotations

import re
from typing import Final

from mendax.core.errors import MendaxError
from mendax.table.deciders import DecidersClosed
from mendax.table.store.errors import StoreError

_PATH: Final = re.compile(r"(?:^|[\s'\"(])(?:[A-Za-z]:)?[\\/~][\w.-]*[\\/]|\b\w+\.(?:py|sqlite|npz|json|txt)\b")
LONGEST: Final = 300


class NotFound(MendaxError):
    """There is no such table, match or seat."""


class NotAllowed(MendaxError):
    """The token does not say so."""


class Refusal(MendaxError):
    """It cannot be done now, and nobody did anything wrong."""


def public_reason(error: MendaxError) -> str:
    """What a client is told of an error.

    >>> public_reason(MendaxError("holdem has 2 to 10 players, not 11"))
    'holdem has 2 to 10 players, not 11'
    >>> public_reason(MendaxError("/home/ann/model.npz cannot be read"))
    'that cannot be done here'
    """
    if isinstance(error, StoreError):
        return "the server cannot store or read anything now; try later"
    if isinstance(error, DecidersClosed):
        return "the server is stopping"
    text = " ".join(str(error).split())
    if _PATH.search(text):
        return "that cannot be done here"
    return text[:LONGEST]

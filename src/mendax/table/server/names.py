"""Names and texts from strangers: cleaned, so that they can be shown anywhere and pretend to be nobody."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from mendax.core.errors import MendaxError
from mendax.table.wire.limits import NAME_LETTERS

_SEAT = re.compile(r"\bseat\s*\d", re.IGNORECASE)


def clean_name(text: str, taken: Iterable[str] = ()) -> str:
    """A name of letters, digits, spaces and `. _ -`, different from those that are taken.

    >>> clean_name("<b>Ann</b>"), clean_name("Ann", ["ann"]), clean_name(" Zoë  2.0 ")
    ('bAnnb', 'Ann 2', 'Zoë 2.0')
    """
    kept = "".join(
        letter if unicodedata.category(letter)[0] in "LN" or letter in "._-" else " " if letter.isspace() else ""
        for letter in unicodedata.normalize("NFC", text[: 4 * NAME_LETTERS])
    )
    name = " ".join(kept.split())[:NAME_LETTERS].strip()
    if not any(letter.isalnum() for letter in name):
        raise MendaxError("a name needs at least one letter or digit")
    if _SEAT.search(name):
        raise MendaxError("a name may not look like a seat's")
    used = {other.casefold() for other in taken}
    found, number = name, 1
    while found.casefold() in used:
        number += 1
        found = f"{name[: NAME_LETTERS - 3].strip()} {number}"
    return found

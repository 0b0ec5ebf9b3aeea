"""Standard streams that can always be used: a closed one is empty, and any character can be printed."""

from __future__ import annotations

import codecs
import io
import os
import sys
from pathlib import Path
from typing import Final, TextIO, cast

PLAIN: Final = {
    **{"–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "·": "*", "±": "+-", "½": "1/2", "\u00a0": " "},
    **{"’": "'", "“": '"', "”": '"'},
    **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┡┩╇┳╭╮╰╯", "+"),  # the corners of dice and tables
    **dict.fromkeys("─━", "-"),
    **dict.fromkeys("│┃", "|"),
    **{"●": "o", "♣": "c", "♦": "d", "♥": "h", "♠": "s"},
}
"""What a character becomes on a terminal that cannot show it."""


def open_standard_streams() -> None:
    """Replace closed streams (as in `mendax games >&-`), and let an ASCII terminal read everything."""
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    codecs.register_error("mendax-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="mendax-plain")


def _nowhere(mode: str) -> TextIO:
    return cast(TextIO, Path(os.devnull).open(mode, encoding="utf-8"))  # it stays open


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end

"""The browser that measures the page: found on this machine, or one line that says how to get one."""

from __future__ import annotations

import os
import shutil
from typing import Final

from mendax.core.errors import MendaxError

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


def find_browser() -> str:
    """The program to start: what MENDAX_BROWSER names, else Chromium."""
    named = os.environ.get("MENDAX_BROWSER")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise MendaxError("this needs a browser: apt install chromium, or name one in MENDAX_BROWSER")
    return found


def browser_options() -> tuple[str, ...]:
    """Options without which it does not start here: its sandbox refuses to run as root."""
    return () if os.geteuid() else ("--no-sandbox",)

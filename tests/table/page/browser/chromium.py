"""The browser of the tests: found, or the line that says how to get one."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

from tests.table.page.browser.person import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET = "no browser for the tests of the page: apt install chromium, or name one in MENDAX_BROWSER"
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""The browser talks to nobody but the tests' own server."""


def find_browser() -> str | None:
    """The program to start; none where no browser is found."""
    named = os.environ.get("MENDAX_BROWSER")
    if named is not None:
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def needs_browser() -> bool:
    """Whether tests without a browser fail instead of being skipped."""
    return bool(os.environ.get("MENDAX_CI"))


def launch(playwright: Playwright, program: str) -> Browser:
    """Start a browser without a window."""
    # Chromium's sandbox refuses to run as root.
    sandbox = () if os.geteuid() else ("--no-sandbox",)
    options = [*QUIET, *sandbox]
    return playwright.chromium.launch(executable_path=program, headless=True, args=options, timeout=1000 * PATIENCE)

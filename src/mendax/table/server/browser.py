"""The page in the person's own browser, where there is one."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""On Linux a browser needs one of these; a browser in the terminal would take it away from the server."""


def open_in_browser(address: str) -> bool:
    """Open an address in the browser; false where there is none."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _SCREENS)):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    threading.Thread(target=browser.open, args=(address,), daemon=True).start()  # it may take long to come up
    return True

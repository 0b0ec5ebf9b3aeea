"""The page that checks proof files in a browser, and the policy under which its script may run."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

PAGE_FILE: Final = "verify.html"


@cache
def page() -> str:
    """The page: one file that needs no other and no network."""
    return files("mendax.table.fair").joinpath(PAGE_FILE).read_text(encoding="utf-8")


def page_policy(html: str) -> str:
    """The Content-Security-Policy that allows the page's own script and style, by their hashes, and nothing else."""

    def hashes(tag: str) -> str:
        found = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in found)

    allowed = f"script-src {hashes('script')}; style-src {hashes('style')}"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"

"""How much memory this process holds."""

from __future__ import annotations

import os
from pathlib import Path


def bytes_in_use() -> int:
    """Bytes of memory in use; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0

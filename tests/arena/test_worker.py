"""What is left to play when some ranges are done."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mendax.arena.worker import missing_ranges


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 5)), max_size=6))
def test_missing_ranges_fill_the_gaps(parts: list[tuple[int, int]]) -> None:
    done = [(start, min(25, start + size)) for start, size in parts]
    covered = {n for start, stop in done for n in range(start, stop)}
    missing = [n for start, stop in missing_ranges(done, 25) for n in range(start, stop)]
    assert missing == sorted(set(range(25)) - covered)

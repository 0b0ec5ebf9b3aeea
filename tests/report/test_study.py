"""Studies with parts: one or all of them run, each in its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mendax.core import MendaxError
from mendax.core.errors import UnknownName
from mendax.report.study import Part, Study, StudyOptions


@dataclass(frozen=True, slots=True)
class Folder:
    """What a part returns here: where it was run."""

    path: Path

    def to_json(self) -> dict[str, Any]:
        return {"ran": self.path.name}


def write_a_page(options: StudyOptions) -> Folder:
    (options.out / "report.html").write_text("a page")
    return Folder(options.out)


@contextmanager
def silent(total: int, what: str) -> Iterator[Callable[[int], None]]:
    yield lambda done: None


def options(out: Path) -> StudyOptions:
    return StudyOptions(out, True, 0, 1, silent)


HERE = f"{__name__}:write_a_page"
WHOLE = Study("whole", "All in one", "Somebody, 2011", HERE)
PARTED = Study(
    "parted", "Two parts", "Somebody, 2011", parts=(Part("first", "One", HERE), Part("second", "Two", HERE, "below"))
)


def test_all_parts_run_each_in_its_folder(tmp_path: Path) -> None:
    result = PARTED.reproduce(options(tmp_path / "out"))
    assert [part.report for part in result.parts] == [tmp_path / "out/report.html", tmp_path / "out/below/report.html"]
    assert all(part.report.exists() for part in result.parts)
    assert result.to_json() == {"first": {"ran": "out"}, "second": {"ran": "below"}}


def test_one_part_alone(tmp_path: Path) -> None:
    result = PARTED.reproduce(options(tmp_path), "second")
    assert result.to_json() == {"ran": "below"}
    assert not (tmp_path / "report.html").exists()


def test_a_study_without_parts(tmp_path: Path) -> None:
    assert WHOLE.reproduce(options(tmp_path)).to_json() == {"ran": tmp_path.name}
    with pytest.raises(MendaxError, match=r"^whole has no parts$"):
        WHOLE.reproduce(options(tmp_path), "first")


def test_an_unknown_part(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="there is no part 'third'"):
        PARTED.reproduce(options(tmp_path / "out"), "third")
    assert not (tmp_path / "out").exists()

"""Files: whole or not at all, locks, and the cache folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mendax.core import MendaxError
from mendax.core.files import cache_folder, check_writable, lock, write_whole, writing_whole


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "one")
    write_whole(path, b"two")
    assert path.read_text() == "two"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "before")

    def fail() -> None:
        with writing_whole(path) as aside:
            aside.write_text("half of")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(real)
    write_whole(link, "text")
    assert link.is_symlink()
    assert real.read_text() == "text"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_whole(Path(os.devnull), "text")
    assert not Path(os.devnull).is_file()


def test_what_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    for write in (check_writable, lambda path: write_whole(path, "text")):
        with pytest.raises(MendaxError, match="x cannot be written: No such file or directory"):
            write(tmp_path / "no" / "x")
    check_writable(None)
    check_writable(tmp_path / "new")


def test_a_lock_is_for_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("a") as first, path.open("a") as second:
        assert lock(first)
        assert not lock(second)
    with path.open("a") as third:
        assert lock(third)


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("MENDAX_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder().name == "mendax"

"""The files under `--data`: the store, the results file, the daily logs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mendax.core.files import data_folder


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Where a server keeps everything. The store alone is needed: the results file can be made again from it."""

    path: Path

    @classmethod
    def usual(cls) -> DataFolder:
        """The folder that is used where none is named."""
        return cls(data_folder() / "tables")

    @property
    def store(self) -> Path:
        """The SQLite file."""
        return self.path / "tables.db"

    @property
    def results(self) -> Path:
        """A line for each player of each finished match."""
        return self.path / "results.csv"

    @property
    def logs(self) -> Path:
        """A file for each day."""
        return self.path / "logs"

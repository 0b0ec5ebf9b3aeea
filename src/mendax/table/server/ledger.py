"""What is kept of finished matches besides the store: results, the results file, the daily logs."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import time
from typing import Any

from mendax.core.errors import MendaxError
from mendax.table.server.stored import read_story
from mendax.table.server.story import Story
from mendax.table.store.daily_log import DailyLog, LogLine
from mendax.table.store.data_folder import DataFolder
from mendax.table.store.database import Database
from mendax.table.store.player_data import delete_player
from mendax.table.store.results import Results, load_results
from mendax.table.store.results_file import ResultsFile
from mendax.table.store.rows import MatchRow, StoredMatch
from mendax.table.store.tables import load_match

_log = logging.getLogger(__name__)


class Ledger:
    """Counts finished matches, and writes them down in a thread of its own."""

    def __init__(self, db: Database, folder: DataFolder) -> None:
        self._db = db
        self._file = ResultsFile(folder.results)
        self._logs = DailyLog(folder.logs)
        self._results = Results()
        self._json: dict[str, Any] | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="ledger")

    async def start(self) -> None:
        """Count what is stored, and bring the results file and the daily logs up to date."""
        self._results, self._json = await load_results(self._db), None
        await self._file.bring_up_to_date(self._db)
        await self._complete_logs()

    async def _complete_logs(self) -> None:
        """Write down what a server that was killed had stored and not logged."""
        since, written = await asyncio.to_thread(self._logs.ended, time())
        sql = "SELECT id FROM matches WHERE ended >= ? AND payoffs IS NOT NULL ORDER BY ended"
        for (match,) in await self._db.read(sql, (since,)):
            if match not in written and (stored := await load_match(self._db, match)) is not None:
                await asyncio.to_thread(self._complete_log, stored)

    def _complete_log(self, stored: StoredMatch) -> None:
        try:
            self._logs.complete(log_lines(read_story(stored), stored.match))
        except MendaxError as error:  # a game that is no longer installed
            _log.warning("the log of match %s cannot be made: %s", stored.match.id, error)
        except Exception:
            _log.exception("the log of match %s cannot be made", stored.match.id)

    def close(self) -> None:
        """Write what is left."""
        self._writer.shutdown()
        self._logs.close()

    def add(self, story: Story, row: MatchRow) -> None:
        """A match has ended."""
        self._results.add(row)
        self._json = None
        self._writer.submit(self._write, story, row)

    def _write(self, story: Story, row: MatchRow) -> None:
        try:
            self._file.add(row)
        except MendaxError as error:  # the file is made again from the store when the server starts
            _log.error("%s", error)
        try:
            self._logs.write(*log_lines(story, row))
        except Exception:
            _log.exception("the log of match %s cannot be made", row.id)

    def results(self) -> dict[str, Any]:
        """The results as JSON."""
        if self._json is None:
            self._json = self._results.to_json()
        return self._json

    async def delete(self, player: str) -> tuple[int, int]:
        """Delete a player everywhere: how many of its matches were deleted, and in how many only its name."""
        await asyncio.get_running_loop().run_in_executor(self._writer, lambda: None)  # after all that is being written
        found = await delete_player(self._db, self._file, player)
        self._results, self._json = await load_results(self._db), None
        return len(found.deleted), len(found.renamed)


def log_lines(story: Story, row: MatchRow) -> list[LogLine]:
    """A match as a spectator saw it, by hand."""
    game = story.header.game
    lines, state, hand = [LogLine.match_began(row)], game.start(), 1
    for (_, text, default), at in zip(story.moves, story.times, strict=True):
        action = game.parse_action(text)
        after = game.apply(state, action)
        lines += [
            LogLine.event(row, hand, at, str(event), default=default)
            for event in game.events(state, action, after, None)
        ]
        if game.round(after) != game.round(state):
            lines.append(LogLine.round_ended(row, hand, at, game.standing(after)))
            hand += 1
        state = after
    return [*lines, LogLine.match_ended(row, max(1, game.round(state)))]

"""All tables and players: who sits where, by which token, and how a server that was stopped takes up its matches."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from time import time
from typing import Final

from mendax.core.catalogue import agents as all_agents
from mendax.core.catalogue import games as all_games
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.table.deciders import Deciders, DecidersClosed
from mendax.table.server.connection import RESTART
from mendax.table.server.house import House
from mendax.table.server.ledger import Ledger
from mendax.table.server.live_table import LiveTable
from mendax.table.server.names import clean_name
from mendax.table.server.options import TableOptions, TablePlan, options_text, plan_table, quick_text, read_options
from mendax.table.server.places import Place
from mendax.table.server.reasons import NotAllowed, NotFound, Refusal
from mendax.table.server.reviews import Reviews
from mendax.table.server.stored import read_story
from mendax.table.store.database import Database
from mendax.table.store.player_data import DELETED, last_table
from mendax.table.store.rows import ClientKind, PlayerRow, SeatRow, StoredMatch, TableRow
from mendax.table.store.tables import (
    end_table,
    find_player_by_token,
    find_table,
    load_match,
    load_running,
    load_seats,
    load_tables,
)
from mendax.table.wire.limits import CODE_LETTERS, Limits

_log = logging.getLogger(__name__)
_CONSONANTS: Final = "bcdfghjklmnpqrstvwxz"
"""No vowels: a code is no word by chance."""
SWEEP_SECONDS: Final = 30.0
KEEP_ENDED: Final = 300.0
"""A table that has ended is kept so long for its clients; later it is read from the store."""
PREPARE_SECONDS: Final = 20.0
MAX_PREPARED: Final = 2000
"""So many agents are remembered as prepared; the workers know by themselves what they have."""
MAX_BREAKDOWNS: Final = 3
"""A table that broke down so often is left alone until the server starts again."""


class Lobby:
    """Every table of the server."""

    def __init__(self, db: Database, deciders: Deciders, ledger: Ledger, limits: Limits) -> None:
        self.house = House(db, deciders, ledger, limits, Reviews())
        self.tables: dict[str, LiveTable] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}
        """By game and agent: the preparation in one worker, for which a new table waits."""
        self._elsewhere: dict[tuple[str, str], asyncio.Task[None]] = {}
        """The same in the other workers."""
        self._players: dict[str, PlayerRow] = {}
        """By hash of the token: players that were looked up."""
        self._breakdowns: Counter[str] = Counter()
        self._again: dict[str, asyncio.Task[None]] = {}
        self.resumed = 0
        """How many matches were taken up when the server started."""

    # Starting and stopping.

    async def start(self) -> None:
        """Take up every table and every match that had not ended."""
        db = self.house.db
        rows, running = await load_tables(db), await load_running(db)
        seats: dict[str, list[SeatRow]] = {}
        for seat in await load_seats(db):
            seats.setdefault(seat.table, []).append(seat)
        last = dict(await db.read('SELECT "table", max(number) FROM matches GROUP BY "table"'))
        matches = {found.match.table: found for found in running}
        for row in rows:
            try:
                await self._take_up(row, seats.get(row.code, ()), matches.get(row.code), last.get(row.code, 0))
            except MendaxError as error:  # a game or an agent that is no longer installed
                _log.error("table %s is not taken up: %s", row.code, error)
        self._sweeper = asyncio.create_task(self._sweep())

    async def _take_up(self, row: TableRow, seats: Sequence[SeatRow], match: StoredMatch | None, number: int) -> None:
        plan = plan_table(read_options(row.options))
        if match is None and number and not plan.options.goes_on:
            await self.house.db.write(*end_table(row.code, time()))
            return
        table = LiveTable(self.house, row.code, plan, number)
        for seat in seats:
            table.places[seat.seat].give(seat.kind, seat.name, seat.player)
        if match is not None:
            table.resume(read_story(match))
            self.resumed += 1
        self._open(table)

    def _open(self, table: LiveTable) -> None:
        self.tables[table.code] = table
        task = self._tasks[table.code] = asyncio.create_task(table.run(), name=f"table {table.code}")
        task.add_done_callback(lambda done: self._ran(table, done))

    def _ran(self, table: LiveTable, task: asyncio.Task[None]) -> None:
        """A table has ended, or has broken down: then it is taken up again from the store."""
        self._tasks.pop(table.code, None)
        if task.cancelled() or task.exception() is None or isinstance(task.exception(), DecidersClosed):
            return
        _log.error("table %s broke down", table.code, exc_info=task.exception())
        table.close_all(RESTART)
        self.tables.pop(table.code, None)
        if self._breakdowns[table.code] < MAX_BREAKDOWNS:
            self._breakdowns[table.code] += 1
            self._again[table.code] = asyncio.create_task(self._take_up_again(table.code))

    async def _take_up_again(self, code: str) -> None:
        """Take a table up from the store, as after a restart."""
        db = self.house.db
        row = await find_table(db, code)
        if row is not None and row.ended is None:
            rows = await db.read('SELECT id, number, ended FROM matches WHERE "table" = ? ORDER BY number', (code,))
            match = await load_match(db, rows[-1][0]) if rows and rows[-1][2] is None else None
            await self._take_up(row, await load_seats(db, code), match, rows[-1][1] if rows else 0)
        self._again.pop(code, None)

    async def stop(self) -> None:
        """End all connections and tasks; the matches are in the store."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        tasks = [*self._tasks.values(), *self._prepared.values(), *self._elsewhere.values(), *self._again.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.house.reviews.close()
        for table in self.tables.values():
            table.close_all(RESTART)

    async def _sweep(self) -> None:
        """Forget tables that have ended, and close those at which nobody waits any more."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = time()
            for table in list(self.tables.values()):
                if table.watched:
                    continue
                idle = now - table.touched
                if table.ended and idle > KEEP_ENDED:
                    del self.tables[table.code]
                elif table.status == "waiting" and idle > self.house.limits.idle_seconds:
                    with suppress(MendaxError):
                        await self._close(table)

    async def _close(self, table: LiveTable) -> None:
        if (task := self._tasks.get(table.code)) is not None:
            task.cancel()
        await self.house.db.write(*end_table(table.code, time()))
        table.ended = True
        del self.tables[table.code]

    # Tables.

    async def create(self, options: TableOptions) -> LiveTable:
        """A new table with its agents."""
        if sum(not table.ended for table in self.tables.values()) >= self.house.limits.tables:
            raise Refusal("the server has as many tables as it can have; try later")
        plan = plan_table(options)
        await self._prepare(plan)
        code = self._new_code()
        seats = [
            SeatRow(code, number, "agent", agent) for number, agent in enumerate(options.seats) if agent is not None
        ]
        row = TableRow(code, options_text(options), time())
        await self.house.db.write(row.insert(), *(seat.insert() for seat in seats))
        table = LiveTable(self.house, code, plan)
        for seat in seats:
            table.places[seat.seat].give("agent", seat.name, None)
        self._open(table)
        return table

    async def _prepare(self, plan: TablePlan) -> None:
        """Have a worker prepare the agents, and then the others; raises if one does not play the game."""
        text = game_text(plan.game)
        for agent in {agent for agent in plan.options.seats if agent is not None}:
            key = (text, agent)
            if len(self._prepared) > MAX_PREPARED:
                self._prepared = {known: task for known, task in self._prepared.items() if not task.done()}
                self._elsewhere = {known: task for known, task in self._elsewhere.items() if not task.done()}
            if key not in self._prepared:
                self._prepared[key] = asyncio.create_task(self.house.deciders.prepare(text, agent, 1))
            task = self._prepared[key]
            try:
                async with asyncio.timeout(PREPARE_SECONDS):
                    await asyncio.shield(task)
            except TimeoutError:
                continue  # it goes on; the first decision waits for it
            except MendaxError:
                self._prepared.pop(key, None)
                raise
            if key not in self._elsewhere:
                self._elsewhere[key] = asyncio.create_task(self._prepare_elsewhere(*key))

    async def _prepare_elsewhere(self, game: str, agent: str) -> None:
        try:
            await self.house.deciders.prepare(game, agent)
        except DecidersClosed:
            pass
        except MendaxError as error:
            _log.warning("%s is not prepared in all workers: %s", agent, error)

    async def warm(self) -> None:
        """Have the workers make ready what one click on the page needs: the agents and advisers of its tables.

        One after the other, the game that is offered first before the others: nobody waits for more than one decision.
        """
        for entry in sorted(all_games().values(), key=lambda entry: not entry.first):
            try:
                seats = (None, *(entry.opponents or ("random",)))
                text = game_text(plan_table(TableOptions(quick_text(entry), seats)).game)
                for agent in dict.fromkeys((*filter(None, seats), *filter(None, (entry.advisor,)))):
                    await self.house.deciders.warm(text, agent)
            except DecidersClosed:
                return
            except MendaxError as error:
                _log.warning("%s is not made ready: %s", entry.name, error)

    def _new_code(self) -> str:
        while (code := "".join(secrets.choice(_CONSONANTS) for _ in range(CODE_LETTERS))) in self.tables:
            pass
        return code

    async def find(self, code: str) -> LiveTable:
        """A table that lives, or one that has ended, as the store knows it."""
        if (table := self.tables.get(code)) is not None:
            return table
        row = await find_table(self.house.db, code)
        if row is None or row.ended is None:
            raise NotFound("there is no such table")
        last = 'SELECT id FROM matches WHERE "table" = ? ORDER BY number DESC LIMIT 1'
        rows = await self.house.db.read(last, (code,))
        table = LiveTable(self.house, code, plan_table(read_options(row.options)))
        table.ended = True
        if rows and (stored := await load_match(self.house.db, rows[0][0])) is not None:
            table.show(read_story(stored))
        self.tables.setdefault(code, table)
        return self.tables[code]

    def public_tables(self) -> list[LiveTable]:
        """The tables that are listed for everybody, the newest first."""
        found = [table for table in self.tables.values() if table.plan.options.public and not table.ended]
        return found[::-1]

    # Players.

    async def player(self, token: str) -> PlayerRow:
        """The player that a token stands for."""
        key = token_hash(token)
        if (found := self._players.get(key)) is None:
            found = await find_player_by_token(self.house.db, key)
            if found is None:
                raise NotAllowed("the token is not known")
            if len(self._players) > 20_000:
                self._players.clear()
            self._players[key] = found
        return found

    async def delete_player(self, player: PlayerRow) -> tuple[int, int]:
        """Delete a player with its name and its own matches; it leaves all tables."""
        for table, place in self.seats_of(player.id):
            await table.leave(place)
        found = await self.house.ledger.delete(player.id)
        self._players.pop(player.token_hash or "", None)
        for table in self.tables.values():
            table.audience.rename(player.id, DELETED)
        return found

    async def sit(
        self, code: str, kind: ClientKind, name: str, token: str | None, wanted: int | None
    ) -> tuple[LiveTable, Place, str | None]:
        """Take a place at a table; without a token a new player is made, and its token returned this once."""
        table = await self.find(code)
        if table.ended:
            raise Refusal("the table has ended")
        player = None if token is None else await self.player(token)
        if player is not None:
            if table.place_of(player.id) is not None:
                raise Refusal("you sit at this table already")
            if len(self.seats_of(player.id)) >= self.house.limits.seats_per_player:
                raise Refusal("you sit at as many tables as you may")
        place = table.free_place(wanted)
        if place is None:
            raise Refusal("there is no free place" if wanted is None else "that place is not free")
        others = [other.name for other in table.places if other.taken]
        known = [agent.name for agent in all_agents(table.plan.game.name).values()]
        shown = clean_name(name, [*others, *known])
        new = None
        if player is None:
            new = secrets.token_urlsafe(24)
            player = PlayerRow(secrets.token_hex(8), shown, kind, token_hash(new), time())
            place.kind = kind  # taken while the player is stored
            try:
                await self.house.db.write(player.insert())
            except MendaxError:
                place.empty()
                raise
        await table.sit(place, kind, shown, player.id)
        return table, place, new

    def seats_of(self, player: str) -> list[tuple[LiveTable, Place]]:
        """Where a player sits."""
        return [
            (table, place)
            for table in self.tables.values()
            if not table.ended and (place := table.place_of(player)) is not None
        ]

    async def _last_seat(self, player: PlayerRow, match: str | None) -> list[tuple[LiveTable, Place]]:
        """Where a player sat last, or played the match that it names: the table may have ended while the client was
        away, and the server may have been started again since.
        """
        code = await last_table(self.house.db, player, match)
        tables = list(self.tables.values()) if code is None else [await self.find(code)]
        sat = [(table, place) for table in tables if (place := table.place_of(player.id)) is not None]
        return sat[-1:]

    async def seat(self, token: str, code: str | None, match: str | None = None) -> tuple[LiveTable, Place]:
        """The seat of a token: at a table that is named, at the only one, or at the last one, which has ended."""
        player = await self.player(token)
        if code is not None:
            table = await self.find(code)
            if (place := table.place_of(player.id)) is None:
                raise NotAllowed("you do not sit at that table")
            return table, place
        found = self.seats_of(player.id) or await self._last_seat(player, match)
        if len(found) != 1:
            raise NotAllowed("you sit at no table" if not found else "you sit at several tables: name one")
        return found[0]


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

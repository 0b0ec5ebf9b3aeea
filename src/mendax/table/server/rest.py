"""The REST side: games, tables, seats, records, results, and one's own data."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from mendax import __version__
from mendax.core.catalogue import agents as all_agents
from mendax.core.catalogue import games as all_games
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame
from mendax.core.parameters import parameters
from mendax.table.deciders import DecidersClosed
from mendax.table.fair import proof_lines
from mendax.table.fair.page import page, page_policy
from mendax.table.server.channel import Channel
from mendax.table.server.live_table import LiveTable
from mendax.table.server.lobby import Lobby
from mendax.table.server.options import TableOptions, quick_text
from mendax.table.server.pages import picture_address, script_address
from mendax.table.server.reasons import NotAllowed, NotFound, Refusal, public_reason
from mendax.table.server.replay import replay_json
from mendax.table.server.stored import read_story
from mendax.table.server.story import Story
from mendax.table.store.errors import StoreError
from mendax.table.store.player_data import export_player
from mendax.table.store.rows import PlayerRow
from mendax.table.store.tables import load_match
from mendax.table.wire.limits import MAX_SEATS, NAME_LETTERS, TURN_LETTERS
from mendax.table.wire.messages import PROTOCOL, TableInfo

T = TypeVar("T")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
_encode = msgspec.json.Encoder(order="deterministic").encode


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down."""

    name: Annotated[str, Meta(min_length=1, max_length=4 * NAME_LETTERS)]
    kind: Literal["person", "program"] = "person"
    place: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None


class SeatTaken(Struct, frozen=True):
    """A place that was taken; `token` is there for a new player, this once."""

    table: TableInfo
    place: int
    name: str
    token: str | None


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(_encode(value), status, media_type="application/json")


class Rest:
    """The handlers of all addresses under `/api`, and `/health`."""

    def __init__(self, lobby: Lobby, num_connections: Callable[[], int], ladder: bytes = b"") -> None:
        self.lobby = lobby
        self.limits = lobby.house.limits
        self._num_connections = num_connections
        self._ladder = ladder

    def routes(self) -> list[Route]:
        """Every address and its handler."""
        return [
            Route("/health", answered(self.health)),
            Route("/api/games", answered(self.games)),
            Route("/api/tables", answered(self.tables), methods=["GET"]),
            Route("/api/tables", answered(self.create), methods=["POST"]),
            Route("/api/tables/{code}", answered(self.table)),
            Route("/api/tables/{code}/seats", answered(self.sit), methods=["POST"]),
            Route("/api/tables/{code}/seats", answered(self.leave), methods=["DELETE"]),
            Route("/api/matches/{match}/record", answered(self.record)),
            Route("/api/matches/{match}/proofs", answered(self.proofs)),
            Route("/api/matches/{match}/replay", answered(self.replay)),
            Route("/api/matches/{match}/review", answered(self.review)),
            Route("/api/results", answered(self.results)),
            Route("/api/ladder", answered(self.ladder)),
            Route("/api/me", answered(self.export), methods=["GET"]),
            Route("/api/me", answered(self.delete), methods=["DELETE"]),
            Route("/verify", answered(self.verify)),
        ]

    async def health(self, request: Request) -> Response:
        """Whether the server is there, and how much it does."""
        tables = [table for table in self.lobby.tables.values() if not table.ended]
        return json_response(
            {
                "status": "ok",
                "version": __version__,
                "protocol": PROTOCOL,
                "tables": len(tables),
                "playing": sum(table.status == "playing" for table in tables),
                "connections": self._num_connections(),
                "resumed": self.lobby.resumed,
            }
        )

    async def games(self, request: Request) -> Response:
        """Every game with its rules, parameters and agents."""
        return json_response({"games": games_json(), "limits": self.limits.to_json()})

    async def tables(self, request: Request) -> Response:
        """The public tables."""
        return json_response({"tables": [table.info() for table in self.lobby.public_tables()[:500]]})

    async def create(self, request: Request) -> Response:
        """Make a table."""
        options = await self._body(request, TableOptions)
        table = await self.lobby.create(options)
        return json_response(table.info(), 201)

    async def table(self, request: Request) -> Response:
        """A table by its code."""
        return json_response((await self._find(request)).info())

    async def _find(self, request: Request) -> LiveTable:
        code = request.path_params["code"]
        if not code.isascii() or not code.isalpha() or len(code) > 20:
            raise NotFound("there is no such table")
        return await self.lobby.find(code)

    async def sit(self, request: Request) -> Response:
        """Sit down: the answer has the token, this once."""
        asked = await self._body(request, SitDown)
        code = (await self._find(request)).code
        table, place, token = await self.lobby.sit(code, asked.kind, asked.name, bearer(request), asked.place)
        return json_response(SeatTaken(table.info(), place.number, place.name, token), 201)

    async def leave(self, request: Request) -> Response:
        """Leave a table."""
        table = await self._find(request)
        player = await self._me(request)
        if table.ended:
            raise Refusal("the table has ended")
        if (place := table.place_of(player.id)) is None:
            raise NotAllowed("you do not sit at that table")
        await table.leave(place)
        return json_response(table.info())

    async def record(self, request: Request) -> Response:
        """A match: its full record where anyone may see it, else what the token's seat or a spectator saw."""
        story, ended = await self._story(request)
        header = story.header
        if ended and (header.open or header.game.shows_all):
            record = await asyncio.to_thread(story.record)
            return json_response({"match": header.match, "kind": "record", "record": str(record)})
        seat = await self._seat_in(request, story)
        channel = await asyncio.to_thread(Channel, story, seat)
        frames = [msgspec.Raw(raw) for raw in channel.frames]
        return json_response({"match": header.match, "kind": "transcript", "seat": seat, "frames": frames})

    async def proofs(self, request: Request) -> Response:
        """What proves the dice and cards of a match to the token's seat or to a spectator: a JSON object a line."""
        story, _ = await self._story(request)
        seat = await self._seat_in(request, story)
        header = story.header
        actions = (header.game.parse_action(move.action) for move in story.moves)
        asked = (header.match, header.game, header.secret, story.mixes, actions, seat)
        lines = await asyncio.to_thread(proof_lines, *asked, is_open=header.open)
        return Response(b"".join(_encode(line) + b"\n" for line in lines), media_type="application/x-ndjson")

    async def replay(self, request: Request) -> Response:
        """A match step by step: the frames and views of the token's seat or of a spectator, or of any seat (`seat`)
        where everything may be seen.
        """
        story, ended = await self._story(request)
        header = story.header
        seat = await self._seat_in(request, story)
        if asked := request.query_params.get("seat"):
            if not (ended and (header.open or header.game.shows_all)):
                raise NotAllowed("other seats are shown after the end, at open tables")
            seat = _read_seat(asked, header.game)
        return json_response(await asyncio.to_thread(replay_json, story, seat))

    async def review(self, request: Request) -> Response:
        """How a seat played a match that is over, by the game's coach: the token's seat, or at open tables any."""
        story, ended = await self._story(request)
        header, own = story.header, await self._seat_in(request, story)
        asked = request.query_params.get("seat")
        seat = _read_seat(asked, header.game) if asked else own
        if seat is None:
            raise NotFound("say which seat: ?seat=0")
        if seat != own and not (header.open or header.game.shows_all):
            raise NotAllowed("at a closed table the coach tells players about their own seats alone")
        if not ended:
            raise Refusal("the coach looks back when the match is over")
        return json_response(await self.lobby.house.reviews.review(story, seat))

    async def ladder(self, request: Request) -> Response:
        """Ratings of the agents among themselves, as `mendax ladder` has written them."""
        return Response(self._ladder, media_type="application/json")

    async def verify(self, request: Request) -> Response:
        """The page that checks proof files; it also works without the server."""
        html = page()
        headers = {"content-security-policy": f"{page_policy(html)}; frame-ancestors 'none'"}
        return Response(html, media_type="text/html", headers=headers)

    async def results(self, request: Request) -> Response:
        """Results by player, opponent and seat."""
        return json_response(self.lobby.house.ledger.results())

    async def export(self, request: Request) -> Response:
        """All that is stored of the token's player, and where it sits."""
        player = await self._me(request)
        found = (await export_player(self.lobby.house.db, player.id)).to_json()
        for match in found["matches"]:  # the numbers of moves in the match may be hidden; its own are counted
            for number, move in enumerate(match["moves"]):
                move["number"] = number
        seats = [{"table": table.code, "place": place.number} for table, place in self.lobby.seats_of(player.id)]
        return json_response({**found, "seats": seats})

    async def delete(self, request: Request) -> Response:
        """Delete the token's player: its name everywhere, and the matches that were its own."""
        player = await self._me(request)
        deleted, renamed = await self.lobby.delete_player(player)
        return json_response({"deleted_matches": deleted, "renamed_matches": renamed})

    async def _me(self, request: Request) -> PlayerRow:
        if (token := bearer(request)) is None:
            raise NotAllowed("a token is needed")
        return await self.lobby.player(token)

    async def _story(self, request: Request) -> tuple[Story, bool]:
        """The match that is asked for, as far as it is stored, and whether it has ended."""
        match = request.path_params["match"]
        if not match.isascii() or not match.isalnum() or len(match) > TURN_LETTERS:
            raise NotFound("there is no such match")
        stored = await load_match(self.lobby.house.db, match)
        if stored is None:
            raise NotFound("there is no such match")
        return read_story(stored), stored.match.ended is not None

    async def _seat_in(self, request: Request, story: Story) -> int | None:
        """The seat of the token's player in a match; none is a spectator."""
        token = bearer(request)
        if token is None:
            return None
        return story.header.seat_of((await self.lobby.player(token)).id)

    async def _body(self, request: Request, kind: type[T]) -> T:
        """A request's body, of limited size, by its schema."""
        raw = bytearray()
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > self.limits.body_bytes:
                raise HTTPException(413, "the body is too long")
        try:
            return msgspec.json.decode(bytes(raw), type=kind)
        except msgspec.ValidationError as error:
            raise HTTPException(422, schema_reason(error)) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise HTTPException(400, "the body is not JSON") from None


def _read_seat(text: str, game: AnyGame) -> int:
    """A seat that a request names."""
    if not text.isascii() or not text.isdecimal() or not int(text[:3]) < game.seats:
        raise NotFound("there is no such seat")
    return int(text[:3])


def schema_reason(error: msgspec.ValidationError) -> str:
    """What is wrong with a body, without its texts."""
    text = str(error)
    if text.startswith("Object contains unknown field"):
        return "the body has a field that is not in the protocol"
    if text.startswith(("Expected", "Object missing")):
        return text[:160]
    return "the body is not as the protocol says"


def bearer(request: Request) -> str | None:
    """The token of a request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return None
    if kind.lower() != "bearer" or not token or len(token) > 100:
        raise NotAllowed("the header is written: Authorization: Bearer TOKEN")
    return token.strip()


def answered(handler: Handler) -> Handler:
    """A handler whose errors become one line of JSON."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except HTTPException as error:
            return json_response({"error": error.detail}, error.status_code)
        except ClientDisconnect:
            return Response(status_code=400)
        except MendaxError as error:
            return json_response({"error": public_reason(error)}, status_of(error))

    return handle


def status_of(error: MendaxError) -> int:
    """The status of an error that a client can act on."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, NotAllowed):
        return 401
    if isinstance(error, Refusal):
        return 409
    if isinstance(error, StoreError | DecidersClosed):
        return 503
    return 422


@cache
def games_json() -> tuple[dict[str, Any], ...]:
    """The catalogue as JSON."""
    found = []
    for entry in all_games().values():
        game = entry.build()
        found.append(
            {
                "name": entry.name,
                "title": entry.heading,
                "about": entry.about,
                "first": entry.first,
                "quick": quick_text(entry),
                "opponents": entry.opponents,
                "page": script_address(entry),
                "picture": picture_address(entry),
                "seats": game.seats,
                "rules": entry.load_face().for_game(game).rules(game),
                "rules_version": game.rules_version,
                "shows_all": game.shows_all,
                "counted": game.counted.kind.value,
                "unit": game.counted.unit,
                "parameters": [parameter.to_json() for parameter in parameters(type(game))],
                "agents": [
                    {"name": agent.title, "about": agent.about, "thinks": agent.thinks or agent.about}
                    for agent in all_agents(entry.name).values()
                ],
            }
        )
    return tuple(found)

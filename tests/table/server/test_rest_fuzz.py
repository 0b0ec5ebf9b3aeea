"""REST by its schema: schemathesis makes requests that follow it and requests that break it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from mendax.core.catalogue import games
from mendax.table.server.options import TableOptions
from mendax.table.server.rest import SitDown
from mendax.table.wire.limits import LIMITS
from tests.table.server.in_process import PATIENT, InProcess, in_process
from tests.table.server.test_fuzz import INSIDE

TOKEN = {"in": "header", "name": "Authorization", "schema": {"type": "string"}}


def openapi() -> dict[str, Any]:
    """The addresses of the protocol page; bodies are the server's own schemas."""
    schemas, components = msgspec.json.schema_components(
        (TableOptions, SitDown), ref_template="#/components/schemas/{name}"
    )
    answers = {str(code): {"description": "an answer"} for code in (200, 201, 400, 401, 404, 405, 409, 413, 422)}

    def operation(body: object = None, *names: str) -> dict[str, Any]:
        parameters = [{"in": "path", "name": name, "required": True, "schema": {"type": "string"}} for name in names]
        found: dict[str, Any] = {"parameters": [*parameters, TOKEN], "responses": answers}
        if body is not None:
            found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
        return found

    paths = {
        "/health": {"get": operation()},
        "/api/games": {"get": operation()},
        "/api/tables": {"get": operation(), "post": operation(schemas[0])},
        "/api/tables/{code}": {"get": operation(None, "code")},
        "/api/tables/{code}/seats": {"post": operation(schemas[1], "code"), "delete": operation(None, "code")},
        "/api/matches/{match}/record": {"get": operation(None, "match")},
        "/api/matches/{match}/proofs": {"get": operation(None, "match")},
        "/api/results": {"get": operation()},
        "/api/me": {"get": operation(), "delete": operation()},
    }
    info = {"title": "Tables", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


SCHEMA = schemathesis.openapi.from_dict(openapi())
OPERATIONS = [(path, method) for path, methods in openapi()["paths"].items() for method in methods]
REAL = st.sampled_from([*games(), "one-die:faces=4", "holdem:hands=2,players=3", "liars-dice:dice=99", "yahtzee:x=1"])
AGENTS = st.sampled_from(["nobody", "best-response:tree", "model:/etc/passwd", "target:../x", "random:1", "\u202e"])
"""Agents that strangers cannot have. Those that they can are played elsewhere: here no worker runs."""
TABLES = st.fixed_dictionaries(
    {"game": REAL, "seats": st.just([None, None]) | st.lists(st.none() | AGENTS, max_size=4)},
    optional={"least": st.integers(1, 12), "open": st.booleans(), "goes_on": st.booleans(), "pace": st.floats(0, 90)},
)


def run(data: Path, examples: int) -> Counter[int]:
    """Send requests to every address; the statuses that came back."""
    seen: Counter[int] = Counter()

    async def ask(server: InProcess, case: Any, broken: bool) -> None:
        body = case.body
        headers = {str(name): str(value) for name, value in dict(case.headers or {}).items()}
        raw = body if isinstance(body, bytes) else None if _unset(body) else json.dumps(body, default=str).encode()
        status, answer = await server.raw(case.method.upper(), case.formatted_path, raw, headers)
        check(status, answer)
        if broken and not _unset(case.body):
            assert status >= 400, (case.method, case.formatted_path, raw)
        seen[status] += 1

    def check(status: int, answer: bytes) -> None:
        assert status < 500, answer
        if status >= 400:
            reason = json.loads(answer)["error"]
            assert isinstance(reason, str)
            assert len(reason) <= 300
            assert not INSIDE.search(reason), reason

    async def table(server: InProcess, options: Any) -> None:
        status, answer = await server.raw("POST", "/api/tables", json.dumps(options).encode(), {})
        check(status, answer)
        seen[status] += 1

    loop = asyncio.new_event_loop()
    wait = loop.run_until_complete

    def send(broken: bool, case: Any) -> None:
        wait(ask(server, case, broken))

    stack = in_process(data, PATIENT)
    server, complaints = loop.run_until_complete(stack.__aenter__())
    try:
        for path, method in OPERATIONS:
            modes = [GenerationMode.POSITIVE]
            if method == "post":  # elsewhere every text follows the schema
                modes.append(GenerationMode.NEGATIVE)
            for mode in modes:
                cases = SCHEMA[path][method.upper()].as_strategy(generation_mode=mode)
                broken = mode is GenerationMode.NEGATIVE
                each(cases, examples, partial(send, broken))
        each(TABLES, 4 * examples, lambda options: wait(table(server, options)))
        assert loop.run_until_complete(server.request("GET", "/health"))[1]["status"] == "ok"
    finally:
        loop.run_until_complete(stack.__aexit__(None, None, None))
        loop.close()
    assert not complaints, complaints
    return seen


def each(strategy: st.SearchStrategy[Any], examples: int, use: Callable[[Any], object]) -> None:
    """Use so many examples."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def one(example: Any) -> None:
        use(example)

    one()


def _unset(value: object) -> bool:
    return type(value).__name__ == "NotSet"


def test_requests_by_the_schema(tmp_path: Path) -> None:
    seen = run(tmp_path, 12)
    assert {200, 201, 401, 404, 422} <= seen.keys()


@pytest.mark.slow
def test_thousands_of_requests_by_the_schema(tmp_path: Path) -> None:
    assert run(tmp_path, 400).total() > 5000


def test_a_body_that_is_too_long(tmp_path: Path) -> None:
    async def send() -> int:
        async with in_process(tmp_path) as (server, _):
            status, _ = await server.raw("POST", "/api/tables", b" " * (LIMITS.body_bytes + 1), {})
            return status

    assert asyncio.run(send()) == 413

"""docs/protocol.md says what the server does: every frame, address, limit and code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from mendax.core.catalogue import games
from mendax.table.server import connection
from mendax.table.server.options import TableOptions, plan_table
from mendax.table.server.rest import Rest
from mendax.table.wire import LIMITS, PROTOCOL
from mendax.table.wire.messages import ClientFrame, Frame, ServerFrame, read_client_frame, read_server_frame

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
FROM_CLIENTS = PAGE.partition("### From the server")[0]
CLIENT: tuple[type[Frame], ...] = ClientFrame.__args__
SERVER: tuple[type[Frame], ...] = ServerFrame.__args__


def kind_of(frame: type[Frame]) -> str:
    tag = frame.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@pytest.mark.parametrize("line", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_of_the_protocol(line: str) -> None:
    found = json.loads(line)
    if "type" not in found:
        plan_table(msgspec.json.decode(line, type=TableOptions))
        return
    read = read_client_frame if line in FROM_CLIENTS else read_server_frame  # some types go both ways
    frame: Any = read(line)
    again = json.loads(msgspec.json.encode(frame))
    assert {name: found[name] for name in again} == again


@pytest.mark.parametrize("frame", [*CLIENT, *SERVER], ids=kind_of)
def test_every_frame_and_field_has_an_example(frame: type[Frame]) -> None:
    sent = [line for line in EXAMPLES if (line in FROM_CLIENTS) == (frame in CLIENT)]
    examples = [found for line in sent if (found := json.loads(line)).get("type") == kind_of(frame)]
    assert examples
    assert f"`{kind_of(frame)}`" in PAGE
    assert set(frame.__struct_encode_fields__) <= {name for example in examples for name in example}


def test_every_option_of_a_table_has_an_example() -> None:
    (example,) = [found for line in EXAMPLES if "type" not in (found := json.loads(line))]
    assert set(example) == set(TableOptions.__struct_fields__)


def test_every_address_is_on_the_page() -> None:
    lobby: Any = SimpleNamespace(house=SimpleNamespace(limits=LIMITS))
    routes = Rest(lobby, lambda: 0).routes()
    told = set(re.findall(r"^\| `(GET|POST|DELETE) (/\S+)` \|", PAGE, re.MULTILINE))
    there = {
        (method, route.path.replace("{code}", "CODE").replace("{match}", "ID"))
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert told == there


def test_the_limits_are_as_the_page_says() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", PAGE, re.MULTILINE))
    assert {name: float(value.replace(",", "")) for name, value in told.items()} == LIMITS.to_json()
    for name in ("person_seconds", "program_seconds", "seat_seconds"):
        assert f"{getattr(LIMITS, name):g}" in PAGE


def test_codes_defaults_and_version() -> None:
    codes = {value for name, value in vars(connection).items() if name.isupper() and type(value) is int}
    told = {int(code) for code in re.findall(r"^\| (\d{4})\b", PAGE, re.MULTILINE)}
    assert codes <= told
    defaults = PAGE.partition("| game | default action |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| ([a-z-]+) \|", defaults, re.MULTILINE)) >= {
        entry.name for entry in games().values() if entry.rules.startswith("mendax.")
    }
    assert f'"protocol": {PROTOCOL}' in PAGE

"""Scripts of the page under node: pure functions of a game's face, called with JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

PAGE = Path(str(files("mendax.table.page")))
needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="node is not installed: it runs the page's scripts"
)

# The server serves the page's modules under /page/; node finds them in the package.
_RESOLVE = f"""
export async function resolve(name, context, next) {{
  return next(name.startsWith("/page/") ? {json.dumps(PAGE.as_uri() + "/")} + name.slice(6) : name, context);
}}
"""
_REGISTER = f"""
import {{ register }} from "node:module";
globalThis.matchMedia = () => ({{ matches: true }});
register("data:text/javascript,{quote(_RESOLVE)}");
"""


def call(script: Path, body: str, given: object) -> Any:
    """What the body of a function of `of` (the module) and `given` returns, as JSON."""
    program = f"""
import {{ readFileSync }} from "node:fs";
const of = await import({json.dumps(script.as_uri())});
const given = JSON.parse(readFileSync(0, "utf8"));
const run = () => {{ {body} }};
console.log(JSON.stringify(run()));
"""
    found = subprocess.run(
        [
            "node",
            "--no-warnings",
            "--import",
            f"data:text/javascript,{quote(_REGISTER)}",
            "--input-type=module",
            "-e",
            program,
        ],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)

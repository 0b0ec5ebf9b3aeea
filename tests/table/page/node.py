"""Runs functions of the page's scripts under node; only scripts that draw nothing can be run so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

PAGE = Path(str(files("mendax.table.page")))

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


def run_script(script: str, function: str, given: object) -> Any:
    """What a function gives, called with the exports of a script ("package:file") and a JSON value."""
    node = shutil.which("node")
    if node is None and os.environ.get("MENDAX_CI"):
        pytest.fail("the page's scripts cannot be run: node is missing")
    if node is None:
        pytest.skip("needs node, to run the page's scripts: apt install nodejs")
    package, _, name = script.partition(":")
    with as_file(files(package).joinpath(name)) as path:
        program = (
            f"const page = await import({json.dumps(path.as_uri())});"
            "let text = ''; for await (const part of process.stdin) text += part;"
            f"process.stdout.write(JSON.stringify(({function})(page, JSON.parse(text))));"
        )
        register = f"data:text/javascript,{quote(_REGISTER)}"
        done = subprocess.run(
            [node, "--no-warnings", "--import", register, "--input-type=module", "-e", program],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

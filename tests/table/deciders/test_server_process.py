"""The server's process imports no agent: neither its libraries nor its module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import asyncio, sys
from mendax.table.deciders import Deciders
from tests.table.deciders.playing import play

async def main():
    deciders = Deciders(1, 60.0)
    deciders.start()
    for game, agent in (("liars-dice:players=2", "p"), ("yahtzee:players=2", "greedy")):
        await deciders.prepare(game, agent)
        played = await play(deciders, game, (agent, "random"), most=10)
        assert played.answers and not played.faults
    (status,) = await deciders.status()
    await deciders.close()
    assert status.memory > 10_000_000 and status.matches == 0, status

asyncio.run(main())
heavy = {"soar_sml", "Python_sml_ClientInterface", "jax", "numba", "scipy"} & set(sys.modules)
print(sorted(heavy), [name for name in sys.modules if ".agents" in name and name.startswith("mendax.games")])
"""


def test_the_server_process_imports_no_agent() -> None:
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", CODE], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[] []\n"

"""Three nodes of Ray on one machine: one is lost, the driver is killed, and the results are the same."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mendax.arena.engines.engine import open_engine
from mendax.arena.engines.ray_engine import MAX_WITHOUT_HEAD, QUIET, RayEngine
from mendax.arena.parquet import write_games
from mendax.arena.play import plan_tournament
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.core import Agent, AnyGame, Decision, Seat
from mendax.core.errors import MendaxError
from tests.arena.agents import GAME, named, numbers
from tests.arena.engines.test_executor import learn
from tests.cli.test_ctrl_c import usual_ctrl_c
from tests.command_line import MENDAX, assert_refused

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="the extra ray is not installed"),
    # Ray leaves files of its processes open when it is shut down in the middle of things.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


DOCS = Path(__file__).parents[3] / "docs" / "cluster.md"
RAY = [sys.executable, "-m", "ray.scripts.scripts"]
QUIET_NODE = {"include_dashboard": False}
GIVE_UP = 300.0
"""Seconds after which something will not happen any more; nothing is expected to take so long."""


class Cluster:
    """Ray's nodes on this machine, one core each."""

    def __init__(self, nodes: int) -> None:
        from ray.cluster_utils import Cluster as Nodes

        self.nodes = Nodes()
        try:
            added = [self.nodes.add_node(wait=False, object_store_memory=100 << 20, **QUIET_NODE) for _ in range(nodes)]
            self.nodes.wait_for_nodes(timeout=GIVE_UP)
        except Exception:
            self.nodes.shutdown()
            raise
        self.others = added[1:]

    @property
    def address(self) -> str:
        return str(self.nodes.address)

    def kill_node(self) -> None:
        """As if somebody pulled the plug."""
        self.nodes.remove_node(self.others.pop(), allow_graceful=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Its nodes and drivers have a token, as docs/cluster.md says.

    Ray keeps one way of asking for tokens for a whole process, and a cluster of this machine alone asks for one: so
    this one does, whichever test comes first.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**QUIET, "RAY_AUTH_MODE": "token"}.items():
            patch.setenv(name, value)
        subprocess.run([*RAY, "get-auth-token", "--generate"], capture_output=True, check=True)
        found = start_cluster()
        yield found
        found.nodes.shutdown()


def start_cluster() -> Cluster:
    """A node has half a minute to start, says Ray; on a busy machine another try is in time."""
    for _ in range(5):
        try:
            return Cluster(3)
        except Exception as error:
            if "timed out" not in str(error).lower():
                raise
    return Cluster(3)


def wait_for_cores(engine: RayEngine, cores: int) -> None:
    """Ray notices after a while that a node has come or is gone."""
    until = time.monotonic() + GIVE_UP
    while engine.cores() != cores and time.monotonic() < until:
        time.sleep(0.05)
    assert engine.cores() == cores


class Slow(Agent[Any, Any, Any]):
    """Takes its time, so that something is going on when a node is lost."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        time.sleep(0.002)
        return Decision(actions[int(self.rng.random() * len(actions))])


def slow(game: AnyGame, seat: Seat, rng: Random) -> Slow:
    return Slow(rng)


def test_a_node_is_lost_and_the_driver_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    """One run on three nodes, of which one is killed; another whose driver is killed, and which goes on elsewhere."""
    agents, schedule = [*named("tree"), ("slow", slow)], match_schedule(2, 2, 900)
    here = run_games(GAME, agents, schedule, seed=5, workers=2)
    write_games(here.results, tmp_path / "here.parquet")
    driver = killed_driver(cluster, tmp_path / "log")
    with RayEngine(cluster.address) as engine:
        wait_for_cores(engine, 3)
        killed: list[int] = []

        def kill(done: int) -> None:
            if done >= 200 and not killed:
                killed.append(done)
                cluster.kill_node()

        there = run_games(GAME, agents, schedule, seed=5, engine=engine, progress=kill)
        assert killed
        wait_for_cores(engine, 2)
        write_games(there.results, tmp_path / "there.parquet")
        assert (tmp_path / "there.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()
        assert learn(tmp_path / "there", None) == learn(tmp_path / "also there", engine)  # type: ignore[arg-type]

        # What the killed driver left is finished by our own pool, and by the cluster.
        kept = (tmp_path / "log" / "games.jsonl").read_text()
        begun = driver.count("\n")
        assert begun
        again = run_games(GAME, named("tree", "matrix"), LONG, seed=5, out=tmp_path / "log", engine=engine)
        (tmp_path / "log" / "games.jsonl").write_text(kept)
        back = run_games(GAME, named("tree", "matrix"), LONG, seed=5, out=tmp_path / "log", workers=2)
    whole = run_games(GAME, named("tree", "matrix"), LONG, seed=5, workers=2)
    assert numbers(again) == numbers(back) == numbers(whole)


LONG = match_schedule(2, 2, 60_000)


def killed_driver(cluster: Cluster, out: Path) -> str:
    """Begin a match as a user does, and kill the command while it plays; returns its log."""
    command = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "60000", "--seed", "5", "--out", str(out)]
    process = subprocess.Popen(
        [*command, "--engine", "ray", "--address", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    log, until = out / "games.jsonl", time.monotonic() + GIVE_UP
    while not (log.exists() and log.stat().st_size > 2000) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=GIVE_UP)
    assert process.returncode == -signal.SIGKILL, errors
    others = [line for line in errors.splitlines() if not line.startswith("mendax: one-die: ")]
    assert not others, "Ray is silent; we say how far we are"
    return log.read_text()


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1", "127.0.0.1:none", ":6379", "ray://127.0.0.1:1", "h:65536"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(MendaxError, match="the address of a Ray cluster is HOST:PORT or auto, not"):
        open_engine("ray", address)


def test_no_cluster_there() -> None:
    """The port is bound, and nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(MendaxError, match=f"no Ray cluster answers at {address}: Connection refused"):
            open_engine("ray", address)


def test_without_ray_the_answer_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("mendax.arena.engines.ray_engine.find_spec", lambda name: None if name == "ray" else find(name))
    command = ["match", "one-die", "tree", "matrix", "--engine", "ray"]
    assert_refused(capsys, command, "this needs ray, which is not installed: pip install 'mendax[ray]'")


@pytest.mark.parametrize(
    "command", ["tournament one-die tree matrix", "train liars-dice --out {}", "reproduce one-die"]
)
def test_every_command_answers_so(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mendax.arena.engines.ray_engine.find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    words = [word.format(tmp_path / "out") for word in command.split()]
    assert_refused(capsys, [*words, "--engine", "ray"], "this needs ray, which is not installed")


@pytest.mark.slow
def test_the_example_for_a_cloud_has_the_form_that_ray_wants() -> None:
    """As `ray up` checks it, before it asks the cloud for anything."""
    from ray.autoscaler._private.util import prepare_config, validate_config

    yaml = pytest.importorskip("yaml")  # Ray needs it itself
    text = DOCS.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    example = yaml.safe_load(text)
    validate_config(prepare_config(example))
    with pytest.raises(Exception, match="Additional properties are not allowed"):
        validate_config(prepare_config({**example, "workers": 3}))


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "log"
    command = [*MENDAX, "match", "one-die", "tree", "matrix", "--games", "400000", "--out", str(out), "--json"]
    process = subprocess.Popen(
        [*command, "--engine", "ray", "--address", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=usual_ctrl_c,
    )
    log, until = out / "games.jsonl", time.monotonic() + GIVE_UP
    while not (log.exists() and log.stat().st_size > 2000) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=GIVE_UP)
    assert process.returncode == 130, errors
    assert "goes on from here" in errors
    assert "Traceback" not in errors
    summary = json.loads(printed)
    kept = sum(json.loads(line)["stop"] - json.loads(line)["start"] for line in log.read_text().splitlines())
    assert 0 < kept == summary["games"] < 400_000


@pytest.mark.slow
def test_a_head_node_that_is_gone_ends_the_run(cluster: Cluster) -> None:
    """Ray would end the program. Here nobody listens where the head node should be."""
    with RayEngine(cluster.address) as engine, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        head, engine.head = engine.head, f"127.0.0.1:{free.getsockname()[1]}"
        for _ in range(MAX_WITHOUT_HEAD - 1):
            engine.looked = 0.0
            assert engine.cores() > 0, "it may be busy"
        engine.looked = 0.0
        with pytest.raises(MendaxError, match="the head node of the Ray cluster is gone; what was played is kept"):
            engine.cores()
        engine.head, engine.failure, engine.looked = head, "", 0.0
        assert engine.cores() > 0
        assert not engine.without_head


@pytest.mark.slow
def test_train_learns_the_same(cluster: Cluster, tmp_path: Path) -> None:
    """Real Soar learners, through the command."""
    options = ["--preset", "b-0", "--blocks", "2", "--runs", "2", "--games-per-block", "10", "--native", "--json"]
    for name, engine in (("here", []), ("there", ["--engine", "ray", "--address", cluster.address])):
        command = [*MENDAX, "train", "liars-dice", *options, "--out", str(tmp_path / name), *engine]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    for path in sorted((tmp_path / "here").rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "there" / path.relative_to(tmp_path / "here")).read_bytes(), path


TOURNAMENTS = {
    "one-die": ("tree", "matrix", "equilibrium"),
    "liars-dice:players=2": ("p", "emh", "probability"),
    "yahtzee:players=2": ("greedy", "random"),
    "blufpoker": ("naive", "knowing", "random"),
    "holdem:hands=5": ("soarbot", "loose", "tight", "always-call"),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", TOURNAMENTS)
def test_the_same_file_for_each_game(cluster: Cluster, game: str, tmp_path: Path) -> None:
    """Through the commands, as a user does."""
    options = ["tournament", game, *TOURNAMENTS[game], "--games", "24", "--seed", "7", "--json", "--parquet"]
    engines = {"processes": ["--engine", "processes"], "ray": ["--engine", "ray", "--address", cluster.address]}
    for name, engine in engines.items():
        done = subprocess.run(
            [sys.executable, "-m", "mendax", *options, str(tmp_path / name), *engine],
            capture_output=True,
            text=True,
            env=os.environ,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "ray").read_bytes() == (tmp_path / "processes").read_bytes()
    assert len(plan_tournament(game, TOURNAMENTS[game], 24).schedule) >= 24

"""The engine `ray`: one station on each node of a Ray cluster, and our own worker processes behind it.

A station is an actor with a thread for each core of its node. What is shared lies in Ray's object store; a station
fetches it once. Nodes that join are used, and what ran on a lost one is reported as lost. Ray's dashboard, metrics,
usage reports and log lines are off: nothing is sent outside the cluster.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Final, TypeVar

from mendax import __version__
from mendax.arena.engines.executor import ExecutorEngine, WorkerLost
from mendax.arena.pool import default_workers
from mendax.core.errors import MendaxError, MissingExtra, one_line

T = TypeVar("T")

QUIET: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_enable_metrics_collection": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
"""Ray's settings that keep it silent; what the user has set stays."""
JOINING: Final = {"RAY_NUM_REDIS_GET_RETRIES": "1"}
"""How often Ray asks what is at an address: each time takes 40 seconds, and it would ask twenty times."""
TOKEN_HINT: Final = "; if it asks for a token, set RAY_AUTH_MODE=token and put the token into ~/.ray/auth_token"
PROBE_SECONDS: Final = 20.0
"""How long an address may take to accept a connection."""
NODE_SECONDS: Final = 2.0
"""How often we ask which nodes there are."""
START_SECONDS: Final = 120.0
"""How long the first station may take to start."""
MAX_WITHOUT_HEAD: Final = 4
"""So many looks in a row may find no head node."""
HERE: Final = "local"
"""The address of a cluster of this machine alone, which is started and ended with the engine."""
AUTO: Final = "auto"
"""The address of the cluster that this machine is part of."""


class Station:
    """What runs on a node: it makes calls, each in a thread of its own."""

    def __init__(self) -> None:
        # A worker process would import this process's main program, which is Ray's and of no use to it.
        vars(sys.modules["__main__"]).pop("__file__", None)
        self.shared: dict[str, bytes] = {}
        self.lock = threading.Lock()

    def about(self) -> str:
        """The version of this package here; Ray compares those of Python and of itself."""
        return __version__

    def run(self, packed: bytes, reference: list[Any]) -> Any:
        """Make a call with what is shared under a key; where it is not kept any more, nothing is done."""
        call, key, arguments = pickle.loads(packed)
        with self.lock:
            if key not in self.shared:
                if not reference:
                    return NOT_KEPT
                import ray

                if len(self.shared) >= KEPT:
                    self.shared.pop(next(iter(self.shared)))
                self.shared[key] = ray.get(reference[0])
            data = self.shared[key]
        return call(data, *arguments)


NOT_KEPT: Final = "not kept"
"""The answer of a station that was not sent what it needs."""
KEPT: Final = 64
"""So many shared things a station keeps: a job, or the courses of learners."""


@dataclass(slots=True)
class _Node:
    """A node as we see it."""

    station: Any
    cores: int
    ready: bool = False
    lost: bool = False
    running: int = 0
    held: set[str] = field(default_factory=set)
    """The keys of what its station has used: it need not be sent again."""


@dataclass(frozen=True, slots=True)
class _Shared:
    key: str
    reference: Any


class RayEngine(ExecutorEngine):
    """The nodes of a Ray cluster."""

    def __init__(self, address: str = "", workers: int | None = None) -> None:
        if find_spec("ray") is None:
            raise MissingExtra("ray")
        self.limit = workers
        self.nodes: dict[str, _Node] = {}
        self.looked = 0.0
        self.failure = ""
        self.without_head = 0
        """So often in a row the head node was not found."""
        self.began = connect(address or HERE, workers)
        self.head = head_address()
        try:
            self._wait()
        except BaseException:
            self.close()
            raise

    def _wait(self) -> None:
        """Wait for the first station."""
        until = time.monotonic() + START_SECONDS
        while not self.cores():
            if time.monotonic() > until:
                raise MendaxError(f"no core of the Ray cluster was free for {START_SECONDS:.0f} s")
            time.sleep(0.05)

    def cores(self) -> int:
        if time.monotonic() - self.looked > NODE_SECONDS:
            self._look()
        if self.failure:
            raise MendaxError(self.failure)
        return sum(node.cores for node in self.nodes.values() if node.ready and not node.lost)

    def _look(self) -> None:
        """Start a station on every node that has none, and forget nodes that are gone."""
        import ray

        self.looked = time.monotonic()
        if not self._finds_head():
            return
        try:
            nodes = ray.nodes()
        except Exception:  # the head node is busy: we ask again
            return
        alive = {node["NodeID"]: node["Resources"] for node in nodes if node["Alive"]}
        for name in [name for name, node in self.nodes.items() if node.lost or name not in alive]:
            self.nodes.pop(name).lost = True
        for name, resources in alive.items():
            cores = int(resources.get("CPU", 0))
            if name not in self.nodes and cores:
                self.nodes[name] = self._open(name, cores)

    def _finds_head(self) -> bool:
        """Whether the head node is there now. After some seconds without it the run ends; Ray would end the program."""
        host, _, port = self.head.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), PROBE_SECONDS).close()
        except OSError:
            self.without_head += 1
            if self.without_head >= MAX_WITHOUT_HEAD:
                self.failure = "the head node of the Ray cluster is gone; what was played is kept"
            return False
        self.without_head = 0
        return True

    def _open(self, name: str, cores: int) -> _Node:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(name, soft=False)
        actor = ray.remote(Station).options(num_cpus=cores, max_concurrency=cores + 1, scheduling_strategy=here)
        node = _Node(actor.remote(), cores)

        def started(future: Future[str]) -> None:
            try:
                version = future.result()
            except Exception:  # it is tried again when we look at the nodes the next time
                node.lost = True
                return
            node.ready = True
            if version != __version__:
                self.failure = f"a node has mendax {version}, and this machine has {__version__}"

        node.station.about.remote().future().add_done_callback(started)
        return node

    def share(self, data: bytes) -> _Shared:
        import ray

        reference = ray.put(data)
        return _Shared(reference.hex(), reference)

    def submit(self, call: Callable[..., T], shared: _Shared, *arguments: Any) -> Future[T]:
        # The node with the most cores to spare; at the end tasks are spread over nodes.
        ready = [node for node in self.nodes.values() if node.ready and not node.lost]
        found: Future[T] = Future()
        found.set_running_or_notify_cancel()
        if not ready:
            found.set_exception(WorkerLost("no node is left"))
            return found
        node = max(ready, key=lambda one: one.cores - one.running)
        node.running += 1

        def finished(future: Future[T]) -> None:
            node.running -= 1
            _pass_on(future, found, node, shared.key)

        # One argument in our own bytes: Ray takes as long for each of several.
        packed = pickle.dumps((call, shared.key, arguments), protocol=5)
        reference = node.station.run.remote(packed, [] if shared.key in node.held else [shared.reference])
        reference.future().add_done_callback(finished)
        return found

    def close(self) -> None:
        import ray

        if not ray.is_initialized():
            return
        if self.without_head:
            return  # Ray takes leave at the end of the program: it may end it at once, and nothing would be said
        if self.began:
            ray.shutdown()  # stations end with whoever started them
        else:
            for node in self.nodes.values():
                with suppress(Exception):
                    ray.kill(node.station)
        self.nodes.clear()


def _pass_on(future: Future[T], found: Future[T], node: _Node, key: str) -> None:
    """Put what Ray says of a call into our future: its result, or that the worker is lost, or what was wrong."""
    from ray.exceptions import RayError, RayTaskError

    try:
        result = future.result()
    except RayTaskError as error:
        found.set_exception(MendaxError(f"a node reports {one_line(error.cause)}"))
    except (RayError, OSError) as error:
        node.lost = True
        found.set_exception(WorkerLost(one_line(error)[:200]))
    except BaseException as error:
        found.set_exception(error)
    else:
        if result == NOT_KEPT:
            node.held.discard(key)
            found.set_exception(WorkerLost("a node had let go of what it needs"))
            return
        node.held.add(key)
        found.set_result(result)


def connect(address: str, cores: int | None = None) -> bool:
    """Join a cluster, or start one on this machine; `False` if this program had joined one before.

    Raises a `MendaxError` if there is none at the address.
    """
    here = address == HERE
    check_address(address)
    for name, value in {**QUIET, **({} if here else JOINING)}.items():
        os.environ.setdefault(name, value)
    import ray

    if ray.is_initialized():
        return False
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    options: dict[str, Any] = {"num_cpus": cores or default_workers(), "include_dashboard": False} if here else {}
    try:
        with _own_signals(), _silent():
            ray.init(
                address=address,
                namespace="mendax",
                log_to_driver=False,
                configure_logging=False,
                logging_level=logging.CRITICAL,
                **options,
            )
    except Exception as error:  # Ray raises plain ones, too
        why = one_line(error)[:300]
        if here:
            raise MendaxError(f"Ray cannot start here: {why}") from None
        raise MendaxError(
            f"no Ray cluster answers at {address}: {why}{TOKEN_HINT if address != AUTO else ''}"
        ) from None
    return True


def head_address() -> str:
    """Where the head node of the cluster is that this program has joined."""
    import ray

    return str(ray.get_runtime_context().gcs_address)


def check_address(address: str) -> None:
    """Raise a `MendaxError` if an address cannot be one, or if nothing is there: Ray would wait for minutes."""
    if address in (HERE, AUTO):
        return
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise MendaxError(f"the address of a Ray cluster is HOST:PORT or {AUTO}, not '{address}'")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PROBE_SECONDS).close()
    except OSError as error:
        raise MendaxError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


@contextmanager
def _own_signals() -> Iterator[None]:
    """Ray takes over SIGTERM when it starts; here it stays what it was: the run ends as by Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _silent() -> Iterator[None]:
    """Ray's native part writes past Python to the error output when it finds no cluster; our own line says that."""
    ours, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(ours, 2)
        os.close(ours)
        os.close(nowhere)


def open_ray(address: str, workers: int | None) -> RayEngine:
    """The engine for an address: of a cluster, `auto` for the one of this machine, or none to start one here."""
    return RayEngine(address, workers)

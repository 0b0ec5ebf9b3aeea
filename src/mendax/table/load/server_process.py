"""`mendax serve` in a process of its own: started, asked over REST, measured, stopped or killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from mendax.core.errors import MendaxError

Json: TypeAlias = dict[str, Any]
PATIENCE: Final = 60.0
TOO_MANY: Final = 429
WAIT_SECONDS: Final = 0.1
"""After an answer that says to slow down."""


class Address:
    """A server as a stranger reaches it."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def ws(self) -> str:
        """The address for WebSockets."""
        return self.url.replace("http", "ws", 1) + "/ws"

    def call(self, method: str, path: str, body: object = None, token: str = "") -> Json:
        """One request that must succeed; the server is asked again when it is asked too often."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        text = None if body is None else json.dumps(body)
        while True:
            with closing(http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)) as connection:
                connection.request(method, path, text, headers)
                answer = connection.getresponse()
                raw = answer.read()
            if answer.status != TOO_MANY:
                break
            time.sleep(WAIT_SECONDS)
        found: Json = json.loads(raw)
        if answer.status >= 400:
            raise MendaxError(f"{method} {path}: {answer.status} {found.get('error', '')}")
        return found

    def new_table(self, game: str, seats: list[str | None], **options: object) -> str:
        """A new table; its code."""
        code: str = self.call("POST", "/api/tables", {"game": game, "seats": seats, **options})["code"]
        return code

    def sit(self, code: str, name: str) -> str:
        """Take a seat for a program; its token."""
        token: str = self.call("POST", f"/api/tables/{code}/seats", {"name": name, "kind": "program"})["token"]
        return token


class ServerProcess(Address):
    """A server that listens, with its workers."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        super().__init__(url)
        self.process = process

    def processes(self) -> list[int]:
        """The server's process and those below it."""
        found = [self.process.pid]
        for pid in found:
            with suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def memory(self) -> float:
        """Megabytes of all its processes; what they share is counted once."""
        return sum(map(_pss, self.processes()))

    def cpu_seconds(self) -> dict[str, float]:
        """Processor time so far, of the server's own process and of its workers."""
        own, *workers = map(_cpu_seconds, self.processes())
        return {"server": own, "workers": sum(workers)}

    def kill(self) -> None:
        """End it as a power cut would end a process."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> str:
        """End it as Ctrl-C does; what it wrote to its errors."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.communicate()[1]


@contextmanager
def server_process(
    data: Path, *options: str, cores: int = 0, environment: Mapping[str, str] | None = None
) -> Iterator[ServerProcess]:
    """A server with its store in a folder; `cores` limits it and its workers to so many processors."""
    allowed = sorted(os.sched_getaffinity(0))[: cores or None]
    command = [sys.executable, "-m", "mendax", "serve", "--port", "0", "--data", str(data), "--no-warm", *options]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=None if environment is None else {**os.environ, **environment},
    )
    try:
        os.sched_setaffinity(started.pid, allowed)
        assert started.stdout is not None
        line = started.stdout.readline()
        if "http://" not in line:
            raise MendaxError(f"the server did not start: {started.communicate()[1].strip()}")
        server = ServerProcess(started, next(word for word in line.split() if word.startswith("http")).rstrip("/"))
        yield server
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


def _pss(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _cpu_seconds(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0

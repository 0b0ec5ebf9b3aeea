"""Runs the server: one socket, one line with the address, and a clean stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import ipaddress
import logging
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import uvicorn

from mendax.core.errors import MendaxError
from mendax.table.server.app import Service, Settings, build_app
from mendax.table.server.guard import LOOPBACK

STOP_SECONDS: Final = 5
SPARE_CONNECTIONS: Final = 500
"""HTTP connections beside all WebSockets; more are answered with 503."""


class PortInUse(MendaxError):
    """Somebody else listens there."""


class _Server(uvicorn.Server):
    """Uvicorn without its own signal handlers, which would raise the signal again after a clean stop."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service, self._ready = service, ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._service.close_connections()  # with our code, and before Uvicorn waits for them
        await super().shutdown(sockets)


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; a port in use is an error of one line."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise MendaxError(f"there is no host '{host}'") from None
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"port {port} of {host} is in use; choose another with --port") from None
        raise MendaxError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return listening


def open_socket_near(host: str, port: int) -> socket.socket:
    """A socket that listens at a port, or at any that is free if that one is in use."""
    try:
        return open_socket(host, port)
    except PortInUse:
        return open_socket(host, 0)


def raise_file_limit(files: int) -> None:
    """Let the process have so many files and sockets open, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < files:
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def collect_rarely() -> None:
    """Look for garbage in circles less often: a look at all of a thousand tables stops every one of them meanwhile.

    With Python's own thresholds the longest waits at a thousand tables were twice as long.
    """
    gc.collect()
    gc.freeze()  # what was imported stays
    gc.set_threshold(100_000, 50, 100)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def address_text(listening: socket.socket) -> str:
    """The address of a listening socket, for people."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(settings: Settings, host: str, port: int, say: Callable[[str], None], *, elsewhere: bool = False) -> None:
    """Run the server until Ctrl-C or SIGTERM; `elsewhere`: at a free port if that one is in use."""
    listening = open_socket_near(host, port) if elsewhere else open_socket(host, port)
    raise_file_limit(settings.limits.connections + 2 * SPARE_CONNECTIONS)
    collect_rarely()
    try:
        if is_loopback(host):
            settings = replace(settings, hosts=(*LOOPBACK, host.lower(), *settings.hosts))
        service = Service(settings)
        address = address_text(listening)
        asyncio.run(_serve(service, listening, lambda: say(address)))
    finally:
        listening.close()


def make_server(service: Service, ready: Callable[[], None]) -> uvicorn.Server:
    """A server for a service; `ready` is called when it listens."""
    limits = service.settings.limits
    config = uvicorn.Config(
        build_app(service),
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=limits.connections + SPARE_CONNECTIONS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    return _Server(config, service, ready)


async def _serve(service: Service, listening: socket.socket, ready: Callable[[], None]) -> None:
    # What is sent to a client that has just gone is a warning each time: a flooding client would fill the errors.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    server = make_server(service, ready)
    loop = asyncio.get_running_loop()

    def stop() -> None:
        server.force_exit = server.should_exit  # the second time somebody is in a hurry
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    await server.serve(sockets=[listening])
    if not server.started:
        raise MendaxError("the server could not start")

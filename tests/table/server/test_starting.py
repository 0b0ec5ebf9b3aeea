"""How a server starts for a person: another port if need be, the browser, agents made ready."""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import pytest

from mendax.core.catalogue import games
from mendax.table.server import lobby
from mendax.table.server.browser import open_in_browser
from mendax.table.server.serving import open_socket, open_socket_near
from tests.table.server.running import PATIENCE, running


def test_another_port_is_taken_where_one_is_in_use() -> None:
    with open_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with open_socket_near("127.0.0.1", port) as found:
            assert found.getsockname()[1] != port
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open_socket_near("127.0.0.1", port) as found:
        assert found.getsockname()[1] == port


class Browser(webbrowser.BaseBrowser):
    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()
        self.address = ""

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.address = url
        self.opened.set()
        return True


def test_the_page_is_opened_where_there_is_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not open_in_browser("http://127.0.0.1:1/"), "without a screen there is none"
    monkeypatch.setenv("DISPLAY", ":0")
    assert open_in_browser("http://127.0.0.1:1/")
    assert browser.opened.wait(PATIENCE)
    assert browser.address == "http://127.0.0.1:1/"

    def nothing() -> Browser:
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "get", nothing)
    assert not open_in_browser("http://127.0.0.1:1/")


def test_agents_and_advisers_are_made_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "all_games", lambda: {"one-die": games()["one-die"]})
    with running(tmp_path, warm=True) as server:
        table = server.new_table("one-die", [None, "tree"])
        assert table["status"] == "waiting", "others need not wait for it"
        ready, until = server.service.deciders._proven, time.monotonic() + PATIENCE
        while not {("one-die", "matrix"), ("one-die", "equilibrium")} <= ready:
            assert time.monotonic() < until
            time.sleep(0.02)

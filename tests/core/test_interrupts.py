"""Ctrl-C: noted, ignored, and back to normal afterwards."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from mendax.core.interrupts import ignoring_ctrl_c, noting_ctrl_c


@pytest.fixture(autouse=True)
def usual_ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a terminal, whatever started the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_ctrl_c_is_noted_and_the_second_is_obeyed() -> None:
    with noting_ctrl_c() as pressed:
        assert not pressed()
        press()
        assert pressed()
        with pytest.raises(KeyboardInterrupt):
            press()
    with pytest.raises(KeyboardInterrupt):
        press()


def test_ctrl_c_can_be_ignored() -> None:
    with ignoring_ctrl_c():
        press()
    with pytest.raises(KeyboardInterrupt):
        press()


def test_other_threads_leave_signals_alone() -> None:
    answers: list[bool] = []

    def work() -> None:
        with noting_ctrl_c() as pressed, ignoring_ctrl_c():
            answers.append(pressed())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert answers == [False]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

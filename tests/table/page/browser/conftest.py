"""One browser for all tests of the page, a server for each module, a fresh context for each person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.table.page.browser.chromium import HOW_TO_GET, find_browser, launch, needs_browser
from tests.table.page.browser.person import PATIENCE, Person
from tests.table.server.running import Running, running

NewPerson: TypeAlias = Callable[..., Person]


# Playwright's loop runs in the main thread until it is stopped: the scope ends before other tests need a loop there.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = find_browser()
    if program is None and needs_browser():
        pytest.fail(HOW_TO_GET)
    if program is None:
        pytest.skip(HOW_TO_GET)
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        found = launch(playwright, program)
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def new_person(browser: Browser, server: Running) -> Iterator[NewPerson]:
    """Opens a browser of one's own: `new_person(width=390)`."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def new(url: str = "", width: int = 1280, **options: Any) -> Person:
        size = {"width": width, "height": 844 if width < 600 else 800}
        settings: dict[str, Any] = {"viewport": size, "reduced_motion": "reduce", **options}
        contexts.append(browser.new_context(base_url=url or server.url, **settings))
        people.append(Person(contexts[-1], bool(options.get("has_touch"))))
        return people[-1]

    yield new
    for context in contexts:
        context.close()
    for person in people:
        assert not person.complaints


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    """Somebody at a desk, with reduced motion."""
    return new_person()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line that says how to get a browser where the tests were skipped for want of one."""
    skipped = [report for report in terminalreporter.getreports("skipped") if HOW_TO_GET in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests of the page were skipped: {HOW_TO_GET}")

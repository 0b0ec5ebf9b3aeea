"""The page in a browser: what its first load weighs, and how long a move takes from the store to the screen."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

from playwright.async_api import Browser, Page, Response, async_playwright

from mendax.bench import Line, Measured
from mendax.bench.amounts import read_amount
from mendax.core.errors import MendaxError
from mendax.table.load.browser import browser_options, find_browser
from mendax.table.load.clients import Crowd, Watched, watch
from mendax.table.load.server_process import ServerProcess, server_process
from mendax.table.load.stored_moves import stored_moves
from mendax.table.load.thousand_tables import PATIENCE, quantile

# When a move comes, it waits for its line in the history; the frame after that is its picture. What comes while the end
# of a match or a round is looked at is shown later, on purpose: it is not measured.
WATCHING: Final = """(() => {
  const now = () => performance.timeOrigin + performance.now();
  let waiting = new Map();
  window.drawn = [];
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const { type, match, move, seq } = JSON.parse(data);
        if (type === "next") waiting = new Map();
        const held = document.querySelector(".over, .round-end");
        if (type === "event" && !held) waiting.set(String(seq), { match, move, came: now() });
      });
    }
  };
  const look = (changes) => {
    const changed = now();
    const lines = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one instanceof HTMLElement)
      .flatMap((one) => (one.matches(".history li") ? [one] : [...one.querySelectorAll(".history li")]));
    const shown = lines.map((line) => line.dataset.seq).filter((seq) => waiting.has(seq)).map((seq) => {
      const found = waiting.get(seq);
      waiting.delete(seq);
      return { ...found, changed };
    });
    if (!shown.length) return;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => shown.forEach((one) => window.drawn.push({ ...one, painted: now() }));
    requestAnimationFrame(() => channel.port2.postMessage(null)); // comes after the frame was painted
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})()"""


@dataclass(frozen=True, slots=True)
class Amount:
    """Which table, how many look on, and for how long."""

    game: str
    agent: str
    """Sits at every seat."""
    players: int = 2
    pace: float = 0.5
    """Seconds from a move to the next."""
    spectators: int = 100
    seconds: float = 60.0
    cores: int = 2
    """Processors that the server and its workers may use."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Bytes of a first load: as they are, and as they were sent."""

    scripts: int
    scripts_sent: int
    all: int
    all_sent: int
    painted: float
    """Milliseconds from the request to the first text on the screen."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A move on its way, in milliseconds: handed to the store, received by the browser, on the screen."""

    stored: float
    came: float
    changed: float
    """When the page had its line, before the browser painted it."""
    painted: float


def page_speed(quick: bool = False, **options: str) -> Measured:
    """Weight of the first load, and the time from a move to its picture; `options` are the fields of `Amount`."""
    amount = read_amount(Amount, options)
    if quick:
        amount = replace(amount, pace=0.1, spectators=3, seconds=2.0)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        workers = str(min(amount.cores, len(os.sched_getaffinity(0))))
        with server_process(data, "--workers", workers, cores=amount.cores) as server:
            weight, drawn = asyncio.run(_measure(amount, server, data))
    return _measured(amount, weight, drawn, load)


async def _measure(amount: Amount, server: ServerProcess, data: Path) -> tuple[Weight, list[Drawn]]:
    program, crowd = find_browser(), Crowd()
    seats: list[str | None] = [amount.agent] * amount.players
    code = await asyncio.to_thread(
        lambda: server.new_table(amount.game, seats, goes_on=True, public=True, pace=amount.pace)
    )
    watched = [Watched(code) for _ in range(amount.spectators)]
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=program, args=[*browser_options()])
            weight = await _weigh(browser, server.url)
            for one in watched:
                crowd.add(watch(server.ws, one, views=True))
            if not await crowd.until(lambda: all(one.frames for one in watched), PATIENCE):
                raise MendaxError("the spectators see nothing")
            page = await _open_table(browser, f"{server.url}/t/{code}")
            await asyncio.sleep(min(3.0, amount.seconds))  # what it missed is drawn
            await page.evaluate("window.drawn.length = 0")
            await asyncio.sleep(amount.seconds)
            found = await _drawn_moves(page)
            await browser.close()
    finally:
        await crowd.leave()
    with stored_moves(data) as store:
        times = {match: store.told_at(match) for match in {one["match"] for one in found}}
    return weight, [
        Drawn(1000 * times[one["match"]][one["move"]], one["came"], one["changed"], one["painted"]) for one in found
    ]


async def _weigh(browser: Browser, url: str) -> Weight:
    """Open the first page in a fresh browser."""
    page = await browser.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    await page.goto(url, wait_until="networkidle")
    raw = [(len(await one.body()), (await one.request.sizes())["responseBodySize"], _is_script(one)) for one in answers]
    painted = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    await page.close()
    scripts = [one for one in raw if one[2]]
    return Weight(
        sum(one[0] for one in scripts),
        sum(one[1] for one in scripts),
        sum(one[0] for one in raw),
        sum(one[1] for one in raw),
        painted,
    )


def _is_script(answer: Response) -> bool:
    return "javascript" in answer.headers.get("content-type", "")


async def _open_table(browser: Browser, url: str) -> Page:
    page = await browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    await page.add_init_script(WATCHING)
    await page.goto(url)
    await page.wait_for_selector(".history li")
    return page


async def _drawn_moves(page: Page) -> list[dict[str, Any]]:
    """What was drawn so far; waits for the first move.

    Asked for again and again from here: Playwright's own `wait_for_function` asks within the page, by `eval`, and that
    is what the page's security policy forbids.
    """
    end = time.monotonic() + PATIENCE
    while not (drawn := await page.evaluate("window.drawn")) and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return cast("list[dict[str, Any]]", drawn)


def _wait_lines(what: str, waits: Sequence[float]) -> list[Line]:
    return [Line(f"{what}, p{round(100 * share)}", quantile(sorted(waits), share), "ms") for share in (0.5, 0.95)]


def _measured(amount: Amount, weight: Weight, drawn: Sequence[Drawn], load: float) -> Measured:
    if not drawn:
        raise MendaxError("the page drew no move in this time")
    lines = [
        Line("scripts of the first load", weight.scripts / 1000, "kB"),
        Line("scripts of the first load, as sent", weight.scripts_sent / 1000, "kB"),
        Line("first load in all", weight.all / 1000, "kB"),
        Line("first load in all, as sent", weight.all_sent / 1000, "kB"),
        Line("first text on the screen", weight.painted, "ms"),
        Line("moves drawn", len(drawn), "moves"),
        *_wait_lines("from stored to drawn", [one.painted - one.stored for one in drawn]),
        *_wait_lines("of that: from stored to received", [one.came - one.stored for one in drawn]),
        *_wait_lines("of that: the page's scripts", [one.changed - one.came for one in drawn]),
        *_wait_lines("of that: the browser's next frame", [one.painted - one.changed for one in drawn]),
    ]
    note = (
        f"A browser and {amount.spectators} more spectators at one table of {amount.players} agents that move once in "
        f"{amount.pace:g} s; server, workers, spectators and browser share the machine. A move is drawn when the frame "
        "with its line in the history is painted; moves that wait while the end of a match is shown are left out. "
        f"The machine's load before it began was {load:.1f}."
    )
    return Measured(tuple(lines), note, {"game": amount.game, "spectators": amount.spectators, "load_before": load})

"""Whether everybody can use a page: what axe finds, what does not fit on a phone, targets that are too small."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS = (1280, 390)
PHONE = 390
TARGET = 44
"""Pixels that a finger needs."""

_AXE: str = Axe().axe_script
# A link within a sentence is as high as its line; a box to tick is pressed by its label.
_SMALL = """(least) => {
  const found = [];
  for (const element of document.querySelectorAll(
    "a[href], button, select, input, summary, textarea, [role=button], [role=tab], [role=slider]"
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(element).display === "inline" && element.matches("a")) continue;
    const labels = [...(element.labels ?? [])].map((label) => label.getBoundingClientRect());
    const ticked = element.matches("[type=checkbox], [type=radio]");
    const boxes = [element.getBoundingClientRect(), ...(ticked ? labels : [])];
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    if (width < least - 0.5 || height < least - 0.5) {
      const name = element.getAttribute("aria-label") ?? element.innerText ?? element.name;
      found.push(`${element.tagName} ${element.className} "${name}": ${width.toFixed(1)} x ${height.toFixed(1)}`);
    }
  }
  return found;
}"""
_WIDER = """() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > room + 0.5)
    .map((element) => `${element.tagName} ${element.className}: ${element.getBoundingClientRect().right} > ${room}`);
}"""


def violations(page: Page, *rules: str) -> list[str]:
    """What axe objects to; by all its rules, or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE)
    # Without preloading axe does not try to add the style sheets once more, which the page's policy refuses.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = list(rules)
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """What can be pressed and is smaller than a finger."""
    found: list[str] = page.evaluate(_SMALL, TARGET)
    return found


def too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways."""
    found: list[str] = page.evaluate(_WIDER)
    return found


def objections(page: Page) -> list[str]:
    """Light and dark, wide and narrow; the page is wide and light again afterwards."""
    found: list[str] = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        # Between light and dark nothing differs but the colours.
        page.emulate_media(color_scheme="dark")
        found += [f"{width} dark: {one}" for one in violations(page, "color-contrast")]
        page.emulate_media(color_scheme="light")
        found += [f"{width} light: {one}" for one in violations(page)]
        found += [f"{width}: too wide: {one}" for one in too_wide(page)]
        if width == PHONE:
            found += [f"{width}: too small: {one}" for one in small_targets(page)]
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    return found

"""What happens on a page while somebody plays: what moves and how long, and what a screen reader is told."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page

# The line of the time left gets shorter during the whole turn: it shows something, it does not move there.
_OBSERVE = """(() => {
  const seen = (window.seenByTests = { motions: [], said: [] });
  const note = (element, timing) => {
    if (element?.matches?.(".time-line")) return;
    const ms = Number(timing.endTime ?? timing);
    seen.motions.push({ what: String(element?.className?.baseVal ?? element?.className), ms });
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const made = animate.apply(this, given);
    note(this, made.effect.getComputedTiming());
    return made;
  };
  const started = ({ target }) => {
    for (const one of target.getAnimations?.() ?? []) note(target, one.effect.getComputedTiming());
  };
  addEventListener("transitionrun", started, true);
  addEventListener("animationstart", started, true);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!(target instanceof Element) || !target.closest("[role=log]")) continue;
      for (const node of addedNodes) seen.said.push(node.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
})()"""


@dataclass(frozen=True, slots=True)
class Motion:
    """Something that moved, and for how many milliseconds, the wait before it included."""

    what: str
    ms: float


def observe(context: BrowserContext) -> None:
    """From the next page on that is opened in it."""
    context.add_init_script(_OBSERVE)


def motions(page: Page) -> list[Motion]:
    return [Motion(one["what"], one["ms"]) for one in page.evaluate("() => seenByTests.motions")]


def said(page: Page) -> list[str]:
    """The sentences that were added to the live region, in order."""
    found: list[str] = page.evaluate("() => seenByTests.said")
    return found

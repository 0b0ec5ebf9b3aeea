"""Pictures of the page: one position at two widths, light and dark, in files that are small and the same again."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image

from tests.table.page.browser.person import Person

WIDTHS: Final = {1280: 800, 390: 844}
SCHEMES: Final = ("light", "dark")
COLOURS: Final = 256
TALLEST: Final = 1500
"""Of a long page so much is shown."""
FIXED_CHANCE: Final = "crypto.getRandomValues = (array) => { array.fill(7); return array; };"
"""What the browser adds to the chance of a round, always the same."""

PLAY_AHEAD: Final = """async ([code, turns, best]) => {
  const { token } = JSON.parse(localStorage.getItem("mendax"));
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const send = (frame) => socket.send(JSON.stringify(frame));
  const expand = (form) => Object.entries(form.slots).reduce(
    (texts, [slot, words]) => texts.flatMap((text) => words.map((word) => text.replace(`{${slot}}`, word))),
    [form.text]);
  return new Promise((done, failed) => {
    let made = 0, patience = 12, forms = [], turn = "";
    socket.onopen = () => send({ type: "join", token, table: code });
    socket.onerror = () => failed(new Error("no connection"));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "end" || (frame.type === "turn" && made >= turns && UNTIL)) {
        socket.onclose = () => done(made);
        socket.close();
      } else if (frame.type === "turn") {
        ({ forms, turn } = frame);
        send({ type: "hint", turn });
      } else if (frame.type === "hint") {
        const ranked = frame.explanation.options.filter((option) => forms.flatMap(expand).includes(option.action))
          .sort((one, other) => other.value - one.value);
        const rank = Math.min(best[made % best.length], ranked.length - 1);
        send({ type: "act", turn: frame.turn, action: ranked[rank].action });
      } else if (frame.type === "ack") made += 1;
      else if (frame.type === "error" && patience > 0) { // the adviser may still be compiling
        patience -= 1;
        send({ type: "hint", turn });
      } else if (frame.type === "error" || frame.type === "refused") failed(new Error(frame.reason));
    };
  });
}"""
"""Answers so many turns by the adviser's list, and more until a condition on the turn's frame holds. `best` names the
rank that is taken, turn by turn."""


class FixedSecrets:
    """Stands in for `secrets`: tables, matches and dice are the same each time."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)
        self.choice = self._rng.choice

    def token_bytes(self, size: int) -> bytes:
        return self._rng.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return self.token_hex(size)


def picture_folder(otherwise: Path) -> Path:
    """Where pictures are written: the folder of `make pictures`, or one that nobody keeps."""
    named = os.environ.get("MENDAX_PICTURES")
    folder = Path(named) if named else otherwise
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Studio:
    """Somebody who takes pictures of what they see."""

    def __init__(self, person: Person, folder: Path) -> None:
        self.person = person
        self.page = person.page
        self.folder = folder
        person.context.add_init_script(FIXED_CHANCE)

    def sits_down(self, game: str, seats: list[str | None], **options: Any) -> str:
        """Make a table and sit down at it; its code."""
        self.page.goto("/about")
        code: str = self.page.evaluate(
            """async (asked) => {
              const { makeTable, sitDown } = await import("/page/api.js");
              const { code } = await makeTable(asked);
              await sitDown(code, "Ann");
              return code;
            }""",
            {"game": game, "seats": seats, **options},
        )
        return code

    def plays_ahead(self, code: str, turns: int, best: tuple[int, ...] = (0,), until: str = "true") -> None:
        """Answer some turns without drawing them, and more until a condition on the turn's `frame` holds."""
        self.page.evaluate(PLAY_AHEAD.replace("UNTIL", until), [code, turns, list(best)])

    def takes(self, name: str, whole: bool = False) -> list[Path]:
        """Pictures at both widths, light and dark; nothing may hang over the right edge."""
        taken = []
        for width, height in WIDTHS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
                self.page.wait_for_timeout(150)
                broad = self.page.evaluate("document.documentElement.scrollWidth")
                assert broad <= width, f"{name} is {broad} pixels broad in a window of {width}"
                taken.append(self._save(f"{name}-{width}-{scheme}.png", width, whole))
        self.page.set_viewport_size({"width": 1280, "height": WIDTHS[1280]})
        return taken

    def _save(self, name: str, width: int, whole: bool) -> Path:
        with Image.open(BytesIO(self.page.screenshot(full_page=whole, caret="hide"))) as found:
            cut = found.convert("RGB").crop((0, 0, width, min(found.height, TALLEST)))
            small = cut.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        path = self.folder / name
        small.save(path, optimize=True)
        assert len(cut.getcolors(1 << 24) or ()) > 8, f"{name} is empty"
        return path

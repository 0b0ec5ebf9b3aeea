"""A report a person likes to read: one HTML file with its tables and pictures in it."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mendax import __version__
from mendax.core.errors import MendaxError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """
:root { color-scheme: light dark; --ink: #1f2430; --paper: #fcfbf8; --line: #d8d4c8; --soft: #6b7080; --mark: #b5472f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e0; --paper: #17191f; --line: #3a3e4a; --soft: #9aa0b0; --mark: #e08a70; }
  img { background: #fcfbf8; border-radius: 4px; }
}
body { font: 17px/1.55 Georgia, serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 54rem;
  padding: 2rem 1rem 4rem; }
h1, h2 { line-height: 1.2; } h1 { font-size: 2rem; } h2 { margin-top: 2.4rem; font-size: 1.35rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font: 15px/1.4 system-ui, sans-serif; margin: 0.6rem 0; }
th, td { padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; }
td:not(:first-child) { white-space: nowrap; }
tr.mark td { color: var(--mark); font-weight: 600; }
figure { margin: 1.2rem 0; } img { max-width: 100%; height: auto; } figcaption, footer { color: var(--soft); font-size: 15px; }
"""


def percent(rate: float, digits: int = 1) -> str:
    """A rate as people read it."""
    return f"{100 * rate:.{digits}f} %"


def interval(ends: tuple[float, float] | list[float]) -> str:
    """A 95 % interval of a rate."""
    return f"{100 * ends[0]:.1f} – {100 * ends[1]:.1f}"


@dataclass(slots=True)
class Report:
    """Headings, paragraphs, tables and pictures, in order."""

    title: str
    parts: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """A new section."""
        self.parts.append(f"<h2>{html.escape(text)}</h2>")

    def text(self, text: str) -> None:
        """A paragraph."""
        self.parts.append(f"<p>{html.escape(text)}</p>")

    def table(
        self, caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], marked: Sequence[int] = ()
    ) -> None:
        """A table; marked rows stand out."""
        cells = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in head)
        lines = "".join(
            ('<tr class="mark">' if number in marked else "<tr>")
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
            + "</tr>"
            for number, row in enumerate(rows)
        )
        self.parts.append(
            f'<figure><figcaption>{html.escape(caption)}</figcaption><div class="scroll"><table>'
            f"<thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div></figure>"
        )

    def figure(self, figure: Figure, caption: str, description: str) -> None:
        """A picture, inside the page; the description is for those who cannot see it."""
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=144, bbox_inches="tight", metadata={"Software": None})
        data = base64.b64encode(buffer.getvalue()).decode()
        self.parts.append(
            f'<figure><img alt="{html.escape(description, quote=True)}" src="data:image/png;base64,{data}">'
            f"<figcaption>{html.escape(caption)}</figcaption></figure>"
        )

    def save(self, path: Path) -> None:
        """Write the page."""
        page = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body><h1>{html.escape(self.title)}</h1>{''.join(self.parts)}"
            f"<footer>Made by Mendax {__version__}.</footer></body></html>\n"
        )
        try:
            path.write_text(page, encoding="utf-8")
        except OSError as error:
            raise MendaxError(f"{path} cannot be written: {error.strerror}") from None

"""Templates become pages: text is escaped, numbers are formatted, figures lie inside."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from matplotlib.figure import Figure

from mendax.report.render import data_uri, render, save_page

PAGE = """{% extends "mendax/base.html" %}
{% from "mendax/macros.html" import table, row, plot %}
{% block body %}
<p>{{ text }} {{ 0.7406 | percent }} {{ text | loud }}</p>
{% call table("Scores & more", ["who", "rate"]) %}
{{ row(["<b>", (0.5, 0.75) | interval]) }}
{{ row(["best", 1234 | count], marked=true) }}
{% endcall %}
{% call plot(figure, 'A "line"') %}The caption.{% endcall %}
{% endblock %}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package with a template, as a study has."""
    folder = tmp_path / "some_study"
    (folder / "templates").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "templates" / "page.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "some_study"
    sys.modules.pop("some_study", None)


def figure() -> Figure:
    made = Figure(figsize=(2, 1))
    made.subplots().plot([0, 1], [1, 0])
    return made


def test_a_page_is_whole(package: str, tmp_path: Path) -> None:
    context = {"title": "Five < six", "text": "a & b", "figure": figure()}
    save_page(tmp_path / "page.html", package, "page.html", context, {"loud": str.upper})
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<title>Five &lt; six</title>" in page
    assert "<p>a &amp; b 74.1\N{NO-BREAK SPACE}% A &amp; B</p>" in page
    assert "<figcaption>Scores &amp; more</figcaption>" in page
    assert "<tr><td>&lt;b&gt;</td><td>50.0 – 75.0</td></tr>" in page
    assert '<tr class="mark"><td>best</td><td>1,234</td></tr>' in page
    assert 'alt="A &#34;line&#34;" src="data:image/png;base64,' in page
    assert "<figcaption>The caption.</figcaption>" in page
    assert f"Made by Mendax {version('mendax')}." in page
    assert "overflow-x: auto" in page


def test_a_missing_value_is_an_error(package: str) -> None:
    with pytest.raises(UndefinedError, match="text"):
        render(package, "page.html", {"title": "A page", "figure": figure()}, {"loud": str.upper})


def test_the_same_figure_gives_the_same_bytes() -> None:
    first, second = data_uri(figure()), data_uri(figure())
    assert first == second
    assert base64.b64decode(first.partition(",")[2]).startswith(b"\x89PNG")

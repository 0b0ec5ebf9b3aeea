"""Reports: a Jinja template and its data become one HTML file with its figures inside.

A study keeps its templates in a folder `templates` of its package. They extend `mendax/base.html` and take
tables and figures from `mendax/macros.html`, which lie in the same folder here.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.loaders import ChoiceLoader
from matplotlib.figure import Figure

from mendax import __version__
from mendax.core.files import write_whole
from mendax.report.formats import FORMATS

Filters = Mapping[str, Callable[..., Any]]


def render(package: str, name: str, context: Mapping[str, object], filters: Filters | None = None) -> str:
    """The page that a template of a package makes of the context; `filters` are those of the study itself."""
    environment = Environment(
        loader=ChoiceLoader([PrefixLoader({"mendax": PackageLoader("mendax.report")}), PackageLoader(package)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {**FORMATS, "data_uri": data_uri, **(filters or {})}
    environment.globals["version"] = __version__
    return environment.get_template(name).render(context)


def save_page(
    path: Path, package: str, name: str, context: Mapping[str, object], filters: Filters | None = None
) -> None:
    """Render a page and write it whole."""
    write_whole(path, render(package, name, context, filters))


def data_uri(figure: Figure) -> str:
    """A figure as a PNG inside a URI; the same figure always gives the same bytes."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=144, bbox_inches="tight", metadata={"Software": None})
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"

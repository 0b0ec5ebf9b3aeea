"""`mendax bench`."""

from __future__ import annotations

from typing import Annotated, Any

import typer


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def bench(
    name: Annotated[str, typer.Argument(help="One benchmark; all of them without it.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure speed, ours and others' side by side in one run."""
    from rich.table import Table

    from mendax.bench import BENCHES
    from mendax.cli import show
    from mendax.core.registry import look_up

    chosen = [look_up(name, BENCHES, "benchmark")] if name else list(BENCHES.values())
    stories: list[dict[str, Any]] = []
    for entry in chosen:
        typer.echo(f"{entry.name}: {entry.about} ...", err=True)
        stories.append({"name": entry.name, **entry.load()()})
    if json:
        show.print_json(stories[0] if name else stories)
        return
    for story in stories:
        table = Table(title=story["name"], title_justify="left")
        table.add_column("what")
        table.add_column("measured", justify="right")
        table.add_column("unit")
        for line in story["lines"]:
            table.add_row(line["what"], _number(line["value"]), line["unit"])
        show.console().print(table)
        if story.get("note"):
            show.console().print(story["note"])

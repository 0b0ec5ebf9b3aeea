"""`mendax bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mendax.report.options import Json

if TYPE_CHECKING:
    from mendax.bench import Benchmark, Measured


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def bench(
    name: Annotated[str, typer.Argument(help="One benchmark; all of them without it.")] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="As little work as possible; the figures mean nothing.")
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change an option of that benchmark; repeatable."),
    ] = None,
    json: Json = False,
) -> None:
    """Measure speed, ours and others' side by side in one run."""
    from rich.table import Table

    from mendax.bench import benchmarks
    from mendax.core.catalogue import look_up
    from mendax.core.errors import MendaxError
    from mendax.report.console import console, print_json

    known = benchmarks()
    chosen = [look_up(name, known, "benchmark")] if name else list(known.values())
    options = dict(text.partition("=")[::2] for text in option or ())
    if options and not name:
        raise MendaxError("--set needs the name of one benchmark")
    measured = []
    for benchmark in chosen:
        typer.echo(f"{benchmark.name}: {benchmark.about} ...", err=True)
        run = _run if name else _run_if_possible
        measured.append((benchmark.name, run(benchmark, quick, options)))
    if json:
        found = [{"name": name, **one.to_json()} for name, one in measured]
        print_json(found[0] if name else found)
        return
    for title, one in measured:
        table = Table(title=title, title_justify="left")
        table.add_column("what")
        table.add_column("measured", justify="right")
        table.add_column("unit")
        for line in one.lines:
            table.add_row(line.what, _number(line.value), line.unit)
        console().print(table)
        if one.note:
            console().print(one.note)


def _run(benchmark: Benchmark, quick: bool, options: dict[str, str]) -> Measured:
    return benchmark.load(options)(quick)


def _run_if_possible(benchmark: Benchmark, quick: bool, options: dict[str, str]) -> Measured:
    """Of many benchmarks one may need a library that is missing: then the note says so and the others go on."""
    from mendax.bench import Measured
    from mendax.core.errors import EXTRAS, MissingExtra

    try:
        return _run(benchmark, quick, options)
    except MissingExtra as error:
        return Measured((), str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRAS:
            raise
        return Measured((), str(MissingExtra(error.name or "")))

"""`mendax serve`: the table server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; by default only this machine reaches it.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where tables, matches and results are kept.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes in which agents decide; 0: one a core.")] = 0,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name by which the server may be addressed; repeatable.")
    ] = None,
    allow_origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Another origin whose pages may use it; repeatable.")
    ] = None,
    full_sync: Annotated[bool, typer.Option(help="Every commit waits for the disk: survives a power cut.")] = False,
) -> None:
    """Run the table server: people, agents and remote programs play over one protocol."""
    from mendax.table.server.app import Settings
    from mendax.table.server.serving import serve as run
    from mendax.table.store.data_folder import DataFolder

    settings = Settings(
        data or DataFolder.usual().path,
        hosts=tuple(allow_host or ()),
        origins=tuple(allow_origin or ()),
        workers=workers,
        full_sync=full_sync,
    )
    run(settings, host, port, lambda address: typer.echo(f"Mendax tables at {address} (Ctrl-C stops)"))

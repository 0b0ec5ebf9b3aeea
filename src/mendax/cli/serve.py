"""`mendax serve`: the table server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PORT = 8000


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; by default only this machine reaches it.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port, 8000 by default; 0 takes any that is free.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where tables, matches and results are kept.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes in which agents decide; 0: one a core.")] = 0,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser; if port 8000 is in use, another is taken.")
    ] = False,
    warm: Annotated[bool, typer.Option(help="Make the agents of the page's first tables ready from the start.")] = True,
    ladder: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ratings of `mendax ladder` that the page shows.")
    ] = None,
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
    from mendax.table.server.browser import open_in_browser
    from mendax.table.server.serving import serve as run
    from mendax.table.store.data_folder import DataFolder

    settings = Settings(
        data or DataFolder.usual().path,
        hosts=tuple(allow_host or ()),
        origins=tuple(allow_origin or ()),
        workers=workers,
        warm=warm,
        ladder=ladder,
        full_sync=full_sync,
    )

    def ready(address: str) -> None:
        typer.echo(f"Mendax tables at {address} (Ctrl-C stops)")
        if open_page and not open_in_browser(address):
            typer.echo("Open this address in a browser to play.")

    run(settings, host, PORT if port is None else port, ready, elsewhere=open_page and port is None)

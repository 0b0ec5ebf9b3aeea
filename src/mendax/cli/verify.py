"""`mendax verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mendax.report.options import Json


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof file of a match; - is the standard input.")],
    json: Json = False,
) -> None:
    """Check that every die and card of a match is the one that was committed to before its round.

    The exit code is 1 if one is not.
    """
    import sys

    from mendax.core.errors import MendaxError
    from mendax.report import console as show
    from mendax.table.fair.verify import check

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise MendaxError(f"{file}: this is not a text file") from None
    faults, proved = check(text)
    if json:
        show.print_json({"file": str(file), "pieces": proved, "proved": not faults, "faults": faults})
    elif faults:
        show.console().print("\n".join(faults), markup=False, soft_wrap=True)
    else:
        show.console().print(f"{proved:,} dice and cards are as they were committed to.")
    if faults:
        raise typer.Exit(1)

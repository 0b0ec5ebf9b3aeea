"""Options that several Yahtzee commands take."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

RulesName: TypeAlias = Annotated[str, typer.Option("--rules", help="The rules: forced, free, no-joker or no-bonus.")]
CardText: TypeAlias = Annotated[str, typer.Option("--card", help="The card so far, such as 6s=24,fh=25.")]

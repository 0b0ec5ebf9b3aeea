"""What all tables of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from mendax.table.deciders import Deciders
from mendax.table.server.ledger import Ledger
from mendax.table.server.reviews import Reviews
from mendax.table.store.database import Database
from mendax.table.wire.limits import Limits


@dataclass(frozen=True, slots=True)
class House:
    """What all tables share."""

    db: Database
    deciders: Deciders
    ledger: Ledger
    limits: Limits
    reviews: Reviews

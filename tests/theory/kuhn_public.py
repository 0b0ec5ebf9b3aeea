"""Kuhn poker as a public tree: hands that are not dealt independently, and payoffs of several sizes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mendax.core import Seat
from mendax.theory.public_tree import Numbers, PublicGame
from tests.kuhn import CARDS, ENDS, Kuhn, State


class PublicKuhn(PublicGame[str, str]):
    game = Kuhn()

    @property
    def deals(self) -> tuple[Numbers, Numbers]:
        return np.ones(3), np.ones(3)

    def start(self) -> str:
        return ""

    def turn(self, public: str) -> Seat | None:
        return None if public in ENDS else len(public) % 2

    def moves(self, public: str) -> Sequence[tuple[str, str]]:
        return [(action, public + action) for action in self.game.actions(State("JQ", public))]

    def payoffs(self, public: str) -> Numbers:
        def pays(one: str, other: str) -> float:
            return self.game.payoffs(State(one + other, public))[0] / 6 if one != other else 0.0

        return np.array([[pays(one, other) for other in CARDS] for one in CARDS])

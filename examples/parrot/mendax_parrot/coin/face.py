"""The face: a position in words for a person."""

from mendax.core.face import Face


class CoinFace(Face):
    """Shows nothing that the view does not hold."""

    def describe(self, view):
        return "A coin lies under the cup." if view.startswith("guess=-") else f"It is over: {view}."


FACE = CoinFace()

"""One-die Liar's Dice: two players, one die, rising calls."""

from mendax.core.catalogue import AgentEntry, GameEntry

_HERE = "mendax.games.one_die"

ENTRY = GameEntry(
    name="one-die",
    about="Two players, one die, rising calls: lie or tell, accept or challenge",
    rules=f"{_HERE}.rules:OneDie",
    agents=(
        AgentEntry(
            "tree",
            "The thesis's pure strategy, by dynamic programming",
            f"{_HERE}.agents.tree:tree",
            thinks="It has one fixed plan, worked out from the last call back: the same roll, the same call.",
        ),
        AgentEntry(
            "matrix",
            "The thesis's mixed strategy, by payoff matrices",
            f"{_HERE}.agents.matrix:matrix",
            thinks="It compares its ways to call in tables of winning chances, and mixes the good ones.",
        ),
        AgentEntry(
            "equilibrium",
            "The exact mixed strategy: in the long run nobody beats it",
            f"{_HERE}.agents.equilibrium:equilibrium",
            thinks="It knows the exact solution: it lies just so often that belief and doubt pay you the same.",
        ),
        AgentEntry(
            "honest",
            "Tells the truth when it can, and trusts others",
            f"{_HERE}.agents.honest:honest",
            thinks="It calls what it rolled when it may, and believes you.",
        ),
    ),
    advisor="equilibrium",
    coach=f"{_HERE}.coach:COACH",
    studies=(f"{_HERE}.study:STUDY",),
    benchmarks=(f"{_HERE}.benchmarks:BENCHMARKS",),
    face=f"{_HERE}.face:FACE",
    commands={"solve": f"{_HERE}.commands:solve"},
    tour=f"{_HERE}.commands:TOUR",
    pieces=f"{_HERE}.rules.pieces:OneDiePieces",
    title="One Die",
    page=f"{_HERE}.face:page.js",
    opponents=("matrix",),
    rated=("equilibrium", "matrix", "tree", "honest", "random"),
)

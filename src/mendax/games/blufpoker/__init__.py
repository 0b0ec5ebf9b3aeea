"""Blufpoker: three dice under a cup, rising bids, believe or call."""

from mendax.core.catalogue import AgentEntry, GameEntry

_HERE = "mendax.games.blufpoker"

ENTRY = GameEntry(
    name="blufpoker",
    about="Three dice under a cup, rising bids, believe or call: two to eight players",
    rules=f"{_HERE}.rules:Blufpoker",
    agents=(
        AgentEntry(
            "naive",
            "The paper's naive players: a way to roll, to bid and to answer",
            f"{_HERE}.agents.naive:naive",
            "[ROLL/BID/CALL]",
            thinks="It has a fixed habit to roll, one to bid and one to answer, and never looks at what you do.",
        ),
        AgentEntry(
            "knowing",
            "The paper's knowledge agent: possible worlds on a Kripke model, thresholds, and bluffs that look possible",
            f"{_HERE}.agents.knowing:knowing",
            "[READINGS]",
            thinks="It counts possible worlds: what may be under the cup, and what you may think of that.",
        ),
        AgentEntry(
            "odds",
            "Decides by counting the hidden dice, and believes nothing else",
            f"{_HERE}.agents.odds:odds",
            thinks="It counts what the hidden dice may show, and believes nothing that anybody says.",
        ),
        AgentEntry(
            "reasoning",
            "Estimates how each player rolls, bids and answers, and plays the best reply",
            f"{_HERE}.agents.reasoning:reasoning",
            thinks="It estimates how each player rolls, bids and answers, and plays the best reply to that.",
        ),
        AgentEntry(
            "equilibrium",
            "Two players: each round by its exact solution",
            f"{_HERE}.agents.equilibrium:equilibrium",
            thinks="With two players it knows the exact solution of the round, and bluffs just often enough.",
        ),
        AgentEntry(
            "advisor",
            "`equilibrium` where two play, else `odds`",
            f"{_HERE}.agents.advisor:advisor",
            thinks="It plays the exact solution where two play, and by the odds where more do.",
        ),
    ),
    advisor="advisor",
    solver=f"{_HERE}.solver:solve",
    coach=f"{_HERE}.coach:COACH",
    studies=(f"{_HERE}.study:STUDY",),
    face=f"{_HERE}.face:FACE",
    commands={
        "solve": f"{_HERE}.commands:solve",
        "exploit": f"{_HERE}.commands:exploit",
        "advise": f"{_HERE}.commands:advise",
    },
    worlds=f"{_HERE}.worlds:inspect",
    pieces=f"{_HERE}.rules.pieces:BlufpokerPieces",
    title="Blufpoker",
    page=f"{_HERE}.face:page.js",
    opponents=("odds", "knowing"),
    rated=("equilibrium", "reasoning", "odds", "knowing", "naive", "random"),
    rated_at="players=2",
)

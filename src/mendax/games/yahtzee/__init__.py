"""Yahtzee: five dice, three rolls, thirteen boxes."""

from mendax.core.catalogue import AgentEntry, GameEntry

_HERE = "mendax.games.yahtzee"

ENTRY = GameEntry(
    name="yahtzee",
    about="Five dice, three rolls, thirteen boxes: one to six players",
    rules=f"{_HERE}.rules:Yahtzee",
    agents=(
        AgentEntry(
            "optimal",
            "The exact best play for the whole game",
            f"{_HERE}.agents.optimal:optimal",
            thinks="It knows what every card and roll is worth, and takes what is best for the rest of the game.",
        ),
        AgentEntry(
            "learned",
            "A network that learned from its own games",
            f"{_HERE}.agents.learned:learned",
            thinks="A network guesses what a card is still worth; it learned that from games with itself.",
        ),
        AgentEntry(
            "greedy",
            "The best play for the turn alone",
            f"{_HERE}.agents.optimal:greedy",
            thinks="It takes the most points that this turn can give, and never thinks of the turns after it.",
        ),
        AgentEntry("target", "The best chance of N points or more", f"{_HERE}.agents.target:target_of", "N"),
        AgentEntry(
            "winner",
            "Plays a single opponent for the win",
            f"{_HERE}.agents.winner:winner",
            thinks="It plays for the win, not for points: it takes risks when it is behind, and few when ahead.",
        ),
        AgentEntry("model", "What `mendax train` left in DIR", f"{_HERE}.agents.model:model", "DIR"),
    ),
    advisor="optimal",
    solver=f"{_HERE}.solver:solve",
    coach=f"{_HERE}.coach:COACH",
    trainer=f"{_HERE}.learning.training:train",
    environments=f"{_HERE}.environments:register",
    studies=(f"{_HERE}.study:STUDY",),
    benchmarks=(f"{_HERE}.benchmarks:BENCHMARKS",),
    face=f"{_HERE}.face:FACE",
    commands={
        "solve": f"{_HERE}.commands.solve:solve",
        "advise": f"{_HERE}.commands.advise:advise",
        "review": f"{_HERE}.commands.review:review",
        "train": f"{_HERE}.commands.train:train",
    },
    pieces=f"{_HERE}.rules.pieces:YahtzeePieces",
    title="Yahtzee",
    page=f"{_HERE}.face:page.js",
    opponents=("greedy",),
    rated=("optimal", "winner", "learned", "greedy", "random"),
    rated_at="players=2",
)

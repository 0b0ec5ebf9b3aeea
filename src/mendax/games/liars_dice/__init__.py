"""Liar's Dice for two to ten players, with push, pass and exact."""

from mendax.core.catalogue import AgentEntry, GameEntry

_HERE = "mendax.games.liars_dice"
_SOAR = f"{_HERE}.agents.soar.agent"

ENTRY = GameEntry(
    name="liars-dice",
    about="Cups of dice, bids that may be lies, push, pass, exact: two to ten players",
    rules=f"{_HERE}.rules:LiarsDice",
    agents=(
        AgentEntry(
            "honest",
            "Bids what its dice support, and nothing else",
            f"{_HERE}.agents.honest:honest",
            thinks="It never lies: it bids only what its own dice support, and when it cannot, it says liar.",
        ),
        AgentEntry(
            "probability",
            "Takes what is most likely to succeed, by the odds of the hidden dice",
            f"{_HERE}.agents.probability:probability",
            thinks="It takes what is likeliest to succeed by the odds of the hidden dice, whatever was bid.",
        ),
        AgentEntry(
            "e",
            "Soar: expected number",
            f"{_SOAR}:e",
            thinks="It reasons by rules as people do: how many dice of a face are to be expected?",
        ),
        AgentEntry(
            "em",
            "Soar: expected number and a model of the opponent",
            f"{_SOAR}:em",
            thinks="It judges by the expected number, and takes your last bid as a sign of what is under your cup.",
        ),
        AgentEntry(
            "eh",
            "Soar: expected number and expert heuristics",
            f"{_SOAR}:eh",
            thinks="It judges by the expected number, and experts' rules of thumb choose among bids that look alike.",
        ),
        AgentEntry(
            "emh",
            "Soar: expected number, model and heuristics",
            f"{_SOAR}:emh",
            thinks="It expects a number, asks what your bid says about your dice, and adds experts' rules of thumb.",
        ),
        AgentEntry(
            "p",
            "Soar: probability",
            f"{_SOAR}:p",
            "[TEMPERATURE]",
            thinks="It reasons by rules about probabilities: it prefers what is most likely to succeed.",
        ),
        AgentEntry(
            "pm",
            "Soar: probability and a model of the opponent",
            f"{_SOAR}:pm",
            "[TEMPERATURE]",
            thinks="It judges by probability, and takes your last bid as a sign of what is under your cup.",
        ),
        AgentEntry(
            "ph",
            "Soar: probability and expert heuristics",
            f"{_SOAR}:ph",
            "[TEMPERATURE]",
            thinks="It judges by probability, and experts' rules of thumb choose among bids that look alike.",
        ),
        AgentEntry(
            "pmh",
            "Soar: probability, model and heuristics",
            f"{_SOAR}:pmh",
            "[TEMPERATURE]",
            thinks="It weighs odds, asks what your bid says about your dice, and adds experts' rules of thumb.",
        ),
        AgentEntry(
            "cfr",
            "One round by CFR+: two players, no push",
            f"{_HERE}.agents.cfr:cfr",
            thinks="It played the round against itself until hardly any reply beat it, and lies as often as that.",
        ),
        AgentEntry(
            "champion",
            "A policy learned by self-play, for two to six players; `self-play` met itself alone",
            f"{_HERE}.agents.champion:champion",
            "[FILE,search=WORLDS|adapt=WORLDS]",
            thinks="It learned from hundreds of millions of decisions against itself, past selves and others.",
        ),
        AgentEntry(
            "learned",
            "Soar: rules that were learned, from a file of `mendax train`; `tuned-p` is in the package",
            f"{_HERE}.agents.learned:learned",
            "FILE",
        ),
    ),
    advisor="probability",
    solver=f"{_HERE}.solver:solve",
    coach=f"{_HERE}.coach:COACH",
    studies=(f"{_HERE}.study:STUDY", f"{_HERE}.study.champion:STUDY"),
    benchmarks=(f"{_HERE}.benchmarks:BENCHMARKS",),
    face=f"{_HERE}.face:FACE",
    commands={verb: f"{_HERE}.commands:{verb}" for verb in ("solve", "exploit", "train")}
    | {verb: f"{_HERE}.commands.coaching:{verb}" for verb in ("advise", "review")},
    rule_words=f"{_HERE}.learning.words:rule_words",
    pieces=f"{_HERE}.rules.pieces:LiarsDicePieces",
    title="Liar's Dice",
    page=f"{_HERE}.face:page.js",
    opponents=("emh", "probability", "honest"),
    rated=("probability", "honest", "e", "emh", "p", "pmh", "random"),
    rated_at="players=2",
    first=True,
)

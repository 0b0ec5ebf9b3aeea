"""Texas Hold'em: fixed limit, two to ten players, play money."""

from mendax.core.catalogue import AgentEntry, GameEntry

_HERE = "mendax.games.holdem"
_SIMPLE = f"{_HERE}.agents.simple"
_SOARBOT = f"{_HERE}.agents.soarbot.agent"

ENTRY = GameEntry(
    name="holdem",
    about="Fixed-limit Texas Hold'em with play money: two to ten players",
    rules=f"{_HERE}.rules:Holdem",
    agents=(
        AgentEntry(
            "always-call",
            "Checks and calls, always",
            f"{_SIMPLE}:always_call",
            thinks="It checks and calls, whatever it holds.",
        ),
        AgentEntry(
            "always-raise",
            "Bets and raises while it may, then calls",
            f"{_SIMPLE}:always_raise",
            thinks="It bets and raises while it may, whatever it holds.",
        ),
        AgentEntry(
            "always-fold",
            "Checks or folds, always",
            f"{_SIMPLE}:always_fold",
            thinks="It folds to every bet.",
        ),
        AgentEntry(
            "tight",
            "Hutchison's points before the flop, top pair or better after it",
            f"{_SIMPLE}:tight",
            thinks="It plays few hands, chosen by a point system, and bets only with top pair or better.",
        ),
        AgentEntry(
            "loose",
            "The same with lower points, any pair and draws",
            f"{_SIMPLE}:loose",
            thinks="It plays many hands, and stays with any pair and with draws.",
        ),
        AgentEntry(
            "odds",
            "Chance to win against unknown hands, and the price of a call",
            f"{_HERE}.agents.odds:odds",
            thinks="It computes its chance to win against unknown hands and compares it with the price of a call.",
        ),
        AgentEntry(
            "soarbot",
            "Soar: the thesis's rules",
            f"{_SOARBOT}:soarbot",
            "[hutchison|bluff]",
            thinks="It reasons by some rules of an expert: what the hand is, where it sits, what the others did.",
        ),
        AgentEntry(
            "soarbot-m",
            "Soar: the same with tie-breaking, outs and opponents",
            f"{_SOARBOT}:soarbot_m",
            thinks="The same rules, and it also counts the cards that would help it and how its opponents have played.",
        ),
        AgentEntry(
            "poki",
            "Weighted hand strength, a model of the opponents, and simulation",
            f"{_HERE}.agents.poki.agent:poki",
            "[OPTIONS]",
            thinks="It guesses each opponent's hand, plays the rest out many times, and takes what earned most.",
        ),
        AgentEntry(
            "equilibrium",
            "Heads-up: an approximate equilibrium by Monte Carlo CFR",
            f"{_HERE}.agents.equilibrium:equilibrium",
            "[FILE]",
            thinks="With two players it plays a strategy close to one that nobody can beat in the long run.",
        ),
    ),
    advisor="odds",
    coach=f"{_HERE}.coach.by_odds:COACH",
    studies=(f"{_HERE}.study:STUDY",),
    solver=f"{_HERE}.solver.training:train",
    benchmarks=(f"{_HERE}.benchmarks:BENCHMARKS",),
    face=f"{_HERE}.face:FACE",
    ranking=f"{_HERE}.statistics:rank",
    formats={".phh": f"{_HERE}.phh:load_records"},
    commands={
        "solve": f"{_HERE}.commands.solve:solve",
        "exploit": f"{_HERE}.commands.exploit:exploit",
        "advise": f"{_HERE}.commands.advise:advise",
        "review": f"{_HERE}.commands.review:review",
        "export": f"{_HERE}.commands.export:export",
        "acpc serve": f"{_HERE}.commands.acpc:serve",
        "acpc join": f"{_HERE}.commands.acpc:join",
    },
    pieces=f"{_HERE}.rules.pieces:HoldemPieces",
    title="Hold'em",
    page=f"{_HERE}.face:page.js",
    quick="hands=20",
    opponents=("tight", "loose", "odds"),
    rated=("equilibrium", "poki", "odds", "tight", "loose", "soarbot", "soarbot-m", "always-call", "random"),
    rated_at="players=2",
)

"""What the authors published, with its source, and the slips of the paper's text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CITATION: Final = (
    "Ivar Mak, Oscar de Vries and Joost Warmerdam: An Epistemic Approach to Analyzing and Modeling Knowledge in "
    "Blufpoker. Project report, Logical Aspects of Multi-agent Systems, University of Groningen, June 2020"
)
RESULTS: Final = "https://github.com/boscy/Blufpoker"
"""The authors' program and their table of results, which the paper does not have."""

GAMES: Final = 10_000
"""Of each line-up."""
KNOWLEDGE: Final = "knowledge"
"""Stands for the knowledge agent in a line-up, whatever its readings are."""
PLAYERS: Final = {
    "K": KNOWLEDGE,
    "R": "naive:one/truthful/believe=0.8+call-top",
    "GO": "naive:greedy/overbid/believe",
    "GT": "naive:greedy/truthful/believe",
    "LO": "naive:lowest/overbid/believe",
}
"""The authors' players by the letters of this report. Their random caller believes 80 % and always calls 666."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Two players and the knowledge agent in the third seat."""

    first: str
    second: str
    lost: tuple[float, float, float]
    """Percent of games lost by players 1, 2 and 3."""

    @property
    def name(self) -> str:
        """The letters of players 1 and 2."""
        return f"{self.first}, {self.second}"

    def players(self, agent: str) -> tuple[str, str, str]:
        """The three agents, with the knowledge agent as given."""
        first, second, third = (PLAYERS[letters] for letters in (self.first, self.second, "K"))
        return (_seat(first, agent), _seat(second, agent), _seat(third, agent))


def _seat(player: str, agent: str) -> str:
    return agent if player == KNOWLEDGE else player


LINE_UPS: Final = (
    LineUp("K", "K", (34.7, 32.5, 32.8)),
    LineUp("R", "GO", (26.5, 64.6, 9.0)),
    LineUp("GO", "R", (3.8, 93.4, 2.8)),
    LineUp("GT", "LO", (1.0, 96.4, 2.7)),
    LineUp("LO", "GT", (24.4, 51.2, 24.3)),
    LineUp("R", "GT", (18.6, 30.6, 50.7)),
)
"""The authors' results over 10,000 games each, rounded by them to a tenth of a percent."""


@dataclass(frozen=True, slots=True)
class TextSlip:
    """A slip of the paper's text."""

    section: str
    text: str
    """What stands there."""
    remark: str


TEXT_SLIPS: Final = (
    TextSlip("1", "“using different different strategies”", "A word twice."),
    TextSlip(
        "1",
        "“An agent that uses this model to perform knowledge-reasoning using the obtained Kripke model.”",
        "The sentence has no verb: what the agent does is missing.",
    ),
    TextSlip(
        "1.1",
        "“If the number that was announced is actually on the table player 2 loses the round”",
        "Taken by the letter a higher cup would be a bluff. Section 2.3.1 says that it is none (“higher dice rolls than "
        "the bid are also not a bluff”), and so do our rules.",
    ),
    TextSlip(
        "1.1",
        "Who starts the next round, and the first one, is not said.",
        "Here the loser of a round starts the next one, and chance draws the first starter.",
    ),
    TextSlip(
        "1.1.1",
        "“the player who initially called the poker gets a penalty point”",
        "“Called” means bid here. Everywhere else it means that a bid is called a bluff.",
    ),
    TextSlip(
        "1.2",
        "“Furthermore, we report an example walk-through of one game”",
        "There is none. This report has one.",
    ),
    TextSlip(
        "2, note 1",
        "“Python Language Reference, version 2.7”",
        "Python 2.7 had ended half a year before the report was written.",
    ),
    TextSlip(
        "2.1",
        "“In the real game, a player can bid with any number. In the simulations, if the bid is not truthful, it can "
        "only be higher”",
        "A truthful bid has to be higher as well (section 1.1), and a bid that is not above the last one would let a "
        "round go on for ever.",
    ),
    TextSlip("2.1", "“This simulation is run for Hoeveel runs?”", "A note of the authors, Dutch for “how many runs?”."),
    TextSlip(
        "2.1.1",
        "“Strategies influence an agent's decision making in the Calling phase and the bidding phase.”",
        "The next sentence, and the list, have strategies for the rolling phase too.",
    ),
    TextSlip(
        "2.1.1",
        "“with a certain probability”, “a small range”",
        "Neither number is given. The authors' program believes 80 % and overbids by up to three steps.",
    ),
    TextSlip(
        "2.1.1",
        "“Greedy: Roll any die that is lower than 6”",
        "With three 6s no die is rolled, and at least one must be (section 1.1). The authors' program does roll none: "
        "that is the first of its slips above.",
    ),
    TextSlip(
        "2.1.2",
        "“In the first turn, an agent will simply roll the dice and truthfully announce what he has rolled”, for “each "
        "of the agents”",
        "In the authors' program overbidders open with a random bid. The published figures cannot be had otherwise.",
    ),
    TextSlip(
        "2.2",
        "“m is an agent in the set of agents A”",
        "m is the number of agents: the relations are R1 to Rm. And “A = 1, 2, 3” lacks its braces.",
    ),
    TextSlip(
        "2.2",
        "d(x,y,z) with “0 < x ≤ y ≤ z ≤ 6”, where “x represents the hundreds”",
        "The order is the wrong way round: the hundreds are the highest die, so x ≥ y ≥ z. The paper's own example, "
        "d(4,2,1), does not fit its condition.",
    ),
    TextSlip(
        "2.2",
        "“The truth assignment of the propositional atoms is not used in the model and is therefore omitted”",
        "Without it no d(x,y,z) is true anywhere, and it was just said that a world contains one.",
    ),
    TextSlip(
        "2.2",
        "“a world w_i can be accessed by world w_j”, if rolling “in w_i makes possible that the combination in w_j is "
        "rolled”",
        "That is what can happen next, not what an agent holds for possible: a transition and no accessibility relation. "
        "It is not symmetric either way it is read, and has no knowledge in it. The two worlds are also exchanged between "
        "the halves of the sentence.",
    ),
    TextSlip(
        "2.2",
        "From 321 “a world with d(4,3,2) is possible as it can be rolled by rerolling the singular die”",
        "Right, if the 1 falls to a 4. It is an example of the transition, again, and not of knowledge.",
    ),
    TextSlip(
        "2.3.1",
        "“cross-checking whether the bid is within its set of possible worlds. If this is not the case, the agent will "
        "regard the previous bid as a bluff”",
        "With 65 open a bid of 644 is no possible world, and yet all six worlds are above it: the bid is certainly true. "
        "A later sentence of the same section counts higher worlds in. The authors' program calls such bids.",
    ),
    TextSlip(
        "2.3.1",
        "“joint probability distribution”",
        "It is a distribution over worlds. Nothing is joint in it but the three dice.",
    ),
    TextSlip(
        "2.3.1",
        "“P(Possible World | Knowledge ∧ Number of Combinations)”",
        "A number of combinations is no event, so nothing can be conditioned on it. It is a weight.",
    ),
    TextSlip(
        "2.3.1",
        "The fractions 1/6² = 1/36 and 1/6³ = 1/216",
        "Without parentheses 1/6² reads well by chance only: what is meant is (1/6)².",
    ),
    TextSlip(
        "2.3.1",
        "“(6,5,4), (6,4,5), (5,6,4), (5,4,6), (4,6,5) and (5,4,6)”",
        "(5,4,6) stands twice, and (4,5,6) is missing among the six orders of 654.",
    ),
    TextSlip(
        "2.3.1",
        "“the probability that the previous players bid is actually rolled”",
        "Meant is the probability that at least the bid was rolled, as the next sentence says. It is also no longer that "
        "once the bidder has chosen when to stop: the distribution has no place for that.",
    ),
    TextSlip(
        "2.3.1",
        "A threshold from N(1/4, 1/12)",
        "One draw in 741 is below zero. A threshold below zero believes bids that cannot be true; it is set to zero here.",
    ),
    TextSlip(
        "2.3.2, step 3",
        "“if the agent had rolled a 6 already with the first try (and with that reached a higher possible bid)”",
        "If the first die brings a 6 and the bid has none, the cup is above the bid and step 1 has stopped. So the first "
        "try must be the first of the two further dice.",
    ),
    TextSlip(
        "2.3.2, steps 4 and 5",
        "“two 6's” and “two 6s”; “the current bid” and “the previous bid”",
        "One thing under two names each.",
    ),
    TextSlip(
        "2.3.2, step 4",
        "“the probability of rolling that die higher”, which becomes the probability of trying",
        "How likely a throw is to succeed and how often it is tried are two things. A die that shows 5 is tried once in "
        "six times although one success in six is all it ever has.",
    ),
    TextSlip(
        "2.3.2, step 5",
        "With two 6s in the bid the agent “will go to the bidding phase and bluff on poker 6”",
        "The dice that lie open need not hold a 6. Then the bluff is impossible, and the next player can know it: just "
        "what step 3 of the bidding phase is there to avoid.",
    ),
    TextSlip("2.3.3", "“higher valued cup than the previous bet”; “The performance of and agent”", "“Bet” is bid; “and” is an."),
    TextSlip(
        "3",
        "“Results”",
        "The section says what will be measured and has no number. The figures of this report are the authors' later ones.",
    ),
    TextSlip("4", "“extend our project and/or it's implementation”", "Its."),
    TextSlip("Table 1", "“ranked from top left to bottom right, descending per column”", "Right, and tested here roll by roll."),
)

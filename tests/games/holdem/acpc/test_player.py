"""The player follows a dealer's lines: the published examples, and lines that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from mendax.core.agent import Agent, Decision
from mendax.core.catalogue import build_agent
from mendax.core.errors import BadNotation
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.acpc.lines import MEANINGS
from mendax.games.holdem.acpc.player import Player
from mendax.games.holdem.rules import Action, Event, View, cards_text
from tests.games.holdem.acpc.published import HEADS_UP, THREE_PLAYERS, answers, from_dealer


class Scripted(Agent[View, Action, Event]):
    """Plays given letters, and keeps what it sees."""

    def __init__(self, letters: Iterator[str], seen: list[View], heard: list[str]) -> None:
        self.letters, self.seen, self.heard = letters, seen, heard

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self.seen.append(view)
        letter = next(self.letters)
        return Decision(next(action for action in actions if action in MEANINGS[letter]))

    def hear(self, event: Event) -> None:
        self.heard.append(str(event))


@pytest.mark.parametrize("lines", [HEADS_UP, THREE_PLAYERS])
def test_the_published_examples_are_answered_byte_for_byte(lines: list[str]) -> None:
    letters = iter([line[-1] for line in answers(lines)])
    seen, heard, said = list[View](), list[str](), list[str]()
    player = Player(lambda game, seat, rng: Scripted(letters, seen, heard), 3, 0)
    for line in from_dealer(lines):
        said.append(f"S-> {line}")
        if (answer := player.hear(line)) is not None:
            said.append(f"<-C {answer}")
    assert said == lines
    assert [cards_text(view.cards) for view in seen] == [
        "".join(cards for cards in line.split(":")[4].split("/")[0].split("|") if cards) for line in answers(lines)
    ]


def test_what_is_won_and_heard() -> None:
    """Hand 0: a pair of eights beats Td As, who pays 6 + 2 + 4 + 4 chips; hand 1 costs 6 + 2, hand 2 costs 4."""
    letters = iter([line[-1] for line in answers(HEADS_UP)])
    heard = list[str]()
    player = Player(lambda game, seat, rng: Scripted(letters, [], heard), 3, 0)
    paid = list[int]()
    for line in from_dealer(HEADS_UP):
        player.hear(line)
        if not player.state.cards:
            paid.append(player.state.money[player.seat])
    assert paid == [-16, -16 - 8, -16 - 8 - 4]
    assert player.result("scripted").to_json() == {
        "agent": "scripted",
        "players": 2,
        "hands": 3,
        "payoff": -14.0,
        "mean_payoff": -14 / 3,
    }
    assert "seat 1 shows 8h Tc: a pair of eights" in heard
    assert heard.count("seat 0 gets Td As") == 1
    assert len([text for text in heard if text.startswith("hand ")]) == 3


def test_a_button_that_does_not_move_as_ours() -> None:
    """The published hands 55 and 90 are of one seat at different places: a new match, with a new agent."""
    letters, log, built = iter([line[-1] for line in answers(THREE_PLAYERS)]), list[str](), list[Seat]()

    def build(game: AnyGame, seat: Seat, rng: Random) -> Scripted:
        built.append(seat)
        return Scripted(letters, [], [])

    player = Player(build, 3, 0, log.append)
    for line in from_dealer(THREE_PLAYERS):
        player.hear(line)
    assert built == [2, 0]
    assert log == ["the button has not moved by one seat in hand 90: the agent forgets who sits where"]
    assert player.result("x").hands == 2


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["MATCHSTATE:0:0:f:TdAs|", "MATCHSTATE:0:0:fc:TdAs|"], "nobody is to act when"),
        (["MATCHSTATE:0:0:cf:TdAs|"], "'f' is not allowed there"),
        (["MATCHSTATE:0:0:rrrr:TdAs|"], "'r' is not allowed there"),
        (["MATCHSTATE:0:0:cc:TdAs|"], "the next cards are not there"),
        (["MATCHSTATE:0:0:c/:TdAs|/2c8c3h"], "begins before the last is closed"),
        (["MATCHSTATE:0:0:c:TdAs|", "MATCHSTATE:0:0:r:TdAs|"], "was 'c' already"),
        (["MATCHSTATE:0:0:c:TdAs|", "MATCHSTATE:1:1::|TdAs"], "hand 1 begins before hand 0 is over"),
        (["MATCHSTATE:0:0:cc/cc/cc/cc:TdAs|/2c8c3h/9c/Kh"], "at the showdown not all cards are there"),
        (["hello"], "is not a line MATCHSTATE"),
    ],
)
def test_lines_that_cannot_be(lines: list[str], complaint: str) -> None:
    player = Player(build_agent("holdem", "always-call"), 3, 0)
    with pytest.raises(BadNotation, match=complaint):
        for line in lines:
            player.hear(line)


def test_comments_are_ignored() -> None:
    player = Player(build_agent("holdem", "always-call"), 3, 0)
    assert player.hear("# a remark") is None
    assert player.hear("; another") is None
    assert player.hear("MATCHSTATE:1:7::|TdAs") == "MATCHSTATE:1:7::|TdAs:c"


class Broken(Agent[View, Action, Event]):
    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        raise RuntimeError("no idea")


def test_an_agent_that_breaks_down_checks_or_folds() -> None:
    log = list[str]()
    player = Player(lambda game, seat, rng: Broken(), 3, 0, log.append)
    assert player.hear("MATCHSTATE:0:0:c:TdAs|") == "MATCHSTATE:0:0:c:TdAs|:c"
    assert player.hear("MATCHSTATE:0:0:cc/:TdAs|/2c8c3h") == "MATCHSTATE:0:0:cc/:TdAs|/2c8c3h:c"
    assert player.hear("MATCHSTATE:0:0:cc/cr:TdAs|/2c8c3h") == "MATCHSTATE:0:0:cc/cr:TdAs|/2c8c3h:f"
    assert log == ["the agent broke down, it checks or folds from now on: RuntimeError: no idea"]

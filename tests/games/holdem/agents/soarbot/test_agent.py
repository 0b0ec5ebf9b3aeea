"""SoarBot as a player: the frame of its rules, its plans over two turns, and its conduct in matches."""

from __future__ import annotations

from random import Random

import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.conformance import check_agent
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.games.holdem.agents.soarbot.agent import RULES, SoarBot, rule_files
from mendax.games.holdem.rules import Holdem, State
from mendax.soar import Parameters
from tests.games.holdem.agents.soarbot.positions import Position, ask
from tests.games.holdem.table import play

NINE = (
    *("poker", "elaborations", "analysis", "defaults", "preflop_loose"),
    *("preflop_hutchison", "flop", "turn", "river"),
)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("game", [Holdem(players=2, hands=5), Holdem(players=5, hands=3)], ids=game_text)
def test_it_plays(game: Holdem, name: str) -> None:
    check_agent(game, build_agent("holdem", name), matches=2)


def test_workers_do_not_matter() -> None:
    game = Holdem(players=3, hands=4)
    agents = [(name, build_agent("holdem", name)) for name in ("soarbot", "soarbot-m", "soarbot:bluff")]
    schedule = match_schedule(3, 3, 6)
    one, two = (run_games(game, agents, schedule, seed=4, workers=workers).results for workers in (1, 2))
    assert one.payoffs.tolist() == two.payoffs.tolist()
    assert one.moves.tolist() == two.moves.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_it_plays_long_sessions(players: int, name: str) -> None:
    check_agent(Holdem(players=players, hands=20), build_agent("holdem", name), matches=3)


def test_it_plays_nothing_else() -> None:
    with pytest.raises(MendaxError, match="soarbot plays holdem, not one-die"):
        build_agent("holdem", "soarbot")(build_game("one-die"), 0, Random(0))
    with pytest.raises(MendaxError, match="there is no soarbot:sklansky"):
        build_agent("holdem", "soarbot:sklansky")


def test_rules_by_file() -> None:
    """The thesis: about 150 rules in nine files; analysis 33, preflop 11 and 7, flop 22, turn 27, river 5."""
    files = {file.name.removesuffix(".soar"): file.rules() for name in RULES for file in rule_files(name)}
    assert set(NINE) <= files.keys()
    assert {name: len(files[name]) for name in NINE} == {
        "poker": 23,
        "elaborations": 15,
        "analysis": 33,
        "defaults": 2,
        "preflop_loose": 18,
        "preflop_hutchison": 6,
        "flop": 30,
        "turn": 37,
        "river": 5,
    }
    strengths = {name: sum("*strength*" in rule.name for rule in files[name]) for name in NINE}
    assert strengths["preflop_loose"] == 11
    assert strengths["flop"] == 22
    assert strengths["turn"] == 27


ELABORATIONS = [
    ("elaborate*adjusted-odds", Position("8d5c", "2h3c7d8sQs"), Position("8d5c", "2h3c7d8s")),
    ("elaborate*share-unacted", Position("8d5c"), Position("8d5c", "2h3c7d")),
    ("elaborate*timing*early", Position("8d5c", "", "-", 2, 1), Position("8d5c")),
    ("elaborate*timing*early", Position("8d5c", "", "fff", 10, 5), Position("8d5c", "", "ffff", 10, 6)),
    ("elaborate*timing*middle", Position("8d5c", "", "ffff", 10, 6), Position("8d5c", "", "-", 2, 1)),
    ("elaborate*timing*late", Position("8d5c", "", "fffffff", 10, 9), Position("8d5c", "", "ffffff", 10, 8)),
    ("elaborate*timing*last", Position("8d5c"), Position("8d5c", "", "-", 2, 1)),
    ("elaborate*analysis", Position("8d5c", "2h3c7d"), Position("8d5c")),
    ("elaborate*board*top", Position("8d5c", "2h3c7d"), Position("8d5c")),
    ("elaborate*board*second", Position("8d5c", "2h3c7d"), Position("8d5c", "7h7c7d")),
    ("elaborate*card*rung*low-ace", Position("Ad5c", "2h3c7d"), Position("8d5c", "2h3c7d")),
    ("elaborate*rungs", Position("8d5c", "2h3c7d"), Position("8d5c")),
    ("elaborate*rungs*board", Position("8d5c", "2h3c7d"), Position("8d5c")),
]
ALWAYS = {"elaborate*straights", "elaborate*card*rung", "elaborate*card*next-rank"}
"""Elaborations of every position."""


@pytest.mark.parametrize(("rule", "fires", "silent"), ELABORATIONS)
def test_elaborations(rule: str, fires: Position, silent: Position) -> None:
    fired, not_fired = ask(fires).explanation.rules, ask(silent).explanation.rules
    assert rule in fired
    assert rule not in not_fired
    assert {*fired} & {*not_fired} >= ALWAYS


def test_every_elaboration_has_its_positions() -> None:
    (rules,) = [file.rules() for file in rule_files("soarbot") if file.name == "elaborations.soar"]
    assert {rule.name for rule in rules} == {rule for rule, _, _ in ELABORATIONS} | ALWAYS


def test_the_numbers_of_the_river() -> None:
    """A pair of eights is the best hand against one other with .732; the pot has 8 chips and a call costs 4."""
    answer = ask(Position("8d5c", "2h3c7d8sQs", "ck/kk/kk/kb"))
    (odds,) = answer.memory["adjusted-odds"]
    assert odds == pytest.approx(2 * 0.7323, abs=1e-3)
    assert answer.explanation.sentence == (
        "River, 1 bet to call at 2 to 1: river*call*adjusted-odds, best hand with 0.732, adjusted odds 1.46, score 20."
    )


def test_explanations_have_scores_and_grounds() -> None:
    answer = ask(Position("AdJc", "3h4cJh9s", "ck/kk/kb"))
    options = {str(option.action): option for option in answer.explanation.options}
    assert {act: option.value for act, option in options.items()} == {"fold": 10, "call": 20, "raise": 30}
    assert options["raise"].probability == 1
    assert options["raise"].note == "turn*raise*strong, strength 2, score 30"
    assert "top-pair" in answer.explanation.sentence


class Session:
    """A hand that goes on, with the agent asked wherever a seat is to act."""

    def __init__(self, game: Holdem, seat: int, moves: str) -> None:
        self.game, self.seat = game, seat
        self.state: State = play(game, moves)
        self.agent = SoarBot("soarbot", Random(0))
        self.rules: tuple[str, ...] = ()

    def memory(self) -> Parameters:
        """What is known on the top state."""
        return self.agent.agent.look("S1", 1)

    def ask(self, moves: str = "") -> str:
        """Let others move, then ask the agent; its act is played."""
        for word in moves.split():
            self.state = self.game.apply(self.state, self.game.parse_action(word))
        assert self.game.turn(self.state) == self.seat
        view = self.game.view(self.state, self.seat)
        decision = self.agent.act(view, self.game.actions(self.state), explain=True)
        assert decision.explanation is not None
        self.rules = decision.explanation.rules
        self.state = self.game.apply(self.state, decision.action)
        return str(decision.action)


KINGS = "4d 2c Kd 5d 6d 7c Kc 8h"
"""Four players; seat 2 has two kings and is the first to act before the flop."""


def test_a_check_raise_takes_two_turns() -> None:
    session = Session(Holdem(players=4), 0, "Qd 2c 4d 5d Qc 7c 6d 8h call call")
    assert session.ask() == "call"
    assert session.ask("check Qh 9s 3c") == "bet"
    assert session.ask("call call call Jd") == "check"
    assert "poker*apply*plan*check-raise" in session.rules
    assert session.ask("check bet fold") == "raise"
    assert "poker*propose*planned-raise" in session.rules
    # Once a hand: on the river three queens bet.
    assert session.ask("fold call 2d") == "bet"
    assert "poker*elaborate*subgoal*check-raise" not in session.rules


def test_a_plan_ends_with_its_stage() -> None:
    session = Session(Holdem(players=4), 2, KINGS)
    assert session.ask() == "call", "two kings wait before the flop"
    assert "poker*apply*plan*check-raise" in session.rules
    assert session.ask("call call check 2h 9s 3c check check") == "bet"
    assert "poker*forget*plan*old-stage" in session.rules
    assert "plan" not in session.memory()


def test_a_planned_raise_before_the_flop() -> None:
    session = Session(Holdem(players=4), 2, KINGS)
    assert session.ask() == "call"
    assert session.ask("raise fold fold") == "raise"
    assert {"poker*apply*planned-raise", "poker*apply*planned-raise*forget-plan"} <= {*session.rules}
    assert session.memory()["check-raised"] == (0,)
    assert "plan" not in session.memory()


def test_a_new_hand_forgets_the_check_raise() -> None:
    session = Session(Holdem(players=2, hands=2), 1, "2c Ad 7d Ac")
    assert session.ask() == "call"
    assert session.ask("raise") == "raise"
    session.ask("fold Ad 2c Ac 7d call")
    assert {"poker*forget*check-raised", "poker*elaborate*subgoal*check-raise"} <= {*session.rules}


def test_a_new_hand_forgets_the_plan() -> None:
    session = Session(Holdem(players=2, hands=3), 1, "2c Ad 7d Ac")
    assert session.ask() == "call"
    # The other checks, and folds to a bet on the flop; in the hand after the next one the stage is the same again.
    assert session.ask("check 3s 8h Jc check") == "bet"
    session.state = play(session.game, "2c Ad 7d Ac call check 3s 8h Jc check bet fold 9c 4c 8d 4d")
    session.ask("call")
    assert "plan" not in session.memory()


def test_a_plan_of_an_older_hand_is_no_plan() -> None:
    """The agent plans before the flop, and is next asked before the flop of another hand."""
    game = Holdem(players=2, hands=3)
    session = Session(game, 1, "2c Ad 7d Ac")
    assert session.ask() == "call"
    session.state = play(game, "2c Ad 7d Ac call check 3s 8h Jc check bet fold 9c 3c 8d 4d raise")
    assert session.ask() == "fold"
    assert "poker*forget*plan*old-hand" in session.rules


def test_no_raise_is_left() -> None:
    """Top pair would raise a bet; in a game without raises it calls."""
    session = Session(Holdem(players=2, raises=0), 1, "2c Ad 7d Jc call check 3h 4c Jh bet")
    assert session.ask() == "call"
    assert "poker*act*raise*capped" in session.rules
    assert "poker*act*raise" not in session.rules


def test_the_frame_fires() -> None:
    """Every rule of the frame that these tests do not name fires at any turn with a choice."""
    fired = {*ask(Position("AdJc", "3h4cJh9s", "ck/kk/kb")).explanation.rules}
    fired |= {*ask(Position("8d5c", "2h3c7d8sQs", "ck/kk/kk/kb")).explanation.rules}
    fired |= {*ask(Position("8d5c")).explanation.rules}
    (rules,) = [file.rules() for file in rule_files("soarbot") if file.name == "poker.soar"]
    rare = {"poker*act*raise*capped", "poker*apply*plan*check-raise"}
    rare |= {rule.name for rule in rules if "planned-raise" in rule.name or "*forget*" in rule.name}
    assert {rule.name for rule in rules} - fired == rare

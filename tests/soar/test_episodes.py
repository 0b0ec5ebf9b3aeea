"""Rewards and episodes: each trap of learning that was seen, avoided; and values that come to what they should."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mendax.soar import Policy, RuleFile, Selection, Settings, SoarAgent, SoarError
from mendax.soar.episodes import Episode, reward_rules
from mendax.soar.exact_values import rule_values

BETS = RuleFile.of_text(
    """
    # A turn takes another operator before the bet, as a real agent's does.
    sp {propose*look
       (state <s> ^superstate nil ^io.input-link.turn <turn>)
      -(<turn> ^looked)
    -->
       (<s> ^operator <o> +)
       (<o> ^name look ^turn <turn>)
    }

    sp {apply*look
       (state <s> ^operator <o>)
       (<o> ^name look ^turn <turn>)
    -->
       (<turn> ^looked yes)
    }

    sp {propose*bet
       (state <s> ^superstate nil ^io.input-link <input>)
       (<input> ^turn.looked yes ^bet <bet>)
    -->
       (<s> ^operator <o> +)
       (<o> ^name bet ^bet <bet>)
    }

    sp {apply*bet
       (state <s> ^operator <o> ^io.output-link <output>)
       (<o> ^name bet ^bet <bet>)
    -->
       (<output> ^bet <command>)
       (<command> ^name <bet>)
    }

    sp {rl*a (state <s> ^operator <o> +) (<o> ^bet a) --> (<s> ^operator <o> = 0.0)}
    sp {rl*b (state <s> ^operator <o> +) (<o> ^bet b) --> (<s> ^operator <o> = 0.0)}
    sp {rl*c (state <s> ^operator <o> +) (<o> ^bet c) --> (<s> ^operator <o> = 0.0)}
    """,
    "bets.soar",
)
LEARNING = Settings(selection=Selection.BOLTZMANN, temperature=0.5, learning=True, temporal_discount=False)


class Bettor:
    """An agent that bets, and its episode."""

    def __init__(self, settings: Settings = LEARNING) -> None:
        self.agent = SoarAgent("bettor", [BETS, reward_rules()], settings=settings, rng=Random(1))
        self.begin(Random(1))

    def begin(self, rng: Random) -> None:
        self.agent.reset(rng)
        self.episode = Episode(self.agent)
        self.turn = 0

    def bet(self, *bets: str) -> str:
        self.turn += 1
        self.agent.show({**self.episode.feedback(), "turn": {self.turn: {"number": self.turn}}, "bet": bets})
        return self.agent.run(limit=10).command.word("name")

    def values(self) -> dict[str, float]:
        return {name[-1]: found.value for name, found in rule_values(self.agent).by_name.items()}

    def updates(self) -> dict[str, int]:
        return {name[-1]: found.num_updates for name, found in rule_values(self.agent).by_name.items()}


def test_a_reward_counts_once_though_it_stays_on_the_input_link() -> None:
    bettor = Bettor()
    bettor.bet("a")
    bettor.episode.reward(-1.0)
    for _ in range(3):  # the feedback is shown in each of these turns, of two decisions each
        bettor.bet("b")
    bettor.episode.finish()
    assert bettor.values() == {"a": pytest.approx(-0.3), "b": 0.0, "c": 0.0}
    assert bettor.updates() == {"a": 1, "b": 3, "c": 0}


@pytest.mark.parametrize(("by_decision", "discount"), [(False, 0.9), (True, 0.81)])
def test_the_discount_is_a_turn_s_not_a_decision_s(by_decision: bool, discount: float) -> None:
    """A turn is two decisions here; left alone, the kernel discounts both."""
    bettor = Bettor(replace(LEARNING, temporal_discount=by_decision))
    bettor.bet("b")
    bettor.episode.reward(1.0)
    bettor.episode.finish()
    bettor.begin(Random(2))
    bettor.bet("a")
    bettor.bet("b")
    bettor.episode.finish()
    assert bettor.values()["a"] == pytest.approx(0.3 * discount * 0.3)


def test_the_last_reward_is_not_lost_and_counts_once() -> None:
    bettor = Bettor()
    bettor.bet("c")
    bettor.episode.reward(1.0)
    bettor.episode.finish()
    assert bettor.values()["c"] == pytest.approx(0.3)
    assert bettor.updates()["c"] == 1
    bettor.begin(Random(3))
    bettor.bet("c")
    bettor.agent.reset()  # what a reset without an end does
    assert bettor.updates()["c"] == 1


def test_rewards_before_the_next_turn_add_up_and_may_be_replaced() -> None:
    bettor = Bettor()
    bettor.bet("a")
    bettor.episode.reward(1.0)
    bettor.episode.reward(-0.5)
    bettor.bet("b")
    assert bettor.values()["a"] == pytest.approx(0.15)
    bettor.episode.reward(-1.0)
    bettor.episode.replace_pending(1.0)
    bettor.episode.finish()
    assert bettor.values()["b"] == pytest.approx(0.3)


def test_an_episode_leaves_nothing_to_the_next() -> None:
    """A halted agent wakes with a reset, and the first action of an episode gets nothing from the one before."""
    bettor = Bettor()
    for number in range(20):
        bettor.begin(Random(number))
        bettor.bet("a")
        bettor.bet("b")
        bettor.episode.reward(1.0)
        bettor.episode.finish()
    assert bettor.updates() == {"a": 20, "b": 20, "c": 0}
    assert bettor.values()["b"] == pytest.approx(1 - 0.7**20)


def test_sarsa_and_q_learning_differ_by_the_next_action() -> None:
    """The next turn offers a good and a bad bet: Q-learning looks at the good one, whichever is taken."""
    found = {}
    for policy in Policy:
        bettor = Bettor(
            Settings(
                selection=Selection.FIRST, learning=True, policy=policy, temporal_discount=False, learning_rate=1.0
            )
        )
        for bet, reward in (("b", -1.0), ("c", 1.0)):
            bettor.begin(Random(1))
            bettor.bet(bet)
            bettor.episode.reward(reward)
            bettor.episode.finish()
        bettor.begin(Random(1))
        bettor.bet("a")
        taken = bettor.bet("b", "c")
        found[policy] = (taken, bettor.values()["a"])
    (taken, sarsa), (again, q_learning) = found[Policy.SARSA], found[Policy.Q_LEARNING]
    assert taken == again
    assert sarsa == pytest.approx(0.9 if taken == "c" else -0.9)
    assert q_learning == pytest.approx(0.9)


def test_values_come_to_what_the_odds_say() -> None:
    """Bets that win with known chances: values settle around 2p - 1, as the paper says of its tuned rules."""
    chances = {"a": 0.2, "b": 0.5, "c": 0.8}
    rng = Random(5)
    bettor = Bettor()
    for bet, chance in chances.items():
        seen = []
        for number in range(500):
            bettor.begin(rng)
            bettor.bet(bet)
            bettor.episode.reward(1.0 if rng.random() < chance else -1.0)
            bettor.episode.finish()
            if number >= 20:
                seen.append(bettor.values()[bet])
        # 480 results of a coin: a standard error of 0.036 to 0.046.
        assert sum(seen) / len(seen) == pytest.approx(2 * chance - 1, abs=0.11)


def test_an_agent_without_the_rules_says_so() -> None:
    with SoarAgent("bettor", [BETS], settings=LEARNING) as agent, pytest.raises(SoarError, match="does not finish"):
        Episode(agent).finish()

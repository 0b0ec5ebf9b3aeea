"""Learned rules in words: read from the rules, and nothing that they test is left out."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.match import play_match
from mendax.games.liars_dice.agents.honest import honest
from mendax.games.liars_dice.agents.learner import DiceLearnerFactory
from mendax.games.liars_dice.learning.baseline import all_rules
from mendax.games.liars_dice.learning.words import rule_action, rule_words
from mendax.games.liars_dice.rules import LiarsDice

GAME = LiarsDice(players=2)
BASELINE = dict(all_rules(counts=[1, 5], known=[0, 1, 2], unknown=[1, 4]))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bid*5x2*known-1*wild-0*unknown-4", "bid five 2s, no push; no 1s and one 2 known, four unknown"),
        ("bid*1x1*known-2*wild-0*unknown-1", "bid one 1, no push; two 1s known, one unknown"),
        ("challenge-bid*5x6*known-0*wild-2*unknown-4", "challenge five 6s; two 1s and no 6s known, four unknown"),
        ("exact*5x1*known-1*wild-0*unknown-4", "exact of five 1s; one 1 known, four unknown"),
        (
            "bid*push-wild*5x3*known-0*wild-1*unknown-4",
            "bid five 3s, with a push; one 1 and no 3s known, four unknown; no 3s under the own cup; "
            "some 1s under the own cup",
        ),
        ("pass*true*cup-3", "pass; three dice under the own cup; all own dice show one face"),
        ("pass*false*cup-2", "pass; two dice under the own cup; the own dice show several faces"),
        (
            "challenge-pass*refuted*cup-1",
            "challenge the pass; one die under the passer's cup; the shown dice refute it",
        ),
        (
            "challenge-first-pass*open*cup-5",
            "challenge the pass before the last; five dice under the passer's cup; the shown dice do not refute it",
        ),
    ],
)
def test_the_baseline_s_rules(name: str, words: str) -> None:
    assert rule_words(BASELINE[f"baseline*{name}"]) == words


def test_every_rule_of_the_baseline_reads_differently() -> None:
    words = [rule_words(text) for text in BASELINE.values()]
    assert len(set(words)) == len(words)


def test_a_chunk_of_p() -> None:
    """The paper's Dice Rule 1, as the rules of today chunk it."""
    text = """sp {chunk*selection*create-preferences*numeric*t4-114-7
    :chunk
    (state <s1> ^operator <o1> + ^table <t2>)
    (<o1> ^push no ^rung <r1>)
    (<r1> ^face 2 ^count 5 ^tally <t1>)
    (<t2> ^turn <t3>)
    (<t3> ^tally <t4>)
    (<t4> ^of <t1> ^known 1 ^jokers 0 ^unknown 4 ^sides 3)
    -->
    (<s1> ^operator <o1> = -0.9753086419753086)
    }"""
    assert rule_words(text) == "bid five 2s, no push; no 1s and one 2 known, four unknown"


def test_a_chunk_over_the_model() -> None:
    text = """sp {chunk*selection*create-preferences*numeric*t182-18-38
    :chunk
    (state <s1> ^table <t1> ^operator <o1> +)
    (<t1> ^num-shown 2 ^in-play 10 ^bid <b1> ^dice <d1> ^dice <d2> ^game <g1> ^turn <t2>)
    (<b1> ^cup 3 ^count 2 ^face <f1>)
    (<d1> ^by helped ^face <f2>)
    (<d2> ^shown 1 ^sides 6 ^by alone ^face <f1>)
    (<g1> ^wild <f1>)
    (<t2> ^model used ^tally <t3>)
    (<t3> ^known 0 ^jokers 2 ^unknown 3 ^sides 3 ^face <f2>)
    (<o1> ^pushed-jokers 1 ^pushed 2 ^thrown 2 ^push yes ^rung <r1>)
    (<r1> ^tally <t3> ^face 6 ^count 5)
    -->
    (<s1> ^operator <o1> = -0.7777777777777778)
    }"""
    assert rule_words(text) == (
        "bid five 6s, pushing one 1 and two 6s, rolling two again; two 1s and no 6s known, three unknown; "
        "the model of the last bidder was used; the last bid was two 1s, three dice under that cup; "
        "ten dice in play; two dice shown to all; one 1 shown"
    )


def test_the_action_of_a_rule() -> None:
    for name, text in BASELINE.items():
        assert rule_action(text) == name.split("*")[1]
    assert rule_action(ODD.format(thrown=2)) == "bid"


def test_a_chunk_about_a_pass_is_a_challenge_of_it() -> None:
    """It does not test the operator's name: what it says holds for the last pass and for the one before."""
    text = """sp {chunk*t24
    (state <s1> ^operator <o1> +)
    (<o1> ^pass <p1>)
    (<p1> ^cup 2 ^num-shown 0)
    -->
    (<s1> ^operator <o1> = 1.54)
}"""
    assert rule_words(text) == "challenge a pass; two dice under the passer's cup; no dice of the passer shown"
    assert rule_action(text) == "challenge-pass"


ODD = """sp {{odd
    (state <s1> ^operator <o1> + ^table <t2>)
    (<o1> ^thrown {thrown} ^rung <r1>)
    (<r1> ^count 2 ^tally <t1> ^face <f1>)
    (<t1> ^known 0 ^jokers 1 ^unknown 1 ^sides 3)
    (<t2> ^bid <b1> ^cup 5 ^dice <d1> ^strange 7)
    (<b1> ^count 2 ^face 1 ^pushed yes ^mine no)
    (<d1> ^face 4 ^cup > 1)
   -(<t2> ^pass)
    -->
    (<s1> ^operator <o1> = 0.12)
}}"""


def test_what_has_no_words_is_told_by_its_attributes() -> None:
    assert rule_words(ODD.format(thrown=3)) == (
        "bid two of a face, rolling three again; one 1 and no dice of the face known, one unknown, "
        "one in three counts; the last bid was two 1s, it came with a push, it was another's; "
        "five dice under the own cup; more than one 4s under the own cup; table strange 7; no table pass"
    )
    assert rule_words(ODD.format(thrown=0)).startswith("bid two of a face, no push; ")


def test_chunks_that_agents_make_are_read_whole() -> None:
    """Real chunks of PMH: nothing is left over for the attributes but what the words name."""
    learner = DiceLearnerFactory("pmh-#")(GAME, Random(0))
    for at in range(2):
        play_match(GAME, [learner.agent(GAME, 0, Random(at)), honest(GAME, 1, Random(at))], Random(at), strict=True)
    rules = learner.learned().rules
    learner.close()
    assert len(rules) > 200
    for rule in rules:
        words = rule_words(rule.text)
        assert words.startswith(("bid ", "challenge ", "exact ", "pass"))
        assert "table " not in words.replace("the table ", ""), words
        assert "operator " not in words, words
    assert any("the model of the last bidder was used" in rule_words(rule.text) for rule in rules)

"""Learned rules in words: read from the rules, and nothing that they test is left out."""

from __future__ import annotations

import pytest

from mendax.games.liars_dice.learning.baseline import all_rules
from mendax.games.liars_dice.learning.words import rule_words, value_words

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


CHUNK = """sp {{chunk*numeric*t7-1
    :chunk
    (state <s1> ^operator <o1> + ^table <t2>)
    (<o1> ^thrown {thrown} ^rung <r1>)
    (<r1> ^count 2 ^tally <t1> ^face {face})
    (<t1> ^known 0 ^jokers 1 ^unknown 1 ^sides 3)
    (<t2> ^bid <b1> ^cup 5 ^dice <d1> ^strange 7)
    (<b1> ^count 2 ^face 1 ^pushed yes ^mine no)
    (<d1> ^face 4 ^cup > 1)
   -(<t2> ^pass)
    -->
    (<s1> ^operator <o1> = 0.12)
}}"""


def test_a_chunk_is_read_by_what_it_tests() -> None:
    assert rule_words(CHUNK.format(thrown=3, face=2)) == (
        "bid two 2s, rolling three again; one 1 and no 2s known, one unknown; the last bid was two 1s, "
        "it came with a push, it was another's; five dice under the own cup; more than one 4s under the own cup; "
        "table strange 7; no table pass"
    )


def test_a_chunk_that_leaves_the_face_open_says_so() -> None:
    words = rule_words(CHUNK.format(thrown=0, face="<f1>"))
    assert words.startswith(
        "bid two of a face, no push; one 1 and no of the face known, one unknown, one in three counts;"
    )


def test_values() -> None:
    assert value_words(-0.87541) == "-0.8754"
    assert value_words(None, ">") == "best"

"""The classics come out as the literature says."""

from __future__ import annotations

import pytest

from mendax.logic import LogicError, S5Model
from mendax.logic.examples import cards, drinking_logicians, muddy_children, russian_cards, sum_and_product


@pytest.mark.parametrize("children", [1, 2, 3, 5])
def test_muddy_children_know_after_as_many_rounds_as_are_muddy(children: int) -> None:
    for muddy in range(1, children + 1):
        explicit = muddy_children.story(children, muddy)
        assert explicit.rounds_of_silence == muddy - 1
        assert explicit.know == tuple(f"child{number}" for number in range(1, muddy + 1))
        for backend in ("cudd", "python"):
            structure = muddy_children.symbolic(children, backend)
            assert muddy_children.story(children, muddy, structure) == explicit


def test_thirty_muddy_children() -> None:
    story = muddy_children.story(30, 17, muddy_children.symbolic(30))
    assert story.rounds_of_silence == 16
    assert len(story.know) == 17


def test_the_number_of_muddy_children_is_checked() -> None:
    for muddy in (0, 4):
        with pytest.raises(LogicError, match="of 3 children"):
            muddy_children.story(3, muddy)


def test_father_says_what_everybody_knows_and_still_tells_something() -> None:
    """Two muddy of three: each knows that somebody is, and that was not common knowledge."""
    model = muddy_children.explicit(3)
    somebody = muddy_children.somebody_is_muddy(3)
    everyone = "{child1,child2,child3}"
    assert model.holds(f"E{everyone} ({somebody})", "110")
    assert not model.holds(f"C{everyone} ({somebody})", "110")
    assert model.announce(somebody).holds(f"C{everyone} ({somebody})", "110")


def test_sum_and_product() -> None:
    assert sum_and_product.model().num_worlds == 2352
    assert sum_and_product.solutions() == ((4, 13),)


def test_sum_and_product_with_other_bounds() -> None:
    """The pair is the solution from a largest sum of 65 on, and below that there is none."""
    assert sum_and_product.solutions(64) == sum_and_product.solutions(5) == ()
    assert sum_and_product.solutions(65) == sum_and_product.solutions(120) == ((4, 13),)
    with pytest.raises(LogicError, match="the smallest sum"):
        sum_and_product.solutions(4)


@pytest.mark.parametrize("wishes", ["1", "0", "11", "1110", "0111", "11111"])
def test_drinking_logicians(wishes: str) -> None:
    """Who wants one cannot know before the last; the first who wants none says no, and so do all after."""
    answers = drinking_logicians.answers(wishes)
    first_none = wishes.find("0") if "0" in wishes else len(wishes) - 1
    assert answers[:first_none] == ("I do not know",) * first_none
    assert set(answers[first_none:]) == {"no" if "0" in wishes else "yes"}
    with pytest.raises(LogicError, match="0 or 1"):
        drinking_logicians.answers("12")


def test_three_cards() -> None:
    model = cards.model()
    assert model.num_worlds == 6
    assert model.valid("C{a,b,c} (a0 | a1 | a2)")
    assert model.valid("D{a,b} (a0 & b1 & c2) | ~(a0 & b1)")
    assert not model.valid("Kw{a} b0")
    told = model.announce("~a1")
    assert told.holds("K{b} a2 | K{b} a0 | b1", "012")
    assert told.holds("K{c} a0 & ~Kw{a} c2", "012"), "c, who holds 2, knows that a holds 0; a has learned nothing"


def test_showing_a_card() -> None:
    after = cards.model().update(cards.show("a", "b"))
    assert isinstance(after, S5Model)
    assert after.num_worlds == 6
    assert after.valid("Kw{b} a0 & Kw{b} a1 & Kw{b} a2")
    assert after.holds("~Kw{c} a0 & K{c} Kw{b} a0 & ~Kw{a} b1", "012.card0")


def test_russian_cards() -> None:
    model = russian_cards.model()
    assert model.num_worlds == 140
    assert russian_cards.solution().good
    after = model.announce(russian_cards.announcement())
    assert after.num_worlds == 20
    assert after.valid(russian_cards.informed("b", "a"))
    assert after.valid(russian_cards.ignorant())


@pytest.mark.parametrize(
    ("hands", "wrong"),
    [
        (["012"], "c_is_ignorant"),
        (["012", "345"], "c_is_ignorant"),
        (["012", "013", "045", "146", "256"], "b_is_informed"),
        (["034", "056"], "possible"),
    ],
)
def test_russian_cards_announcements_that_fail(hands: list[str], wrong: str) -> None:
    found = russian_cards.solution(hands)
    assert not found.good
    assert getattr(found, wrong) is False

"""Event models: rolling under a cup, showing, bidding and lying."""

from __future__ import annotations

import pytest

from mendax.logic import (
    FALSE,
    TRUE,
    ActionModel,
    Atom,
    Common,
    Event,
    LogicError,
    Model,
    RelationalModel,
    S5Model,
    conjunction,
    disjunction,
    lie,
    parse,
    private_announcement,
    public_announcement,
    public_assignment,
    shown,
)

FACES = range(1, 7)
DICE = [f"d{face}" for face in FACES]
BIDS = [f"bid{face}" for face in FACES]


def table() -> S5Model:
    """Two players and a third at a table before anything is rolled: one world, nothing true."""
    return S5Model.of({"start": ""}, {"roller": [], "other": [], "third": []}, [*DICE, *BIDS, "true_bid"])


def roll(others: tuple[str, ...]) -> ActionModel:
    """A die is rolled under a cup: six events that change the die, which only the roller tells apart."""
    events = [
        Event(f"roll{face}", TRUE, tuple((die, TRUE if die == f"d{face}" else FALSE) for die in DICE)) for face in FACES
    ]
    return ActionModel.hidden("roll", events, {agent: [[event.name for event in events]] for agent in others})


def at_least(face: int) -> str:
    return " | ".join(f"d{higher}" for higher in FACES if higher >= face)


def test_rolling_under_a_cup() -> None:
    rolled = table().update(roll(("other", "third")))
    assert rolled.num_worlds == 6
    assert isinstance(rolled, S5Model)
    for face in FACES:
        assert rolled.holds(f"K{{roller}} d{face}", f"start.roll{face}")
    assert rolled.valid(conjunction(parse(f"~Kw{{other}} d{face}") for face in FACES))
    knows_the_die = disjunction(parse(f"K{{roller}} d{face}") for face in FACES)
    assert rolled.valid(Common(("other", "roller", "third"), knows_the_die))


def test_rolling_again_keeps_nothing_of_the_first_roll() -> None:
    twice = table().update(roll(("other", "third"))).update(roll(("other", "third")))
    assert twice.num_worlds == 36
    assert twice.contract().num_worlds == 6, "only the last roll matters now"


def test_showing_the_die_to_one_player() -> None:
    rolled = table().update(roll(("other", "third")))
    events = [Event(f"see{face}", Atom(f"d{face}")) for face in FACES]
    looked = rolled.update(ActionModel.hidden("look", events, {"third": [[event.name for event in events]]}))
    assert looked.num_worlds == 6
    assert looked.valid("Kw{other} d6 & ~Kw{third} d6")
    assert looked.valid("K{third} (Kw{other} d6)")


def test_a_bid_is_no_announcement_of_its_truth() -> None:
    """The roller bids 5 with any die: everybody hears the bid, and nobody but the roller learns whether it is true."""
    rolled = table().update(roll(("other", "third")))
    bid = rolled.update(public_assignment({"bid5": TRUE, "true_bid": parse(at_least(5))}, "bid"))
    assert bid.num_worlds == 6
    assert bid.valid("C{roller,other,third} bid5 & Kw{roller} true_bid & ~Kw{other} true_bid")
    called = bid.announce("true_bid")
    assert called.worlds == ("start.roll5", "start.roll6")
    assert called.valid("C{roller,other,third} (d5 | d6)")


def test_who_believes_a_lie_is_wrong() -> None:
    """The other takes every bid for the truth; the roller has a 1 and bids 5 at least."""
    rolled = table().update(roll(("other", "third")))
    bid = rolled.update(lie(parse(at_least(5)), "roller", ["other", "third"], "bid"))
    assert isinstance(bid, RelationalModel)
    world = "start.roll1.lie"
    assert bid.holds("d1 & K{roller} d1", world)
    assert bid.holds("K{other} (d5 | d6) & K{roller} K{other} (d5 | d6)", world)
    assert bid.holds("K{other} C{other,third} (d5 | d6)", world)
    assert not bid.holds("K{other} d5", world)
    verdict = bid.check("K{other} d5", world)
    assert verdict.refuting_world == "start.roll6.truth"


def test_a_believed_lie_can_be_found_out() -> None:
    """Who believed and then sees the die considers nothing possible any more: its beliefs were wrong."""
    bid = table().update(roll(("other", "third"))).update(lie(parse(at_least(5)), "roller", ["other"], "bid"))
    lifted = bid.announce("d1")
    assert lifted.worlds == ("start.roll1.lie",)
    assert lifted.considers_possible("other", "start.roll1.lie") == ()
    assert lifted.holds("K{other} false", "start.roll1.lie")


def test_public_announcement_is_announcing() -> None:
    model = S5Model.observing("p q", {"a": "p", "b": "q"})
    by_event, by_word = model.update(public_announcement(parse("p | q"))), model.announce("p | q")
    assert by_event.worlds == by_word.worlds == ("01", "10", "11")
    assert by_event.where("K{a} q") == by_word.where("K{a} q") == ("01",)


def test_private_announcement_deceives_the_others() -> None:
    model = S5Model.observing("p", {"a": "", "b": ""})
    told = model.update(private_announcement(parse("p"), ["a"], ["b"]))
    assert told.holds("K{a} p & ~K{b} p & K{b} ~Kw{a} p & K{a} K{b} ~Kw{a} p", "1.told")


def test_showing_whether() -> None:
    model = S5Model.observing("p", {"a": "p", "b": "", "c": ""})
    assert model.update(shown("p", ["c"])).valid("Kw{b} p & ~Kw{c} p & C{a,b,c} Kw{b} p")


def test_assignments_are_judged_before_any_of_them() -> None:
    model = S5Model.observing("p q", {"a": "p q"})
    swapped = model.update(public_assignment({"p": Atom("q"), "q": Atom("p")}))
    assert swapped.facts("10") == ("q",)
    assert swapped.facts("01") == ("p",)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda: ActionModel("A", ()), "event model A has no events"),
        (lambda: ActionModel("A", (Event("e"), Event("e"))), "event 'e' is named twice"),
        (lambda: ActionModel.hidden("A", [Event("e")], {"a": [["f"]]}), "there is no event 'f'"),
        (lambda: ActionModel.hidden("A", [Event("e")], {"a": [["e"], ["e"]]}), "in two groups of agent a"),
        (lambda: ActionModel.arrows("A", [Event("e")], {"a": [("e", "f")]}), "there is no event 'f'"),
        (lambda: ActionModel("A", (Event("e"),), (("a", frozenset({(0, 1)})),)), "events that are not there"),
        (lambda: Event("e f"), "cannot name an event"),
        (lambda: Event("e", TRUE, (("p", TRUE), ("p", FALSE))), "atom 'p' is named twice"),
        (lambda: table().update(ActionModel.hidden("A", [Event("e")], {"nobody": [["e"]]})), "no agent 'nobody'"),
        (lambda: table().update(public_assignment({"d7": TRUE})), "there is no atom 'd7'; there are: d1, d2"),
        (lambda: table().update(public_announcement(Atom("d1"))), "no event of announce can happen"),
    ],
)
def test_what_does_not_fit(action: object, message: str) -> None:
    assert callable(action)
    with pytest.raises(LogicError, match=message):
        action()


def test_updates_of_restricted_models() -> None:
    """Worlds that are gone do not come back in a product."""
    model: Model = S5Model.observing("p q r", {"a": "p", "b": "q"}).announce("p | q | r")
    after = model.update(shown("p", ["b"]))
    assert after.num_worlds == 7
    assert all(world.partition(".")[0] != "000" for world in after.worlds)

"""What can be known in a recorded round of Blufpoker, event by event."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.match import Match, play_match
from mendax.core.record import Record
from mendax.core.streams import Stream
from mendax.games.blufpoker.rules import Blufpoker, Dice, Phase, State, bid_order
from mendax.games.blufpoker.rules.odds import chance_at_least
from mendax.games.blufpoker.rules.rolls import roll_text
from mendax.games.blufpoker.worlds import Table, fitting, grid, inspect, model_of
from mendax.logic import (
    FALSE,
    TRUE,
    ActionModel,
    Atom,
    Event,
    Model,
    S5Model,
    disjunction,
    public_announcement,
    public_assignment,
)
from mendax.logic.inspection import Inspection
from tests.games.blufpoker.redeal import high_first, redeal

TABLE_1 = """
666	664	652	632	552	532	441	332
555	663	651	631	551	531	433	331
444	662	644	622	544	522	432	322
333	661	643	621	543	521	431	321
222	655	642	611	542	511	422	311
111	654	641	554	541	443	421	221
665	653	633	553	533	442	411	211
"""

FIRST_TURN = "start 0, die 4, die 6, die 3, bid 643"
SECOND_TURN = f"{FIRST_TURN}, believe, roll 3, die 4, roll 4, die 6, stop, bid 644"
"""Seat 1 leaves a 6 open and has 664."""
THIRD_TURN = f"{SECOND_TURN}, believe, roll 4, die 2, stop, bid 663"
"""Seat 2 leaves 66 open, has 662 and bluffs."""
CALLED = f"{THIRD_TURN}, call"


def record_of(moves: str, game: Blufpoker | None = None, finished: bool = False) -> Record:
    """A record of these moves; a finished one is a forfeit by seat 0, so that it may stop anywhere."""
    match = Match(game or Blufpoker())
    for move in moves.split(", "):
        match.play(match.game.parse_action(move))
    if finished and not match.over:
        match.give_up(0, "left")
    return Record.of_match(match, [f"player {seat}" for seat in range(match.game.seats)])


def inspected(moves: str, game: Blufpoker | None = None, **options: bool) -> Inspection:
    return inspect(record_of(moves, game, finished=True), **options)


def counts(inspection: Inspection, seats: int = 3) -> list[tuple[int, ...]]:
    return [tuple(step.num_possible(seat) for seat in range(seats)) for step in inspection.steps]


def test_the_grid_is_table_1() -> None:
    assert [list(row) for row in grid(bid_order())] == [line.split() for line in TABLE_1.split("\n") if line]
    assert grid(bid_order(top321=True))[0][0] == "321"


def test_every_event_leaves_what_each_seat_can_know() -> None:
    found = inspected(CALLED)
    assert counts(found) == [
        (1, 56, 56),  # seat 0 has rolled three dice
        (1, 1, 1),  # its bid is true by the rules
        (1, 1, 1),
        (21, 1, 21),  # seat 1 has rolled two
        (21, 1, 21),  # a bid strikes out nothing
        (21, 1, 1),  # seat 2 looks into the cup
        (6, 6, 1),
        (6, 6, 1),
        (1, 1, 1),  # the cup is shown
    ]
    assert [step.actual for step in found.steps] == ["643"] * 3 + ["664"] * 3 + ["662"] * 3
    assert {step.round for step in found.steps} == {1}
    assert found.steps[0].event == "seat 0 starts the round; seat 0 hides all three dice"
    assert found.steps[0].told[0].startswith("seat 0 starts the round; seat 0 rolls a 4; seat 0 rolls a 6;")
    assert found.steps[5].event == "seat 2 believes it and looks into the cup"
    assert found.steps[5].told == (found.steps[5].event,) * 2 + ("seat 2 believes it; seat 2 finds 664 in the cup",)
    assert "the bid of 663 was a bluff" in found.steps[8].event
    assert "starts" not in found.steps[8].event, "the next start belongs to the next round"


@pytest.mark.parametrize(
    ("open_dice", "rolls"),
    [
        ((6, 6), {"666": 1 / 6, "661": 1 / 6}),
        ((5,), {"555": 1 / 36, "541": 2 / 36, "511": 1 / 36}),
        ((), {"111": 1 / 216, "211": 3 / 216, "654": 6 / 216}),
    ],
)
def test_probabilities_are_those_of_the_paper(open_dice: Dice, rolls: dict[str, float]) -> None:
    """Section 2.3.1: 1/6; 1/36 and 2/36; 1/216, 3/216 and 6/216."""
    moves = {
        (6, 6): "start 0, die 6, die 6, die 1, bid 661, believe, roll 1, die 3, stop",
        (5,): "start 0, die 5, die 4, die 1, bid 541, believe, roll 1, die 2, roll 4, die 4, stop",
        (): "start 0, die 5, die 4, die 1",
    }[open_dice]
    chances = inspected(moves).steps[-1].outlook(None).chances
    assert sum(chances.values()) == pytest.approx(1)
    assert {roll: chances[roll] for roll in rolls} == pytest.approx(rolls)


def test_the_chance_of_the_bid_is_that_of_the_rules() -> None:
    for step in inspected(CALLED).steps[3:8]:
        bid = step.claim.world if step.claim else "111"
        open_dice = (6,) if step.number < 7 else (6, 6)
        expected = chance_at_least(open_dice, bid_order().ranks[tuple(map(int, bid))])
        if step.claim is not None:
            assert step.claim.text == f"the cup holds at least {bid}"
            assert step.chance_of_claim(None) == pytest.approx(expected)
            assert step.chance_of_claim(0) == pytest.approx(expected)
        else:
            assert step.chance_of_claim(None) is None
    last = inspected(THIRD_TURN).steps[-1]
    assert [last.chance_of_claim(seat) for seat in range(3)] == pytest.approx([2 / 3, 2 / 3, 0])


def test_what_one_seat_thinks_another_considers_possible() -> None:
    step = inspected(SECOND_TURN).steps[-1]
    of_roller = step.through(0, 1)
    assert len(of_roller.possible) == len(of_roller.sets) == 21
    assert of_roller.chances == pytest.approx(step.outlook(0).chances)
    assert str(of_roller) == "Seat 0 considers 21 worlds possible, and knows that seat 1 knows the world."
    of_others = step.through(1, 2)
    assert of_others.possible == ("664",)
    assert of_others.chances == pytest.approx(step.outlook(2).chances)
    assert str(of_others) == "Seat 1 knows the world, and knows that seat 2 considers 21 worlds possible."
    assert str(step.through(0, 2)) == "Seat 0 knows that seat 2 considers the same 21 worlds possible."


@pytest.mark.parametrize(
    ("formula", "holds", "refuted_by"),
    [
        ("K{1} cup=664", True, None),
        ("K{0} Kw{1} true_bid & ~Kw{0} true_bid", True, None),
        ("C{0,1,2} (open=6 & has=6)", True, None),
        ("true_bid & cup >= 644 & ~poker", True, None),
        ("K{0} true_bid", False, "643"),
        ("C{0,1,2} ~poker", False, "666"),
        ("K{0} true_bid | open=none", False, None),
    ],
)
def test_formulas_are_checked_at_the_actual_world(formula: str, holds: bool, refuted_by: str | None) -> None:
    verdict = inspected(SECOND_TURN).steps[-1].check(formula)
    assert (bool(verdict), verdict.world) == (holds, "664")
    if refuted_by:
        assert verdict.refuting_world == refuted_by


def test_a_believed_poker_is_not_looked_at() -> None:
    moves = THIRD_TURN.replace("bid 663", "bid 666")
    found = inspected(f"{moves}, believe, die 6, die 6, die 1, keep 66, die 6")
    believed, first, second = found.steps[-3:]
    assert "nobody looks into the cup" in believed.event
    assert [believed.num_possible(seat) for seat in range(3)] == [6, 6, 1]
    assert (first.actual, first.model.worlds, second.model.worlds) == ("661", ("661",), ("666",))
    assert first.claim is not None
    assert first.claim.text == "the open roll is at least 666"
    assert (first.chance_of_claim(1), second.chance_of_claim(1)) == (0, 1)
    assert "seat 0 keeps 66 and rolls 6 openly" in second.event


def test_bids_that_the_rules_make_true_strike_out_worlds() -> None:
    opening = FIRST_TURN.replace("bid 643", "bid 651")
    free = inspected(opening, Blufpoker(opening="free")).steps[-1]
    assert (free.model.num_worlds, free.check("true_bid").holds) == (56, False)
    no_underbids = inspected(opening, Blufpoker(opening="free", underbids=False)).steps[-1]
    ranks = bid_order().ranks
    assert no_underbids.model.num_worlds == ranks[6, 5, 1] + 1
    assert no_underbids.model.worlds[0] == "651"


def test_assumed_truth_strikes_out_what_would_be_a_bluff() -> None:
    found = inspected(CALLED, assume_truth=True)
    true, bluff, called = found.steps[4], found.steps[7], found.steps[8]
    assert (true.model.num_worlds, true.struck_actual, true.chance_of_claim(0)) == (12, False, 1)
    assert bluff.model.worlds == ("666", "665", "664", "663")
    assert bluff.struck_actual
    assert bluff.seen_from() is None
    assert bluff.check("K{0} true_bid").world is None, "there is no actual world to check it at"
    assert (called.model.worlds, called.struck_actual) == (("662",), False)
    impossible = inspected(
        "start 0, die 5, die 4, die 1, bid 541, believe, roll 1, die 2, stop, bid 665", assume_truth=True
    ).steps[-1]
    assert impossible.model.num_worlds == 0
    assert impossible.outlook(0).worlds == ()
    assert impossible.chance_of_claim(None) is None
    assert str(impossible.through(0, 1)) == "No world is left for seat 0."


def rolled(open_dice: Dice, roller: int, players: int) -> ActionModel:
    """Dice fall under the cup: one event for each roll that fits the open dice, which only the roller tells apart."""
    order = bid_order()
    names = [roll_text(order.rolls[rank]) for rank in sorted(fitting(open_dice, False))]
    atoms = model_of(players, False, Table((), fitting((), False), fitting((), False), frozenset())).atoms
    had = disjunction(Atom(f"cup={name}") for name in names) if open_dice else TRUE
    events = []
    for name in names:
        true = {f"cup={name}", f"open={roll_text(open_dice) or 'none'}", *(f"has={face}" for face in name)}
        true |= {f"cup>={roll_text(roll)}" for roll in order.rolls[: order.ranks[tuple(map(int, name))] + 1]}
        true |= {"poker"} if len(set(name)) == 1 else set()
        events.append(Event(f"to{name}", had, tuple((atom, TRUE if atom in true else FALSE) for atom in atoms)))
    everyone_else = {str(seat): [[event.name for event in events]] for seat in range(players) if seat != roller}
    return ActionModel.hidden("roll", events, everyone_else)


def looked(model: Model, seat: int) -> ActionModel:
    """A seat looks into the cup: an event for each world, which only this seat tells apart."""
    cups = [atom for atom in model.atoms if atom.startswith("cup=") and model.atom(atom)[model.alive].any()]
    events = [Event(f"saw{cup[4:]}", Atom(cup)) for cup in cups]
    others = {agent: [[event.name for event in events]] for agent in model.agents if agent != str(seat)}
    return ActionModel.hidden("look", events, others)


def canonical(model: Model) -> dict[tuple[str, ...], list[frozenset[tuple[str, ...]]]]:
    """The smallest bisimilar model, without names: for each world's facts what each agent considers possible."""
    small = model.contract()
    found = {
        small.facts(world): [
            frozenset(small.facts(other) for other in small.considers_possible(agent, world)) for agent in small.agents
        ]
        for world in small.worlds
    }
    assert len(found) == small.num_worlds, "no two worlds have the same facts"
    return found


def test_the_models_are_those_that_event_models_make() -> None:
    """Rolling, bidding, looking and calling as product updates give the same models up to bisimulation."""
    steps = inspected(CALLED).steps
    model: Model = S5Model.of({"nothing": ""}, {"0": [], "1": [], "2": []}, steps[0].model.atoms)

    def bid(roll: str) -> ActionModel:
        return public_assignment({"true_bid": Atom(f"cup>={roll}")})

    events: list[Callable[[Model], ActionModel]] = [
        lambda _: rolled((), 0, 3),
        lambda _: ActionModel("opening", (Event("said", Atom("cup=643"), (("true_bid", TRUE),)),)),
        lambda model: looked(model, 1),
        lambda _: rolled((6,), 1, 3),
        lambda _: bid("644"),
        lambda model: looked(model, 2),
        lambda _: rolled((6, 6), 2, 3),
        lambda _: bid("663"),
        lambda _: public_announcement(Atom("cup=662")),
    ]
    for event, step in zip(events, steps, strict=True):
        model = model.update(event(model))
        assert canonical(model) == canonical(step.model), step.event
        model = model.contract()


VARIANTS = [
    "blufpoker:points=1",
    "blufpoker:players=2,points=3",
    "blufpoker:points=2,opening=free",
    "blufpoker:points=2,opening=free,underbids=false,top321=true",
    "blufpoker:players=4,points=1,pass_on=true",
]


def played(text: str, seed: int = 5) -> Record:
    game = build_game(text)
    factory = build_agent(game, "naive:n-lowest/overbid/believe=0.8")
    agents = [factory(game, seat, Stream(seed, 1 + seat)) for seat in range(game.seats)]
    names = ["naive"] * game.seats
    return Record.of(game, names, play_match(game, agents, Stream(seed, 0), keep_moves=True, strict=True))


def cup_now(state: State) -> str:
    """The dice as the last public event left them."""
    if state.phase is Phase.ROLL:  # looked at, and perhaps rolled since: nobody else can tell
        return roll_text(high_first(state.rolling.kept + state.rolling.picked))
    return roll_text(high_first(state.open + state.hidden))


@pytest.mark.parametrize("text", VARIANTS)
def test_a_seat_considers_possible_what_fits_all_that_it_saw(text: str) -> None:
    """The hidden dice are dealt again by the conformance suite's own dealer: every such cup is among the worlds."""
    record = played(text)
    game, rng = record.game, Random(3)
    steps = iter(inspect(record).steps)
    step = None
    compared = 0
    for before, move, after in record.states():
        public = game.events(before, move.action, after, None)
        if before.phase is Phase.START or not public:
            continue
        step = next(steps)
        if after.rounds > before.rounds or after.phase is Phase.POKER:
            continue
        for seat in range(game.seats):
            worlds = set(step.outlook(seat).worlds)
            dealt = {cup_now(redeal(game, after, seat, rng)) for _ in range(60 if len(worlds) == 6 else 8)}
            assert dealt <= worlds
            if len(worlds) == 6 and "pass_on" not in text:
                assert dealt == worlds
            compared += 1
    assert next(steps, None) is None, "a step for each public event"
    assert compared > 20


def test_an_unfinished_match_shows_what_everybody_was_told() -> None:
    found = inspect(record_of(SECOND_TURN))
    assert not found.shows_all
    assert [step.actual for step in found.steps] == [None, "643", "643", None, None]
    assert all(step.told == () for step in found.steps)
    last = found.steps[-1]
    assert [last.num_possible(seat) for seat in range(3)] == [21, 1, 21]
    assert last.outlook(1).knows_more
    assert last.chance_of_claim(1) is None
    assert last.check("K{1} true_bid").world is None
    with pytest.raises(MendaxError, match="seat 1 knows more than is shown here"):
        last.through(1, 2)
    assert last.through(1, 2, "611").possible == ("611",)


def test_an_unfinished_match_shows_nothing_of_hidden_dice() -> None:
    """Other dice under the cup, and other numbers of dice rolled so far: the same steps."""
    played_on = f"{SECOND_TURN}, believe, roll 4, die 2"
    dealt = played_on.replace("die 4, roll 4, die 6, stop", "die 1, roll 4, die 2, stop")
    dealt = dealt.replace("believe, roll 4, die 2", "believe")
    one, other = inspect(record_of(played_on)), inspect(record_of(dealt))
    assert one == other


def test_another_game_is_refused() -> None:
    record = Record(build_game("one-die"), ("a", "b"), (), (), "unfinished")
    with pytest.raises(MendaxError, match="not of one-die"):
        inspect(record)

"""What the page's scripts know of the two Liar's Dice games, beside the rules: ladders, legal moves, reasons."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from mendax.core.catalogue import build_game
from mendax.core.forms import FormJson
from mendax.core.game import Turn
from mendax.core.plain import plain
from mendax.games.liars_dice.rules import Action, Bid, LiarsDice, View
from mendax.games.liars_dice.rules.bids import count_matching, ladder
from mendax.games.liars_dice.rules.options import Order
from mendax.games.liars_dice.rules.wording import bid_words
from mendax.games.one_die.rules import OneDie
from tests.table.page.node import run_script

BIDS = "mendax.games.liars_dice.face:bids.js"
CALLS = "mendax.games.one_die.face:calls.js"
TABLES = (
    "liars-dice",
    "liars-dice:rules=official,players=3",
    "liars-dice:rules=plain,players=2",
    "liars-dice:rules=open-spiel,players=2,dice=3",
    "liars-dice:players=2,dice=2,push=false,exact=false,wild=highest",
    "liars-dice:players=2,dice=2,wild=none,order=natural,passes=false,faces=4,single_round=true",
)


class Position(NamedTuple):
    """A turn: the mover's view, every legal action and the forms."""

    game: LiarsDice
    view: View
    actions: tuple[Action, ...]
    forms: list[FormJson]


def options_of(text: str) -> dict[str, str]:
    """The parameters of a game's text, as the page reads them."""
    _, _, options = text.partition(":")
    return dict(part.split("=") for part in options.split(",") if part)


def positions(text: str, matches: int = 3, most: int = 60) -> list[Position]:
    """Turns of matches at random."""
    found = list[Position]()
    for seed in range(matches):
        game, rng, turns = build_game(text), Random(seed), list[Position]()
        assert isinstance(game, LiarsDice)
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER and len(turns) < most:
            if isinstance(turn, Turn):
                state = game.apply(state, game.draw(state, rng))
                continue
            actions = tuple(game.actions(state))
            turns.append(Position(game, game.view(state, turn), actions, [one.to_json() for one in game.forms(state)]))
            state = game.apply(state, rng.choice(actions[:9] if rng.random() < 0.8 else actions))
        found += turns
    return found


@pytest.mark.parametrize("text", TABLES)
def test_the_rules_of_a_table_are_those_of_its_game(text: str) -> None:
    game = build_game(text)
    assert isinstance(game, LiarsDice)
    options = game.options
    assert run_script(BIDS, "(page, given) => page.tableRules(given)", options_of(text)) == {
        "push": options.push,
        "passes": options.passes,
        "exact": options.exact,
        "natural": options.order is Order.NATURAL,
        "wild": options.wild,
        "faces": game.faces,
        "single": game.single_round,
    }


@pytest.mark.parametrize("text", TABLES)
def test_the_pickers_reach_every_legal_bid_in_the_order_of_the_rules_and_no_other(text: str) -> None:
    turns = positions(text)
    found = run_script(
        BIDS,
        """(page, { options, turns }) => turns.map(({ wild, forms }) => {
          const legal = page.readForms(forms);
          const rising = page.ladder(legal, wild, page.tableRules(options));
          return { bids: rising.map((bid) => page.bidText(bid)), answers: [...legal.answers], pushes: [...legal.pushes],
            first: rising.length ? page.bidText(page.chosenBid({}, legal, rising[0])) : "" };
        })""",
        {"options": options_of(text), "turns": [{"wild": turn.view.wild, "forms": turn.forms} for turn in turns]},
    )
    for (game, view, actions, _), page in zip(turns, found, strict=True):
        order = ladder(view.total, game.faces, view.wild, game.options.order)
        legal = [bid for bid in order.bids if bid in actions]
        assert page["bids"] == [str(bid) for bid in legal]
        assert page["first"] == (str(legal[0]) if legal else "")
        assert set(page["answers"]) == {str(action) for action in actions if not isinstance(action, Bid)}
        pushed = {action.push for action in actions if isinstance(action, Bid) and action.push}
        assert set(page["pushes"]) == {" ".join(map(str, push)) for push in pushed}


def test_a_chosen_bid_is_always_legal() -> None:
    turns = positions("liars-dice")
    found = run_script(
        BIDS,
        """(page, { turns, drafts }) => turns.map(({ wild, forms }) => {
          const legal = page.readForms(forms);
          const first = page.ladder(legal, wild, page.tableRules({}))[0];
          return drafts.map((draft) => page.chosenBid(draft, legal, first)).filter(Boolean).flatMap((bid) => [
            page.bidText(bid), ...[-1, 1].map((by) => page.stepped(bid, legal, by)).filter(Boolean)
              .map((count) => page.bidText({ ...bid, count })),
          ]);
        })""",
        {
            "turns": [{"wild": turn.view.wild, "forms": turn.forms} for turn in turns],
            "drafts": [{"count": count, "face": face} for count in (1, 4, 9, 30) for face in (1, 3, 6, 9)],
        },
    )
    for turn, texts in zip(turns, found, strict=True):
        bids = any(isinstance(action, Bid) for action in turn.actions)
        assert bool(texts) == bids
        assert set(texts) <= set(map(str, turn.actions))


def test_words_and_matching_dice_are_those_of_the_rules() -> None:
    bids = [Bid(count, face) for count in range(1, 13) for face in (1, 4)]
    dice, faces = (1, 2, 4, 4, 6), ((4, 1), (1, 1), (4, 0))
    found = run_script(
        BIDS,
        """(page, { bids, dice, faces }) => ({
          words: bids.map(page.bidWords), many: [13, 20, 36, 60].map(page.numberWord),
          matching: faces.map(([face, wild]) => page.matchingPlaces(dice, face, wild).length) })""",
        {"bids": [plain(bid) for bid in bids], "dice": dice, "faces": faces},
    )
    assert found["words"] == [bid_words(bid) for bid in bids]
    assert found["many"] == ["thirteen", "twenty", "thirty-six", "sixty"]
    assert found["matching"] == [count_matching(dice, face, wild) for face, wild in faces]


@pytest.mark.parametrize(
    ("players", "moves", "answer", "reason"),
    [
        (3, (), "challenge bid", "A round begins with a bid."),
        (3, ("3x4", "pass", "pass"), "exact", "The bid is your own."),
        (3, ("3x4", "pass", "pass"), "challenge bid", "The bid is your own."),
        (3, ("3x4", "pass", "4x4", "4x5"), "pass", "You have passed with these dice already."),
        (4, ("3x4", "4x4", "pass", "pass"), "challenge bid", "Two passes stand between you and the bid."),
    ],
)
def test_the_reasons_fit_the_rules(players: int, moves: tuple[str, ...], answer: str, reason: str) -> None:
    """Each is told of an answer that the rules refuse in that place."""
    game = build_game(f"liars-dice:players={players}")
    state = game.start()
    for action in ("open 0", *["roll 1 2 4 4 6"] * players, *moves):
        state = game.apply(state, game.parse_action(action))
    turn = game.turn(state)
    assert not isinstance(turn, Turn)
    assert answer not in map(str, game.actions(state))
    given = {"answer": answer, "view": plain(game.view(state, turn)), "seat": turn}
    assert run_script(BIDS, "(page, { answer, view, seat }) => page.whyNot(answer, view, seat)", given) == reason


@pytest.mark.parametrize(
    "text", ["one-die", "one-die:faces=12", "one-die:dice=2", "one-die:dice=4,faces=4", "one-die:dice=5,kept=true"]
)
def test_calls_of_one_die_are_those_of_the_rules(text: str) -> None:
    game, rng = build_game(text), Random(7)
    assert isinstance(game, OneDie)
    views, calls, forms = list[Any](), list[list[int]](), list[Any]()
    for _ in range(10):
        state = game.start()
        while (turn := game.turn(state)) is not Turn.OVER:
            if not isinstance(turn, Turn):
                views.append(plain(game.view(state, turn)))
                forms.append([form.to_json() for form in game.forms(state)])
                texts = [str(action) for action in game.actions(state)]
                calls.append([int(one.removeprefix("call ")) for one in texts if one.startswith("call")])
            chance = isinstance(turn, Turn)
            state = game.apply(state, game.draw(state, rng) if chance else rng.choice(game.actions(state)[:4]))
    found = run_script(
        CALLS,
        """(page, { options, views, forms }) => {
          const values = page.values(page.tableRules(options));
          return { values, turns: views.map((view, at) => ({ turn: page.turnOf(view), calls: page.callsIn(forms[at]),
            allowed: view.call ? [] : values.filter((value) => !page.whyNot(value, view, view.dice[view.caller])) })) };
        }""",
        {"options": options_of(text), "views": views, "forms": forms},
    )
    assert tuple(found["values"]) == game.values
    for page, legal, view in zip(found["turns"], calls, views, strict=True):
        assert page == {"turn": view["seat"], "calls": legal, "allowed": legal}

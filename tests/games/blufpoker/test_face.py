"""A person at a table of Blufpoker: what they see, type and are refused, and how others' reasons read."""

from __future__ import annotations

from random import Random

import pytest

from mendax.cli.app import run
from mendax.core.catalogue import build_agent
from mendax.core.errors import BadNotation
from mendax.games.blufpoker.agents.odds import Odds
from mendax.games.blufpoker.face import FACE
from mendax.games.blufpoker.face.screen import points_text
from mendax.games.blufpoker.rules import Action, Bid, Blufpoker, View
from mendax.report.dice_art import HIDDEN, draw_dice
from mendax.table.wording import named
from tests.games.blufpoker.rules.test_game import BELIEVED, OPENING, play

THREE = Blufpoker()
BIDDING = f"{BELIEVED}, roll 2, die 6, stop"
POKER = "start 0, die 4, die 4, die 4, bid 444, believe, die 6, die 6, die 1"


def at(moves: str, game: Blufpoker = THREE) -> tuple[View, list[Action]]:
    state = play(moves, game=game)
    seat = game.turn(state)
    assert isinstance(seat, int)
    return game.view(state, seat), list(game.actions(state))


def shown(moves: str, seat: int | None, game: Blufpoker = THREE) -> str:
    return FACE.describe(game.view(play(moves, game=game), seat))


def typed(text: str, moves: str, game: Blufpoker = THREE) -> str:
    return str(FACE.read(game, *at(moves, game), text))


def refused(text: str, moves: str, game: Blufpoker = THREE) -> str:
    with pytest.raises(BadNotation) as error:
        typed(text, moves, game)
    return str(error.value)


def test_points_are_letters() -> None:
    assert [points_text(points, 5) for points in range(6)] == ["none", "H", "HO", "HOR", "HORS", "HORSE"]
    assert points_text(2, 3) == "HO"
    assert points_text(2, 6) == "2"


def test_what_a_seat_is_shown() -> None:
    assert "You have 532. You make the first bid of the round." in shown(OPENING, 0)
    assert draw_dice((5, 3, 2)) in shown(OPENING, 0)
    assert "532" not in shown(OPENING, 1)
    answer = shown(f"{OPENING}, bid 532", 1)
    assert "Penalty points: seat 0 none, seat 1 none, seat 2 none (HORSE loses)." in answer
    assert draw_dice((HIDDEN, HIDDEN, HIDDEN)) in answer
    assert "Seat 0 bids 532. Does the cup hold that, or more?" in answer
    rolling = shown(f"{BELIEVED}, roll 2, die 6", 1)
    assert draw_dice((5, 3, 6), " " * 20 + " rolled") in rolling
    assert "You have 653. To beat: 532." in rolling
    assert draw_dice((5, 3, 6), "  open      open       cup") in shown(BIDDING, 1)
    for seat in (0, 2, None):
        assert draw_dice((5, 3, HIDDEN), "  open      open       cup") in shown(BIDDING, seat)
    for seat in (1, 2):
        assert "Poker phase: seat 1 rolls openly for 444 or higher. Roll 1 of 3:" in shown(POKER, seat)
        assert draw_dice((6, 6, 1)) in shown(POKER, seat)


@pytest.mark.parametrize(
    ("text", "moves", "action"),
    [
        *((word, f"{OPENING}, bid 532", "believe") for word in ("b", "Believe", "a", "yes")),
        *((word, f"{OPENING}, bid 532", "call") for word in ("c", "call", "liar", "bluff")),
        *((word, BELIEVED, "roll 3") for word in ("3", "roll 3", " ROLL  3")),
        *((word, f"{BELIEVED}, roll 2, die 6", "stop") for word in ("stop", "done", "enough")),
        *((word, BIDDING, "bid 653") for word in ("653", "6 5 3", "356", "bid 653", "t", "truth", "6,5,3")),
        *((word, POKER, "keep 66") for word in ("66", "6 6", "keep 66", "keep 6 6")),
        *((word, POKER, "keep none") for word in ("none", "0", "keep none")),
        ("16", POKER, "keep 61"),
        ("t", OPENING, "bid 532"),
    ],
)
def test_figures_mean_what_is_to_be_decided(text: str, moves: str, action: str) -> None:
    assert typed(text, moves) == action


@pytest.mark.parametrize(
    ("text", "moves", "why"),
    [
        ("653", f"{OPENING}, bid 532", "'653' is no answer here: type b (believe) or c (call the bluff)"),
        ("4", BELIEVED, "you may roll 5, 3 or 2, not 4"),
        ("6", f"{BELIEVED}, roll 2, die 6", "you may roll 5 or 3, not 6 (a die is rolled only once in a turn)"),
        ("stop", BELIEVED, "at least one die has to be rolled"),
        ("32", BELIEVED, "dice are rolled one at a time: type the first one"),
        ("b", BELIEVED, "'b' is no answer here: type the face of the die to roll, 5, 3 or 2"),
        ("531", BIDDING, "a bid must be higher than 532, and 531 is not"),
        ("65", BIDDING, "a bid is three dice, such as 532, not 2"),
        ("657", BIDDING, "a die shows 1 to 6, not 7"),
        ("654", OPENING, "the first bid of a round is what the cup holds: 532"),
        ("661", POKER, "at least one die is rolled again: keep two at most"),
        ("5", POKER, "of 661 you cannot keep 5"),
        ("stop", POKER, "'stop' is no answer here: type the dice to keep, such as 66, or none"),
    ],
)
def test_a_refusal_says_why(text: str, moves: str, why: str) -> None:
    assert refused(text, moves) == why


def test_a_table_without_underbids_says_so() -> None:
    strict = Blufpoker(underbids=False)
    assert refused("541", BIDDING, strict) == "this table allows no bid below what the cup holds, 653"


def test_the_menu_says_what_can_be_typed() -> None:
    assert FACE.menu(*at(f"{OPENING}, bid 532")).startswith("b: believe it, look, roll and bid higher   c: call")
    assert "then reach 444 in three open rolls" in FACE.menu(*at("start 0, die 4, die 4, die 4, bid 444"))
    assert FACE.menu(*at(BELIEVED)) == (
        "Type the die to roll: 5, 3 or 2. One at least; those that you do not roll will lie open."
    )
    assert FACE.menu(*at(BELIEVED, Blufpoker(pass_on=True))).endswith("   stop: roll none, and bid")
    top = Blufpoker(top321=True)
    assert "then reach 321 in three open rolls" in FACE.menu(*at(f"{BIDDING}, bid 321", top))
    assert FACE.menu(*at("start 0, die 3, die 2, die 1, bid 321", top)).startswith("b: believe it   c:")
    assert "stop: bid now" in FACE.menu(*at(f"{BELIEVED}, roll 2, die 6"))
    assert FACE.menu(*at(BIDDING)) == "Bid 533 541 542 543 544 551 552 553 554 ... 666   t: 653, the truth"
    assert "you have to bluff" in FACE.menu(*at(f"{BELIEVED}, roll 2, die 1, stop"))
    assert FACE.menu(*at(OPENING)) == "t, or 532: bid that, the truth; nothing else is allowed."


def test_the_end() -> None:
    single = Blufpoker(single_round=True)
    told = shown(f"{OPENING}, bid 532, call", 0, single)
    assert "Seat 0's bid of 532 was true: the cup held 532, and seat 1 gets the point." in told
    state = play(f"{OPENING}, bid 532, call", game=single)
    result = FACE.result(single, single.view(state, 0), single.payoffs(state), single.ending(state))
    assert named(result, ["you", "Ann", "Bob"]) == "Ann has lost with H."
    assert "Penalty points: seat 0 none, seat 1 H" in FACE.round_end(THREE.view(play(f"{OPENING}, bid 532, call"), 0))


def test_hints_are_chances_the_best_first() -> None:
    view, actions = at(f"{BIDDING}, bid 655")
    explanation = Odds(THREE, Random(0)).act(view, actions, explain=True).explanation
    assert explanation is not None
    hint = FACE.hint(view, explanation)
    assert hint.columns == ("option", "chance to be right")
    assert hint.rows == (("call the bluff", "100 %"), ("believe it", "0 %"))
    assert FACE.verdict(view, actions[0], explanation) == "0 % to be right by counting; call the bluff has 100 %."
    # A bid is no guess: its chance for others is not how good it is.
    view, actions = at(BIDDING)
    explanation = Odds(THREE, Random(0)).act(view, actions, explain=True).explanation
    assert explanation is not None
    assert FACE.verdict(view, Bid((6, 6, 6)), explanation) == ""


@pytest.mark.parametrize("name", ["naive", "knowing", "odds"])
def test_reasons_are_sentences_or_quoted(name: str) -> None:
    for moves in (f"{OPENING}, bid 532", BELIEVED, BIDDING, POKER):
        view, actions = at(moves)
        seat = view.seat
        assert seat is not None
        decision = build_agent("blufpoker", name)(THREE, seat, Random(1)).act(view, actions, explain=True)
        assert decision.explanation is not None
        reason = FACE.reason(view, decision.action, decision.explanation)
        assert reason.rstrip('"').endswith(".")
        assert ('"' in reason) == (" I " in f" {reason} ".replace('"', " "))
    assert FACE.holding(at(BIDDING)[0]) == "653 in the cup"


def test_the_rules_are_those_of_the_table() -> None:
    assert "must say what they show" in FACE.rules(THREE)
    assert "truly or not" in FACE.rules(Blufpoker(opening="free"))
    assert "321 is the highest" in FACE.rules(Blufpoker(top321=True))
    assert "none to three" in FACE.rules(Blufpoker(pass_on=True))
    assert "at least what the cup holds" in FACE.rules(Blufpoker(underbids=False))
    assert "has 9 points first has lost. " in FACE.rules(Blufpoker(points=9))
    assert "one round" in FACE.rules(Blufpoker(single_round=True))


def test_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A person plays a whole game with odds, wrong texts and explanations, and others' dice stay hidden."""
    says = ["?", "bid 999", "w"]
    turns = iter(range(10_000))

    def answer(prompt: str = "") -> str:
        print(prompt)
        if says:
            return says.pop(0)
        # Whatever is to be decided, one of these is allowed.
        return ("c", "t", "666", "6", "5", "4", "3", "2", "1", "stop", "none")[next(turns) % 11]

    monkeypatch.setattr("builtins.input", answer)
    naive = ("--against", "naive", "--against", "naive:lowest/overbid/believe=0.8")
    assert run(["play", "blufpoker:points=2", *naive, "--seed", "3", "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert "around the table sit you, naive and naive:lowest/overbid/believe=0.8." in out
    assert "advisor, best first" in out
    assert "a die shows 1 to 6, not 9" in out
    assert "No round has ended yet" in out
    assert "get a penalty point: 1 in all" in out.replace("gets", "get")
    assert " lost with HO." in out
    assert "naive finds" not in out
    assert "naive rolls a" not in out

"""Hold'em's face in the browser says what the rules say: hands, prices, streets, ends and odds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mendax.core.catalogue import build_game
from mendax.core.game import Turn
from mendax.core.plain import plain
from mendax.games.holdem.agents.odds import odds
from mendax.games.holdem.face import FACE
from mendax.games.holdem.rules import Holdem, State, best_hand
from mendax.games.holdem.rules.events import Acted, Event
from mendax.games.holdem.rules.types import Deal, Stage
from tests.table.page.node import run_script


def call(script: str, body: str, given: object) -> Any:
    """What the body of a function of `of`, a script of the face, and `given` returns."""
    return run_script(f"mendax.games.holdem.face:{script}", f"(of, given) => {{ {body} }}", given)


def played(seed: int, players: int) -> list[tuple[State, State, tuple[Event, ...], str, int | None]]:
    """A hand played at random: state before, after, what seat 0 is told, the action, and whose it was."""
    game, rng, steps = Holdem(players), Random(seed), []
    state = game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            action = game.draw(state, rng)
        else:  # folds are rare, so that hands go far
            actions = game.actions(state)
            action = rng.choice(actions[1:] if len(actions) > 1 and rng.random() < 0.9 else actions)
        after = game.apply(state, action)
        seat = turn if isinstance(turn, int) else None
        steps.append((state, after, game.events(state, action, after, 0), str(action), seat))
        state = after
    return steps


def test_the_best_five_cards_are_those_of_the_rules() -> None:
    rng = Random(5)
    hands = [rng.sample(range(52), size) for size in (2, 5, 6, 7) for _ in range(300)]
    suited = [
        [card * 4 + suit for card in rng.sample(range(13), 6)] + [51 - suit] for suit in range(4) for _ in range(40)
    ]
    runs = [
        [4 * ((top - step) % 13) + rng.randrange(4) for step in range(5)] for top in range(3, 13) for _ in range(20)
    ]
    pairs = [
        rng.sample(range(4 * low, 4 * low + 8), 5) + rng.sample(range(4 * low), 2)
        for low in (3, 6, 11)
        for _ in range(40)
    ]
    hands += [hand for hand in (*suited, *runs, *pairs) if len(set(hand)) == len(hand)]
    body = "return given.map((cards) => { const made = of.bestFive(cards); return [made, of.handWords(made)]; });"
    kinds = set()
    for cards, (made, words) in zip(hands, call("hands.js", body, hands), strict=True):
        expected = best_hand(cards)
        kinds.add(expected.kind)
        assert (made["kind"], words) == (expected.kind, str(expected))
        assert len(made["cards"]) == min(5, len(cards))
        assert set(made["cards"]) <= set(cards)
        assert best_hand(made["cards"]) == expected
    assert len(kinds) == 9


def test_the_better_hand_stands_first() -> None:
    rng = Random(6)
    pairs = [(rng.sample(range(52), 7), rng.sample(range(52), 7)) for _ in range(400)]
    body = "return given.map(([one, other]) => Math.sign(of.better(of.bestFive(one), of.bestFive(other))));"
    expected = [(best_hand(other) > best_hand(one)) - (best_hand(one) > best_hand(other)) for one, other in pairs]
    assert call("hands.js", body, pairs) == expected


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_streets_and_ends_are_those_of_the_events(players: int) -> None:
    hands = [played(seed, players) for seed in range(12)]
    given = []
    for steps in hands:
        after = steps[-1][1]
        assert after.last is not None
        events = [{"data": plain(event)} for _, _, told, _, _ in steps for event in told]
        moves = [{"move": at, "seat": seat, "action": action} for at, (_, _, _, action, seat) in enumerate(steps)]
        given.append({"events": events, "moves": moves, "end": plain(after.last)})
    body = f"""return given.map(({{ events, moves, end }}) => ({{
      told: of.handOf(events, {players}), streets: of.streets({players}, end.button, end.said),
      holes: of.holeCards(moves, {players}, end.button) }}));"""
    for steps, found in zip(hands, call("betting.js", body, given), strict=True):
        last = steps[-1][1].last
        assert last is not None
        told = found["told"]
        assert told["gains"] == list(last.gains)
        assert told["board"] == list(last.board)
        assert [tuple(cards) for cards in told["shown"]] == list(last.shown)
        acts = [event for _, _, events, _, _ in steps for event in events if isinstance(event, Acted)]
        assert [
            (act["seat"], act["act"], act["chips"], act["level"])
            for street in found["streets"]
            for act in street["acts"]
        ] == [(act.seat, str(act.act), act.chips, act.level) for act in acts]
        assert found["streets"][-1]["pot"] == 3 + sum(act.chips for act in acts)
        state = steps[-1][0]
        game = Holdem(players)
        assert [tuple(cards) for cards in found["holes"]] == [game.hole_cards(state, seat) for seat in range(players)]


def turn_of(state: State) -> int:
    """Whose turn it is, in a state where it is somebody's."""
    assert isinstance(state.turn, int)
    return state.turn


def turns(states: list[State], game: Holdem) -> list[dict[str, Any]]:
    """Turns as the page gets them."""
    return [
        {
            "view": plain(game.view(state, turn_of(state))),
            "forms": [form.to_json() for form in game.forms(state)],
            "seat": turn_of(state),
        }
        for state in states
    ]


@pytest.mark.parametrize("players", [2, 4])
def test_the_buttons_allow_what_the_rules_allow_and_name_its_price(players: int) -> None:
    game = Holdem(players)
    steps = [step for seed in range(10) for step in played(seed, players) if step[4] is not None]
    states = [before for before, *_ in steps]
    body = "return given.map(({ view, forms, seat }) => of.choices(view, seat, {}, forms));"
    for state, found in zip(states, call("actions.js", body, turns(states, game)), strict=True):
        seat = turn_of(state)
        buttons = [found[name] for name in ("fold", "stay", "more")]
        assert {one["text"] for one in buttons if not one["why"]} == set(map(str, game.actions(state)))
        for action in game.actions(state):
            after = game.apply(state, action)
            if after.hands == state.hands:
                paid = after.betting.paid[seat] - state.betting.paid[seat]
                label = next(one for one in buttons if one["text"] == str(action))
                if str(action) in ("call", "bet"):
                    assert label["label"].endswith(f" {paid}")
                elif str(action) == "raise":
                    assert label["label"] == f"Raise to {after.betting.bets[seat]}"
                    assert label["note"] == f"pay {paid}"


def test_the_odds_are_those_the_adviser_gave() -> None:
    game = Holdem(3)
    states = [
        before
        for seed in range(4)
        for before, _, _, _, seat in played(seed, 3)
        if seat is not None and len([out for out in before.betting.folded if not out]) > 1
    ][:24]
    given, expected = [], []
    for state in states:
        seat = turn_of(state)
        view, actions = game.view(state, seat), game.actions(state)
        found = odds(game, seat, Random(3)).prospects(view, actions)
        explanation = odds(game, seat, Random(3)).act(view, actions, explain=True).explanation
        assert explanation is not None
        hint = FACE.hint(view, explanation)
        frame = {
            "hint": {"columns": hint.columns, "rows": hint.rows, "sentence": hint.sentence, "beliefs": hint.beliefs},
            "explanation": None,
        }
        given.append({"frame": frame, "view": plain(view)})
        expected.append((found, view))
    answers = call("odds.js", "return given.map(({ frame, view }) => of.readOdds(frame, view));", given)
    for (found, view), answer in zip(expected, answers, strict=True):
        assert answer["equity"] == pytest.approx(found.equity.equity, abs=5.1e-4)
        assert answer["free"] == (view.to_call == 0)
        assert answer["mark"] == pytest.approx(found.needed or 1 / (found.opponents + 1))
        assert answer["opponents"] == found.opponents
        if view.stage in (Stage.FLOP, Stage.TURN):
            assert answer["next"] == pytest.approx(len(answer["outs"]) / (50 - len(view.board)))
            assert not set(answer["outs"]) & {*view.cards, *view.board}
        else:
            assert answer["next"] is None
            assert answer["outs"] == []
    assert any(answer["outs"] for answer in answers)


def test_between_hands_the_last_one_is_shown() -> None:
    game = build_game("holdem:players=2,hands=2")
    state = game.start()
    for text in ["Ah", "Kd", "Ac", "Ks", "call", "raise", "fold"]:
        state = game.apply(state, game.parse_action(text))
    between = plain(game.view(state, 0))
    state = game.apply(game.apply(state, Deal(0)), Deal(1))
    dealt = plain(game.view(state, 0))
    body = "return given.map((view) => of.justEnded(view)?.gains ?? null);"
    assert call("betting.js", body, [between, dealt]) == [[2, -2], None]

"""The suite for games: playthroughs, views, notation, replay, chance, illegal actions."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from mendax.conformance.clients import check_forms, check_json
from mendax.conformance.moves import check_counted, check_moves
from mendax.conformance.steps import Redeal, Step
from mendax.core.catalogue import face_of
from mendax.core.errors import BadNotation, IllegalAction
from mendax.core.face import COMMANDS, LONG_COMMANDS, AnyFace
from mendax.core.game import AnyGame, Seat, Turn, game_text, read_parameters
from mendax.core.match import Move, Outcome
from mendax.core.record import Record, read_records

MATCHES = 5
"""How many random matches a game is checked by, unless told otherwise."""
MAX_MOVES = 100_000
MAX_STATES = 2_000
"""A game with fewer states is searched whole for chance nodes."""
MAX_ILLEGAL = 500
MAX_TYPED = 20
"""How many illegal actions are tried in a state."""
NUM_DRAWS = 4_000
NONSENSE = ("", " ", "no such thing", "-1", "\x00", "1e309", "٣", "a" * 1000, "9" * 5000, "seat=", "=", "\u2028")
"""No game's notation."""


def playthrough(game: AnyGame, rng: Random) -> list[Step]:
    """One match of random moves."""
    steps: list[Step] = []
    state = game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        assert len(steps) < MAX_MOVES, f"{game.name} does not end"
        if turn is Turn.CHANCE:
            move = Move(None, game.draw(state, rng))
        else:
            assert turn in range(game.seats), f"there is no seat {turn}"
            move = Move(turn, rng.choice(list(game.actions(state))))
        after = game.apply(state, move.action)
        steps.append(Step(state, move, after))
        state = after
    return steps


def check_game(
    game: AnyGame,
    redeal: Redeal,
    *,
    hides: bool = True,
    chance_kinds: int | None = None,
    matches: int = MATCHES,
    seed: int = 0,
    face: AnyFace | None = None,
) -> None:
    """Check a game in every respect; raises `AssertionError` with the reason.

    `redeal` deals anew what a seat may not know: write it apart from the game's own views. A game that hides
    nothing passes `hides=False`. `chance_kinds` is how many kinds of chance node the game has, if you know it:
    the suite then fails where it has not found them all. `face` is checked with the game; without it, the face
    that the catalogue has for the game is.
    """
    assert pickle.loads(pickle.dumps(game)) == game, "a game must be picklable and equal to its copy"
    text = game_text(game)
    parameters = read_parameters(type(game), text.partition(":")[2])
    assert type(game)(**parameters) == game, f"the text {text!r} does not build the game again"
    shown = face or face_of(game)
    rng = Random(seed)
    dealt = 0
    played = [playthrough(game, rng) for _ in range(matches)]
    for steps in played:
        check_purity(game, steps)
        check_notation(game, steps, shown)
        check_face(game, steps, shown, rng)
        check_illegal(game, steps, rng)
        check_views(game, steps, redeal, rng, shown)
        check_payoffs(game, steps)
        check_counted(game, steps[-1].after)
        check_moves(game, steps, redeal, rng)
        check_forms(game, steps, redeal, rng)
        check_json(game, steps)
        check_replay(game, steps)
        dealt += sum(redeal(game, step.before, None, rng) != step.before for step in steps)
    assert dealt or not hides, "redeal never deals anything again: hidden things would not be tested"
    found = check_chance(game, played, rng)
    assert chance_kinds in (None, found), f"the game has {chance_kinds} kinds of chance node, {found} were found"


def check_purity(game: AnyGame, steps: list[Step]) -> None:
    """States are hashable values, and the same move from the same state gives the same state."""
    for before, move, after in steps:
        copy = pickle.loads(pickle.dumps(before))
        assert copy == before, "a state must be equal to its copy"
        assert hash(copy) == hash(before), "a state must hash as its copy does"
        assert game.apply(copy, move.action) == after, f"{move.action} does not always give the same state"
        assert copy == before, f"{move.action} changed the state that it was applied to"


def check_chance(game: AnyGame, played: Iterable[list[Step]], rng: Random) -> int:
    """Check every kind of chance node; returns how many kinds there are.

    Nodes are of one kind if their outcomes have the same types and the same probabilities. They are looked for in
    the matches, one legal action beside them, and in a small game everywhere. Outcomes must have probabilities
    that add up to one, and `draw` must draw each as often as it says.
    """
    kinds: dict[tuple[Any, ...], Any] = {}
    listed: dict[int, Any] = {}  # many games return the same object for like nodes: it need not be read again
    for state in _chance_nodes(game, played):
        outcomes = game.chances(state)
        if id(outcomes) not in listed:
            listed[id(outcomes)] = outcomes  # kept, so that no other object gets its number
            _check_outcomes(outcomes)
            kinds.setdefault(_kind(outcomes), state)
    for state in kinds.values():
        _check_draws(game, state, rng)
    return len(kinds)


def _chance_nodes(game: AnyGame, played: Iterable[list[Step]]) -> Iterator[Any]:
    """Chance nodes on the way of the matches, one action beside it, and all that a small game has."""
    for steps in played:
        for before, move, _ in steps:
            if move.seat is None:
                yield before
                continue
            for action in game.actions(before):
                beside = game.apply(before, action)
                if game.turn(beside) is Turn.CHANCE:
                    yield beside
    states = list(islice(all_states(game), MAX_STATES))
    if len(states) < MAX_STATES:
        yield from (state for state in states if game.turn(state) is Turn.CHANCE)


def _kind(outcomes: Sequence[tuple[Any, float]]) -> tuple[Any, ...]:
    types = sorted({type(outcome).__name__ for outcome, _ in outcomes})
    return (*types, *sorted(round(probability, 12) for _, probability in outcomes))


def _check_outcomes(outcomes: Sequence[tuple[Any, float]]) -> None:
    total = sum(probability for _, probability in outcomes)
    assert abs(total - 1) < 1e-9, f"chances add up to {total}"
    assert all(probability > 0 for _, probability in outcomes), "an outcome without a chance"
    assert len({outcome for outcome, _ in outcomes}) == len(outcomes), "an outcome listed twice"


def _check_draws(game: AnyGame, state: object, rng: Random) -> None:
    outcomes = list(game.chances(state))
    drawn = Counter(game.draw(state, rng) for _ in range(NUM_DRAWS))
    assert drawn.keys() <= {outcome for outcome, _ in outcomes}, "an outcome drawn that is not listed"
    for outcome, probability in outcomes:
        spread = (NUM_DRAWS * probability * (1 - probability)) ** 0.5
        off = abs(drawn[outcome] - NUM_DRAWS * probability)
        assert off < 5 * spread + 5, f"{outcome} is not drawn as often as it says"


def check_notation(game: AnyGame, steps: list[Step], face: AnyFace) -> None:
    """Every action, outcome and view has a text that parses back."""
    known: set[Any] = set()
    for before, move, after in steps:
        turn = game.turn(before)
        actions = {move.action, *(game.actions(before) if turn is not Turn.CHANCE else ())}
        for action in actions - known:
            text = str(action)
            assert "\n" not in text, f"{text!r} is not one line"
            assert game.parse_action(text) == action, f"{text!r} does not parse back"
        known |= actions
        for seat in (*range(game.seats), None):
            view = game.view(after, seat)
            assert "\n" not in str(view), f"{view} is not one line"
            assert game.parse_view(str(view)) == view, f"{view} does not parse back"
            assert face.describe(view), "a view must be described to a person"
    for text in NONSENSE:
        for parse in (game.parse_action, game.parse_view):
            assert _complaint(parse, BadNotation, text), f"{text!r} was parsed"


def check_face(game: AnyGame, steps: list[Step], face: AnyFace, rng: Random) -> None:
    """A person can type every legal action as it is written, is told what to type, and nonsense is answered."""
    reserved = {*COMMANDS, *LONG_COMMANDS}
    for before, _, _ in steps:
        seat = game.turn(before)
        if isinstance(seat, Turn):
            continue
        view, actions = game.view(before, seat), game.actions(before)
        assert face.menu(view, actions), "a person must be told what can be typed"
        for action in rng.sample(list(actions), min(len(actions), MAX_TYPED)):
            text = str(action)
            assert text.lower() not in reserved, f"{text!r} is a command of the table"
            assert face.read(game, view, actions, text) == action, (
                f"{text!r} typed by a person is read as something else"
            )
            assert "\n" not in face.say(view, action), f"{face.say(view, action)!r} is not one line"
        for word in face.completions(view, actions):
            assert face.read(game, view, actions, word) in actions, f"{word!r} is offered and not allowed"
            plan = face.plan(game, view, actions, word)
            _check_plan(game, before, plan)
            question = face.confirm(view, plan)
            assert question is None or (question.text and "\n" not in question.text), "a question is one line"
        for text in NONSENSE:
            assert _complaint(face.read, BadNotation, game, view, actions, text), f"{text!r} was read as an action"
    end = steps[-1].after
    for seat in range(game.seats):
        _check_recount(game, steps, face, seat)
        assert face.result(game, game.view(end, seat), game.payoffs(end), game.ending(end)), "a result in words"
    assert face.rules(game), "rules in words"


def _check_recount(game: AnyGame, steps: list[Step], face: AnyFace, seat: Seat) -> None:
    """A match can be told to a seat, event by event, from any point on."""
    for first in (0, len(steps) // 2):
        untold: list[Any] = []
        for before, move, after in steps[first:]:
            for event in game.events(before, move.action, after, seat):
                untold.append(event)
                if face.recount(untold, seat):
                    untold.clear()


def _check_plan(game: AnyGame, state: object, plan: Sequence[Any]) -> None:
    """What a line settles can be played, as far as chance and others leave it to the person."""
    seat = game.turn(state)
    for action in plan:
        if game.turn(state) != seat:
            return
        assert action in game.actions(state), f"{action} is planned and not allowed"
        state = game.apply(state, action)


def _complaint(call: Callable[..., object], kind: type[Exception], *arguments: object) -> str:
    """The message of the error that a call raises; empty when it raises none."""
    complaint = ""
    try:
        call(*arguments)
    except kind as error:
        complaint = str(error) or "nothing said"
    assert complaint != "nothing said", "an error must say why"
    assert "\n" not in complaint, f"an error is one line: {complaint!r}"
    return complaint


def check_illegal(game: AnyGame, steps: list[Step], rng: Random) -> None:
    """An action that is legal elsewhere and not here raises, and so does any action after the end."""
    known = dict.fromkeys(move.action for _, move, _ in steps)
    for before, _, _ in steps:
        known.update(dict.fromkeys(game.actions(before) if game.turn(before) is not Turn.CHANCE else ()))
    states = [step.before for step in steps] + [steps[-1].after]
    for state in rng.sample(states, min(len(states), 20)):
        turn = game.turn(state)
        legal: set[Any] = set()
        if turn is Turn.CHANCE:
            legal = {outcome for outcome, _ in game.chances(state)}
        elif turn is not Turn.OVER:
            legal = set(game.actions(state))
            assert legal, "a seat must act and has no legal action"
            assert len(legal) == len(list(game.actions(state))), "a legal action listed twice"
        illegal = [action for action in known if action not in legal]
        for action in rng.sample(illegal, min(len(illegal), MAX_ILLEGAL)):
            assert _complaint(game.apply, IllegalAction, state, action), f"{action} was applied where it is illegal"


def check_views(game: AnyGame, steps: list[Step], redeal: Redeal, rng: Random, face: AnyFace) -> None:
    """The main test of views: deal the hidden things again, and every byte a seat gets is the same."""
    for before, move, after in steps:
        for seat in (*range(game.seats), None):
            other = redeal(game, before, seat, rng)
            assert _bytes(game, face, other, seat) == _bytes(game, face, before, seat), (
                "a view depends on what it hides"
            )
            turn = game.turn(before)
            if turn == seat and seat is not None:
                assert list(game.actions(other)) == list(game.actions(before)), "legal actions show what a view hides"
            assert hash(game.view(before, seat)) == hash(game.view(other, seat)), "a view must be hashable"
            end = redeal(game, after, seat, rng)
            assert _bytes(game, face, end, seat) == _bytes(game, face, after, seat), "a view depends on what it hides"
            # A view covers one round: what ends a round may be in an event and no longer in the view after it.
            if turn is Turn.CHANCE and game.round(after) == game.round(before):
                _check_chance_events(game, before, move, after, seat, rng)
            elif turn is not Turn.CHANCE:
                _check_events(game, before, other, move, after, seat)


def _check_chance_events(
    game: AnyGame, before: object, move: Move, after: object, seat: Seat | None, rng: Random
) -> None:
    """Where a seat's view does not tell two outcomes apart, its events do not either."""
    outcomes = [outcome for outcome, _ in game.chances(before)]
    for outcome in rng.sample(outcomes, min(4, len(outcomes))):
        after_other = game.apply(before, outcome)
        if game.view(after_other, seat) == game.view(after, seat):
            events = game.events(before, move.action, after, seat)
            other_events = game.events(before, outcome, after_other, seat)
            assert events == other_events, "an event shows what the view hides"
            assert list(map(str, events)) == list(map(str, other_events)), "an event's text shows what the view hides"


def _check_events(game: AnyGame, before: object, other: object, move: Move, after: object, seat: Seat | None) -> None:
    """Events of the same action are the same too, as long as the view afterwards is."""
    try:
        after_other = game.apply(other, move.action)
    except IllegalAction:
        return  # the hidden thing would not have allowed this action
    if game.view(after_other, seat) == game.view(after, seat):
        events = game.events(before, move.action, after, seat)
        other_events = game.events(other, move.action, after_other, seat)
        assert events == other_events, "an event shows what the view hides"
        assert list(map(str, events)) == list(map(str, other_events)), "an event's text shows what the view hides"


def _bytes(game: AnyGame, face: AnyFace, state: object, seat: Seat | None) -> bytes:
    view = game.view(state, seat)
    return f"{view}\n{view!r}\n{face.describe(view)}".encode()


def check_payoffs(game: AnyGame, steps: list[Step]) -> None:
    """A payoff and a share of the win for every seat, an ending in words, and a forfeit that costs."""
    end = steps[-1].after
    payoffs = game.payoffs(end)
    assert len(payoffs) == game.seats, "a payoff for every seat"
    assert all(isinstance(payoff, float) and payoff == payoff for payoff in payoffs), "payoffs are numbers"
    wins = game.wins(payoffs)
    assert len(wins) == game.seats, "a share of the win for every seat"
    assert all(0 <= share <= 1 for share in wins), "a share of a win is from 0 to 1"
    assert any(wins), "somebody wins"
    assert game.ending(end), "an ending has a name"
    rounds = [game.round(step.before) for step in steps]
    assert rounds == sorted(rounds), "rounds are counted up"
    assert len(game.standing(end)) == game.seats, "a standing for every seat"
    if game.seats > 1:
        for seat in range(game.seats):
            assert game.wins(game.forfeit(steps[0].before, seat))[seat] == 0, "whoever forfeits does not win"


def check_replay(game: AnyGame, steps: list[Step]) -> None:
    """A record survives its text and replays move by move to the same end."""
    end = steps[-1].after
    moves = tuple(step.move for step in steps)
    outcome = Outcome(tuple(game.payoffs(end)), game.ending(end), len(moves), moves)
    record = Record.of(game, [f"agent {seat}" for seat in range(game.seats)], outcome)
    (again,) = read_records(str(record), lambda text: _rebuild(game, text))
    assert again == record, "a record does not survive its text"
    assert [Step(*step) for step in again.states()] == steps, "a record does not replay to the same states"


def _rebuild(game: AnyGame, text: str) -> AnyGame:
    return type(game)(**read_parameters(type(game), text.partition(":")[2]))


def all_states(game: AnyGame) -> Iterator[Any]:
    """Every state of a small game, each once."""
    stack, seen = [game.start()], {game.start()}
    while stack:
        state = stack.pop()
        yield state
        turn = game.turn(state)
        if turn is Turn.OVER:
            continue
        moves = [outcome for outcome, _ in game.chances(state)] if turn is Turn.CHANCE else game.actions(state)
        for move in moves:
            after = game.apply(state, move)
            if after not in seen:
                seen.add(after)
                stack.append(after)

"""Matches that are the same to one viewer, and differ in what is hidden from it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mendax.conformance.steps import Redeal
from mendax.core.errors import IllegalAction
from mendax.core.game import AnyGame, Seat, Turn, game_text
from mendax.table.fair import FairChance
from mendax.table.server.story import Header, MoveText, RoundChance, Story
from mendax.table.wire.messages import Player
from tests.table.fair.played import choose
from tests.table.leaks.scripted import Script
from tests.table.leaks.stage import MATCH, TABLE

Viewer = Seat | None
MOVES = 4000


@dataclass
class Told:
    """A match with its states: before each move, and after the last."""

    game: AnyGame
    script: Script
    mixes: dict[int, dict[Seat, str]]
    moves: list[tuple[Seat | None, Any]] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    used: dict[int, int] = field(default_factory=dict)
    """By round: how many pieces were drawn."""

    @property
    def end(self) -> Any:
        return self.states[-1]

    def cut(self, length: int) -> Told:
        """The match up to a move."""
        found = Told(self.game, self.script, self.mixes, self.moves[:length], self.states[: length + 1])
        found.used = drawn(found)
        return found

    def stops(self) -> list[int]:
        """After how many moves a seat is to act, or all is over: there the server waits for somebody."""
        game = self.game
        return [number for number, state in enumerate(self.states) if game.turn(state) is not Turn.CHANCE]

    def story(self, is_open: bool) -> Story:
        """The match as a server stores it; every seat is a client. Explanations hold all that is hidden."""
        game = self.game
        header = Header(
            MATCH,
            TABLE,
            1,
            game,
            game_text(game),
            tuple(Player("program", f"Ann {seat}") for seat in range(game.seats)),
            tuple(f"player{seat}" for seat in range(game.seats)),
            is_open,
            self.script.secret,
        )
        story = Story(header)
        story.moves = [MoveText(seat, str(action), False) for seat, action in self.moves]
        story.times = [0.0] * len(story.moves)
        chance, state = FairChance(game, self.script.secret), game.start()
        for number, state in enumerate(self.states):
            if (due := chance.pending(state)) is not None:
                commitment = chance.begin_round(due)
                chance.mix(due, self.mixes.get(due, {}))
                story.rounds[due] = RoundChance(commitment.root, commitment.size, self.mixes.get(due, {}))
            if number < len(self.moves):
                story.explanations[number] = {"sentence": f"all that is hidden: {self.states[number]!r}"}
        return story


def drawn(told: Told) -> dict[int, int]:
    """By round: how many of its pieces were drawn or set apart."""
    chance, used = FairChance(told.game, told.script.secret), dict[int, int]()
    for number, (_, action) in enumerate(told.moves):
        chance.catch_up(told.states[number], _Any(told.mixes))
        chance.after(told.states[number], action, told.states[number + 1])
        for draw in chance.announced:
            used[draw.round] = draw.order + len(draw.sides)
    return used


class _Any(dict[int, dict[Seat, str]]):
    """Mixes in which every round is closed."""

    def __contains__(self, number: object) -> bool:
        return True

    def __missing__(self, number: int) -> dict[Seat, str]:
        return {}


def play(game: AnyGame, script: Script, rng: Random) -> Told:
    """A match of random moves, with a text of the first seat in its first round."""
    told = Told(game, script, {0: {0: "text"}})
    chance, state = FairChance(game, script.secret), game.start()
    told.states.append(state)
    while (turn := game.turn(state)) is not Turn.OVER and len(told.moves) < MOVES:
        chance.catch_up(state, _Any(told.mixes))
        action = chance.draw(state) if turn is Turn.CHANCE else choose(game, state, rng)
        state = _step(told, chance, state, action)
    told.used = drawn(told)
    return told


def _step(told: Told, chance: FairChance, state: Any, action: Any) -> Any:
    turn = told.game.turn(state)
    after = told.game.apply(state, action)
    chance.after(state, action, after)
    told.moves.append((None if isinstance(turn, Turn) else turn, action))
    told.states.append(after)
    return after


class Eyes:
    """What a viewer saw of a match, as `redeal` knows it: apart from the rules' own views.

    Everything hidden is dealt again by a generator that always begins anew. So two states that differ only in what is
    hidden become the same. What a round's last move showed is in no state: there the events are compared, which the
    suite for games holds against `redeal`. A move that shows the viewer nothing leaves what it saw as it is.
    """

    def __init__(self, game: AnyGame, redeal: Redeal, viewer: Viewer) -> None:
        self.game, self.redeal, self.viewer = game, redeal, viewer

    def seen(self, before: Any, action: Any, after: Any) -> list[Any]:
        """What a move added."""
        game = self.game
        found: list[Any] = []
        if game.round(before) != game.round(after) or game.turn(after) is Turn.OVER:
            found.append(tuple(map(str, game.events(before, action, after, self.viewer))))
        found.append(self.plain(after))
        return found

    def plain(self, state: Any) -> Any:
        """The state without what is hidden."""
        turn = self.game.turn(state)
        mine = turn if turn == self.viewer and self.viewer is not None else None
        return self.redeal(self.game, state, self.viewer, Random(0)), mine, turn is Turn.OVER

    def story(self, told: Told) -> list[Any]:
        """What was seen of a whole match, each change once."""
        found = [self.plain(told.states[0])]
        for number, (_, action) in enumerate(told.moves):
            for one in self.seen(told.states[number], action, told.states[number + 1]):
                if one != found[-1]:
                    found.append(one)
        return found


def redealt(told: Told, eyes: Eyes, first_round: int, name: int, rng: Random, tries: int = 60) -> Told | None:
    """Another match that the viewer cannot tell from this one: pieces from `first_round` on show something else.

    What was not drawn yet always does. Other seats may have done something else where nobody could see it.
    """
    seen = eyes.story(told)
    for _ in range(tries):
        script = changed(told, first_round, name, rng)
        other = _follow(told, eyes, seen, script, first_round, rng)
        if other is not None:
            return other
    return None


def changed(told: Told, first_round: int, name: int, rng: Random) -> Script:
    """The script with some dice or cards changed that were drawn, and with all changed that were not."""
    script = told.script.copy(name)
    script.salt = rng.getrandbits(60) | 1
    last = told.game.round(told.end)
    size = len(FairChance(told.game, told.script.secret).pieces.deck)
    # Most pieces of a finished round were shown: with few changes at a time some are left that can be changed.
    one_round = last if rng.random() < 0.6 else rng.randint(min(first_round, last), last)
    for number in range(first_round, last + 2):
        used = told.used.get(number, 0)
        script.fresh_from[number] = used
        many = rng.choice((1, 1, 2, 3, used)) if number == one_round else 0
        if size:
            swaps = [(rng.randrange(size), rng.randrange(size)) for _ in range(many)]
            script.swaps.setdefault(number, []).extend(swaps)
        else:
            for leaf in rng.sample(range(used), min(many, used)):
                script.changed[number, leaf] = rng.getrandbits(64)
    return script


def _follow(told: Told, eyes: Eyes, seen: list[Any], script: Script, first_round: int, rng: Random) -> Told | None:
    """Play the match again with another script, as long as the viewer sees the same; `None` if it does not."""
    game = told.game
    other = Told(game, script, told.mixes)
    chance, state = FairChance(game, script.secret), game.start()
    other.states.append(state)
    at, secret = 0, rng.choice((0.01, 0.1, 0.7))
    plans: dict[Seat, deque[Any]] = {seat: deque() for seat in range(game.seats)}
    for seat, action in told.moves:
        if seat is not None:
            plans[seat].append(action)
    while len(other.moves) < len(told.moves) + 20:
        turn = game.turn(state)
        if at == len(seen) - 1 and turn is not Turn.CHANCE and _as_far(told, plans, eyes, rng):
            other.used = drawn(other)
            return other
        if turn is Turn.OVER:
            return None
        chance.catch_up(state, _Any(told.mixes))
        if turn is Turn.CHANCE:
            action = chance.draw(state)
        else:
            assert not isinstance(turn, Turn)
            fixed = turn == eyes.viewer or game.round(state) < first_round
            found = _plan(game, state, plans[turn], eyes, seen[at], 0.0 if fixed else secret, rng)
            if found is None:
                return None
            action = found
        before, state = state, _step(other, chance, state, action)
        for one in eyes.seen(before, action, state):
            if one == seen[at]:
                continue
            if at + 1 < len(seen) and one == seen[at + 1]:
                at += 1
            else:
                return None
    return None


def _as_far(told: Told, plans: dict[Seat, deque[Any]], eyes: Eyes, rng: Random) -> bool:
    """Whether to stop here: all that the viewer did is done, and others stop somewhere in what nobody sees."""
    if eyes.viewer is not None and plans[eyes.viewer]:
        return False
    return not any(plans.values()) or rng.random() < 0.5


def _plan(game: AnyGame, state: Any, plan: deque[Any], eyes: Eyes, now: Any, secret: float, rng: Random) -> Any:
    """What a seat does: what it did, if that is legal; with some chance something else that the viewer cannot see.

    Steps that it took unseen and can no longer take are left out.
    """
    actions = game.actions(state)
    if secret and len(actions) <= 10 and rng.random() < secret:
        unseen = [action for action in actions if eyes.seen(state, action, game.apply(state, action)) == [now]]
        if unseen:
            action = rng.choice(unseen)
            if plan and plan[0] == action:
                plan.popleft()
            return action
    while plan:
        wanted = plan.popleft()
        try:
            game.apply(state, wanted)
        except IllegalAction:
            if not secret:
                return None
        else:
            return wanted
    return None

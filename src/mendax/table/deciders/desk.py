"""What a worker does with a question: it follows the match, keeps or rebuilds the agent, and asks it.

Every decision draws from a stream of its own, named by the agent's seed and the number of the move, and so does every
move that an agent hears of. So an agent without memory decides the same whenever it is built, and one with memory
when it is told and asked again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from mendax.arena.harm import GIVE_UP_AFTER, given_up_reason
from mendax.core.agent import Decision, Factory, listens, prepared
from mendax.core.catalogue import build_agent, build_game, face_of, find_game
from mendax.core.errors import IllegalAction, MendaxError, one_line
from mendax.core.face import AnyFace
from mendax.core.game import AnyGame, Seat, Turn
from mendax.core.match import Place
from mendax.core.record import read_records
from mendax.core.streams import Stream
from mendax.table.deciders.explaining import advice_json, told_json
from mendax.table.deciders.followed import FollowedMatch, LostMoves
from mendax.table.deciders.question import JsonValue, PlayedMove
from mendax.table.deciders.stopwatch import Stopwatch
from mendax.table.deciders.streams import ACTING, BUILDING, HEARING, first_bits
from mendax.table.deciders.trial import LiveAgent, Trial

T = TypeVar("T")

MATCHES = 4096
"""So many matches are followed; a forgotten one is sent again."""
FACTORIES = 64
"""So many agents are kept prepared, each for one game with its parameters."""
IDLE, CALLING, PREPARING = 0, 1, 2
"""What element 2 of a worker's place says: nothing is asked of an agent, a call of it, its preparation."""


class Faulty(Exception):
    """The agent cannot answer; the message is the fault."""


class Desk:
    """The matches and agents of one worker."""

    def __init__(self, keep: int, place: Place, after_call: Callable[[], None] = lambda: None) -> None:
        self.keep, self.place, self._after_call = keep, place, after_call
        self.matches: OrderedDict[str, FollowedMatch] = OrderedDict()
        self.agents: OrderedDict[tuple[str, Seat], LiveAgent] = OrderedDict()
        self._games: OrderedDict[str, AnyGame] = OrderedDict()
        self._factories: OrderedDict[tuple[str, str], Factory] = OrderedDict()
        self._faces: OrderedDict[AnyGame, AnyFace] = OrderedDict()
        self._trials: dict[tuple[str, str], Trial] = {}
        self.watch = Stopwatch()
        self._any = Random(0)
        """Says which agent is dropped; no decision depends on that."""

    def counts(self) -> dict[str, JsonValue]:
        """How many matches and agents are kept."""
        return {"matches": len(self.matches), "agents": len(self.agents)}

    def prepare(self, game: str, agent: str) -> dict[str, JsonValue]:
        """Prepare an agent and let one decide on trial; what is wrong comes back as `refused`."""
        try:
            trial = FollowedMatch(self._game(game))
            chance = Stream(0)
            while (turn := trial.game.turn(trial.state)) is Turn.CHANCE:
                trial.play((None, str(trial.game.draw(trial.state, chance)), False))
            if isinstance(turn, int):
                live = self._build(trial.game, game, agent, turn, b"trial", PREPARING)
                self._catch_up(live, trial, turn, again=False)
                self._decide(live, trial, turn, len(trial.moves), False, PREPARING)
        except (Faulty, MendaxError) as error:
            return {"refused": str(error)}
        return {}

    def warm(self, game: str, agent: str) -> dict[str, JsonValue]:
        """Let an agent decide once more on trial; `more` says that the trial has not ended."""
        try:
            trial = self._trials.get((game, agent))
            if trial is None:
                rules = self._game(game)
                live = self._build(rules, game, agent, 0, b"trial", PREPARING)
                trial = self._trials[game, agent] = Trial(FollowedMatch(rules), live, 0)
            if trial.goes_on():
                self._tell(trial.live)
                number = len(trial.match.moves)
                answer = self._decide(trial.live, trial.match, trial.seat, number, True, PREPARING)
                trial.play(str(answer["action"]))
                return {"more": True}
        except (Faulty, MendaxError) as error:
            self._trials.pop((game, agent), None)
            return {"refused": str(error)}
        self._trials.pop((game, agent), None)
        return {}

    def review(self, text: str, seat: Seat) -> dict[str, JsonValue]:
        """What the game's coach says of a match; what is wrong comes back as `refused`."""
        try:
            (record,) = read_records(text, self._game)
            coach = find_game(record.game.name).load_coach()
            if coach is None:
                return {"refused": f"nobody reviews {record.game.name} yet"}
            found = coach
            return {"review": self._call(lambda: found.review(record, seat).to_json(), PREPARING)}
        except MendaxError as error:
            return {"refused": str(error)}
        except BaseException as error:
            return {"refused": f"the coach broke down: {type(error).__name__}"}

    def forget(self, match: str) -> None:
        """Drop a match and its agents."""
        found = self.matches.pop(match, None)
        for seat in range(found.game.seats if found is not None else 0):
            self.agents.pop((match, seat), None)

    def decide(
        self,
        match: str,
        game: str,
        seat: Seat,
        agent: str,
        seed: bytes,
        start: int,
        moves: Sequence[PlayedMove],
        explain: bool,
    ) -> dict[str, JsonValue]:
        """Answer a question; `moves` are those from number `start` on. `lost` says how many are known if some lack."""
        self.watch.start()
        try:
            found = self._follow(match, game, start, moves)
            answer = self._ask(found, match, game, seat, agent, seed, explain)
        except LostMoves as lost:
            return {"lost": lost.have}
        except Faulty as fault:
            # The default is played. A rebuilt agent is not asked for that move again, so this one is not kept either.
            self.agents.pop((match, seat), None)
            answer = {"fault": str(fault)}
        if not self.keep:
            self.agents.clear()
        return {**answer, "seconds": self.watch.seconds()}

    def advise(
        self, match: str, game: str, seat: Seat, agent: str, seed: bytes, start: int, moves: Sequence[PlayedMove]
    ) -> dict[str, JsonValue]:
        """What an agent would say in the place of whoever is to act; it is built for this and not kept."""
        try:
            found = self._follow(match, game, start, moves)
            if found.game.turn(found.state) != seat:
                raise Faulty("it is not this seat's turn")
            live = self._build(found.game, game, agent, seat, seed)
            self._catch_up(live, found, seat, again=False)  # what the person decided was not its decision
            view, decision = self._choose(live, found, seat, len(found.moves), True)
            advice = advice_json(decision, self._face(found.game), view)
        except LostMoves as lost:
            return {"lost": lost.have}
        except Faulty as fault:
            return {"fault": str(fault)}
        except Exception as error:
            return {"fault": _broke_down(error)}
        return advice or {"fault": "the adviser says nothing here"}

    def _follow(self, match: str, game: str, start: int, moves: Sequence[PlayedMove]) -> FollowedMatch:
        found = self.matches.get(match)
        if found is None:
            if start:
                raise LostMoves(0)
            try:
                found = self.matches[match] = FollowedMatch(self._game(game))
            except MendaxError as error:  # there is no such game
                raise Faulty(str(error)) from None
            if len(self.matches) > MATCHES:
                self.forget(next(iter(self.matches)))
        self.matches.move_to_end(match)
        new = found.unseen(start, moves)
        if new is None:  # not what was followed so far: begin again
            self.forget(match)
            if start:
                raise LostMoves(0)
            return self._follow(match, game, 0, moves)
        try:
            for move in new:
                self._go_on(found, match, move)
        except MendaxError:
            self.forget(match)
            raise Faulty("the moves of the match do not replay") from None
        return found

    def _go_on(self, found: FollowedMatch, match: str, move: PlayedMove) -> None:
        """Make a move, note its events for the agents that listen, and drop one whose decision was not played."""
        number, (seat, text, default) = len(found.moves), move
        before = found.state
        action = found.play(move)
        own = None if seat is None else self.agents.get((match, seat))
        if seat is not None and own is not None and (default or own.decided != (number, text)):
            del self.agents[match, seat]
        for at in range(found.game.seats):
            live = self.agents.get((match, at))
            if live is not None and live.listens:
                live.pending.append((number, found.game.events(before, action, found.state, at)))

    def _ask(
        self, found: FollowedMatch, match: str, game: str, seat: Seat, agent: str, seed: bytes, explain: bool
    ) -> dict[str, JsonValue]:
        if found.game.turn(found.state) != seat:
            raise Faulty("it is not this seat's turn")
        if found.defaults[seat] >= GIVE_UP_AFTER:
            raise Faulty(given_up_reason())
        number, live = len(found.moves), self.agents.get((match, seat))
        if live is not None and live.decided is not None and live.decided[0] == number:
            if live.explained or not explain:  # asked twice: an agent with memory would take it for another decision
                return live.answer
            live = None
        rebuilt, differed = False, []
        if live is None:
            live = self._build(found.game, game, agent, seat, seed)
            rebuilt = any(mover == seat and not default for mover, _, default in found.moves)
            differed = self._catch_up(live, found, seat, again=live.agent.remembers)
            self.agents[match, seat] = live
        self.agents.move_to_end((match, seat))
        self._tell(live)
        live.answer = self._decide(live, found, seat, number, explain)
        live.decided, live.explained = (number, str(live.answer["action"])), explain
        return {**live.answer, "rebuilt": rebuilt, "differed": differed}

    def _decide(
        self, live: LiveAgent, found: FollowedMatch, seat: Seat, number: int, explain: bool, kind: int = CALLING
    ) -> dict[str, JsonValue]:
        view, decision = self._choose(live, found, seat, number, explain, kind)
        try:
            told = told_json(decision, self._face(found.game), view) if explain else None
        except Exception as error:
            raise Faulty(_broke_down(error)) from None
        return {"action": str(decision.action), "explanation": told}

    def _choose(
        self, live: LiveAgent, found: FollowedMatch, seat: Seat, number: int, explain: bool, kind: int = CALLING
    ) -> tuple[Any, Decision[Any]]:
        """The view of a seat, and the agent's legal decision on it."""
        game, state = found.game, found.state
        view, actions = game.view(state, seat), game.actions(state)
        live.rng.begin(first_bits(live.seed, ACTING, number))
        try:
            decision = self._call(partial(live.agent.act, view, actions, explain), kind)
            return view, Decision(found.legal(decision.action), decision.explanation)
        except IllegalAction:
            raise Faulty("an illegal action") from None
        except BaseException as error:
            raise Faulty(_broke_down(error)) from None

    def _build(self, rules: AnyGame, game: str, agent: str, seat: Seat, seed: bytes, kind: int = CALLING) -> LiveAgent:
        """A fresh agent. Others are dropped first, so that there are never more than are to be kept."""
        factory = self._factory(game, agent)
        while self.agents and len(self.agents) >= self.keep:
            del self.agents[self._dispensable()]
        rng = Stream()
        rng.begin(first_bits(seed, BUILDING, 0))
        try:
            built = self._call(partial(factory, rules, seat, rng), kind)
            return LiveAgent(built, rng, seed, listens(built))
        except MendaxError as error:  # it does not play this game; nothing hidden was shown to it yet
            raise Faulty(str(error)) from None
        except BaseException as error:
            raise Faulty(f"it cannot be built: {one_line(error)}") from None

    def _dispensable(self) -> tuple[str, Seat]:
        """The agent to drop. One that remembers nothing is built again at once; others are asked all over again.

        Of these any may go: where more agents than are kept decide in turn, the one that was used last long ago is the
        one that is asked next, and each would be rebuilt each time.
        """
        light = (key for key, live in self.agents.items() if not live.agent.remembers)
        return next(light, None) or self._any.choice(tuple(self.agents))

    def _catch_up(self, live: LiveAgent, found: FollowedMatch, seat: Seat, *, again: bool) -> list[JsonValue]:
        """Tell a new agent what happened and, if asked, let it decide again; the numbers of decisions that differ now.

        Decisions for which the default was played are not asked again: it broke down over them, or was late.
        """
        differed = list[JsonValue]()
        if not (again or live.listens):
            return differed
        replay = FollowedMatch(found.game)
        for number, (mover, text, default) in enumerate(found.moves):
            before = replay.state
            if again and mover == seat and not default:
                try:
                    same = self._decide(live, replay, seat, number, False)["action"] == text
                except Faulty:
                    same = False
                if not same:
                    differed.append(number)
            action = replay.play((mover, text, default))
            if live.listens:
                live.pending.append((number, found.game.events(before, action, replay.state, seat)))
                self._tell(live)
        return differed

    def _tell(self, live: LiveAgent) -> None:
        """Let an agent hear what it has not heard yet."""
        pending, live.pending = live.pending, []
        for number, events in pending:
            live.rng.begin(first_bits(live.seed, HEARING, number))
            for event in events:
                try:
                    self._call(partial(live.agent.hear, event))
                except BaseException as error:
                    raise Faulty(_broke_down(error)) from None

    def _call(self, act: Callable[[], T], kind: int = CALLING) -> T:
        """Call an agent under watch: the parent sees that another call begins, and ends one that takes too long."""
        self.place[1] += 1
        self.place[2] = kind
        try:
            return act()
        finally:
            self.place[2] = IDLE
            self._after_call()

    def _game(self, text: str) -> AnyGame:
        return _remembered(self._games, text, lambda: build_game(text), FACTORIES)

    def _face(self, game: AnyGame) -> AnyFace:
        return _remembered(self._faces, game, lambda: face_of(game), FACTORIES)

    def _factory(self, game: str, agent: str) -> Factory:
        def make() -> Factory:
            rules = self._game(game)
            return self._call(lambda: prepared(build_agent(rules, agent), rules, agent, trial=False), PREPARING)

        try:
            return _remembered(self._factories, (game, agent), make, FACTORIES)
        except MendaxError as error:
            raise Faulty(str(error)) from None
        except BaseException as error:
            raise Faulty(f"{agent} cannot be prepared: {one_line(error)}") from None


K = TypeVar("K")


def _remembered(known: OrderedDict[K, T], key: K, make: Callable[[], T], most: int) -> T:
    """What is known under a key, made if need be; the least recently used goes first."""
    if key not in known:
        made = make()
        if len(known) >= most:
            known.popitem(last=False)
        known[key] = made
    known.move_to_end(key)
    return known[key]


def _broke_down(error: BaseException) -> str:
    """The fault of an agent that raised an exception: its kind alone, because its text may tell what is hidden."""
    return f"it broke down: {type(error).__name__}"

"""A session at the terminal: games one after another, taken back, kept for later, explained, reviewed and counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mendax.core.agent import AnyAgent, Decision, Factory, build_or_forfeit
from mendax.core.coach import Coach, Review
from mendax.core.errors import MendaxError
from mendax.core.face import LONG_COMMANDS, AnyFace, Face
from mendax.core.game import AnyGame, Count, Game, Seat
from mendax.core.interrupts import Terminated
from mendax.core.match import Match, Move, Outcome, drive
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream
from mendax.report.console import console
from mendax.report.progress import spinner
from mendax.table.terminal.explaining import Made, print_reason
from mendax.table.terminal.person import Person
from mendax.table.terminal.prompt import Left, Prompt
from mendax.table.terminal.saved import SavedGame, save
from mendax.table.wording import distinct, in_second_person, named, standing_line


class TakeBack(BaseException):
    """The person takes their last move back. No `Exception`, because that would be a fault of their agent."""


class Session:
    """Games one after another; what the game counts is summed by who went first."""

    def __init__(
        self,
        game: AnyGame,
        name: str,
        opponents: Sequence[tuple[str, Factory]],
        advisor: Factory | None = None,
        seat: Seat | None = None,
        seed: int | None = None,
        records: Path | None = None,
        coach: Coach | None = None,
        face: AnyFace | None = None,
        closed: bool = False,
        advisor_name: str = "the adviser",
        save_to: Path | None = None,
        coached: bool = False,
    ) -> None:
        self.game, self.name, self.opponents, self.advisor = game, name, list(opponents), advisor
        self.seat, self.records, self.coach, self.advisor_name = seat, records, coach, advisor_name
        self.save_to, self.coached, self.closed = save_to, coached, closed
        self.secret = closed and not game.shows_all
        """Whether explanations would tell what the rules never show."""
        self.face: AnyFace = (face or Face()).for_game(game)
        self.seed = SystemRandom().getrandbits(63) if seed is None else seed
        self.out: Console = console()
        self.prompt = Prompt()
        # The person first, then the opponents: each has a number, and names may repeat.
        self.players = [name, *(text for text, _ in opponents)]
        self.titles = distinct(self.players)
        """How the players are shown: names that repeat have numbers."""
        self.scores = [[0.0] * len(self.players) for _ in self.players]
        """Wins, games not lost or money: by who went first, then by whose they are."""
        self.games = 0
        self.person: Person | None = None
        self.review: Review | None = None
        self.made: list[Made] = []
        """What the opponents decided in this game, in order."""
        self.match = Match(game)
        self.typed: list[int] = []
        """After how many moves the person typed something: a line may settle several moves."""
        self.number, self.mine, self.names, self.shown = 0, 0, list(self.players), list(self.titles)

    def play(self, games: int = 0, resumed: SavedGame | None = None) -> None:
        """Play until the person leaves or the games are played, then print the table."""
        if not self.game.shows_all and self.opponents and not self.secret:
            self.out.print(
                "The table is open for practice: w also tells what the rules never show (--closed: it does not)."
            )
        number = resumed.number if resumed is not None else 0
        last = number + games
        moves = resumed.record.moves if resumed is not None else ()
        try:
            while not games or number < last:
                self.play_one(number, moves)
                number, moves = number + 1, ()
                if not games:
                    self.ask_for_more()
        except (Left, KeyboardInterrupt):
            self._keep_for_later()
        if self.games:
            self.out.print(self.table())

    def ask_for_more(self) -> None:
        """Wait for the next game; the last one can be explained and reviewed."""
        words = ["Enter: another game"]
        words += ["w: why they did that (w all: the whole game), n: with numbers"] if self.opponents else []
        words += ["r: review"] if self.review is not None else []
        question = f"{', '.join(words)}, q: leave"
        self.out.print(question)
        while answer := self.prompt.ask("> ").lower():
            answer = LONG_COMMANDS.get(answer, answer)
            if answer in ("w", "n") and self.opponents:
                self._explain(self._last_made(over=True), numbers=answer == "n")
            elif answer in ("w all", "n all") and self.opponents:
                with self.out.capture() as shown:
                    self._explain(self.made, numbers=answer == "n all")
                self._page(Text.from_ansi(shown.get().rstrip()))
            elif answer in ("r", "review") and self.review is not None:
                self._page(Text(str(self.review)))
            else:
                self.out.print(question)

    def _page(self, text: Text) -> None:
        if self.out.is_terminal and text.plain.count("\n") >= self.out.height:
            with self.out.pager():
                self.out.print(text)
        else:
            self.out.print(text, soft_wrap=not self.out.is_terminal)

    # What a person asks for while they play.

    def why(self, *, numbers: bool) -> None:
        """Explain the last finished round: nothing of the round that is being played."""
        if not self.opponents:
            self.out.print("You play alone.")
        elif self.face.open_information or self.match.rounds:
            self._explain(self._last_made(over=False), numbers=numbers)
        elif type(self.game).round is Game.round:
            self.out.print("The game is not over yet: explanations come when it is.")
        else:
            self.out.print("No round has ended yet: explanations come when it has.")

    def take_back(self) -> None:
        """Undo the person's last move; what chance has answered stands."""
        moves, own = self.match.moves, self._last_typed()
        if own is None:
            self.out.print("You have made no move yet.")
        elif any(move.seat is None for move in moves[own:]):
            self.out.print("Too late: chance has answered your last move.")
        elif self.closed and any(move.seat != self.mine for move in moves[own:]):
            self.out.print("Too late: this table is closed, and somebody has answered your last move.")
        else:
            raise TakeBack

    def _last_typed(self) -> int | None:
        """How many moves there were when the person last typed one."""
        own = [number for number, move in enumerate(self.match.moves) if move.seat == self.mine]
        typed = [number for number in self.typed if number in own]
        return max(typed or own, default=None)

    def save(self) -> None:
        """Leave; the match is kept."""
        raise Left

    def _keep_for_later(self) -> None:
        if self.match.over or not any(move.seat == self.mine for move in self.match.moves):
            self.out.print()
            return
        record = Record.of_match(self.match, self.names)
        try:  # before anything is printed: the terminal may be gone
            path = save(SavedGame(record, self.mine, self.seed, self.number, self.closed), self.save_to)
        except MendaxError as error:
            told = f"The game could not be kept: {error}"
        else:
            told = f"The game is kept: mendax play {path}"
        self.out.print(f"\n{told}", soft_wrap=True)

    def _last_made(self, *, over: bool) -> list[Made]:
        """The decisions to explain: of the last finished round, or since the person's last turn where all is open."""
        if not self.made or (over and type(self.game).round is Game.round):
            return self.made
        if self.face.open_information:
            own = [number for number, move in enumerate(self.match.moves) if move.seat == self.mine]
            since = max((number for number in own if number < self.made[-1].move), default=0)
            return [one for one in self.made if one.move >= since]
        last = self.made[-1].round if over else self.match.rounds - 1
        return [one for one in self.made if one.round == last]

    def _explain(self, made: Sequence[Made], *, numbers: bool) -> None:
        if self.secret:
            self.out.print("The table is closed: how they decided would tell what this game never shows.")
            return
        if not made:
            earlier = any(move.seat not in (None, self.mine) for move in self.match.moves)
            told = "What they decided before the game was kept is not explained any more." if earlier else ""
            self.out.print(told or "They had nothing to decide.")
        rounds = {one.round for one in made}
        for at, one in enumerate(made):
            if len(rounds) > 1 and (not at or one.round != made[at - 1].round):
                self.out.print(f"Round {one.round + 1}:")
            print_reason(self.out, self.face, one, self.shown, numbers=numbers)

    # A game.

    def play_one(self, number: int, moves: Sequence[Move] = ()) -> None:
        """One game, from the start or from where it was left; an unfinished one counts for nobody."""
        game = self.game
        self.number = number
        self.mine = number % game.seats if self.seat is None else self.seat
        order = [*range(1, len(self.players))]
        order.insert(self.mine, 0)
        self.names = [self.players[player] for player in order]
        self.shown = [self.titles[player] for player in order]
        self.made, self.typed, self.review, self.match = [], [], None, Match(game, moves)
        again = ", where you left it" if moves else ""
        self.out.print(f"\nGame {number + 1}{again}: {self._opening()}.")
        while not self.match.over:
            try:
                self._drive(order)
            except TakeBack:
                own = self._last_typed() or 0
                self.match = Match(game, self.match.moves[:own])
                self.made = [one for one in self.made if one.move < own]
                self.typed = [number for number in self.typed if number < own]
                self.out.print("Taken back.")
        self._finish(self.match.outcome(), order)

    def _drive(self, order: Sequence[int]) -> None:
        """Drive the match to its end. Agents are built anew and hear again what has happened."""
        game, match = self.game, self.match
        streams = AgentStreams(self.seed, game.seats)
        streams.name(self.number)
        agents = [self._agent(player, seat, streams.seats[seat]) for seat, player in enumerate(order)]
        begun, broken = match.rounds, set[Seat]()

        def watch(before: object, move: Move, after: object, decision: Decision[Any] | None) -> None:
            if move.default and move.seat is not None and move.seat not in broken:
                broken.add(move.seat)
                self.out.print(f"{self.shown[move.seat]} broke down: the default action is played instead.")
            if move.seat == self.mine and self.person is not None and not self.person.following:
                self.typed.append(match.num_moves - 1)
            if decision is not None and move.seat is not None and move.seat != self.mine:
                view, rounds = game.view(before, move.seat), game.round(before)
                self.made.append(Made(match.num_moves - 1, rounds, move.seat, view, decision))

        def on_round(rounds: int, standing: Sequence[float]) -> None:
            if rounds > begun and (ended := self.face.round_end(match.view(self.mine))):
                self.out.print(named(ended, self.shown))
            elif rounds > begun and self.opponents and type(game).standing is not Game.standing:
                self.out.print(standing_line(self.shown, standing))

        chance = Stream(self.seed, self.number, 0)
        drive(match, agents, chance, explain=True, on_fault="fallback", watch=watch, on_round=on_round)

    def _opening(self) -> str:
        names = self.shown
        if len(names) == 1:
            return "you play alone"
        if self.game.opener is None:
            return f"around the table sit {', '.join(names[:-1])} and {names[-1]}"
        return in_second_person(f"{names[self.game.opener]} goes first")

    def _agent(self, player: int, seat: Seat, rng: Random) -> AnyAgent:
        if player:
            return build_or_forfeit(self.opponents[player - 1][1], self.game, seat, rng)
        # Solving a game may take a while, so the adviser is built when somebody asks.
        advisor: Callable[[], AnyAgent] | None = None
        if self.advisor is not None:
            advisor = partial(self.advisor, self.game, seat, Random(self.seed))
        person = Person(self.game, self.face, self.shown, self.out, self.prompt, self, advisor, self.advisor_name, seat)
        if self.person is None:
            person.coached = self.coached
        else:
            person.coached, person.greeted = self.person.coached, self.person.greeted
        person.deaf, person.skipped = self._lived_through(seat)
        self.person = person
        return person

    def _lived_through(self, seat: Seat) -> tuple[int, int]:
        """How many events and decisions of the match so far were a seat's."""
        game, state = self.game, self.game.start()
        events = decisions = 0
        for move in self.match.moves:
            decisions += move.seat == seat
            after = game.apply(state, move.action)
            events += len(game.events(state, move.action, after, seat))
            state = after
        return events, decisions

    def _finish(self, outcome: Outcome, order: Sequence[int]) -> None:
        self.games += 1
        for seat, score in enumerate(self.game.scores(outcome.payoffs)):
            self.scores[order[self.game.opener or 0]][order[seat]] += score
        # The reason of a forfeit may reveal what is hidden: it is in the record and not shown.
        view = self.match.view(self.mine)
        self.out.print(named(self.face.result(self.game, view, outcome.payoffs, outcome.ending), self.shown))
        record = Record.of(self.game, self.names, outcome)
        if self.records is not None:
            try:
                with self.records.open("a", encoding="utf-8") as file:
                    file.write(f"{record}\n")
            except OSError as error:
                raise MendaxError(f"{self.records} cannot be written: {error.strerror}") from None
        if self.coach is not None:
            try:
                with spinner("The coach looks back (Ctrl-C: no review)"):  # some solve the game first
                    self.review = self.coach.review(record, self.mine)
                self.out.print(self.review.summary(), soft_wrap=not self.out.is_terminal)
            except MendaxError as error:
                self.out.print(f"There is no review: {error}", soft_wrap=True)
            except Terminated:
                raise
            except KeyboardInterrupt:
                self.out.print("There is no review.")

    def table(self) -> Table:
        """What the game counts, by who went first where the seats say who does."""
        counted = self.game.counted
        table = Table(title="This session", title_justify="left")
        table.add_column(f"{counted.unit if counted.kind is Count.MONEY else counted.kind.value} of")
        by_first = self.game.opener is not None and len(self.players) > 1
        for player in self.titles if by_first else ():
            table.add_column(f"{player} first", justify="right")
        table.add_column("total", justify="right")
        for number, name in enumerate(self.titles):
            counts = [row[number] for row in self.scores]
            table.add_row(name, *(f"{count:g}" for count in counts if by_first), f"{sum(counts):g}")
        return table

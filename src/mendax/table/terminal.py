"""A person at the terminal: they see their own view and nothing else, and a table of results at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from rich.console import Console
from rich.table import Table

from mendax.core.agent import Agent, AnyAgent, Decision, Explanation, Factory, build_or_forfeit
from mendax.core.coach import Coach
from mendax.core.errors import BadNotation, MendaxError, one_line
from mendax.core.face import AnyFace, Face
from mendax.core.game import AnyGame, Count, Game, Seat
from mendax.core.match import Move, Outcome, play_match
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream

MENU, SHORT_MENU = 40, 12
"""Up to 40 choices are all listed; of more, the first 12, and the others can be typed."""


class Left(BaseException):
    """The person has left the table. No `Exception`, because that would be a forfeit of their agent."""


def explanation_table(explanation: Explanation[Any], title: str) -> Table:
    """An agent's options and beliefs, for a person."""
    table = Table(title=title, title_justify="left")
    table.add_column("option")
    table.add_column("how often", justify="right")
    table.add_column(explanation.scale, justify="right")
    for option in explanation.options:
        often = "–" if option.probability is None else f"{100 * option.probability:.1f} %"
        value = "" if option.value is None else f"{option.value:+.3f}"
        table.add_row(str(option.action), often, " ".join(filter(None, (option.note, value))) or "–")
    for belief in explanation.beliefs:
        table.add_row(belief.about, f"{100 * belief.probability:.1f} %", "believed")
    return table


def print_explanation(out: Console, explanation: Explanation[Any], title: str) -> None:
    """Print an explanation: its sentence first, then its table."""
    if explanation.sentence:
        out.print(f"{title}. {explanation.sentence}", soft_wrap=True)
    if explanation.options or explanation.beliefs:
        out.print(explanation_table(explanation, "" if explanation.sentence else title))


class Person(Agent[Any, Any, Any]):
    """The agent of a person: it asks at the terminal.

    `?` asks the advisor, which sees what the person sees. `w` asks why the others did what they did in the last
    round; `why` answers, and knows nothing of the round that is being played.
    """

    def __init__(
        self,
        game: AnyGame,
        face: AnyFace,
        advisor: Callable[[], AnyAgent] | None,
        names: Sequence[str],
        out: Console,
        why: Callable[[], None] | None = None,
    ) -> None:
        self.game, self.face, self.advisor, self.names, self.out, self.why = game, face, advisor, names, out, why

    def hear(self, event: object) -> None:
        self.out.print(f"  {in_second_person(self.named(str(event)))}")

    def named(self, text: str) -> str:
        """A text with names instead of seats."""

        def name(found: re.Match[str]) -> str:
            seat = int(found[1])
            return found[0] if seat >= len(self.names) else name_at(self.names, seat)

        return re.sub(r"\bseat (\d+)\b", name, text)

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        self.out.print(self.named(self.face.describe(view)))
        numbers = [str(number) for number in range(1, len(actions) + 1)]
        listed = len(actions) if len(actions) <= MENU else SHORT_MENU
        choices = "   ".join(f"{number}: {actions[number - 1]}" for number in range(1, listed + 1))
        if len(actions) > listed:
            choices += f"   ... {len(actions) - listed:,} more, such as {actions[-1]}"
        while True:
            why = "" if self.why is None else ", w why last round"
            answer = ask(f"{choices}   (? odds{why}, q leave) > ").lower()
            if answer == "?":
                self.advise(view, actions)
            elif answer == "w" and self.why is not None:
                self.why()
            elif answer in numbers:
                return Decision(actions[numbers.index(answer)])
            elif answer:
                try:
                    action = self.game.parse_action(answer)
                except BadNotation as error:
                    self.out.print(str(error))
                    continue
                if action in actions:
                    return Decision(action)
                self.out.print(f"{action} is not allowed here")

    def advise(self, view: Any, actions: Sequence[Any]) -> None:
        """Show the advisor's options."""
        try:
            explanation = None if self.advisor is None else self.advisor().act(view, actions, explain=True).explanation
        except MendaxError as error:
            self.out.print(f"Nobody here knows the odds: {error}")
            return
        except Exception as error:  # the advisor's fault is not the person's
            self.out.print(f"Nobody here knows the odds: the advisor broke down ({one_line(error)})")
            return
        if explanation is None:
            self.out.print("Nobody here knows the odds of this game.")
        else:
            print_explanation(self.out, explanation, "What the odds say")


def name_at(names: Sequence[str], seat: Seat) -> str:
    """Who sits at a seat; players with the same name have their seat's number."""
    return names[seat] if names.count(names[seat]) == 1 else f"{names[seat]}-{seat}"


def standing_line(names: Sequence[str], standing: Sequence[float]) -> str:
    """The standing after a round.

    >>> standing_line(["you", "tree"], [5.0, -1.5])
    'Standing: you 5, tree -1.50'
    """
    shown = [f"{value:,.0f}" if value == int(value) else f"{value:,.2f}" for value in standing]
    return "Standing: " + ", ".join(f"{name_at(names, seat)} {value}" for seat, value in enumerate(shown))


def result_line(game: AnyGame, names: Sequence[str], payoffs: Sequence[float]) -> str:
    """Who won, who lost, or who won how much: whatever the game counts."""
    counted = game.counted
    if counted.kind is Count.MONEY:
        return ", ".join(f"{name} {paid:+g}" for name, paid in zip(names, payoffs, strict=True)) + f" {counted.unit}"
    won = counted.kind is Count.WINS
    mark = max(payoffs) if won else min(payoffs)
    those = [name for name, paid in zip(names, payoffs, strict=True) if paid == mark]
    if not won and len(those) == len(names):
        return "nobody lost"
    return f"{' and '.join(those)} {'won' if won else 'lost'}"


def in_second_person(text: str) -> str:
    """A sentence about `you` with its verb in the second person.

    >>> in_second_person("you passes"), in_second_person("you calls 4"), in_second_person("tree calls 5")
    ('you pass', 'you call 4', 'tree calls 5')
    """
    return re.sub(r"^you (\w+?)(?:(?<=ss)es|(?<=o)es|s)\b", r"you \1", text)


def ask(prompt: str) -> str:
    """A line from the person; raises `Left` when they leave."""
    try:
        answer = input(prompt).strip()
    except EOFError:
        raise Left from None
    if answer.lower() in ("q", "quit", "exit"):
        raise Left
    return answer


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
    ) -> None:
        self.game, self.name, self.opponents, self.advisor = game, name, list(opponents), advisor
        self.seat, self.records, self.coach = seat, records, coach
        self.secret = closed and not game.shows_all
        """Whether explanations would tell what the rules never show."""
        self.face: AnyFace = face or Face()
        self.seed = SystemRandom().getrandbits(63) if seed is None else seed
        self.out = Console(highlight=False, markup=False)
        # The person first, then the opponents: each has a number, and names may repeat.
        self.players = [name, *(text for text, _ in opponents)]
        self.scores = [[0.0] * len(self.players) for _ in self.players]
        """Wins, games not lost or money: by who went first, then by whose they are."""
        self.games = 0
        self.decisions: list[tuple[str, Decision[Any]]] = []
        """What the opponents decided in this game, in order: who, with what they held, and the decision."""
        self.last_round: list[tuple[str, Decision[Any]]] | None = None
        """What they decided in the last finished round; `None` before the first has ended."""

    def play(self, games: int = 0) -> None:
        """Play until the person leaves or the games are played, then print the table."""
        if not self.game.shows_all and self.opponents and not self.secret:
            self.out.print(
                "The table is open for practice: w also tells what the rules never show (--closed: it does not)."
            )
        number = 0
        try:
            while not games or number < games:
                self.play_one(number)
                number += 1
                if not games:
                    self.ask_for_more()
        except (Left, KeyboardInterrupt):
            self.out.print()
        if self.games:
            self.out.print(self.table())

    def ask_for_more(self) -> None:
        """Wait for the next game; `w` shows the explanations of the last one."""
        while ask("Enter: another game, w: why they did that, q: leave > ").lower() == "w":
            self._explain(self.decisions)

    def explain_last_round(self) -> None:
        """Show the explanations of the last finished round: nothing of the round that is being played."""
        if self.last_round is None:
            self.out.print("No round has ended yet: explanations come when it has.")
        else:
            self._explain(self.last_round)

    def _explain(self, decisions: Sequence[tuple[str, Decision[Any]]]) -> None:
        if self.secret:
            self.out.print("The table is closed: how they decided would tell what this game never shows.")
            return
        if not decisions:
            self.out.print("They had nothing to decide.")
        for who, decision in decisions:
            if decision.explanation is not None:
                print_explanation(self.out, decision.explanation, f"{who}: {decision.action}")

    def play_one(self, number: int) -> None:
        """One game; an unfinished one counts for nobody."""
        game = self.game
        mine = number % game.seats if self.seat is None else self.seat
        order = [*range(1, len(self.players))]
        order.insert(mine, 0)
        names = [self.players[player] for player in order]
        self.out.print(f"\nGame {number + 1}: {self._opening(names)}.")
        streams = AgentStreams(self.seed, game.seats)
        streams.name(number)
        agents = [self._agent(player, seat, streams.seats[seat], names) for seat, player in enumerate(order)]
        self.decisions, self.last_round = [], None
        explained = 0
        broken: set[Seat] = set()

        def watch(before: object, move: Move, after: object, decision: Decision[Any] | None) -> None:
            if move.default and move.seat is not None and move.seat not in broken:
                broken.add(move.seat)
                self.out.print(f"{name_at(names, move.seat)} broke down: the default action is played instead.")
            if decision is not None and move.seat != mine and move.seat is not None:
                held = self.face.holding(game.view(before, move.seat))
                who = name_at(names, move.seat)
                self.decisions.append((f"{who} with {held}" if held else who, decision))

        def on_round(rounds: int, standing: Sequence[float]) -> None:
            nonlocal explained
            self.last_round, explained = self.decisions[explained:], len(self.decisions)
            if type(game).standing is not Game.standing:
                self.out.print(standing_line(names, standing))

        chance = Stream(self.seed, number, 0)
        outcome = play_match(
            game, agents, chance, keep_moves=True, explain=True, on_fault="fallback", watch=watch, on_round=on_round
        )
        self._finish(outcome, order, names)

    def _opening(self, names: Sequence[str]) -> str:
        if len(names) == 1:
            return "you play alone"
        if self.game.opener is None:
            return f"around the table sit {', '.join(names[:-1])} and {names[-1]}"
        return in_second_person(f"{names[self.game.opener]} goes first")

    def _agent(self, player: int, seat: Seat, rng: Random, names: Sequence[str]) -> AnyAgent:
        if player:
            return build_or_forfeit(self.opponents[player - 1][1], self.game, seat, rng)
        # Solving a game may take a while, so the advisor is built when somebody asks.
        advisor = partial(self.advisor, self.game, seat, rng) if self.advisor is not None else None
        why = self.explain_last_round if len(names) > 1 and type(self.game).round is not Game.round else None
        return Person(self.game, self.face, advisor, names, self.out, why)

    def _finish(self, outcome: Outcome, order: Sequence[int], names: Sequence[str]) -> None:
        self.games += 1
        for seat, score in enumerate(self.game.scores(outcome.payoffs)):
            self.scores[order[0]][order[seat]] += score
        # The reason of a forfeit may reveal what is hidden: it is in the record and not shown.
        self.out.print(f"{result_line(self.game, names, outcome.payoffs)}: {outcome.ending}.")
        record = Record.of(self.game, names, outcome)
        if self.records is not None:
            try:
                with self.records.open("a", encoding="utf-8") as file:
                    file.write(f"{record}\n")
            except OSError as error:
                raise MendaxError(f"{self.records} cannot be written: {error.strerror}") from None
        if self.coach is not None:
            try:
                self.out.print(self.coach.review(record, order.index(0)).summary(), soft_wrap=True)
            except MendaxError as error:
                self.out.print(f"There is no review: {error}", soft_wrap=True)

    def table(self) -> Table:
        """What the game counts, by who went first."""
        counted = self.game.counted
        table = Table(title="This session", title_justify="left")
        table.add_column(f"{counted.unit if counted.kind is Count.MONEY else counted.kind.value} of")
        for player in self.players:
            table.add_column(f"{player} first", justify="right")
        table.add_column("total", justify="right")
        for number, name in enumerate(self.players):
            counts = [row[number] for row in self.scores]
            table.add_row(name, *(f"{count:g}" for count in counts), f"{sum(counts):g}")
        return table

"""The agent of a person: it shows their view, asks, and answers questions about the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

from mendax.core.agent import Agent, AnyAgent, Decision, Explanation
from mendax.core.errors import BadNotation, MendaxError, one_line
from mendax.core.face import COMMANDS, LONG_COMMANDS, AnyFace, lost_by
from mendax.core.game import AnyGame, Seat
from mendax.report.progress import spinner
from mendax.table.terminal.explaining import print_hint
from mendax.table.terminal.prompt import Prompt
from mendax.table.wording import in_rows, named


class Asked(Protocol):
    """What a person's questions need of the table: nothing of the round that is being played."""

    def why(self, *, numbers: bool) -> None:
        """Explain the others' last decisions."""

    def take_back(self) -> None:
        """Undo the person's last move, or say why not."""

    def save(self) -> None:
        """Keep the match and leave."""


class Person(Agent[Any, Any, Any]):
    """A person at the terminal. They see their own view and nothing else."""

    def __init__(
        self,
        game: AnyGame,
        face: AnyFace,
        names: Sequence[str],
        out: Console,
        prompt: Prompt,
        table: Asked,
        advisor: Callable[[], AnyAgent] | None = None,
        advisor_name: str = "",
        seat: Seat = 0,
    ) -> None:
        self.game, self.face, self.names, self.out, self.prompt, self.table = game, face, names, out, prompt, table
        self.advisor, self.advisor_name, self.seat = advisor, advisor_name, seat
        self.coached = False
        self.plan: list[Any] = []
        """What one line has settled beyond the decision it was typed at."""
        self.following = False
        """Whether the last action came from the plan and was not typed."""
        self.untold: list[Any] = []
        """Events that the face has not told yet."""
        self.deaf = self.skipped = 0
        """Events and decisions to let pass: the person has lived through them already."""
        self.greeted = False
        """Whether the person has been told of the commands."""

    def hear(self, event: object) -> None:
        self.untold.append(event)
        text = self.face.recount(self.untold, self.seat)
        if text:
            self.untold.clear()
        if self.deaf:
            self.deaf -= 1
        elif text:
            self.out.print(f"  {named(text, self.names)}")

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if self.skipped:
            self.skipped -= 1
            return Decision(actions[0])  # what was played stands
        self.following = bool(self.plan) and self.plan[0] in actions
        if self.following:
            self._judge(view, actions, self.plan[0])
            return Decision(self.plan.pop(0))
        self.plan.clear()
        self._show(view, actions)
        completions = [*self.face.completions(view, actions), *COMMANDS]
        while True:
            answer = " ".join(self.prompt.ask("> ", completions).split())
            command = LONG_COMMANDS.get(answer.lower(), answer.lower())
            if command in COMMANDS:
                self._answer(command, view, actions)
            elif answer:
                try:
                    action, *later = self.face.plan(self.game, view, actions, answer)
                except BadNotation as error:
                    self.out.print(f"{named(str(error), self.names)} (help: what can be typed)")
                    continue
                self._judge(view, actions, action)
                if self._confirmed(view, [action, *later]):
                    self.plan = later
                    return Decision(action)

    def _confirmed(self, view: Any, plan: Sequence[Any]) -> bool:
        """Whether the person means it, where the face wants that asked."""
        question = self.face.confirm(view, plan)
        if question is None:
            return True
        text = f"{named(question.text, self.names)} ({'y' if question.firm else 'Enter'}: yes, u: take it back)"
        while True:
            self.out.print(text)
            answer = self.prompt.ask("> ").lower()
            if answer in ("y", "yes") or not (answer or question.firm):
                return True
            if answer in ("u", "undo", "n", "no"):
                self.out.print("Taken back.")
                return False

    def _show(self, view: Any, actions: Sequence[Any]) -> None:
        self.out.print(named(self.face.describe(view), self.names))
        self.out.print(in_rows(named(self.face.menu(view, actions), self.names), self.out.width))
        if not self.greeted:
            self.greeted = True
            self.out.print("(? hint, w why, rules, help, u take back, q leave)")

    def _answer(self, command: str, view: Any, actions: Sequence[Any]) -> None:
        match command:
            case "?":
                self._advise(view, actions)
            case "w" | "n":
                self.table.why(numbers=command == "n")
            case "look":
                self._show(view, actions)
            case "rules":
                self.out.print(self.face.rules(self.game))
            case "help":
                self._help(view, actions)
            case "coach":
                self.coached = not self.coached
                self.out.print("The coach speaks after each of your moves." if self.coached else "The coach is silent.")
            case "u":
                self.table.take_back()
            case "save":
                self.table.save()

    def _help(self, view: Any, actions: Sequence[Any]) -> None:
        for title, entries in (
            ("Your moves", self.face.examples(self.game)),
            ("At any time", COMMANDS),
            ("Words", self.face.words(self.game)),
        ):
            if entries:
                table = Table.grid(padding=(0, 2))
                for word, meaning in entries.items():
                    table.add_row(f"  {word}", meaning)
                self.out.print(f"{title}:")
                self.out.print(table)
        self.out.print("Now:")
        self.out.print(in_rows(named(self.face.menu(view, actions), self.names), self.out.width))

    def _advise(self, view: Any, actions: Sequence[Any]) -> None:
        explanation = self._ask_advisor(view, actions)
        if isinstance(explanation, str):
            self.out.print(explanation)
        else:
            print_hint(self.out, self.face.hint(view, explanation), self.names, f"{self.advisor_name}, best first")

    def _judge(self, view: Any, actions: Sequence[Any], action: Any) -> None:
        if not self.coached:
            return
        explanation = self._ask_advisor(view, actions)
        if isinstance(explanation, str):
            self.out.print(explanation)
        elif self.following and not lost_by(action, explanation):
            return  # of what follows from a plan only mistakes are news
        elif verdict := self.face.verdict(view, action, explanation):
            self.out.print(f"Coach: {named(verdict, self.names)}")

    def _ask_advisor(self, view: Any, actions: Sequence[Any]) -> Explanation[Any] | str:
        """The adviser's explanation, or why there is none."""
        try:
            with spinner("The adviser thinks"):  # some solve the game first
                decision = None if self.advisor is None else self.advisor().act(view, actions, explain=True)
        except MendaxError as error:
            return f"Nobody here knows the odds: {error}"
        except Exception as error:  # the adviser's fault is not the person's
            return f"Nobody here knows the odds: the adviser broke down ({one_line(error)})"
        return (decision and decision.explanation) or "Nobody here knows the odds of this game."

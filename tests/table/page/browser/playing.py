"""How a person plays each game by what the page shows: with the mouse, or with keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.table.page.browser.person import Person

BELIEVED = 3
"""Calls of one die up to here are accepted."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game as the tests play it."""

    name: str
    title: str
    opponent: str
    """An agent that answers at once, as the page names it."""
    small: str
    """The game with parameters that make it short."""
    opponents: int
    click: Callable[[Person], None]
    key: Callable[[Person], None]

    @property
    def agent(self) -> str:
        return self.opponent.lower()

    def __str__(self) -> str:
        return self.name


def _figure(person: Person, name: str) -> str:
    """The first number in the name of a button that may be pressed."""
    words = person.allowed(re.compile(name)).first.get_attribute("aria-label") or ""
    found = re.search(r"\d+", words)
    assert found, words
    return found[0]


def _believes(person: Person) -> bool:
    said = person.page.locator(".headline").inner_text()
    found = re.search(r"calls (\d)", said)
    return bool(found) and int(found[1]) <= BELIEVED if found else False


def click_one_die(person: Person) -> None:
    if person.may("Accept"):
        person.presses("Accept" if _believes(person) else "Liar!")
    else:
        person.presses(re.compile(r"^Call \d"))


def key_one_die(person: Person) -> None:
    if person.may("Accept"):
        person.keys("a" if _believes(person) else "l")
    else:
        person.keys(_figure(person, r"^Call \d"))


def click_liars_dice(person: Person) -> None:
    if person.may("Liar!"):
        person.presses("Liar!")
        return
    person.presses("5s")
    if person.may("One more"):
        person.presses("One more")
    if person.may(re.compile("under your cup$")) and person.page.get_by_text("Tap dice to show them").count():
        person.presses(re.compile("under your cup$"))
    if not person.may(re.compile("^Bid ")):
        person.presses(re.compile("shown with your bid$"))
    person.presses(re.compile("^Bid .* 5"))


def key_liars_dice(person: Person) -> None:
    if person.may("Liar!"):
        person.keys("l")
        return
    person.keys("ArrowRight", "ArrowUp", "s")
    if not person.may(re.compile("^Bid ")):
        person.keys("s")
    person.keys("Enter")


def click_yahtzee(person: Person) -> None:
    if person.page.get_by_text("Turn 1 of 13").count() and person.may(re.compile("^Roll")):
        person.presses(re.compile(r"^Die \d: \d$"))
        person.presses(re.compile(r"^Roll \d dice"))
        return
    person.presses(re.compile(r"^(?!Die)[^:]+: \d+"))
    box = _chosen_box(person)
    person.presses(re.compile("^Write "))
    _is_written(person, box)


def key_yahtzee(person: Person) -> None:
    if person.page.get_by_text("Turn 1 of 13").count() and person.may(re.compile("^Roll")):
        person.keys("1", "3", "r")
        return
    person.keys("ArrowDown")
    box = _chosen_box(person)
    person.keys("Enter")
    _is_written(person, box)


def _chosen_box(person: Person) -> str:
    return person.button(re.compile("^Write ")).inner_text().partition(" into ")[2].split("\n")[0]


def _is_written(person: Person, box: str) -> None:
    """Before the third roll the page keeps all dice first, in a turn of its own, and then writes."""
    expect(person.page.locator(".history")).to_contain_text(re.compile(rf"You write \d+ into {box}"))


def click_blufpoker(person: Person) -> None:
    if person.may("Believe"):
        person.presses("Believe" if person.page.get_by_text("A first bid is always true").count() else "You bluff!")
    elif person.may(re.compile("^Bid ")):
        if person.may(re.compile("^Lowest ")):
            person.presses(re.compile(r"^\d{3}.*, a bluff$"))
        person.presses(re.compile("^Bid "))
    elif person.may(re.compile("^Stop: ")):
        person.presses(re.compile("^Stop: "))
    elif person.may(re.compile("^Roll .*left")):
        person.presses(re.compile(r"^Die showing \d$"))
        person.presses(re.compile("^Roll .*left"))
    else:
        person.presses(re.compile(r"^Die showing \d$"))
        person.presses(re.compile(r"^Roll the \d$"))


def key_blufpoker(person: Person) -> None:
    if person.may("Believe"):
        person.keys("b" if person.page.get_by_text("A first bid is always true").count() else "c")
    elif person.may(re.compile("^Bid ")):
        person.keys("ArrowUp", "Enter")
    elif person.may(re.compile("^Stop: ")):
        person.keys("s")
    elif person.may(re.compile("^Roll .*left")):
        person.keys("1", "r")
    else:
        person.keys(_figure(person, r"^Die showing \d$"), "Enter")


def click_holdem(person: Person) -> None:
    if person.page.get_by_text("Hand 2 of").count() and person.may(re.compile("^Fold")):
        person.presses(re.compile("^Fold"))
    elif person.page.get_by_text("Turn").count() and person.may(re.compile("^(Bet|Raise)")):
        person.presses(re.compile("^(Bet|Raise)"))
    else:
        person.presses(re.compile("^(Check|Call)"))


def key_holdem(person: Person) -> None:
    second = person.page.get_by_text("Hand 2 of").count() and person.may(re.compile("^Fold"))
    person.keys("f" if second else "c")


PLAYS = (
    Play("one-die", "One Die", "Tree", "one-die", 1, click_one_die, key_one_die),
    Play("liars-dice", "Liar's Dice", "Honest", "liars-dice:dice=2", 1, click_liars_dice, key_liars_dice),
    Play("yahtzee", "Yahtzee", "Greedy", "yahtzee", 1, click_yahtzee, key_yahtzee),
    Play("blufpoker", "Blufpoker", "Odds", "blufpoker:points=2", 2, click_blufpoker, key_blufpoker),
    Play("holdem", "Hold'em", "Always-call", "holdem:hands=3", 1, click_holdem, key_holdem),
)

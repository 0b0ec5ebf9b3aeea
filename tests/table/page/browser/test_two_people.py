"""Two people in two browsers, and who watches: each sees what is theirs, and gets no byte of what is not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.page.browser.conftest import NewPerson
from tests.table.page.browser.person import Person
from tests.table.page.browser.playing import PLAYS, Play
from tests.table.page.browser.together import first_turn, meet, play_together
from tests.table.page.browser.wiretap import Wiretap
from tests.table.server.running import Running

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
LETTERS = "23456789TJQKA"


@pytest.mark.parametrize("play", PLAYS[:2], ids=str)
def test_two_people_play_a_game(new_person: NewPerson, server: Running, play: Play) -> None:
    ann, bob = new_person(), new_person(width=390)
    meet(ann, bob, play.title, play.small)
    play_together([ann, bob], play.click)
    results = [person.heard.last.inner_text() for person in (ann, bob)]
    assert all(results)
    assert results[0] != results[1], "each page speaks of its own player as you"
    _, table = server.call("GET", f"/api/tables/{ann.code}")
    assert [seat["name"] for seat in table["seats"]] == ["Guest", "Bob"]
    assert not table["open"]
    ann.presses("Next game")
    bob.presses("Next game")
    first_turn([ann, bob])


def cards_of(person: Person) -> list[str]:
    """A player's own cards, in words."""
    label = person.page.get_by_role("img", name=re.compile("^Your cards: ")).get_attribute("aria-label") or ""
    found = re.findall(r"\w+ of \w+", label)
    assert len(found) == 2, label
    return found


def names_card(text: str, card: str) -> bool:
    """Whether a card is named: in words, or in the game's notation."""
    rank, _, suit = card.partition(" of ")
    letters = LETTERS[RANKS.index(rank)] + SUITS[suit]
    return card in text.lower() or bool(re.search(rf"(?<![\w.-]){letters}(?![\w.-])", text))


def in_any(value: Any, key: str) -> list[Any]:
    """Every value of a key, at any depth."""
    if isinstance(value, dict):
        return [found for name, one in value.items() for found in ([one] if name == key else in_any(one, key))]
    if isinstance(value, list):
        return [found for one in value for found in in_any(one, key)]
    return []


def test_a_folded_hand_is_in_no_byte(new_person: NewPerson) -> None:
    """Neither of the other seat nor of a spectator, nor in the replay after the end."""
    ann, bob, watcher = new_person(), new_person(), new_person()
    taps = {person: Wiretap(person.page) for person in (ann, bob, watcher)}
    # One match: cards of the next would be found, which are not secret.
    meet(ann, bob, "Hold'em", "holdem:hands=1", once=True)
    watcher.goes_to(f"/t/{ann.code}")
    held: dict[Person, list[str]] = {}

    def move(person: Person) -> None:
        held[person] = cards_of(person)
        person.presses(re.compile("^Fold" if person is ann else "^Raise"))

    play_together([ann, bob], move)
    held[bob] = cards_of(bob)
    for person in (bob, watcher):
        person.over.click()
        expect(person.page.get_by_role("slider")).to_be_visible()
    for one, other in ((ann, bob), (ann, watcher), (bob, ann), (bob, watcher)):
        assert all(names_card(taps[one].sent(), card) for card in held[one]), "the player's own page had the cards"
        assert not any(names_card(taps[other].sent(), card) for card in held[one])
        own, seen = (numbers(taps[person], "cards") for person in (one, other))
        assert own
        assert not own & seen


def test_who_comes_after_the_end_sees_it(new_person: NewPerson) -> None:
    """The end comes before the last view, which is fetched from the replay: in between there is none to draw."""
    ann, bob, late = new_person(), new_person(), new_person()
    meet(ann, bob, "Hold'em", "holdem:hands=1", once=True)

    def move(person: Person) -> None:
        person.presses(re.compile("^Fold" if person is ann else "^Raise"))

    play_together([ann, bob], move)
    late.goes_to(f"/t/{ann.code}")
    expect(late.over).to_be_visible()


def numbers(tap: Wiretap, key: str) -> set[tuple[Any, ...]]:
    """The lists under a key in all frames, at any depth."""
    return {tuple(found) for found in in_any([json.loads(frame) for frame in tap.frames], key) if found}


def dice_text(dice: tuple[int, ...]) -> re.Pattern[str]:
    """Dice in any notation: as a list, with spaces or commas between them, or as one number."""
    inner = r"[\s,]*".join(map(str, dice))
    return re.compile(rf"(?<![\w.])(?<!\d[ ,])(?<!\d, ){inner}(?![\w.])(?![ ,]\s?\d)")


def test_rerolled_dice_are_in_no_byte(new_person: NewPerson) -> None:
    """Dice that a player rolls again are shown to nobody, in no byte and not after the end."""
    ann, bob, watcher = new_person(), new_person(), new_person()
    taps = {person: Wiretap(person.page) for person in (ann, bob, watcher)}
    meet(ann, bob, "Liar's Dice", "liars-dice:dice=6,faces=9,single_round=true", once=True)
    watcher.goes_to(f"/t/{ann.code}")
    under = re.compile("under your cup$")

    def move(person: Person) -> None:
        if person is bob and pushes[0] > 1 and person.may("Liar!"):
            person.presses("Liar!")
            return
        if person is ann:
            person.presses(under)
            pushes[0] += 1
        person.presses(re.compile("^Bid "))

    pushes = [0]
    play_together([ann, bob], move)
    for person in (bob, watcher):
        person.over.click()
        expect(person.page.get_by_role("slider")).to_be_visible()
    frames = [json.loads(frame) for frame in taps[ann].frames]
    lifted = {tuple(dice) for cups in in_any(frames, "cups") for dice in cups if dice}
    # Few dice are found by chance, as some number or time.
    secret = {dice for dice in numbers(taps[ann], "thrown") - lifted if len(dice) > 4}
    assert secret
    for dice in secret:
        assert dice_text(dice).search(taps[ann].sent())
        for person in (bob, watcher):
            found = dice_text(dice).search(text := taps[person].sent())
            assert found is None, f"{dice} in {text[max(0, found.start() - 80) : found.end() + 80]}"
    for person in (bob, watcher):
        assert not numbers(taps[person], "thrown")
        assert any(dice_text(dice).search(taps[person].sent()) for dice in lifted)

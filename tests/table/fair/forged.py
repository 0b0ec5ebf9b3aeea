"""Proof files that were changed in one place each, with the fault that must be found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from tests.table.fair.played import Played, play

Lines = list[dict[str, Any]]
DICE = "liars-dice:players=3,dice=3"
CARDS = "holdem:players=3,hands=2"
TURNS = "blufpoker:points=2"


def file_of(lines: Lines) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def first(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["type"] == kind)


def change(key: str, value: Callable[[Any], Any], kind: str = "proof") -> Callable[[Lines], None]:
    """Change a field of the first line of a kind."""

    def forge(lines: Lines) -> None:
        line = first(lines, kind)
        line[key] = value(line[key])

    return forge


def numbered(lines: Lines) -> None:
    for seq, line in enumerate(lines):
        line["seq"] = seq


def move_commitment(after: str) -> Callable[[Lines], None]:
    """Put the first commitment behind the first line of a kind, and number the lines anew."""

    def forge(lines: Lines) -> None:
        commit = first(lines, "commit")
        lines.remove(commit)
        lines.insert(1 + lines.index(first(lines, after)), commit)
        numbered(lines)

    return forge


def drop(kind: str) -> Callable[[Lines], None]:
    return lambda lines: lines.remove(first(lines, kind))


def mix_late(lines: Lines) -> None:
    mix = first(lines, "mix")
    lines.remove(mix)
    lines.insert(1 + lines.index(first(lines, "proof")), mix)
    numbered(lines)


def flip(text: str) -> str:
    """Another hexadecimal digit at the beginning."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def swap_results(lines: Lines) -> None:
    one = first(lines, "proof")
    other = next(
        x for x in lines if x["type"] == "proof" and x["round"] == one["round"] and x["result"] != one["result"]
    )
    one["result"], other["result"] = other["result"], one["result"]


def split_elsewhere(lines: Lines) -> None:
    """The same bytes under the leaf's hash, but a digit of the value counted to the salt."""
    proof = first(lines, "proof")
    proof["salt"] += proof["value"][0].encode().hex()
    proof["value"] = proof["value"][1:]


def second_root(lines: Lines) -> None:
    commit = copy.deepcopy(first(lines, "commit"))
    commit["root"] = flip(commit["root"])
    lines.append(commit)
    numbered(lines)


def second_proof(lines: Lines) -> None:
    """Another die under a leaf that was shown before."""
    proof = copy.deepcopy(first(lines, "proof"))
    proof["result"] = "9"
    lines.append(proof)
    numbered(lines)


def skipped_piece(lines: Lines) -> None:
    """One piece less is announced than the next draw begins with: one was passed over."""
    first(lines, "draw")["order"] += 1


def fewer_sides(lines: Lines) -> None:
    for line in lines:
        if line["type"] == "draw":
            line["sides"] = [2] * len(line["sides"])


def earlier_piece(lines: Lines) -> None:
    """The first piece claims the place of the second."""
    first(lines, "proof")["order"] += 1


def reordered(lines: Lines) -> None:
    """The roller's order piece is kept, and two dice of the same turn come in the other order."""
    for at, line in enumerate(lines):
        if line["type"] == "draw" and line["ordered"]:
            group = [
                place
                for place in range(at, len(lines))
                if lines[place]["type"] == "proof" and 0 <= lines[place]["order"] - line["order"] < 4
                if lines[place]["round"] == line["round"]
            ]
            if len(group) == 4 and lines[group[0]]["order"] == line["order"]:
                lines[group[2]], lines[group[3]] = lines[group[3]], lines[group[2]]
                numbered(lines)
                return
    raise AssertionError("no turn with three dice")


def tree(leaves: list[bytes]) -> list[list[bytes]]:
    rows = [leaves + [bytes(32)] * (64 - len(leaves))]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([sha256(b"\x01" + row[at] + row[at + 1]).digest() for at in range(0, len(row), 2)])
    return rows


def deck_with_a_card_twice(lines: Lines) -> None:
    """A server that commits to two equal cards: the mix and the paths are right for the deck it made."""
    from mendax.table.fair.commitment import mix_of, shuffled

    start = lines.index(first(lines, "commit"))
    salts = [sha256(bytes([leaf])).digest() for leaf in range(52)]
    values = [0, 0, *range(2, 52)]
    deck = lines[0]["deck"]
    rows = tree([sha256(b"\x00" + salts[leaf] + str(values[leaf]).encode()).digest() for leaf in range(52)])
    root = rows[-1][0].hex()
    places = shuffled(52, mix_of(root, {}), "deck")
    del lines[start:]
    lines.append({"type": "commit", "match": "m1", "round": 0, "root": root, "size": 52})
    lines.append({"type": "mix", "match": "m1", "round": 0, "mixes": {}})
    for order, leaf in enumerate(places):
        path = [rows[height][(leaf >> height) ^ 1].hex() for height in range(6)]
        proof = {"type": "proof", "match": "m1", "round": 0, "leaf": leaf, "order": order, "move": None, "path": path}
        lines.append({**proof, "salt": salts[leaf].hex(), "value": str(values[leaf]), "result": deck[values[leaf]]})
    numbered(lines)


FORGERIES: dict[str, tuple[str, Callable[[Lines], None], str]] = {
    "a changed die": (DICE, change("result", lambda text: "1" if text != "1" else "2"), "shows something else"),
    "two dice exchanged": (DICE, swap_results, "shows something else"),
    "a changed value": (DICE, change("value", flip), "does not lead to the commitment"),
    "a changed salt": (DICE, change("salt", flip), "does not lead to the commitment"),
    "a changed path": (
        DICE,
        change("path", lambda path: [flip(path[0]), *path[1:]]),
        "does not lead to the commitment",
    ),
    "a shorter path": (DICE, change("path", lambda path: path[:-1]), "does not lead to the commitment"),
    "a changed leaf": (DICE, change("leaf", lambda leaf: leaf + 1), "does not lead to the commitment"),
    "a changed root": (DICE, change("root", flip, "commit"), "does not lead to the commitment"),
    "a salt that takes a digit": (DICE, split_elsewhere, "cannot be read"),
    "a changed mix": (DICE, change("mixes", lambda mixes: {**mixes, "0": "another"}, "mix"), "shows something else"),
    "a seat's text left out": (DICE, change("mixes", lambda mixes: {}, "mix"), "shows something else"),
    "a late commitment, after the mix": (DICE, move_commitment("mix"), "commit after its use"),
    "a late commitment, after a die": (DICE, move_commitment("proof"), "commit after its use"),
    "a missing commitment": (DICE, drop("commit"), "round 0: there is no commit"),
    "a missing mix": (DICE, drop("mix"), "round 0: there is no mix"),
    "a late mix": (DICE, mix_late, "mix after its use"),
    "a second commitment": (DICE, second_root, "a second commit"),
    "a second proof": (DICE, second_proof, "it has another proof"),
    "lines in another order": (DICE, change("seq", lambda seq: seq + 100), "its number does not rise"),
    "a draw left out": (DICE, drop("draw"), "does not follow the one before"),
    "a piece passed over": (DICE, skipped_piece, "does not follow the one before"),
    "another piece's place": (DICE, earlier_piece, "no draw of that move announces"),
    "dice with fewer sides": (DICE, fewer_sides, "shows something else"),
    "another move": (DICE, change("move", lambda move: move + 1), "no draw of that move announces"),
    "dice of a turn exchanged": (TURNS, reordered, "fell in another order"),
    "a changed card": (CARDS, change("result", lambda card: "As" if card != "As" else "2c"), "something else"),
    "another position": (CARDS, earlier_piece, "no draw of that move announces"),
    "a deck with a card twice": (CARDS, deck_with_a_card_twice, "it has another proof"),
    "a card that is not in the deck": (CARDS, change("result", lambda card: "1x"), "cannot be read"),
    "another deck": (CARDS, change("deck", lambda deck: deck[::-1], "match"), "something else"),
    "no match": (DICE, drop("match"), "there is no match"),
    "a line that is cut off": (DICE, change("path", lambda path: None), "cannot be read"),
    "a text for a leaf": (DICE, change("leaf", str), "cannot be read"),
}


def played_for(text: str) -> Played:
    """A match in which seat 0 sees what the forgeries change."""
    for seed in range(100):
        played = play(text, seed)
        proofs = [proof for due in played.proofs for proof in due.get(0, ())]
        turns = [draw for draws in played.draws for draw in draws if draw.ordered]
        sizes = [sum(x.round == draw.round and 0 <= x.order - draw.order < 4 for x in proofs) for draw in turns]
        if proofs and played.mixes[0] and (text != TURNS or 4 in sizes):
            return played
    raise AssertionError(text)


def forgeries() -> Iterator[tuple[str, str, str]]:
    """The name, the file and the fault of each."""
    matches = {text: played_for(text).lines(0) for text in (DICE, CARDS, TURNS)}
    for name, (text, forge, fault) in FORGERIES.items():
        lines: Lines = copy.deepcopy(matches[text])
        forge(lines)
        yield name, file_of(lines), fault

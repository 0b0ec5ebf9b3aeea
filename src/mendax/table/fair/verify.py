"""Checks the dice and cards of a match from its proof file: `python verify.py FILE`. Needs Python and nothing else."""

import hashlib
import hmac
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

Lines = dict[str, list[tuple[int, Any]]]
LATER = {"match": ("draw",), "commit": ("mix", "draw", "proof"), "mix": ("draw", "proof"), "draw": (), "proof": ()}


def _sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _hash(text: str) -> bytes:
    return bytes.fromhex(re.findall(r"\A[0-9a-f]{64}\Z", text)[0])


def _number(key: bytes, text: str) -> int:
    return int.from_bytes(hmac.digest(key, text.encode(), "sha256"), "big")


def _fault(x: Any, commit: Any, mix: bytes, deck: list[str], dealt: list[int], draw: Any) -> str:
    leaf, order, node = x["leaf"], x["order"], _sha(b"\x00", _hash(x["salt"]), x["value"].encode())
    for height, beside in enumerate(map(_hash, x["path"])):
        node = _sha(b"\x01", beside, node) if leaf >> height & 1 else _sha(b"\x01", node, beside)
    if node.hex() != commit["root"] or not 0 <= leaf < commit["size"] <= 1 << len(x["path"]) < 2 * commit["size"]:
        return "the path does not lead to the commitment"
    if (draw["move"] if draw else None) != x["move"] or not (draw or deck):
        return "no draw of that move announces the piece"
    if deck:
        right = 0 <= order < len(deck) and dealt[order] == leaf and str(deck.index(x["result"])) == x["value"]
    else:
        thrown = int.from_bytes(_hash(x["value"]), "big") + _number(mix, f"die {leaf}")
        right = order == leaf and x["result"] == str(1 + thrown % draw["sides"][order - draw["order"]])
    return "" if right else "the piece shows something else"


def _out_of_order(draw: Any, group: list[Any]) -> bool:
    """Whether a turn's dice fell in another order than its first piece says; only the roller sees that one."""
    first, *fell = [x["order"] - draw["order"] for x in group] or [1]
    orders = list(itertools.permutations(range(1, len(draw["sides"])))) if draw["ordered"] and not first else []
    return bool(orders) and fell != list(orders[int(group[0]["result"]) - 1][: len(fell)])


def _check_round(lines: Lines, deck: list[str]) -> list[str]:
    faults, seen, free, groups = list[str](), set[Any](), 0, [(at, draw, list[Any]()) for at, draw in lines["draw"]]
    commit, mixes = lines["commit"][0][1], lines["mix"][0][1]["mixes"] if lines["mix"] else {}
    texts = [int(seat).to_bytes(4, "big") + _sha(mixes[seat].encode()) for seat in sorted(mixes, key=int)]
    mix, dealt = _sha(b"\x02", _hash(commit["root"]), *texts), list(range(len(deck)))
    for at in range(len(deck) - 1):
        other = at + _number(mix, f"deck {at}") % (len(deck) - at)
        dealt[at], dealt[other] = dealt[other], dealt[at]
    for at, draw in lines["draw"]:
        faults += [f"line {at}: the draw does not follow the one before"] * (draw["order"] != free)
        free = draw["order"] + len(draw["sides"])
    for at, x in lines["proof"]:
        near = [g for g in groups if 0 <= x["order"] - g[1]["order"] < len(g[1]["sides"])] or [(0, None, [])]
        near[0][2].append(x)
        keys = {x["leaf"], x["result"]} if deck else {x["leaf"]}
        fault = "it has another proof" if keys & seen else _fault(x, commit, mix, deck, dealt, near[0][1])
        faults, seen = faults + [f"line {at}: {fault}"] * bool(fault), seen | keys
    return faults + [f"line {at}: its dice fell in another order" for at, *rest in groups if _out_of_order(*rest)]


def check(text: str) -> tuple[list[str], int]:
    """What is wrong in a proof file, and how many dice and cards it proves if nothing is."""
    faults, rounds, last = list[str](), dict[tuple[str, int], Lines](), dict[str, int]()
    for at, row in enumerate(text.split("\n"), 1):
        try:
            line: Any = json.loads(row) if row.strip() else {"type": ""}
            if (kind := line.pop("type").replace("mixed", "mix")) in LATER:
                seq, match, number = line.pop("seq"), str(line["match"]), -1 if kind == "match" else int(line["round"])
                lines = rounds.setdefault((match, number), {kind: [] for kind in LATER})
                old = [other for _, other in lines[kind]]
                faults += [f"line {at}: its number does not rise"] * (number >= 0 and seq <= last.get(match, -1))
                faults += [f"line {at}: {kind} after its use"] * (not old and any(lines[k] for k in LATER[kind]))
                faults += [f"line {at}: a second {kind}"] * (LATER[kind] != () and old[:1] not in ([], [line]))
                last[match], lines[kind] = seq, lines[kind] + [(at, line)] * (line not in old)
        except Exception:
            faults.append(f"line {at}: it cannot be read")
    decks = {match: lines["match"][0][1].get("deck") for (match, _), lines in rounds.items() if lines["match"]}
    known = [(*name, rounds[name]) for name in sorted(rounds) if name[0] in decks and name[1] >= 0]
    for match, number, lines in known:
        try:
            missing = [k for k in ("commit", "mix") if not lines[k] and any(lines[later] for later in LATER[k])]
            faults += [f"round {number}: there is no {kind}" for kind in missing] or _check_round(lines, decks[match])
        except Exception:
            faults.append(f"round {number}: it cannot be read")
    return faults + ["there is no match"] * (not decks), sum(len(lines["proof"]) for _, _, lines in known)


if __name__ == "__main__":
    faults, proved = check(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.exit("\n".join(faults) if faults else print(f"{proved} dice and cards are as they were committed to."))

"""The proof file of one viewer of a match: what `mendax verify` reads, a JSON object a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mendax.core.game import AnyGame, Seat, Turn, game_text
from mendax.table.fair.chance import FairChance, Viewer

Line = dict[str, object]


def match_line(match: str, game: AnyGame, viewer: Viewer, deck: tuple[str, ...]) -> Line:
    """The first line: which match, who saw it, and the cards of the deck in their order."""
    return {"type": "match", "match": match, "game": game_text(game), "seat": viewer, "deck": list(deck)}


def mix_line(number: int, contributions: Mapping[Seat, str]) -> Line:
    """What the players contributed to a round."""
    mixes = {str(seat): contributions[seat] for seat in sorted(contributions)}
    return {"type": "mix", "round": number, "mixes": mixes}


def proof_lines(
    match: str,
    game: AnyGame,
    secret: bytes,
    mixes: Mapping[int, Mapping[Seat, str]],
    moves: Iterable[Any],
    viewer: Viewer,
    *,
    is_open: bool = False,
) -> list[Line]:
    """Everything that proves the dice of a match, finished or not, to one seat or to a spectator.

    `moves` are the actions so far, chance outcomes included; `mixes` are the contributions by round. At an open table
    the pieces that nobody was shown follow when their round has ended.
    """
    chance = FairChance(game, secret)
    lines = [match_line(match, game, viewer, chance.pieces.deck)]
    state = game.start()

    def begin_due_round() -> None:
        commitment = chance.catch_up(state, mixes)
        if commitment is not None:
            lines.extend((commitment.to_json(), mix_line(commitment.round, mixes[commitment.round])))

    for action in moves:
        begin_due_round()
        after = game.apply(state, action)
        proofs = chance.after(state, action, after).get(viewer, ())
        lines += [draw.to_json() for draw in chance.announced]
        lines += [proof.to_json() for proof in proofs]
        if is_open and (game.round(after) > game.round(state) or game.turn(after) is Turn.OVER):
            lines += [proof.to_json() for proof in chance.open_round().get(viewer, ())]
        state = after
    begin_due_round()
    return [{**line, "match": match, "seq": seq} for seq, line in enumerate(lines)]

"""Advice in a position that a person describes: own dice, what was said, how many dice each has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.game import Seat, game_text
from mendax.games.liars_dice.coach.judges import Judge, Judgement
from mendax.games.liars_dice.rules import Bid, Dice, LiarsDice, Roll, State, View
from mendax.games.liars_dice.rules.notation import parse_faces, parse_said
from mendax.games.liars_dice.rules.turns import dice_to_roll, next_seat, who_rolls
from mendax.games.liars_dice.rules.types import Said


@dataclass(frozen=True, slots=True)
class Advice:
    """A position and what a judge says about it."""

    game: LiarsDice
    view: View
    judgement: Judgement

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        return {"game": game_text(self.game), "position": str(self.view), **self.judgement.to_json()}


def advise(game: LiarsDice, judge: Judge, state: State) -> Advice:
    """What the seat to speak should do."""
    seat = game.turn(state)
    if not isinstance(seat, int):
        raise MendaxError("nobody is to speak in this position")
    view = game.view(state, seat)
    return Advice(game, view, judge.options(view, game.actions(state)))


def read_position(
    game: LiarsDice, cup: str, said: str = "", dice: str = "", exacts: str = "", seat: Seat | None = None
) -> State:
    """A position in which the owner of a cup is to speak; the rules check everything that was said.

    The dice of others are made up, so that they could push what they pushed.
    """
    words = [parse_said(part, game.players, game.faces) for part in said.split(";") if part]
    own = parse_faces("".join(sorted(cup.replace(" ", ""))) or "-", game.faces)
    numbers = _numbers(dice, game) if dice else (game.dice,) * game.players
    may = _exacts(exacts, game)
    if sum(map(bool, numbers)) < 2:
        raise MendaxError("at least two seats have dice")
    speaker = next_seat(numbers, words[-1].seat) if words else seat if seat is not None else 0
    if seat not in (None, speaker):
        raise MendaxError(f"seat {speaker} is to speak after that, not seat {seat}")
    opener = words[0].seat if words else speaker
    state = game.start()._replace(dice=numbers, exacts=may)
    # Any seat may open here: the round before, which would say who does, is not given.
    nothing: tuple[Dice, ...] = ((),) * game.players
    if not numbers[opener]:
        raise MendaxError(f"seat {opener} has no dice")
    state = state._replace(opener=opener, cups=nothing, shown=nothing)
    for at, word in enumerate(words):
        state = _rolled(game, state, words[at:], speaker, own)
        if game.turn(state) != word.seat:
            raise MendaxError(f"seat {game.turn(state)} is to speak before seat {word.seat}")
        try:
            state = game.apply(state, word.action)
        except IllegalAction as error:
            raise MendaxError(f"seat {word.seat}: {error}") from None
    state = _rolled(game, state, (), speaker, own)
    if state.cups[speaker] != own:
        raise MendaxError(f"seat {speaker} has {len(state.cups[speaker])} dice under the cup, not {len(own)}")
    return state


def _rolled(game: LiarsDice, state: State, words: Sequence[Said], speaker: Seat, own: Dice) -> State:
    """All dice rolled that are to be rolled: those that are pushed next, and others made up."""
    while (seat := who_rolls(state)) is not None:
        pushes = [one.action.push for one in words if one.seat == seat and isinstance(one.action, Bid)]
        push = next(filter(None, pushes), ())
        number = dice_to_roll(state, seat)
        if seat == speaker and not push:
            if len(own) != number:
                raise MendaxError(f"seat {seat} has {number} dice under the cup, not {len(own)}")
            state = game.apply(state, Roll(own))
            continue
        made_up = tuple(sorted((*push, *(1,) * (number - len(push)))))[:number]
        state = game.apply(state, Roll(made_up))
    return state


def _numbers(text: str, game: LiarsDice) -> tuple[int, ...]:
    parts = text.split(",")
    good = all(part.isascii() and part.isdecimal() and int(part) <= game.dice for part in parts)
    if len(parts) != game.players or not good:
        raise MendaxError(f"--dice has a number from 0 to {game.dice} for each of {game.players} seats, such as 5,3")
    return tuple(map(int, parts))


def _exacts(text: str, game: LiarsDice) -> tuple[bool, ...]:
    if not text:
        return (game.options.exact,) * game.players
    parts = [] if text == "-" else text.split(",")
    if not all(part in map(str, range(game.players)) for part in parts):
        raise MendaxError(f"--exacts lists seats from 0 to {game.players - 1}, such as 0,1, or - for none")
    return tuple(game.options.exact and str(seat) in parts for seat in range(game.players))

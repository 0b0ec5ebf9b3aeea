"""`champion`: a policy learned by self-play under the full rules, for two to six players; by NumPy alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

from mendax.core.agent import Decision, MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.liars_dice.agents.champion_search import ADAPT, SEARCH, Search, Weighing, read_search
from mendax.games.liars_dice.agents.champion_words import explain_decision
from mendax.games.liars_dice.kernel.habits import Memory
from mendax.games.liars_dice.kernel.numbering import (
    ANSWERS,
    FIRST_BID,
    MOST_DICE,
    action_of,
    num_bids,
    push_of,
    rungs,
)
from mendax.games.liars_dice.learning.champion.likeness import RoundJudge
from mendax.games.liars_dice.learning.champion.player_file import MOST_PLAYERS, Player, load_player, read_player
from mendax.games.liars_dice.rules import Action, Answer, Event, LiarsDice, View
from mendax.games.liars_dice.rules.options import Order

PLAYERS: Final = "mendax.games.liars_dice.learning.players"
"""The package whose files are the players, such as `champion-2.npz`; a larger table's plays at a smaller one."""
CHAMPION: Final = "champion"
SELF_PLAY: Final = "self-play"
"""Players of the package, by name; this one learned from itself alone and never met another agent."""


def check_champion_game(game: AnyGame) -> LiarsDice:
    """The game, if the champion plays it."""
    if not isinstance(game, LiarsDice):
        raise MendaxError(f"champion does not play {game.name}")
    options = game.options
    if game.faces != 6 or options.wild != 1 or options.order is not Order.DOUBLE or options.special:
        raise MendaxError("champion plays with six faces, 1s wild, the paper's order of bids and no special rounds")
    if game.players > MOST_PLAYERS or game.dice > MOST_DICE:
        raise MendaxError(f"champion plays with at most {MOST_PLAYERS} players and {MOST_DICE} dice each")
    return game


@lru_cache(maxsize=8)
def package_player(players: int, name: str = CHAMPION) -> Player:
    """A player of the package for so many seats: the smallest that has them."""
    for seats in range(players, MOST_PLAYERS + 1):
        file = files(PLAYERS) / f"{name}-{seats}.npz"
        if file.is_file():
            return read_player(file.read_bytes(), file.name)
    raise MendaxError(
        f"champion has no player for {players} seats in this package: {name}-{players}.npz is missing; "
        "champion:FILE plays by a file of `mendax train liars-dice --preset champion`"
    )


@lru_cache(maxsize=8)
def _file_player(path: Path, changed: int) -> Player:
    return load_player(path)


def with_empty_seats(view: View, seats: int) -> View:
    """The view at a larger table, where the seats that are added are out."""
    more = seats - len(view.dice)
    return view._replace(
        dice=(*view.dice, *(0,) * more),
        hidden=(*view.hidden, *(0,) * more),
        shown=(*view.shown, *((),) * more),
        exacts=(*view.exacts, *(False,) * more),
        had_special=(*view.had_special, *(False,) * more),
    )


def legal_numbers(view: View, actions: Sequence[Action], *, push: bool) -> list[int]:
    """The numbers of the legal actions that have one; bids are not read from `actions`, only answers."""
    players, total = len(view.dice), sum(view.dice)
    counts, faces = rungs(players).T
    bid = view.bid
    lowest = 0
    if bid is not None:
        lowest = 1 + int(((counts == bid.count) & (faces == bid.face)).argmax())
    # The rules list answers before bids.
    found = [ANSWERS.index(action) for action in actions[: len(Answer)] if isinstance(action, Answer)]
    bids = [place for place in range(lowest, len(counts)) if counts[place] <= total]
    found += [FIRST_BID + place for place in bids]
    if push and len(view.cup) > 1:
        pushed = {face for face in range(1, 7) if push_of(view.cup, face)}
        found += [FIRST_BID + num_bids(players) + place for place in bids if int(faces[place]) in pushed]
    return found


class ChampionAgent(MixedAgent[View, Action, Event]):
    """Draws from its policy; with a search, from the policy as the values of its likeliest actions change it.

    Of a player with a memory, and with a search, the mix also depends on the rounds that it heard; an agent that heard
    none has nothing to go by, so a best response to that mix is one for the first round of a match.
    """

    def __init__(self, player: Player, game: LiarsDice, rng: Random, search: Search | None = None) -> None:
        super().__init__(rng)
        self.player, self.game, self.search = player, game, search
        judge = RoundJudge(game, player.players) if player.sees_likeness else None
        self.memory = Memory(player.players, judge, game.start().exacts)
        self.weighing = Weighing(player, game, self.memory)

    def hear(self, event: Event) -> None:
        self.memory.hear(event)

    def policy(self, view: View, actions: Sequence[Action]) -> dict[Action, float]:
        """The policy itself; actions that are not on its menu have no probability."""
        seats = self.player.players
        view = with_empty_seats(view, seats)
        numbers = legal_numbers(view, actions, push=self.game.options.push)
        shares = self.player.mix(view, numbers, self.memory.habits).tolist()
        return {action_of(number, view.cup, seats): share for number, share in zip(numbers, shares, strict=True)}

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        policy = self.policy(view, actions)
        return policy if self.search is None else self.search.mix(self.weighing, view, policy)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        decision = super().act(view, actions)
        if not explain:
            return decision
        mix = self.mix(view, actions)
        worlds = None if self.search is None else self.search.worlds
        return Decision(decision.action, explain_decision(self.weighing, view, decision.action, mix, worlds))


@dataclass(frozen=True, slots=True)
class ChampionFactory:
    """The factory of `champion`; without a file the players of the package play, by their name."""

    path: Path | None = None
    search: Search | None = None
    name: str = CHAMPION

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> ChampionAgent:
        """An agent for a match; the first in a process reads the file."""
        checked = check_champion_game(game)
        return ChampionAgent(self.player(checked.players), checked, rng, self.search)

    def player(self, players: int) -> Player:
        """The player for so many seats."""
        if self.path is None:
            return package_player(players, self.name)
        try:
            changed = self.path.stat().st_mtime_ns
        except OSError as error:
            raise MendaxError(f"{self.path} cannot be read: {error.strerror}") from None
        found = _file_player(self.path, changed)
        if found.players < players:
            raise MendaxError(f"{self.path} is a player for at most {found.players} seats, not for {players}")
        return found


def champion(game: str, argument: str) -> ChampionFactory:
    """The factory for the package's players, or for a file or a folder of a training; `search=N` is a search.

    >>> champion("liars-dice", "search=32").search
    Search(worlds=32, temperature=0.03, adapts=False)
    >>> champion("liars-dice", "self-play").name
    'self-play'
    """
    found = re.fullmatch(rf"(?:(.*),)?({SEARCH}|{ADAPT})=([^,]*)", argument)
    given, search = (found[1] or "", read_search(found[2], found[3])) if found else (argument, None)
    if not given or given == SELF_PLAY:
        return ChampionFactory(search=search, name=given or CHAMPION)
    path = Path(given).resolve()
    load_player(path)  # what is wrong with the file is said now, in one line
    return ChampionFactory(path, search)

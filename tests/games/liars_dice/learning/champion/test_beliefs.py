"""Beliefs about cups are those of Bayes over all worlds, computed from the agent's own mix by the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import comb
from random import Random

import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.liars_dice.agents.champion import ChampionAgent, package_player
from mendax.games.liars_dice.kernel.numpy_tables import Array
from mendax.games.liars_dice.learning.champion.beliefs import Beliefs, Reader
from mendax.games.liars_dice.learning.champion.sincere import MISTAKES
from mendax.games.liars_dice.rules import Action, Bid, LiarsDice, Open, State, View
from mendax.games.liars_dice.rules.bids import count_matching
from mendax.games.liars_dice.rules.types import Dice
from tests.games.liars_dice.agents.soar_positions import wander
from tests.games.liars_dice.agents.test_champion import some_player
from tests.games.liars_dice.learning.champion.test_sincere import sincere_by_rules

Worlds = dict[tuple[Dice, ...], float]
Mix = Callable[[View, Sequence[Action]], Mapping[Action, float]]


def brute_force(game: LiarsDice, agent: ChampionAgent, end: State, seat: int, mistakes: float) -> Worlds:
    """The chance of all cups given a seat's view, when everybody is like the agent."""
    return _scaled(joint_chances(game, end, seat, agent.mix, agent.mix, mistakes))


def joint_chances(game: LiarsDice, end: State, seat: int, menu: Mix, mix: Mix, mistakes: float) -> Worlds:
    """The chance of all cups and of everybody's words: every roll is tried, and every word has its chance in the mix,
    and as one of the menu by mistake."""
    wanted, first = game.view(end, seat), game.start()._replace(dice=end.dice, exacts=end.exacts, rounds=end.rounds)
    assert end.opener is not None
    found = defaultdict[tuple[Dice, ...], float](float)
    mixes = dict[View, tuple[Mapping[Action, float], Mapping[Action, float]]]()
    left = [(game.apply(first, Open(end.opener)), 1.0)]
    while left:
        state, chance = left.pop()
        turn = game.turn(state)
        if turn is Turn.CHANCE:
            left += [(game.apply(state, roll), chance * share) for roll, share in game.chances(state)]
        elif len(state.said) == len(end.said):
            if game.view(state, seat) == wanted:
                found[state.cups] += chance
        else:
            assert isinstance(turn, int)
            action, view = end.said[len(state.said)].action, game.view(state, turn)
            if action not in game.actions(state):
                continue  # a push of dice that are not there in this world
            if turn != seat:  # one's own words say nothing of one's own dice, which one sees
                if view not in mixes:
                    mixes[view] = menu(view, game.actions(state)), mix(view, game.actions(state))
                known, shares = mixes[view]
                by_mistake = mistakes / len(known) if action in known else 0.0
                chance *= (1 - mistakes) * shares.get(action, 0.0) + by_mistake
            left.append((game.apply(state, action), chance))
    return found


def _scaled(found: Worlds) -> Worlds:
    whole = sum(found.values())
    return {cups: chance / whole for cups, chance in found.items()} if whole else {}


def interesting(game: LiarsDice, words: int, number: int, *, pushed: bool) -> list[State]:
    """Positions after some words; with a push that is on the champion's menu, or without any."""
    found = []
    for state, _ in wander(game, Random(8), 400):
        pushes = [one.action for one in state.said if isinstance(one.action, Bid) and one.action.push]
        if len(state.said) == words and bool(pushes) == pushed:
            found.append(state)
    assert len(found) >= number
    return found[:number]


@pytest.mark.parametrize("mistakes", [0.0, 0.3])
@pytest.mark.parametrize(
    ("game", "words", "pushed"),
    [
        (LiarsDice(players=2, dice=2), 4, False),
        (LiarsDice(players=3, dice=1), 5, False),
        (LiarsDice(players=2, dice=2), 3, True),
    ],
)
def test_beliefs_are_bayes_over_all_worlds(game: LiarsDice, words: int, pushed: bool, mistakes: float) -> None:
    player = some_player(3)
    agent = ChampionAgent(player, game, Random(1))
    reader, compared = Reader(player, game, mistakes), 0
    for state in interesting(game, words, 6, pushed=pushed):
        seat = state.said[-1].seat
        worlds = brute_force(game, agent, state, seat, mistakes)
        if not worlds:
            continue  # a push that is not on the menu has no chance there
        check_same(game, reader.beliefs(game.view(state, seat)), worlds)
        compared += 1
    assert compared >= 3


def test_who_may_be_sincere_is_weighed_by_its_words() -> None:
    """Bayes over all worlds and all kinds of speakers; and what kind of speaker each hand makes of its owner."""
    game, player, first = LiarsDice(players=2, dice=2), some_player(2), (0.5, 0.2, 0.3)
    agent, reader = ChampionAgent(player, game, Random(1)), Reader(player, game)
    mixes: list[Mix] = [agent.mix, *(partial(sincere_by_rules, trusting=trusting) for trusting in (False, True))]
    for state in interesting(game, 4, 4, pushed=False):
        seat = state.said[-1].seat
        by_kind = [joint_chances(game, state, seat, agent.mix, mix, MISTAKES) for mix in mixes]
        all_kinds = {cups: float(np.dot(first, [one[cups] for one in by_kind])) for cups in by_kind[0]}
        beliefs = reader.beliefs(game.view(state, seat), None, np.array([first] * 2))
        check_same(game, beliefs, _scaled(all_kinds))
        wanted = np.array(first) * [sum(one.values()) for one in by_kind]
        wanted /= wanted.sum()
        assert beliefs.cups[1 - seat].owner == pytest.approx(wanted, rel=1e-3)
        assert beliefs.cups[seat].owner.tolist() == [1, 0, 0]
        assert beliefs.others_sincere == pytest.approx(1 - wanted[0], rel=1e-3)
        worlds = beliefs.draw(4000, np.random.default_rng(3))
        assert np.bincount(worlds.kinds[:, 1 - seat], minlength=3) / 4000 == pytest.approx(wanted, abs=0.03)


def check_same(game: LiarsDice, beliefs: Beliefs, worlds: Worlds) -> None:
    for seat, cup in enumerate(beliefs.cups):
        wanted = defaultdict[Dice, float](float)
        for cups, chance in worlds.items():
            wanted[cups[seat]] += chance
        assert dict(zip(cup.hands, cup.chances, strict=True)) == pytest.approx(dict(wanted), abs=1e-5)
    bid = beliefs.view.bid
    assert bid is not None
    shown = sum(count_matching(dice, bid.face, 1) for dice in beliefs.view.shown)
    numbers = {cups: shown + sum(count_matching(dice, bid.face, 1) for dice in cups) for cups in worlds}
    true = sum(chance for cups, chance in worlds.items() if numbers[cups] >= bid.count)
    exact = sum(chance for cups, chance in worlds.items() if numbers[cups] == bid.count)
    assert beliefs.at_least(bid) == pytest.approx(true, abs=1e-5)
    assert beliefs.exactly(bid) == pytest.approx(exact, abs=1e-5)


@pytest.mark.parametrize("players", [2, 5])
def test_chances_add_up_and_known_dice_are_known(players: int) -> None:
    game = LiarsDice(players=players)
    reader = Reader(package_player(players), game)
    moved = 0
    for state, seat in list(wander(game, Random(3), 2))[:30]:
        view = game.view(state, seat)
        beliefs = reader.beliefs(view)
        assert beliefs.cups[seat].likeliest(1) == [(view.cup, 1.0)]
        for cup, hidden in zip(beliefs.cups, view.hidden, strict=True):
            assert cup.chances.sum() == pytest.approx(1)
            assert cup.expected().sum() == pytest.approx(hidden)
            assert all(len(hand) == hidden for hand in cup.hands)
        for face in range(1, 7):
            chances = beliefs.found(face)
            assert chances.sum() == pytest.approx(1)
            assert np.flatnonzero(chances > 0)[0] >= view.known(face)
        moved += bool(view.said) and any(_differs(cup.chances) for cup in beliefs.cups)
        worlds = beliefs.draw(16, np.random.default_rng(1))
        assert not worlds.kinds.any()
        assert worlds.cups.sum(-1).tolist() == [list(view.hidden)] * 16
    assert moved, "words change beliefs"


def _differs(chances: Array) -> bool:
    """Whether a cup is not as it was rolled: rolls have at most seven different chances."""
    return len(set(np.round(chances, 9).tolist())) > 7


def test_mistakes_bring_beliefs_nearer_to_fair_dice() -> None:
    """Most of all for high bids, which a policy hardly ever opens with."""
    game, player = LiarsDice(players=2), package_player(2)
    text = "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=22346 shown=-,- exacts=0,1 wild=1 said=1:"
    moved = 0.0
    for bid in (Bid(3, 5), Bid(5, 6), Bid(4, 1), Bid(6, 3)):
        view = game.parse_view(f"{text}{bid.count}x{bid.face}")
        share = 1 / 6 if bid.face == 1 else 1 / 3
        fair = sum(comb(5, n) * share**n * (1 - share) ** (5 - n) for n in range(bid.count - view.known(bid.face), 6))
        sure, sober = (Reader(player, game, mistakes).beliefs(view).at_least(bid) for mistakes in (0.0, MISTAKES))
        assert abs(sober - fair) < abs(sure - fair)
        moved = max(moved, abs(sober - sure))
    assert moved > 0.1


def test_a_push_begins_anew() -> None:
    """What was said up to a push says nothing about the dice that are rolled again."""
    game = LiarsDice(players=2, dice=3)
    reader = Reader(package_player(2), game)
    text = "seat=0 turn=0 round=0 opener=1 dice=3,3 hidden=3,2 cup=246 shown=-,5 exacts=0,1 wild=1"
    before = reader.beliefs(game.parse_view(f"{text} said=1:1x2;0:1x3;1:2x5+5"))
    assert before.cups[1].expected() == pytest.approx(np.full(6, 2 / 6))
    after = reader.beliefs(game.parse_view(f"{text} said=1:1x2;0:1x3;1:2x5+5;0:2x6;1:3x4"))
    assert after.cups[1].expected() != pytest.approx(np.full(6, 2 / 6), abs=0.02)


def test_an_evenly_drawn_world_has_the_chances_of_the_cups() -> None:
    game = LiarsDice(players=2)
    reader = Reader(package_player(2), game)
    view = game.parse_view(
        "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=22346 shown=-,- exacts=0,1 wild=1 said=1:3x5"
    )
    beliefs = reader.beliefs(view)
    drawn = beliefs.draw(4000, np.random.default_rng(2)).cups.mean(0)
    assert drawn[1] == pytest.approx(beliefs.cups[1].expected(), abs=0.01)
    assert drawn[0].tolist() == [0, 2, 1, 1, 0, 1]
    assert beliefs.cups[1].expected()[4] > 5 / 6, "who bids 5s has more of them"

"""Sincere speakers: what they say by the rules' odds, and how the champion finds out who is one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from mendax.core.agent import AnyAgent, listens
from mendax.core.catalogue import build_agent
from mendax.core.game import Turn
from mendax.games.liars_dice.agents.champion import ChampionAgent, package_player
from mendax.games.liars_dice.agents.champion_words import tell_beliefs
from mendax.games.liars_dice.kernel.numbering import CHALLENGE_BID as CHALLENGE
from mendax.games.liars_dice.kernel.numbering import number_of
from mendax.games.liars_dice.learning.champion.positions import repeat, table_of
from mendax.games.liars_dice.learning.champion.self_play import play_rounds
from mendax.games.liars_dice.learning.champion.sincere import LIKE_ONESELF, MISTAKES, SHARPNESS, SINCERE, sincere_mix
from mendax.games.liars_dice.learning.champion.speakers import FIRST_CHANCES
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.odds import all_alike, at_least, exactly
from mendax.games.liars_dice.rules.turns import challenged
from mendax.table.wording import named
from tests.games.liars_dice.agents.soar_positions import wander
from tests.games.liars_dice.agents.test_champion import some_player

TWO = LiarsDice(players=2)


def meant(view: View) -> int:
    """How many hidden dice the bidder has for its bid, if it is sincere and the others have their fair share."""
    bid, said = view.bid, view.bid_said
    if bid is None or said is None or said.seat == view.seat:
        return 0
    seen = sum(die in (1, bid.face) for dice in view.shown for die in dice)
    others = sum(view.hidden) - view.hidden[said.seat]
    return min(max(round(bid.count - seen - others / (6 if bid.face == 1 else 3)), 0), view.hidden[said.seat])


def success(view: View, action: Action, trusting: bool) -> float:
    """The chance of success by the rules' odds, for the seat to speak."""
    assert view.seat is not None
    believed = meant(view) if trusting else 0
    unknown = sum(view.hidden) - view.hidden[view.seat] - believed
    if action is PASS:
        return float(len({*view.cup, *view.shown[view.seat]}) == 1)
    if action in (CHALLENGE_PASS, CHALLENGE_FIRST_PASS):
        said = challenged(view.said, action)
        assert said is not None
        return 1 - all_alike(view.shown[said.seat], view.hidden[said.seat], 6)
    bid = action if isinstance(action, Bid) else view.bid
    assert bid is not None
    known = view.known(bid.face) + (believed if view.bid and view.bid.face in (1, bid.face) else 0)
    missing, faces = bid.count - known, 1 if bid.face == 1 else 2
    if action is EXACT:
        return exactly(missing, unknown, faces, 6)
    true = at_least(missing, unknown, faces, 6)
    return 1 - true if action is CHALLENGE_BID else true


def sincere_by_rules(view: View, actions: Sequence[Action], *, trusting: bool) -> dict[Action, float]:
    """The mix of a sincere speaker, from a view and the rules' odds."""
    words = [action for action in actions if isinstance(action, Bid | Answer)]
    spoken = [action for action in words if not (isinstance(action, Bid) and action.push)]
    weights = {action: success(view, action, trusting) ** SHARPNESS + 1e-12 for action in spoken}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


@pytest.mark.parametrize("trusting", [False, True])
@pytest.mark.parametrize("game", [TWO, LiarsDice(players=4), LiarsDice(players=2, dice=2)])
def test_a_sincere_speaker_goes_by_the_odds_of_the_rules(game: LiarsDice, trusting: bool) -> None:
    seen, believed = set[Action](), 0
    for state, seat in list(wander(game, Random(4), 12))[:150]:
        view, actions = game.view(state, seat), game.actions(state)
        (found,) = sincere_mix(table_of(view, game.players), game, trusting)
        wanted = sincere_by_rules(view, actions, trusting=trusting)
        words = [action for action in wanted if isinstance(action, Bid | Answer)]
        numbers = {action: number_of(action, view.cup, game.players) for action in words}
        assert {action: found[number] for action, number in numbers.items()} == pytest.approx(wanted, abs=1e-5)
        assert found.sum() == pytest.approx(1)
        seen |= {action for action in wanted if not isinstance(action, Bid)}
        believed += meant(view) > 0
    assert {CHALLENGE_BID, CHALLENGE_PASS, EXACT, PASS} <= seen
    assert believed > 10


def test_who_trusts_believes_a_bid_and_raises_it() -> None:
    """After four 5s the bidder is taken to have two of them, and with one's own two the bid is true."""
    view = TWO.parse_view(
        "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=13456 shown=-,- exacts=0,1 wild=1 said=1:4x5"
    )
    assert meant(view) == 2
    deaf, trusting = (sincere_mix(table_of(view, 2), TWO, one)[0] for one in (False, True))
    assert trusting[CHALLENGE] < 1e-9 < 1e-4 < deaf[CHALLENGE]
    raised = number_of(Bid(5, 5), (), 2)
    assert trusting[raised] > 5 * deaf[raised]


def play_match(agents: Sequence[AnyAgent], rng: Random) -> None:
    """One match; everybody hears what it may."""
    state = TWO.start()
    while (turn := TWO.turn(state)) is not Turn.OVER:
        if isinstance(turn, int):
            action = agents[turn].act(TWO.view(state, turn), TWO.actions(state)).action
        else:
            action = TWO.draw(state, rng)
        after = TWO.apply(state, action)
        for seat, agent in enumerate(agents):
            for event in TWO.events(state, action, after, seat):
                if listens(agent):
                    agent.hear(event)
        state = after


@pytest.mark.parametrize(("other", "is_sincere"), [("probability", True), ("honest", True), ("champion", False)])
def test_a_match_tells_who_is_sincere(other: str, is_sincere: bool) -> None:
    found = []
    for number in range(6):
        champion = build_agent("liars-dice", "champion")(TWO, 0, Random(number))
        assert isinstance(champion, ChampionAgent)
        assert champion.weighing.speakers is not None
        assert champion.weighing.speakers.chances()[1] == pytest.approx(FIRST_CHANCES)
        play_match([champion, build_agent("liars-dice", other)(TWO, 1, Random(50 + number))], Random(90 + number))
        assert len(champion.memory.finished) >= 5
        found.append(1 - float(champion.weighing.speakers.chances()[1, LIKE_ONESELF]))
    assert np.mean(found) > 0.8 if is_sincere else np.mean(found) < 0.1


def test_the_judgement_of_a_round_is_bayes_on_the_words_after_the_last_push() -> None:
    """Recomputed from the views of the rules and the agent's own policy."""
    agent = ChampionAgent(some_player(2), TWO, Random(1))
    assert agent.weighing.speakers is not None
    words = ("3x5", "4x5", "5x2 push 2", "roll 1 2 3 4", "5x3", "6x2", "challenge bid")
    state, chances = TWO.start(), list[list[float]]()
    for text in ("open 1", "roll 2 2 4 5 6", "roll 2 3 5 5 6", *words):
        action = TWO.parse_action(text)
        if TWO.turn(state) == 1:
            view, actions = TWO.view(state, 1), TWO.actions(state)
            own = agent.policy(view, actions)
            mixes = own, *(sincere_by_rules(view, actions, trusting=one) for one in (False, True))
            if isinstance(action, Bid) and action.push:
                chances.clear()
            else:
                chances.append([(1 - MISTAKES) * mix[action] + MISTAKES / len(own) for mix in mixes])
        after = TWO.apply(state, action)
        for event in TWO.events(state, action, after, 0):
            agent.hear(event)
        state = after
    assert state.showdown is not None
    assert len(chances) == 1
    wanted = np.array(FIRST_CHANCES) * chances[0]
    assert agent.weighing.speakers.chances()[1] == pytest.approx(wanted / wanted.sum(), rel=1e-3)


def test_sincere_seats_play_on_as_such() -> None:
    """One die each: who holds a 2 knows that two 6s are false, and a sincere speaker always says so."""
    game, player, number = LiarsDice(players=2, dice=1), some_player(2), 300
    view = game.parse_view(
        "seat=0 turn=0 round=0 opener=1 dice=1,1 hidden=1,1 cup=2 shown=-,- exacts=- wild=1 said=1:2x6"
    )
    tables = repeat(table_of(view, 2), number)

    def caught(*kinds: int) -> float:
        """How often the lie costs seat 1 its die."""
        ends = play_rounds(player, game, tables, np.random.default_rng(1), np.tile(kinds, (number, 1)))
        return float((ends.dice == (1, 0)).all(1).mean())

    assert caught(SINCERE, LIKE_ONESELF) == 1
    assert 0 < caught(LIKE_ONESELF, LIKE_ONESELF) < 1
    assert caught(LIKE_ONESELF, SINCERE) < 1


def test_an_explanation_says_how_sincere_a_seat_is_taken_to_be() -> None:
    view = TWO.parse_view(
        "seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 cup=22346 shown=-,- exacts=0,1 wild=1 said=1:3x5"
    )
    agent = ChampionAgent(package_player(2), TWO, Random(1))
    told = {belief.about: belief.probability for belief in tell_beliefs(agent.weighing.beliefs(view))}
    assert 0 < told["seat 1 does so and believes the others"] < told["seat 1 says only what is likely"] < 0.5
    # At a table seats have names, and a person is "you".
    assert "you say only what is likely" in {named(about, ["champion", "you"]) for about in told}
    assert any(named(about, ["champion", "you"]).startswith("each of your hidden dice shows") for about in told)
    plain = tell_beliefs(agent.weighing.reader.beliefs(view))
    assert not any("only what is likely" in belief.about for belief in plain)

"""The champion as an agent: legal, repeatable, and clear about files that are missing or wrong."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mendax.conformance import check_agent
from mendax.core.agent import Decision, Explanation
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.agents import champion as agents
from mendax.games.liars_dice.agents.champion import (
    ChampionAgent,
    ChampionFactory,
    check_champion_game,
    legal_numbers,
)
from mendax.games.liars_dice.agents.champion_search import likeliest
from mendax.games.liars_dice.agents.champion_words import explain_decision, sentence
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.kernel.numbering import num_actions, number_of
from mendax.games.liars_dice.learning.champion.beliefs import Reader
from mendax.games.liars_dice.learning.champion.features import num_features
from mendax.games.liars_dice.learning.champion.player_file import PLAYER_FILE, Player, read_player, save_player
from mendax.games.liars_dice.learning.champion.speakers import FIRST_CHANCES
from mendax.games.liars_dice.learning.champion.win_chances import Valued
from mendax.games.liars_dice.rules import (
    CHALLENGE_BID,
    CHALLENGE_PASS,
    EXACT,
    PASS,
    Action,
    Answer,
    Bid,
    LiarsDice,
    View,
)
from mendax.games.liars_dice.rules.wording import WINNING
from mendax.games.one_die.rules import OneDie
from tests.games.liars_dice.agents.soar_positions import imagine, wander


def some_player(players: int, seed: int = 1) -> Player:
    rng = np.random.default_rng(seed)
    sizes = (num_features(players), 24, num_actions(players))
    layers = [
        (rng.standard_normal((before, after), np.float32) / np.float32(4), rng.standard_normal(after, np.float32))
        for before, after in pairwise(sizes)
    ]
    return Player(players, tuple(layers))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_player(tmp_path / PLAYER_FILE, some_player(3))
    return tmp_path


def test_it_is_an_agent(folder: Path) -> None:
    check_agent(LiarsDice(players=3), build_agent("liars-dice", f"champion:{folder}"), matches=2)
    check_agent(LiarsDice(players=3, dice=2, push=False, exact=False), ChampionFactory(folder / PLAYER_FILE), matches=2)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_package_has_a_player_for_every_table(players: int) -> None:
    check_agent(LiarsDice(players=players, dice=2), build_agent("liars-dice", "champion"), matches=1)


@pytest.mark.parametrize("game", [LiarsDice(players=2), LiarsDice(players=4, push=False), LiarsDice(players=5)])
def test_it_considers_every_legal_action_that_has_a_number(game: LiarsDice) -> None:
    for state, seat in list(wander(game, Random(3), 3))[:80]:
        actions, view = game.actions(state), game.view(state, seat)
        wanted = {number_of(action, view.cup, game.players) for action in actions if isinstance(action, Bid | Answer)}
        assert set(legal_numbers(view, actions, push=game.options.push)) == wanted - {None}


def test_a_larger_tables_player_sees_the_others_as_out(folder: Path) -> None:
    """Two at a table for three: as in a match of three when the last seat is out."""
    two, three = LiarsDice(players=2), LiarsDice(players=3)
    small, large = (ChampionFactory(folder)(game, 0, Random(1)) for game in (two, three))
    for state, seat in list(wander(two, Random(4), 2))[:40]:
        out = state._replace(
            dice=(*state.dice, 0),
            exacts=(*state.exacts, False),
            had_special=(*state.had_special, False),
            cups=(*state.cups, ()),
            shown=(*state.shown, ()),
        )
        found = small.mix(two.view(state, seat), two.actions(state))
        assert found == large.mix(three.view(out, seat), three.actions(out))
        assert found.keys() <= set(two.actions(state))


def test_a_file_is_read_as_it_was_written(folder: Path) -> None:
    player = read_player((folder / PLAYER_FILE).read_bytes(), "it")
    assert player.digest == some_player(3).digest != some_player(3, seed=2).digest
    assert player.layers[0][0].dtype == np.float32


def test_games_it_does_not_play() -> None:
    with pytest.raises(MendaxError, match="champion does not play one-die"):
        check_champion_game(OneDie())
    for game in (LiarsDice(faces=8), LiarsDice(wild="none"), LiarsDice(rules="official"), LiarsDice(order="natural")):
        with pytest.raises(MendaxError, match="six faces, 1s wild"):
            check_champion_game(game)
    with pytest.raises(MendaxError, match="at most 6 players and 5 dice"):
        check_champion_game(LiarsDice(players=7))


def test_files_that_cannot_be_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MendaxError, match=r"player\.npz is a player for at most 3 seats, not for 4"):
        ChampionFactory(folder / PLAYER_FILE)(LiarsDice(players=4), 0, Random(1))
    with pytest.raises(MendaxError, match="nothing does not exist"):
        build_agent("liars-dice", f"champion:{folder / 'nothing'}")
    (folder / PLAYER_FILE).write_bytes(b"no zip file")
    with pytest.raises(MendaxError, match="cannot be read"):
        build_agent("liars-dice", f"champion:{folder}")
    player = some_player(3)
    save_player(folder / PLAYER_FILE, Player(2, player.layers))
    with pytest.raises(MendaxError, match="do not fit together"):
        build_agent("liars-dice", f"champion:{folder}")
    broken = [(weight * np.nan, bias) for weight, bias in player.layers]
    save_player(folder / PLAYER_FILE, Player(3, tuple(broken)))
    with pytest.raises(MendaxError, match="not finite"):
        build_agent("liars-dice", f"champion:{folder}")
    monkeypatch.setattr(agents, "PLAYERS", "mendax.games.liars_dice.agents")
    agents.package_player.cache_clear()
    with pytest.raises(MendaxError, match=r"no player for 2 seats in this package: champion-2\.npz is missing"):
        build_agent("liars-dice", "champion")(LiarsDice(players=2), 0, Random(1))
    agents.package_player.cache_clear()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_player_of_the_package_that_learned_from_itself_alone(seats: int) -> None:
    game = LiarsDice(players=seats)
    for argument, worlds in (("self-play", None), ("self-play,search=8", 8)):
        agent = build_agent(game, f"champion:{argument}")(game, 0, Random(1))
        assert isinstance(agent, ChampionAgent)
        assert not agent.player.has_memory, "it cannot recognise anybody"
        assert agent.player.digest != agents.package_player(seats).digest
        assert (agent.search and agent.search.worlds) == worlds
    with pytest.raises(MendaxError, match=r"self-play-5\.npz is missing"):
        build_agent("liars-dice", "champion:self-play")(LiarsDice(players=5), 0, Random(1))


def view_of(text: str) -> View:
    return LiarsDice(players=2).parse_view(
        f"seat=0 turn=0 round=0 opener=1 dice=5,5 hidden=5,5 shown=-,- exacts=0,1 wild=1 {text}"
    )


def explained(view: View, agent: str = "champion") -> tuple[Decision[Action], Explanation[Action]]:
    game = LiarsDice(players=2)
    decision = build_agent(game, agent)(game, 0, Random(2)).act(view, game.actions(imagine(view)), explain=True)
    assert decision.explanation is not None
    return decision, decision.explanation


def test_it_explains_options_beliefs_and_why() -> None:
    view = view_of("cup=22346 said=1:3x5")
    decision, explanation = explained(view)
    assert explanation.scale == WINNING
    valued = [option for option in explanation.options if option.value is not None]
    assert decision.action in [option.action for option in valued]
    assert len(valued) >= 2
    assert all(0.2 < (option.value or 0) < 0.8 for option in valued)
    notes = {option.action: option.note for option in valued}
    assert notes.pop(CHALLENGE_BID) == "", "exact"
    assert all(note.startswith("± ") for note in notes.values())
    told = {belief.about: belief.probability for belief in explanation.beliefs}
    reader = Reader(agents.package_player(2), LiarsDice(players=2))
    beliefs = reader.beliefs(view, kinds=np.array([FIRST_CHANCES] * 2))
    assert told["3x5 is true"] == pytest.approx(beliefs.at_least(Bid(3, 5)))
    dice = [about for about in told if about.startswith("each of seat 1's hidden dice shows")]
    assert sum(told[about] for about in dice) == pytest.approx(1)
    assert sum(about.startswith("seat 1 holds ") for about in told) == 2
    assert explanation == explained(view)[1], "the same position, the same explanation"


@pytest.mark.parametrize(
    ("text", "chosen", "words"),
    [
        (
            "cup=24456 said=1:3x5",
            Bid(4, 4),
            "I bid four 4s: I see two that count, and by what was said the others hide",
        ),
        (
            "cup=24456 said=1:3x5",
            Bid(3, 6, (6,)),
            "I bid three 6s, show 6 and roll the rest again; I win the match with",
        ),
        ("cup=24456 said=1:3x5", CHALLENGE_BID, "I challenge seat 1: I see one that counts, and by what was said"),
        ("cup=22336 said=1:3x5", EXACT, "I say exact: I see none that counts, and by what was said the others hide"),
        ("cup=24456 said=1:3x5", PASS, "I pass: my dice do not all show one face; I win the match with"),
        ("cup=44444 said=1:3x5", PASS, "I pass: all my dice show one face; I win"),
        ("cup=24456 said=1:1x5;0:2x5;1:pass", CHALLENGE_PASS, "I challenge seat 1's pass: it is true with"),
    ],
)
def test_a_sentence_for_each_kind_of_decision(text: str, chosen: Action, words: str) -> None:
    agent = ChampionFactory()(LiarsDice(players=2), 0, Random(1))
    explanation = explain_decision(agent.weighing, view_of(text), chosen, {chosen: 1.0}, 8)
    assert explanation.sentence.startswith(words)
    assert explanation.sentence.endswith(" %.")


def test_the_best_other_option_stands_beside_what_was_chosen() -> None:
    view = view_of("cup=24456 said=1:1x5;0:2x5;1:pass")
    agent = ChampionFactory()(LiarsDice(players=2), 0, Random(1))
    reader = agent.weighing.reader

    def told(chosen: Bid | Answer, **values: float) -> str:
        named: dict[str, Bid | Answer] = {
            "it": chosen,
            "exact": EXACT,
            "shown": Bid(3, 6, (6,)),
            "bid": CHALLENGE_BID,
            "claim": CHALLENGE_PASS,
        }
        found: dict[Action, Valued] = {
            named[name]: Valued(named[name], value, np.array([value])) for name, value in values.items()
        }
        return sentence(reader.beliefs(view), chosen, found).partition("; ")[2]

    assert told(PASS, it=0.451) == "I win the match with 45 %."
    assert (
        told(PASS, it=0.451, exact=0.3, shown=0.459)
        == "I win the match with 45 %, and with 46 % if I bid 3x6 and show 6."
    )
    assert told(PASS, it=0.451, exact=0.3) == "I win the match with 45 %, and with 30 % if I say exact."
    assert told(PASS, it=0.451, exact=0.449) == "I win the match with 45 %, and as often if I say exact."
    assert told(EXACT, it=0.4, bid=0.2).endswith("and with 20 % if I challenge seat 0's 2x5.")
    assert told(EXACT, it=0.4, bid=0.2, claim=0.3).endswith("and with 30 % if I challenge seat 1's pass.")
    assert told(PASS) == ""


def test_where_matches_would_be_played_on_there_are_beliefs_alone() -> None:
    game = LiarsDice(players=2, dice=2)
    view = game.parse_view(
        "seat=0 turn=0 round=0 opener=1 dice=2,2 hidden=2,2 cup=24 shown=-,- exacts=0,1 wild=1 said=1:1x5"
    )
    agent = ChampionFactory()(game, 0, Random(1))
    explanation = agent.act(view, game.actions(imagine(view)), explain=True).explanation
    assert explanation is not None
    assert all(option.value is None for option in explanation.options)
    assert explanation.beliefs[0].about == "1x5 is true"
    assert "win" not in explanation.sentence


def test_an_opening_goes_by_fair_dice() -> None:
    view = LiarsDice(players=2).parse_view(
        "seat=0 turn=0 round=0 opener=0 dice=5,5 hidden=5,5 cup=24456 shown=-,- exacts=0,1 wild=1"
    )
    agent = ChampionFactory()(LiarsDice(players=2), 0, Random(1))
    explanation = explain_decision(agent.weighing, view, Bid(2, 4), {Bid(2, 4): 1.0}, 8)
    assert (
        "I see two that count, and fair dice give 1.7 more, so they hold with 100 %; I win the match with"
        in explanation.sentence
    )


def test_search_moves_the_policy_towards_what_wins() -> None:
    game, view = LiarsDice(players=2), view_of("cup=22346 said=1:3x5")
    actions = game.actions(imagine(view))
    plain, search = (build_agent(game, name)(game, 0, Random(1)) for name in ("champion", "champion:search=64"))
    assert isinstance(plain, ChampionAgent)
    assert isinstance(search, ChampionAgent)
    before, after = plain.mix(view, actions), search.mix(view, actions)
    values = search.weighing.weigh(view, likeliest(before), 64).values
    assert sum(after.values()) == pytest.approx(1)
    assert set(after) == set(values) <= set(before)
    assert len(after) >= 2
    best = max(values, key=lambda one: values[one].value)
    worst = min(values, key=lambda one: values[one].value)
    assert after[best] / after[worst] > before[best] / before[worst]
    again = build_agent(game, "champion:search=64")(game, 1, Random(9))
    assert isinstance(again, ChampionAgent)
    assert after == again.mix(view, actions)


def test_an_adaptive_search_goes_as_far_as_the_others_are_sincere() -> None:
    """Between the policy and the search, by the chance that the other says only what is likely."""
    game, view = LiarsDice(players=2), view_of("cup=22346 said=1:3x5")
    actions = game.actions(imagine(view))
    names = ("champion", "champion:search=64", "champion:adapt=64")
    plain, search, adaptive = (build_agent(game, name)(game, 0, Random(1)) for name in names)
    assert isinstance(plain, ChampionAgent)
    assert isinstance(search, ChampionAgent)
    assert isinstance(adaptive, ChampionAgent)
    policy, searched, mixed = (one.mix(view, actions) for one in (plain, search, adaptive))
    sincere = adaptive.weighing.beliefs(view).others_sincere
    assert 0.1 < sincere < 0.5, "nothing is known of the other yet"
    wanted = {one: (1 - sincere) * share + sincere * searched.get(one, 0.0) for one, share in policy.items()}
    assert mixed == pytest.approx(wanted)


@pytest.mark.parametrize("search", ["search=4", "adapt=4"])
def test_a_searching_agent_is_an_agent(folder: Path, search: str) -> None:
    check_agent(LiarsDice(players=3, dice=1), build_agent("liars-dice", f"champion:{folder},{search}"), matches=1)


def test_searches_that_make_no_sense() -> None:
    for text in ("search=1", "search=x", "search=9999999", "adapt=1"):
        with pytest.raises(MendaxError, match="champion searches in 2 to 4,096 worlds"):
            build_agent("liars-dice", f"champion:{text}")
    with pytest.raises(MendaxError, match="does not exist"):
        build_agent("liars-dice", "champion:nothing,search=8")


def test_the_screen_shows_win_chances() -> None:
    view = view_of("cup=24456 said=1:3x5;0:4x4;1:5x4")
    _, explanation = explained(view)
    hint = FACE.hint(view, explanation)
    assert hint.columns == ("option", "how often", "wins", "")
    assert any(row[0] == "challenge seat 1's 5x4" and row[2].endswith(" %") for row in hint.rows)
    assert hint.sentence == explanation.sentence
    assert any(belief.startswith("5x4 is true: ") for belief in hint.beliefs)

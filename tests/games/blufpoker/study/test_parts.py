"""The parts of the study: answers counted, slips of the authors' program, comparisons, the game that is told."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from mendax.core.catalogue import build_game
from mendax.core.errors import MendaxError
from mendax.core.match import Match
from mendax.core.record import Record, read_records
from mendax.games.blufpoker.agents.strategies import read_strategy
from mendax.games.blufpoker.study.answers import Answers, FacedBid, faced_bids
from mendax.games.blufpoker.study.authors_slips import ALL, NONE, Slips, Table, count_losses
from mendax.games.blufpoker.study.comparison import Comparison, Losses, homogeneity_p
from mendax.games.blufpoker.study.numbers import LEVEL
from mendax.games.blufpoker.study.published import GAMES, LINE_UPS
from mendax.games.blufpoker.study.runs import SEAT, TEXT, TOLD
from mendax.games.blufpoker.study.tables import GAME
from mendax.games.blufpoker.study.walkthrough import (
    HELPED,
    IN_SPITE,
    MISLED,
    NOT_ENOUGH,
    NOTHING,
    choose,
    effect_of,
    play_again,
    tell,
)

ONE_ROUND = "blufpoker:points=1,opening=free"


def record_of(texts: str) -> Record:
    """A game for three to one point, from its moves."""
    match = Match(build_game(ONE_ROUND))
    for text in texts.split(", "):
        match.play(match.game.parse_action(text))
    return Record.of_match(match, ("a", "b", "c"))


CALLED_BLUFF = "start 1, die 2, die 3, die 5, bid 541, call"
CALLED_TRUTH = "start 1, die 2, die 3, die 5, bid 521, call"
BELIEVED_BLUFF = "start 1, die 2, die 3, die 5, bid 541, believe, roll 2, die 6, stop, bid 653, call"


def test_a_bid_is_faced_where_it_is_answered() -> None:
    ((bluff,), (truth,)) = (faced_bids(record_of(text), 2) for text in (CALLED_BLUFF, CALLED_TRUTH))
    assert (bluff.bluff, bluff.called) == (True, True)
    assert (truth.bluff, truth.called) == (False, True)  # 532 is more than 521
    (believed,) = faced_bids(record_of(BELIEVED_BLUFF), 2)
    assert (believed.bluff, believed.called) == (True, False)
    (after,) = faced_bids(record_of(BELIEVED_BLUFF), 0)
    assert (after.bluff, after.called) == (False, True)
    assert after.chance == pytest.approx(1 / 6)  # with 53 open only a 6 makes 653 or more
    assert faced_bids(record_of(CALLED_BLUFF), 0) == []


def test_answers_add_up() -> None:
    games = [
        [FacedBid(True, True, 0.2), FacedBid(False, False, 0.8)],
        [FacedBid(True, False, 0.4), FacedBid(False, True, 0.6)],
        [],
    ]
    answers = Answers.of(games)
    assert (answers.games, answers.bids_faced, answers.bluffs_faced, answers.bluffs_called) == (3, 4, 2, 1)
    assert (answers.calls, answers.calls_right, answers.believed, answers.believed_true) == (2, 1, 2, 1)
    assert answers.mean_chance == pytest.approx(0.5)
    assert answers.calls_right_share.rate == 0.5
    assert answers.true_share.rate == 0.5


class Scripted(Random):
    """Dice that fall as written."""

    def __init__(self, falls: Iterable[int]) -> None:
        super().__init__(0)
        self.falls = iter(falls)

    def randint(self, a: int, b: int) -> int:
        return next(self.falls)


def table(slips: Slips, falls: Iterable[int] = ()) -> Table:
    greedy = read_strategy("greedy/truthful/believe")
    return Table((greedy, greedy, None), slips, Scripted(falls))


def test_first_slip_a_greedy_player_rolls_nothing_of_666() -> None:
    shown, hidden, _ = table(Slips(True)).roll_again(0, (6, 6, 6), (6, 5, 4))
    assert (shown, hidden) == ((6, 6, 6), ())
    assert table(Slips(True)).calls(2, (6, 6, 6), shown)
    shown, hidden, _ = table(NONE, [2]).roll_again(0, (6, 6, 6), (6, 5, 4))
    assert (shown, hidden) == ((6, 6), (2,))


@pytest.mark.parametrize(
    ("falls", "slips", "points", "starts"),
    [
        ([5, 5, 5], NONE, [0, 1, 0], 1),
        ([5, 5, 5], Slips(poker_counted_again=True), [1, 1, 1], 2),
        ([4, 4, 1, 4], Slips(poker_counted_again=True), [1, 1, 0], 0),
        ([3, 3, 1, 3], Slips(poker_counted_again=True), [0, 0, 0], 2),
        ([1, 2, 4, 2, 2, 1, 1], ALL, [0, 0, 1], 2),
    ],
)
def test_second_slip_a_beaten_poker_is_counted_again(
    falls: list[int], slips: Slips, points: list[int], starts: int
) -> None:
    """Player 3 believed a 333 of player 2."""
    playing = table(slips, falls)
    assert (playing.poker_phase(2, (3, 3, 3)), playing.points) == (starts, points)


def test_third_slip_a_die_that_fell_is_rolled_again() -> None:
    """All three of 221 are to be rolled; the first falls to a 1, is sorted below the 2, and is rolled again."""
    assert table(NONE, [1, 6, 5]).roll_openly((2, 2, 1), (6, 6, 6)) == (6, 5, 1)
    assert table(Slips(dice_sorted_between=True), [1, 6, 5]).roll_openly((2, 2, 1), (6, 6, 6)) == (6, 5, 2)


def test_slips_give_the_published_line_and_no_slips_do_not() -> None:
    line = LINE_UPS[4]
    published = Losses.published(line.lost, GAMES)
    p_values = {
        slips: Comparison.of(Losses.of(count_losses(line.players(TEXT), slips, 3000, Random(1))), published).p_value
        for slips in (NONE, ALL)
    }
    assert p_values[NONE] < LEVEL < p_values[ALL]


def test_without_slips_the_simulation_agrees_with_the_rules() -> None:
    players = LINE_UPS[4].players("knowing:authors")
    arena = [0, 0, 0]
    for _, record in games_of(players, 250):
        arena[record.payoffs.index(-1.0)] += 1
    assert homogeneity_p(arena, count_losses(players, NONE, 2000, Random(2))) > 0.001


def games_of(players: tuple[str, ...], games: int) -> list[tuple[int, Record]]:
    """Records of a run with fixed seats by seed 0."""
    from mendax.arena.run import run_games
    from mendax.arena.schedule import Schedule
    from mendax.core.catalogue import build_agent

    names = tuple(dict.fromkeys(players))
    seating = tuple(map(names.index, players))
    agents = [(name, build_agent(GAME, name)) for name in names]
    results = run_games(GAME, agents, Schedule(((seating,),), games), seed=0, records=True).results
    return [(number, read_records(text, build_game)[0]) for number, text in sorted(results.records.items())]


def test_the_game_told_is_the_first_that_fits_the_rule() -> None:
    records = [record for _, record in games_of(LINE_UPS[TOLD].players(TEXT), 12)]

    def fits(record: Record) -> bool:
        calls = [bid.bluff for bid in faced_bids(record, SEAT) if bid.called]
        return True in calls and False in calls

    others = [record for record in records if not fits(record)]
    number, chosen = choose([*others, *(record for record in records if fits(record))], SEAT)
    assert number == len(others)
    assert fits(chosen)
    with pytest.raises(MendaxError, match="in none of these games"):
        choose(others, SEAT)


def test_a_told_game_is_the_recorded_one() -> None:
    records = [record for _, record in games_of(LINE_UPS[TOLD].players(TEXT), 12)]
    number, record = choose(records, SEAT)
    story = tell(record, number, 0, SEAT)
    faced = faced_bids(record, SEAT)
    assert [(one.bluff, one.called) for one in story.answers] == [(bid.bluff, bid.called) for bid in faced]
    assert [one.chance for one in story.answers] == pytest.approx([bid.chance for bid in faced])
    for answer in story.answers:
        assert f"{answer.worlds} worlds left" in answer.said
        assert answer.said.startswith("I called" if answer.called else "I believed")
        assert answer.worlds < 56 or answer.effect == NOTHING
    texts = [line.text for part in story.rounds for line in part.lines]
    assert len(story.rounds) == sum("gets a point" in text or "Nobody gets" in text for text in texts)
    assert story.loser == record.payoffs.index(-1.0) + 1
    with pytest.raises(MendaxError, match="was played differently"):
        play_again(record, number, seed=1)


def test_what_the_open_dice_did() -> None:
    assert effect_of(0.1, 0.3, bluff=True, right=True) == HELPED
    assert effect_of(0.1, 0.3, bluff=True, right=False) == NOT_ENOUGH
    assert effect_of(0.5, 0.3, bluff=True, right=False) == MISLED
    assert effect_of(0.1, 0.3, bluff=False, right=True) == IN_SPITE
    assert effect_of(6 / 216, 1 / 36, bluff=False, right=True) == NOTHING


def test_homogeneity_is_the_chi_squared_test() -> None:
    from scipy.stats import chi2_contingency

    for rows in ([[347, 325, 328], [332, 341, 327]], [[10, 964, 27], [12, 963, 25]], [[30, 70], [45, 55]]):
        expected = chi2_contingency(rows, correction=False).pvalue
        assert homogeneity_p(*rows) == pytest.approx(expected)
    assert homogeneity_p([5, 0, 5], [4, 0, 6]) == pytest.approx(
        chi2_contingency([[5, 5], [4, 6]], correction=False).pvalue
    )


def test_a_difference_counts_both_errors() -> None:
    one, other = Losses.of([500, 250, 250]), Losses.published((40, 30, 30), 1000)
    compared = Comparison.of(one, other)
    assert compared.differences == pytest.approx((0.1, -0.05, -0.05))
    low, high = compared.ci95[0]
    assert (high - low) / 2 == pytest.approx(1.96 * (0.25 / 1000 + 0.24 / 1000) ** 0.5, rel=1e-3)

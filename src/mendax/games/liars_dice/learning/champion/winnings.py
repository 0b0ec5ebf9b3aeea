"""Where an exploiter wins: what each round adds to its win chance, by the dice left and by what the other never says.

The win chance between rounds is the exploited player's own value of scores, so the gains of a match's rounds add up to
what the match was worth more than one half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import Table
from mendax.games.liars_dice.kernel.numbering import FIRST_BID, PASS, num_bids, rungs
from mendax.games.liars_dice.learning.champion.kept_networks import network_of
from mendax.games.liars_dice.learning.champion.likeness import likeness
from mendax.games.liars_dice.learning.champion.matches import MOST_STEPS, network_policy
from mendax.games.liars_dice.learning.champion.player_file import Player

Array = npt.NDArray[Any]

PLAYERS: Final = 2
RARE: Final = 0.01
"""A word that the exploited player would say less often, in the same place and with the same dice."""
MOST_WORDS: Final = 10


@dataclass(frozen=True, slots=True)
class Gain:
    """Some rounds: how many a match has, and what they add to its win chance."""

    name: str
    rounds: float
    gain: float


@dataclass(frozen=True, slots=True)
class Winnings:
    """Where an exploiter wins, by its own policy."""

    matches: int
    won: float
    gain: float
    """Of all rounds of a match."""
    by_dice: tuple[Gain, ...]
    """By the dice on the table when a round begins."""
    rare: Gain
    """Rounds in which it says what the other hardly ever would."""
    by_word: tuple[Gain, ...]
    """Of these the ones that gain most, by the first such word and what it was said to."""

    def to_json(self) -> dict[str, Any]:
        """Stable names."""
        return asdict(self)


class _Step(NamedTuple):
    """What one decision at every table was; seats are counted from the exploiter."""

    mine: Any
    action: Any
    chance: Any
    """That the other player would have done the same."""
    bid: Any
    dice: Any
    exacts: Any
    ended: Any
    over: Any
    next_dice: Any
    next_exacts: Any


def winnings(exploiter: Player, player: Player, matches: int, seed: int) -> Winnings:
    """Play matches of an exploiter against a player, and look at every round."""
    if (exploiter.players, player.players) != (PLAYERS, PLAYERS):
        raise MendaxError("where an exploiter wins is told for two players")
    if not player.score:
        raise MendaxError("the player has no value of scores, by which rounds could be judged")
    played, live = _played(exploiter, player, matches, seed)
    ended = played.ended & live

    def chances(dice: Array, exacts: Array) -> Array:
        # Where somebody has no die left the match is over.
        found = player.win_chances(np.maximum(dice, 1).astype(int), exacts)[..., 0]
        return np.where((dice == 0).any(-1), dice[..., 0] > 0, found)

    gains = np.zeros(ended.shape)
    gains[ended] = chances(played.next_dice[ended], played.next_exacts[ended]) - chances(
        played.dice[ended], played.exacts[ended]
    )
    total = played.dice.sum(-1)[ended]
    by_dice = tuple(
        _gain(str(number), gains[ended][total == number], matches) for number in range(2, 11) if (total == number).any()
    )
    words = _first_rare(played, live)
    named = [(words[at], gain) for at, gain in zip(zip(*np.nonzero(ended), strict=True), gains[ended], strict=True)]
    rare = np.array([gain for word, gain in named if word])
    won = (played.over & live & (played.next_dice[..., 0] > 0)).sum() / matches
    return Winnings(
        matches,
        float(won),
        float(gains.sum() / matches),
        by_dice,
        _gain("rare", rare, matches),
        _by_word([(word, float(gain)) for word, gain in named if word], matches),
    )


def _gain(name: str, gains: Array, matches: int) -> Gain:
    return Gain(name, len(gains) / matches, float(gains.sum()) / matches)


def _by_word(named: Sequence[tuple[str, float]], matches: int) -> tuple[Gain, ...]:
    often, sums = Counter(word for word, _ in named), dict[str, float]()
    for word, gain in named:
        sums[word] = sums.get(word, 0.0) + gain
    most = sorted(sums, key=lambda word: -sums[word])[:MOST_WORDS]
    return tuple(Gain(word, often[word] / matches, sums[word] / matches) for word in most)


def _first_rare(played: _Step, live: Array) -> Mapping[tuple[int, int], str]:
    """By the step and table where a round ended: the first rare word of the exploiter in it; empty without one."""
    steps, tables = live.shape
    is_rare = played.mine & live & (played.action >= PASS) & (played.chance < RARE)
    current, found = np.full(tables, "", dtype=object), dict[tuple[int, int], str]()
    for step in range(steps):
        for table in np.flatnonzero(is_rare[step] & (current == "")).tolist():
            current[table] = _words(int(played.action[step, table]), int(played.bid[step, table]))
        for table in np.flatnonzero(played.ended[step] & live[step]).tolist():
            found[step, table] = current[table]
            current[table] = ""
    return found


def _words(action: int, bid: int) -> str:
    """A word, and what it was said to."""
    ladder = rungs(PLAYERS)

    def named(place: int) -> str:
        count, face = ladder[place].tolist()
        return f"{count}x{face}"

    pushed, place = divmod(action - FIRST_BID, num_bids(PLAYERS))
    said = "pass" if action == PASS else named(place) + " with a push" * pushed
    return f"{said} after {named(bid - 1)}" if bid else f"{said} first"


def _played(exploiter: Player, player: Player, matches: int, seed: int) -> tuple[_Step, Array]:
    """Every decision of all matches, and whether the match was still going; the axes are step and match."""
    policy, others = network_policy(exploiter.forgets), network_policy(player.forgets)
    seats = jnp.arange(matches) % PLAYERS
    order = jnp.stack([seats, 1 - seats], 1)

    def from_exploiter(rows: jax.Array) -> jax.Array:
        return jnp.take_along_axis(rows, order, 1)

    @jax.jit
    def step(weights: Any, their_weights: Any, table: Table, key: jax.Array) -> tuple[Table, _Step]:
        act_key, chance_key = jax.random.split(key)
        legal = jax.vmap(many.legal)(table)
        theirs, mine = others(their_weights, table, legal), table.turn == seats
        log_probs = jnp.where(mine[:, None], policy(weights, table, legal), theirs)
        action = jax.random.categorical(act_key, log_probs).astype(jnp.int32)
        chance = many.draw_chance(chance_key, matches, PLAYERS)
        new, after = jax.vmap(many.step)(table, action, chance, likeness(jnp, table, legal, action))
        return new, _Step(
            mine,
            action,
            jnp.exp(jnp.take_along_axis(theirs, action[:, None], 1)[:, 0]),
            table.bid,
            from_exploiter(table.dice),
            from_exploiter(table.exacts),
            after.ended,
            after.over,
            from_exploiter(after.dice),
            from_exploiter(after.exacts),
        )

    begin_key, play_key = jax.random.split(jax.random.key(seed))
    weights, their_weights = network_of(exploiter), network_of(player)
    table = jax.jit(jax.vmap(many.start))(many.draw_chance(begin_key, matches, PLAYERS))
    steps, live, going = list[_Step](), list[Array](), np.ones(matches, np.bool_)
    while going.any():
        if len(steps) == MOST_STEPS:
            raise MendaxError(f"a match did not end within {MOST_STEPS:,} decisions")
        table, found = step(weights, their_weights, table, jax.random.fold_in(play_key, len(steps)))
        steps.append(_Step(*map(np.asarray, found)))
        live.append(going)
        going = going & ~np.asarray(found.over)
    return _Step(*(np.stack(rows) for rows in zip(*steps, strict=True))), np.stack(live)

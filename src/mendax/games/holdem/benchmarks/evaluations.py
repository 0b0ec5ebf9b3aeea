"""How many seven-card hands are evaluated a second, beside phevaluator and eval7 in the same run."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Final

import numpy as np

from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import seconds_of
from mendax.games.holdem.kernel.equity import sampled_equity
from mendax.games.holdem.kernel.evaluate import count_values, evaluate, value_of
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS, card_text, parse_cards

THREADS: Final = (1, 2)
_SKIPPED: Final = 50_000
"""Sequential hands begin after so many: the very first have four deuces each."""
_DUEL: Final = ("AcAd", "KhKs")


@dataclass(frozen=True, slots=True)
class Amount:
    """How many hands are measured, and how often; the best run counts."""

    repeats: int
    hands: int
    scalar: int
    """Hands for the peers, which take one at a time."""
    samples: int

    def rate(self, number: int, work: Callable[[], object]) -> float:
        """Evaluations a second in the best of some runs, by wall time."""
        work()  # warm
        return number / min(seconds_of(work) for _ in range(self.repeats))


FULL: Final = Amount(25, 1 << 20, 20_000, 400_000)
QUICK: Final = Amount(1, 1 << 10, 100, 1_000)


def evaluations(quick: bool = False) -> Measured:
    """Random and sequential hands on one and two threads, then whole enumerations and samples, then the peers."""
    amount = QUICK if quick else FULL
    lines: list[Line] = []
    rates: dict[str, dict[str, float]] = {}
    some = random_rows(amount.hands)
    for kind, rows in (("random", some), ("sequential", sequential_rows(amount.hands))):
        rates[kind] = {str(threads): amount.rate(len(rows), partial(evaluate, rows, threads)) for threads in THREADS}
        lines += [
            Line(f"mendax, {kind} hands in an array, threads: {threads}", rate, "evaluations/s")
            for threads, rate in rates[kind].items()
        ]
    single, sampled = _ours_alone(amount, some[: amount.scalar])
    lines += [single, sampled]
    if not quick:
        number = int(count_values(7).sum())
        rate = number / seconds_of(lambda: count_values(7, workers=THREADS[-1]))
        lines.append(Line(f"mendax, all {number:,} hands enumerated, threads: {THREADS[-1]}", rate, "evaluations/s"))
    notes = [
        "The best of some runs of each. Random hands are harder for caches than sequential ones. `One by one` is a "
        "call from Python for each hand; only mendax takes arrays. One thread where nothing else is said."
    ]
    for peer, measure in (("phevaluator", _phevaluator), ("eval7", _eval7)):
        try:
            found = measure(amount, some[: amount.scalar])
        except ImportError:
            notes.append(not_installed(peer))
            continue
        rates[peer] = {"1": found[0].value}
        lines += found
        for what, ours, theirs in zip(
            ("array / one by one", "sampled equity"), (rates["random"]["1"], sampled.value), found, strict=False
        ):
            lines.append(Line(f"ratio of {what}, mendax / {peer}", ours / theirs.value, "times"))
    return Measured(tuple(lines), " ".join(notes), {"evaluations_per_second": rates})


def _ours_alone(amount: Amount, hands: Numbers) -> tuple[Line, Line]:
    """Hands one by one from Python, and sampled equity."""
    rows = hands.tolist()
    mine, theirs = map(parse_cards, _DUEL)

    def work() -> None:
        for row in rows:
            value_of(row)

    def sample() -> None:
        sampled_equity(mine, 0, known=[theirs], samples=amount.samples, rng=Random(1))

    return (
        Line("mendax, random hands one by one", amount.rate(len(rows), work), "evaluations/s"),
        Line(
            "mendax, sampled equity of two hands, dealing included",
            amount.rate(2 * amount.samples, sample),
            "evaluations/s",
        ),
    )


def random_rows(number: int) -> Numbers:
    """Random hands of seven cards, a row each, the same ones every time."""
    rng = np.random.default_rng(1)
    decks = np.tile(np.arange(NUM_CARDS, dtype=np.uint8), (min(number, 1 << 16), 1))
    parts = [rng.permuted(decks, axis=1)[:, :7] for _ in range(-(-number // len(decks)))]
    return np.ascontiguousarray(np.concatenate(parts)[:number])


def sequential_rows(number: int) -> Numbers:
    """Hands of seven cards in lexicographic order."""
    chosen = islice(combinations(range(NUM_CARDS), 7), _SKIPPED, _SKIPPED + number)
    return np.array(list(chosen), dtype=np.uint8)


def _phevaluator(amount: Amount, hands: Numbers) -> list[Line]:
    """Its fastest way from Python: cards as numbers, which are the same as ours."""
    from phevaluator import evaluate_cards

    rows = hands.tolist()

    def work() -> None:
        for row in rows:
            evaluate_cards(*row)

    return [Line("phevaluator, random hands one by one", amount.rate(len(rows), work), "evaluations/s")]


def _eval7(amount: Amount, hands: Numbers) -> list[Line]:
    """Hands of its own card objects one by one, and its Monte Carlo loop in C."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it calls names that its parser library has deprecated
        import eval7

        other = eval7.HandRange(_DUEL[1])

    deck = [eval7.Card(card_text(card)) for card in range(NUM_CARDS)]
    rows = [[deck[card] for card in row] for row in hands.tolist()]

    def work() -> None:
        for row in rows:
            eval7.evaluate(row)

    own = [deck[card] for card in parse_cards(_DUEL[0])]
    sampled = amount.rate(
        2 * amount.samples, lambda: eval7.py_hand_vs_range_monte_carlo(own, other, [], amount.samples)
    )
    return [
        Line("eval7, random hands one by one", amount.rate(len(rows), work), "evaluations/s"),
        Line("eval7, sampled equity of two hands, dealing included", sampled, "evaluations/s"),
    ]

"""The suite for learners: repeatable, and saved, loaded, frozen and merged without loss."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from mendax.arena.learning import Course, play_block
from mendax.core.agent import Factory
from mendax.core.game import AnyGame
from mendax.core.learner import Learner, LearnerFactory, SavedLearner


def check_learner(
    game: AnyGame, make: LearnerFactory, opponents: Sequence[Factory], *, matches: int = 40, seed: int = 0
) -> None:
    """Check a learner over a number of matches; raises `AssertionError` with the reason."""
    copy = pickle.loads(pickle.dumps(make))
    with TemporaryDirectory() as name:
        folder = Path(name)
        course = Course(game, make, tuple(opponents), seed, matches, 2, folder)
        first, second = make(game, Random(seed)), copy(game, Random(seed))
        assert first.digest() == second.digest(), "a pickled factory makes another learner"
        fresh = first.digest()
        for learner in (first, second):
            block = play_block(course, learner.agent, 0)
            assert not block.forfeits, f"it forfeits matches: {block.reason}"
        learned = first.digest()
        assert learned == second.digest(), "the same matches taught two learners different things"
        assert learned != fresh, f"it has learned nothing in {matches} matches"
        _check_saving(course, make, first, folder / "memory")
        merged = first.merge([second])
        assert first.digest() == second.digest(), "merging changes the learners that are merged"
        play_block(course, merged.agent, 1)
        for learner in (first, second, merged):
            learner.close()


def _check_saving(course: Course, make: LearnerFactory, learner: Learner, path: Path) -> None:
    learner.save(path)
    loaded = make(course.game, Random(1))
    loaded.load(path)
    assert loaded.digest() == learner.digest(), "what is loaded is not what was saved"
    again = make(course.game, Random(2))
    again.load(path)
    played = play_block(course, loaded.agent, 1)
    assert play_block(course, again.agent, 1) == played, "two loaded learners play differently"
    assert loaded.digest() == again.digest(), "two loaded learners learn different things"
    again.load(path)
    frozen = play_block(course, partial(again.agent, learn=False), 1)
    assert again.digest() == learner.digest(), "it learns when it must not"
    assert play_block(course, SavedLearner(make, path), 1) == frozen, "a saved learner plays differently"
    for each in (loaded, again):
        each.close()

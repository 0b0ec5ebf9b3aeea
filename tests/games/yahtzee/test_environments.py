"""The environments: the checkers of Gymnasium and PettingZoo, and the vector against the single ones."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]
from pettingzoo.test.render_test import render_test  # type: ignore[import-untyped]

from mendax.core import IllegalAction, MendaxError
from mendax.games.yahtzee.environments import YAHTZEE, YAHTZEE_TURN, pettingzoo_env, register
from mendax.games.yahtzee.environments.features import (
    CARD_WIDTH,
    COUNTS,
    DICE,
    POTENTIAL,
    ROLLED,
    TABLE_WIDTH,
    features,
)
from mendax.games.yahtzee.environments.gymnasium_env import YahtzeeEnv
from mendax.games.yahtzee.environments.turns import Faces
from mendax.games.yahtzee.environments.vector_env import YahtzeeVectorEnv
from mendax.games.yahtzee.rules import Card, Rules, View

ROOT = Path(__file__).parents[3]
RULES = [rules.value for rules in Rules]


@pytest.fixture(autouse=True)
def registered() -> None:
    assert register() == (YAHTZEE, YAHTZEE_TURN)
    assert register() == (YAHTZEE, YAHTZEE_TURN), "again changes nothing"


@pytest.mark.parametrize("name", [YAHTZEE, YAHTZEE_TURN])
@pytest.mark.parametrize("rules", RULES)
def test_gymnasium_accepts_the_environment(name: str, rules: str) -> None:
    """Warnings are errors here, so their checker has nothing to say."""
    check_env(gymnasium.make(name, rules=rules).unwrapped)


def test_importing_registers_nothing() -> None:
    look = (
        "import mendax.games.yahtzee.environments.gymnasium_env, gymnasium\n"
        "print([name for name in gymnasium.registry if 'mendax' in name])"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def scripted(num_games: int, length: int, seed: int) -> npt.NDArray[np.int8]:
    """Dice by throw and game, half of them Yahtzees: it is jokers on which rules differ."""
    rng = np.random.default_rng(seed)
    faces = rng.integers(1, 7, size=(length, num_games, 5), dtype=np.int8)
    return np.where(rng.random((length, num_games, 1)) < 0.5, faces[..., :1], faces)


def single(script: npt.NDArray[np.int8], rules: str, single_turn: bool) -> Callable[[], YahtzeeEnv]:
    class Scripted(YahtzeeEnv):
        dice = iter(script)

        def throw(self) -> Faces:
            return next(self.dice)

    return lambda: Scripted(rules, single_turn)


def vector(script: npt.NDArray[np.int8], rules: str, single_turn: bool) -> YahtzeeVectorEnv:
    class Scripted(YahtzeeVectorEnv):
        dice = iter(script)

        def throw(self) -> Faces:
            return next(self.dice)

    return Scripted(script.shape[1], rules, single_turn)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("single_turn", [False, True])
def test_the_vector_is_the_single_one_many_times(rules: str, single_turn: bool) -> None:
    """Gymnasium's own vector of ours over the readable rules, and ours over the kernel: the same dice, the
    same everything, over two games and the start of a third."""
    length = 8 if single_turn else 80
    script = scripted(4, length + 1, seed=RULES.index(rules))
    slow = SyncVectorEnv(
        [single(script[:, game], rules, single_turn) for game in range(4)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    fast = vector(script, rules, single_turn)
    assert data_equivalence(slow.reset(), fast.reset(), exact=True)
    ended = 0
    for _ in range(length):
        actions = fast.action_space.sample()
        ours, theirs = fast.step(actions), slow.step(actions)
        assert data_equivalence(theirs, ours, exact=True)
        assert fast.observation_space.contains(ours[0])
        ended += int(ours[2].sum())
    assert ended == 8


@pytest.mark.parametrize("single_turn", [False, True])
def test_a_vector_of_one_plays_the_single_ones_game_of_the_same_seed(single_turn: bool) -> None:
    one, many = YahtzeeEnv(single_turn=single_turn), YahtzeeVectorEnv(1, single_turn=single_turn)
    assert (one.reset(seed=5)[0] == many.reset(seed=5)[0][0]).all()
    for _ in range(100):
        action = one.action_space.sample()
        seen, reward, over, _, _ = one.step(action)
        rows = many.step(np.array([action]))
        assert (reward, over) == (rows[1][0], rows[2][0])
        seen = one.reset()[0] if over else seen
        assert (seen == rows[0][0]).all()


def rewards_of(env: YahtzeeVectorEnv, seed: int) -> list[list[float]]:
    env.reset(seed=seed)
    env.action_space.seed(seed)
    return [env.step(env.action_space.sample())[1].tolist() for _ in range(45)]


def test_a_seed_decides_everything() -> None:
    env = YahtzeeVectorEnv(20)
    first = rewards_of(env, 1)
    assert rewards_of(YahtzeeVectorEnv(20), 1) == first
    assert rewards_of(env, 1) == first
    assert rewards_of(env, 2) != first


def test_gymnasium_makes_the_vector_by_name() -> None:
    envs = gymnasium.make_vec(YAHTZEE_TURN, num_envs=3, rules="free")
    assert isinstance(envs.unwrapped, YahtzeeVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = envs.reset(seed=1)
    assert seen.shape == envs.observation_space.shape
    assert infos["action_mask"].sum() == 3 * 32
    for ends in (False, False, True):
        _, _, over, cut, infos = envs.step(envs.action_space.sample())
        assert over.tolist() == [ends] * 3
        assert not cut.any()
    assert infos["action_mask"].sum() == 3 * 32, "the next games have begun"
    assert all(last[TABLE_WIDTH:-4].sum() == 1 for last in infos["final_obs"]), "one box is filled at the end"


def test_samples_are_legal_and_even() -> None:
    env = YahtzeeVectorEnv(6000)
    env.reset(seed=1)
    env.action_space.seed(1)
    counts = np.bincount(env.action_space.sample(), minlength=45)
    assert counts[32:].sum() == 0
    assert abs(counts[:32] - 6000 / 32).max() < 5 * np.sqrt(6000 / 32)
    for _ in range(2):
        env.step(np.full(6000, 31))
    counts = np.bincount(env.action_space.sample(), minlength=45)
    assert counts[:32].sum() == 0
    assert abs(counts[32:] - 6000 / 13).max() < 5 * np.sqrt(6000 / 13)


def test_illegal_actions_are_refused_with_the_reason() -> None:
    env, envs = YahtzeeEnv(), YahtzeeVectorEnv(2)
    for unready in (lambda: env.step(0), lambda: envs.step(np.zeros(2, int))):
        with pytest.raises(MendaxError, match="reset the environment before using it"):
            unready()
    before = env.reset(seed=1)[0]
    envs.reset(seed=1)
    with pytest.raises(IllegalAction, match="score 1s: a box is scored after the third roll"):
        env.step(32)
    with pytest.raises(IllegalAction, match="actions are the numbers from 0 to 44"):
        env.step(45)
    with pytest.raises(IllegalAction, match=r"actions are whole numbers, not 3\.0"):
        env.step(3.0)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match=r"game 1, action 44 \(score ch\)"):
        envs.step(np.array([0, 44]))
    assert env.step(31)[0][DICE].tolist() == before[DICE].tolist(), "a refusal throws no dice"
    turn = YahtzeeEnv(single_turn=True)
    turn.reset(seed=1)
    for action in (31, 31, 44):
        over = turn.step(action)[2]
    assert over
    with pytest.raises(IllegalAction, match="the game is over"):
        turn.step(0)


@pytest.mark.parametrize(
    ("build", "why"),
    [
        (lambda: YahtzeeEnv(rules="french"), "there are no yahtzee rules 'french'"),
        (lambda: YahtzeeVectorEnv(2, rules="french"), "there are no yahtzee rules 'french'"),
        (lambda: YahtzeeVectorEnv(0), "at least one game, not 0"),
        (lambda: YahtzeeEnv(render_mode="human"), "there is no render mode 'human'"),
        (lambda: YahtzeeEnv().reset(options={"card": 1}), "no options to reset with, such as 'card'"),
        (lambda: YahtzeeVectorEnv(2).reset(options={"reset_mask": 1}), "no options to reset with"),
        (lambda: pettingzoo_env.env(players=7), "1 to 6 players, not 7"),
        (lambda: pettingzoo_env.env(players="2"), "1 to 6 players, not '2'"),  # type: ignore[arg-type]
        (lambda: pettingzoo_env.env(reward="fame"), "there is no reward 'fame'; there is: points, win"),
    ],
)
def test_bad_input_is_said_in_a_line(build: Callable[[], object], why: str) -> None:
    with pytest.raises(MendaxError, match=re.escape(why)):
        build()


def test_what_a_seat_sees() -> None:
    own, other = Card((3, *(-1,) * 10, 50, -1)), Card()
    view = View(seat=1, cards=(other, own), turn=1, rolls=2, dice=(3, 3, 3, 4, 4), kept=())
    seen = features(view, Rules.FORCED)
    assert seen[DICE].reshape(5, 6).argmax(axis=1).tolist() == [2, 2, 2, 3, 3]
    assert np.allclose(seen[COUNTS], [0, 0, 0.6, 0.4, 0, 0])
    assert seen[ROLLED].tolist() == [0, 1, 0]
    assert np.allclose(seen[POTENTIAL] * 50, [0, 0, 9, 8, 0, 0, 17, 0, 25, 0, 0, 0, 17])
    first, second = seen[TABLE_WIDTH:].reshape(2, CARD_WIDTH)
    assert np.allclose(first, [1, *[0] * 10, 1, 0, 3 / 63, 1, 53 / 1575, 1])
    assert not second.any()


def test_the_environment_says_its_position_in_words() -> None:
    env = gymnasium.make(YAHTZEE, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert "1s" in text


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("reward", pettingzoo_env.REWARDS)
def test_pettingzoo_accepts_the_environment(players: int, reward: str) -> None:
    api_test(pettingzoo_env.env(players, reward=reward), num_cycles=45)


@pytest.mark.parametrize("single_turn", [False, True])
def test_pettingzoo_finds_the_same_game_for_the_same_seed(single_turn: bool) -> None:
    seed_test(lambda: pettingzoo_env.env(3, single_turn=single_turn), num_cycles=45)


def test_pettingzoo_renders_it() -> None:
    render_test(lambda render_mode: pettingzoo_env.env(2, render_mode=render_mode))


def play_out(reward: str, players: int) -> Iterator[tuple[str, float, Any]]:
    env = pettingzoo_env.env(players, reward=reward)
    env.reset(seed=3)
    for agent in env.agents:
        env.action_space(agent).seed(3)
    for agent in env.agent_iter():
        _, paid, over, _, info = env.last()
        yield agent, paid, env.unwrapped
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))


@pytest.mark.parametrize("players", [1, 2, 5])
def test_rewards_at_the_table(players: int) -> None:
    """Points add up to the scores; a win is paid once, to whoever has the most."""
    totals: dict[str, dict[str, float]] = {}
    for reward in pettingzoo_env.REWARDS:
        totals[reward] = dict.fromkeys((f"player_{seat}" for seat in range(players)), 0.0)
        decisions = 0
        for agent, paid, table in play_out(reward, players):
            totals[reward][agent] += paid
            decisions += 1
            scores, wins = table.game.payoffs(table._here()), table.game.wins
        assert decisions == 40 * players, "39 decisions each, and one step to leave"
    assert tuple(totals["points"].values()) == scores
    assert tuple(totals["win"].values()) == wins(scores)


def test_an_illegal_action_at_the_table() -> None:
    env = pettingzoo_env.env(2)
    env.reset(seed=1)
    assert [int(env.infos[agent]["action_mask"].sum()) for agent in env.agents] == [32, 0]
    with pytest.raises(IllegalAction, match="score ch: a box is scored after the third roll"):
        env.step(44)


def test_the_page_tells_the_truth() -> None:
    """Every example of docs/environments.md runs, and prints what the page says."""
    page = (ROOT / "docs" / "environments.md").read_text()
    examples = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", page, re.DOTALL)
    assert len(examples) == 4
    for source, printed in examples:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", source], capture_output=True, text=True, check=False, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == printed


@pytest.mark.parametrize(
    "absent", [["gymnasium", "pettingzoo"], pytest.param(["numba", "gymnasium"], marks=pytest.mark.slow)]
)
def test_the_benchmark_runs_on_a_bare_machine(absent: list[str], tmp_path: Path) -> None:
    """On a GPU machine there may be little more than JAX and NumPy."""
    hide = f"""
        from importlib.machinery import PathFinder

        class Hides(PathFinder):
            @classmethod
            def find_spec(cls, name, path=None, target=None):
                hidden = name in {[*absent, "scipy", "duckdb", "matplotlib", "soar_sml"]}
                return None if hidden else PathFinder.find_spec(name, path, target)

        import sys
        sys.meta_path[sys.meta_path.index(PathFinder)] = Hides
        """
    (tmp_path / "sitecustomize.py").write_text(dedent(hide))
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT / 'src'}"}
    command = [sys.executable, "-m", "mendax", "bench", "yahtzee-env", "--quick", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(line["value"] > 0 for line in found["lines"])
    assert [row["what"] for row in found["rows"]].count("numba kernel") == ("numba" not in absent)
    assert "gymnasium not installed" in found["note"]
    assert 35 < found["random_mean"] < 60

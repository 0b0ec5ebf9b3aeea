"""Lessons say what the tablebase does, in positions as the champion sees them; a training learns them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import jax.numpy as jnp
import numpy as np
import pytest

from mendax.cli.app import run
from mendax.core.errors import MendaxError
from mendax.games.liars_dice.commands import champion_training
from mendax.games.liars_dice.kernel.numbering import PASS, action_of, num_actions, number_of
from mendax.games.liars_dice.kernel.numpy_tables import Tables
from mendax.games.liars_dice.learning.champion import lesson_drawing
from mendax.games.liars_dice.learning.champion.features import features, num_present, seen_of_view
from mendax.games.liars_dice.learning.champion.lesson_drawing import SHARES, draw_lessons
from mendax.games.liars_dice.learning.champion.lessons import Lessons, load_lessons, save_lessons
from mendax.games.liars_dice.learning.champion.networks import begin
from mendax.games.liars_dice.learning.champion.positions import table_of
from mendax.games.liars_dice.learning.champion.training import on_device, train_champion
from mendax.games.liars_dice.learning.champion.update import lesson_loss
from mendax.games.liars_dice.rules import Answer, Bid, LiarsDice, View
from mendax.games.liars_dice.solver.endgame import Tablebase, solve_endgame
from mendax.games.liars_dice.solver.endgame.positions import Position
from mendax.games.liars_dice.solver.endgame.round_tree import FULL, WIDTH, Menu, round_tree
from mendax.learn.log import read_rows
from tests.games.liars_dice.learning.champion.test_update import tiny

ONE_DIE = LiarsDice(players=2, dice=1)
Asked = list[View]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablebase]:
    """One die each, solved by linear programs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MENDAX_CACHE", str(tmp_path_factory.mktemp("endgame")))
        yield solve_endgame(ONE_DIE, threads=1)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The view of every lesson."""
    found: Asked = []

    def recorded(view: View, players: int) -> Tables:
        found.append(view)
        return table_of(view, players)

    monkeypatch.setattr(lesson_drawing, "table_of", recorded)
    return found


def all_alike(position: Position, menu: Menu = FULL) -> Tablebase:
    """A base whose strategies take every action equally often; nothing is solved for it."""
    game = LiarsDice(players=2, dice=2)
    tree = round_tree(game, position, menu)
    table = np.broadcast_to(np.float32(1), (tree.size[0], WIDTH))
    stands_in = SimpleNamespace(
        game=game, rounds={position: None}, table=lambda position, seat: (tree, table), forget_tables=lambda: None
    )
    return cast(Tablebase, stands_in)


def test_lessons_are_what_the_tablebase_does(base: Tablebase, asked: Asked) -> None:
    lessons = draw_lessons(base, 400, np.random.default_rng(1))
    assert len(lessons) == 400
    assert lessons.seen.shape == (400, num_present(2))
    # Each position and seat has as many, drawn one after the other; what was drawn beyond that was left out.
    rows, compared = {lesson.tobytes(): at for at, lesson in enumerate(lessons.seen)}, 0
    for view in asked:
        at = rows.get(features(np, seen_of_view(view), 2)[: num_present(2)].tobytes())
        if at is None:
            continue
        probe = base.probe(view, [action_of(int(number), view.cup, 2) for number in np.flatnonzero(lessons.legal[at])])
        if probe is None or not probe.on_path:
            continue
        for option in probe.options:
            assert isinstance(option.action, Bid | Answer)
            number = number_of(option.action, view.cup, 2)
            assert number is not None
            assert lessons.mix[at, number] / 255 == pytest.approx(option.probability, abs=0.003)
        compared += 1
    assert compared > 200


def test_all_positions_are_taught_in_shares(base: Tablebase, asked: Asked) -> None:
    draw_lessons(base, 399, np.random.default_rng(2))
    seats = [(view.exacts, view.seat) for view in asked]
    assert len(set(seats)) == 8
    assert all(seats.count(one) >= 49 for one in set(seats))
    assert SHARES.keys() == {2, 3, 4}


@pytest.mark.parametrize("position", [Position((2, 1), (True, False)), Position((1, 2), (False, True))])
def test_lessons_know_what_is_legal(position: Position, asked: Asked) -> None:
    """No share is on what is not, also behind pushes."""
    lessons = draw_lessons(all_alike(position), 400, np.random.default_rng(3))
    assert not (lessons.mix[~lessons.legal]).any()
    assert any(said.action.push for view in asked for said in view.said if isinstance(said.action, Bid))
    assert {view.seat for view in asked} == {0, 1}


def test_what_a_strategy_leaves_out_is_legal_all_the_same() -> None:
    """With two dice each a seat was solved with few actions; the champion learns not to take the others."""
    position = Position((2, 1), (True, False))
    lessons = draw_lessons(all_alike(position, Menu(passes=False)), 400, np.random.default_rng(3))
    assert not lessons.mix[:, PASS].any()
    assert lessons.legal[:, PASS].mean() > 0.2


def test_the_same_seed_draws_the_same(base: Tablebase) -> None:
    first, again, other = (draw_lessons(base, 40, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert first.digest == again.digest != other.digest


def test_nothing_solved_teaches_nothing() -> None:
    with pytest.raises(MendaxError, match="nothing of this endgame is solved yet"):
        draw_lessons(Tablebase(ONE_DIE, {}), 10, np.random.default_rng(1))


def test_lessons_are_kept(base: Tablebase, tmp_path: Path) -> None:
    lessons = draw_lessons(base, 40, np.random.default_rng(5))
    save_lessons(tmp_path / "l.npz", lessons)
    assert load_lessons(tmp_path / "l.npz").digest == lessons.digest
    with pytest.raises(MendaxError, match="does not exist"):
        load_lessons(tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("no lessons")
    with pytest.raises(MendaxError, match="cannot be read as lessons"):
        load_lessons(tmp_path / "text.npz")
    save_lessons(tmp_path / "less.npz", Lessons(lessons.seen[:, 1:], lessons.mix, lessons.legal))
    with pytest.raises(MendaxError, match="do not fit together"):
        load_lessons(tmp_path / "less.npz")
    damaged = lessons.seen.copy()
    damaged[3, 3] = np.nan
    save_lessons(tmp_path / "damaged.npz", Lessons(damaged, lessons.mix, lessons.legal))
    with pytest.raises(MendaxError, match="do not fit together"):
        load_lessons(tmp_path / "damaged.npz")


def random_lessons(number: int) -> Lessons:
    rng = np.random.default_rng(4)
    legal = rng.random((number, num_actions(2))) < 0.3
    legal[:, :2] = True
    mix = np.zeros(legal.shape, np.uint8)
    mix[:, 0], mix[:, 1] = 204, 51
    return Lessons(rng.random((number, num_present(2))).astype(np.float16), mix, legal)


@pytest.mark.parametrize("memory", [False, True])
def test_what_a_lesson_costs(memory: bool) -> None:
    """The cross-entropy; a player with a memory sees that nothing has been played."""
    plan, lessons = tiny(networks__memory=memory), random_lessons(20)
    actor = begin(np.random.default_rng(2), 2, (16,), (1,), (1,), False, plan.networks.inputs(2)).actor
    found = float(lesson_loss(plan, actor, on_device(lessons)))
    seen = np.pad(lessons.seen, ((0, 0), (0, plan.networks.inputs(2) - num_present(2))))
    logits = np.where(lessons.legal, np.asarray(actor(jnp.asarray(seen))), -np.inf)
    logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    assert found == pytest.approx(-(0.8 * logs[:, 0] + 0.2 * logs[:, 1]).mean(), rel=1e-4)


@pytest.mark.slow
def test_a_training_learns_its_lessons(tmp_path: Path) -> None:
    plan, lessons = tiny(networks__memory=False, learning__rate__first=0.01, decisions=20 * 384), random_lessons(64)
    player, result = train_champion(plan, tmp_path, matches=0, lessons=lessons)
    assert result.plan.lessons == lessons.digest
    lost = [row["lesson_loss"] for row in read_rows(tmp_path)]
    best = -(0.8 * np.log(0.8) + 0.2 * np.log(0.2))
    assert best <= lost[-1] < best + 0.6 * (lost[0] - best)
    again, _ = train_champion(plan, None, matches=0, lessons=lessons)
    assert again.digest == player.digest
    without, _ = train_champion(plan, None, matches=0)
    assert without.digest != player.digest
    with pytest.raises(MendaxError, match="of matches of two players, and this training is for 3"):
        train_champion(tiny(3), matches=0, lessons=lessons)


@pytest.mark.slow
def test_the_command_draws_lessons_once(
    base: Tablebase, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(champion_training, "ENDGAME", ONE_DIE)
    sets = ["learning.tables=16", "learning.steps=8", "networks.actor=[16]", "networks.critic=[16]", "opponents.pool=2"]
    command = ["train", "liars-dice", "--preset", "champion-small", "--set", "decisions=1280"]
    command += [part for change in sets for part in ("--set", change)]

    def train(out: str, *more: str) -> tuple[int, str]:
        code = run([*command, "--out", str(tmp_path / out), *more])
        return code, " ".join(capsys.readouterr().err.split())

    assert train("a", "--lessons", "2e2")[0] == 0
    kept = tmp_path / "a" / champion_training.LESSONS
    assert len(load_lessons(kept)) == 200
    assert train("a", "--lessons", "200")[0] == 0
    assert train("b", "--lessons", str(kept))[0] == 0
    assert (tmp_path / "b" / "player.npz").read_bytes() == (tmp_path / "a" / "player.npz").read_bytes()
    code, said = train("a", "--lessons", "300")
    assert (code, "has 200 lessons, not 300" in said) == (2, True)
    code, said = train("c", "--lessons", "none.npz")
    assert (code, "none.npz does not exist" in said) == (2, True)
    code, said = train("c", "--lessons", "100", "--players", "3")
    assert (code, "this training is for 3" in said) == (2, True)
    monkeypatch.undo()
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "empty"))
    code, said = train("c", "--lessons", "100")
    assert (code, "nothing of this endgame is solved yet" in said) == (2, True)
    assert run(["train", "liars-dice", "--out", str(tmp_path / "d"), "--lessons", "100"]) == 2
    assert "--lessons" in capsys.readouterr().err

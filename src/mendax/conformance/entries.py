"""The suite for entries of the catalogue: every part that an entry names is there and is what it should be."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, get_origin

from mendax.core.agent import Agent, prepared
from mendax.core.catalogue import AgentEntry, GameEntry, load
from mendax.core.errors import MendaxError
from mendax.core.face import Face
from mendax.core.game import AnyGame, Game
from mendax.core.tour import Tour
from mendax.report.study import Study

VERBS = ("solve", "exploit", "advise", "review", "train", "export", "acpc serve", "acpc join")


def check_entry(entry: GameEntry, arguments: Mapping[str, str] = {}) -> None:
    """Check that all parts of an entry load and fit together; raises `AssertionError` with the reason.

    `arguments` has a text to stand after the colon for agents that need one, by name; an agent that needs one
    and has none here is loaded and not built.
    """
    assert entry.about, f"{entry.name} has no line about itself"
    kind = load(entry.rules)
    assert isinstance(kind, type), f"{entry.rules} is not a class"
    assert issubclass(kind, Game), f"{entry.rules} is not a Game"
    assert kind.name == entry.name, f"the entry is named {entry.name}, the game {kind.name}"
    game = entry.build()
    for agent in entry.agents:
        check_agent_entry(agent, game, arguments.get(agent.name, ""))
    names = {agent.name for agent in entry.agents}
    assert not entry.advisor or entry.advisor in names, f"the advisor {entry.advisor} is not among the agents"
    used = (entry.worlds, entry.rule_words, entry.pieces, entry.ranking)
    functions = (entry.solver, entry.trainer, entry.environments, *used)
    for where in filter(None, (*functions, *entry.formats.values())):
        assert callable(load(where)), f"{where} cannot be called"
    if entry.coach:
        assert callable(getattr(entry.load_coach(), "review", None)), f"{entry.coach} has no review"
    _check_face(entry, game)
    for where in entry.studies:
        study = load(where)
        assert isinstance(study, Study), f"{where} is not a Study"
        assert study.about, f"the study {study.name} has no line about itself"
        for part in study.chosen():
            assert part.about, f"the part {part.name} of the study {study.name} has no line about itself"
            assert callable(part.load()), f"{part.run} cannot be called"
    for where in entry.benchmarks:
        _check_benchmarks(where)
    for verb, where in entry.commands.items():
        assert verb in VERBS, f"there is no command {verb!r}"
        check_command(where)
    if entry.tour:
        tour = entry.load_tour()
        assert isinstance(tour, Tour), f"{entry.tour} is not a Tour"


def check_agent_entry(entry: AgentEntry, game: AnyGame, argument: str = "") -> None:
    """Check that an agent can be built for a game, or says in one line why it does not play it."""
    assert entry.about, f"{entry.name} has no line about itself"
    assert callable(load(entry.factory)), f"{entry.factory} cannot be called"
    if entry.argument and not entry.argument.startswith("[") and not argument:
        return
    try:
        agent = prepared(entry.make(game.name, argument), game, entry.name)(game, 0, Random(0))
    except MendaxError as error:
        message = str(error)
        assert message, f"{entry.name} does not say why it does not play"
        assert "\n" not in message, f"{entry.name} takes more than a line to say why it does not play: {message!r}"
    else:
        assert isinstance(agent, Agent), f"{entry.factory} does not build an Agent"


def check_command(where: str) -> None:
    """Check that a command takes the game first and that all its other parameters are described options."""
    command = load(where)
    assert callable(command), f"{where} cannot be called"
    assert inspect.getdoc(command), f"{where} has no docstring: it is what --help shows"
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    assert parameters, f"{where} does not take the game"
    for option in parameters[1:]:
        described = get_origin(option.annotation) is Annotated
        assert described, f"{where}: the option {option.name} is not Annotated with what typer shows of it"


def _check_face(entry: GameEntry, game: AnyGame) -> None:
    face = entry.load_face()
    assert isinstance(face, Face), f"{entry.face} is not a Face"
    for seat in (*range(game.seats), None):
        assert face.describe(game.view(game.start(), seat)), f"{entry.name} does not show its first view"


def _check_benchmarks(where: str) -> None:
    """Benchmarks are recognised by what they have: their class belongs to a package beside this one."""
    benchmarks: Any = load(where)
    assert isinstance(benchmarks, tuple), f"{where} is not a tuple of benchmarks"
    for benchmark in benchmarks:
        assert benchmark.about, f"the benchmark {benchmark.name} has no line about itself"
        assert callable(benchmark.load()), f"{benchmark.run} cannot be called"

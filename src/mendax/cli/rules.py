"""`mendax rules`: what a Soar agent has learned, rule by rule, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from mendax.core.catalogue import agents, build_agent, games, load
from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.report.console import console, plural, print_json
from mendax.report.options import Json

if TYPE_CHECKING:
    from mendax.soar.learned_rules import LearnedRule, LearnedRules


def rules(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Learned rules, as `mendax train` writes them, or a player's, such as learned:tuned-p; "
            "several are merged.",
        ),
    ],
    top: Annotated[int, typer.Option(min=1, help="How many rules of each kind to show.")] = 10,
    save: Annotated[Path | None, typer.Option(help="Write the rules to a file, merged if there are several.")] = None,
    soar: Annotated[Path | None, typer.Option(help="Write a .soar file that Soar's own tools load.")] = None,
    json: Json = False,
) -> None:
    """Show what was learned: how many rules, the most used, the most changed, each in words."""
    from mendax.soar.learned_rules import LearnedRules

    first, *others = (LearnedRules.load(_file_of(path)) for path in files)
    learned = first.merge(others) if others else first
    if save is not None:
        learned.save(save)
    if soar is not None:
        write_whole(soar, learned.to_soar())
    words = _words_of(learned)
    if json:
        print_json(_to_json(learned, top, words))
        return
    out, origin = console(), learned.origin
    valued = [rule for rule in learned.rules if rule.value is not None]
    out.print(
        f"{plural(len(learned.rules), 'rule')}, {len(valued):,} with a value, {plural(learned.num_updates, 'update')}; "
        f"{origin.agent or 'unknown agent'} in {origin.game or 'an unknown game'}, {plural(origin.games, 'game')} "
        f"against {', '.join(origin.opponents) or 'nobody'}, seeds {', '.join(map(str, origin.seeds)) or 'none'}"
    )
    if not learned.exact:
        out.print("Values have six digits: the kernel's memory could not be read.")
    for title, chosen in (("Most used", _most_used(learned, top)), ("Most changed", _most_changed(learned, top))):
        out.print(f"\n{title}:")
        for rule in chosen:
            moved = "" if rule.initial is None else f", moved {rule.moved:+.4f}"
            out.print(
                f"  {words(rule.text)}: {_value(rule)} ({plural(rule.num_updates, 'update')}{moved})", soft_wrap=True
            )


def _file_of(path: Path) -> Path:
    """A file, or that of an agent such as `learned:tuned-p`."""
    name, colon, _ = str(path).partition(":")
    if not colon or path.exists():
        return path
    for game in games():
        if name in agents(game):
            found: Sequence[Path] = getattr(build_agent(game, str(path)), "files", tuple)()
            if found:
                return found[0]
    raise MendaxError(f"{path} is neither a file nor an agent that has one")


def _most_used(learned: LearnedRules, top: int) -> list[LearnedRule]:
    return sorted(learned.rules, key=lambda rule: (-rule.num_updates, rule.name))[:top]


def _most_changed(learned: LearnedRules, top: int) -> list[LearnedRule]:
    return sorted(learned.rules, key=lambda rule: (-abs(rule.moved), rule.name))[:top]


def _value(rule: LearnedRule) -> str:
    """The value, or what a rule without one makes."""
    from mendax.soar.rule_text import read_rule

    return read_rule(rule.text).makes if rule.value is None else f"{rule.value:.4f}"


def _words_of(learned: LearnedRules) -> Callable[[str], str]:
    """How the rules' game reads a rule; by its conditions where the game says nothing."""
    entry = games().get(learned.origin.game.partition(":")[0])
    if entry is not None and entry.rule_words:
        return cast(Callable[[str], str], load(entry.rule_words))
    return lambda text: " ".join(text.partition("-->")[0].split()[2:])


def _to_json(learned: LearnedRules, top: int, words: Callable[[str], str]) -> dict[str, Any]:
    origin = learned.origin

    def listed(chosen: Iterable[LearnedRule]) -> list[dict[str, Any]]:
        return [{**rule.to_json(), "words": words(rule.text), "moved": rule.moved} for rule in chosen]

    return {
        "game": origin.game,
        "agent": origin.agent,
        "settings": origin.settings,
        "opponents": list(origin.opponents),
        "seeds": list(origin.seeds),
        "games": origin.games,
        "exact": learned.exact,
        "rules": len(learned.rules),
        "with_value": sum(rule.value is not None for rule in learned.rules),
        "updates": learned.num_updates,
        "most_used": listed(_most_used(learned, top)),
        "most_changed": listed(_most_changed(learned, top)),
    }

"""The options of `mendax advise holdem`."""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Annotated

import typer

from mendax.core.errors import MendaxError
from mendax.games.holdem.coach.advice import Advice, Comparison, Odds, compare, made_text
from mendax.games.holdem.coach.advice import advise as advise_hand
from mendax.games.holdem.coach.choices import AgentChoice, Position, agent_choices, quick_agents
from mendax.games.holdem.kernel.equity import Equity
from mendax.games.holdem.rules import Holdem, card_text, cards_text, parse_cards
from mendax.report.console import console, percent, print_json
from mendax.report.options import Json, Seed
from mendax.report.progress import spinner


def advise(
    game: Holdem,
    hand: Annotated[str, typer.Option(metavar="CARDS", help="Your two cards, such as AdQc.")],
    board: Annotated[str, typer.Option(metavar="CARDS", help="3, 4 or 5 open cards, such as 3h4cJh.")] = "",
    against: Annotated[
        list[str] | None, typer.Option(metavar="CARDS", help="A known hand, such as KhKs; once for each.")
    ] = None,
    opponents: Annotated[
        int | None, typer.Option(min=1, max=9, help="Opponents whose cards are not known; the table's others.")
    ] = None,
    pot: Annotated[float | None, typer.Option(min=0, help="Chips in the pot, with --to-call.")] = None,
    to_call: Annotated[float | None, typer.Option(min=0, help="What a call costs, with --pot.")] = None,
    place: Annotated[
        int | None, typer.Option(min=1, help="For --agents: 1 is left of the button; the button by default.")
    ] = None,
    agents: Annotated[
        str | None, typer.Option(metavar="A,B", help="Agents to ask; none: an empty text. The quick ones by default.")
    ] = None,
    samples: Annotated[int, typer.Option(min=2, max=100_000_000, help="Deals, where equity is sampled.")] = 200_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """What a hand is worth: strength, potential, outs, equity, pot odds, and what each agent would do.

    --hand AdQc --board 3h4cJh: against one unknown hand. --hand AcAd --against KhKs: against a known one, exactly.
    """
    own, open_cards = parse_cards(hand), parse_cards(board)
    odds = _odds(pot, to_call)
    if against:
        if opponents is not None or odds is not None or agents is not None or place is not None:
            raise MendaxError("--against compares known hands: it goes with --hand and --board alone")
        with spinner("Going through all boards"):
            found = compare([own, *map(parse_cards, against)], open_cards)
        print_json(found.to_json()) if json else _print_comparison(found)
        return
    others = game.players - 1 if opponents is None else opponents
    with spinner("Computing"):
        advice = advise_hand(own, open_cards, others, odds, samples, rng=Random(seed))
        bet = odds is not None and odds.to_call > 0
        position = Position(others + 1, own, open_cards, None if place is None else place - 1, bet, game.raises)
        choices = agent_choices(position, _names(agents), seed)
    if json:
        print_json({**advice.to_json(), "position": str(position), "agents": [one.to_json() for one in choices]})
    else:
        _print_advice(advice, position, choices)


def _odds(pot: float | None, to_call: float | None) -> Odds | None:
    if (pot is None) != (to_call is None):
        raise MendaxError("pot odds need both: --pot and --to-call")
    if pot is not None and to_call is not None and not (isfinite(pot) and isfinite(to_call)):
        raise MendaxError("--pot and --to-call are numbers of chips, which are finite")
    return None if pot is None or to_call is None else Odds(pot, to_call)


def _names(text: str | None) -> list[str]:
    """The agents to ask; a part such as `key=value` belongs to the agent before it, whose options may have commas."""
    if text is None:
        return quick_agents()
    names = list[str]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def _print_advice(advice: Advice, position: Position, choices: list[AgentChoice]) -> None:
    from rich.table import Table

    out = console()
    board = f" on {cards_text(advice.board)}" if advice.board else " before the flop"
    out.print(f"{cards_text(advice.hand)}{board}: {made_text(advice.hand, advice.board)}.")
    if (found := advice.potential) is not None:
        now = found.strength
        out.print(
            f"Hand strength {now.value:.4f}: ahead of {now.ahead:,.0f} hands, tied with {now.tied:,.0f}, "
            f"behind {now.behind:,.0f}.",
            soft_wrap=True,
        )
        if advice.opponents > 1:
            out.print(f"The best of {advice.opponents + 1} hands now: about {percent(now.against(advice.opponents))}.")
        if len(advice.board) < 5:
            out.print(
                f"Ppot {found.positive:.4f} (behind, then ahead), Npot {found.negative:.4f} (ahead, then behind)."
            )
            outs = " ".join(map(card_text, advice.outs)) or "none"
            out.print(f"Outs, {len(advice.outs)}: {outs}.", soft_wrap=True)
    who = "one unknown hand" if advice.opponents == 1 else f"{advice.opponents} unknown hands"
    exact = isinstance(advice.equity, Equity)
    error = "" if isinstance(advice.equity, Equity) else f" ± {100 * 1.96 * advice.equity.standard_error:.1f}"
    out.print(
        f"Equity against {who}: {100 * advice.share:.1f}{error} % of the pot "
        f"({'exact' if exact else 'sampled, with its 95 % interval'}).",
        soft_wrap=True,
    )
    if advice.sentence:
        out.print(advice.sentence, soft_wrap=True)
    if not choices:
        return
    table = Table(title=f"What they would do: {position}", title_justify="left")
    for name in ("agent", "action", "why"):
        table.add_column(name)
    for choice in choices:
        table.add_row(choice.agent, _action_text(choice), choice.sentence)
    out.print(table)


def _action_text(choice: AgentChoice) -> str:
    if choice.action is None:
        return "cannot decide"
    if choice.mix is None or len(choice.mix) == 1:
        return str(choice.action)
    return ", ".join(f"{action} {percent(chance)}" for action, chance in choice.mix.items() if chance)


def _print_comparison(found: Comparison) -> None:
    from rich.table import Table

    out = console()
    table = Table(
        title=f"Over every board{f' with {cards_text(found.board)}' if found.board else ''}", title_justify="left"
    )
    table.add_column("hand")
    for name in ("win", "tie", "lose", "of the pot"):
        table.add_column(name, justify="right")
    for cards, equity in zip(found.hands, found.equities, strict=True):
        counts = (f"{count:,.0f}" for count in (equity.win, equity.tie, equity.lose))
        table.add_row(cards_text(cards), *counts, f"{100 * equity.equity:.2f} %")
    out.print(table)
    if found.outs:
        outs = " ".join(map(card_text, found.outs))
        out.print(f"Outs of {cards_text(found.hands[0])}, {len(found.outs)}: {outs}.", soft_wrap=True)

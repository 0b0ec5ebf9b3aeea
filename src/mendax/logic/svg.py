"""Models as SVG pictures, without another program.

Up to twelve worlds lie on a circle, more on a grid. Each agent has a colour; lines of several agents between the same
two worlds lie side by side. S5 models are drawn without reflexive lines; a class of more than four worlds is a path.
"""

from __future__ import annotations

import math
from html import escape

import numpy as np

from mendax.logic.dot import colour
from mendax.logic.model import Model

ON_CIRCLE = 12
RADIUS = 26.0
"""Of a world."""
APART = 130.0
"""Between neighbouring worlds."""
MARGIN = 64.0
BEND = 16.0
"""Between parallel lines."""

Point = tuple[float, float]


def to_svg(model: Model, world: str | None = None) -> str:
    """The picture; the actual world, if one is given, has a double ring."""
    actual = model.position(world) if world is not None else None
    places = dict(zip(map(int, np.flatnonzero(model.alive)), _layout(model.num_worlds), strict=True))
    width = max(x for x, _ in places.values()) + MARGIN
    height = max(y for _, y in places.values()) + MARGIN + 22
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(str(model))}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
    ]
    if model.directed:
        parts += [_arrow_head(model, agent) for agent in model.agents]
    for (one, other), agents in model.edges().items():
        for number, agent in enumerate(agents):
            bend = BEND * (number - (len(agents) - 1) / 2) + (BEND if model.directed else 0)
            parts.append(_line(model, agent, places[one], places[other], bend, number))
    for position, place in places.items():
        parts += _world(model, position, place, position == actual)
    parts += _legend(model, height)
    return "\n".join([*parts, "</svg>", ""])


def _layout(number: int) -> list[Point]:
    """A place for each world."""
    if number <= ON_CIRCLE:
        radius = 0.0 if number == 1 else max(70.0, APART / 2 / math.sin(math.pi / number))
        middle = radius + MARGIN
        turns = [2 * math.pi * place / number - math.pi / 2 for place in range(number)]
        return [(middle + radius * math.cos(turn), middle + radius * math.sin(turn)) for turn in turns]
    columns = math.ceil(math.sqrt(number))
    return [(MARGIN + APART * (place % columns), MARGIN + APART * (place // columns)) for place in range(number)]


def _line(model: Model, agent: str, start: Point, end: Point, bend: float, number: int) -> str:
    """A bent line between two worlds, from ring to ring; a loop if they are the same."""
    head = f' marker-end="url(#arrow-{model.place(agent)})"' if model.directed else ""
    style = f'fill="none" stroke="{colour(model, agent)}" stroke-width="2"{head}'
    if start == end:
        x, y = start
        reach = 26.0 + 12 * number
        path = f"M {x - 12:.1f} {y - 23:.1f} C {x - reach:.1f} {y - 30 - reach:.1f}, "
        path += f"{x + reach:.1f} {y - 30 - reach:.1f}, {x + 12:.1f} {y - 23:.1f}"
    else:
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        middle = (
            (start[0] + end[0]) / 2 - 2 * bend * along[1],
            (start[1] + end[1]) / 2 + 2 * bend * along[0],
        )
        first, last = _on_ring(start, middle), _on_ring(end, middle)
        path = f"M {first[0]:.1f} {first[1]:.1f} Q {middle[0]:.1f} {middle[1]:.1f} {last[0]:.1f} {last[1]:.1f}"
    return f'<path d="{path}" {style}><title>{escape(agent)}</title></path>'


def _on_ring(centre: Point, towards: Point) -> Point:
    length = math.dist(centre, towards) or 1.0
    share = RADIUS / length
    return centre[0] + share * (towards[0] - centre[0]), centre[1] + share * (towards[1] - centre[1])


def _arrow_head(model: Model, agent: str) -> str:
    return (
        f'<marker id="arrow-{model.place(agent)}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
        f'orient="auto-start-reverse"><path d="M 0 0 L 8 4 L 0 8 z" fill="{colour(model, agent)}"/></marker>'
    )


def _world(model: Model, position: int, place: Point, actual: bool) -> list[str]:
    x, y = place
    parts = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:.0f}" fill="#f7f7f7" stroke="#333"/>']
    if actual:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS - 4:.0f}" fill="none" stroke="#333"/>')
    name, facts = model.names[position], " ".join(model.facts_at(position))
    parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{escape(_cut(name, 8))}</text>')
    parts.append(
        f'<text x="{x:.1f}" y="{y + RADIUS + 13:.1f}" text-anchor="middle" fill="#555" font-size="10" '
        'stroke="white" stroke-width="3" paint-order="stroke">'
        f"{escape(_cut(facts, 20))}<title>{escape(f'{name}: {facts}')}</title></text>"
    )
    return parts


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _legend(model: Model, height: float) -> list[str]:
    parts = []
    for number, agent in enumerate(model.agents):
        x = 10 + 64 * number
        parts.append(
            f'<line x1="{x}" y1="{height - 12:.0f}" x2="{x + 18}" y2="{height - 12:.0f}" '
            f'stroke="{colour(model, agent)}" stroke-width="3"/>'
            f'<text x="{x + 22}" y="{height - 8:.0f}">{escape(_cut(agent, 6))}</text>'
        )
    return parts

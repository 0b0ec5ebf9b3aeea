"""Drawings: DOT text and SVG pictures that are well formed and show what is there."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from mendax.logic import LogicError, RelationalModel, S5Model
from mendax.logic.examples import cards, muddy_children
from tests.logic.strategies import EXAMPLES, relational_models, s5_models

SVG = "{http://www.w3.org/2000/svg}"
MODEL = S5Model.of({"w1": "p", "w2": "p q", "w<3>": ""}, {"a": ["w1 w2"], "b": [["w2", "w<3>"], ["w1"]]})


def test_dot() -> None:
    assert MODEL.to_dot("w2").splitlines() == [
        "graph model {",
        "  node [shape=ellipse];",
        '  w0 [label="w1\\np"];',
        '  w1 [label="w2\\np q", peripheries=2];',
        '  w2 [label="w<3>\\n"];',
        '  w0 -- w1 [label="a", color="#0072b2"];',
        '  w1 -- w2 [label="b", color="#d55e00"];',
        "}",
    ]


def test_dot_of_arrows() -> None:
    model = RelationalModel.of({'"v"': "p", "w": ""}, {"a": [('"v"', "w"), ("w", "w")], "b": [('"v"', "w")]})
    assert model.to_dot().splitlines()[2:] == [
        '  w0 [label="\\"v\\"\\np"];',
        '  w1 [label="w\\n"];',
        '  w0 -> w1 [label="a,b", color="#0072b2:#d55e00"];',
        '  w1 -> w1 [label="a", color="#0072b2"];',
        "}",
    ]


@given(s5_models())
@EXAMPLES
def test_an_s5_picture_shows_worlds_and_lines(model: S5Model) -> None:
    picture = ET.fromstring(model.to_svg())
    assert len(picture.findall(f"{SVG}circle")) == model.num_worlds
    assert len(picture.findall(f"{SVG}path")) == sum(map(len, model.edges().values()))


@given(relational_models())
@EXAMPLES
def test_a_general_picture_shows_every_arrow(model: RelationalModel) -> None:
    picture = ET.fromstring(model.to_svg("w0"))
    assert len(picture.findall(f"{SVG}circle")) == model.num_worlds + 1
    assert len(picture.findall(f"{SVG}path")) == sum(len(sources) for sources, _ in model.arrows)
    assert len(picture.findall(f"{SVG}marker")) == 3


def test_lines_join_each_class_and_nothing_else() -> None:
    """Between all pairs of up to four worlds, along a path through more; worlds that are gone have no lines."""
    assert cards.model().edges() == {(0, 1): ("a",), (0, 2): ("c",), (0, 5): ("b",), (1, 3): ("b",), (1, 4): ("c",),
                                     (2, 3): ("a",), (2, 4): ("b",), (3, 5): ("c",), (4, 5): ("a",)}  # fmt: skip
    blind = S5Model.observing("p q r", {"a": ""})
    assert list(blind.edges()) == [(place, place + 1) for place in range(7)]
    assert list(blind.announce("p & q | ~p & ~q & r").edges()) == [(0, 1), (0, 2), (1, 2)]


def test_worlds_that_are_gone_are_not_drawn() -> None:
    left = S5Model.observing("p q", {"a": ""}).announce("p | q")
    assert len(ET.fromstring(left.to_svg()).findall(f"{SVG}circle")) == 3
    assert 'label="00' not in left.to_dot()
    assert 'label="01' in left.to_dot()


def test_notebooks_show_small_models_as_pictures() -> None:
    assert MODEL._repr_svg_() == MODEL._repr_html_() == MODEL.to_svg()
    large = muddy_children.explicit(10)
    assert large._repr_svg_() is None
    assert large._repr_html_() == "<p>S5 model of 1024 worlds, 10 atoms, 10 agents</p>"


def test_an_unknown_world_is_not_marked() -> None:
    for draw in (MODEL.to_dot, MODEL.to_svg):
        with pytest.raises(LogicError, match="there is no world 'w9'"):
            draw("w9")

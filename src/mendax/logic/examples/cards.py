"""Three players a, b and c hold a card each; the cards are 0, 1 and 2, and each player sees only its own.

>>> cards = model()
>>> cards.holds("K{a} a0 & ~Kw{a} b1", "012")
True
>>> told = cards.announce("~a1")  # a says: "I do not have card 1"
>>> told.where("Kw{b} a0 & Kw{c} a0")  # nobody but the holder of card 1 knows more than before
()
>>> told.where("Kw{b} a0")  # b holds 0 or 2, so a must hold the other
('021', '201')
>>> after = cards.update(show("a", "b"))  # a shows its card to b
>>> after.valid("Kw{b} c1 & ~Kw{c} a0 | c0") and after.valid("K{c} (K{b} a0 | K{b} a1 | K{b} a2)")
True
"""

from __future__ import annotations

from itertools import permutations

from mendax.logic import ActionModel, Atom, Event, S5Model

PLAYERS = "abc"


def model() -> S5Model:
    """A world for each deal: in world 012 player a has card 0, b has 1 and c has 2."""
    deals = ["".join(map(str, deal)) for deal in permutations(range(3))]
    worlds = {deal: [player + card for player, card in zip(PLAYERS, deal, strict=True)] for deal in deals}
    classes = {
        player: [[deal for deal in deals if deal[place] == str(card)] for card in range(3)]
        for place, player in enumerate(PLAYERS)
    }
    return S5Model.of(worlds, classes)


def show(holder: str, viewer: str) -> ActionModel:
    """The holder shows its card to the viewer; the third player sees that, but not the card."""
    (third,) = set(PLAYERS) - {holder, viewer}
    events = [Event(f"card{card}", Atom(f"{holder}{card}")) for card in range(3)]
    return ActionModel.hidden("show", events, {third: [[event.name for event in events]]})

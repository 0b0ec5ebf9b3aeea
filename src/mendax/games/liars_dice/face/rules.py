"""The rules of Liar's Dice in plain words, as a table plays them."""

from __future__ import annotations

from mendax.games.liars_dice.rules import Bid, LiarsDice
from mendax.games.liars_dice.rules.options import Opens, Order
from mendax.games.liars_dice.rules.wording import bid_words, dice_words, face_words, number_word


def rules_text(game: LiarsDice) -> str:
    """A paragraph for each thing a person must know."""
    return "\n".join(
        part
        for part in (_aim(game), _bids(game), _end(game), _push(game), _pass(game), _exact(game), _opens(game))
        if part
    )


def example_bid(game: LiarsDice) -> Bid:
    """A bid to explain things by: six 4s, or less where there are not so many."""
    face = min(4, game.faces)
    return Bid(min(6, game.players * game.dice), face if face != game.options.wild else 1)


def _aim(game: LiarsDice) -> str:
    goal = (
        "Whoever loses a die has lost."
        if game.single_round
        else "Without dice you are out; the last one with dice wins."
    )
    return f"Everybody rolls {dice_words(game.dice)} under a cup and looks at their own. {goal}"


def _bids(game: LiarsDice) -> str:
    options, top = game.options, game.faces
    wild = options.wild
    shown = example_bid(game)
    least = f"{shown} says that at least {number_word(shown.count)} of all dice show {face_words(shown.face, wild)}"
    meaning = f"{least}: {wild}s are wild, they count for every face." if wild else f"{least}. No face is wild."
    order = "Each bid is higher than the last: more dice, or as many of a higher face."
    if wild and options.order is Order.DOUBLE:
        last, after = (top if wild != top else top - 1), (1 if wild != 1 else 2)
        order += (
            f" A bid on {wild}s stands right above twice its number of {last}s: {bid_words(Bid(1, wild))} comes after"
            f" {bid_words(Bid(2, last))} and before {bid_words(Bid(3, after))}."
        )
    return f"A bid is about the dice of all players together. {meaning} {order}"


def _end(game: LiarsDice) -> str:
    return (
        "Instead of bidding you may challenge the last bid. All cups are lifted: if there are enough dice, the"
        " challenger loses a die, otherwise the bidder."
    )


def _push(game: LiarsDice) -> str:
    if not game.options.push:
        return ""
    return (
        "Push: with a bid you may show some of your hidden dice to all, and then roll your other hidden dice again."
        " Shown dice stay in the open until the round ends; at least one die stays under the cup."
    )


def _pass(game: LiarsDice) -> str:
    if not game.options.passes:
        return ""
    wild = f" ({game.options.wild}s are not wild for this)" if game.options.wild else ""
    return (
        f"Pass: it says that all your own dice show one face{wild}, and may be a lie. The bid stays as it is. A pass"
        " can be challenged like a bid, and behind one pass also what was said before it. You pass once with the same"
        " roll, and only with two or more dice."
    )


def _exact(game: LiarsDice) -> str:
    if not game.options.exact:
        return ""
    return (
        "Exact: it says that there are just as many dice as the last bid says, neither more nor fewer. If that is"
        f" right, you win a die back (but never have more than {game.dice}), otherwise you lose one. Everybody may say"
        " it once a game."
    )


def _opens(game: LiarsDice) -> str:
    opens = game.options.opens
    if opens is Opens.RANDOM:
        told = "Who opens a round is drawn by lot each time."
    else:
        first = "The first seat opens the game" if opens is Opens.FIRST else "Who opens the game is drawn by lot"
        told = f"{first}; then whoever lost the last die opens, or the next player if that one is out."
    if game.options.special and not game.single_round:
        told += (
            " Special round: when somebody is down to one die for the first time and more than two players are left,"
            " the next round has no wild face, and only players with one die may change the face of the bid."
        )
    return told


def words_of(game: LiarsDice) -> dict[str, str]:
    """The words on the screen."""
    bid = example_bid(game)
    words = {
        str(bid): f"a bid: of all players' dice together at least {number_word(bid.count)} count as {bid.face}",
        "[?]": "a die under somebody's cup",
        "challenge": "to say that the last bid is too high; all cups are lifted",
    }
    if game.options.wild:
        words["wild"] = f"{game.options.wild}s count for every face that is bid"
    if game.options.push:
        words["push"] = "to show some of your dice with a bid and roll the others again"
    if game.options.passes:
        words["pass"] = "to say that all your own dice show one face; the bid stays"
    if game.options.exact:
        words["exact"] = "to say that the bid is exactly right, once a game; it wins a die back"
        words["exact left"] = "this player has not said exact yet"
    if game.options.special:
        words["special round"] = "no face is wild, and the face of the bid stays, but for players with one die"
    words["opens"] = "makes the first bid of a round"
    words["holds"] = "a bid holds if there are as many dice as it says, or more"
    return words

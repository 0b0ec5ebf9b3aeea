"""The law of each game, one folder a game."""

from mendax.core.game import AnyGame
from mendax.core.registry import GameEntry, game_entries, look_up

OWN = (
    GameEntry(
        "one-die",
        "Two players, one die, rising calls: lie or tell, accept or challenge",
        "mendax.games.one_die:OneDie",
        advisor="equilibrium",
    ),
    GameEntry(
        "yahtzee",
        "Five dice, three rolls, thirteen boxes: one to six players",
        "mendax.games.yahtzee:Yahtzee",
        advisor="optimal",
        reviewer="mendax.agents.yahtzee.review:in_short",
    ),
    GameEntry(
        "liars-dice",
        "Cups of dice, bids that may be lies, push, pass, exact: two to ten players",
        "mendax.games.liars_dice:LiarsDice",
        advisor="probability",
    ),
)


def games() -> dict[str, GameEntry]:
    """Every game there is, by name."""
    return game_entries(OWN)


def build_game(text: str) -> AnyGame:
    """A game from its text: `one-die`, `one-die:faces=4`."""
    name, _, parameters = text.partition(":")
    return look_up(name, games(), "game").build(parameters)


def build_table(text: str, people: int) -> AnyGame:
    """The game with a seat for everyone, if its text leaves open how many play.

    >>> build_table("yahtzee", 3).seats, build_table("yahtzee:players=2", 3).seats
    (3, 2)
    """
    game = build_game(text)
    if game.seats == people or "players=" in text or not hasattr(game, "players"):
        return game
    return build_game(f"{text}{',' if ':' in text else ':'}players={people}")

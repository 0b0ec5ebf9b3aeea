"""The rules of one-die Liar's Dice in plain words."""

from __future__ import annotations

from mendax.games.one_die.rules import OneDie


def rules_text(game: OneDie) -> str:
    """What a person must know to play this table."""
    one = game.dice == 1
    die, top = ("a die" if one else f"{game.dice} dice"), game.top
    shown = "the die" if one else "the dice"
    start = (
        f"Each player rolls {die} in secret once, at the start, and keeps {'it' if one else 'them'}. One player calls a"
        " number: the truth, or a lie that is higher."
        if game.kept
        else f"One player rolls {die} in secret and calls a number: the truth, or a lie that is higher."
    )
    faces = "" if game.faces == 6 else f" {'The die has' if one else 'The dice have'} {game.faces} faces."
    read = "" if one else f" {game.dice} dice are read from high to low as one number: {_reading(game)}."
    then = "must now call higher" if game.kept else "takes the cup, rolls in secret and must call higher"
    return "\n".join(
        (
            f"{start}{faces}{read} A call may not be lower than {shown}.",
            "The other player believes the call or not. Who challenges lifts the cup: if the call was true the caller"
            " wins, otherwise the challenger.",
            f"Who accepts {then} than the call that was accepted. Nothing beats {top}: who accepts it loses.",
        )
    )


def _reading(game: OneDie) -> str:
    dice = str(game.values[-2])
    return f"{', '.join(dice[:-1])} and {dice[-1]} are {dice}"


def words_of(game: OneDie) -> dict[str, str]:
    """The words on the screen."""
    what = "the die shows" if game.dice == 1 else "the dice show"
    then = "you must call higher" if game.kept else "you roll, and must call higher"
    return {
        "call": f"to name a number that {what}, truly or not",
        "accept": f"to believe a call; then {then}",
        "challenge": "to say that the call is a lie; the cup is lifted",
        "the last accepted call": "what the next call must beat",
        "how often": "in a hint: how often the exact solution does this; it mixes so that nobody can see through it",
        "then wins": "in a hint: how often you win after this against an opponent who never errs",
    }

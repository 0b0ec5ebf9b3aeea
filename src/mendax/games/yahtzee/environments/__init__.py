"""Standard environments over the rules: Gymnasium (`gymnasium_env`, `vector_env`), PettingZoo (`pettingzoo_env`).

Importing registers nothing: call `register()` once, and `gymnasium.make("mendax/Yahtzee-v0")` finds them.
"""

from __future__ import annotations

YAHTZEE = "mendax/Yahtzee-v0"
YAHTZEE_TURN = "mendax/YahtzeeTurn-v0"


def register() -> tuple[str, ...]:
    """Register the environments with Gymnasium and return their names; calling it again changes nothing."""
    import gymnasium

    for name, single_turn in ((YAHTZEE, False), (YAHTZEE_TURN, True)):
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="mendax.games.yahtzee.environments.gymnasium_env:YahtzeeEnv",
                vector_entry_point="mendax.games.yahtzee.environments.vector_env:YahtzeeVectorEnv",
                kwargs={"single_turn": single_turn},
            )
    return YAHTZEE, YAHTZEE_TURN

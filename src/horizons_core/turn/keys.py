"""The keys of a game's dice: derived from its secret, committed a turn ahead, then published."""

from __future__ import annotations

from functools import cache

from horizons_core.errors import PluginError, did_you_mean
from horizons_core.model.entities import Empire, Game
from horizons_core.model.events import EVERYONE, NO_ONE
from horizons_core.turn import secrets
from horizons_core.turn.context import Keys


def keys_of_next_turn(game: Game) -> Keys:
    """Return the keys of the game's next turn, each derived when it is needed."""
    empires = {empire.id for empire in game.empires}

    @cache
    def key(known_to: str) -> str:
        if known_to not in (NO_ONE, EVERYONE) and known_to not in empires:
            raise PluginError(
                f"dice are visible to '{known_to}', which is not an empire's id",
                f"{did_you_mean(known_to, empires)}; see TurnContext.stream",
            )
        return secrets.dice_key(game.secret, game.turn + 1, known_to)

    return key


def publish(game: Game, secret: str) -> None:
    """Publish the keys of the turn just run in the fields of those who may know its dice."""
    game.turn_key = secrets.turn_key(secret, game.turn)
    for empire in game.empires:
        empire.own_key = secrets.own_key(secret, game.turn, empire.id)
    commit_to_keys(game, secret)


def commit_to_keys(game: Game, secret: str) -> None:
    """Commit to the public keys and the empires' keys of the game's next turn."""
    game.commitment = secrets.commitment(secrets.turn_key(secret, game.turn + 1))
    for empire in game.empires:
        commit_to_own_key(empire, game, secret)


def commit_to_own_key(empire: Empire, game: Game, secret: str) -> None:
    """Commit to the key of this empire's private dice of the game's next turn."""
    key = secrets.own_key(secret, game.turn + 1, empire.id)
    empire.own_commitment = secrets.commitment(key)

"""Addition of a player or spectator to a running game, as when people played it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model.entities import Game
from horizons_core.plugins.variant import Variant


def joined(
    variant: Variant,
    game: Game,
    name: str,
    *,
    role: str = "",
    options: Mapping[str, Any] | None = None,
    address: str = "",
) -> Game:
    """Return the game with one more player, or with a person without an empire.

    The same game, name and options give the same result. Raises what `Variant.join` raises.
    """
    if role:
        return variant.with_seat(game, name, role)
    after = variant.join(game, name, options)
    after.empire(name).address = address
    return after

"""Taking somebody into a running game, as it was done when people played it."""

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
    """The game with one more player, or with somebody who plays no empire.

    The same game, name and options give the same game. Raises what `Variant.join` raises.
    """
    if role:
        return variant.with_seat(game, name, role)
    after = variant.join(game, name, options)
    after.empire(name).address = address
    return after

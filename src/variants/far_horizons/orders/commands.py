"""All commands (Table 9), by their keywords; the other files here declare them by topic."""

from __future__ import annotations

from variants.far_horizons.orders.battles import BATTLES
from variants.far_horizons.orders.building import BUILDING
from variants.far_horizons.orders.diplomacy import DIPLOMACY
from variants.far_horizons.orders.planets import PLANETS
from variants.far_horizons.orders.production import PRODUCTION
from variants.far_horizons.orders.ships import JUMPS, MOVEMENTS, SHIPS

_DECLARED = (
    *BATTLES, *BUILDING, *DIPLOMACY, *JUMPS, *MOVEMENTS, *PLANETS, *PRODUCTION, *SHIPS,
)  # fmt: skip

COMMANDS = tuple(sorted(_DECLARED, key=lambda command: command.keyword))

"""House rule: equally fast ships of several empires share a sector's income instead of blocking it.

By the rulebook no ship mines in a tie (EH-INC-003). Here each of the fastest mines its income,
divided by the number of empires present (as in a blockade, EH-INC-004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from horizons_core.plugins import ModInfo, hookimpl
from variants.event_horizon.economy import Mining, Share
from variants.event_horizon.model import Ship


@frozen
class SharedMining(Mining):
    """An economy that shares income in a tie."""

    def shares(self, ships: Sequence[Ship], values: Mapping[str, int]) -> list[Share]:
        return [self.share(miner, ships, values) for miner in self.fastest(ships)]


@hookimpl
def horizons_mod_info() -> ModInfo:
    return ModInfo(
        name="shared_mining",
        variant="event_horizon",
        title="Shared mining",
        version="1.0.0",
        summary="Equally fast ships of several empires share a sector's income.",
        rules=("EH-INC-003",),
    )


@hookimpl
def horizons_economy() -> SharedMining:
    return SharedMining()

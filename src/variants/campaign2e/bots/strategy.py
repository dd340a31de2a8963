"""Parameters of the strategic bots."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen


@frozen(kw_only=True)
class Strategy:
    """Parameters of a strategic bot.

    Attributes:
        navy: the allied navy.
        forces: the starting forces, in proportion.
        upkeep_at_start: maximum upkeep of starting forces, as a fraction of the income.
        warships: designs to buy later, best first.
        upkeep: maximum upkeep later, as a fraction of the income.
        spent_a_week: fraction of the remaining treasury that upkeep may use in addition.
        weeks_kept: weeks of bills kept in the treasury.
        scout_radius: distance from the player's worlds within which neutral worlds are visited.
        fights: whether it attacks worlds and blocks the trade of others.
    """

    navy: str = "Northern Line"
    forces: Mapping[str, int]
    upkeep_at_start: float
    warships: tuple[str, ...]
    upkeep: float
    spent_a_week: float
    weeks_kept: int
    scout_radius: int
    fights: bool


TRADER = Strategy(
    forces=MappingProxyType({"Packhorse": 1, "Argent": 2, "Heron": 2}),
    upkeep_at_start=0.6,
    warships=("Argent", "Heron"),
    upkeep=0.6,
    spent_a_week=0.0,
    weeks_kept=3,
    scout_radius=2,
    fights=False,
)
RAIDER = Strategy(
    forces=MappingProxyType({"Argent": 6, "Heron": 1}),
    upkeep_at_start=0.85,
    warships=("Argent",),
    upkeep=1.0,
    spent_a_week=0.025,
    weeks_kept=2,
    scout_radius=4,
    fights=True,
)

"""What sets the bots apart that play to win."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen


@frozen(kw_only=True)
class Strategy:
    """How a bot plays.

    Attributes:
        navy: the allied navy.
        forces: the starting forces, in proportion.
        upkeep_at_start: the part of the income that their upkeep may take.
        warships: what is bought later, the best first.
        upkeep: the part of the income that upkeep may take then.
        spent_a_week: the part of what is left in the treasury that upkeep may take besides.
        weeks_kept: weeks of bills that are kept in the treasury.
        far: hexes from own worlds within which neutral worlds are visited.
        fights: whether it attacks worlds, and blocks the trade of others.
    """

    navy: str = "Northern Line"
    forces: Mapping[str, int]
    upkeep_at_start: float
    warships: tuple[str, ...]
    upkeep: float
    spent_a_week: float
    weeks_kept: int
    far: int
    fights: bool


TRADER = Strategy(
    forces=MappingProxyType({"Packhorse": 1, "Argent": 2, "Heron": 2}),
    upkeep_at_start=0.6,
    warships=("Argent", "Heron"),
    upkeep=0.6,
    spent_a_week=0.0,
    weeks_kept=3,
    far=2,
    fights=False,
)
RAIDER = Strategy(
    forces=MappingProxyType({"Argent": 6, "Heron": 1}),
    upkeep_at_start=0.85,
    warships=("Argent",),
    upkeep=1.0,
    spent_a_week=0.025,
    weeks_kept=2,
    far=4,
    fights=True,
)

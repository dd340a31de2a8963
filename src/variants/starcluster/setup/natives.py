"""Designs of the ships of non-player races (SC-NPR-002)."""

from __future__ import annotations

from functools import lru_cache

from horizons_core.sums import int_sum
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import Hull
from variants.starcluster.designs.tables import COMPONENTS, HS, WEAPONS
from variants.starcluster.model import Race

DESTROYER, STARBASE = "Destroyer", "Starbase"
#: By class: its hull, hull spaces, minimum number of each system, and magazines.
_PLANS = {
    DESTROYER: ("DD", 30, {"S": 2, "A": 4, "Q": 3, "Y": 1, "LRW": 1, "Bsa": 1, "I": 5}, 1),
    STARBASE: ("BS2", 60, {"S": 3, "A": 10, "Q": 3, "Y": 1, "CIC": 1, "LRW": 2}, 2),
}
#: The order of systems in the design string.
_ORDER = ("S", "A", "Q", "Y", "CIC", "LRW", "Bsa", "SRW", "Mg", "I")
#: Systems whose generation grows with the EL (SC-NPR-003).
_GROWING = ("S", "A", "Q", "Y", "LRW", "SRW")


@lru_cache(maxsize=1 << 10)
def native_design(of_class: str, race: Race, generation: int) -> Design:
    """A class of a non-player race , with the weapons of its race.

    Short-range weapons fill the hull, with space reserved for magazines if a weapon needs them, and
    armor fills the rest.
    """
    hull, spaces, plan, magazines = _PLANS[of_class]
    codes = {"LRW": race.long_range, "SRW": race.short_range}
    sizes = {kind: COMPONENTS[codes.get(kind, kind)].size for kind in _ORDER if kind != "I"}
    sizes["I"] = HS
    counts = dict(plan)
    if any(WEAPONS[code].ammo for code in codes.values()):
        counts["Mg"] = magazines
    free = spaces * HS - int_sum(sizes[kind] * count for kind, count in counts.items())
    counts["SRW"] = free // sizes["SRW"]
    counts["A"] += (free - counts["SRW"] * sizes["SRW"]) // sizes["A"]
    systems = [
        ShipSystem(codes.get(kind, kind), generation if kind in _GROWING else 1)
        for kind in _ORDER
        for _ in range(counts.get(kind, 0))
    ]
    return Design(Hull(hull), tuple(systems))

"""Arguments that name systems, colonies and trees, for the orders of several topics."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Range
from variants.starcluster import references
from variants.starcluster.technology.trees import TREES


def known_systems(view: View) -> Sequence[str]:
    """The ids of the systems known to the player."""
    return [system["id"] for system in view["systems"]]


def own_systems(view: View) -> Sequence[str]:
    """The ids of the player's colonies."""
    return [system["id"] for system in view["colonies"]]


def planet_numbers(view: View) -> Range:
    """The range of planet numbers in the systems known to the player."""
    return Range(1, max((system["habitable"] or 1 for system in view["systems"]), default=1))


SYSTEM = Argument(find=references.system, offers=known_systems)
COLONY = Argument(find=references.own_system, offers=own_systems)
TREE = Argument(offers=lambda _: tuple(TREES))

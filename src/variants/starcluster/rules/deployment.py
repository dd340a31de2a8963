"""Fleets by system and units by fleet, for rules that need many of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import define, field

from horizons_core.sums import int_sum
from variants.starcluster.model import Fleet, Starcluster, Unit
from variants.starcluster.rules.fleets import remove_units


@define
class Deployment:
    """The fleets and units of a game by location, valid while nothing moves.

    Attributes:
        game: the game.
        fleets: by system, the fleets in it, in the order of the game's list.
        units: by the ids of their fleets.
        tuning: whether units that changed their fleet this turn are detuned.
    """

    game: Starcluster
    tuning: Mapping[str, bool] = field(factory=dict, kw_only=True)
    fleets: dict[str, list[Fleet]] = field(init=False)
    units: dict[str, list[Unit]] = field(init=False)
    _lost: list[Unit] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.units = self.game.units_by_fleet()
        self.fleets = {}
        for fleet in self.game.fleets:
            self.fleets.setdefault(fleet.at, []).append(fleet)

    def lose(self, system: str, units: Collection[Unit]) -> None:
        """Remove lost units of a system, and their empty fleets; see `remove_lost`."""
        if not units:
            return
        self._lost += units
        lost_ids = {unit.id for unit in units}
        for fleet in self.fleets[system]:
            self.units[fleet.id] = [u for u in self.units[fleet.id] if u.id not in lost_ids]
        self.fleets[system] = [fleet for fleet in self.fleets[system] if self.units[fleet.id]]

    def remove_lost(self) -> None:
        """Remove all lost units from the game at once."""
        remove_units(self.game, self._lost)
        self._lost = []

    def at(self, system: str, owner: str) -> list[Fleet]:
        """An empire's fleets in a system."""
        return [fleet for fleet in self.fleets.get(system, ()) if fleet.owner == owner]

    def units_of(self, fleets: Iterable[Fleet]) -> list[Unit]:
        """The units of some fleets, fleet by fleet."""
        return [unit for fleet in fleets for unit in self.units.get(fleet.id, ())]

    def spaces(self, fleets: Iterable[Fleet]) -> int:
        """The hull spaces of some fleets."""
        return int_sum(unit.design.spaces for unit in self.units_of(fleets))

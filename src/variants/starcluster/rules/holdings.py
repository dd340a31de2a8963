"""Systems and units by owner, for rules that need those of many empires."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from variants.starcluster.model.fleets import Unit
from variants.starcluster.model.game import Starcluster
from variants.starcluster.model.systems import StarSystem


@frozen(slots=False)
class Holdings:
    """The colonies and units of all empires, valid while ownership does not change.

    Gives the same results as the game's methods, which search all systems and units each time.

    Attributes:
        game: the game.
    """

    game: Starcluster

    def colonies(self, owner: str) -> list[StarSystem]:
        """The systems that an empire has colonized."""
        return self._systems.get(owner, [])

    def units_of(self, owner: str) -> list[Unit]:
        """An empire's units."""
        return self._units.get(owner, [])

    @cached_property
    def _systems(self) -> dict[str, list[StarSystem]]:
        by_owner: dict[str, list[StarSystem]] = {}
        for system in self.game.systems:
            if system.owner:
                by_owner.setdefault(system.owner, []).append(system)
        return by_owner

    @cached_property
    def _units(self) -> dict[str, list[Unit]]:
        by_owner: dict[str, list[Unit]] = {}
        for unit in self.game.units:
            by_owner.setdefault(unit.owner, []).append(unit)
        return by_owner

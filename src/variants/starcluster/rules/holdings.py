"""Which systems and units are whose, for rules that ask of many empires."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from variants.starcluster.model import Starcluster, System, Unit


@frozen(slots=False)
class Holdings:
    """The colonies and units of all empires, as long as nothing changes hands.

    It answers what the game itself does, which looks through all systems and units each time.

    Attributes:
        game: the game.
    """

    game: Starcluster

    def colonies(self, owner: str) -> list[System]:
        """The systems that an empire has colonized."""
        return self._systems.get(owner, [])

    def units_of(self, owner: str) -> list[Unit]:
        """An empire's units."""
        return self._units.get(owner, [])

    @cached_property
    def _systems(self) -> dict[str, list[System]]:
        found: dict[str, list[System]] = {}
        for system in self.game.systems:
            if system.owner:
                found.setdefault(system.owner, []).append(system)
        return found

    @cached_property
    def _units(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.game.units:
            found.setdefault(unit.owner, []).append(unit)
        return found

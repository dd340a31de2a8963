"""A game, with its clusters, empires, fleets, and the assets of fallen empires."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import known, secret
from variants.starcluster.model.empires import Empire
from variants.starcluster.model.fleets import Fleet, Unit
from variants.starcluster.model.systems import Count, PowerId, StarSystem, Template, WarpLink


@define(kw_only=True)
class Estate:
    """The assets of a fallen empire, for which others may bid in the turn after.

    Attributes:
        owner: the id of the fallen empire.
        turn: when it fell.
        bidders: ids of the empires in contact with it.
        systems: ids of its systems.
        units: names of its units.
        technologies: technologies that it had developed.
    """

    owner: PowerId
    turn: Count
    bidders: list[PowerId] = field(factory=list)
    systems: list[str] = field(factory=list)
    units: list[str] = field(factory=list)
    technologies: list[str] = field(factory=list)


@define(kw_only=True)
class Starcluster(model.Game):
    """A game of Starcluster.

    The view model decides which natives, systems, links, fleets, units and estates an empire
    knows.

    Attributes:
        empires: the players.
        natives: the non-player races (SC-SET-009).
        systems: the systems of each cluster, in the order of players, then those of the core.
        links: the links in the order of their numbers; None for those of a deleted cluster
            (SC-BRK-008).
        fleets, units: those of all empires.
        template: the cluster that is copied for newcomers (SC-SET-008).
        dividend: the network's last roll (SC-GTN-002).
        estates: estates of empires that fell in the turn before (SC-BRK-008).
        newcomers: names of players not yet announced by the network (SC-VIS-002).
    """

    empires: list[Empire] = known(factory=list)
    natives: list[Empire] = known(factory=list)
    systems: list[StarSystem] = known(factory=list)
    links: list[WarpLink | None] = known(factory=list)
    fleets: list[Fleet] = known(factory=list)
    units: list[Unit] = known(factory=list)
    template: Template = secret(factory=Template)
    dividend: Count = known(default=0)
    estates: list[Estate] = known(factory=list)
    newcomers: list[str] = known(factory=list)

    @property
    def powers(self) -> Iterator[Empire]:
        """All empires that still play, the non-player races last."""
        return (empire for empire in (*self.empires, *self.natives) if empire.active)

    def system(self, name: str) -> StarSystem | None:
        """The system of this id."""
        return next((system for system in self.systems if system.id == name), None)

    def place(self, name: str) -> StarSystem:
        """The system of an id that must exist; raises KeyError."""
        system = self.system(name)
        if system is None:
            raise KeyError(name)
        return system

    def power(self, name: str) -> Empire | None:
        """The empire or non-player race of this id."""
        return next((e for e in (*self.empires, *self.natives) if e.id == name), None)

    def agree(self, power: Empire, name: str) -> bool:
        """True if an empire and its contact record the same stance, or one is out of the game.

        If one of them is out of the game, the war ends for the other.
        """
        other = self.power(name)
        if other is None or not (power.active and other.active):
            return other is not None
        relation_back = other.relations.get(power.id)
        return relation_back is not None and relation_back.stance == power.relations[name].stance

    def colonies(self, owner: str) -> list[StarSystem]:
        """The systems that an empire has colonized."""
        return [system for system in self.systems if system.owner == owner]

    def fleets_of(self, owner: str) -> list[Fleet]:
        """An empire's fleets."""
        return [fleet for fleet in self.fleets if fleet.owner == owner]

    def units_in(self, fleet: Fleet) -> list[Unit]:
        """The units of a fleet."""
        id_ = fleet.id
        return [unit for unit in self.units if unit.fleet == id_]

    def units_by_fleet(self) -> dict[str, list[Unit]]:
        """All units by fleet id; for loops over many fleets."""
        units_by_id: dict[str, list[Unit]] = {fleet.id: [] for fleet in self.fleets}
        for unit in self.units:
            if unit.fleet in units_by_id:
                units_by_id[unit.fleet].append(unit)
            else:
                units_by_id[unit.fleet] = [unit]
        return units_by_id

    def links_at(self, system: str) -> list[WarpLink]:
        """The links that have an end in a system, by their numbers."""
        return [link for link in self.links if link and system in (link.a, link.b)]

    def units_of(self, owner: str) -> list[Unit]:
        """An empire's units."""
        return [unit for unit in self.units if unit.owner == owner]

    def link(self, number: int) -> WarpLink:
        """The link of a number that must exist; raises KeyError."""
        link = self.links[number]
        if link is None:
            raise KeyError(number)
        return link

    def end(self, name: str) -> tuple[str, WarpLink]:
        """The system and the link of an end as charts name it (`WarpLink.end`)."""
        system, number = name.split("/")
        return system, self.link(int(number))

    def fleet(self, id_: str) -> Fleet:
        """The fleet of an id that must exist; raises KeyError."""
        fleet = next((fleet for fleet in self.fleets if fleet.id == id_), None)
        if fleet is None:
            raise KeyError(id_)
        return fleet


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

"""An empire's classes, units and fleets, and what it has on its yards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from horizons_core.amounts import in_units
from horizons_core.sums import ordered_sum
from variants.starcluster.designs.checks import faults
from variants.starcluster.economy import Imperium
from variants.starcluster.model import (
    Building,
    Class,
    Empire,
    Fleet,
    Scan,
    Starcluster,
    System,
    Unit,
)
from variants.starcluster.rules.charts import point_name
from variants.starcluster.rules.classes import developed
from variants.starcluster.rules.instruments import PROBE, Ratings, ratings, scan_turns
from variants.starcluster.rules.lines import in_line
from variants.starcluster.rules.movement import HUNDREDTHS, refinements_of, speed_of
from variants.starcluster.rules.supply import train_of
from variants.starcluster.view.conditions import Conditions
from variants.starcluster.view.designs import figures_of
from variants.starcluster.view.figures import figure
from variants.starcluster.view.force_shapes import OwnClass, OwnFleet, OwnUnit, OwnYard


@frozen
class Forces:
    """What an empire has to fight and to explore with, in a game or in what is known of it.

    `places` are the systems where it may be, as far as they are known.
    """

    game: Starcluster
    empire: Empire
    economy: Imperium
    places: Mapping[str, System]
    conditions: Conditions = field(init=False)
    by_fleet: dict[str, list[Unit]] = field(init=False)
    fleets: dict[str, Fleet] = field(init=False)

    @conditions.default
    def _conditions(self) -> Conditions:
        return Conditions(self.empire)

    @by_fleet.default
    def _by_fleet(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.game.units_of(self.empire.id):
            found.setdefault(unit.fleet, []).append(unit)
        return found

    @fleets.default
    def _fleets(self) -> dict[str, Fleet]:
        return {fleet.id: fleet for fleet in self.game.fleets_of(self.empire.id)}

    def classes(self) -> list[OwnClass]:
        """The registered classes (SC-DES-008)."""
        return [self._class(one) for one in self.empire.classes.values()]

    def _class(self, one: Class) -> OwnClass:
        design, empire = one.design, self.empire
        wrong = faults(design, empire.el, lambda code, step: developed(empire, code, step))
        return OwnClass(
            name=one.name,
            **figures_of(design, self.economy, empire.race, refinements_of(empire, design)),
            prototype=design.hull.code not in empire.hulls,
            built=empire.built.get(one.name, 0),
            faults=[fault.message for fault in wrong],
        )

    def units(self) -> list[OwnUnit]:
        """The units, in the order of their numbers."""
        return [
            self.unit(unit, self.fleets[unit.fleet]) for unit in self.game.units_of(self.empire.id)
        ]

    def unit(self, unit: Unit, fleet: Fleet) -> OwnUnit:
        """A unit as it is now, with what damage leaves of it (SC-CBT-003)."""
        return OwnUnit(
            name=unit.name,
            of_class=unit.of_class,
            fleet=fleet.name,
            at=fleet.at,
            price=in_units(unit.price),
            list_price=in_units(unit.list_price),
            shots=unit.shots,
            ordnance=unit.ordnance,
            shuttles=unit.shuttles,
            gigs=unit.gigs,
            drones=unit.drones,
            troops=figure(unit.troops),
            cold=figure(unit.cold),
            train=unit.train,
            in_line=in_line(unit),
            towed_by=self._fleet_name(unit.towed_by),
            **_own_lists(self.conditions.of(unit, fleet).told),
        )

    def own_fleets(self) -> list[OwnFleet]:
        """The fleets, in the order of their numbers."""
        return [self.fleet(fleet) for fleet in self.fleets.values()]

    def fleet(self, fleet: Fleet) -> OwnFleet:
        """A fleet with its standing orders."""
        units = self.by_fleet.get(fleet.id, [])
        rated = [self.conditions.of(unit, fleet) for unit in units]
        found = ratings(units, self.places[fleet.at])
        path, goal = self._path(fleet)
        train = train_of(units)
        doctrine, scan = fleet.doctrine, fleet.scan
        return OwnFleet(
            name=fleet.name,
            at=fleet.at,
            came_by=self._point(fleet.at, fleet.came_by),
            units=[unit.name for unit in units],
            path=path,
            goal=goal,
            points=fleet.points / HUNDREDTHS,
            speed=figure(speed_of(self.game, self.empire, fleet, units)),
            detuned=fleet.detuned,
            stance=doctrine.stance,
            guards=self._point(fleet.at, doctrine.guards),
            band=doctrine.band,
            break_off=doctrine.break_off,
            target=doctrine.target,
            anti_drive=doctrine.anti_drive,
            escorts=fleet.escorts,
            raids=fleet.raids,
            bombards=" ".join(map(str, fleet.bombards or ())),
            scan=scan.kind if scan else "",
            scan_point=self._point(fleet.at, scan.link if scan else None),
            scan_done=scan.turns if scan else 0,
            scan_turns=self._scan_turns(scan, found),
            x_rating=figure(found.system),
            xp_rating=figure(found.planetary),
            xc_rating=figure(found.capital),
            wave=fleet.wave,
            assaults=fleet.assaults,
            armed=any(unit.design.is_armed for unit in units),
            long=figure(ordered_sum((one.long for one in rated), Fraction(0))),
            short=figure(ordered_sum((one.short for one in rated), Fraction(0))),
            train=figure(train.available),
            needs=train.required,
            surveys=len({key for unit in units for key in unit.surveys}),
        )

    def yards(self) -> list[OwnYard]:
        """What is being built, in the order of the orders (SC-YRD-003)."""
        return [self._building(one) for one in self.empire.yards]

    def _building(self, one: Building) -> OwnYard:
        names = {unit.id: unit.name for unit in self.game.units_of(self.empire.id)}
        return OwnYard(
            yard=names.get(one.yard, ""),
            at=one.at,
            of_class=one.of_class,
            work=one.work,
            done=one.done,
            paid=in_units(one.paid),
            fleet=one.fleet,
            refit=names.get(one.refit, ""),
        )

    def _scan_turns(self, scan: Scan | None, found: Ratings) -> int | None:
        if scan is None or scan.kind == PROBE:
            return None if scan is None else 1
        return scan_turns(scan.kind, found, self.game.options.get("pace", 100))

    def _path(self, fleet: Fleet) -> tuple[list[str], str]:
        """The points ahead as the empire numbers them, and the system behind the last one."""
        here, names = fleet.at, []
        for number in fleet.path:
            names.append(self._point(here, number))
            here = self.game.link(number).other(here)
        return names, here if names else ""

    def _point(self, system: str, link: int | None) -> str:
        if link is None or self.game.links[link] is None:
            return ""
        return point_name(self.empire, system, self.game.link(link))

    def _fleet_name(self, id_: str) -> str:
        found = self.fleets.get(id_)
        return found.name if found else ""


def _own_lists(told: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of alike units, with lists of its own for each."""
    return {**told, "out": list(told["out"])}

"""An empire's classes, units with their state, fleets, and units under construction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from horizons_core.report import data_maker, row_of, shared_data
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import (
    Refinements,
    cruising_speed,
    defense_rating,
    offensive_ratings,
    tactical_speed,
)
from variants.starcluster.designs.text import design_string
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import (
    Class,
    Empire,
    ExplorationWork,
    Fleet,
    Race,
    Starcluster,
    StarSystem,
    Unit,
)
from variants.starcluster.rules.charts import point_name
from variants.starcluster.rules.classes import developed
from variants.starcluster.rules.logistics import train_of
from variants.starcluster.rules.movement import HUNDREDTHS, refinements_of, speed_of, unit_speed
from variants.starcluster.rules.sensors import (
    PROBE,
    InstrumentRatings,
    instrument_ratings,
    scan_turns,
)
from variants.starcluster.rules.units import in_line, points_left, working_systems
from variants.starcluster.view.own_shapes import OwnClass, OwnFleet, OwnUnit, OwnYard


def class_of(
    design: Design, economy: StarclusterEconomy, race: Race, twigs: Refinements, **others: Any
) -> OwnClass:
    """The row of a design for a race and its drive refinements; `others` are facts of the class."""
    tactical = tactical_speed(design, None, twigs)
    long, short = offensive_ratings(design, None, race.combat)
    return row_of(
        OwnClass,
        design,
        hull=design.hull.code,
        hull_name=design.hull.name,
        design=design_string(design.systems),
        price=economy.unit_price(design, race),
        upkeep=economy.upkeep_of_units([design.list_price]),
        military=design.is_military,
        long=long,
        short=short,
        defense=defense_rating(design, tactical, twigs),
        tactical=tactical,
        cruising=cruising_speed(design, None, twigs),
        quarters=design.count("Q"),
        **others,
    )


@frozen
class UnitCondition:
    """The state of a unit.

    Attributes:
        long, short: its offensive ratings.
        facts: fields of `OwnUnit` as plain data.
    """

    long: Fraction
    short: Fraction
    facts: dict[str, Any]


@frozen
class UnitConditions:
    """The states of an empire's units, cached because many undamaged ones share a class."""

    empire: Empire
    _known: dict[tuple[Any, ...], UnitCondition] = field(factory=dict)

    def of(self, unit: Unit, fleet: Fleet) -> UnitCondition:
        """The present state of a unit in a fleet (SC-CBT-003)."""
        key = (unit.design, tuple(unit.lost), unit.starving, fleet.detuned)
        condition = self._known.get(key)
        if condition is None:
            condition = self._known[key] = self._compute(unit, fleet)
        return condition

    def _compute(self, unit: Unit, fleet: Fleet) -> UnitCondition:
        design, parts = unit.design, working_systems(unit)
        twigs = refinements_of(self.empire, design)
        rooms = int_sum(part.drive is not None for part in parts)
        tactical = tactical_speed(design, rooms, twigs, detuned=fleet.detuned)
        long, short = offensive_ratings(design, parts, self.empire.race.combat)
        facts = shared_data(
            OwnUnit,
            hull=design.hull.code,
            design=design_string(design.systems),
            spaces=design.spaces,
            military=design.is_military,
            armed=design.is_armed,
            points=ordered_sum(points_left(unit)),
            points_of=design.points,
            working=design_string(parts),
            out=_broken_systems(design, parts),
            long=long,
            short=short,
            defense=defense_rating(design, tactical, twigs),
            tactical=tactical,
            cruising=unit_speed(self.empire, fleet, unit),
            yards=design.count("SY"),
            mobile_yards=design.count("SYM"),
            shops=design.count("MS"),
        )
        return UnitCondition(long, short, facts)


def _broken_systems(design: Design, parts: Iterable[object]) -> list[str]:
    """The systems that do not work, grouped, such as "2 A1"."""
    left: dict[str, int] = {}
    for system in design.systems:
        left[str(system)] = left.get(str(system), 0) + 1
    for part in parts:
        left[str(part)] -= 1
    return [f"{number} {name}" for name, number in left.items() if number]


_unit_row = data_maker(
    OwnUnit,
    "fleet at in_line towed_by",
    ready="hull design spaces military armed points points_of working out long short defense"
    " tactical cruising yards mobile_yards shops",
)
_fleet_row = data_maker(
    OwnFleet,
    "came_by units path goal points speed stance guards band break_off target anti_drive bombards"
    " scan scan_point scan_done scan_turns x_rating xp_rating xc_rating armed long short train"
    " needs surveys",
)


@frozen
class OwnForces:
    """An empire's forces, in a game or in an empire's knowledge of it.

    `places` are the known systems where they may be.
    """

    game: Starcluster
    empire: Empire
    economy: StarclusterEconomy
    places: Mapping[str, StarSystem]
    conditions: UnitConditions = field(init=False)
    by_fleet: dict[str, list[Unit]] = field(init=False)
    fleets: dict[str, Fleet] = field(init=False)

    @conditions.default
    def _conditions(self) -> UnitConditions:
        return UnitConditions(self.empire)

    @by_fleet.default
    def _by_fleet(self) -> dict[str, list[Unit]]:
        by_fleet: dict[str, list[Unit]] = {}
        for unit in self.game.units_of(self.empire.id):
            by_fleet.setdefault(unit.fleet, []).append(unit)
        return by_fleet

    @fleets.default
    def _fleets(self) -> dict[str, Fleet]:
        return {fleet.id: fleet for fleet in self.game.fleets_of(self.empire.id)}

    def classes(self) -> list[OwnClass]:
        """The registered classes (SC-DES-008)."""
        return [self._class(registered) for registered in self.empire.classes.values()]

    def _class(self, registered: Class) -> OwnClass:
        design, empire = registered.design, self.empire
        problems = faults(design, empire.el, lambda code, step: developed(empire, code, step))
        return class_of(
            design,
            self.economy,
            empire.race,
            refinements_of(empire, design),
            name=registered.name,
            prototype=design.hull.code not in empire.hulls,
            built=empire.built.get(registered.name, 0),
            faults=[fault.message for fault in problems],
        )

    def units(self) -> list[dict[str, Any]]:
        """The units in the order of their numbers: `OwnUnit`."""
        return [
            self.unit(unit, self.fleets[unit.fleet]) for unit in self.game.units_of(self.empire.id)
        ]

    def unit(self, unit: Unit, fleet: Fleet) -> dict[str, Any]:
        """The row of a unit in its present state (SC-CBT-003)."""
        return _unit_row(
            unit,
            fleet=fleet.name,
            at=fleet.at,
            in_line=in_line(unit),
            towed_by=self._fleet_name(unit.towed_by),
            **self.conditions.of(unit, fleet).facts,
        )

    def own_fleets(self) -> list[dict[str, Any]]:
        """The fleets in the order of their numbers: `OwnFleet`."""
        return [self.fleet(fleet) for fleet in self.fleets.values()]

    def fleet(self, fleet: Fleet) -> dict[str, Any]:
        """A fleet with its standing orders."""
        units = self.by_fleet.get(fleet.id, [])
        conditions = [self.conditions.of(unit, fleet) for unit in units]
        instruments = instrument_ratings(units, self.places[fleet.at])
        path, goal = self._path(fleet)
        train = train_of(units)
        doctrine, scan = fleet.doctrine, fleet.scan
        return _fleet_row(
            fleet,
            came_by=self._point(fleet.at, fleet.came_by),
            units=[unit.name for unit in units],
            path=path,
            goal=goal,
            points=fleet.points / HUNDREDTHS,
            speed=speed_of(self.game, self.empire, fleet, units),
            stance=doctrine.stance,
            guards=self._point(fleet.at, doctrine.guards),
            band=doctrine.band,
            break_off=doctrine.break_off,
            target=doctrine.target,
            anti_drive=doctrine.anti_drive,
            bombards=" ".join(map(str, fleet.bombards or ())),
            scan=scan.kind if scan else "",
            scan_point=self._point(fleet.at, scan.link if scan else None),
            scan_done=scan.turns if scan else 0,
            scan_turns=self._scan_turns(scan, instruments),
            x_rating=instruments.system,
            xp_rating=instruments.planetary,
            xc_rating=instruments.capital,
            armed=any(unit.design.is_armed for unit in units),
            long=ordered_sum((condition.long for condition in conditions), Fraction(0)),
            short=ordered_sum((condition.short for condition in conditions), Fraction(0)),
            train=train.available,
            needs=train.required,
            surveys=len({key for unit in units for key in unit.surveys}),
        )

    def yards(self) -> list[OwnYard]:
        """Units under construction, in the order in which they were ordered (SC-YRD-003)."""
        names = {unit.id: unit.name for unit in self.game.units_of(self.empire.id)}
        return [
            row_of(
                OwnYard,
                work,
                yard=names.get(work.yard, ""),
                refit=names.get(work.refit, ""),
            )
            for work in self.empire.yards
        ]

    def _scan_turns(
        self, scan: ExplorationWork | None, instruments: InstrumentRatings
    ) -> int | None:
        if scan is None or scan.kind == PROBE:
            return None if scan is None else 1
        return scan_turns(scan.kind, instruments, self.game.options.get("pace", 100))

    def _path(self, fleet: Fleet) -> tuple[list[str], str]:
        """The points ahead as numbered by the empire, and the system after the last one."""
        at, names = fleet.at, []
        for number in fleet.path:
            names.append(self._point(at, number))
            at = self.game.link(number).other(at)
        return names, at if names else ""

    def _point(self, system: str, link: int | None) -> str:
        if link is None or self.game.links[link] is None:
            return ""
        return point_name(self.empire, system, self.game.link(link))

    def _fleet_name(self, id_: str) -> str:
        fleet = self.fleets.get(id_)
        return fleet.name if fleet else ""

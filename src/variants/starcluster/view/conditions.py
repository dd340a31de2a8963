"""What units are worth as damage has left them, worked out once for all that are alike."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import defense_rating, offensive_ratings, tactical_speed
from variants.starcluster.designs.text import written
from variants.starcluster.model import Empire, Fleet, Unit
from variants.starcluster.rules.damage import points_left, working
from variants.starcluster.rules.movement import refinements_of, unit_speed
from variants.starcluster.view.figures import figure, in_points


@frozen
class Condition:
    """What a unit is worth.

    Attributes:
        long, short: its offensive ratings.
        told: what `OwnUnit` says of it.
    """

    long: Fraction
    short: Fraction
    told: dict[str, Any]


@frozen
class Conditions:
    """Those of an empire's units: fleets have many of one class that nothing has damaged."""

    empire: Empire
    _known: dict[tuple[Any, ...], Condition] = field(factory=dict)

    def of(self, unit: Unit, fleet: Fleet) -> Condition:
        """What a unit in a fleet is worth now (SC-CBT-003)."""
        key = (unit.design, tuple(unit.lost), unit.starving, fleet.detuned)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(unit, fleet)
        return found

    def _made(self, unit: Unit, fleet: Fleet) -> Condition:
        design, parts = unit.design, working(unit)
        twigs = refinements_of(self.empire, design)
        rooms = int_sum(part.drive is not None for part in parts)
        tactical = tactical_speed(design, rooms, twigs, detuned=fleet.detuned)
        long, short = offensive_ratings(design, parts, self.empire.race.combat)
        told = {
            "hull": design.hull.code,
            "design": written(design.systems),
            "spaces": design.spaces,
            "military": design.is_military,
            "armed": design.is_armed,
            "points": in_points(ordered_sum(points_left(unit))),
            "points_of": in_points(design.points),
            "working": written(parts),
            "out": _out(design, parts),
            "starving": in_points(unit.starving),
            "long": figure(long),
            "short": figure(short),
            "defense": figure(defense_rating(design, tactical, twigs)),
            "tactical": figure(tactical),
            "cruising": figure(unit_speed(self.empire, fleet, unit)),
            "yards": design.count("SY"),
            "mobile_yards": design.count("SYM"),
            "shops": design.count("MS"),
        }
        return Condition(long, short, told)


def _out(design: Design, parts: Iterable[object]) -> list[str]:
    """The systems that do not work, alike ones together: 2 A1."""
    left: dict[str, int] = {}
    for system in design.systems:
        left[str(system)] = left.get(str(system), 0) + 1
    for part in parts:
        left[str(part)] -= 1
    return [f"{number} {name}" for name, number in left.items() if number]

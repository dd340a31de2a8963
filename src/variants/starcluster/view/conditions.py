"""State of damaged units, computed once for all equal ones."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import defense_rating, offensive_ratings, tactical_speed
from variants.starcluster.designs.text import design_string
from variants.starcluster.model import Empire, Fleet, Unit
from variants.starcluster.rules.damage import points_left, working_systems
from variants.starcluster.rules.movement import refinements_of, unit_speed
from variants.starcluster.view.figures import figure, in_points


@frozen
class UnitCondition:
    """The state of a unit.

    Attributes:
        long, short: its offensive ratings.
        facts: facts for `OwnUnit`.
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
        facts = {
            "hull": design.hull.code,
            "design": design_string(design.systems),
            "spaces": design.spaces,
            "military": design.is_military,
            "armed": design.is_armed,
            "points": in_points(ordered_sum(points_left(unit))),
            "points_of": in_points(design.points),
            "working": design_string(parts),
            "out": _broken_systems(design, parts),
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
        return UnitCondition(long, short, facts)


def _broken_systems(design: Design, parts: Iterable[object]) -> list[str]:
    """The systems that do not work, grouped: 2 A1."""
    left: dict[str, int] = {}
    for system in design.systems:
        left[str(system)] = left.get(str(system), 0) + 1
    for part in parts:
        left[str(part)] -= 1
    return [f"{number} {name}" for name, number in left.items() if number]

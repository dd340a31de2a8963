"""Battle files, which are read strictly, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from horizons_core.battle_fields import boolean, integer, known
from horizons_core.errors import BattleError
from horizons_core.sums import int_sum
from variants.event_horizon.constants import PLAYERS
from variants.event_horizon.model import Design
from variants.event_horizon.ship_rules import ShipRules

MAX_SHIPS = 200_000
MAX_TURNS = 10_000
DEFAULT_TURNS = 100
MAX_NUMBER = 1_000_000

_FIELDS = ("variant", "title", "sides", "turns")
_SHIP_FIELDS = (
    "name", "count", "hull", "thrusters", "weapons", "shields", "points", "mothership",
)  # fmt: skip
_PART = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}


@frozen
class ShipSpec:
    """One entry of a side, with `count` identical ships."""

    name: str
    count: int
    design: Design
    points: int
    mothership: bool


@frozen
class BattleSpec:
    """A checked description of a battle."""

    sides: Mapping[str, tuple[ShipSpec, ...]]
    turns: int


def read_spec(spec: Mapping[str, Any], rules: ShipRules) -> BattleSpec:
    """Check a description; raises BattleError that names the place and the remedy.

    `sides` maps names to lists of ships, each with its components (hull is by default the least
    that they need), and optionally `count`, `name`, `points` (shield points; by default the most
    that the generators can hold) and `mothership`. `turns` is the maximum number of combat turns.
    `rules` are the ships' need of hull and the generators' charge.
    """
    if not isinstance(spec, Mapping):
        raise BattleError("a battle is a mapping with 'sides'")
    known("the battle", spec, _FIELDS)
    turns = integer("turns", spec.get("turns", DEFAULT_TURNS), 1, MAX_TURNS)
    sides = spec.get("sides")
    low, high = PLAYERS
    if not isinstance(sides, Mapping) or not low <= len(sides) <= high:
        raise BattleError(f"'sides' needs {low} to {high} sides by name, each a list of ships")
    read = {str(name): _side(str(name), ships, rules) for name, ships in sides.items()}
    total = int_sum(ship.count for ships in read.values() for ship in ships)
    if total > MAX_SHIPS:
        raise BattleError(f"the battle has {total:,} ships", f"at most {MAX_SHIPS:,}")
    return BattleSpec(read, turns)


def _side(name: str, ships: Any, rules: ShipRules) -> tuple[ShipSpec, ...]:
    if not isinstance(ships, list) or not ships:
        raise BattleError(f"sides.{name} is not a list of ships", "give at least one ship")
    return tuple(_ship(f"sides.{name}[{i}]", ship, rules) for i, ship in enumerate(ships, start=1))


def _ship(place: str, ship: Any, rules: ShipRules) -> ShipSpec:
    if not isinstance(ship, Mapping):
        raise BattleError(f"{place} is not a ship", "write {hull: 4, thrusters: 2, weapons: 2}")
    known(place, ship, _SHIP_FIELDS)
    parts = {
        part: integer(f"{place}.{part}", ship.get(part, 0), 0, MAX_NUMBER)
        for part in ("thrusters", "weapons", "shields")
    }
    hull = ship.get("hull", rules.least_hull(int_sum(parts.values())))
    design = Design(hull=integer(f"{place}.hull", hull, 0, MAX_NUMBER), **parts)
    if not design.thrusters + design.weapons:
        raise BattleError(f"{place} has neither weapon nor thruster", "such a ship is lost")
    _check_hull(place, design, rules)
    maximum = rules.most_points(design.shields)
    mothership = boolean(f"{place}.mothership", ship.get("mothership", False))
    return ShipSpec(
        name=str(ship.get("name", "Mothership" if mothership else "Ship")),
        count=integer(f"{place}.count", ship.get("count", 1), 1, MAX_SHIPS),
        design=design,
        points=integer(f"{place}.points", ship.get("points", maximum), 0, MAX_NUMBER),
        mothership=mothership,
    )


def _check_hull(place: str, design: Design, rules: ShipRules) -> None:
    """Raise BattleError for a ship whose hull does not hold it together (EH-CON-002)."""
    minimum = rules.least_hull(design.others)
    if design.hull < minimum:
        need = f"{design.others} other components need hull {minimum}"
        raise BattleError(f"{place}.hull is {design.hull}: {need}", f"write {minimum}")


_SHIP = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1, "maximum": MAX_SHIPS},
        **dict.fromkeys(("hull", "thrusters", "weapons", "shields", "points"), _PART),
        "mothership": {"type": "boolean"},
    },
    "anyOf": [
        {"properties": {part: {**_PART, "minimum": 1}}, "required": [part]}
        for part in ("thrusters", "weapons")
    ],
}
#: A necessary condition; `battle` also checks that hulls hold their ships together.
BATTLE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sides": {
            "type": "object",
            "minProperties": PLAYERS[0],
            "maxProperties": PLAYERS[1],
            "additionalProperties": {"type": "array", "minItems": 1, "items": _SHIP},
        },
        "turns": {"type": "integer", "minimum": 1, "maximum": MAX_TURNS},
    },
    "required": ["sides"],
}

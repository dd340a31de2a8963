"""Battle files in YAML, which are read strictly, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from horizons_core.battle_fields import integer, known, number
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.rules import catalogue
from horizons_core.sums import int_sum
from variants.galaxy_g.battle.model import BattleGroup, GalaxyBattle
from variants.galaxy_g.constants import AREAS, MAX_NUMBER, PLAYERS
from variants.galaxy_g.model import Design, design_fault

#: The maximum number of ships in a battle.
MAX_SHIPS = 2**31 - 1

_FIELDS = ("variant", "title", "sides", "types", "hostile")
_GROUP_FIELDS = ("name", "ships", "design", "type", "tech", "load")
_NUMBERS = ("drive", "attacks", "weapons", "shields", "cargo")

Types = Mapping[str, Design]


def read_spec(spec: Mapping[str, Any]) -> GalaxyBattle:
    """Read a battle from plain data; raises BattleError that names the place and the remedy.

    `sides` maps names to lists of groups. A group has `ships` (default 1) and either `design`, the
    five numbers drive, attacks, weapons, shields, cargo, or `type`, a name in `types` or one of the
    rulebook's examples. It may have `tech`, a level or levels by area (default 1), a `name`, and a
    `load`, which has no effect. `types` maps names to designs. `hostile` is a list of pairs of
    sides that fight; by default all do.
    """
    if not isinstance(spec, Mapping):
        raise BattleError("a battle is a mapping with 'sides'")
    known("the battle", spec, _FIELDS)
    types = {**example_types(), **_types(spec.get("types"))}
    sides = spec.get("sides")
    low, high = PLAYERS
    if not isinstance(sides, Mapping) or not low <= len(sides) <= high:
        raise BattleError(f"'sides' needs {low} to {high} sides by name, each a list of groups")
    names = tuple(str(name) for name in sides)
    groups = tuple(
        group
        for side, (name, entries) in enumerate(zip(names, sides.values(), strict=True))
        for group in _side(side, name, entries, types)
    )
    total = int_sum(group.ships for group in groups)
    if total > MAX_SHIPS:
        raise BattleError(f"the battle has {total:,} ships", f"at most {MAX_SHIPS:,}")
    return GalaxyBattle(sides=names, groups=groups, hostile=_hostile(spec.get("hostile"), names))


@cache
def example_types() -> Types:
    """The rulebook's example types (GG-DSN-002)."""
    rows = catalogue("galaxy_g", "variants.galaxy_g")["GG-DSN-002"].rows
    return {row["type"]: _design(row["type"], [row[name] for name in _NUMBERS]) for row in rows}


def _types(types: Any) -> Types:
    if types is None:
        return {}
    if not isinstance(types, Mapping):
        raise BattleError(
            "'types' is not a mapping", "write names with designs, as [1, 1, 1, 1, 0]"
        )
    return {str(name): _design(f"types.{name}", design) for name, design in types.items()}


def _side(side: int, name: str, entries: Any, types: Types) -> list[BattleGroup]:
    if not isinstance(entries, list) or not entries:
        raise BattleError(f"sides.{name} is not a list of groups", "give at least one group")
    return [
        _group(f"sides.{name}[{number}]", side, entry, types)
        for number, entry in enumerate(entries, start=1)
    ]


def _group(place: str, side: int, entry: Any, types: Types) -> BattleGroup:
    if not isinstance(entry, Mapping):
        raise BattleError(f"{place} is not a group", "write {ships: 10, type: Cruiser}")
    known(place, entry, _GROUP_FIELDS)
    if ("design" in entry) == ("type" in entry):
        has = "both 'design' and" if "type" in entry else "neither 'design' nor"
        raise BattleError(
            f"{place} has {has} 'type'",
            "write {ships: 10, type: Cruiser} or {ships: 10, design: [15, 1, 15, 15, 0]}",
        )
    if "type" in entry:
        kind = str(entry["type"])
        if kind not in types:
            raise BattleError(f"{place}.type: no type '{kind}'", did_you_mean(kind, types))
        design = types[kind]
    else:
        kind, design = "Ship", _design(f"{place}.design", entry["design"])
    tech = _techs(f"{place}.tech", entry.get("tech", 1))
    number(f"{place}.load", entry.get("load", 0), 0, MAX_NUMBER)
    return BattleGroup(
        side=side,
        name=str(entry.get("name", kind)),
        ships=integer(f"{place}.ships", entry.get("ships", 1), 1, MAX_SHIPS),
        design=design,
        weapons_tech=tech["weapons"],
        shields_tech=tech["shields"],
    )


def _design(place: str, numbers: Any) -> Design:
    """Read a design of five numbers that can be built."""
    if not _is_list(numbers) or len(numbers) != len(_NUMBERS):
        raise BattleError(f"{place} is {numbers!r}", f"write five numbers: [{', '.join(_NUMBERS)}]")
    parts = {
        name: number(f"{place}: {name}", part, 0, MAX_NUMBER)
        for name, part in zip(_NUMBERS, numbers, strict=True)
    }
    return _buildable(place, parts)


def _buildable(place: str, parts: Mapping[str, float]) -> Design:
    """Return the design; BattleError if it cannot be built (GG-DSN-003, GG-DSN-004, GG-DSN-005)."""
    attacks = parts["attacks"]
    if attacks != int(attacks):
        raise BattleError(f"{place}: {attacks:g} attacks", "write a whole number from 0 on")
    design = Design(
        drive=parts["drive"],
        attacks=int(attacks),
        weapons=parts["weapons"],
        shields=parts["shields"],
        cargo=parts["cargo"],
    )
    fault = design_fault(design)
    if fault is not None:
        _, reason, remedy = fault
        raise BattleError(f"{place}: {reason}", remedy)
    return design


def _techs(place: str, tech: Any) -> dict[str, float]:
    """Read the level of each area: one number for all, or numbers by area."""
    if not isinstance(tech, Mapping):
        level = number(place, tech, 1, MAX_NUMBER)
        return dict.fromkeys(AREAS, level)
    known(place, tech, AREAS)
    return {area: number(f"{place}.{area}", tech.get(area, 1), 1, MAX_NUMBER) for area in AREAS}


def _hostile(pairs: Any, sides: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The pairs of sides that fight, by default all."""
    if pairs is None:
        return tuple(combinations(range(len(sides)), 2))
    if not _is_list(pairs):
        raise BattleError("'hostile' is not a list of pairs of sides", f"write [[{sides[0]}, ...]]")
    return tuple(
        _pair(f"hostile[{number}]", pair, sides) for number, pair in enumerate(pairs, start=1)
    )


def _pair(place: str, pair: Any, sides: Sequence[str]) -> tuple[int, int]:
    if not _is_list(pair) or len(pair) != 2:
        raise BattleError(f"{place} is {pair!r}", f"write a pair: [{sides[0]}, {sides[1]}]")
    first, second = (str(name) for name in pair)
    for name in (first, second):
        if name not in sides:
            raise BattleError(f"{place}: no side '{name}'", did_you_mean(name, sides))
    if first == second:
        raise BattleError(f"{place}: '{first}' cannot fight itself", "name two sides")
    return sides.index(first), sides.index(second)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def battle_schema() -> dict[str, Any]:
    """JSON Schema of battles; `battle` checks further requirements of designs (GG-DSN-003)."""
    mass = {"anyOf": [{"const": 0}, _number(1)]}
    count = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
    design = {"type": "array", "prefixItems": [mass, count, mass, mass, mass], "items": False}
    # Names in the battle's own `types` are also allowed, but cannot be listed.
    kind = {"anyOf": [{"enum": list(example_types())}, {"type": "string"}]}
    level = _number(1)
    levels = {"type": "object", "properties": dict.fromkeys(AREAS, level)}
    group: dict[str, Any] = {
        "type": "object",
        "properties": {
            "ships": {"type": "integer", "minimum": 1, "maximum": MAX_SHIPS},
            "tech": {"anyOf": [level, levels]},
        },
        "anyOf": [
            {"properties": {"type": kind}, "required": ["type"]},
            {"properties": {"design": design}, "required": ["design"]},
        ],
    }
    sides = {
        "type": "object",
        "minProperties": PLAYERS[0],
        "maxProperties": PLAYERS[1],
        "additionalProperties": {"type": "array", "minItems": 1, "items": group},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}


def _number(minimum: int) -> dict[str, Any]:
    return {"type": "number", "minimum": minimum, "maximum": MAX_NUMBER}

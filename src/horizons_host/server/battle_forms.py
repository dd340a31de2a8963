"""A form for a battle between two sides, made from what a variant says a battle looks like.

The variant's JSON Schema has the fields of a unit; its guide has the battle that the form begins
with, and what else belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import BattleError
from horizons_core.localized_text import LocalizedText
from horizons_core.plugins.guides import guide_of

#: Groups of units that a side can have in the form.
ROWS = 4
#: The most units of a group: everybody may try battles, and large ones take long.
MOST_UNITS = 200
#: Under these names a group says of how many it is.
_COUNTS = ("count", "ships")
_NUMBERS = ("integer", "number")


@frozen
class UnitField:
    """A field of a group of units: "whole", "number", "choice", "truth" or "text"."""

    name: str
    kind: str
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    needed: bool = False


@frozen
class Group:
    """A row of the form: what is typed in, by field."""

    prefix: str
    given: Mapping[str, str]


@frozen
class Side:
    """A side of the form."""

    number: int
    name: str
    groups: tuple[Group, ...]


def has_battle_form(name: str) -> bool:
    """Whether battles of an installed variant can be tried by a form."""
    return name in hz.variants() and bool(unit_fields(hz.load_variant(name)))


def unit_fields(variant: hz.Variant) -> list[UnitField]:
    """The fields of a group; none where the variant does not say what a battle looks like."""
    unit = _unit(_list_of(variant)[1])
    needed = set(unit.get("required", ()))
    properties = dict(unit.get("properties", {}))
    for other in unit.get("anyOf", ()):
        properties |= {
            name: one for name, one in other.get("properties", {}).items() if name not in properties
        }
    fields = [_field(name, schema, name in needed) for name, schema in properties.items()]
    return [one for one in fields if one is not None]


def _list_of(variant: hz.Variant) -> tuple[str, Mapping[str, Any]]:
    """The schema of the units of a side, and under which name the side has them, if it has one."""
    sides = variant.battle_schema.get("properties", {}).get("sides", {})
    side = sides.get("additionalProperties", {})
    if side.get("type") == "array":
        return "", side.get("items", {})
    for name, schema in side.get("properties", {}).items():
        if schema.get("type") == "array":
            return name, schema.get("items", {})
    return "", {}


def inner_list(variant: hz.Variant) -> str:
    """Under which name a side of a battle has its units; "" where it is the list of them itself."""
    return _list_of(variant)[0]


def _unit(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a group that is written as a mapping."""
    if "properties" in schema:
        return schema
    return next((one for one in schema.get("anyOf", ()) if "properties" in one), {})


def _field(name: str, schema: Mapping[str, Any], needed: bool) -> UnitField | None:  # noqa: FBT001
    choices = [word for one in schema.get("anyOf", ()) for word in one.get("enum", ())]
    choices += schema.get("enum", ())
    if choices:
        return UnitField(name, "choice", choices=tuple(map(str, choices)), needed=needed)
    kind = schema.get("type")
    if kind in _NUMBERS:
        high = float(schema.get("maximum", 1e6))
        high = min(high, MOST_UNITS) if name in _COUNTS else high
        low = float(schema.get("minimum", 0))
        return UnitField(name, "whole" if kind == "integer" else "number", low, high, (), needed)
    if kind == "boolean":
        return UnitField(name, "truth")
    return UnitField(name, "text", needed=needed) if kind == "string" else None


def sides_of(variant: hz.Variant, given: Mapping[str, str]) -> list[Side]:
    """The sides as they were typed in, or those of the guide's battle."""
    if not given:
        given = _of_example(variant)
    return [
        Side(
            number,
            given.get(f"side{number}", ""),
            tuple(_group(f"u{number}-{row}-", given) for row in range(ROWS)),
        )
        for number in range(2)
    ]


def _group(prefix: str, given: Mapping[str, str]) -> Group:
    found = {
        name.removeprefix(prefix): text for name, text in given.items() if name.startswith(prefix)
    }
    return Group(prefix, found)


def _of_example(variant: hz.Variant) -> dict[str, str]:
    inner, _ = _list_of(variant)
    given: dict[str, str] = {}
    sides = guide_of(variant.name).battle.get("sides", {})
    for number, (name, side) in enumerate(list(sides.items())[:2]):
        given[f"side{number}"] = name
        for row, unit in enumerate((side[inner] if inner else side)[:ROWS]):
            for field, value in unit.items():
                told = ("yes" if value else "") if isinstance(value, bool) else str(value)
                given[f"u{number}-{row}-{field}"] = told
    return given


def spec_of(variant: hz.Variant, given: Mapping[str, str]) -> dict[str, Any]:
    """The battle that was typed in, as plain data; raises BattleError for what is no number."""
    inner, _ = _list_of(variant)
    fields = unit_fields(variant)
    sides: dict[str, Any] = {}
    for side in sides_of(variant, given):
        name = " ".join(side.name.split()) or f"Side {side.number + 1}"
        units = [unit for group in side.groups if (unit := _typed(group, fields))]
        if name in sides or not units:
            raise BattleError(
                LocalizedText(
                    "a battle needs two sides with different names and at least one unit each"
                ),
                LocalizedText("fill in at least one group for each side"),
            )
        sides[name] = {inner: units} if inner else units
    return {**guide_of(variant.name).battle, "sides": sides}


def _typed(group: Group, fields: list[UnitField]) -> dict[str, Any]:
    """What a row says; empty for a row that was left empty."""
    unit = dict(_values(group, fields))
    told = [one for one in fields if one.name in unit and one.kind != "truth"]
    idle = all(one.name in _COUNTS for one in told)
    return {} if idle else unit


def _values(group: Group, fields: list[UnitField]) -> Iterator[tuple[str, Any]]:
    for one in fields:
        text = group.given.get(one.name, "").strip()
        if text:
            yield one.name, _value(one, text)


def _value(one: UnitField, text: str) -> Any:
    if one.kind == "truth":
        return text == "yes"
    if one.kind not in {"whole", "number"}:
        return text
    try:
        value = int(text) if one.kind == "whole" else float(text)
    except ValueError:
        raise BattleError(
            LocalizedText("{field}: '{value}' isn't a number", field=one.name, value=text[:20]),
            LocalizedText("enter a number"),
        ) from None
    if not one.low <= value <= one.high:
        raise BattleError(
            LocalizedText(
                "{field}: {value} is not between {least} and {most}",
                field=one.name,
                value=text[:20],
                least=f"{one.low:g}",
                most=f"{one.high:g}",
            ),
            LocalizedText("enter a number in this range"),
        )
    return value

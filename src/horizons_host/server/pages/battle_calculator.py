"""The battle calculator, which fights a battle many times within a limit of work.

The variant's JSON Schema has the fields of a unit; its guide has the battle that fills the form
at first, and its remaining settings. Work is counted in steps of kernels, so a battle is accepted
or refused alike on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from attrs import frozen

import horizons_core as hz
from horizons_core.combat import after_each_battle
from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import BattleError
from horizons_core.kernels.work import TooMuchWorkError, bounded
from horizons_core.localized_text import LocalizedText
from horizons_core.plugins.guides import guide_of
from horizons_host import processes
from horizons_host.reports.odds_picture import OddsSummary, battle_odds
from horizons_host.server.games.order_board import OrderBoard

#: Groups of units that a side can have in the form.
ROWS = 4
#: Maximum number of units of a group: the calculator is open to everyone, and large battles take
#: long.
MAX_UNITS = 200
#: Names of the fields that hold the size of a group.
_COUNT_FIELDS = ("count", "ships")
_NUMBERS = ("integer", "number")
#: Maximum number of steps of one battle: ten times as many as a battle of 800 ships takes.
MAX_STEPS = 200_000

#: Maximum number of ships in a battle on a page; larger battles are for the command line.
MAX_SHIPS = 600
RUNS, RUNS_ONE_BY_ONE = 500, 40


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
class UnitRow:
    """A row of the form: the text entered, by field."""

    prefix: str
    entries: Mapping[str, str]


@frozen
class SideEntries:
    """A side of the form."""

    number: int
    name: str
    groups: tuple[UnitRow, ...]


def has_battle_form(name: str) -> bool:
    """Return whether an installed variant has a battle form."""
    return name in hz.variants() and bool(unit_fields(hz.load_variant(name)))


def unit_fields(variant: hz.Variant) -> list[UnitField]:
    """Return the fields of a group; none if the variant does not describe its battles."""
    unit = _unit(_list_of(variant)[1])
    needed = set(unit.get("required", ()))
    properties = dict(unit.get("properties", {}))
    for alternative in unit.get("anyOf", ()):
        properties |= {
            name: f
            for name, f in alternative.get("properties", {}).items()
            if name not in properties
        }
    columns = [_field(name, schema, name in needed) for name, schema in properties.items()]
    return [field for field in columns if field is not None]


def _list_of(variant: hz.Variant) -> tuple[str, Mapping[str, Any]]:
    """Return the name of a side's list of units ("" for none) and the schema of its units."""
    sides = variant.battle_schema.get("properties", {}).get("sides", {})
    side = sides.get("additionalProperties", {})
    if side.get("type") == "array":
        return "", side.get("items", {})
    for name, schema in side.get("properties", {}).items():
        if schema.get("type") == "array":
            return name, schema.get("items", {})
    return "", {}


def inner_list(variant: hz.Variant) -> str:
    """Return the name of a side's list of units; "" if the side is that list itself."""
    return _list_of(variant)[0]


def _unit(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a group that is written as a mapping."""
    if "properties" in schema:
        return schema
    return next((option for option in schema.get("anyOf", ()) if "properties" in option), {})


def _field(name: str, schema: Mapping[str, Any], needed: bool) -> UnitField | None:  # noqa: FBT001
    choices = [word for option in schema.get("anyOf", ()) for word in option.get("enum", ())]
    choices += schema.get("enum", ())
    if choices:
        return UnitField(name, "choice", choices=tuple(map(str, choices)), needed=needed)
    kind = schema.get("type")
    if kind in _NUMBERS:
        high = float(schema.get("maximum", 1e6))
        high = min(high, MAX_UNITS) if name in _COUNT_FIELDS else high
        low = float(schema.get("minimum", 0))
        return UnitField(name, "whole" if kind == "integer" else "number", low, high, (), needed)
    if kind == "boolean":
        return UnitField(name, "truth")
    return UnitField(name, "text", needed=needed) if kind == "string" else None


def sides_of(variant: hz.Variant, entries: Mapping[str, str]) -> list[SideEntries]:
    """Return the sides that were entered, or those of the guide's battle."""
    if not entries:
        entries = _example_entries(variant)
    return [
        SideEntries(
            number,
            entries.get(f"side{number}", ""),
            tuple(_unit_row(f"u{number}-{row}-", entries) for row in range(ROWS)),
        )
        for number in range(2)
    ]


def _unit_row(prefix: str, entries: Mapping[str, str]) -> UnitRow:
    fields = {
        name.removeprefix(prefix): text for name, text in entries.items() if name.startswith(prefix)
    }
    return UnitRow(prefix, fields)


def _example_entries(variant: hz.Variant) -> dict[str, str]:
    inner, _ = _list_of(variant)
    entries: dict[str, str] = {}
    sides = guide_of(variant.name).battle.get("sides", {})
    for number, (name, side) in enumerate(list(sides.items())[:2]):
        entries[f"side{number}"] = name
        for row, unit in enumerate((side[inner] if inner else side)[:ROWS]):
            for field, value in unit.items():
                text = ("yes" if value else "") if isinstance(value, bool) else str(value)
                entries[f"u{number}-{row}-{field}"] = text
    return entries


def spec_of(variant: hz.Variant, entries: Mapping[str, str]) -> dict[str, Any]:
    """Return the entered battle as plain data; raises BattleError for an invalid number."""
    inner, _ = _list_of(variant)
    fields = unit_fields(variant)
    sides: dict[str, Any] = {}
    for side in sides_of(variant, entries):
        name = " ".join(side.name.split()) or f"Side {side.number + 1}"
        units = [unit for group in side.groups if (unit := _unit_entered(group, fields))]
        if name in sides or not units:
            raise BattleError(
                LocalizedText(
                    "a battle needs two sides with different names and at least one unit each"
                ),
                LocalizedText("fill in at least one group for each side"),
            )
        sides[name] = {inner: units} if inner else units
    return {**guide_of(variant.name).battle, "sides": sides}


def _unit_entered(group: UnitRow, fields: list[UnitField]) -> dict[str, Any]:
    """Return the unit of a row; empty for a row that was left empty."""
    unit = dict(_values(group, fields))
    filled = [field for field in fields if field.name in unit and field.kind != "truth"]
    idle = all(field.name in _COUNT_FIELDS for field in filled)
    return {} if idle else unit


def _values(group: UnitRow, fields: list[UnitField]) -> Iterator[tuple[str, Any]]:
    for field in fields:
        text = group.entries.get(field.name, "").strip()
        if text:
            yield field.name, _value(field, text)


def _value(field: UnitField, text: str) -> Any:
    if field.kind == "truth":
        return text == "yes"
    if field.kind not in {"whole", "number"}:
        return text
    try:
        value = int(text) if field.kind == "whole" else float(text)
    except ValueError:
        raise BattleError(
            LocalizedText("{field}: '{value}' isn't a number", field=field.name, value=text[:20]),
            LocalizedText("enter a number"),
        ) from None
    if not field.low <= value <= field.high:
        raise BattleError(
            LocalizedText(
                "{field}: {value} is not between {least} and {most}",
                field=field.name,
                value=text[:20],
                least=f"{field.low:g}",
                most=f"{field.high:g}",
            ),
            LocalizedText("enter a number in this range"),
        )
    return value


def battle_statistics(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight the described battle many times, as `simulate_bounded` does.

    Rules whose work is not counted run in a process with a time limit. Raises
    BattleError or, in that case, another HorizonsError.
    """
    if processes.is_bounded(variant):
        task = "fight this battle"
        return processes.call(variant, task, _simulate, spec, key, runs, one_by_one)
    return _simulate(variant, spec, key, runs, one_by_one)


def _simulate(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    return simulate_bounded(variant, variant.battle(spec), key, runs, one_by_one)


def simulate_bounded(
    variant: hz.Variant, battle: hz.Battle, key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight a battle many times, or `one_by_one` times if its resolver has no kernel.

    Raises BattleError for a battle that takes too long, or that has no measures.
    """
    resolved: list[None] = []
    try:
        with after_each_battle(lambda: resolved.append(None)), bounded(MAX_STEPS):
            variant.combat.simulate(battle, 1, key)
    except TooMuchWorkError as problem:
        raise BattleError(
            LocalizedText(
                "this battle takes more than {most:,} steps, the limit of this page",
                most=MAX_STEPS,
            ),
            LocalizedText(
                "use fewer ships or weapons, or use 'horizons battle' on your own computer"
            ),
        ) from problem
    statistics = variant.combat.simulate(battle, one_by_one if resolved else runs, key)
    if not statistics.measures:
        raise BattleError(
            LocalizedText("odds can't be calculated for this kind of battle"),
            LocalizedText("try a different battle"),
        )
    return statistics


def battle_at(board: OrderBoard, place: str) -> dict[str, Any]:
    """Return the sides seen at a place, each with its units; identical units are counted."""
    sides: dict[str, dict[str, dict[str, Any]]] = {}
    for thing in board.things:
        if thing.place != place or not thing.unit:
            continue
        units = sides.setdefault(thing.owner, {})
        same_units = units.get(json.dumps(thing.unit))
        if same_units is None:
            units[json.dumps(thing.unit)] = dict(thing.unit)
        elif "ships" in same_units:
            same_units["ships"] += thing.unit["ships"]
        else:
            same_units["count"] = same_units.get("count", 1) + 1
    inner = inner_list(board.variant)
    return {
        name: {inner: list(units.values())} if inner else list(units.values())
        for name, units in sides.items()
    }


def battle_text(sides: dict[str, Any]) -> str:
    """Return the sides as a battle file, which the reader may edit."""
    return yaml.safe_dump({"sides": sides}, sort_keys=False, allow_unicode=True, width=100)


def odds_of(variant: hz.Variant, text: str) -> OddsSummary:
    """Return the odds of a battle in a battle file's text; raises BattleError."""
    try:
        spec = read_yaml(text)
    except DataError as problem:
        raise BattleError(problem.message, problem.hint) from problem
    if not isinstance(spec, dict):
        raise BattleError(
            LocalizedText("this isn't a battle"), LocalizedText("start with 'sides:'")
        )
    if _ships_in(spec.get("sides")) > MAX_SHIPS:
        raise BattleError(
            LocalizedText("battles with more than {most} ships take too long here", most=MAX_SHIPS),
            LocalizedText("use 'horizons battle' on your own computer"),
        )
    return battle_odds(
        battle_statistics(variant, spec, "a battle at a place", RUNS, RUNS_ONE_BY_ONE)
    )


def _ships_in(part: Any) -> int:
    """Count the ships in a part of a battle, as far as it names numbers."""
    if isinstance(part, dict):
        count = next((part[key] for key in _COUNT_FIELDS if isinstance(part.get(key), int)), 0)
        return max(count, 0) + sum(map(_ships_in, part.values()))
    return sum(max(1, _ships_in(key)) for key in part) if isinstance(part, list) else 0

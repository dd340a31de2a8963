"""Battle files in YAML: strict reading, with the place of every mistake, and their JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.battle_fields import boolean, integer, known, listed
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.sums import int_sum
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES, BattleRules
from variants.far_horizons.battle.model import BattleOption, HostileAct, WithdrawalLimits
from variants.far_horizons.battle.questions import Army, ArmyColony, FleetBattle, ShipGroup
from variants.far_horizons.battle.spec_orders import SideOrders, read_orders
from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    MAX_AGE,
    MAX_PLANETS,
    STARBASE,
    TECHS,
    TRANSPORT,
)
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Sector

#: Ships and colonies in a battle.
MAX_UNITS = 20_000
MAX_SIDES = 60
#: Upper limits: items aboard a ship or on a planet, tonnage in units of 10,000 tons, levels.
MAX_ITEMS, MAX_TONNAGE, MAX_LEVEL = 1_000_000, 50_000, 1_000
_DEFAULT_LEVEL = 10
_TONS = 10_000
_TOP = ("variant", "title", "at", "sides")
_SIDE = ("number", "tech", "ships", "colonies", "orders", "battle", "allies", "enemies")
_SHIP = ("class", "name", "count", "age", "tons", "cargo", "at", "landed", "reserve")
_COLONY = (
    "name", "planet", "mining", "manufacturing", "population", "shipyards", "items", "hidden",
    "home", "ambush",
)  # fmt: skip
_CLASS_WORD = re.compile(r"([A-Z]+?)(\d*)(S?)", re.IGNORECASE)
_CLASSES = [
    *(name for name in CLASS_OF if name not in {STARBASE, TRANSPORT}),
    *(f"{TRANSPORT}{size}" for size in (1, 10)),
]
_TENTHS = {"type": "number", "minimum": 0, "maximum": MAX_ITEMS}


def read_spec(
    spec: Mapping[str, Any],
    rules: BattleRules = RULEBOOK_BATTLES,
    economy: Economy = RULEBOOK_ECONOMY,
) -> FleetBattle:
    """Read a battle from plain data; raises BattleError with the place and the remedy.

    Sides without `orders` attack all sides except allies, at planets where they live or otherwise
    in deep space, and defend their own planets. With `battle: false` a species sent no orders.
    """
    known("the battle", spec, _TOP)
    sides = spec.get("sides")
    if not isinstance(sides, Mapping) or not 2 <= len(sides) <= MAX_SIDES:
        raise BattleError(f"'sides' needs 2 to {MAX_SIDES} sides by name")
    names = tuple(str(name) for name in sides)
    armies = [
        _army(f"sides.{name}", name, number, data)
        for number, (name, data) in enumerate(zip(names, sides.values(), strict=True), start=1)
    ]
    numbers = [army.number for army in armies]
    if len(set(numbers)) < len(numbers):
        raise BattleError("two sides have the same number", "leave the numbers out")
    units = int_sum(ships.count for army in armies for ships in army.ships)
    if units > MAX_UNITS:
        raise BattleError(f"the battle has {units:,} ships", f"at most {MAX_UNITS:,}")
    ordered = [
        _with_orders(f"sides.{army.name}", army, armies, data)
        for army, data in zip(armies, sides.values(), strict=True)
    ]
    return FleetBattle(
        sides=names,
        armies=tuple(sorted(ordered, key=lambda army: army.number)),
        sector=_sector("at", spec.get("at", "15 15 15")),
        rules=rules,
        economy=economy,
    )


def _army(place: str, name: str, number: int, data: Any) -> Army:
    if not isinstance(data, Mapping):
        raise BattleError(f"{place} is not a side", "write {ships: [DD Dawson]}")
    known(place, data, _SIDE)
    ships = listed(f"{place}.ships", data.get("ships", []))
    colonies = listed(f"{place}.colonies", data.get("colonies", []))
    return Army(
        name=name,
        number=integer(f"{place}.number", data.get("number", number), 1, 9999),
        techs=_techs(f"{place}.tech", data.get("tech", {})),
        ships=tuple(_ships(f"{place}.ships[{i}]", entry) for i, entry in enumerate(ships, start=1)),
        colonies=tuple(
            _colony(f"{place}.colonies[{i}]", entry) for i, entry in enumerate(colonies, start=1)
        ),
    )


def _with_orders(place: str, army: Army, armies: Sequence[Army], data: Mapping[str, Any]) -> Army:
    """Return the army with its orders, or with the default ones."""
    from attrs import evolve

    names = [other.name for other in armies]
    allies = _names(f"{place}.allies", data.get("allies", []), names)
    enemies = _names(f"{place}.enemies", data.get("enemies", []), names)
    ready = boolean(f"{place}.battle", data.get("battle", True))
    lines = data.get("orders")
    if isinstance(lines, str):
        lines = lines.splitlines()
    if lines is not None:
        orders = read_orders(f"{place}.orders", listed(f"{place}.orders", lines), names)
    elif ready:
        orders = _default_orders(army, armies, allies)
    else:
        orders = SideOrders()
    return evolve(
        army,
        options=orders.options,
        named=orders.named,
        favourite=orders.favourite,
        limits=orders.limits or WithdrawalLimits(),
        allies=allies,
        enemies=enemies,
        ready=ready,
        ships=tuple(_hidden(ships, orders) for ships in army.ships),
    )


def _hidden(ships: ShipGroup, orders: SideOrders) -> ShipGroup:
    """Mark ships as reserves if a HIDE order names them (FH-HIDESHIP-001)."""
    from attrs import evolve

    named = any(ships.named(word, name) for word, name in orders.hidden)
    return evolve(ships, reserve=True) if named else ships


def _default_orders(army: Army, armies: Sequence[Army], allies: Sequence[str]) -> SideOrders:
    """Attack all non-allies, where they live or in deep space; defend the army's planets."""
    foes = [other for other in armies if other is not army and other.name not in allies]
    homes = sorted({colony.planet for colony in army.colonies})
    targets = sorted({colony.planet for foe in foes for colony in foe.colonies})
    options = [BattleOption(2, planet) for planet in homes] + [
        BattleOption(4, planet) for planet in targets
    ]
    if not targets:
        options.append(BattleOption(3))
    return SideOrders(
        options=tuple(options),
        named=tuple((HostileAct.ATTACK, foe.name) for foe in foes),
    )


def _ships(place: str, data: Any) -> ShipGroup:
    if isinstance(data, str):
        word, _, name = data.strip().partition(" ")
        data = {"class": word, "name": name}
    if not isinstance(data, Mapping):
        raise BattleError(f"{place} is not a ship", "write DD Dawson, or {class: DD, count: 5}")
    known(place, data, _SHIP)
    if "class" not in data:
        raise BattleError(f"{place}: 'class' is missing", "write {class: DD}")
    kind = _class(f"{place}.class", str(data["class"]))
    orbit = _orbit(f"{place}.at", data.get("at", 0))
    return ShipGroup(
        name=str(data.get("name", "")) or "Ship",
        class_=kind.class_,
        tonnage=_tonnage(place, kind, data.get("tons")),
        count=integer(f"{place}.count", data.get("count", 1), 1, MAX_UNITS),
        age=integer(f"{place}.age", data.get("age", 0), -1, MAX_AGE),
        orbit=orbit,
        landed=boolean(f"{place}.landed", data.get("landed", False)),
        sub_light=kind.sub_light,
        reserve=boolean(f"{place}.reserve", data.get("reserve", False)),
        cargo=_items(f"{place}.cargo", data.get("cargo", {})),
    )


@frozen
class _Class:
    """The meaning of a class word: class, size and drive."""

    class_: str
    tonnage: int
    sub_light: bool


def _class(place: str, word: str) -> _Class:
    """Parse a class word such as "TR10S": class, size and drive."""
    match = _CLASS_WORD.fullmatch(word)
    letters, size, drive = match.groups() if match else (word, "", "")
    class_ = letters.upper()
    if class_ + drive.upper() in CLASS_OF:
        class_, drive = class_ + drive.upper(), ""
    if class_ not in CLASS_OF or bool(size) != (class_ == TRANSPORT):
        words = [name for name in CLASS_OF if name != TRANSPORT]
        hint = did_you_mean(word, [*words, "TR1", "TR10"])
        raise BattleError(f"{place}: '{word}' is not a class of ships", hint)
    minimum = 0 if class_ == STARBASE else 1
    tonnage = integer(place, int(size or CLASS_OF[class_].tonnage), minimum, MAX_TONNAGE)
    return _Class(class_, tonnage, bool(drive))


def _tonnage(place: str, kind: _Class, tons: Any) -> int:
    """Return the size of a starbase; other sizes follow from the class."""
    if kind.class_ != STARBASE:
        if tons not in (None, _TONS * kind.tonnage):
            raise BattleError(f"{place}: only a starbase has its own size", "leave out 'tons'")
        return kind.tonnage
    if tons is None:
        raise BattleError(f"{place}: a starbase needs its size", "write tons: 150000")
    if integer(f"{place}.tons", tons, _TONS, _TONS * MAX_TONNAGE) % _TONS:
        raise BattleError(f"{place}.tons: {tons} is not a multiple of {_TONS:,}")
    return int(tons) // _TONS


def _colony(place: str, data: Any) -> ArmyColony:
    if not isinstance(data, Mapping):
        raise BattleError(f"{place} is not a colony", "write {planet: 2, items: {PD: 2000}}")
    known(place, data, _COLONY)
    if "planet" not in data:
        raise BattleError(f"{place}: 'planet' is missing", "write its number, from 1 to 9")
    planet = integer(f"{place}.planet", data["planet"], 1, MAX_PLANETS)
    return ArmyColony(
        name=str(data.get("name", f"Planet {planet}")),
        planet=planet,
        mining=_tenths(f"{place}.mining", data.get("mining", 0)),
        manufacturing=_tenths(f"{place}.manufacturing", data.get("manufacturing", 0)),
        population=integer(f"{place}.population", data.get("population", 0), 0, MAX_ITEMS),
        shipyards=integer(f"{place}.shipyards", data.get("shipyards", 0), 0, MAX_ITEMS),
        items=_items(f"{place}.items", data.get("items", {})),
        hidden=boolean(f"{place}.hidden", data.get("hidden", False)),
        home=boolean(f"{place}.home", data.get("home", False)),
        ambush=integer(f"{place}.ambush", data.get("ambush", 0), 0, MAX_ITEMS),
    )


def _techs(place: str, data: Any) -> dict[str, int]:
    """Read the level of each technology: one number for all, or numbers by technology."""
    if not isinstance(data, Mapping):
        return dict.fromkeys(TECHS, integer(place, data, 0, MAX_LEVEL))
    known(place, data, TECHS)
    return {
        tech: integer(f"{place}.{tech}", data.get(tech, _DEFAULT_LEVEL), 0, MAX_LEVEL)
        for tech in TECHS
    }


def _items(place: str, data: Any) -> dict[str, int]:
    if not isinstance(data, Mapping):
        raise BattleError(f"{place} is not a mapping", "write {SG3: 2, FS: 1}")
    known(place, data, list(ITEM_OF))
    counts = {
        str(item): integer(f"{place}.{item}", count, 0, MAX_ITEMS) for item, count in data.items()
    }
    return {item: count for item, count in counts.items() if count}


def _names(place: str, data: Any, names: Sequence[str]) -> tuple[str, ...]:
    sides = tuple(str(name) for name in listed(place, data))
    for name in sides:
        if name not in names:
            raise BattleError(f"{place}: no side '{name}'", did_you_mean(name, names))
    return sides


def _orbit(place: str, value: Any) -> int:
    """Read the number of a planet; 0 and "deep space" mean no planet."""
    return 0 if value == "deep space" else integer(place, value, 0, MAX_PLANETS)


def _sector(place: str, value: Any) -> Sector:
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, Sequence) and not isinstance(parts, str) and len(parts) == 3:
        numbers = [int(p) if isinstance(p, str) and p.isdecimal() else p for p in parts]
        x, y, z = (integer(place, number, 0, 9999) for number in numbers)
        return (x, y, z)
    raise BattleError(f"{place} is {value!r}", "write three numbers: 12 7 18")


def _tenths(place: str, value: Any) -> int:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= MAX_ITEMS or abs(10 * value - round(10 * value)) > 1e-6:
        raise BattleError(f"{place} is {value!r}", "write a number with one decimal, as 12.5")
    tenths: int = round(10 * value)
    return tenths


def _integer(minimum: int, maximum: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": minimum, "maximum": maximum}


_ITEMS = {"type": "object", "properties": dict.fromkeys(ITEM_OF, _integer(0, MAX_ITEMS))}
# A ship may also be a text, and transports and starbases have other sizes that no enum lists.
_SHIP_SCHEMA = {
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "class": {"anyOf": [{"enum": _CLASSES}, {"type": "string"}]},
                "count": _integer(1, MAX_UNITS),
                "age": _integer(-1, MAX_AGE),
                "cargo": _ITEMS,
            },
            "required": ["class"],
        },
        {"type": "string"},
    ]
}
_COLONY_SCHEMA = {
    "type": "object",
    "properties": {
        "planet": _integer(1, MAX_PLANETS),
        "mining": _TENTHS,
        "manufacturing": _TENTHS,
        "population": _integer(0, MAX_ITEMS),
        "items": _ITEMS,
    },
    "required": ["planet"],
}
_LEVEL = _integer(0, MAX_LEVEL)
_LEVELS = {"type": "object", "properties": dict.fromkeys(TECHS, _LEVEL)}
_SIDE_SCHEMA = {
    "type": "object",
    "properties": {
        "ships": {"type": "array", "items": _SHIP_SCHEMA},
        "colonies": {"type": "array", "items": _COLONY_SCHEMA},
        "tech": {"anyOf": [_LEVEL, _LEVELS]},
    },
}
#: Common to all battles; orders, alliances and the sector are read by `battle` without a schema.
BATTLE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sides": {
            "type": "object",
            "minProperties": 2,
            "maxProperties": MAX_SIDES,
            "additionalProperties": _SIDE_SCHEMA,
        }
    },
    "required": ["sides"],
}

"""species.NNN.json: a species, the planets it has named and its ships."""

from __future__ import annotations

from typing import Any

import attrs

from horizons_core.sums import int_sum
from variants.far_horizons.constants import GASES, LARGEST_AGE, PLAYERS, SHIP_CLASSES, TECHS
from variants.far_horizons.interchange.atlas import SECTOR, Atlas
from variants.far_horizons.interchange.codecs import (
    CARGO,
    FLAG,
    LONG,
    WORD,
    Codec,
    listing,
    one_of,
    record,
    slots,
    text,
    whole,
)
from variants.far_horizons.interchange.nodes import Node
from variants.far_horizons.model import (
    HOME_POINT,
    JUMPED,
    MOVED,
    WORMHOLED,
    Atmosphere,
    Colony,
    Drive,
    Place,
    Ship,
    Species,
    Status,
    Tech,
    Units,
    Where,
)

NAME = text(least=1)
_Table = dict[str, tuple[str, Codec[Any]]]
_SIGNED = whole(-LONG, LONG)
_GAS = whole(1, len(GASES) - 1)
_DELETED = "Unused"
_NOWHERE = Place((0, 0, 0), 99)

_TECH: Codec[Tech] = record(
    {
        "level": ("level", whole(0, WORD)),
        "knowledge": ("knowledge", whole(0, WORD)),
        "xp": ("points", whole()),
        "init_level": ("initial", whole(0, WORD)),
    },
    Tech,
)
_UNITS: Codec[Units] = record(
    {
        "needed": ("needed", _SIGNED),
        "auto": ("ordered", _SIGNED),
        "install": ("installing", _SIGNED),
    },
    Units,
)
_ATMOSPHERE: Codec[Atmosphere] = record(
    {
        "required.code": ("required", _GAS),
        "required.min_pct": ("least", whole(0, 100)),
        "required.max_pct": ("most", whole(0, 100)),
        "neutral": ("neutral", listing(_GAS, 6, 6)),
        "poison": ("poisonous", listing(_GAS, 6, 6)),
    },
    Atmosphere,
)


def colony_codec(place: Codec[Place]) -> Codec[Colony]:
    """A named planet."""
    table: _Table = {
        "name": ("name", NAME),
        "location": ("place", place),
        "status": ("status", _STATUS),
        "hiding": ("hiding", whole(0, 1)),
        "hidden": ("hidden", whole(0, 1)),
        "siege_eff": ("siege", whole(-100, 100)),
        "shipyards": ("shipyards", whole(0, WORD)),
        "ius": ("mining_units", _UNITS),
        "aus": ("manufacturing_units", _UNITS),
        "mi_base": ("mining_base", _SIGNED),
        "ma_base": ("manufacturing_base", _SIGNED),
        "pop_units": ("population", _SIGNED),
        "items": ("items", CARGO),
        "use_on_ambush": ("ambush", whole()),
        "message": ("message", whole()),
        "special": ("special", _SIGNED),
    }
    return record(table, Colony)


def _read_status(node: Node) -> int:
    value = whole(0, WORD).read(node)
    known = int_sum(Status)
    if value & ~known:
        node.fail(f"{value} is no status of a planet", f"it is a sum of {[int(s) for s in Status]}")
    return value


_STATUS = Codec(_read_status, int)


def ship_codec(place: Codec[Place], points: Codec[int]) -> Codec[Ship]:
    """A ship or starbase; `points` are the numbers of named planets."""
    table: _Table = {
        "name": ("name", NAME),
        "location": ("place", place),
        "status": ("where", one_of({int(where): where for where in Where}, "status of a ship")),
        "type": ("drive", one_of({int(drive): drive for drive in Drive}, "type of ship")),
        "dest": ("destination", SECTOR),
        "just_jumped": ("moved", one_of(_MOVES, "way to have moved")),
        "arrived_via_wormhole": ("through_wormhole", FLAG),
        "class": ("class_", one_of(_CLASSES, "class of ship")),
        "tonnage": ("tonnage", whole(1, WORD)),
        "cargo": ("cargo", CARGO),
        "age": ("age", whole(-1, LARGEST_AGE)),
        "remaining_cost": ("unpaid", whole()),
        "loading_point": ("loading_point", points),
        "unloading_point": ("unloading_point", points),
        "special": ("special", _SIGNED),
    }
    return _with_class_checked(record(table, Ship))


_MOVES = {way: way for way in (0, JUMPED, MOVED, WORMHOLED)}
_CLASSES = {ship.code: ship.abbreviation for ship in SHIP_CLASSES}
_TONNAGES = {ship.abbreviation: ship.tonnage for ship in SHIP_CLASSES}


def _with_class_checked(codec: Codec[Ship]) -> Codec[Ship]:
    def read(node: Node) -> Ship:
        ship = codec.read(node)
        usual = _TONNAGES[ship.class_]
        if usual and ship.tonnage != usual:
            node.field("tonnage").fail(
                f"a {ship.class_} has not {ship.tonnage}", f"its tonnage is {usual}"
            )
        if ship.starbase != (ship.drive is Drive.STARBASE):
            node.field("type").fail(
                f"type {ship.drive:d} does not fit class {ship.class_}",
                "starbases, and nothing else, are of type 2",
            )
        if ship.place.orbit < 0 and ship.where not in (Where.WITHDREW, Where.FORCED):
            node.field("location").field("orbit").fail("-1 is no orbit", "deep space is 0")
        return ship

    return Codec(read, codec.write)


def _point_codec(planets: int) -> Codec[int]:
    def read(node: Node) -> int:
        value = whole(0, HOME_POINT).read(node)
        if planets <= value < HOME_POINT:
            node.fail(
                f"there is no named planet {value}",
                f"it must be below {planets}, or {HOME_POINT} for the home planet",
            )
        return value

    return Codec(read, int)


def _empty(codec: Codec[Any], thing: Any) -> Any:
    """The record of a deleted thing: named Unused, orbit 99, all else 0."""
    return codec.write(thing)


def species_codec(atlas: Atlas, planets: int) -> Codec[Species]:
    """The whole file of a species that has named this many planets."""
    colony = colony_codec(atlas.place())
    ship = ship_codec(atlas.place(-1), _point_codec(planets))
    table: _Table = {
        "version": ("version", whole(1, 1)),
        "species.id": ("number", whole(*PLAYERS)),
        "species.name": ("name", NAME),
        "species.government.name": ("government", text()),
        "species.government.type": ("government_type", text()),
        "species.home_world": ("home", atlas.place()),
        "species.atmosphere": ("atmosphere", _ATMOSPHERE),
        "species.auto_orders": ("auto", FLAG),
        **{f"species.tech.{tech}": (tech, _TECH) for tech in TECHS},
        "species.hp_original_base": ("home_base", whole()),
        "species.econ_units": ("treasury", _SIGNED),
        "species.fleet_cost": ("fleet_cost", whole()),
        "species.fleet_percent_cost": ("fleet_percent", whole()),
        "species.contacts": ("met", atlas.species()),
        "species.allies": ("allies", atlas.species()),
        "species.enemies": ("all_enemies", _enemies_codec(atlas)),
        "named_planets": ("colonies", slots(colony, _empty(colony, _NO_COLONY))),
        "ships": ("ships", slots(ship, _empty(ship, _NO_SHIP))),
    }
    return record(table, _made, _taken)


_NO_COLONY = Colony(name=_DELETED, place=_NOWHERE)
_NO_SHIP = Ship(name=_DELETED, class_="PB", place=_NOWHERE, age=0)


def _enemies_codec(atlas: Atlas) -> Codec[tuple[list[str], bool]]:
    """Enemies, and whether an order named everybody: then numbers without a species stand here."""
    beyond = list(range(len(atlas.ids) + 1, PLAYERS[1] + 1))
    known = atlas.species()

    def read(node: Node) -> tuple[list[str], bool]:
        numbers = atlas.numbers(node)
        strange = [number for number in numbers if number > len(atlas.ids)]
        if strange and strange != beyond:
            node.fail(
                f"there is no species {strange[0]}",
                f"an order against everybody lists all numbers up to {PLAYERS[1]}",
            )
        return [atlas.ids[n - 1] for n in numbers if n <= len(atlas.ids)], bool(strange)

    def write(value: tuple[list[str], bool]) -> list[int]:
        ids, everybody = value
        numbers: list[int] = known.write(ids)
        return numbers + (beyond if everybody else [])

    return Codec(read, write)


def _made(**given: Any) -> Species:
    del given["version"]
    given["id"] = given.pop("name")
    given["techs"] = {tech: given.pop(tech) for tech in TECHS}
    given["stock"] = {"EU": given.pop("treasury")}
    given["enemies"], given["all_enemies"] = given["all_enemies"]
    return Species(**given)


def _taken(species: Species) -> dict[str, Any]:
    fields = {field.name: getattr(species, field.name) for field in attrs.fields(Species)}
    return (
        fields
        | species.techs
        | {
            "version": 1,
            "name": species.name,
            "treasury": species.treasury,
            "all_enemies": (species.enemies, species.all_enemies),
        }
    )

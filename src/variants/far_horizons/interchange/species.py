"""species.NNN.json: a species, the planets it has named and its ships."""

from __future__ import annotations

from typing import Any

import attrs

from horizons_core.sums import int_sum
from variants.far_horizons.constants import GASES, MAX_AGE, PLAYERS, SHIP_CLASSES, TECHS
from variants.far_horizons.interchange.codecs import (
    CARGO,
    FLAG,
    LONG,
    SECTOR,
    WORD,
    Codec,
    ExportReferences,
    Node,
    integer,
    listing,
    one_of,
    record,
    slots,
    text,
)
from variants.far_horizons.model import (
    HOME_POINT,
    JUMPED,
    MOVED,
    WORMHOLED,
    Atmosphere,
    Colony,
    Place,
    Propulsion,
    Ship,
    ShipLocation,
    Species,
    Status,
    Tech,
    Units,
)

NAME = text(minimum=1)
_Table = dict[str, tuple[str, Codec[Any]]]
_SIGNED = integer(-LONG, LONG)
_GAS = integer(1, len(GASES) - 1)
_DELETED = "Unused"
_NOWHERE = Place((0, 0, 0), 99)

_TECH: Codec[Tech] = record(
    {
        "level": ("level", integer(0, WORD)),
        "knowledge": ("knowledge", integer(0, WORD)),
        "xp": ("points", integer()),
        "init_level": ("initial", integer(0, WORD)),
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
        "required.min_pct": ("least", integer(0, 100)),
        "required.max_pct": ("most", integer(0, 100)),
        "neutral": ("neutral", listing(_GAS, 6, 6)),
        "poison": ("poisonous", listing(_GAS, 6, 6)),
    },
    Atmosphere,
)

_MOVES = {way: way for way in (0, JUMPED, MOVED, WORMHOLED)}
_CLASSES = {ship.code: ship.abbreviation for ship in SHIP_CLASSES}
_TONNAGES = {ship.abbreviation: ship.tonnage for ship in SHIP_CLASSES}

_NO_COLONY = Colony(name=_DELETED, place=_NOWHERE)
_NO_SHIP = Ship(name=_DELETED, class_="PB", place=_NOWHERE, age=0)


def colony_codec(place: Codec[Place]) -> Codec[Colony]:
    """The codec of a named planet."""
    table: _Table = {
        "name": ("name", NAME),
        "location": ("place", place),
        "status": ("status", _STATUS),
        "hiding": ("hiding", integer(0, 1)),
        "hidden": ("hidden", integer(0, 1)),
        "siege_eff": ("siege", integer(-100, 100)),
        "shipyards": ("shipyards", integer(0, WORD)),
        "ius": ("mining_units", _UNITS),
        "aus": ("manufacturing_units", _UNITS),
        "mi_base": ("mining_base", _SIGNED),
        "ma_base": ("manufacturing_base", _SIGNED),
        "pop_units": ("population", _SIGNED),
        "items": ("items", CARGO),
        "use_on_ambush": ("ambush", integer()),
        "message": ("message", integer()),
        "special": ("special", _SIGNED),
    }
    return record(table, Colony)


def _read_status(node: Node) -> int:
    value = integer(0, WORD).read(node)
    known = int_sum(Status)
    if value & ~known:
        node.fail(
            f"{value} is not a status of a planet", f"it is a sum of {[int(s) for s in Status]}"
        )
    return value


_STATUS = Codec(_read_status, int)


def ship_codec(place: Codec[Place], points: Codec[int]) -> Codec[Ship]:
    """The codec of a ship or starbase; `points` are the numbers of named planets."""
    table: _Table = {
        "name": ("name", NAME),
        "location": ("place", place),
        "status": (
            "where",
            one_of({int(location): location for location in ShipLocation}, "status of a ship"),
        ),
        "type": ("drive", one_of({int(drive): drive for drive in Propulsion}, "type of ship")),
        "dest": ("destination", SECTOR),
        "just_jumped": ("moved", one_of(_MOVES, "kind of movement")),
        "arrived_via_wormhole": ("through_wormhole", FLAG),
        "class": ("class_", one_of(_CLASSES, "class of ship")),
        "tonnage": ("tonnage", integer(1, WORD)),
        "cargo": ("cargo", CARGO),
        "age": ("age", integer(-1, MAX_AGE)),
        "remaining_cost": ("unpaid", integer()),
        "loading_point": ("loading_point", points),
        "unloading_point": ("unloading_point", points),
        "special": ("special", _SIGNED),
    }
    return _with_class_checked(record(table, Ship))


def _with_class_checked(codec: Codec[Ship]) -> Codec[Ship]:
    def read(node: Node) -> Ship:
        ship = codec.read(node)
        fixed = _TONNAGES[ship.class_]
        if fixed and ship.tonnage != fixed:
            node.field("tonnage").fail(
                f"a {ship.class_} cannot have tonnage {ship.tonnage}", f"its tonnage is {fixed}"
            )
        if ship.starbase != (ship.drive is Propulsion.STARBASE):
            node.field("type").fail(
                f"type {ship.drive:d} does not fit class {ship.class_}",
                "starbases, and nothing else, are of type 2",
            )
        if ship.place.orbit < 0 and ship.where not in (ShipLocation.WITHDREW, ShipLocation.FORCED):
            node.field("location").field("orbit").fail("-1 is not an orbit", "deep space is 0")
        return ship

    return Codec(read, codec.write)


def _point_codec(planets: int) -> Codec[int]:
    def read(node: Node) -> int:
        value = integer(0, HOME_POINT).read(node)
        if planets <= value < HOME_POINT:
            node.fail(
                f"there is no named planet {value}",
                f"it must be below {planets}, or {HOME_POINT} for the home planet",
            )
        return value

    return Codec(read, int)


def _empty(codec: Codec[Any], deleted: Any) -> Any:
    """Return the record of a deleted object: named Unused, orbit 99, all else 0."""
    return codec.write(deleted)


def species_codec(atlas: ExportReferences, planets: int) -> Codec[Species]:
    """The codec of the file of a species that has named this many planets."""
    colony = colony_codec(atlas.place())
    ship = ship_codec(atlas.place(-1), _point_codec(planets))
    table: _Table = {
        "version": ("version", integer(1, 1)),
        "species.id": ("number", integer(*PLAYERS)),
        "species.name": ("name", NAME),
        "species.government.name": ("government", text()),
        "species.government.type": ("government_type", text()),
        "species.home_world": ("home", atlas.place()),
        "species.atmosphere": ("atmosphere", _ATMOSPHERE),
        "species.auto_orders": ("auto", FLAG),
        **{f"species.tech.{tech}": (tech, _TECH) for tech in TECHS},
        "species.hp_original_base": ("home_base", integer()),
        "species.econ_units": ("treasury", _SIGNED),
        "species.fleet_cost": ("fleet_cost", integer()),
        "species.fleet_percent_cost": ("fleet_percent", integer()),
        "species.contacts": ("met", atlas.species()),
        "species.allies": ("allies", atlas.species()),
        "species.enemies": ("all_enemies", _enemies_codec(atlas)),
        "named_planets": ("colonies", slots(colony, _empty(colony, _NO_COLONY))),
        "ships": ("ships", slots(ship, _empty(ship, _NO_SHIP))),
    }
    return record(table, _from_fields, _to_fields)


def _enemies_codec(atlas: ExportReferences) -> Codec[tuple[list[str], bool]]:
    """The codec of enemies; for a declaration against all, it lists even unused numbers."""
    beyond = list(range(len(atlas.ids) + 1, PLAYERS[1] + 1))
    known = atlas.species()

    def read(node: Node) -> tuple[list[str], bool]:
        numbers = atlas.numbers(node)
        unknown_numbers = [number for number in numbers if number > len(atlas.ids)]
        if unknown_numbers and unknown_numbers != beyond:
            node.fail(
                f"there is no species {unknown_numbers[0]}",
                f"an order against all species lists all numbers up to {PLAYERS[1]}",
            )
        return [atlas.ids[n - 1] for n in numbers if n <= len(atlas.ids)], bool(unknown_numbers)

    def write(value: tuple[list[str], bool]) -> list[int]:
        ids, all_enemies = value
        numbers: list[int] = known.write(ids)
        return numbers + (beyond if all_enemies else [])

    return Codec(read, write)


def _from_fields(**fields: Any) -> Species:
    del fields["version"]
    fields["id"] = fields.pop("name")
    fields["techs"] = {tech: fields.pop(tech) for tech in TECHS}
    fields["stock"] = {"EU": fields.pop("treasury")}
    fields["enemies"], fields["all_enemies"] = fields["all_enemies"]
    return Species(**fields)


def _to_fields(species: Species) -> dict[str, Any]:
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

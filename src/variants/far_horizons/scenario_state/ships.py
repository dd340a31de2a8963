"""Ships of a scenario state, and its transactions: acts between species earlier in the turn."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import set_fields
from horizons_core.sums import int_sum
from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    MAX_AGE,
    STARBASE,
    TECHS,
    TRANSPORT,
)
from variants.far_horizons.model import (
    HOME_POINT,
    JUMPED,
    MOVED,
    WORMHOLED,
    Game,
    Place,
    Propulsion,
    Ship,
    ShipLocation,
    Species,
    Transaction,
)
from variants.far_horizons.model.transactions import (
    FACTS,
    BuiltKind,
    Discovery,
    MishapFate,
    TransactionKind,
    transaction,
)
from variants.far_horizons.scenario_state import words as read

FIELDS = (
    "at", "status", "age", "cargo", "tons", "unpaid", "to", "moved", "through_wormhole",
    "loaded_at", "unloading_at",
)  # fmt: skip
STATUSES = {
    "building": ShipLocation.BUILDING,
    "landed": ShipLocation.LANDED,
    "orbit": ShipLocation.ORBIT,
    "deep": ShipLocation.DEEP_SPACE,
    "withdrew": ShipLocation.WITHDREW,
    "forced": ShipLocation.FORCED,
}
_MOVES = {"not": 0, "jumped": JUMPED, "moved": MOVED, "wormhole": WORMHOLED}
_AT_PLANETS = (ShipLocation.BUILDING, ShipLocation.LANDED, ShipLocation.ORBIT)
_CLASS_WORD = re.compile(r"([A-Z]+)(\d*)(S?)", re.IGNORECASE)
_TONS = 10_000
_PLACE = ("x", "y", "z", "orbit")


@frozen
class _Kind:
    """The meaning of a ship's class word."""

    class_: str
    tonnage: int
    drive: Propulsion


def apply_ship(
    game: Game, owner: Species, path: str, title: str, values: Mapping[str, Any]
) -> None:
    """Apply a ship by its class word and name; a new one is added."""
    kind, name = _kind(path, title)
    known = (ship for ship in owner.living_ships() if ship.name.casefold() == name.casefold())
    ship = next(known, None) or _new(owner, path, name, values)
    ship.class_, ship.drive = kind.class_, kind.drive
    ship.tonnage = kind.tonnage or ship.tonnage
    if "tons" in values or not ship.tonnage:
        ship.tonnage = _tonnage(path, kind, values.get("tons"))
    _place(game, owner, ship, path, values)
    _set_numbers(ship, path, values)
    if "cargo" in values:
        ship.cargo = _cargo(ship, f"{path}.cargo", values["cargo"])
    for point, field in (("loaded_at", "loading_point"), ("unloading_at", "unloading_point")):
        if point in values:
            setattr(ship, field, _point(owner, f"{path}.{point}", values[point]))


def _kind(path: str, title: str) -> tuple[_Kind, str]:
    """Parse "TR10S Mover": class, size and drive, and the name."""
    word, _, name = title.strip().partition(" ")
    match = _CLASS_WORD.fullmatch(word)
    letters, size, sub_light = match.groups() if match else (word, "", "")
    class_, words = letters.upper(), [c for c in CLASS_OF if c != TRANSPORT]
    if class_ not in CLASS_OF and class_.removesuffix("S") in CLASS_OF:
        class_, sub_light = class_.removesuffix("S"), "S"
    if class_ not in CLASS_OF or bool(size) != (class_ == TRANSPORT):
        hint = did_you_mean(word, [*words, "TR1", "TR10"])
        raise ScenarioError(f"{path}: '{word}' is not a class of ships", f"{hint}; then the name")
    drive = Propulsion.SUB_LIGHT if sub_light else Propulsion.FTL
    drive = Propulsion.STARBASE if class_ == STARBASE else drive
    return _Kind(class_, int(size or CLASS_OF[class_].tonnage), drive), read.named(path, name)


def _new(owner: Species, path: str, name: str, values: Mapping[str, Any]) -> Ship:
    if "at" not in values:
        raise ScenarioError(f"{path} is new and has no position", "add at: a planet or 'x y z'")
    ship = Ship(name=name, class_="", place=owner.home, where=ShipLocation.ORBIT, age=0)
    owner.ships.append(ship)
    return ship


def _tonnage(path: str, kind: _Kind, tons: Any) -> int:
    """Return the size of a starbase; other sizes follow from the class."""
    if kind.class_ != STARBASE:
        raise ScenarioError(f"{path}: only a starbase is so many tons", "leave it to the class")
    if tons is None:
        raise ScenarioError(f"{path} has no size", "give it tons: 20000, for example")
    if read.integer(f"{path}.tons", tons, _TONS) % _TONS:
        raise ScenarioError(f"{path}.tons: {tons} is not a multiple of {_TONS}")
    return int(tons) // _TONS


def _place(game: Game, owner: Species, ship: Ship, path: str, values: Mapping[str, Any]) -> None:
    """Set the ship's place: by default in orbit at a planet, otherwise in deep space."""
    if "at" in values:
        ship.place = _read_place(game, owner, f"{path}.at", values["at"])
        ship.where = ShipLocation.ORBIT if ship.place.orbit else ShipLocation.DEEP_SPACE
    if "status" in values:
        ship.where = STATUSES[scenario_state.word(f"{path}.status", values["status"], STATUSES)]
    if "to" in values:
        ship.destination = read.sector(f"{path}.to", values["to"])
    if ship.where in _AT_PLANETS and not ship.place.orbit and _needs_planet(game, ship):
        raise ScenarioError(f"{path}: no planet is at {ship.place}", "write 'x y z #orbit'")
    if ship.where == ShipLocation.DEEP_SPACE:
        ship.place = Place(ship.place.sector)
    if ship.where == ShipLocation.BUILDING and "age" not in values:
        ship.age = -1


def _needs_planet(game: Game, ship: Ship) -> bool:
    """Return whether a ship needs a planet: all but starbases built in deep space."""
    return not ship.starbase or game.star_at(ship.place.sector) is not None


def _read_place(game: Game, owner: Species, path: str, value: Any) -> Place:
    """Read a named planet of the species, or a place."""
    if isinstance(value, str) and not value.strip()[:1].isdigit():
        return read.colony(owner, path, value).place
    place = read.place(path, value)
    if max(place.sector) >= 2 * game.radius:
        raise ScenarioError(f"{path}: {place} is outside the galaxy")
    return read.planet_place(game, path, value) if place.orbit else place


def _set_numbers(ship: Ship, path: str, values: Mapping[str, Any]) -> None:
    if "age" in values:
        ship.age = read.integer(f"{path}.age", values["age"], -1, MAX_AGE)
    set_fields(ship, path, values, "unpaid through_wormhole")
    if "moved" in values:
        ship.moved = _MOVES[scenario_state.word(f"{path}.moved", values["moved"], _MOVES)]


def _cargo(ship: Ship, path: str, values: Any) -> dict[str, int]:
    cargo = read.items(path, values)
    room = int_sum(ITEM_OF[item].room * count for item, count in cargo.items())
    if room > ship.capacity:
        raise ScenarioError(
            f"{path} takes a room of {room}", f"the ship has room for {ship.capacity}"
        )
    return cargo


def _point(owner: Species, path: str, name: Any) -> int:
    """Return the number of a named planet where a ship was loaded or will be unloaded."""
    if name is None:
        return 0
    number = owner.colonies.index(read.colony(owner, path, name))
    return number or HOME_POINT


#: Facts that are species, with the fact that holds each name.
_SPECIES = {
    "donor": "donor_name",
    "recipient": "recipient_name",
    "sender": "sender_name",
    "besieger": "besieger_name",
    "besieged": "besieged_name",
    "owner": "",
    "gainer": "",
    "told": "",
    "portal_owner": "",
    "asked": "",
}


def _words(kinds: type[enum.IntEnum]) -> dict[str, int]:
    return {kind.name.lower().replace("_", " "): int(kind) for kind in kinds}


#: Words for numbers.
_CODES: dict[str, dict[str, int]] = {
    "act": _words(Discovery),
    "fate": _words(MishapFate),
    "what": _words(BuiltKind),
    "tech": {tech: number for number, tech in enumerate(TECHS)},
    "item": {item.abbreviation: item.code for item in ITEM_OF.values()},
}
_KINDS = _words(TransactionKind)


def transaction_of(game: Game, path: str, values: Any) -> Transaction:
    """Read a transaction from its kind and facts."""
    named = values.get("kind") if isinstance(values, Mapping) else None
    kind = TransactionKind(_KINDS[scenario_state.word(f"{path}.kind", named, _KINDS)])
    words = [word for word in FACTS[kind] if word not in _PLACE]
    places = ["place"] if "x" in FACTS[kind] else []
    scenario_state.fields(path, values, ["kind", *words, *places])
    facts: dict[str, int | str] = {}
    for word, value in values.items():
        if word != "kind":
            facts |= _facts(game, kind, f"{path}.{word}", word, value)
    facts |= {word: value for word, value in values.items() if word.endswith("_name")}
    return transaction(kind, **facts)


def _facts(
    game: Game, kind: TransactionKind, path: str, word: str, value: Any
) -> dict[str, int | str]:
    """Return a word's value as facts of a transaction."""
    if word == "place":
        place = read.place(path, value)
        return dict(zip(_PLACE, (*place.sector, place.orbit), strict=True))
    if word in _SPECIES:
        species = read.species(game, path, value)
        name = _SPECIES[word]
        return {word: species.number} | ({name: species.name} if name in FACTS[kind] else {})
    if word in _CODES:
        return {word: _CODES[word][scenario_state.word(path, value, _CODES[word])]}
    if isinstance(value, str):
        return {word: value}
    return {word: read.integer(path, value)}

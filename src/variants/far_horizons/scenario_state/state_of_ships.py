"""The ships of a scenario state: their names with class words, where they are, what they carry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import truth
from horizons_core.sums import int_sum
from variants.far_horizons.constants import CLASS_OF, ITEM_OF, LARGEST_AGE, STARBASE, TRANSPORT
from variants.far_horizons.model import (
    HOME_POINT,
    JUMPED,
    MOVED,
    WORMHOLED,
    Drive,
    Game,
    Place,
    Ship,
    Species,
    Where,
)
from variants.far_horizons.scenario_state import words as read

FIELDS = (
    "at", "status", "age", "cargo", "tons", "unpaid", "to", "moved", "through_wormhole",
    "loaded_at", "unloading_at",
)  # fmt: skip
STATUSES = {
    "building": Where.BUILDING,
    "landed": Where.LANDED,
    "orbit": Where.ORBIT,
    "deep": Where.DEEP_SPACE,
    "withdrew": Where.WITHDREW,
    "forced": Where.FORCED,
}
_MOVES = {"not": 0, "jumped": JUMPED, "moved": MOVED, "wormhole": WORMHOLED}
_AT_PLANETS = (Where.BUILDING, Where.LANDED, Where.ORBIT)
_CLASS_WORD = re.compile(r"([A-Z]+)(\d*)(S?)", re.IGNORECASE)
_TONS = 10_000


@frozen
class _Kind:
    """What a class word says of a ship."""

    class_: str
    tonnage: int
    drive: Drive


def apply_ship(
    game: Game, owner: Species, where: str, title: str, given: Mapping[str, Any]
) -> None:
    """A ship by its class word and name; one that is new is added."""
    kind, name = _kind(where, title)
    known = (ship for ship in owner.living_ships() if ship.name.casefold() == name.casefold())
    ship = next(known, None) or _new(owner, where, name, given)
    ship.class_, ship.drive = kind.class_, kind.drive
    ship.tonnage = kind.tonnage or ship.tonnage
    if "tons" in given or not ship.tonnage:
        ship.tonnage = _tonnage(where, kind, given.get("tons"))
    _place(game, owner, ship, where, given)
    _numbers(ship, where, given)
    if "cargo" in given:
        ship.cargo = _cargo(ship, f"{where}.cargo", given["cargo"])
    for point, field in (("loaded_at", "loading_point"), ("unloading_at", "unloading_point")):
        if point in given:
            setattr(ship, field, _point(owner, f"{where}.{point}", given[point]))


def _kind(where: str, title: str) -> tuple[_Kind, str]:
    """What "TR10S Mover" says: class, size and drive, and the name."""
    word, _, name = title.strip().partition(" ")
    found = _CLASS_WORD.fullmatch(word)
    letters, size, sub_light = found.groups() if found else (word, "", "")
    class_, words = letters.upper(), [c for c in CLASS_OF if c != TRANSPORT]
    if class_ not in CLASS_OF and class_.removesuffix("S") in CLASS_OF:
        class_, sub_light = class_.removesuffix("S"), "S"
    if class_ not in CLASS_OF or bool(size) != (class_ == TRANSPORT):
        hint = did_you_mean(word, [*words, "TR1", "TR10"])
        raise ScenarioError(f"{where}: '{word}' is no class of ships", f"{hint}; then the name")
    drive = Drive.SUB_LIGHT if sub_light else Drive.FTL
    drive = Drive.STARBASE if class_ == STARBASE else drive
    return _Kind(class_, int(size or CLASS_OF[class_].tonnage), drive), read.named(where, name)


def _new(owner: Species, where: str, name: str, given: Mapping[str, Any]) -> Ship:
    if "at" not in given:
        raise ScenarioError(f"{where} is new and has no place", "give it at: a planet or 'x y z'")
    ship = Ship(name=name, class_="", place=owner.home, where=Where.ORBIT, age=0)
    owner.ships.append(ship)
    return ship


def _tonnage(where: str, kind: _Kind, tons: Any) -> int:
    """The size of a starbase; other sizes follow from the class."""
    if kind.class_ != STARBASE:
        raise ScenarioError(f"{where}: only a starbase is so many tons", "leave it to the class")
    if tons is None:
        raise ScenarioError(f"{where} has no size", "give it tons: 20000, for example")
    if read.whole(f"{where}.tons", tons, _TONS) % _TONS:
        raise ScenarioError(f"{where}.tons: {tons} is no multiple of {_TONS}")
    return int(tons) // _TONS


def _place(game: Game, owner: Species, ship: Ship, where: str, given: Mapping[str, Any]) -> None:
    """Where the ship is: in orbit at a planet, in deep space elsewhere, unless said."""
    if "at" in given:
        ship.place = _somewhere(game, owner, f"{where}.at", given["at"])
        ship.where = Where.ORBIT if ship.place.orbit else Where.DEEP_SPACE
    if "status" in given:
        ship.where = STATUSES[scenario_state.word(f"{where}.status", given["status"], STATUSES)]
    if "to" in given:
        ship.destination = read.sector(f"{where}.to", given["to"])
    if ship.where in _AT_PLANETS and not ship.place.orbit and _in_a_system(game, ship):
        raise ScenarioError(f"{where}: no planet is at {ship.place}", "write 'x y z #orbit'")
    if ship.where == Where.DEEP_SPACE:
        ship.place = Place(ship.place.sector)
    if ship.where == Where.BUILDING and "age" not in given:
        ship.age = -1


def _in_a_system(game: Game, ship: Ship) -> bool:
    """All ships but starbases that are being built in deep space need a planet."""
    return not ship.starbase or game.star_at(ship.place.sector) is not None


def _somewhere(game: Game, owner: Species, where: str, given: Any) -> Place:
    """A named planet of the species, or a place."""
    if isinstance(given, str) and not given.strip()[:1].isdigit():
        return read.colony(owner, where, given).place
    found = read.place(where, given)
    if max(found.sector) >= 2 * game.radius:
        raise ScenarioError(f"{where}: {found} is outside the galaxy")
    return read.planet_place(game, where, given) if found.orbit else found


def _numbers(ship: Ship, where: str, given: Mapping[str, Any]) -> None:
    if "age" in given:
        ship.age = read.whole(f"{where}.age", given["age"], -1, LARGEST_AGE)
    if "unpaid" in given:
        ship.unpaid = read.whole(f"{where}.unpaid", given["unpaid"])
    if "moved" in given:
        ship.moved = _MOVES[scenario_state.word(f"{where}.moved", given["moved"], _MOVES)]
    if "through_wormhole" in given:
        ship.through_wormhole = truth(f"{where}.through_wormhole", given["through_wormhole"])


def _cargo(ship: Ship, where: str, given: Any) -> dict[str, int]:
    cargo = read.items(where, given)
    room = int_sum(ITEM_OF[item].room * count for item, count in cargo.items())
    if room > ship.capacity:
        raise ScenarioError(
            f"{where} takes a room of {room}", f"the ship has room for {ship.capacity}"
        )
    return cargo


def _point(owner: Species, where: str, given: Any) -> int:
    """The number that stands for a named planet where a ship was loaded or is unloading."""
    if given is None:
        return 0
    number = owner.colonies.index(read.colony(owner, where, given))
    return number or HOME_POINT

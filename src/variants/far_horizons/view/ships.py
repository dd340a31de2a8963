"""Ships as plain data: one's own, and what is seen of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.model import HOME_POINT, Ship, Species, Where
from variants.far_horizons.rules.distortion import distortion_number, is_distorted

#: Where a ship is, in the words of the view.
WHERE = {
    Where.BUILDING: "building",
    Where.LANDED: "landed",
    Where.ORBIT: "orbit",
    Where.DEEP_SPACE: "deep space",
    Where.WITHDREW: "withdrew",
    Where.FORCED: "forced",
}

#: What the engine calls a colony that is no more.
GONE = "Unused"
#: In these words a ship is nowhere until it arrives.
IN_TRANSIT = ("withdrew", "forced")


def hull(ship: Ship) -> str:
    """The class with a transport's size, without the S of sub-light."""
    return f"{ship.class_}{ship.tonnage}" if ship.transport else ship.class_


def own_ship(species: Species, ship: Ship, habits: Habits = RULEBOOK) -> dict[str, Any]:
    """All that a species knows of its ship."""
    return {
        **_outside(ship),
        "name": ship.name,
        "sub_light": ship.sub_light,
        "age": ship.age,
        "sector": list(ship.place.sector),
        "cargo": dict(ship.cargo),
        "capacity": ship.capacity,
        "unpaid": ship.unpaid if ship.where == Where.BUILDING else 0,
        "loaded_at": point(species, ship.loading_point, habits),
        "bound_for": point(species, ship.unloading_point, habits),
        "distorted": is_distorted(ship),
    }


def point(species: Species, number: int, habits: Habits = RULEBOOK) -> str:
    """The name of a named planet that was noted by its number; "" for none."""
    if number == 0:
        return ""
    index = 0 if number == HOME_POINT else number
    colony = species.colonies[index] if index < len(species.colonies) else None
    if colony is None:
        return GONE if habits.goals_outlast_colonies else ""
    return colony.name


def alien_ship(owner: Species, ship: Ship, habits: Habits = RULEBOOK) -> dict[str, Any]:
    """What others see of a ship: everything outside, or a disguise (FH-FD-003)."""
    if is_distorted(ship):
        by = str(distortion_number(owner, habits))
        return {**_outside(ship), "name": "???", "sub_light": False, "age": None, "species": by}
    return {
        **_outside(ship),
        "name": ship.name,
        "sub_light": ship.sub_light,
        "age": ship.age,
        "species": owner.name,
    }


#: Ships by x, y, z and orbit.
Ports = Mapping[tuple[int, ...], list[Mapping[str, Any]]]


def ports_of(data: Mapping[str, Any]) -> Ports:
    """A position's ships by where they are; those in transit are nowhere."""
    ports: dict[tuple[int, ...], list[Mapping[str, Any]]] = {}
    for ship in data["ships"]:
        if ship["where"] not in IN_TRANSIT:
            ports.setdefault((*ship["sector"], ship["orbit"]), []).append(ship)
    return ports


def ships_at(ports: Ports, colony: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The ships that are at a named planet, on it or over it."""
    return list(ports.get((*colony["sector"], colony["orbit"]), ()))


def _outside(ship: Ship) -> dict[str, Any]:
    return {
        "class": hull(ship),
        "tonnage": ship.tonnage,
        "starbase": ship.starbase,
        "transport": ship.transport,
        "where": WHERE[ship.where],
        "orbit": ship.place.orbit,
    }

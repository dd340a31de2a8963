"""What the orders of this step are about: a ship that may go, and where to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from horizons_core.orders import Order
from variants.far_horizons.desk import Desk, Refused
from variants.far_horizons.model import Place, Sector, Ship, Species, Status, Where
from variants.far_horizons.order_text.names import (
    Found,
    Named,
    class_word_of,
    find_planet,
    find_ship,
    planet_hint,
    ship_hint,
)
from variants.far_horizons.order_text.places import numbers_of
from variants.far_horizons.order_text.words import Words

T = TypeVar("T")
N = TypeVar("N", bound=Named)

#: Where a ship is whose jump out of a battle is still to come.
IN_TRANSIT = (Where.WITHDREW, Where.FORCED)


@frozen
class Goal:
    """Where a ship goes: a place, and how the order says it: "PL Mars" or "12 7 18"."""

    place: Place
    text: str


def title_of(ship: Ship) -> str:
    """A ship by class word and name, as orders and logs call it."""
    return f"{class_word_of(ship)} {ship.name}"


def written(sector: Sector) -> str:
    """A sector as orders write it."""
    return " ".join(map(str, sector))


def read(words: Words, reader: Callable[[Words], T | None]) -> tuple[T, Words] | None:
    """What a reader finds in the words, or else with a comma guessed; and the words it is in."""
    for given in (words, words.repaired()):
        found = reader(given) if given is not None else None
        if given is not None and found is not None:
            return found, given
    return None


def mover(desk: Desk, species: Species, order: Order, words: Words) -> tuple[Ship, Words]:
    """The ship or starbase that an order names first, and the words from there on."""
    found = read(words, lambda given: find_ship(species, given))
    if found is None:
        command = "JUMP or PJUMP" if order.keyword in {"JUMP", "PJUMP"} else order.keyword
        reason = f"Invalid ship name in {command} command."
        raise Refused("unknown-ship", reason, ship_hint(species, words), words.rest)
    named, given = found
    note_misspelt(desk, species, order, named, title_of(named.thing))
    return named.thing, given


def note_misspelt(desk: Desk, species: Species, order: Order, found: Found[N], title: str) -> None:
    """Say how a misspelt name was read (FH-NAME-004)."""
    if found.near:
        message = f"'{found.piece.text}' was read as '{title}'"
        desk.note(species, order, "misspelt-name", message, piece=found.piece)


def must_be_free(species: Species, ship: Ship) -> None:
    """Raise Refused for a ship that cannot leave (FH-JUMP-004, FH-DISBAND-004, FH-MOVE-005)."""
    title = title_of(ship)
    if ship.where == Where.BUILDING:
        hint = "it can jump in the turn after it is finished"
        raise Refused("under-construction", f"{title} is still under construction!", hint)
    if ship.where in IN_TRANSIT:
        hint = f"it goes to {written(ship.destination)} by itself"
        raise Refused("in-transit", f"{title} is still in transit from combat!", hint)
    if is_salvage(species, ship):
        hint = "ships to be saved must leave the planet before DISBAND"
        raise Refused("salvage", f"{title} is salvage of a disbanded colony!", hint)
    if ship.moved:
        hint = "JUMP, PJUMP, MOVE or WORMHOLE: one of them a turn"
        raise Refused("moved", f"{title} already jumped or moved this turn!", hint)


def is_salvage(species: Species, ship: Ship) -> bool:
    """Whether a ship on the ground of a disbanded colony, or a starbase over it, is scrap."""
    if ship.where != Where.LANDED and not ship.starbase:
        return False
    return any(
        colony.has(Status.DISBANDED) and colony.place == ship.place
        for colony in species.living_colonies()
    )


def goal(desk: Desk, species: Species, order: Order, words: Words) -> tuple[Goal, Words]:
    """Where a jump goes to: `x y z`, or a named planet's orbit (FH-JUMP-005 to FH-JUMP-007)."""
    found = read(words, lambda given: _goal(desk, species, order, given))
    if found is None:
        reason = "Invalid destination in JUMP or PJUMP command."
        raise Refused("no-destination", reason, _goal_hint(species, words), words.rest)
    return found


def _goal(desk: Desk, species: Species, order: Order, words: Words) -> Goal | None:
    start = words.at
    numbers = numbers_of(words, 4)
    if not numbers:
        found = find_planet(species, words)
        if found is None:
            return None
        title = f"PL {found.thing.name}"
        note_misspelt(desk, species, order, found, title)
        return Goal(found.thing.place, title)
    place = _numbered(desk, numbers)
    if place is None:
        words.put_back(start)
        return None
    return Goal(place, written(place.sector))


def _numbered(desk: Desk, numbers: list[int]) -> Place | None:
    """The place of so many numbers, if it is one that may be tried."""
    if len(numbers) < 3 or (min(numbers) < 0 and not desk.habits.unchecked_coordinates):
        return None
    x, y, z, *orbit = numbers
    if not orbit:
        return Place((x, y, z))
    place = Place((x, y, z), *orbit)
    known = desk.habits.numbered_destinations and desk.planet_at(place) is not None
    return place if known else None


def _goal_hint(species: Species, words: Words) -> str:
    """What to write instead."""
    text = words.rest.text
    if not text or text.startswith("???"):
        return "write where to: x y z, or PL and a name that you have given"
    if text[0].isdigit() or text[0] in "+-":
        return "write three numbers from 0 on, without a planet's number, or PL and a name"
    return planet_hint(species, words) or "only planets that you have named are known to you"


def sector(words: Words, habit: bool, keyword: str) -> Sector:  # noqa: FBT001 - see callers
    """Three coordinates; by habit more may follow, and they may be negative."""
    start = words.at
    numbers = numbers_of(words, 4)
    if len(numbers) < 3 or (not habit and (len(numbers) > 3 or min(numbers) < 0)):
        words.put_back(start)
        hint = "write three numbers from 0 on, no name: x y z"
        raise Refused("no-sector", f"Invalid coordinates in {keyword} command.", hint, words.rest)
    x, y, z = numbers[:3]
    return (x, y, z)

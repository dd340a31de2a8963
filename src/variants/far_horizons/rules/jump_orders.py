"""What the orders of this step are about: a ship that may go, and where to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from horizons_core.orders import Order
from variants.far_horizons.model import Place, Sector, Ship, Species, Where
from variants.far_horizons.orders.names import find_planet, find_ship, planet_hint, ship_hint
from variants.far_horizons.orders.places import numbers_of
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules.orbits import refuse_salvage
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name

T = TypeVar("T")

#: Where a ship is whose jump out of a battle is still to come.
IN_TRANSIT = (Where.WITHDREW, Where.FORCED)


@frozen
class Goal:
    """Where a ship goes: a place, and how the order says it: "PL Mars" or "12 7 18"."""

    place: Place
    text: str


def written(sector: Sector) -> str:
    """A sector as orders write it."""
    return " ".join(map(str, sector))


def read(words: Words, reader: Callable[[Words], T | None]) -> tuple[T, Words] | None:
    """What a reader finds in the words, or else with a comma guessed; and the words it is in."""
    found, repaired = reader(words), None
    if found is None and (repaired := words.repaired()) is not None:
        found = reader(repaired)
    return (found, repaired or words) if found is not None else None


def mover(species: Species, order: Order, words: Words) -> tuple[Ship, Words]:
    """The ship or starbase that an order names first, and the words from there on."""
    found = read(words, lambda given: find_ship(species, given))
    if found is None:
        command = "JUMP or PJUMP" if order.keyword in {"JUMP", "PJUMP"} else order.keyword
        reason = f"Invalid ship name in {command} command."
        raise Refused("unknown-ship", reason, ship_hint(species, words), words.rest)
    named, given = found
    return named.thing, given


def must_be_free(species: Species, ship: Ship) -> None:
    """Raise Refused for a ship that cannot leave.

    (FH-JUMP-004, FH-DISBAND-004, FH-MOVE-005, FH-WITHDRAW-003)
    """
    title = ship_name(ship)
    if ship.where == Where.BUILDING:
        hint = "it can jump in the turn after it is finished"
        raise Refused("under-construction", f"{title} is still under construction!", hint)
    if ship.where in IN_TRANSIT:
        hint = f"it goes to {written(ship.destination)} by itself"
        raise Refused("in-transit", f"{title} is in transit after combat!", hint)
    refuse_salvage(species, ship)
    if ship.moved:
        hint = "JUMP, PJUMP, MOVE or WORMHOLE: one of them a turn"
        raise Refused("moved", f"{title} already jumped or moved this turn!", hint)


def goal(context: StepContext, species: Species, words: Words) -> tuple[Goal, Words]:
    """Where a jump goes to: `x y z`, or a named planet's orbit.

    (FH-JUMP-005, FH-JUMP-006, FH-JUMP-007)
    """
    found = read(words, lambda given: _goal(context, species, given))
    if found is None:
        reason = "Invalid destination in JUMP or PJUMP command."
        raise Refused("no-destination", reason, _goal_hint(species, words), words.rest)
    return found


def _goal(context: StepContext, species: Species, words: Words) -> Goal | None:
    start = words.at
    numbers = numbers_of(words, 4)
    if not numbers:
        found = find_planet(species, words)
        if found is None:
            return None
        return Goal(found.thing.place, f"PL {found.thing.name}")
    place = _numbered(context, numbers)
    if place is None:
        words.put_back(start)
        return None
    return Goal(place, written(place.sector))


def _numbered(context: StepContext, numbers: list[int]) -> Place | None:
    """The place of so many numbers, if it is one that may be tried.

    A planet's number is no part of it, but by habit (FH-MISC-003).
    """
    if len(numbers) < 3 or (min(numbers) < 0 and not context.habits.unchecked_coordinates):
        return None
    x, y, z, *orbit = numbers
    if not orbit:
        return Place((x, y, z))
    place = Place((x, y, z), *orbit)
    known = context.habits.numbered_destinations and context.planet_at(place) is not None
    return place if known else None


def _goal_hint(species: Species, words: Words) -> str:
    """What to write instead."""
    text = words.rest.text
    if not text or text.startswith("???"):
        return "write where to: x y z, or PL and a name that you have given"
    if text[0].isdigit() or text[0] in "+-":
        return "write three numbers from 0 on, without a planet's number, or PL and a name"
    return planet_hint(species, words)


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

"""Reading what an order names; whatever cannot be read refuses the order.

A name that was guessed is noted for the player. A forgotten comma is guessed once, where that is
forgiven (economy 9).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from horizons_core import orders
from horizons_core.errors import did_you_mean
from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Ship, Species, Where
from variants.far_horizons.orders.names import (
    Found,
    find_holder,
    find_planet,
    find_ship,
    find_species,
    planet_hint,
    ship_hint,
    species_hint,
)
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name


def own_ship(
    context: StepContext,
    species: Species,
    order: Order,
    words: Words,
    reason: str = "",
    *,
    exact: bool = False,
) -> tuple[Ship, Words]:
    """The ship or starbase named next, and the words behind it.

    One that combat has destroyed is no more: its orders are refused (FH-STATUS-002).
    """
    found = find_ship(species, words, exact=exact)
    if found is None and not exact:
        repaired = words.repaired()
        found = find_ship(species, repaired) if repaired else None
        words = repaired if repaired and found else words
    if found is None:
        reason = reason or f"Invalid ship name in {order.keyword} command."
        raise Refused("unknown-ship", reason, ship_hint(species, words), words.rest)
    note_guess(context, species, order, found)
    return found.thing, words


def own_planet(
    context: StepContext, species: Species, order: Order, words: Words, reason: str
) -> Colony:
    """The named planet that comes next."""
    found = find_planet(species, words)
    if found is None:
        raise Refused("unknown-planet", reason, planet_hint(species, words), words.rest)
    note_guess(context, species, order, found)
    return found.thing


def own_place(
    context: StepContext, species: Species, order: Order, words: Words, reason: str
) -> tuple[Ship | Colony, Words]:
    """The ship, starbase or planet named next, and the words behind it."""
    found = find_holder(species, words)
    if found is None:
        repaired = words.repaired()
        found = find_holder(species, repaired) if repaired else None
        words = repaired if repaired and found else words
    if found is None:
        raise Refused("unknown-place", reason, _place_hint(species, words), words.rest)
    note_guess(context, species, order, found)
    return found.thing, words


def _place_hint(species: Species, words: Words) -> str:
    """What to write instead: a planet behind PL, a ship behind anything else."""
    start = words.skip()
    planet = words.class_word("planet") is not None
    words.put_back(start)
    return planet_hint(species, words) if planet else ship_hint(species, words)


def other_species(context: StepContext, species: Species, order: Order, words: Words) -> Species:
    """The species named next; it may be one's own."""
    found = find_species(context.game, words)
    if found is None:
        reason = f"Invalid species name in {order.keyword} command."
        hint = species_hint(context.game, species, words)
        raise Refused("unknown-species", reason, hint, words.rest)
    if found.thing.id in species.met:
        note_guess(context, species, order, found)
    return found.thing


def note_guess(
    context: StepContext,
    species: Species,
    order: Order,
    found: Found[Ship] | Found[Colony] | Found[Species],
) -> None:
    """A name that was not written exactly is noted; the log says nothing of it."""
    if found.near:
        message = f"'{found.piece.text}' was read as '{found.thing.name}'"
        context.note(species, order, "misspelt-name", message, at=found.piece)


def refuse_unfinished(ship: Ship) -> None:
    """A ship under construction takes no such order."""
    if ship.where == Where.BUILDING:
        reason = f"{ship_name(ship)} is still under construction!"
        raise Refused("under-construction", reason, f"it still costs {ship.unpaid}")


def refuse_in_transit(ship: Ship) -> None:
    """A ship that withdrew or was forced out of combat is nowhere until it arrives.

    (FH-WITHDRAW-003)
    """
    if ship.where in (Where.WITHDREW, Where.FORCED):
        reason = f"{ship_name(ship)} is in transit after combat!"
        raise Refused("in-transit", reason, "it arrives in the jump phase")


def refuse_negative(number: int | None, reason: str, words: Words) -> None:
    """Numbers in orders are 0 or greater (FH-CMD-004)."""
    if number is not None and number < 0:
        raise Refused("negative-number", reason, "numbers are 0 or greater", words.piece)


# finders for the arguments of mods' own orders, which are names in one word or in quotes


def own_planet_named(
    _context: StepContext, species: Species, order: Order, argument: str
) -> Colony:
    """The species' planet of the name that an argument holds; raises Refused."""
    return _named_one("planet", "PL", species.living_colonies(), order, argument)


def own_ship_named(_context: StepContext, species: Species, order: Order, argument: str) -> Ship:
    """The species' ship or starbase of the name that an argument holds; raises Refused."""
    return _named_one("ship", "", species.living_ships(), order, argument)


def met_species_named(
    context: StepContext, species: Species, order: Order, argument: str
) -> Species:
    """The species that was met, of the name that an argument holds; raises Refused."""
    known = [context.by_id[one] for one in species.met if one in context.by_id]
    return _named_one("species", "SP", known, order, argument)


T = TypeVar("T", Colony, Ship, Species)


def _named_one(kind: str, mark: str, things: Iterable[T], order: Order, argument: str) -> T:
    written = str(order[argument]).casefold()
    found = {thing.name.casefold(): thing for thing in things}
    if written in found:
        return found[written]
    names = [thing.name for thing in found.values()]
    message = f"you know no {kind} '{order[argument]}'"
    hint = did_you_mean(order[argument], names) or f"write its name, without {mark or 'its class'}"
    raise orders.Refused(
        orders.Refusal(f"unknown-{kind.split(maxsplit=1)[0]}", message, hint, argument)
    )

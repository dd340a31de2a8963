"""What orders refer to, found once, when they are carried out; what is not there refuses the order.

Each finder is the `find` of an argument: it gets the context, the species, the order and the
argument's name, and raises Refused, before anything has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from horizons_core import orders
from horizons_core.errors import did_you_mean
from horizons_core.orders import Order
from variants.far_horizons.hints import place_hint, planet_hint, ship_hint, species_hint
from variants.far_horizons.model import Colony, Ship, Species
from variants.far_horizons.model.matching import Found
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.step_context import Refused, StepContext

#: Finds what an argument of an order refers to.
Finder: TypeAlias = Callable[[StepContext, Species, Order, str], Any]
#: What to write instead of a name that stands for nothing.
Hint: TypeAlias = Callable[[StepContext, Species, WrittenName | None], str]
#: What a name stands for, if for anything.
Match: TypeAlias = Callable[[StepContext, Species, WrittenName], Found[Any] | None]


def own_ship(
    reason: str = "Invalid ship name in {keyword} command.", *, exact: bool = False
) -> Finder:
    """Finds the species' ship or starbase of a name."""
    # one that combat has destroyed is no more: its orders are refused (FH-STATUS-002)
    return _named(
        "unknown-ship",
        reason,
        ship_hint,
        lambda context, species, written: context.names.ship(species, written, exact=exact),
    )


def own_planet(reason: str = "Invalid planet name in {keyword} command.") -> Finder:
    """Finds the planet of a name that the species gave it."""
    return _named(
        "unknown-planet",
        reason,
        planet_hint,
        lambda context, species, written: context.names.planet(species, written),
    )


def own_place(reason: str) -> Finder:
    """Finds the species' ship, starbase or planet of a name."""
    return _named(
        "unknown-place",
        reason,
        place_hint,
        lambda context, species, written: context.names.holder(species, written),
    )


def any_species(
    reason: str = "Invalid species name in {keyword} command.",
    *,
    other: bool = False,
    strangers: bool = False,
    hint: Hint = species_hint,
) -> Finder:
    """Finds the species of a name; it may be one's own, unless it must be an `other`.

    How a misspelt name was read is told of species that were met, and of `strangers` where the
    order is for them as well. `hint` says what to write instead, unless it is what is usual.
    """

    def match(
        context: StepContext, species: Species, written: WrittenName
    ) -> Found[Species] | None:
        found = context.names.species(context.game, written)
        if found is None or (other and found.thing is species):
            return None
        told = strangers or found.thing.id in species.met
        return found if told else Found(found.thing)

    return _named("unknown-species", reason, hint, match)


def _named(code: str, reason: str, hint: Hint, match: Match) -> Finder:
    """Finds what a name stands for; the player is told how one was read that is misspelt."""

    def find(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        written: WrittenName | None = order[argument]
        found = match(context, species, written) if written else None
        if written is None or found is None:
            said = reason.format(keyword=order.keyword)
            raise Refused(code, said, hint(context, species, written), argument)
        context.note_guess(found, written)
        return found.thing

    return find


def counted(code: str, reason: str, hint: str) -> Finder:
    """Passes a number that is 0 or greater; others, and none, are refused (FH-CMD-004)."""

    def find(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
        number: int | None = order[argument]
        if number is None or number < 0:
            raise Refused(code, reason.format(keyword=order.keyword), hint, argument)
        return number

    return find


def between(least: int, most: int, what: str = "a number") -> Finder:
    """Passes a number within bounds."""

    def find(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
        number: int | None = order[argument]
        if number is None or not least <= number <= most:
            reason = f"Invalid or missing number in {order.keyword} command."
            hint = f"{what} from {least} to {most} is needed"
            raise Refused("bad-number", reason, hint, argument)
        return number

    return find


def zero_or_more(reason: str) -> Finder:
    """Passes a number that is 0 or greater (FH-CMD-004)."""
    return counted("negative-number", reason, "numbers are 0 or greater")


def needed(code: str, reason: str, hint: str, find: Finder | None = None) -> Finder:
    """Refuses what is not written; passes what is, or finds it."""

    def look(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        if order[argument] is None:
            raise Refused(code, reason, hint, argument)
        return find(context, species, order, argument) if find else order[argument]

    return look


def unless_number(find: Finder) -> Finder:
    """Passes a number, and finds what a name stands for."""

    def look(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        value = order[argument]
        return value if isinstance(value, int) else find(context, species, order, argument)

    return look


def deferred(find: Finder) -> Finder:
    """Finds the same, but answers the refusal: for an order that does something all the same."""

    def look(context: StepContext, species: Species, order: Order, argument: str) -> Any | Refused:
        try:
            return find(context, species, order, argument)
        except Refused as refused:
            return refused

    return look


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

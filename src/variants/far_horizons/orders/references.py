"""Finders, which resolve references in an order when it is executed, or refuse the order.

A finder is the `find` of an argument: it takes the context, the species, the order and the
argument's name. It runs once, before the order changes anything, and may raise OrderRefused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from horizons_core import orders
from horizons_core.errors import did_you_mean
from horizons_core.orders import Order
from variants.far_horizons.hints import place_hint, planet_hint, ship_hint, species_hint
from variants.far_horizons.model import Colony, Ship, Species
from variants.far_horizons.model.names import NameMatch
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.step_context import OrderRefused, StepContext

#: Resolves an argument of an order.
Finder: TypeAlias = Callable[[StepContext, Species, Order, str], Any]
#: Suggests a replacement for an unknown name.
Hint: TypeAlias = Callable[[StepContext, Species, WrittenName | None], str]
#: Finds the object with a name; None if there is none.
Match: TypeAlias = Callable[[StepContext, Species, WrittenName], NameMatch[Any] | None]


def own_ship(
    reason: str = "Invalid ship name in {keyword} command.", *, exact: bool = False
) -> Finder:
    """Return a finder of the species' ships and starbases by name."""
    # ships destroyed in combat no longer exist: their orders are refused (FH-STATUS-002)
    return _named(
        "unknown-ship",
        reason,
        ship_hint,
        lambda context, species, written: context.names.ship(species, written, exact=exact),
    )


def own_planet(reason: str = "Invalid planet name in {keyword} command.") -> Finder:
    """Return a finder of planets by the names that the species gave them (FH-MISC-007)."""
    return _named(
        "unknown-planet",
        reason,
        planet_hint,
        lambda context, species, written: context.names.planet(species, written),
    )


def own_place(reason: str) -> Finder:
    """Return a finder of the species' ships, starbases and planets by name."""
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
    """Return a finder of species by name; `other` excludes the species itself.

    Misspelt names are reported for species that it has met, and with `strangers` for all. `hint`
    replaces the usual suggestion.
    """

    def match(
        context: StepContext, species: Species, written: WrittenName
    ) -> NameMatch[Species] | None:
        name_match = context.names.species(context.game, written)
        if name_match is None or (other and name_match.target is species):
            return None
        visible = strangers or name_match.target.id in species.met
        return name_match if visible else NameMatch(name_match.target)

    return _named("unknown-species", reason, hint, match)


def _named(code: str, reason: str, hint: Hint, match: Match) -> Finder:
    """Return a finder of an object by name, which notes how a misspelt name was read."""

    def find(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        written: WrittenName | None = order[argument]
        name_match = match(context, species, written) if written else None
        if written is None or name_match is None:
            message = reason.format(keyword=order.keyword)
            raise OrderRefused(code, message, hint(context, species, written), argument)
        context.note_guess(name_match, written)
        return name_match.target

    return find


def counted(code: str, reason: str, hint: str) -> Finder:
    """Return a finder that accepts numbers of 0 or more, and refuses others (FH-CMD-004)."""

    def find(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
        number: int | None = order[argument]
        if number is None or number < 0:
            raise OrderRefused(code, reason.format(keyword=order.keyword), hint, argument)
        return number

    return find


def between(minimum: int, maximum: int, noun: str = "a number") -> Finder:
    """Return a finder that accepts a number within bounds."""

    def find(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
        number: int | None = order[argument]
        if number is None or not minimum <= number <= maximum:
            reason = f"Invalid or missing number in {order.keyword} command."
            hint = f"{noun} from {minimum} to {maximum} is needed"
            raise OrderRefused("bad-number", reason, hint, argument)
        return number

    return find


def zero_or_more(reason: str) -> Finder:
    """Return a finder that accepts a number of 0 or more (FH-CMD-004)."""
    return counted("negative-number", reason, "numbers are 0 or greater")


def needed(code: str, reason: str, hint: str, find: Finder | None = None) -> Finder:
    """Return a finder that refuses a missing argument, and otherwise accepts or resolves it."""

    def resolve(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        if order[argument] is None:
            raise OrderRefused(code, reason, hint, argument)
        return find(context, species, order, argument) if find else order[argument]

    return resolve


def unless_number(find: Finder) -> Finder:
    """Return a finder that accepts a number, and resolves a name."""

    def resolve(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        value = order[argument]
        return value if isinstance(value, int) else find(context, species, order, argument)

    return resolve


def deferred(find: Finder) -> Finder:
    """Return a finder that returns the refusal as a value, for orders that continue anyway."""

    def resolve(
        context: StepContext, species: Species, order: Order, argument: str
    ) -> Any | OrderRefused:
        try:
            return find(context, species, order, argument)
        except OrderRefused as refused:
            return refused

    return resolve


# finders for orders that mods add: their names are one word or in quotes


def own_planet_named(
    _context: StepContext, species: Species, order: Order, argument: str
) -> Colony:
    """Return the species' planet with the name in an argument; raises OrderRefused."""
    return _by_name("planet", "PL", species.living_colonies(), order, argument)


def own_ship_named(_context: StepContext, species: Species, order: Order, argument: str) -> Ship:
    """Return the species' ship or starbase with the name in an argument; raises OrderRefused."""
    return _by_name("ship", "", species.living_ships(), order, argument)


def met_species_named(
    context: StepContext, species: Species, order: Order, argument: str
) -> Species:
    """Return the species with the name in an argument, if it has been met; raises OrderRefused."""
    known = [context.by_id[id_] for id_ in species.met if id_ in context.by_id]
    return _by_name("species", "SP", known, order, argument)


T = TypeVar("T", Colony, Ship, Species)


def _by_name(kind: str, mark: str, candidates: Iterable[T], order: Order, argument: str) -> T:
    written = str(order[argument]).casefold()
    by_name = {candidate.name.casefold(): candidate for candidate in candidates}
    if written in by_name:
        return by_name[written]
    names = [candidate.name for candidate in by_name.values()]
    message = f"you know no {kind} '{order[argument]}'"
    hint = did_you_mean(order[argument], names) or f"write its name, without {mark or 'its class'}"
    raise orders.Refused(
        orders.Refusal(f"unknown-{kind.split(maxsplit=1)[0]}", message, hint, argument)
    )

"""Functions that find the groups, fleets, planets and races named in orders.

Checks know only what the player knows. An object that they do not find may still exist, and their
remarks say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from horizons_core.errors import nearest
from horizons_core.model import folded
from horizons_core.orders import ArgumentName, Finder, Order, argument_name
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import PRODUCTS
from variants.galaxy_g.model import Fleet, Game, Group, Planet, Race, ShipType

#: Key of a turn's notes: planets by their names at its beginning.
_PLANETS = "planets by name"
#: Key of a turn's notes: the names of each race's types and fleets before the renames.
_NAMES = "names of types and fleets"

#: Ship types and fleets by their folded names.
ByName = dict[str, ShipType | Fleet]


# planets and races


def planet(context: TurnContext[Game], race: Race, order: Order, argument: str) -> Planet | None:
    """The planet of this name before the turn's renames, seen or not.

    (GG-VIS-004, GG-SEQ-003)
    """
    match = _planets_by_name(context).get(folded(order[argument]))
    if match is None:
        _unknown(context, race, order, argument, "planet", lambda: _planets(context, race))
    return match


def own_planet(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> Planet | None:
    """The planet that an argument names, if the race owns it."""
    match = planet(context, race, order, argument)
    if match is not None and match.owner != race.id:
        message, hint = f"planet '{match.name}' is not yours", "name one of your own planets"
        context.reject(race.id, order, "not-your-planet", message, hint, argument)
        return None
    return match


def other_race(context: TurnContext[Game], race: Race, order: Order, argument: str) -> Race | None:
    """The living race that an argument names."""
    match = context.game.race_named(order[argument], race)
    if match is None:
        _unknown(context, race, order, argument, "race", lambda: _races(context, race))
    return match


def race_or_planet(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> Race | Planet | None:
    """The race that an argument names, or the planet if there is no such race (GG-ORDA-001)."""
    match = context.game.race_named(order[argument], race)
    if match is not None:
        return match
    planet_ = _planets_by_name(context).get(folded(order[argument]))
    if planet_ is None:

        def candidates() -> list[str]:
            return [*_races(context, race), *_planets(context, race)]

        _unknown(context, race, order, argument, "race or planet", candidates)
    return planet_


def coalition_target(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> Race | Planet | str | None:
    """The race or planet of a K order, or NO, if another word follows."""
    other = order.get("other")
    if other is None:
        return race_or_planet(context, race, order, argument)
    if order[argument].upper() == "NO":
        return "NO"
    message = f"unexpected '{other}'"
    hint = "put names with spaces in double quotes"
    context.reject(race.id, order, "too-many-words", message, hint, "other")
    return None


def _planets_by_name(context: TurnContext[Game]) -> dict[str, Planet]:
    """All planets by their folded names at the start of the turn."""
    if _PLANETS not in context.notes:
        context.notes[_PLANETS] = {folded(p.name): p for p in context.game.planets}
    by_name: dict[str, Planet] = context.notes[_PLANETS]
    return by_name


def _unknown(
    context: TurnContext[Game],
    race: Race,
    order: Order,
    argument: str,
    noun: str,
    candidates: Callable[[], list[str]],
) -> None:
    words = order[argument]

    def hint() -> str:
        near = nearest(words, candidates())
        return f"did you mean '{near}'?" if near else "put names with spaces in double quotes"

    if context.forecast:
        message = f"you know of no {noun} '{words}': the turn will show whether it exists"
        context.reject(race.id, order, "unseen", message, hint, argument, "warning")
    else:
        context.reject(race.id, order, "unknown-name", f"no {noun} '{words}'", hint, argument)


def _planets(context: TurnContext[Game], race: Race) -> list[str]:
    """Names of the planets in sight; no others may be suggested (GG-VIS-004)."""
    visible = {*race.knowledge.located, *race.knowledge.scanned}
    return [p.name for p in context.game.planets if p.id in visible or p.owner == race.id]


def _races(context: TurnContext[Game], race: Race) -> list[str]:
    """Names of the races in sight and the player's own; no others may be suggested."""
    visible = {race.id, *race.knowledge.races}
    return [other.name for other in context.game.empires if other.active and other.id in visible]


# groups and fleets


def group(context: TurnContext[Game], race: Race, order: Order, argument: str) -> Group | None:
    """The group of this number, or the newest for MAX (GG-GRP-006)."""
    words: str = order[argument]
    match: Group | None = None
    if words.upper() == "MAX":
        match = race.groups[-1] if race.groups else None
    elif words.isascii() and words.isdigit() and len(words) <= 9:
        match = race.group(int(words))
    if match is None:
        if not race.groups:
            message, hint = f"you have no group {words}: you have no ships", "build some with P"
        else:
            message = f"you have no group {words}"
            hint = f"your newest group is {race.highest_number}"
        context.reject(race.id, order, "unknown-group", message, hint, argument)
    return match


def fleet(context: TurnContext[Game], race: Race, order: Order, argument: str) -> Fleet | None:
    """The race's fleet that an argument names."""
    match = race.fleet_named(order[argument])
    if match is None:
        near = nearest(order[argument], [f.name for f in race.fleets.values()])
        hint = f"did you mean '{near}'?" if near else "use numbers for groups and names for fleets"
        message = f"you have no fleet '{order[argument]}'"
        context.reject(race.id, order, "unknown-fleet", message, hint, argument)
    return match


def group_or_fleet(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> Group | Fleet | None:
    """A group by its number, or a fleet by its name, which does not start with a digit."""
    words: str = order[argument]
    if words.upper() == "MAX" or words[:1].isdigit():
        return group(context, race, order, argument)
    return fleet(context, race, order, argument)


def also_checking(find: Finder, other: str, find_other: Finder) -> Finder:
    """A finder that also checks another argument if it finds nothing itself."""

    def find_and_check(context: TurnContext[Game], race: Race, order: Order, argument: str) -> Any:
        match = find(context, race, order, argument)
        if match is None:
            find_other(context, race, order, other)
        return match

    return find_and_check


# ship types and products


def type_or_fleet(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> ShipType | Fleet | None:
    """The ship type or fleet of this name."""
    return _named(context, race, order, argument, _types_and_fleets(race))


def type_or_fleet_before_renames(
    context: TurnContext[Game], race: Race, order: Order, argument: str
) -> ShipType | Fleet | None:
    """The ship type or fleet that had this name before the turn's renames (GG-SEQ-003)."""
    names = context.notes.setdefault(_NAMES, {})
    by_name = names.setdefault(race.id, _types_and_fleets(race))
    return _named(context, race, order, argument, by_name)


def _types_and_fleets(race: Race) -> ByName:
    """A race's types and fleets by their folded, distinct names (GG-NAM-003)."""
    items: list[ShipType | Fleet] = [*race.types.values(), *race.fleets.values()]
    return {folded(item.name): item for item in items}


def _named(
    context: TurnContext[Game], race: Race, order: Order, argument: str, by_name: ByName
) -> ShipType | Fleet | None:
    match = by_name.get(folded(order[argument]))
    if match is None:
        message = f"you have no ship type or fleet '{order[argument]}'"
        names = [item.name for item in by_name.values()]
        hint = f"you have {', '.join(names[:12])}" if names else "design one with D"
        context.reject(race.id, order, "unknown-type", message, hint, argument)
    return match


def product(context: TurnContext[Game], race: Race, order: Order, argument: str) -> str | None:
    """The product of a planet: a keyword, or the id of a ship type (GG-ORDP-001)."""
    words: str = order[argument]
    if words.upper() in PRODUCTS:
        return words.upper()
    ship_type = race.type_named(words)
    if ship_type is not None:
        return ship_type.id
    names = [*PRODUCTS, *(t.name for t in race.types.values())]
    near = nearest(words, names)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(names[:20])}"
    message = f"'{words}' is neither a product nor one of your ship types"
    context.reject(race.id, order, "unknown-product", message, hint, argument)
    return None


# names of arguments with the types of their values in orders that are carried out
GROUP = argument_name("group", group)
PLANET = argument_name("planet", planet)
FLEET = argument_name("fleet", fleet)
RACE = argument_name("race", other_race)
DESTINATION = argument_name("destination", planet)
GROUP_OR_FLEET: ArgumentName[Group | Fleet] = argument_name("group", group_or_fleet)

"""What orders name: groups, fleets, planets and races, found or refused with a reason.

A check knows only what the player knows: what it does not find may be there all the same, so it
says so, and no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from horizons_core.errors import nearest
from horizons_core.model import folded
from horizons_core.orders import Finder, Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import PRODUCTS
from variants.galaxy_g.model import Fleet, Group, Planet, Race, ShipType

#: In a turn's notes: the planets by what they were called when it began.
_PLANETS = "planets by name"
#: In a turn's notes: by race, what its types and fleets were called before the renames.
_NAMES = "names of types and fleets"

#: Ship types and fleets by their folded names.
ByName = dict[str, ShipType | Fleet]


# planets and races


def planet(context: TurnContext, race: Race, order: Order, argument: str) -> Planet | None:
    """The planet that was called so before this turn's renames, seen or not.

    (GG-VIS-004, GG-SEQ-003)
    """
    found = _planets_by_name(context).get(folded(order[argument]))
    if found is None:
        _unknown(context, race, order, argument, "planet", lambda: _planets(context, race))
    return found


def own_planet(context: TurnContext, race: Race, order: Order, argument: str) -> Planet | None:
    """The planet that an argument names, if it is the race's own."""
    found = planet(context, race, order, argument)
    if found is not None and found.owner != race.id:
        message, hint = f"planet '{found.name}' is not yours", "name one of your own planets"
        context.reject(race.id, order, "not-your-planet", message, hint, argument)
        return None
    return found


def other_race(context: TurnContext, race: Race, order: Order, argument: str) -> Race | None:
    """The living race that an argument names."""
    found: Race | None = context.game.race_named(order[argument], race)
    if found is None:
        _unknown(context, race, order, argument, "race", lambda: _races(context, race))
    return found


def race_or_planet(
    context: TurnContext, race: Race, order: Order, argument: str
) -> Race | Planet | None:
    """The race, or else the planet, that an argument names (GG-ORDA-001)."""
    found: Race | None = context.game.race_named(order[argument], race)
    if found is not None:
        return found
    place = _planets_by_name(context).get(folded(order[argument]))
    if place is None:

        def known() -> list[str]:
            return [*_races(context, race), *_planets(context, race)]

        _unknown(context, race, order, argument, "race or planet", known)
    return place


def coalition_target(
    context: TurnContext, race: Race, order: Order, argument: str
) -> Race | Planet | str | None:
    """The race or planet of a K order, or NO, if there is another word behind it."""
    other = order.get("other")
    if other is None:
        return race_or_planet(context, race, order, argument)
    if order[argument].upper() == "NO":
        return "NO"
    message = f"'{other}' is one word too many"
    hint = "names with blanks stand in double quotes"
    context.reject(race.id, order, "too-many-words", message, hint, "other")
    return None


def _planets_by_name(context: TurnContext) -> dict[str, Planet]:
    """All planets by their folded names at the start of the turn."""
    if _PLANETS not in context.notes:
        context.notes[_PLANETS] = {folded(one.name): one for one in context.game.planets}
    found: dict[str, Planet] = context.notes[_PLANETS]
    return found


def _unknown(
    context: TurnContext,
    race: Race,
    order: Order,
    argument: str,
    what: str,
    known: Callable[[], list[str]],
) -> None:
    words = order[argument]

    def hint() -> str:
        near = nearest(words, known())
        return f"did you mean '{near}'?" if near else "names with blanks stand in double quotes"

    if context.forecast:
        message = f"you know of no {what} '{words}': the turn will show whether there is one"
        context.reject(race.id, order, "unseen", message, hint, argument, "warning")
    else:
        context.reject(race.id, order, "unknown-name", f"no {what} '{words}'", hint, argument)


def _planets(context: TurnContext, race: Race) -> list[str]:
    """The planets in sight, by name: no other may be suggested (GG-VIS-004)."""
    seen = {*race.knowledge.located, *race.knowledge.scanned}
    return [p.name for p in context.game.planets if p.id in seen or p.owner == race.id]


def _races(context: TurnContext, race: Race) -> list[str]:
    """The races in sight and the player's own, by name: no other may be suggested."""
    seen = {race.id, *race.knowledge.races}
    return [other.name for other in context.game.empires if other.active and other.id in seen]


# groups and fleets


def group(context: TurnContext, race: Race, order: Order, argument: str) -> Group | None:
    """The group of this number, or the newest for MAX (GG-GRP-006)."""
    words: str = order[argument]
    found: Group | None = None
    if words.upper() == "MAX":
        found = race.groups[-1] if race.groups else None
    elif words.isascii() and words.isdigit() and len(words) <= 9:
        found = race.group(int(words))
    if found is None:
        if not race.groups:
            message, hint = f"you have no group {words}: you have no ships", "P builds some"
        else:
            message = f"you have no group {words}"
            hint = f"your newest group is {race.highest_number}"
        context.reject(race.id, order, "unknown-group", message, hint, argument)
    return found


def fleet(context: TurnContext, race: Race, order: Order, argument: str) -> Fleet | None:
    """The race's fleet that an argument names."""
    found = race.fleet_named(order[argument])
    if found is None:
        near = nearest(order[argument], [one.name for one in race.fleets.values()])
        hint = f"did you mean '{near}'?" if near else "groups go by number, fleets by name"
        message = f"you have no fleet '{order[argument]}'"
        context.reject(race.id, order, "unknown-fleet", message, hint, argument)
    return found


def group_or_fleet(
    context: TurnContext, race: Race, order: Order, argument: str
) -> Group | Fleet | None:
    """A group by its number, or a fleet by its name, which does not begin with a digit."""
    words: str = order[argument]
    if words.upper() == "MAX" or words[:1].isdigit():
        return group(context, race, order, argument)
    return fleet(context, race, order, argument)


def also(find: Finder, other: str, find_other: Finder) -> Finder:
    """A finder that tells what is wrong with another argument, too, if it finds nothing itself."""

    def found(context: TurnContext, race: Race, order: Order, argument: str) -> Any:
        thing = find(context, race, order, argument)
        if thing is None:
            find_other(context, race, order, other)
        return thing

    return found


# ship types and products


def type_or_fleet(
    context: TurnContext, race: Race, order: Order, argument: str
) -> ShipType | Fleet | None:
    """The ship type or fleet of this name."""
    return _named(context, race, order, argument, _types_and_fleets(race))


def type_or_fleet_before(
    context: TurnContext, race: Race, order: Order, argument: str
) -> ShipType | Fleet | None:
    """The ship type or fleet that had this name before the renames of this turn (GG-SEQ-003)."""
    names = context.notes.setdefault(_NAMES, {})
    before = names.setdefault(race.id, _types_and_fleets(race))
    return _named(context, race, order, argument, before)


def _types_and_fleets(race: Race) -> ByName:
    """A race's types and fleets by folded names, which are all different (GG-NAM-003)."""
    things: list[ShipType | Fleet] = [*race.types.values(), *race.fleets.values()]
    return {folded(thing.name): thing for thing in things}


def _named(
    context: TurnContext, race: Race, order: Order, argument: str, things: ByName
) -> ShipType | Fleet | None:
    thing = things.get(folded(order[argument]))
    if thing is None:
        message = f"you have no ship type or fleet '{order[argument]}'"
        known = [one.name for one in things.values()]
        hint = f"you have {', '.join(known[:12])}" if known else "D designs one"
        context.reject(race.id, order, "unknown-type", message, hint, argument)
    return thing


def product(context: TurnContext, race: Race, order: Order, argument: str) -> str | None:
    """What a planet makes: a keyword, or the id of a ship type (GG-ORDP-001)."""
    words: str = order[argument]
    if words.upper() in PRODUCTS:
        return words.upper()
    ship_type = race.type_named(words)
    if ship_type is not None:
        return ship_type.id
    known = [*PRODUCTS, *(t.name for t in race.types.values())]
    near = nearest(words, known)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(known[:20])}"
    message = f"'{words}' is neither a product nor one of your ship types"
    context.reject(race.id, order, "unknown-product", message, hint, argument)
    return None

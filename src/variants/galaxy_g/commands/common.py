"""What orders name: groups, fleets, planets and races, found or refused with a reason.

A check knows only what the player knows: what it does not find may be there all the same, so it
says so, and no more (GG-VIS-004).
"""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.errors import nearest
from horizons_core.model import folded
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import grouping, names
from variants.galaxy_g.model import Fleet, Group, Planet, Race

_PLANETS = "planets by name"


def planet_of(
    context: TurnContext, race: Race, order: Order, argument: str = "planet"
) -> Planet | None:
    """The planet that an argument names, by its name before this turn's renames (GG-SEQ-003)."""
    planets = planets_by_name(context)
    planet = planets.get(folded(order[argument]))
    if planet is None:
        _unknown(context, race, order, argument, "planet", lambda: _planets(context, race))
    return planet


def planets_by_name(context: TurnContext) -> dict[str, Planet]:
    """All planets by their folded names at the start of the turn."""
    if _PLANETS not in context.notes:
        context.notes[_PLANETS] = {folded(planet.name): planet for planet in context.game.planets}
    found: dict[str, Planet] = context.notes[_PLANETS]
    return found


def own_planet_of(
    context: TurnContext, race: Race, order: Order, argument: str = "planet"
) -> Planet | None:
    """The planet that an argument names, if it is the race's own."""
    planet = planet_of(context, race, order, argument)
    if planet is not None and planet.owner != race.id:
        message, hint = f"planet '{planet.name}' is not yours", "name one of your own planets"
        context.reject(race.id, order, "not-your-planet", message, hint, argument)
        return None
    return planet


def race_of(context: TurnContext, race: Race, order: Order, argument: str = "race") -> Race | None:
    """The living race that an argument names."""
    found: Race | None = context.game.race_named(order[argument])
    if found is None:
        _unknown(context, race, order, argument, "race", lambda: _races(context, race))
    return found


def race_or_planet(
    context: TurnContext, race: Race, order: Order, argument: str
) -> Race | Planet | None:
    """The race, or else the planet, that an argument names (GG-ORDA-001)."""
    found: Race | None = context.game.race_named(order[argument])
    if found is not None:
        return found
    planet = planets_by_name(context).get(folded(order[argument]))
    if planet is None:
        _unknown(
            context,
            race,
            order,
            argument,
            "race or planet",
            lambda: [*_races(context, race), *_planets(context, race)],
        )
    return planet


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
        return
    context.reject(
        race.id,
        order,
        "unknown-name",
        f"no {what} '{words}'",
        hint,
        argument,
    )


def _planets(context: TurnContext, race: Race) -> list[str]:
    """The planets in sight, by name: no other may be suggested."""
    seen = {*race.knowledge.located, *race.knowledge.scanned}
    return [p.name for p in context.game.planets if p.id in seen or p.owner == race.id]


def _races(context: TurnContext, race: Race) -> list[str]:
    """The races in sight and the player's own, by name: no other may be suggested."""
    seen = {race.id, *race.knowledge.races}
    return [other.name for other in context.game.empires if other.active and other.id in seen]


def group_of(
    context: TurnContext, race: Race, order: Order, argument: str = "group"
) -> Group | None:
    """The group of this number, or the newest for MAX (GG-GRP-006)."""
    words: str = order[argument]
    group: Group | None = None
    if words.upper() == "MAX":
        group = race.groups[-1] if race.groups else None
    elif is_number(words):
        group = race.group(int(words))
    if group is None:
        if not race.groups:
            message, hint = f"you have no group {words}: you have no ships", "P builds some"
        else:
            message = f"you have no group {words}"
            hint = f"your newest group is {race.highest_number}"
        context.reject(race.id, order, "unknown-group", message, hint, argument)
    return group


def is_number(words: str) -> bool:
    """Whether words are a plain whole number."""
    return words.isascii() and words.isdigit() and len(words) <= 9


def names_group(words: str) -> bool:
    """Whether words mean a group and not a fleet: no fleet's name begins with a digit."""
    return words.upper() == "MAX" or words[:1].isdigit()


def fleet_of(
    context: TurnContext, race: Race, order: Order, argument: str = "group"
) -> Fleet | None:
    """The race's fleet that an argument names."""
    fleet = race.fleet_named(order[argument])
    if fleet is None:
        known = [fleet.name for fleet in race.fleets.values()]
        near = nearest(order[argument], known)
        hint = f"did you mean '{near}'?" if near else "groups go by number, fleets by name"
        message = f"you have no fleet '{order[argument]}'"
        context.reject(race.id, order, "unknown-fleet", message, hint, argument)
    return fleet


def at_rest(context: TurnContext, race: Race, order: Order, group: Group) -> bool:
    """Whether a group is at a planet and stays there so far; if not, the order is refused."""
    if not group.sent:
        return True
    if group.under_way:
        message, hint = f"group {group.number} is in hyperspace", "only H acts on it there"
    else:
        message, hint = f"group {group.number} was sent this turn", "H takes that back"
    context.reject(race.id, order, "under-way", message, hint, "group")
    return False


def part_of(context: TurnContext, race: Race, order: Order, group: Group) -> Group:
    """The ships that an order is for: broken off first where a number says so (GG-GRP-007)."""
    ships = order.get("ships", 0)
    if ships > group.ships:
        message = f"group {group.number} has only {group.ships} ships: all of them are used"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    if not 0 < ships < group.ships:
        return group
    return grouping.split(race, group, ships)


def name_for(
    context: TurnContext, race: Race, order: Order, argument: str, make: Callable[[], str]
) -> str | None:
    """A new name, or None after the reason why it will not do."""
    try:
        return make()
    except names.BadNameError as fault:
        context.reject(race.id, order, "bad-name", str(fault), "choose another name", argument)
        return None

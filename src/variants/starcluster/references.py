"""Functions that find the fleets, units, systems and warp points named in orders.

Names are compared without regard to case. Things unknown to an empire are refused as if they did
not exist, to reveal nothing. Commands of mods may use them too: `Argument(find=own_fleet)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused, argument_name
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit, WarpLink

Named = TypeVar("Named", Fleet, Unit, Empire)

_POINT = re.compile(r"(?:(C?[0-9]{1,5})\.)?W([0-9]{1,3})", re.IGNORECASE)


def own_fleet(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> Fleet:
    """The empire's fleet that an argument names; raises Refused."""
    fleets = context.game.fleets_of(empire.id)
    return _find_own(fleets, order[argument], argument, "fleet")


def own_unit(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> Unit:
    """The empire's unit that an argument names; raises Refused."""
    units = context.game.units_of(empire.id)
    return _find_own(units, order[argument], argument, "unit")


def own_units(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> list[Unit]:
    """The empire's units, one or several, that an argument names; raises Refused."""
    units = context.game.units_of(empire.id)
    return [_find_own(units, word, argument, "unit") for word in order.several(argument)]


def system(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> StarSystem:
    """The known system that an argument names; raises Refused."""
    return _system_named(context.game, empire, order[argument], argument)


def own_system(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> StarSystem:
    """The empire's colony that an argument names; raises Refused."""
    return colony_named(context.game, empire, order[argument], argument)


def colony_named(game: Starcluster, empire: Empire, word: str, argument: str) -> StarSystem:
    """The empire's colony of this id; raises Refused."""
    colony = _system_named(game, empire, word, argument)
    if colony.owner != empire.id:
        ids = ", ".join(world.id for world in game.colonies(empire.id)[:12])
        message = f"{colony.id} is not a colony of yours"
        raise Refused(Refusal("not-your-system", message, f"your colonies: {ids}", argument))
    return colony


def power(context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str) -> Empire:
    """Another empire in contact with this one; raises Refused (SC-VIS-002)."""
    word: str = order[argument]
    contacts = [rival for rival in context.game.powers if rival.id in empire.relations]
    for other in contacts:
        if folded(word) in (folded(other.id), folded(other.name)):
            return other
    hint = (
        did_you_mean(word, [rival.name for rival in contacts])
        if contacts
        else "you have not met anyone yet"
    )
    raise Refused(Refusal("unknown-empire", f"you have not met {word}", hint, argument))


def known_systems(game: Starcluster, empire: Empire) -> dict[str, StarSystem]:
    """The systems that an empire knows: visited, or at the far end of a probed point."""
    known = charted(game, empire)
    return {place.id: place for place in game.systems if place.id in known}


def known_system(game: Starcluster, empire: Empire, word: str) -> StarSystem | None:
    """The system of this id, if the empire knows it."""
    place = game.system(word.upper())
    return place if place is not None and is_charted(game, empire, place.id) else None


def is_charted(game: Starcluster, empire: Empire, system: str) -> bool:
    """True if an empire knows a system: one of `charted`."""
    charts = empire.charts
    if system in charts.points or system in charts.surveys or system in charts.visited:
        return True
    links = game.links_at(system)
    return any(link.end(link.other(system)) in charts.probed for link in links)


def charted(game: Starcluster, empire: Empire) -> set[str]:
    """The ids of the systems that an empire knows."""
    charts = empire.charts
    ends = {game.end(name) for name in charts.probed}
    far = {link.other(near) for near, link in ends}
    return {*charts.points, *charts.surveys, *charts.visited, *far}


def warp_point(
    game: Starcluster, empire: Empire, word: str, current: str, argument: str
) -> tuple[str, WarpLink]:
    """The warp point of a word: W2 of the system `current`, or 7.W2.

    Returns its system and its link. Raises Refused for a point unknown to the empire; other empires
    may number the same points differently (SC-ORD-003).
    """
    match = _POINT.fullmatch(word)
    if match is None:
        message = f"'{word}' is not a warp point"
        raise Refused(Refusal("no-warp-point", message, "write W2, or 7.W2", argument))
    place = (match[1] or current).upper()
    known = empire.charts.points.get(place, [])
    number = int(match[2])
    if not 1 <= number <= len(known):
        points = ", ".join(f"{place}.W{index}" for index in range(1, len(known) + 1))
        hint = f"you know {points}" if points else f"you know no warp points of {place}"
        message = f"you know no warp point {place}.W{number}"
        raise Refused(Refusal("unknown-warp-point", message, hint, argument))
    return place, game.link(known[number - 1])


def _system_named(game: Starcluster, empire: Empire, word: str, argument: str) -> StarSystem:
    match = known_system(game, empire, word)
    if match is None:
        hint = did_you_mean(word, sorted(known_systems(game, empire)))
        raise Refused(Refusal("unknown-system", f"you know no system {word}", hint, argument))
    return match


def _find_own(candidates: Iterable[Named], word: str, argument: str, kind: str) -> Named:
    owned = list(candidates)
    for candidate in owned:
        if folded(candidate.name) == folded(word):
            return candidate
    hint = did_you_mean(word, [c.name for c in owned]) if owned else f"you have no {kind}"
    raise Refused(Refusal(f"unknown-{kind}", f"you have no {kind} {word}", hint, argument))


# names of arguments with the types of their values in orders that are carried out
FLEET = argument_name("fleet", own_fleet)
SYSTEM = argument_name("system", system)
YARD = argument_name("yard", own_unit)
UNIT = argument_name("unit", own_unit)
EMPIRE = argument_name("empire", power)
TARGET = argument_name("target", system)
UNITS = argument_name("unit", own_units)

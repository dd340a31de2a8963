"""What orders name: fleets, units, systems and warp points, found or refused with a reason.

Names compare without regard to case. What an empire has no knowledge of is not found, so that a
refusal tells nothing new. For commands of mods, too: `Argument(find=own_fleet)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Link, Starcluster, System, Unit

Named = TypeVar("Named", Fleet, Unit, Empire)

_POINT = re.compile(r"(?:(C?[0-9]{1,5})\.)?W([0-9]{1,3})", re.IGNORECASE)


def own_fleet(context: TurnContext, empire: Empire, order: Order, argument: str) -> Fleet:
    """The empire's fleet that an argument names; raises Refused."""
    fleets: list[Fleet] = context.game.fleets_of(empire.id)
    return _own(fleets, order[argument], argument, "fleet")


def own_unit(context: TurnContext, empire: Empire, order: Order, argument: str) -> Unit:
    """The empire's unit that an argument names; raises Refused."""
    units: list[Unit] = context.game.units_of(empire.id)
    return _own(units, order[argument], argument, "unit")


def own_units(context: TurnContext, empire: Empire, order: Order, argument: str) -> list[Unit]:
    """The empire's units that an argument names, one or several; raises Refused."""
    units: list[Unit] = context.game.units_of(empire.id)
    return [_own(units, word, argument, "unit") for word in order.several(argument)]


def system(context: TurnContext, empire: Empire, order: Order, argument: str) -> System:
    """The system that an argument names, if the empire knows of it; raises Refused."""
    return _system_named(context.game, empire, order[argument], argument)


def own_system(context: TurnContext, empire: Empire, order: Order, argument: str) -> System:
    """The empire's colony that an argument names; raises Refused."""
    return colony_named(context.game, empire, order[argument], argument)


def colony_named(game: Starcluster, empire: Empire, word: str, argument: str) -> System:
    """The empire's colony of this id; raises Refused."""
    found = _system_named(game, empire, word, argument)
    if found.owner != empire.id:
        own = ", ".join(one.id for one in game.colonies(empire.id)[:12])
        message = f"{found.id} is no colony of yours"
        raise Refused(Refusal("not-your-system", message, f"your colonies: {own}", argument))
    return found


def power(context: TurnContext, empire: Empire, order: Order, argument: str) -> Empire:
    """Another empire, with which this one is in contact; raises Refused (SC-VIS-002)."""
    word: str = order[argument]
    met: list[Empire] = [one for one in context.game.powers if one.id in empire.relations]
    for one in met:
        if folded(word) in (folded(one.id), folded(one.name)):
            return one
    hint = did_you_mean(word, [one.name for one in met]) if met else "you have met nobody yet"
    raise Refused(Refusal("unknown-empire", f"you have not met {word}", hint, argument))


def known_systems(game: Starcluster, empire: Empire) -> dict[str, System]:
    """The systems that an empire knows of: where it has been or that a probed point leads to."""
    known = charted(game, empire)
    return {one.id: one for one in game.systems if one.id in known}


def known_system(game: Starcluster, empire: Empire, word: str) -> System | None:
    """The system of this id, if the empire knows of it."""
    found = game.system(word.upper())
    return found if found is not None and is_charted(game, empire, found.id) else None


def is_charted(game: Starcluster, empire: Empire, system: str) -> bool:
    """Whether an empire knows of a system: one of `charted`."""
    charts = empire.charts
    if system in charts.points or system in charts.surveys or system in charts.visited:
        return True
    links = game.links_at(system)
    return any(link.end(link.other(system)) in charts.probed for link in links)


def charted(game: Starcluster, empire: Empire) -> set[str]:
    """The ids of the systems that an empire knows of."""
    charts = empire.charts
    ends = {game.end(name) for name in charts.probed}
    far = {link.other(here) for here, link in ends}
    return {*charts.points, *charts.surveys, *charts.visited, *far}


def warp_point(
    game: Starcluster, empire: Empire, word: str, here: str, argument: str
) -> tuple[str, Link]:
    """The warp point that a word names: W2 of the system `here`, or 7.W2.

    The answer is its system and its link. Raises Refused for a point that the empire does not
    know; others may number the same points otherwise (SC-ORD-003).
    """
    match = _POINT.fullmatch(word)
    if match is None:
        message = f"'{word}' is no warp point"
        raise Refused(Refusal("no-warp-point", message, "write W2, or 7.W2", argument))
    where = (match[1] or here).upper()
    known = empire.charts.points.get(where, [])
    number = int(match[2])
    if not 1 <= number <= len(known):
        points = ", ".join(f"{where}.W{one}" for one in range(1, len(known) + 1))
        hint = f"you know {points}" if points else f"you know no point of {where}"
        message = f"you know no warp point {where}.W{number}"
        raise Refused(Refusal("unknown-warp-point", message, hint, argument))
    return where, game.link(known[number - 1])


def _system_named(game: Starcluster, empire: Empire, word: str, argument: str) -> System:
    found = known_system(game, empire, word)
    if found is None:
        hint = did_you_mean(word, sorted(known_systems(game, empire)))
        raise Refused(Refusal("unknown-system", f"you know no system {word}", hint, argument))
    return found


def _own(things: Iterable[Named], word: str, argument: str, what: str) -> Named:
    near = list(things)
    for one in near:
        if folded(one.name) == folded(word):
            return one
    hint = did_you_mean(word, [one.name for one in near]) if near else f"you have no {what}"
    raise Refused(Refusal(f"unknown-{what}", f"you have no {what} {word}", hint, argument))

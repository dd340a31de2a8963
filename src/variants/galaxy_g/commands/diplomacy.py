"""A, W and K: peace, war, ATTACK, GUARD and coalitions (GG-DIP)."""

from __future__ import annotations

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.commands.common import race_or_planet
from variants.galaxy_g.model import Planet, Race

#: In a turn's notes: by race, the ids of the races and planets that it declared war on this turn.
DECLARED = "declared"


def peace(context: TurnContext, race: Race, order: Order) -> None:
    """A race, A planet (GG-ORDA-001, GG-ORDA-002)."""
    other = race_or_planet(context, race, order, "target")
    if other is None:
        return
    lists = [race.guard, race.attack] if isinstance(other, Planet) else [race.war]
    if not any(other.id in names for names in lists):
        message = f"there was peace with {other.name} already"
        context.reject(race.id, order, "no-change", message, argument="target", severity="note")
    for names in lists:
        if other.id in names:
            names.remove(other.id)


def war(context: TurnContext, race: Race, order: Order) -> None:
    """W race, W planet (GG-ORDW-001, GG-ORDW-002)."""
    other = race_or_planet(context, race, order, "target")
    if other is None:
        return
    if isinstance(other, Planet):
        names = race.guard if _guards(context, race, other) else race.attack
    else:
        names = race.war
    if other.id in names:
        message = f"you had declared that on {other.name} already"
        context.reject(race.id, order, "no-change", message, argument="target", severity="note")
        return
    names.append(other.id)
    if names is not race.guard:
        context.notes.setdefault(DECLARED, {}).setdefault(race.id, set()).add(other.id)


def _guards(context: TurnContext, race: Race, planet: Planet) -> bool:
    """Whether W means GUARD; a check does not know the size of a planet that is not in view."""
    if planet.owner == race.id:
        return True
    seen = not context.forecast or planet.id in race.knowledge.scanned
    return seen and not planet.habitable


def declared_now(context: TurnContext, race: Race, planet: Planet) -> bool:
    """Whether the race declared war on the planet or its owner this turn (GG-INV-004)."""
    new: set[str] = context.notes.get(DECLARED, {}).get(race.id, set())
    return bool(new & {planet.id, planet.owner, race.id})


def ally(context: TurnContext, race: Race, order: Order) -> None:
    """K race, K planet, K NO race, K NO planet (GG-ORDK-001)."""
    ends = order["target"].upper() == "NO" and order.get("other") is not None
    if not ends and order.get("other") is not None:
        message = f"'{order['other']}' is one word too many"
        hint = "names with blanks stand in double quotes"
        context.reject(race.id, order, "too-many-words", message, hint, "other")
        return
    argument = "other" if ends else "target"
    other = race_or_planet(context, race, order, argument)
    if other is None:
        return
    names = race.allied_planets if isinstance(other, Planet) else race.allies
    if ends and other.id not in names:
        message = f"{other.name} is not on your coalition list"
        context.reject(race.id, order, "not-on-list", message, "K without NO adds", "other")
    elif ends:
        names.remove(other.id)
    elif other.id not in names:
        names.append(other.id)

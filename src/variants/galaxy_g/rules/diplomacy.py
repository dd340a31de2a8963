"""A, W and K: peace, war, ATTACK, GUARD and coalitions.

All races are at peace until one declares war. These orders are carried out in step 1, so they are
in force before the first battles. `hostility` derives who fights at a planet.
"""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Planet, Race

#: Key of a turn's notes: the ids of races and planets that each race declared war on this turn.
DECLARED = "declared"


def at_war_over(race: Race, planet: Planet) -> bool:
    """True if the race's colonists and bombs come to this planet as enemies (GG-DIP-005)."""
    if planet.owner in {"", race.id}:
        return False
    return race.at_war_with(planet.owner) or planet.id in race.attack


def declared_this_turn(context: TurnContext, race: Race, planet: Planet) -> bool:
    """True if the race declared war on the planet or its owner this turn (GG-INV-004)."""
    new: set[str] = context.notes.get(DECLARED, {}).get(race.id, set())
    return bool(new & {planet.id, planet.owner, race.id})


# A


def peace(_context: TurnContext, race: Race, order: Order) -> None:
    """A race, A planet (GG-ORDA-001, GG-ORDA-002)."""
    other = order["target"]
    for names in _hostile_lists(race, other):
        if other.id in names:
            names.remove(other.id)


def not_at_peace(_context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Remark that there is peace already."""
    other = order["target"]
    if any(other.id in names for names in _hostile_lists(race, other)):
        return None
    message = f"you are already at peace with {other.name}"
    return Refusal("no-change", message, argument="target", severity="note")


def _hostile_lists(race: Race, other: Race | Planet) -> list[list[str]]:
    """The lists of enemies for such a target. All others are at peace (GG-DIP-001)."""
    return [race.guard, race.attack] if isinstance(other, Planet) else [race.war]


# W


def war(context: TurnContext, race: Race, order: Order) -> None:
    """W race, W planet: in force at once (GG-ORDW-001, GG-ORDW-002, GG-DIP-002)."""
    other = order["target"]
    names = _declared_list(context, race, other)
    if other.id not in names:
        names.append(other.id)
        _note_declaration(context, race, other, names)


def _note_declaration(
    context: TurnContext, race: Race, other: Race | Planet, names: list[str]
) -> None:
    """Note a declaration of war or ATTACK: no landing there this turn (GG-INV-004)."""
    if names is not race.guard:
        context.notes.setdefault(DECLARED, {}).setdefault(race.id, set()).add(other.id)


def not_declared(context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Remark that it was declared already."""
    other = order["target"]
    if other.id not in _declared_list(context, race, other):
        return None
    message = f"you have already declared that on {other.name}"
    return Refusal("no-change", message, argument="target", severity="note")


def _declared_list(context: TurnContext, race: Race, other: Race | Planet) -> list[str]:
    """W on an own planet or an object of size 0 means GUARD, on another race's ATTACK.

    A forecast does not know the size of a planet that is not in view (GG-DIP-005, GG-DIP-006).
    """
    if not isinstance(other, Planet):
        return race.war
    known = not context.forecast or other.id in race.knowledge.scanned
    guards = other.owner == race.id or (known and not other.habitable)
    return race.guard if guards else race.attack


# K


def ally(_context: TurnContext, race: Race, order: Order) -> None:
    """K race, K planet, K NO race, K NO planet (GG-ORDK-001)."""
    removes = order["target"] == "NO"
    other = order["other"] if removes else order["target"]
    names = _coalition_list(race, other)
    if removes:
        names.remove(other.id)
    elif other.id not in names:
        names.append(other.id)


def on_list(_context: TurnContext, race: Race, order: Order) -> Refusal | None:
    """Refuse NO with a name that is not on the list."""
    if order["target"] != "NO":
        return None
    other = order["other"]
    if other.id in _coalition_list(race, other):
        return None
    message = f"{other.name} is not on your coalition list"
    return Refusal("not-on-list", message, "K without NO adds", "other")


def _coalition_list(race: Race, other: Race | Planet) -> list[str]:
    return race.allied_planets if isinstance(other, Planet) else race.allies

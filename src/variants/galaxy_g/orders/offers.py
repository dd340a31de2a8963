"""Suggestions of a view for the arguments of orders: names and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Range
from variants.galaxy_g.constants import OPTIONS, PRODUCTS

Offers = Callable[[View], Sequence[str]]


def own_planets(view: View) -> list[str]:
    """The player's planets."""
    return [planet["name"] for planet in view["planets"]]


def planets(view: View) -> list[str]:
    """All planets with a known place."""
    lists = ("planets", "alien_planets", "uninhabited", "located")
    return [planet["name"] for part in lists for planet in view[part]]


def races(view: View) -> list[str]:
    """The other races seen."""
    return [race["name"] for race in view["races"]]


def races_and_planets(view: View) -> list[str]:
    """The races seen, and the planets with an owner."""
    return [*races(view), *own_planets(view), *(p["name"] for p in view["alien_planets"])]


def groups(view: View) -> list[str]:
    """All groups of the player."""
    return [str(group["number"]) for group in view["groups"]]


def groups_at_rest(view: View) -> list[str]:
    """The player's groups at planets."""
    return [str(group["number"]) for group in view["groups"] if not group["under_way"]]


def groups_with_room(view: View) -> list[str]:
    """The player's groups at planets with room for cargo."""
    at_rest = [group for group in view["groups"] if not group["under_way"]]
    return [str(group["number"]) for group in at_rest if group["load"] < group["capacity"]]


def groups_with_cargo(view: View) -> list[str]:
    """The player's groups at planets with cargo aboard."""
    at_rest = [group for group in view["groups"] if not group["under_way"]]
    return [str(group["number"]) for group in at_rest if group["load"]]


def groups_at_home(view: View) -> list[str]:
    """The player's groups at own planets."""
    homes = set(own_planets(view))
    at_rest = [group for group in view["groups"] if not group["under_way"]]
    return [str(group["number"]) for group in at_rest if group["planet"] in homes]


def fleets(view: View) -> list[str]:
    """The player's fleets."""
    return [fleet["name"] for fleet in view["fleets"]]


def movable(view: View) -> list[str]:
    """The player's groups and fleets with drives at planets."""
    at_rest = [group for group in view["groups"] if not group["under_way"] and group["speed"]]
    ready = [fleet for fleet in view["fleets"] if not fleet["under_way"] and fleet["speed"]]
    return [*(str(group["number"]) for group in at_rest), *(fleet["name"] for fleet in ready)]


def in_flight(view: View) -> list[str]:
    """The player's single groups and fleets in hyperspace."""
    away = [group for group in view["groups"] if group["under_way"] and not group["fleet"]]
    fleets_away = [fleet for fleet in view["fleets"] if fleet["under_way"]]
    return [*(str(group["number"]) for group in away), *(fleet["name"] for fleet in fleets_away)]


def types_and_fleets(view: View) -> list[str]:
    """The player's ship types and fleets."""
    return [*(ship_type["name"] for ship_type in view["types"]), *fleets(view)]


def products(view: View) -> list[str]:
    """Possible products of planets."""
    return [*PRODUCTS, *(ship_type["name"] for ship_type in view["types"])]


def ships(view: View) -> Range:
    """Numbers of ships, up to the largest group."""
    return Range(1, max((group["ships"] for group in view["groups"]), default=1))


def place(view: View) -> Range:
    """Coordinates within the galaxy."""
    return Range(0, view["diameter"])


def size(view: View) -> Range:
    """Sides of a map, up to the whole galaxy."""
    return Range(1, view["diameter"])


def options(_view: View) -> list[str]:
    """The options of O."""
    return list(OPTIONS)


def words(*choices: str) -> Offers:
    """A constant list of words."""
    return lambda _: choices

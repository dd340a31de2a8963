"""Choices for building ships and starbases, paid by a planet, and for upgrades."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    OfferingRules,
    Offers,
    Proposals,
    Range,
)
from variants.far_horizons.constants import (
    SHIP_CLASSES,
    STARBASE,
    TRANSPORT,
)
from variants.far_horizons.model.orders import class_of
from variants.far_horizons.orders.offers import (
    Row,
    is_ready,
    place_in,
    sector_of,
    ship_called,
    ship_names,
    ships_by_sector,
    words_in,
)
from variants.far_horizons.orders.production_offers import Producer, any_amount, chosen_planets
from variants.far_horizons.view.lookup import class_and_name

#: Proposed sizes of transports, in units of 10,000 tons, up to the largest possible.
_SIZES = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100)


@frozen
class _Hull:
    """A class of ships that can be built."""

    word: str
    title: str
    price: int
    tonnage: int
    sub_light: bool = False


def _hulls(planet: Producer) -> Iterator[_Hull]:
    """Yield the hulls that a planet may build, at any cost, except starbases."""
    largest = planet.largest_hull
    sizes = sorted({*(size for size in _SIZES if size <= largest), *([largest] if largest else [])})
    hulls = [(c.abbreviation, c.name, c.tonnage) for c in SHIP_CLASSES if 0 < c.tonnage <= largest]
    hulls += [(f"{TRANSPORT}{size}", f"{TRANSPORT}{size}", size) for size in sizes]
    for word, title, tonnage in hulls:
        if planet.level("GV") > 0:  # FH-SETUP-003
            yield _Hull(word, title, planet.economy.ship_cost(tonnage), tonnage)
        slow = planet.economy.ship_cost(tonnage, sub_light=True)
        yield _Hull(
            f"{word}S",
            LocalizedText("sub-light {class_name}", class_name=title),
            slow,
            tonnage,
            sub_light=True,
        )


def hulls(*, in_full: bool, for_others: bool = False) -> Offers:
    """Propose new ships that can be paid in full, or starbases and ships to pay in part.

    Ships for others must be paid in full.
    """

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Proposals:
        names = [str(name) for name in ship_names(view).words]
        proposals: dict[str, Choice] = {}
        for number, planet in enumerate(chosen_planets(view, chosen, rules)):
            name = names[number % len(names)]
            for choice in _new_ships(planet, name, in_full=in_full, for_others=for_others):
                proposals.setdefault(choice.value, choice)
        return Proposals([*proposals.values()])

    return offers


def ships_to_buy(*, sub_light: bool) -> Callable[[View, Chosen, OfferingRules], list[Choice]]:
    """Offer each class that the chosen planet can pay in full, with a different name for each."""

    def choices(view: View, chosen: Chosen, rules: OfferingRules) -> list[Choice]:
        (planet, *_) = chosen_planets(view, chosen, rules)
        hulls = [hull for hull in _hulls(planet) if hull.price <= planet.funds]
        names = ship_names(view, len(hulls)).words
        return [
            Choice(
                f"{hull.word} {name}",
                LocalizedText("{class_name} {name}", class_name=hull.title, name=str(name)),
                cost=planet.cost(hull.price),
                help=LocalizedText("{tons:,} tons", tons=hull.tonnage * 10_000),
            )
            for hull, name in zip(hulls, names, strict=True)
            if hull.sub_light == sub_light
        ]

    return choices


def _new_ships(planet: Producer, name: str, *, in_full: bool, for_others: bool) -> Iterator[Choice]:
    """Yield the ships that can be paid in full, or the others and a starbase."""
    if not in_full and planet.largest_hull and _base_growth(planet, None, for_others=for_others):
        yield Choice(f"{STARBASE} {name}", LocalizedText("Starbase {name}", name=name))
    for hull in _hulls(planet) if in_full or not for_others else ():
        price = hull.price + (planet.economy.premium(hull.price) if for_others else 0)
        cost = planet.cost(price) if in_full else None
        if (price <= planet.funds) == in_full and planet.funds:
            label = LocalizedText("{class_name} {name}", class_name=hull.title, name=name)
            yield Choice(f"{hull.word} {name}", label, cost=cost)


def _base_growth(planet: Producer, base: Row | None, *, for_others: bool) -> int:
    """Return the most that can be spent on a starbase, in whole steps (FH-BAS-002)."""
    economy, money, step = planet.economy, planet.funds, planet.economy.ship_cost(1)
    tonnage = base["tonnage"] if base else 0
    if for_others:
        money = economy.price_within(money, economy.ship_cost(tonnage))
    return max(0, min(money // step, planet.largest_hull - tonnage)) * step


def unfinished_ships(*, in_full: bool, for_others: bool = False) -> Offers:
    """Offer the unfinished ships at the planet: those that can be paid in full, or the others."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        near = ships_by_sector(view)
        choices = (
            _continuation(planet, ship, in_full=in_full, for_others=for_others)
            for planet in chosen_planets(view, chosen, rules)
            for ship in near.get(sector_of(planet.colony), ())
        )
        return [*{choice.value: choice for choice in choices if choice}.values()]

    return offers


def can_continue(*, for_others: bool = False) -> Callable[[Producer, Row], bool]:
    """Require a ship that the planet can work on."""

    def fits(planet: Producer, ship: Row) -> bool:
        return any(
            _continuation(planet, ship, in_full=in_full, for_others=for_others)
            for in_full in (True, False)
        )

    return fits


def _continuation(planet: Producer, ship: Row, *, in_full: bool, for_others: bool) -> Choice | None:
    """Return the choice of an unfinished ship or a starbase at the planet (FH-SHIP-009)."""
    words, economy = class_and_name(ship), planet.economy
    is_unfinished = ship["where"] == "building" or ship["starbase"]
    if not (planet.largest_hull and is_unfinished and place_in(ship) == place_in(planet.colony)):
        return None
    if ship["starbase"]:
        grows = not in_full and _base_growth(planet, ship, for_others=for_others)
        return Choice(words) if grows else None
    if ship["tonnage"] > planet.largest_hull:
        return None
    worth = economy.ship_cost(ship["tonnage"], sub_light=ship["sub_light"])
    price = ship["unpaid"] + (economy.premium(worth) if for_others else 0)
    if in_full and price <= planet.funds:
        return Choice(words, cost=planet.cost(price))
    is_expensive = not in_full and not for_others and price > planet.funds > 0
    return Choice(words) if is_expensive else None


def payments(*, for_others: bool = False) -> Offers:
    """Offer the payments for a ship that is paid in part, or for a starbase, in whole steps.

    The cost of a ship that can be paid in full counts as a whole.
    """

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
        words = words_in(chosen, "ship") or words_in(chosen, "hull")
        if not words_in(chosen, "producer") or not words:
            return any_amount(view, chosen, rules)
        (planet,) = chosen_planets(view, chosen, rules)
        base, hull = ship_called(view, words), class_of(words.partition(" ")[0])
        if hull is None or hull.kind != "ship":
            return Range(1, 0)
        if hull.code == STARBASE:
            step, share = planet.economy.ship_cost(1), planet.economy.premium(100)
            most = _base_growth(planet, base, for_others=for_others)
            return Range(step, most, step, planet.cost(1 + for_others * share / 100))
        price = planet.economy.ship_cost(hull.tonnage, sub_light=hull.sub_light)
        price = base["unpaid"] if base else price
        if price <= planet.funds:
            return Range(1, price - 1)
        return Range(1, planet.funds, cost=planet.cost(1))

    return offers


def can_upgrade(planet: Producer, ship: Row) -> bool:
    """Require a finished ship that the funds can make younger (FH-UPG-004)."""
    return is_ready(ship) and _upgrade(planet, ship).maximum > 0


def upgrade_payments(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer payments from the price of one year up to that of the ship's full age."""
    ship, planets = ship_called(view, chosen.get("ship")), chosen_planets(view, chosen, rules)
    if ship is None or not words_in(chosen, "producer"):
        return any_amount(view, chosen, rules)
    return _upgrade(planets[0], ship)


def _upgrade(planet: Producer, ship: Row) -> Range:
    """Return the payments for an upgrade; the maximum is 0 if none is possible."""
    economy = planet.economy
    worth = economy.ship_cost(ship["tonnage"], sub_light=ship["sub_light"])
    minimum = economy.upgrade_cost(1, worth)
    if ship["age"] < 1 or minimum > planet.funds:
        return Range(1, 0)
    most = min(economy.upgrade_cost(ship["age"], worth), planet.funds)
    return Range(minimum, most, cost=planet.cost(1))

"""Choices for the orders of a planet's production, and the funds that pay for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    Cost,
    OfferingRules,
    Offers,
    Range,
)
from variants.far_horizons.constants import (
    ITEM_OF,
    ITEMS,
    PEOPLE_ITEMS,
    TECH_NAMES,
    TECHS,
)
from variants.far_horizons.economy import Economy
from variants.far_horizons.orders.offers import (
    TREASURY,
    Row,
    colonies,
    free_room,
    is_ready,
    item_choices,
    level,
    place_in,
    planet_called,
    sector_of,
    ships,
    ships_by_sector,
    words_in,
)
from variants.far_horizons.view.lookup import class_and_name


@frozen
class Producer:
    """A producing planet as a view shows it, with everything that its orders need."""

    view: View
    colony: Row
    economy: Economy

    @property
    def words(self) -> str:
        """The planet in orders, which is also the name of its stock."""
        return f"PL {self.colony['name']}"

    @property
    def funds(self) -> int:
        """The balance at the start of production plus its share of the treasury (FH-EU-005)."""
        colony, treasury = self.colony, self.view["treasury"]
        if not self.is_normal:
            return 0
        balance: int = colony.get("to_spend", 0)
        limit = self.economy.treasury_limit(
            balance, treasury, home=colony["home"], bombed=colony["bombed"]
        )
        return int(max(0, balance + max(0, min(treasury, limit))))

    @property
    def is_normal(self) -> bool:
        """True for a home planet or colony that does not sell its output."""
        return self.colony["kind"] in ("home", "colony")

    @property
    def population(self) -> int:
        """The available population."""
        return int(max(0, self.colony["population"]))

    def level(self, tech: str) -> int:
        """The owner's level of a technology."""
        return level(self.view, tech)

    def cost(self, amount: float) -> Cost:
        """Return an amount of the planet's funds."""
        return Cost(self.words, amount)

    @property
    def largest_hull(self) -> int:
        """The largest tonnage that it can build; 0 without a shipyard (FH-YARD-003)."""
        tonnage = self.economy.largest_tonnage(self.level("MA"))
        return tonnage if self.colony["shipyards"] > 0 else 0


Fits = Callable[[Producer], bool]


def _producers(view: View, rules: OfferingRules) -> Iterator[Producer]:
    for colony in colonies(view):
        yield Producer(view, colony, rules.economy)


def chosen_planets(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Producer]:
    """Return the chosen planet; before a choice, all planets that produce something."""
    colony = planet_called(view, chosen.get("producer"))
    if colony is not None:
        return [Producer(view, colony, rules.economy)]
    return [planet for planet in _producers(view, rules) if planet.is_normal]


def producers(fits: Fits, price: Callable[[Producer], int] | None = None) -> Offers:
    """Offer the planets that meet a condition, and can pay the price of the order, if any."""

    def offers(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        return [
            Choice(planet.words, cost=planet.cost(price(planet)) if price else None)
            for planet in _producers(view, rules)
            if fits(planet) and (price is None or planet.funds >= price(planet))
        ]

    return offers


def producers_beside(fits: Callable[[Producer, Row], bool], or_if: Fits | None = None) -> Offers:
    """Offer the planets with a fitting ship in their sector, or that meet a condition."""

    def offers(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
        near = ships_by_sector(view)
        return [
            planet.words
            for planet in _producers(view, rules)
            if (or_if is not None and or_if(planet))
            or any(fits(planet, ship) for ship in near.get(sector_of(planet.colony), ()))
        ]

    return offers


def ships_beside(fits: Callable[[Producer, Row], bool]) -> Offers:
    """Offer the fitting ships in the sector of the planet."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str]:
        near = ships_by_sector(view)
        words = (
            class_and_name(ship)
            for planet in chosen_planets(view, chosen, rules)
            for ship in near.get(sector_of(planet.colony), ())
            if fits(planet, ship)
        )
        return list(dict.fromkeys(words))

    return offers


def has_funds(planet: Producer) -> bool:
    """Require money."""
    return planet.is_normal and planet.funds > 0


def planet_stocks(view: View, economy: Economy) -> dict[str, float]:
    """Return the treasury, and each planet's funds, which include its share of the treasury."""
    planets = [Producer(view, colony, economy) for colony in colonies(view)]
    funds = {planet.words: float(planet.funds) for planet in planets if planet.is_normal}
    return {TREASURY: float(max(0, view.get("treasury", 0))), **funds}


def any_amount(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer amounts up to the funds of the planet."""
    planets = chosen_planets(view, chosen, rules)
    maximum = max((planet.funds for planet in planets), default=0)
    is_chosen = words_in(chosen, "producer") and planets
    return Range(1, maximum, cost=planets[0].cost(1) if is_chosen else None)


# items


def _can_build(planet: Producer, item: str, *, for_others: bool = False) -> int:
    """Return how many of an item a planet can build."""
    kind, economy, money = ITEM_OF.get(item), planet.economy, planet.funds
    if kind is None or item == "RM" or planet.level(kind.tech) < economy.item_level(item):
        return 0
    if for_others:
        money = 0 if item in PEOPLE_ITEMS else economy.price_within(money)
    count = money // economy.item_cost(item, planet.level("BI"))
    return min(count, planet.population) if item in PEOPLE_ITEMS else count


def _price(planet: Producer, item: str, *, for_others: bool = False) -> int:
    price = planet.economy.item_cost(item, planet.level("BI")) if item in ITEM_OF else 0
    return price + planet.economy.premium(price) if for_others else price


def items_to_build(*, for_others: bool = False) -> Offers:
    """Offer the items that the levels and funds allow."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        planets = chosen_planets(view, chosen, rules)
        return item_choices(
            item.abbreviation
            for item in ITEMS
            if any(_can_build(p, item.abbreviation, for_others=for_others) for p in planets)
        )

    return offers


def number_to_build(*, for_others: bool = False) -> Offers:
    """Offer as many items as funds and population allow."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
        planets = chosen_planets(view, chosen, rules)
        item = words_in(chosen, "item") or "PD"
        maximum = max((_can_build(p, item, for_others=for_others) for p in planets), default=0)
        if not words_in(chosen, "producer") or not planets:
            return Range(1, maximum)
        planet = planets[0]
        return Range(1, maximum, cost=planet.cost(_price(planet, item, for_others=for_others)))

    return offers


def item_destinations(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the finished ships, and the other populated planets, in the sector of the planet."""
    producer = planet_called(view, chosen.get("producer"))
    finished = [ship for ship in ships(view) if is_ready(ship) and free_room(ship) > 0]
    planets = [c for c in colonies(view) if c["kind"] != "named" and c is not producer]
    at = None if producer is None else sector_of(producer)
    return [
        *(class_and_name(ship) for ship in finished if at in {None, sector_of(ship)}),
        *(f"PL {colony['name']}" for colony in planets if at in {None, sector_of(colony)}),
    ]


def items_to_recycle(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the items of the planet."""
    planets = _recycling_planets(view, chosen)
    items = (item.abbreviation for item in ITEMS)
    return item_choices(i for i in items if any(_recyclable_count(planet, i) for planet in planets))


def number_to_recycle(view: View, chosen: Chosen) -> Range:
    """Offer as many items as there are."""
    item, planets = words_in(chosen, "item") or "RM", _recycling_planets(view, chosen)
    return Range(1, max((_recyclable_count(planet, item) for planet in planets), default=0))


def _recyclable_count(colony: Row, item: str) -> int:
    """Return how many items a planet has; of raw material, what production leaves."""
    used = colony.get("capacity", 0) - colony.get("raw_material", 0) if item == "RM" else 0
    return int(max(0, colony["items"].get(item, 0) - max(0, used)))


def _recycling_planets(view: View, chosen: Chosen) -> Sequence[Row]:
    colony = planet_called(view, chosen.get("producer"))
    rows = colonies(view) if colony is None else [colony]
    return [row for row in rows if row["kind"] != "mining"]


def can_recycle_items(planet: Producer) -> bool:
    """Require a planet with items, which does not sell raw material (FH-HIDE-004)."""
    is_mining = planet.colony["kind"] == "mining"
    return not is_mining and any(
        _recyclable_count(planet.colony, i) for i in planet.colony["items"]
    )


def can_recycle(planet: Producer, ship: Row) -> bool:
    """Require a ship at the planet (FH-REC-010)."""
    return planet.colony["kind"] != "mining" and place_in(ship) == place_in(planet.colony)


# colonies


def can_develop(planet: Producer) -> bool:
    """Require people, money, and a planet or a ship for them."""
    if not planet.is_normal or not planet.population or planet.funds < 2:
        return False
    chosen = {"producer": planet.words}
    return bool(planets_to_develop(planet.view, chosen) or ships_to_fill(planet.view, chosen))


def _may_grow(colony: Row) -> bool:
    """Return whether a planet is a colony or a damaged home planet (FH-DEVELOP-015)."""
    return not colony["home"] or bool(colony.get("recovery"))


def ships_to_fill(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the ships with room in the sector of the planet, if they have somewhere to go."""
    producer = planet_called(view, chosen.get("producer"))
    if not any(_may_grow(colony) and colony is not producer for colony in colonies(view)):
        return []
    return [
        class_and_name(ship)
        for ship in ships(view)
        if is_ready(ship) and free_room(ship) > 1
        and (producer is None or sector_of(ship) == sector_of(producer))
    ]  # fmt: skip


def planets_to_develop(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer planets that may grow: other planets for a ship, otherwise those in the sector."""
    producer = planet_called(view, chosen.get("producer"))
    growing = [colony for colony in colonies(view) if _may_grow(colony)]
    if words_in(chosen, "ship"):
        growing = [colony for colony in growing if colony is not producer]
    elif producer is not None:
        growing = [c for c in growing if sector_of(c) == sector_of(producer)]
    return [f"PL {colony['name']}" for colony in growing]


def hiding_price(planet: Producer) -> int:
    """Return the price of hiding a planet."""
    base = planet.colony["mining_base"] + planet.colony["manufacturing_base"]
    return planet.economy.hiding_cost(base, base)


def can_hide(planet: Producer) -> bool:
    """Require a colony that can pay for hiding (FH-HIDE-003)."""
    kind = planet.colony["kind"]
    money = planet.view["treasury"] if kind == "mining" else planet.funds
    is_colony = kind not in {"home", "resort"} and not planet.colony["home"]
    return is_colony and money >= hiding_price(planet)


def shipyard_price(planet: Producer) -> int:
    """Return the price of another shipyard."""
    return planet.economy.shipyard_cost(planet.level("MA"))


def estimate_price(planet: Producer) -> int:
    """Return the price of an estimate."""
    return planet.economy.estimate_price


def is_normal(planet: Producer) -> bool:
    """Require a planet that does not sell its output."""
    return planet.is_normal


def builds_for_others(planet: Producer) -> bool:
    """Require the level and the money to build for other species (FH-IBUILD-001)."""
    return has_funds(planet) and planet.level("MA") >= planet.economy.construction_level


def technologies_to_research(view: View) -> Sequence[Choice]:
    """Offer the technologies that can be researched (FH-TEACH-007)."""
    techs = view.data.get("techs", {})
    return [
        Choice(tech, TECH_NAMES[tech], help=_level_text(techs[tech]))
        for tech in TECHS
        if tech in techs and (techs[tech]["level"] or techs[tech]["knowledge"])
    ]


def _level_text(tech: Row) -> str:
    return LocalizedText("level {level}", level=tech["level"])

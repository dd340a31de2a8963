"""Choices for items: transfers, settlers, plants, and units for starbases and repairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    OfferingRules,
    Proposals,
    Range,
)
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.economy import Economy
from variants.far_horizons.orders.offers import (
    Row,
    Sector,
    carries,
    colonies,
    free_room,
    is_ready,
    item_choices,
    level,
    place_in,
    planet_called,
    planet_words,
    sector_choice,
    sector_of,
    ship_called,
    ship_names,
    ships,
    with_class_word,
    words_in,
)
from variants.far_horizons.view.lookup import class_and_name


def _holders(view: View) -> dict[Sector, list[tuple[str, Row]]]:
    """Return ships and planets that can give and take items, by sector, with their words."""
    by_sector: dict[Sector, list[tuple[str, Row]]] = {}
    for colony in colonies(view):
        by_sector.setdefault(sector_of(colony), []).append((planet_words(colony), colony))
    for ship in filter(is_ready, ships(view)):
        by_sector.setdefault(sector_of(ship), []).append((class_and_name(ship), ship))
    return by_sector


def stock_of(holder: Row) -> Mapping[str, int]:
    items: Mapping[str, int] = holder["cargo"] if "cargo" in holder else holder["items"]
    return {item: count for item, count in items.items() if count > 0}


def _room_for(holder: Row, item: str) -> int | None:
    """Return how many items there is room for; None for a planet, which has room for all."""
    return free_room(holder) // ITEM_OF[item].room if "cargo" in holder else None


def _has_room_for_any(holder: Row, stock: Iterable[str]) -> bool:
    return any(_room_for(holder, item) != 0 for item in stock)


def sources(view: View) -> Sequence[str]:
    """Offer the ships and planets with items for which there is room in the same sector."""
    return [
        words
        for holders in _holders(view).values()
        for words, holder in holders
        if (stock := stock_of(holder))
        and any(other is not holder and _has_room_for_any(other, stock) for _, other in holders)
    ]


def receivers(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the ships and planets in the sector of the source with room for its items."""
    holders = _holders(view)
    source = _holder_called(view, chosen.get("source"))
    if source is None:
        return [
            words
            for neighbours in holders.values()
            for words, _ in neighbours
            if len(neighbours) > 1
        ]
    stock = stock_of(source)
    neighbours = holders.get(sector_of(source), ())
    return [
        words
        for words, other in neighbours
        if other is not source and _has_room_for_any(other, stock)
    ]


def _holder_called(view: View, words: object) -> Row | None:
    return planet_called(view, words) or ship_called(view, words)


def items_to_move(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the items at the source that the destination has room for."""
    source = _holder_called(view, chosen.get("source"))
    target = _holder_called(view, chosen.get("destination"))
    if source is None:
        return item_choices(ITEM_OF)
    stock = stock_of(source)
    return item_choices(i for i in stock if target is None or _room_for(target, i) != 0)


def number_to_move(view: View, chosen: Chosen) -> Range:
    """Offer as many items as there are and as fit."""
    source = _holder_called(view, chosen.get("source"))
    target = _holder_called(view, chosen.get("destination"))
    item = words_in(chosen, "item")
    if source is None or item not in ITEM_OF:
        return Range(1, max([0, *_all_counts(view)]))
    room = None if target is None else _room_for(target, item)
    count = stock_of(source).get(item, 0)
    return Range(1, count if room is None else min(count, room))


def _all_counts(view: View) -> Iterator[int]:
    for holder in (*colonies(view), *ships(view)):
        yield from stock_of(holder).values()


# settling


def _planets_for_settlers(view: View) -> Iterator[Row]:
    """Yield the planets on which units can be installed (FH-COL-002, FH-COL-003)."""
    homes = {
        (sector_of(sighting), planet["orbit"])
        for sighting in view.get("aliens", ())
        for planet in sighting["planets"]
        if planet["kind"] == "home"
    }
    for colony in colonies(view):
        if place_in(colony) not in homes and (not colony["home"] or colony.get("recovery")):
            yield colony


def _installable_units(colony: Row) -> dict[str, int]:
    """Return how many units of each kind have colonists on a planet."""
    items = colony["items"]
    counts = {unit: min(items.get(unit, 0), items.get("CU", 0)) for unit in ("IU", "AU")}
    return {unit: count for unit, count in counts.items() if count > 0}


def planets_to_settle(view: View) -> Sequence[str]:
    """Offer the planets with units to install."""
    return [
        planet_words(colony) for colony in _planets_for_settlers(view) if _installable_units(colony)
    ]


def units_to_install(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the kinds of units on the planet."""
    colony = planet_called(view, chosen.get("planet"))
    return item_choices(("IU", "AU") if colony is None else _installable_units(colony))


def number_to_install(view: View, chosen: Chosen) -> Range:
    """Offer as many units as there are with colonists."""
    colony = planet_called(view, chosen.get("planet"))
    rows = colonies(view) if colony is None else [colony]
    counts = [n for row in rows for unit, n in _installable_units(row).items()
              if words_in(chosen, "item") in {"", unit}]  # fmt: skip
    return Range(1, max(counts, default=0))


def ships_to_unload(view: View) -> Sequence[str]:
    """Offer the ships with colonists or units at a planet that can be settled."""
    places = {place_in(colony) for colony in _planets_for_settlers(view)}
    loaded = carries("CU", "IU", "AU")
    return [
        class_and_name(ship)
        for ship in ships(view)
        if is_ready(ship) and loaded(ship) and place_in(ship) in places
    ]


def planets_to_disband(view: View) -> Sequence[str]:
    """Offer the named planets other than home that are not besieged."""
    return [planet_words(c) for c in colonies(view) if not (c["home"] or c["besieged"])]


def planets_to_terraform(view: View) -> Sequence[str]:
    """Offer the populated planets with plants that they need (FH-TERRA-003, FH-TERRA-012)."""
    if level(view, "BI") < ITEM_OF["TP"].level:
        return []
    return [planet_words(colony) for colony in colonies(view) if _plants(view, colony) >= 3]


def number_of_plants(view: View, chosen: Chosen) -> Range:
    """Offer as many plants as there are and are needed, in threes."""
    colony = planet_called(view, chosen.get("planet"))
    rows = colonies(view) if colony is None else [colony]
    maximum = max((_plants(view, row) for row in rows), default=0)
    return Range(3, maximum // 3 * 3, 3)


def _plants(view: View, colony: Row) -> int:
    """Return how many plants a planet has and needs."""
    plants: int = colony["items"].get("TP", 0)
    if colony["home"] or colony["kind"] == "named" or not plants:
        return 0
    needed = colony.get("life_support")
    if needed is None:
        scans = (scan for scan in view["scans"] if scan["sector"] == colony["sector"])
        planets = (planet for scan in scans for planet in scan["planets"])
        at = (p["life_support"] for p in planets if p["orbit"] == colony["orbit"])
        needed = next(at, plants)
    return min(plants, needed)


# starbases and repairs


def base_sources(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    """Offer the ships and planets with units for a starbase (FH-SU-004, FH-SU-006)."""
    if not _room(view, rules):
        return []
    return [
        words
        for neighbours in _holders(view).values()
        for words, holder in neighbours
        if stock_of(holder).get("SU")
        and (_has_building_site(view, holder) or any(_bases(view, holder, rules)))
    ]


def starbases_to_build(view: View, chosen: Chosen, rules: OfferingRules) -> Proposals:
    """Offer the starbases of the sector that can grow, and propose names for a new one."""
    source = _holder_called(view, chosen.get("source"))
    rows = ships(view) if source is None else list(_bases(view, source, rules))
    words = [class_and_name(ship) for ship in rows if ship["starbase"]]
    if source is None or _has_building_site(view, source):
        words += [str(name) for name in with_class_word("BAS", ship_names(view)).words]
    return Proposals(words)


def number_of_base_units(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer as many units as are available and as the starbase may have."""
    source = _holder_called(view, chosen.get("source"))
    holders = (*colonies(view), *ships(view)) if source is None else (source,)
    maximum = max((stock_of(holder).get("SU", 0) for holder in holders), default=0)
    return Range(1, min(maximum, _room(view, rules, ship_called(view, chosen.get("starbase")))))


def _room(view: View, rules: OfferingRules, base: Row | None = None) -> int:
    """Return by how many units a starbase, or a new one, can grow."""
    economy: Economy = rules.economy
    largest = economy.largest_tonnage(level(view, "MA"))
    return max(0, largest - (base["tonnage"] if base else 0))


def _bases(view: View, source: Row, rules: OfferingRules) -> Iterator[Row]:
    """Yield the starbases in the sector of the units that can grow."""
    for ship in ships(view):
        if ship["starbase"] and sector_of(ship) == sector_of(source) and _room(view, rules, ship):
            yield ship


def _has_building_site(view: View, source: Row) -> bool:
    """Return whether a new starbase can be built: at a planet, or far from stars."""
    stars = (star["sector"] for star in view["stars"])
    return bool(source["orbit"]) or all(star != source["sector"] for star in stars)


def damaged_ships(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    """Offer the ships that the units aboard can make younger."""
    return [class_and_name(s) for s in ships(view) if is_ready(s) and _repair(s, rules)]


def number_of_repair_units(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer from the units that make the ship a year younger up to all that have an effect."""
    ship = ship_called(view, chosen.get("ship"))
    ranges = [_repair(row, rules) for row in (ships(view) if ship is None else [ship])]
    useful = [numbers for numbers in ranges if numbers]
    return Range(min((n[0] for n in useful), default=1), max((n[-1] for n in useful), default=0))


def _repair(ship: Row, rules: OfferingRules) -> range:
    """Return the numbers of units aboard that reduce a ship's age (FH-DR-003)."""
    economy: Economy = rules.economy
    aboard, tonnage, age = ship["cargo"].get("DR", 0), ship["tonnage"], ship["age"]
    if not aboard or age <= 0 or not tonnage:
        return range(0)
    maximum = min(aboard, economy.repair_units(age, tonnage))
    return range(economy.repair_units(1, tonnage), maximum + 1)


def sectors_to_repair(view: View) -> Sequence[Choice]:
    """Offer the sectors where ships carry repair units."""
    aboard = carries("DR")
    sectors = dict.fromkeys(sector_of(s) for s in ships(view) if is_ready(s) and aboard(s))
    return [sector_choice(sector) for sector in sectors]

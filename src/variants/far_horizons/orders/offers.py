"""Choices for orders about ships, planets, stars and species, from the data of a view.

Each function is the `offers` of an argument (`horizons_core.orders.Offers`), or makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    Cost,
    Offered,
    OfferingRules,
    Offers,
    Proposals,
    Range,
    proposed_names,
)
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, TECH_NAMES, TECHS
from variants.far_horizons.economy import Economy
from variants.far_horizons.economy.risks import CERTAIN
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model.orders import ClassKind
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name, place_of
from variants.far_horizons.wording import hundredths

Row = Mapping[str, Any]
Sector = tuple[int, int, int]

#: The stock that is not bound to a planet.
TREASURY = "treasury"


# rows of a view; a gamemaster's view has none


def ships(view: View) -> Sequence[Row]:
    """Return the player's ships and starbases."""
    rows: Sequence[Row] = view.get("ships", ())
    return rows


def colonies(view: View) -> Sequence[Row]:
    """Return the player's named planets."""
    rows: Sequence[Row] = view.get("colonies", ())
    return rows


def level(view: View, tech: str) -> int:
    """Return the player's level of a technology."""
    return int(view["techs"][tech]["level"]) if "techs" in view.data else 0


def ship_called(view: View, words: object) -> Row | None:
    """Return the ship with this class and name, such as "TR5 Mover"."""
    return next((ship for ship in ships(view) if class_and_name(ship) == words), None)


def planet_called(view: View, words: object) -> Row | None:
    """Return the planet with this name, such as "PL Mars"."""
    return next((colony for colony in colonies(view) if _planet(colony) == words), None)


def is_ready(ship: Row) -> bool:
    """Tell whether a ship is finished and has a position."""
    return ship["where"] not in ("building", *IN_TRANSIT)


def sector_of(row: Row) -> Sector:
    """Return the sector of a ship, planet or star."""
    x, y, z = row["sector"]
    return (x, y, z)


def place_in(row: Row) -> tuple[Sector, int]:
    """Return the sector of a ship or planet, and its orbit."""
    return sector_of(row), row["orbit"]


def _planet(colony: Row) -> str:
    return f"PL {colony['name']}"


def free_room(ship: Row) -> int:
    """Return the unused cargo capacity of a ship."""
    cargo = ship["cargo"].items()
    return int(ship["capacity"]) - int_sum(ITEM_OF[item].room * n for item, n in cargo)


# ships and planets


def own_ships(view: View) -> list[str]:
    """Offer all ships and starbases, such as "TR5 Mover"."""
    return [class_and_name(ship) for ship in ships(view)]


def ships_that(*fit: Callable[[Row], bool]) -> Offers:
    """Offer the ships that meet all conditions."""
    return lambda view: [
        class_and_name(ship) for ship in ships(view) if all(fits(ship) for fits in fit)
    ]


def own_planets(view: View) -> list[str]:
    """Offer the named planets, such as "PL Mars"."""
    return [_planet(colony) for colony in colonies(view)]


def is_no_starbase(ship: Row) -> bool:
    """Tell whether a ship is not a starbase."""
    return not ship["starbase"]


def has_orbit(ship: Row) -> bool:
    """Tell whether a ship is at a planet."""
    return ship["orbit"] > 0


def has_drive(ship: Row) -> bool:
    """Tell whether a ship can jump by itself."""
    return not (ship["starbase"] or ship["sub_light"])


def carries(*items: str) -> Callable[[Row], bool]:
    """Require a ship with any of these items aboard."""
    return lambda ship: any(ship["cargo"].get(item, 0) > 0 for item in items)


def sees_far(ship: Row) -> bool:
    """Tell whether a starbase has a telescope (FH-GT-002)."""
    return bool(ship["starbase"]) and ship["cargo"].get("GT", 0) >= 2


def named_ones(rows: Iterable[Row], name: Callable[[Row], str]) -> dict[Sector, list[str]]:
    """Return the names of ships or planets by sector."""
    by_sector: dict[Sector, list[str]] = {}
    for row in rows:
        by_sector.setdefault(sector_of(row), []).append(name(row))
    return by_sector


# planets of a star system


def _planets_by_sector(view: View) -> dict[Sector, dict[int, str]]:
    """Return the words for the known planets of star systems, by number: "PL Mars", or "3"."""
    systems = {
        sector_of(scan): {planet["orbit"]: str(planet["orbit"]) for planet in scan["planets"]}
        for scan in view.get("scans", ())
    }
    for colony in colonies(view):
        systems.setdefault(sector_of(colony), {})[colony["orbit"]] = _planet(colony)
    return systems


def _landable(view: View) -> dict[Sector, dict[int, str]]:
    """Return the words for inhabited planets, by number; of others only where ships are."""
    systems: dict[Sector, dict[int, str]] = {}
    for sighting in view.get("aliens", ()):
        for planet in sighting["planets"]:
            if planet["kind"] != "uncolonized":
                words = str(planet["orbit"])
                systems.setdefault(sector_of(sighting), {})[planet["orbit"]] = words
    for colony in colonies(view):
        if colony["kind"] != "named":
            systems.setdefault(sector_of(colony), {})[colony["orbit"]] = _planet(colony)
    return systems


def _ships_beside(
    systems: Callable[[View], dict[Sector, dict[int, str]]], *fit: Callable[[Row], bool]
) -> Offers:
    def offers(view: View) -> Sequence[str]:
        known = systems(view)
        return [
            class_and_name(ship)
            for ship in ships(view)
            if is_ready(ship) and sector_of(ship) in known and all(fits(ship) for fits in fit)
        ]

    return offers


def _beside_ship(systems: Callable[[View], dict[Sector, dict[int, str]]]) -> Offers:
    def offers(view: View, chosen: Chosen) -> Sequence[Choice]:
        known, ship = systems(view), ship_called(view, chosen.get("ship"))
        sectors = known if ship is None else [sector_of(ship)]
        words = dict.fromkeys(w for sector in sectors for _, w in sorted(known[sector].items()))
        return [_numbered(word) for word in words]

    return offers


def _numbered(words: str) -> Choice:
    """Return the choice of a planet by its number or its name."""
    is_number = words.isdecimal()
    return Choice(words, LocalizedText("planet {number}", number=words) if is_number else words)


ships_to_orbit, planets_to_orbit = (
    _ships_beside(_planets_by_sector),
    _beside_ship(_planets_by_sector),
)
ships_to_land = _ships_beside(_landable, is_no_starbase)
planets_to_land = _beside_ship(_landable)


def unnamed_planets(view: View) -> Sequence[Choice]:
    """Offer the scanned planets without a name, such as "12 7 18 2"."""
    named = {place_in(colony) for colony in colonies(view)}
    return [
        Choice(
            f"{place_of(scan['sector'])} {planet['orbit']}",
            LocalizedText(
                "planet {number} of {sector}",
                number=planet["orbit"],
                sector=place_of(scan["sector"]),
            ),
            place_of(scan["sector"]),
        )
        for scan in view.get("scans", ())
        for planet in scan["planets"]
        if (sector_of(scan), planet["orbit"]) not in named
    ]


def planet_names(view: View) -> Proposals:
    """Propose names for a planet."""
    return _marked("PL", proposed_names(view, [colony["name"] for colony in colonies(view)]))


def _marked(mark: str, names: Proposals) -> Proposals:
    return Proposals([f"{mark} {name}" for name in names.words])


# destinations


def sector_choice(sector: Sequence[int], help_: str = "") -> Choice:
    """Return the choice of a sector on the map."""
    return Choice(place_of(sector), place=place_of(sector), help=help_)


def destinations(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Offer the stars and named planets within reach, the safest jump first (FH-MISHAP-001)."""
    ship = ship_called(view, chosen.get("ship"))
    goals = [sector_choice(star["sector"]) for star in view.get("stars", ())]
    goals += [Choice(_planet(row), place=place_of(row["sector"])) for row in colonies(view)]
    if ship is None:
        return goals
    return list(_in_reach(view, ship, ship_called(view, chosen.get("portal")), goals, rules))


def _in_reach(
    view: View, ship: Row, portal: Row | None, goals: Iterable[Choice], rules: OfferingRules
) -> Iterator[Choice]:
    economy: Economy = rules.economy
    origin, gravitics, age = sector_of(ship), level(view, "GV"), (portal or ship)["age"]
    chances: list[tuple[int, Choice]] = []
    for goal in goals:
        x, y, z = map(int, goal.place.split())
        squared = distance_squared(origin, (x, y, z))
        chance = economy.mishap_chance(squared, gravitics, age)
        if squared and chance < CERTAIN:
            chances.append((chance, goal))
    chances.sort(key=lambda pair: pair[0])
    for chance, goal in chances:
        risk = LocalizedText("mishap chance {percent}%", percent=hundredths(chance))
        yield Choice(goal.value, place=goal.place, help=risk)


def neighbouring_sectors(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the sectors one parsec away from the ship; without a ship, those of all ships."""
    ship = ship_called(view, chosen.get("ship"))
    origins = [sector_of(other) for other in (ships(view) if ship is None else [ship])]
    mapped = {sector_of(star) for star in view.get("stars", ())}
    sectors = dict.fromkeys(sector for origin in origins for sector in _around(origin))
    return [
        sector_choice(sector) if sector in mapped else Choice(place_of(sector))
        for sector in sectors
    ]


def _around(sector: Sector) -> Iterator[Sector]:
    for axis in range(3):
        for step in (-1, 1):
            x, y, z = (at + step * (index == axis) for index, at in enumerate(sector))
            if min(x, y, z) >= 0:
                yield (x, y, z)


def unvisited_stars(view: View) -> Sequence[Choice]:
    """Offer the stars that were not visited yet."""
    visited = {tuple(sector) for sector in view.get("visited", ())}
    stars = (star["sector"] for star in view.get("stars", ()))
    return [sector_choice(star) for star in stars if tuple(star) not in visited]


def _wormholes(view: View) -> dict[Sector, Sector | None]:
    """Return the sectors with wormholes, and where they end, if that is known."""
    ends: dict[Sector, Sector | None] = {
        sector_of(scan): None for scan in view.get("scans", ()) if scan["wormhole"]
    }
    for way in view.get("wormholes", ()):
        start, end = tuple(way["from"]), tuple(way["to"])
        ends |= {start: end, end: start}
    return ends


def ships_at_wormholes(view: View) -> Sequence[str]:
    """Offer the ships in sectors with wormholes."""
    ends = _wormholes(view)
    return [class_and_name(s) for s in ships(view) if is_ready(s) and sector_of(s) in ends]


def planets_behind(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the named planets at the other end of the ship's wormhole."""
    ends, ship = _wormholes(view), ship_called(view, chosen.get("ship"))
    goals = set(ends.values()) if ship is None else {ends.get(sector_of(ship))}
    return [_planet(colony) for colony in colonies(view) if sector_of(colony) in goals]


# portals


def ships_at_portals(view: View) -> Sequence[str]:
    """Offer the ships at portals that are large enough for them."""
    portals = list(_portals(view))
    return [
        class_and_name(ship)
        for ship in ships(view)
        if is_ready(ship) and is_no_starbase(ship) and any(_carried(ship, p) for p in portals)
    ]


def portals_for_ship(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the starbases that can send the ship."""
    ship = ship_called(view, chosen.get("ship"))
    return [
        Choice(class_and_name(base), place=place_of(base["sector"]))
        for base in _portals(view)
        if ship is None or _carried(ship, base)
    ]


def _portals(view: View) -> Iterator[Row]:
    """Yield own starbases with portal units (FH-JP-003)."""
    for ship in ships(view):
        if ship["starbase"] and is_ready(ship) and ship["cargo"].get("JP", 0):
            yield ship


def _carried(ship: Row, portal: Row) -> bool:
    is_large = ship["tonnage"] <= portal["cargo"]["JP"]
    return is_large and sector_of(ship) == sector_of(portal)


# items


def _holders(view: View) -> dict[Sector, list[tuple[str, Row]]]:
    """Return what can give and take items, with the words for it, by sector."""
    by_sector: dict[Sector, list[tuple[str, Row]]] = {}
    for colony in colonies(view):
        by_sector.setdefault(sector_of(colony), []).append((_planet(colony), colony))
    for ship in filter(is_ready, ships(view)):
        by_sector.setdefault(sector_of(ship), []).append((class_and_name(ship), ship))
    return by_sector


def _stock(holder: Row) -> Mapping[str, int]:
    items: Mapping[str, int] = holder["cargo"] if "cargo" in holder else holder["items"]
    return {item: count for item, count in items.items() if count > 0}


def _fitting(holder: Row, item: str) -> int | None:
    """Return how many items there is room for; None for a planet, which has room for all."""
    return free_room(holder) // ITEM_OF[item].room if "cargo" in holder else None


def _takes(holder: Row, stock: Iterable[str]) -> bool:
    return any(_fitting(holder, item) != 0 for item in stock)


def sources(view: View) -> Sequence[str]:
    """Offer the ships and planets with items for which there is room in the same sector."""
    return [
        words
        for there in _holders(view).values()
        for words, holder in there
        if (stock := _stock(holder))
        and any(other is not holder and _takes(other, stock) for _, other in there)
    ]


def receivers(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the ships and planets in the sector of the source with room for its items."""
    holders = _holders(view)
    source = _holder_called(view, chosen.get("source"))
    if source is None:
        return [words for there in holders.values() for words, _ in there if len(there) > 1]
    stock = _stock(source)
    there = holders.get(sector_of(source), ())
    return [words for words, other in there if other is not source and _takes(other, stock)]


def _holder_called(view: View, words: object) -> Row | None:
    return planet_called(view, words) or ship_called(view, words)


def items_to_move(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the items at the source that the destination has room for."""
    source = _holder_called(view, chosen.get("source"))
    target = _holder_called(view, chosen.get("destination"))
    if source is None:
        return item_choices(ITEM_OF)
    stock = _stock(source)
    return item_choices(i for i in stock if target is None or _fitting(target, i) != 0)


def item_choices(items: Iterable[str]) -> list[Choice]:
    """Return the choices of items, with their full names."""
    return [Choice(item, ITEM_OF[item].name) for item in items]


def number_to_move(view: View, chosen: Chosen) -> Range:
    """Offer as many items as there are and as fit."""
    source = _holder_called(view, chosen.get("source"))
    target = _holder_called(view, chosen.get("destination"))
    if source is None or "item" not in chosen:
        return Range(1, max([0, *_all_counts(view)]))
    item = str(chosen["item"])
    room = None if target is None else _fitting(target, item)
    count = _stock(source).get(item, 0)
    return Range(1, count if room is None else min(count, room))


def _all_counts(view: View) -> Iterator[int]:
    for holder in (*colonies(view), *ships(view)):
        yield from _stock(holder).values()


# settling


def _settleable(view: View) -> Iterator[Row]:
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


def _installable(colony: Row) -> dict[str, int]:
    """Return how many units of each kind have colonists on a planet."""
    items = colony["items"]
    counts = {unit: min(items.get(unit, 0), items.get("CU", 0)) for unit in ("IU", "AU")}
    return {unit: count for unit, count in counts.items() if count > 0}


def planets_to_settle(view: View) -> Sequence[str]:
    """Offer the planets with units to install."""
    return [_planet(colony) for colony in _settleable(view) if _installable(colony)]


def units_to_install(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the kinds of units on the planet."""
    colony = planet_called(view, chosen.get("planet"))
    return item_choices(("IU", "AU") if colony is None else _installable(colony))


def number_to_install(view: View, chosen: Chosen) -> Range:
    """Offer as many units as there are with colonists."""
    colony = planet_called(view, chosen.get("planet"))
    rows = colonies(view) if colony is None else [colony]
    counts = [n for row in rows for unit, n in _installable(row).items()
              if chosen.get("item", unit) == unit]  # fmt: skip
    return Range(1, max(counts, default=0))


def ships_to_unload(view: View) -> Sequence[str]:
    """Offer the ships with colonists or units at a planet that can be settled."""
    places = {place_in(colony) for colony in _settleable(view)}
    loaded = carries("CU", "IU", "AU")
    return [
        class_and_name(ship)
        for ship in ships(view)
        if is_ready(ship) and loaded(ship) and place_in(ship) in places
    ]


def planets_to_disband(view: View) -> Sequence[str]:
    """Offer the named planets other than home that are not besieged."""
    return [_planet(c) for c in colonies(view) if not (c["home"] or c["besieged"])]


def planets_to_terraform(view: View) -> Sequence[str]:
    """Offer the populated planets with plants that they need (FH-TERRA-003, FH-TERRA-012)."""
    if level(view, "BI") < ITEM_OF["TP"].level:
        return []
    return [_planet(colony) for colony in colonies(view) if _plants(view, colony) >= 3]


def number_of_plants(view: View, chosen: Chosen) -> Range:
    """Offer as many plants as there are and are needed, in threes."""
    colony = planet_called(view, chosen.get("planet"))
    rows = colonies(view) if colony is None else [colony]
    most = max((_plants(view, row) for row in rows), default=0)
    return Range(3, most // 3 * 3, 3)


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
        for there in _holders(view).values()
        for words, holder in there
        if _stock(holder).get("SU") and (_has_ground(view, holder) or _bases(view, holder, rules))
    ]


def starbases_to_build(view: View, chosen: Chosen, rules: OfferingRules) -> Proposals:
    """Offer the starbases of the sector that can grow, and propose names for a new one."""
    source = _holder_called(view, chosen.get("source"))
    rows = ships(view) if source is None else list(_bases(view, source, rules))
    words = [class_and_name(ship) for ship in rows if ship["starbase"]]
    if source is None or _has_ground(view, source):
        words += map(str, starbase_names(view).words)
    return Proposals(words)


def starbase_names(view: View) -> Proposals:
    """Propose names for a starbase."""
    return _marked("BAS", ship_names(view))


def ship_names(view: View) -> Proposals:
    """Propose names for ships that no known ship has."""
    aliens = (ship["name"] for sight in view.get("aliens", ()) for ship in sight["ships"])
    return proposed_names(view, [*(ship["name"] for ship in ships(view)), *aliens])


def number_of_base_units(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer as many units as there are and as the starbase may have."""
    source = _holder_called(view, chosen.get("source"))
    holders = (*colonies(view), *ships(view)) if source is None else (source,)
    most = max((_stock(holder).get("SU", 0) for holder in holders), default=0)
    return Range(1, min(most, _room(view, rules, ship_called(view, chosen.get("starbase")))))


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


def _has_ground(view: View, source: Row) -> bool:
    """Tell whether a new starbase can be built: at a planet, or far from stars."""
    stars = (star["sector"] for star in view["stars"])
    return bool(source["orbit"]) or all(star != source["sector"] for star in stars)


def damaged_ships(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    """Offer the ships that the units aboard make younger."""
    return [class_and_name(s) for s in ships(view) if is_ready(s) and _repair(s, rules)]


def number_of_repair_units(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Offer as many units as make the ship a year younger, up to all that help."""
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
    most = min(aboard, economy.repair_units(age, tonnage))
    return range(economy.repair_units(1, tonnage), most + 1)


def sectors_to_repair(view: View) -> Sequence[Choice]:
    """Offer the sectors where ships carry repair units."""
    aboard = carries("DR")
    sectors = dict.fromkeys(sector_of(s) for s in ships(view) if is_ready(s) and aboard(s))
    return [sector_choice(sector) for sector in sectors]


# other species


def met_species(view: View) -> list[str]:
    """Offer the species that the player's has met, such as "SP Klingon"."""
    return [f"SP {other}" for other in view.get("met", ())]


def met_without(*relations: str) -> Offers:
    """Offer the species that were met and are not declared `allies` or `enemies`."""
    return lambda view: [
        f"SP {other}"
        for other in view.get("met", ())
        if all(other not in view[relation] for relation in relations)
    ]


def declared_species(view: View) -> Sequence[str]:
    """Offer allies and enemies."""
    return [f"SP {other}" for other in (*view.get("allies", ()), *view.get("enemies", ()))]


#: The number that stands for all species.
ALL_SPECIES = (Choice("0", "every species"),)
ALL_ENEMIES = (Choice("0", "all declared enemies"),)


def money(view: View) -> Range:
    """Offer amounts from the treasury."""
    return Range(1, max(0, view.get("treasury", 0)), cost=Cost(TREASURY, 1))


def known_techs(view: View) -> Sequence[Choice]:
    """Offer the technologies in which the player has a level."""
    return [Choice(tech, TECH_NAMES[tech]) for tech in TECHS if level(view, tech) > 0]


def levels_to_teach(view: View, chosen: Chosen) -> Range:
    """Offer levels up to the player's own."""
    techs = [str(chosen["technology"])] if "technology" in chosen else TECHS
    return Range(1, max(level(view, tech) for tech in techs))


#: The player's own things, and others that were met, by the kind of their class word.
NAMES: Mapping[ClassKind, Callable[[View], list[str]]] = {
    "ship": own_ships,
    "planet": own_planets,
    "species": met_species,
}


def names_of(*kinds: ClassKind) -> Offers:
    """Offer the names of these kinds."""
    return lambda view: [name for kind in kinds if kind in NAMES for name in NAMES[kind](view)]


# battles


def battle_sectors(view: View) -> Sequence[Choice]:
    """Offer the sectors with own people or ships (FH-BATTLE-006)."""
    people = (colony for colony in colonies(view) if colony["kind"] != "named")
    there = (ship for ship in ships(view) if ship["where"] not in IN_TRANSIT)
    return [sector_choice(s) for s in dict.fromkeys(map(sector_of, (*people, *there)))]


def _sightings(view: View, chosen: Chosen) -> Iterator[Row]:
    """Yield others seen in the sector of the battle; without one, in all sectors."""
    for sighting in view.get("aliens", ()):
        if chosen.get("battle", place_of(sighting["sector"])) == place_of(sighting["sector"]):
            yield sighting


def opponents(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the species seen at the battle, then the others that were met.

    Forecasts do not know who is in disguise, so numbers are not offered (FH-ATTACK-007).
    """
    seen = (
        row["species"] for s in _sightings(view, chosen) for row in (*s["planets"], *s["ships"])
    )
    named = (f"SP {name}" for name in seen if not name.isdecimal())
    return list(dict.fromkeys([*named, *met_species(view)]))


def havens(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Offer other stars than that of the battle, the nearest first."""
    goals = [sector_choice(star["sector"]) for star in view.get("stars", ())]
    if "battle" not in chosen:
        return goals
    battle = {"sector": str(chosen["battle"]).split(), "age": 0}
    battle["sector"] = [int(number) for number in battle["sector"]]
    return list(_in_reach(view, battle, None, goals, rules))


def ships_landed(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the landed ships in the sector of the battle."""
    battle = chosen.get("battle")
    return [
        class_and_name(ship)
        for ship in ships(view)
        if ship["where"] == "landed" and battle in {None, place_of(ship["sector"])}
    ]


def planets_at_battle(view: View, chosen: Chosen) -> Offered:
    """Offer the numbers of the known planets in the sector of the battle."""
    battle = chosen.get("battle")
    orbits = {
        orbit
        for sector, planets in _planets_by_sector(view).items()
        for orbit in planets
        if battle in {None, place_of(sector)}
    }
    orbits |= {planet["orbit"] for s in _sightings(view, chosen) for planet in s["planets"]}
    return [_numbered(str(orbit)) for orbit in sorted(orbits)]

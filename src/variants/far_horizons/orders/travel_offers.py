"""Choices for movement and exploration: planets of star systems, jumps, wormholes and portals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import frozen

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    OfferingRules,
    Offers,
    Proposals,
    proposed_names,
)
from variants.far_horizons.economy import Economy
from variants.far_horizons.economy.risks import CERTAIN
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.orders.offers import (
    Row,
    Sector,
    colonies,
    is_not_starbase,
    is_ready,
    level,
    place_in,
    planet_words,
    sector_choice,
    sector_of,
    ship_called,
    ships,
    with_class_word,
)
from variants.far_horizons.view.lookup import class_and_name, place_of
from variants.far_horizons.wording import hundredths


def planets_by_sector(view: View) -> dict[Sector, dict[int, str]]:
    """Return the words for the known planets of star systems, by number: "PL Mars", or "3"."""
    systems = {
        sector_of(scan): {planet["orbit"]: str(planet["orbit"]) for planet in scan["planets"]}
        for scan in view.get("scans", ())
    }
    for colony in colonies(view):
        systems.setdefault(sector_of(colony), {})[colony["orbit"]] = planet_words(colony)
    return systems


def _inhabited_planets(view: View) -> dict[Sector, dict[int, str]]:
    """Return the words for inhabited planets, by number.

    Other species' planets only where ships are.
    """
    systems: dict[Sector, dict[int, str]] = {}
    for sighting in view.get("aliens", ()):
        for planet in sighting["planets"]:
            if planet["kind"] != "uncolonized":
                words = str(planet["orbit"])
                systems.setdefault(sector_of(sighting), {})[planet["orbit"]] = words
    for colony in colonies(view):
        if colony["kind"] != "named":
            systems.setdefault(sector_of(colony), {})[colony["orbit"]] = planet_words(colony)
    return systems


def _ships_next_to(
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


def _next_to_ship(systems: Callable[[View], dict[Sector, dict[int, str]]]) -> Offers:
    def offers(view: View, chosen: Chosen) -> Sequence[Choice]:
        known, ship = systems(view), ship_called(view, chosen.get("ship"))
        if ship is None:
            words = {words for planets in known.values() for words in planets.values()}
            return [planet_choice(word) for word in sorted(words)]
        planets, place = known.get(sector_of(ship), {}), place_of(ship["sector"])
        return [planet_choice(words, place) for _, words in sorted(planets.items())]

    return offers


def planet_choice(words: str, place: str = "") -> Choice:
    """Return the choice of a planet by its number or its name."""
    is_number = words.isdecimal()
    label = LocalizedText("planet {number}", number=words) if is_number else words
    return Choice(words, label, place)


ships_to_orbit, planets_to_orbit = (
    _ships_next_to(planets_by_sector),
    _next_to_ship(planets_by_sector),
)
ships_to_land = _ships_next_to(_inhabited_planets, is_not_starbase)
planets_to_land = _next_to_ship(_inhabited_planets)


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
    return with_class_word(
        "PL", proposed_names(view, [colony["name"] for colony in colonies(view)])
    )


# destinations


def destinations(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Offer the stars and named planets within reach, the safest jump first (FH-MISHAP-001)."""
    ship = ship_called(view, chosen.get("ship"))
    goals = [sector_choice(star["sector"]) for star in view.get("stars", ())]
    goals += [Choice(planet_words(row), place=place_of(row["sector"])) for row in colonies(view)]
    if ship is None:
        return goals
    return list(choices_in_reach(view, ship, ship_called(view, chosen.get("portal")), goals, rules))


def choices_in_reach(
    view: View, ship: Row, portal: Row | None, goals: Iterable[Choice], rules: OfferingRules
) -> Iterator[Choice]:
    economy: Economy = rules.economy
    origin, gravitics, age = sector_of(ship), level(view, "GV"), (portal or ship)["age"]
    chances: list[tuple[int, int, Choice]] = []
    for goal in goals:
        x, y, z = map(int, goal.place.split())
        squared = distance_squared(origin, (x, y, z))
        chance = economy.mishap_chance(squared, gravitics, age)
        if squared and chance < CERTAIN:
            chances.append((chance, squared, goal))
    chances.sort(key=lambda offer: offer[0])
    for chance, squared, goal in chances:
        risk = LocalizedText(
            "{distance} parsecs, mishap chance {percent}%",
            distance=f"{math.sqrt(squared):.1f}",
            percent=hundredths(chance),
        )
        yield Choice(goal.value, place=goal.place, help=risk)


def neighbouring_sectors(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the sectors one parsec away from the ship; without a ship, sectors next to any ship."""
    ship = ship_called(view, chosen.get("ship"))
    origins = [sector_of(other) for other in (ships(view) if ship is None else [ship])]
    mapped = {sector_of(star) for star in view.get("stars", ())}
    sectors = dict.fromkeys(sector for origin in origins for sector in _neighbours(origin))
    return [
        sector_choice(sector) if sector in mapped else Choice(place_of(sector))
        for sector in sectors
    ]


def _neighbours(sector: Sector) -> Iterator[Sector]:
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
    return [planet_words(colony) for colony in colonies(view) if sector_of(colony) in goals]


# portals


def ships_at_portals(view: View) -> Sequence[str]:
    """Offer the ships at portals that may be large enough for them."""
    portals = list(_portals(view))
    return [
        class_and_name(ship)
        for ship in ships(view)
        if is_ready(ship) and is_not_starbase(ship) and any(p.carries(ship) for p in portals)
    ]


def portals_for_ship(view: View, chosen: Chosen) -> Sequence[Choice]:
    """Offer the starbases that may send the ship."""
    ship = ship_called(view, chosen.get("ship"))
    return [
        Choice(portal.words, portal.label, place_of(portal.sector))
        for portal in _portals(view)
        if ship is None or portal.carries(ship)
    ]


@frozen
class _Portal:
    """A starbase with portal units; how many others have is unknown."""

    words: str
    label: str
    sector: Sector
    units: int | None = None

    def carries(self, ship: Row) -> bool:
        """Return whether it may be large enough for a ship in its sector (FH-JP-003)."""
        is_large = self.units is None or ship["tonnage"] <= self.units
        return is_large and sector_of(ship) == self.sector


def _portals(view: View) -> Iterator[_Portal]:
    """Yield the species' starbases with portal units, and those of known species (FH-JP-007)."""
    for ship in ships(view):
        units, words = ship["cargo"].get("JP", 0), class_and_name(ship)
        if ship["starbase"] and is_ready(ship) and units:
            yield _Portal(words, words, sector_of(ship), units)
    for sighting in view.get("aliens", ()):
        for ship in sighting["ships"]:
            if ship["starbase"] and not ship["species"].isdecimal():
                words = class_and_name(ship)
                yield _Portal(words, f"{words} (SP {ship['species']})", sector_of(sighting))

"""Choices for the orders of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    Offered,
    OfferingRules,
    is_count,
)
from variants.far_horizons.orders.offers import (
    Row,
    colonies,
    met_species,
    sector_choice,
    sector_of,
    ships,
    words_in,
)
from variants.far_horizons.orders.travel_offers import (
    choices_in_reach,
    planet_choice,
    planets_by_sector,
)
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name, place_of


def battle_sectors(view: View) -> Sequence[Choice]:
    """Offer the sectors with the player's people or ships (FH-BATTLE-006)."""
    people = (colony for colony in colonies(view) if colony["kind"] != "named")
    ships_in_place = (ship for ship in ships(view) if ship["where"] not in IN_TRANSIT)
    return [sector_choice(s) for s in dict.fromkeys(map(sector_of, (*people, *ships_in_place)))]


def _sightings(view: View, chosen: Chosen) -> Iterator[Row]:
    """Yield others seen in the sector of the battle; without a battle, in all sectors."""
    for sighting in view.get("aliens", ()):
        if words_in(chosen, "battle") in {"", place_of(sighting["sector"])}:
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
    """Offer the stars other than that of the battle, nearest first."""
    goals = [sector_choice(star["sector"]) for star in view.get("stars", ())]
    origin = [int(number) for number in words_in(chosen, "battle").split() if is_count(number)]
    if len(origin) != 3:
        return goals
    return list(choices_in_reach(view, {"sector": origin, "age": 0}, None, goals, rules))


def landed_ships(view: View, chosen: Chosen) -> Sequence[str]:
    """Offer the landed ships in the sector of the battle."""
    battle = words_in(chosen, "battle")
    return [
        class_and_name(ship)
        for ship in ships(view)
        if ship["where"] == "landed" and battle in {"", place_of(ship["sector"])}
    ]


def planets_at_battle(view: View, chosen: Chosen) -> Offered:
    """Offer the numbers of the known planets in the sector of the battle."""
    battle = words_in(chosen, "battle")
    orbits = {
        orbit
        for sector, planets in planets_by_sector(view).items()
        for orbit in planets
        if battle in {"", place_of(sector)}
    }
    orbits |= {planet["orbit"] for s in _sightings(view, chosen) for planet in s["planets"]}
    return [planet_choice(str(orbit), battle) for orbit in sorted(orbits)]

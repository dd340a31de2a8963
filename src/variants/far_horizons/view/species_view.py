"""What one species knows of itself and sees of others, as plain data: the variant's view.

`position(game, species)` holds JSON types only, and names stand for things as in orders. Bases are
in tenths, gravity and mining difficulty in hundredths, `fleet_percent` in hundredths of a percent.

    species, government, government_type    names
    number                                  the species' number
    home                                    {sector: [x, y, z], orbit}
    techs         {MI: {level, knowledge}, ...}
    atmosphere    {required, least, most, neutral: [gas], poisonous: [gas]}
    fleet_cost, fleet_percent, treasury
    met, allies, enemies                    names of species that were met, by number
    auto                                    whether the order form is to hold generated orders
    layout_1999   whether the text of the report is laid out as in 1999 where the rulebook has it
                  otherwise
    in_disguise   null; in games with the engine's habit the number under which the report lists
                  one's own distorted ships
    colonies      every named planet, home first:
                  {name, sector, orbit, kind: home|mining|resort|colony|named, home, mining_base,
                  manufacturing_base, population, total_population, shipyards,
                  items: {abbreviation: count}, hidden, besieged, ambush, units_needed: {IU, AU},
                  units_ordered: {IU, AU}, bombed}
                  and, where there is a base and on the home planet, {life_support, penalty,
                  efficiency, mining_difficulty, raw_material, capacity, earned, fleet_share,
                  to_spend, recovery: {IU, AU} or null}
    ships         {class: with a transport's size, without S, tonnage, starbase, transport,
                  where: building|landed|orbit|deep space|withdrew|forced, orbit, name, sub_light,
                  age, sector, cargo, capacity, unpaid, loaded_at, bound_for: planet names or "",
                  distorted} and for scouts nearest_stars: sectors of stars not yet visited, as
                  many as there are scouts
    aliens        {sector, system, planets: [{kind: mining|resort|home|colony|uncolonized, name,
                  orbit, species, approximate_base: or null, defenses, shipyards, hidden}],
                  ships: [{class, tonnage, starbase, transport, where, orbit, name, sub_light,
                  age: or null, species: name or number}], order: [["planets"|"ships", index]]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.far_horizons.compatibility import ENGINE_1999, RULEBOOK, Habits
from variants.far_horizons.constants import GASES, TECHS
from variants.far_horizons.model import Drive, Game, Ship, Species, Where
from variants.far_horizons.rules.distortion import distortion_number
from variants.far_horizons.view.aliens import aliens
from variants.far_horizons.view.atlas import IN_TRANSIT, Atlas
from variants.far_horizons.view.colonies import own_colony
from variants.far_horizons.view.ships import own_ship, ports_of, ships_at

__all__ = ["Atlas", "aliens", "position", "positions"]


def position(
    game: Game,
    species: Species,
    atlas: Atlas | None = None,
    habits: Habits = RULEBOOK,
    *,
    seen: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """All that a species knows of itself, and what it saw of others.

    `atlas` is made once for all species of a game. `seen` is what `aliens` answers; without it that
    is taken which the species noted down when the turn ended, so that nothing else of the others is
    looked at here.
    """
    atlas = atlas or Atlas(game)
    return {
        "species": species.name,
        "number": species.number,
        "government": species.government,
        "government_type": species.government_type,
        "home": {"sector": list(species.home.sector), "orbit": species.home.orbit},
        "techs": {tech: _tech(species, tech) for tech in TECHS},
        "atmosphere": _atmosphere(species),
        "fleet_cost": species.fleet_cost,
        "fleet_percent": species.fleet_percent,
        "treasury": species.treasury,
        **_relations(species, atlas),
        "auto": species.auto,
        "layout_1999": habits.report_of_1999,
        "in_disguise": species.knowledge.in_disguise,
        "colonies": [own_colony(species, c, atlas, habits) for c in species.living_colonies()],
        "ships": _ships(species, atlas, habits),
        "aliens": species.knowledge.aliens if seen is None else seen,
    }


def positions(game: Game, habits: Habits = RULEBOOK) -> dict[str, dict[str, Any]]:
    """The positions of all species by id, in the order in which the engine reports.

    They tell what each sees of others in the game as it is now.
    """
    atlas = Atlas(game)
    found = {
        species.id: position(game, species, atlas, habits, seen=aliens(species, atlas, habits))
        for species in game.empires
    }
    if habits.own_disguise:
        _disguise(game, found)
    return found


def _disguise(game: Game, found: Mapping[str, dict[str, Any]]) -> None:
    """The engine's switch: on at first, off by a ship at a colony, on by an alien ship."""
    disguised = True
    for species in game.empires:
        data = found[species.id]
        ports = ports_of(data)
        if any(ships_at(ports, colony) for colony in data["colonies"] if "to_spend" in colony):
            disguised = False
        data["in_disguise"] = distortion_number(species, ENGINE_1999) if disguised else None
        disguised = disguised or any(sector["ships"] for sector in data["aliens"])


def _tech(species: Species, tech: str) -> dict[str, int]:
    known = species.techs[tech]
    return {"level": known.level, "knowledge": known.knowledge}


def _atmosphere(species: Species) -> dict[str, Any]:
    air = species.atmosphere
    return {
        "required": GASES[air.required],
        "least": air.least,
        "most": air.most,
        "neutral": [GASES[code] for code in air.neutral],
        "poisonous": [GASES[code] for code in air.poisonous],
    }


def _relations(species: Species, atlas: Atlas) -> dict[str, list[str]]:
    """Those met, and whom of them the species calls ally or enemy."""
    met = sorted((atlas.species[i] for i in species.met if i in atlas.species),
                 key=lambda other: other.number)  # fmt: skip
    allies, enemies = set(species.allies), set(species.enemies)
    return {
        "met": [other.name for other in met],
        "allies": [other.name for other in met if other.id in allies],
        "enemies": [other.name for other in met if other.id in enemies],
    }


def _ships(species: Species, atlas: Atlas, habits: Habits) -> list[dict[str, Any]]:
    ships = list(species.living_ships())
    data = [own_ship(species, ship, habits) for ship in ships]
    scouts = [number for number, ship in enumerate(ships) if is_scout(ship)]
    stars = atlas.nearest_stars(species, [ships[number].place.sector for number in scouts])
    for number, nearest in zip(scouts, stars, strict=True):
        data[number]["nearest_stars"] = [list(star) for star in nearest]
    return data


def is_scout(ship: Ship) -> bool:
    """Whether the ship is a finished FTL TR1 that is somewhere (FH-AUTO-003)."""
    small = ship.transport and ship.tonnage == 1 and ship.drive == Drive.FTL
    return small and ship.where not in (Where.BUILDING, *IN_TRANSIT)

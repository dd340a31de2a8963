"""Choices for orders about ships, planets, stars and species, from the data of a view.

Each function is the `offers` of an argument (`horizons_core.orders.Offers`), or makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    Cost,
    Offers,
    Proposals,
    Range,
    proposed_names,
)
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF, TECH_NAMES, TECHS
from variants.far_horizons.model.orders import ClassKind
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name, place_of

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
    return next((colony for colony in colonies(view) if planet_words(colony) == words), None)


def words_in(chosen: Chosen, argument: str) -> str:
    """Return the words chosen for an argument; "" for none."""
    words = chosen.get(argument)
    return words if isinstance(words, str) else ""


def is_ready(ship: Row) -> bool:
    """Return whether a ship is finished and has a position."""
    return ship["where"] not in ("building", *IN_TRANSIT)


def sector_of(row: Row) -> Sector:
    """Return the sector of a ship, planet or star."""
    x, y, z = row["sector"]
    return (x, y, z)


def place_in(row: Row) -> tuple[Sector, int]:
    """Return the sector of a ship or planet, and its orbit."""
    return sector_of(row), row["orbit"]


def planet_words(colony: Row) -> str:
    """Return a planet as orders name it, such as "PL Mars"."""
    return f"PL {colony['name']}"


def free_room(ship: Row) -> int:
    """Return the unused cargo capacity of a ship."""
    used = int_sum(ITEM_OF[item].room * count for item, count in ship["cargo"].items())
    return max(0, int(ship["capacity"]) - used)


def ships_by_sector(view: View) -> dict[Sector, list[Row]]:
    """Return the player's ships and starbases by sector."""
    by_sector: dict[Sector, list[Row]] = {}
    for ship in ships(view):
        by_sector.setdefault(sector_of(ship), []).append(ship)
    return by_sector


# ships and planets


def own_ships(view: View) -> list[str]:
    """Offer all ships and starbases, such as "TR5 Mover"."""
    return [class_and_name(ship) for ship in ships(view)]


def fitting_ships(*fit: Callable[[Row], bool]) -> Offers:
    """Offer the ships that meet all conditions."""
    return lambda view: [
        class_and_name(ship) for ship in ships(view) if all(fits(ship) for fits in fit)
    ]


def own_planets(view: View) -> list[str]:
    """Offer the named planets, such as "PL Mars"."""
    return [planet_words(colony) for colony in colonies(view)]


def is_not_starbase(ship: Row) -> bool:
    """Return whether a ship is not a starbase."""
    return not bool(ship["starbase"])


def has_orbit(ship: Row) -> bool:
    """Return whether a ship is at a planet."""
    return bool(ship["orbit"])


def has_drive(ship: Row) -> bool:
    """Return whether a ship can jump by itself."""
    return not (ship["starbase"] or ship["sub_light"])


def carries(*items: str) -> Callable[[Row], bool]:
    """Require a ship with any of these items aboard."""
    return lambda ship: any(ship["cargo"].get(item, 0) > 0 for item in items)


def has_telescope(ship: Row) -> bool:
    """Return whether a starbase has a telescope (FH-GT-002)."""
    return bool(ship["starbase"]) and ship["cargo"].get("GT", 0) >= 2


def with_class_word(mark: str, names: Proposals) -> Proposals:
    """Return the names with a class word before each."""
    return Proposals([f"{mark} {name}" for name in names.words])


def ship_names(view: View, most: int = 5) -> Proposals:
    """Propose names for ships that are not used by a known ship."""
    aliens = (ship["name"] for sight in view.get("aliens", ()) for ship in sight["ships"])
    return proposed_names(view, [*(ship["name"] for ship in ships(view)), *aliens], most)


def sector_choice(sector: Sequence[int]) -> Choice:
    """Return the choice of a sector on the map."""
    return Choice(place_of(sector), place=place_of(sector))


def item_choices(items: Iterable[str]) -> list[Choice]:
    """Return the choices of items, with their full names."""
    return [Choice(item, ITEM_OF[item].name) for item in items]


# other species


def met_species(view: View) -> list[str]:
    """Offer the species that the player's species has met, such as "SP Klingon"."""
    return [f"SP {other}" for other in view.get("met", ())]


def met_species_without(*relations: str) -> Offers:
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
ALL_SPECIES = (Choice("0", LocalizedText("every species")),)
ALL_ENEMIES = (Choice("0", LocalizedText("all declared enemies")),)


def money(view: View) -> Range:
    """Offer amounts from the treasury."""
    return Range(1, max(0, view.get("treasury", 0)), cost=Cost(TREASURY, 1))


def known_techs(view: View) -> Sequence[Choice]:
    """Offer the technologies in which the player has a level."""
    return [Choice(tech, TECH_NAMES[tech]) for tech in TECHS if level(view, tech) > 0]


def levels_to_teach(view: View, chosen: Chosen) -> Range:
    """Offer levels up to the player's own."""
    tech = words_in(chosen, "technology")
    techs = [tech] if tech in TECHS else TECHS
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

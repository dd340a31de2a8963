"""Columns of the page's tables, and the cells of their rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import (
    Column,
    ValueCell,
    columns,
    number_column,
    player_name,
    text_column,
)
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.report.planner import ResearchPrice, upgrade
from variants.far_horizons.view.galaxy_shapes import NeighbourShown, PlanetShown
from variants.far_horizons.view.lookup import IN_TRANSIT, class_word
from variants.far_horizons.view.shapes import (
    AlienPlanetShown,
    AlienShipShown,
    OwnShipShown,
    ProducingColonyShown,
)
from variants.far_horizons.wording import cargo_list, tenths

Data = Mapping[str, Any]


def place(sector: Iterable[int], orbit: int = 0) -> ValueCell:
    """Format a planet's coordinates and number, sorted by coordinates."""
    text = " ".join(map(str, sector)) + (f" #{orbit}" if orbit else "")
    return ValueCell(Markup('<span class="tight">{}</span>').format(text), text)


def next_level(study: ResearchPrice) -> ValueCell:
    cost = "" if study.cost is None else f"{'' if study.taught else 'about '}{study.cost:,}"
    return ValueCell(Markup("{}").format(cost), str(study.cost or 0))


def badge(word: str, kind: str = "") -> Markup:
    return Markup(' <span class="badge {}">{}</span>').format(kind, word)


def attitude(view: Data, name: str) -> Markup | str:
    """Format the attitude of a species towards another (FH-DIPLO-001)."""
    if name in view["enemies"]:
        return Markup('<b class="debit">enemy</b>')
    return Markup('<b class="credit">ally</b>') if name in view["allies"] else "neutral"


def planet(colony: Data) -> ValueCell:
    """Format the name of one of the reader's planets, with its dangers."""
    marks = [word for word in ("hidden", "besieged", "bombed") if colony[word]]
    badges = Markup("").join(badge(word, "off" if word == "hidden" else "bad") for word in marks)
    return ValueCell(player_name(colony["name"]) + badges, " ".join([colony["name"], *marks]))


def bases(colony: Data) -> ValueCell | str:
    """Format both bases, sorted by their sum; empty for a planet without a base."""
    if colony["to_spend"] is None:
        return ""
    mining, manufacturing = colony["mining_base"], colony["manufacturing_base"]
    parts = [tenths(base) for base in (mining, manufacturing) if base]
    return ValueCell(Markup("{}").format(" + ".join(parts)), str(mining + manufacturing))


def ship_name(ship: Data) -> ValueCell:
    distorted = badge("distorted", "off") if ship["distorted"] else ""
    return ValueCell(player_name(ship["name"]) + distorted, ship["name"])


def free_room(ship: Data) -> str:
    if ship["where"] == "building":
        return ""
    return str(ship["capacity"] - room_taken(ship["cargo"]))


def load(ship: Data) -> str:
    """Format a ship's cargo, or the rest of its price."""
    if ship["where"] == "building":
        return f"{ship['unpaid']:,} left to pay"
    return ", ".join(cargo_list(ship["cargo"]))


def ship_age(ship: Data) -> str:
    """Format a ship's age; empty if it is unfinished or disguised."""
    unknown = ship["age"] is None or ship["where"] == "building"
    return "" if unknown else str(max(ship["age"], 0))


def ship_place(ship: Data, planets: Mapping[tuple[int, ...], str]) -> ValueCell:
    """Format a ship's place: a named planet, or coordinates, unless it is in transit."""
    if ship["where"] in IN_TRANSIT:
        return ValueCell(Markup("on its way"), "on its way")
    name = planets.get((*ship["sector"], ship["orbit"])) if ship["orbit"] else None
    return ValueCell(player_name(name), name) if name else place(ship["sector"], ship["orbit"])


def room_taken(cargo: Mapping[str, int]) -> int:
    return int_sum(ITEM_OF[item].room * count for item, count in cargo.items())


def needs(planet: Data, level: int) -> Markup:
    """Format the life support that a planet needs, marked as sufficient or not (FH-LSN-001)."""
    kind = "credit" if planet["life_support"] <= level else "soft"
    return Markup('<span class="{}">{}</span>').format(kind, planet["life_support"])


def needs_column(level: int) -> Column:
    return number_column("LSN", lambda row: needs(row, level), hint="life support needed")


def at(row: Data) -> ValueCell:
    """Format the place of a row with a sector and an orbit."""
    return place(row["sector"], row["orbit"])


#: Facts that only planets with a base have.
PRODUCED = ("to_spend", "raw_material", "capacity", "life_support", "penalty", "efficiency")
PLACE = text_column("Place", at)
PLACES = text_column("Place", at, choose=True)
CLASS = text_column("Class", class_word, choose=True)
AGE = number_column("Age", ship_age)
PLANET = columns(
    ProducingColonyShown,
    text_column("Planet", planet),
    "kind",
    PLACE,
    "to_spend",
    number_column("Base", bases, wide=True, hint="mining base + manufacturing base"),
    "raw_material capacity population total_population shipyards life_support penalty efficiency",
    "items",
)
ALIEN_PLANET = columns(
    AlienPlanetShown, "species name", PLACES, "kind approximate_base defenses shipyards hidden"
)
ALIEN_SHIP = columns(
    AlienShipShown,
    "species",
    text_column("Ship", lambda ship: player_name(ship["name"])),
    CLASS,
    PLACES,
    AGE,
    "tonnage",
)
REMEMBERED = columns(
    NeighbourShown,
    "species name",
    PLACE,
    "kind",
    number_column("Seen", lambda row: str(row["turn"]), hint="turn of your last visit"),
)
STUDIES = (
    text_column("Technology", lambda study: f"{study.code} {study.name}"),
    number_column("Level", lambda study: str(study.level)),
    number_column(
        "Knowledge",
        lambda study: str(study.knowledge) if study.taught else "",
        wide=True,
        hint="taught by others",
    ),
    number_column(
        "Next level", next_level, hint="its cost: exact within knowledge, otherwise on average"
    ),
    text_column("Will allow", lambda study: study.coming, wide=True),
)


def ship_columns(planets: Mapping[tuple[int, ...], str], economy: Economy) -> Sequence[Column]:
    """Return the columns of the reader's ships; `planets` are the names of the reader's planets."""

    def renewal(ship: Data) -> str:
        cost = upgrade(ship, economy)
        return f"{cost:,}" if cost else ""

    return columns(
        OwnShipShown,
        text_column("Ship", ship_name),
        CLASS,
        AGE,
        text_column("Place", lambda ship: ship_place(ship, planets), choose=True),
        "where capacity",
        number_column("Free", free_room, wide=True),
        text_column("Cargo", load),
        "tonnage",
        number_column("Upgrade", renewal, wide=True, hint="cost of reducing its age to 0"),
        "bound_for",
    )


def scan_columns(level: int) -> Sequence[Column]:
    """Return the columns of scanned planets, for a level of life support."""
    return columns(
        PlanetShown,
        "orbit diameter gravity temperature pressure mining_difficulty",
        needs_column(level),
        "gases",
    )


def site_columns(level: int) -> Sequence[Column]:
    """Return the columns of scanned planets of all systems, for a level of life support."""
    return columns(
        PlanetShown,
        PLACE,
        needs_column(level),
        "mining_difficulty gravity temperature pressure",
        number_column("Parsecs", lambda row: f"{row['away']:.1f}", hint="from your home planet"),
        "gases",
        wide="gravity temperature pressure",
    )


def sites(view: Data) -> list[Data]:
    """Return scanned planets that the reader has not named, by the life support that they need."""
    home = view["home"]["sector"]
    named = {(*colony["sector"], colony["orbit"]) for colony in view["colonies"]}
    free = [
        {
            **planet,
            "sector": scan["sector"],
            "away": math.sqrt(distance_squared(home, scan["sector"])),
        }
        for scan in view["scans"]
        for planet in scan["planets"]
        if (*scan["sector"], planet["orbit"]) not in named
    ]
    return sorted(free, key=lambda site: site["life_support"])

"""Columns of the page's tables, and the cells of their rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import ValueCell, number_column, player_name, text_column
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.report.classic.planets import cargo_list
from variants.far_horizons.report.planner import ResearchPrice, upgrade
from variants.far_horizons.view.lookup import IN_TRANSIT, class_word
from variants.far_horizons.wording import hundredths, tenths

Data = Mapping[str, Any]
PLANET = (
    text_column("Planet"),
    text_column("Kind", choose=True, wide=True),
    text_column("Place"),
    number_column("To spend", hint="after fleet maintenance"),
    number_column("Base", wide=True, hint="mining base + manufacturing base"),
    number_column("RM", hint="raw material produced next turn"),
    number_column("Capacity", hint="production capacity next turn"),
    number_column("Pop.", hint="available population units"),
    number_column("People", wide=True, hint="total population units"),
    number_column("Yards", wide=True, hint="shipyards"),
    number_column("LSN", wide=True, hint="life support needed"),
    number_column("Pen.", wide=True, hint="production penalty in percent"),
    number_column("EE", wide=True, hint="economic efficiency in percent"),
    text_column("In stock", wide=True),
)
SHIP = (
    text_column("Ship"),
    text_column("Class", choose=True),
    number_column("Age"),
    text_column("Place", choose=True),
    text_column("Status", choose=True, wide=True),
    number_column("Cap.", wide=True, hint="capacity"),
    number_column("Free", wide=True),
    text_column("Cargo"),
    number_column("Tons", wide=True),
    number_column("Upgrade", wide=True, hint="cost of reducing its age to 0"),
    text_column("Bound for", wide=True),
)
ALIEN_PLANET = (
    text_column("Species", choose=True),
    text_column("Planet"),
    text_column("Place", choose=True),
    text_column("Kind", choose=True),
    number_column("Base", hint="economic base, approximately"),
    number_column("PD", wide=True, hint="planetary defense units"),
    number_column("Yards", wide=True, hint="shipyards"),
    text_column("Hidden", wide=True),
)
ALIEN_SHIP = (
    text_column("Species", choose=True),
    text_column("Ship"),
    text_column("Class", choose=True),
    text_column("Place", choose=True),
    number_column("Age"),
    number_column("Tons", wide=True),
)
REMEMBERED = (
    text_column("Species", choose=True),
    text_column("Planet"),
    text_column("Place"),
    text_column("Kind", choose=True),
    number_column("Seen", hint="turn of your last visit"),
)
SCAN = (
    number_column("#"),
    number_column("Dia."),
    number_column("Gravity"),
    number_column("Temp."),
    number_column("Press."),
    number_column("Mining diff."),
    number_column("LSN", hint="life support needed"),
    text_column("Atmosphere"),
)
SITE = (
    text_column("Place"),
    number_column("LSN", hint="life support needed"),
    number_column("Mining diff."),
    number_column("Gravity", wide=True),
    number_column("Temp.", wide=True),
    number_column("Press.", wide=True),
    number_column("Parsecs", hint="from your home planet"),
    text_column("Atmosphere"),
)


def place(sector: Iterable[int], orbit: int = 0) -> ValueCell:
    """Format a planet's coordinates and number, sorted by coordinates."""
    text = " ".join(map(str, sector)) + (f" #{orbit}" if orbit else "")
    return ValueCell(Markup('<span class="tight">{}</span>').format(text), text)


def badge(word: str, kind: str = "") -> Markup:
    return Markup(' <span class="badge {}">{}</span>').format(kind, word)


def attitude(view: Data, name: str) -> Markup | str:
    """Format the attitude of a species towards another (FH-DIPLO-001)."""
    if name in view["enemies"]:
        return Markup('<b class="debit">enemy</b>')
    return Markup('<b class="credit">ally</b>') if name in view["allies"] else "neutral"


def study_row(study: ResearchPrice) -> Sequence[Any]:
    cost = "" if study.cost is None else f"{'' if study.taught else 'about '}{study.cost:,}"
    return (
        f"{study.code} {study.name}",
        str(study.level),
        str(study.knowledge) if study.taught else "",
        ValueCell(Markup("{}").format(cost), str(study.cost or 0)),
        study.coming,
    )


def planet_row(colony: Data) -> Sequence[Any]:
    """Return the cells of a named planet of the species; only planets with a base have figures."""
    produces = "to_spend" in colony
    marks = [word for word in ("hidden", "besieged", "bombed") if colony[word]]
    badges = Markup("").join(badge(word, "off" if word == "hidden" else "bad") for word in marks)

    def figure(name: str) -> str:
        return f"{colony[name]:,}" if produces else ""

    return (
        ValueCell(player_name(colony["name"]) + badges, " ".join([colony["name"], *marks])),
        colony["kind"],
        place(colony["sector"], colony["orbit"]),
        figure("to_spend"),
        _bases(colony) if produces else "",
        figure("raw_material"),
        figure("capacity"),
        f"{colony['population']:,}",
        f"{colony['total_population']:,}",
        str(colony["shipyards"] or ""),
        figure("life_support"),
        figure("penalty"),
        figure("efficiency"),
        ", ".join(cargo_list(colony["items"])),
    )


def _bases(colony: Data) -> ValueCell:
    """Format both bases, sorted by their sum."""
    mining, manufacturing = colony["mining_base"], colony["manufacturing_base"]
    parts = [tenths(base) for base in (mining, manufacturing) if base]
    return ValueCell(Markup("{}").format(" + ".join(parts)), str(mining + manufacturing))


def ship_row(ship: Data, planets: Mapping[tuple[int, ...], str], economy: Economy) -> Sequence[Any]:
    """Return the cells of an own ship, including its age (FH-AGE-008)."""
    building = ship["where"] == "building"
    free = ship["capacity"] - room_taken(ship["cargo"])
    load = f"{ship['unpaid']:,} left to pay" if building else ", ".join(cargo_list(ship["cargo"]))
    renewal = upgrade(ship, economy)
    distorted = badge("distorted", "off") if ship["distorted"] else ""
    return (
        ValueCell(player_name(ship["name"]) + distorted, ship["name"]),
        class_word(ship),
        ship_age(ship),
        ship_place(ship, planets),
        ship["where"],
        str(ship["capacity"]),
        "" if building else str(free),
        load,
        f"{10_000 * ship['tonnage']:,}",
        f"{renewal:,}" if renewal else "",
        player_name(ship["bound_for"]),
    )


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


def species(name: str) -> Markup:
    return player_name(f"SP {name}")


def alien_planet_row(sector: Data, planet: Data) -> Sequence[Any]:
    base = planet["approximate_base"]
    return (
        species(planet["species"]),
        player_name(planet["name"]),
        place(sector["sector"], planet["orbit"]),
        planet["kind"],
        "none" if base is None else f"{base:,}",
        str(planet["defenses"] or ""),
        str(planet["shipyards"] or ""),
        "hidden" if planet["hidden"] else "",
    )


def alien_ship_row(sector: Data, ship: Data) -> Sequence[Any]:
    return (
        species(ship["species"]),
        player_name(ship["name"]),
        class_word(ship),
        place(sector["sector"], ship["orbit"]),
        ship_age(ship),
        f"{10_000 * ship['tonnage']:,}",
    )


def remembered_row(system: Data, planet: Data) -> Sequence[Any]:
    return (
        species(planet["species"]),
        player_name(planet["name"]),
        place(system["sector"], planet["orbit"]),
        planet["kind"],
        str(system["turn"]),
    )


def atmosphere(planet: Data) -> str:
    return ", ".join(f"{gas['gas']} {gas['percent']}%" for gas in planet["gases"]) or "none"


def needs(planet: Data, level: int) -> Markup:
    """Format the life support that a planet needs, marked as sufficient or not (FH-LSN-001)."""
    kind = "credit" if planet["life_support"] <= level else "soft"
    return Markup('<span class="{}">{}</span>').format(kind, planet["life_support"])


def scan_row(planet: Data, level: int) -> Sequence[Any]:
    return (
        str(planet["orbit"]),
        str(planet["diameter"]),
        hundredths(planet["gravity"]),
        str(planet["temperature"]),
        str(planet["pressure"]),
        hundredths(planet["mining_difficulty"]),
        needs(planet, level),
        atmosphere(planet),
    )


def site_rows(view: Data) -> Iterator[Sequence[Any]]:
    """Yield scanned planets without an own name, by the life support that they need."""
    home, level = view["home"]["sector"], view["techs"]["LS"]["level"]
    named = {(*colony["sector"], colony["orbit"]) for colony in view["colonies"]}
    free = [
        (scan, planet)
        for scan in view["scans"]
        for planet in scan["planets"]
        if (*scan["sector"], planet["orbit"]) not in named
    ]
    for scan, planet in sorted(free, key=lambda site: site[1]["life_support"]):
        away = math.sqrt(distance_squared(home, scan["sector"]))
        yield (
            place(scan["sector"], planet["orbit"]),
            needs(planet, level),
            hundredths(planet["mining_difficulty"]),
            hundredths(planet["gravity"]),
            str(planet["temperature"]),
            str(planet["pressure"]),
            f"{away:.1f}",
            atmosphere(planet),
        )

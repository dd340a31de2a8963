"""Columns of the page's tables, and the cells of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import Valued, named, numbers, text
from variants.far_horizons.reports.classic.layout import cargo_list, hundredths, tenths
from variants.far_horizons.reports.prices import Study, upgrade

Data = Mapping[str, Any]
PLANET = (
    text("Planet"),
    text("Kind", choose=True, wide=True),
    text("Place"),
    numbers("To spend", hint="after fleet maintenance"),
    numbers("Base", wide=True, hint="mining base + manufacturing base"),
    numbers("RM", hint="raw material produced next turn"),
    numbers("Capacity", hint="production capacity next turn"),
    numbers("Pop.", hint="available population units"),
    numbers("People", wide=True, hint="total population units"),
    numbers("Yards", wide=True, hint="shipyards"),
    numbers("LSN", wide=True, hint="life support needed"),
    numbers("Pen.", wide=True, hint="production penalty in percent"),
    numbers("EE", wide=True, hint="economic efficiency in percent"),
    text("In stock", wide=True),
)
SHIP = (
    text("Ship"),
    text("Class", choose=True),
    numbers("Age"),
    text("Place", choose=True),
    text("Status", choose=True, wide=True),
    numbers("Cap.", wide=True, hint="capacity"),
    numbers("Free", wide=True),
    text("Cargo"),
    numbers("Tons", wide=True),
    numbers("Upgrade", wide=True, hint="what it costs to make it as good as new"),
    text("Bound for", wide=True),
)
ALIEN_PLANET = (
    text("Species", choose=True),
    text("Planet"),
    text("Place", choose=True),
    text("Kind", choose=True),
    numbers("Base", hint="economic base, approximately"),
    numbers("PD", wide=True, hint="planetary defense units"),
    numbers("Yards", wide=True, hint="shipyards"),
    text("Hidden", wide=True),
)
ALIEN_SHIP = (
    text("Species", choose=True),
    text("Ship"),
    text("Class", choose=True),
    text("Place", choose=True),
    numbers("Age"),
    numbers("Tons", wide=True),
)
REMEMBERED = (
    text("Species", choose=True),
    text("Planet"),
    text("Place"),
    text("Kind", choose=True),
    numbers("Seen", hint="turn in which you were there last"),
)
SCAN = (
    numbers("#"),
    numbers("Dia."),
    numbers("Gravity"),
    numbers("Temp."),
    numbers("Press."),
    numbers("Mining diff."),
    numbers("LSN", hint="life support needed"),
    text("Atmosphere"),
)
SITE = (
    text("Place"),
    numbers("LSN", hint="life support needed"),
    numbers("Mining diff."),
    numbers("Gravity", wide=True),
    numbers("Temp.", wide=True),
    numbers("Press.", wide=True),
    numbers("Parsecs", hint="from your home planet"),
    text("Atmosphere"),
)


def place(sector: Iterable[int], orbit: int = 0) -> Valued:
    """Coordinates and number of a planet, which sort by coordinates."""
    told = " ".join(map(str, sector)) + (f" #{orbit}" if orbit else "")
    return Valued(Markup('<span class="tight">{}</span>').format(told), told)


def badge(word: str, kind: str = "") -> Markup:
    return Markup(' <span class="badge {}">{}</span>').format(kind, word)


def attitude(view: Data, name: str) -> Markup | str:
    """What a species thinks of another (FH-DIPLO-001)."""
    if name in view["enemies"]:
        return Markup('<b class="debit">enemy</b>')
    return Markup('<b class="credit">ally</b>') if name in view["allies"] else "neutral"


def study_row(study: Study) -> Sequence[Any]:
    cost = "" if study.cost is None else f"{'' if study.taught else 'about '}{study.cost:,}"
    return (
        f"{study.code} {study.name}",
        str(study.level),
        str(study.knowledge) if study.taught else "",
        Valued(Markup("{}").format(cost), str(study.cost or 0)),
        study.coming,
    )


def planet_row(colony: Data) -> Sequence[Any]:
    """The cells of an own named planet; figures only where it has a base."""
    produces = "to_spend" in colony
    marks = [word for word in ("hidden", "besieged", "bombed") if colony[word]]
    badges = Markup("").join(badge(word, "off" if word == "hidden" else "bad") for word in marks)

    def figure(name: str) -> str:
        return f"{colony[name]:,}" if produces else ""

    return (
        Valued(named(colony["name"]) + badges, " ".join([colony["name"], *marks])),
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


def _bases(colony: Data) -> Valued:
    """Both bases, which sort by their sum."""
    mining, manufacturing = colony["mining_base"], colony["manufacturing_base"]
    parts = [tenths(base) for base in (mining, manufacturing) if base]
    return Valued(Markup("{}").format(" + ".join(parts)), str(mining + manufacturing))


def ship_row(ship: Data, planets: Mapping[tuple[int, ...], str]) -> Sequence[Any]:
    """The cells of an own ship."""
    building = ship["where"] == "building"
    free = ship["capacity"] - room_taken(ship["cargo"])
    load = f"{ship['unpaid']:,} left to pay" if building else ", ".join(cargo_list(ship["cargo"]))
    renewal = upgrade(ship)
    distorted = badge("distorted", "off") if ship["distorted"] else ""
    return (
        Valued(named(ship["name"]) + distorted, ship["name"]),
        class_word(ship),
        "" if building else str(max(ship["age"], 0)),
        ship_place(ship, planets),
        ship["where"],
        str(ship["capacity"]),
        "" if building else str(free),
        load,
        f"{10_000 * ship['tonnage']:,}",
        f"{renewal:,}" if renewal else "",
        named(ship["bound_for"]),
    )


def ship_place(ship: Data, planets: Mapping[tuple[int, ...], str]) -> Valued:
    """A named planet, or coordinates; ships that left a battle are nowhere."""
    if ship["where"] in ("withdrew", "forced"):
        return Valued(Markup("on its way"), "on its way")
    name = planets.get((*ship["sector"], ship["orbit"])) if ship["orbit"] else None
    return Valued(named(name), name) if name else place(ship["sector"], ship["orbit"])


def class_word(ship: Data) -> str:
    return f"{ship['class']}{'S' if ship['sub_light'] else ''}"


def room_taken(cargo: Mapping[str, int]) -> int:
    from variants.far_horizons.constants import ITEM_OF

    return sum(ITEM_OF[item].room * count for item, count in cargo.items())


def species(name: str) -> Markup:
    return named(f"SP {name}")


def alien_planet_row(sector: Data, planet: Data) -> Sequence[Any]:
    base = planet["approximate_base"]
    return (
        species(planet["species"]),
        named(planet["name"]),
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
        named(ship["name"]),
        class_word(ship),
        place(sector["sector"], ship["orbit"]),
        "" if ship["age"] is None or ship["where"] == "building" else str(max(ship["age"], 0)),
        f"{10_000 * ship['tonnage']:,}",
    )


def remembered_row(system: Data, planet: Data) -> Sequence[Any]:
    return (
        species(planet["species"]),
        named(planet["name"]),
        place(system["sector"], planet["orbit"]),
        planet["kind"],
        str(system["turn"]),
    )


def atmosphere(planet: Data) -> str:
    return ", ".join(f"{gas['gas']} {gas['percent']}%" for gas in planet["gases"]) or "none"


def needs(planet: Data, level: int) -> Markup:
    """The life support that a planet needs, marked as within reach or not (FH-LSN-001)."""
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
    """Scanned planets without a name of one's own, by the life support that they need."""
    home, level = view["home"]["sector"], view["techs"]["LS"]["level"]
    taken = {(*colony["sector"], colony["orbit"]) for colony in view["colonies"]}
    free = [
        (scan, planet)
        for scan in view["scans"]
        for planet in scan["planets"]
        if (*scan["sector"], planet["orbit"]) not in taken
    ]
    for scan, planet in sorted(free, key=lambda site: site[1]["life_support"]):
        away = sum((a - b) ** 2 for a, b in zip(home, scan["sector"], strict=True)) ** 0.5
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

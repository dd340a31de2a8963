"""Choices of a view for orders to planets and about races, ship types and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from horizons_core import LocalizedText
from horizons_core.model import View, folded
from horizons_core.orders import (
    Choice,
    Chosen,
    OfferingRules,
    Offers,
    Proposals,
    Range,
    Required,
    proposed_names,
)
from variants.galaxy_g.constants import (
    OPTIONS,
    PRODUCTS,
    ROUTE_KINDS,
)
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Design, Point, Techs, distance
from variants.galaxy_g.orders.ship_designs import (
    Facts,
    design_of,
    heaviest,
    number_text,
    proposed_designs,
    techs_of,
    yard_mass,
)
from variants.galaxy_g.view.things import planets_in

#: The lists of planets that are seen in full.
_SEEN = ("planets", "alien_planets", "uninhabited")
_MEANINGS = {
    "COL": LocalizedText("colonists"),
    "CAP": LocalizedText("capital"),
    "MAT": LocalizedText("raw materials"),
    "EMP": LocalizedText("empty transports"),
    "WAR": LocalizedText("warships"),
    "DRIVE": LocalizedText("drive technology"),
    "WEAPONS": LocalizedText("weapons technology"),
    "SHIELDS": LocalizedText("shields technology"),
    "CARGO": LocalizedText("cargo technology"),
}
_SWITCHES = {
    "GALAXYTV": LocalizedText("complete tables in the text report"),
    "UNDERSCORES": LocalizedText("underscores instead of spaces in names"),
    "TWOCOL": LocalizedText("two columns in tables"),
    "NAMECASE": LocalizedText("capitals in new names"),
    "AUTOUNLOAD": LocalizedText("unloading at your planets"),
    "SORTGROUPS": LocalizedText("groups numbered by place"),
    "PRODTABLE": LocalizedText("a table of ships in production"),
    "FLEETTABLES": LocalizedText("tables of fleets"),
}


_ALL_RACES = LocalizedText("all races")
_ALL_PEACEFUL = LocalizedText("all races that do not attack")


def row_of(rows: Iterable[Facts], key: str, words: object) -> Facts | None:
    """The first row with this name or number."""
    name = folded(str(words))
    return next((row for row in rows if folded(str(row[key])) == name), None)


def seen_planets(view: View) -> dict[str, Facts]:
    """The planets that are seen in full, by name."""
    return {planet["name"]: planet for part in _SEEN for planet in view[part]}


def places(view: View) -> dict[str, Point]:
    """The places of all known planets, by name."""
    return {planet["name"]: (planet["x"], planet["y"]) for planet in planets_in(view)}


def meaning(word: str, **more: Any) -> Choice:
    """A keyword as a choice, with its meaning."""
    label = LocalizedText("{word}: {meaning}", word=word, meaning=_MEANINGS[word])
    return Choice(word, label, **more)


# planets and races


def own_planets(view: View) -> list[str]:
    """The player's planets."""
    return [planet["name"] for planet in view["planets"]]


def races(view: View) -> list[str]:
    """The other races seen that are still in the game."""
    return [race["name"] for race in view["races"] if race["active"]]


def _targets(
    view: View,
    is_listed: Callable[[Facts], bool],
    everybody: Choice | None,
    names_of_planets: Iterable[str],
) -> list[str | Choice]:
    """Races (the reader's own means all) and planets; a name of both means the race."""
    other = [race["name"] for race in view["races"] if race["active"] and is_listed(race)]
    means_race = {folded(name) for name in (*races(view), view["race"], view.empire or "")}
    planets = [name for name in names_of_planets if folded(name) not in means_race]
    return [*other, *([everybody] if everybody else ()), *planets]


def enemies(view: View) -> list[str | Choice]:
    """The races at war with the player, and the planets with GUARD or ATTACK."""
    all_races = Choice(view["race"], _ALL_RACES) if view["war_on_all"] else None
    planets = dict.fromkeys([*view["guarded"], *view["attacked"]])
    return _targets(view, lambda race: race["war"], all_races, planets)


def new_enemies(view: View) -> list[str | Choice]:
    """The races that are not at war with the player, and the planets without GUARD or ATTACK."""
    all_races = None if view["war_on_all"] else Choice(view["race"], _ALL_RACES)
    void = (planet for planet in view["uninhabited"] if not planet["size"])
    planets = {planet["name"]: "GUARD" for planet in (*view["planets"], *void)}
    planets |= {planet["name"]: "ATTACK" for planet in view["alien_planets"]}
    for name in (*view["guarded"], *view["attacked"]):
        planets.pop(name, None)
    targets = _targets(view, lambda race: not race["war"], all_races, planets)
    return [Choice(t, help=planets.get(t, "")) if isinstance(t, str) else t for t in targets]


def new_allies(view: View, chosen: Chosen) -> list[str | Choice]:
    """The races and planets that are not on the coalition list."""
    if chosen.get("other"):
        return []
    own = None if view["defends_all"] else Choice(view["race"], _ALL_PEACEFUL)
    listed = set(view["allied_planets"])
    planets = (p["name"] for part in ("planets", "alien_planets") for p in view[part])
    rest = (name for name in planets if name not in listed)
    return _targets(view, lambda race: not race["ally"], own, rest)


def allies(view: View, chosen: Chosen) -> list[str | Choice]:
    """The races and planets on the coalition list."""
    if chosen.get("target"):
        return []
    own = Choice(view["race"], _ALL_PEACEFUL) if view["defends_all"] else None
    return _targets(view, lambda race: race["ally"], own, view["allied_planets"])


def race_names(view: View) -> Proposals:
    """New names for the player's race that other races are unlikely to have."""
    number = view["planets"][0]["id"] if view["planets"] else ""
    return _with_number(view, [*races(view), view["race"]], number)


def planet_names(view: View, chosen: Chosen) -> Proposals:
    """New names for a planet, with its number, so that no other planet is likely to have them."""
    planet = row_of(view["planets"], "name", chosen.get("planet", ""))
    return _with_number(view, [], planet["id"] if planet else "")


def _with_number(view: View, taken: Sequence[str], number: str) -> Proposals:
    return Proposals([f"{name} {number}".strip() for name in proposed_names(view, taken).words])


# settings


def place(view: View) -> Range:
    """Coordinates within the galaxy."""
    return Range(0, view["diameter"])


def size(view: View) -> Range:
    """Sides of a map, up to the whole galaxy."""
    return Range(1, view["diameter"])


def options(*, on: bool) -> Offers:
    """The options of O that are on, or off."""
    other = "choice" if on else "other"

    def offers(view: View, chosen: Chosen) -> list[Choice]:
        if chosen.get(other):
            return []
        present = view["options"]
        return [
            Choice(name, LocalizedText("{word}: {meaning}", word=name, meaning=_SWITCHES[name]))
            for name in OPTIONS
            if present[name] == on
        ]

    return offers


# production and routes


def products(view: View, chosen: Chosen, rules: OfferingRules) -> list[Choice]:
    """The products that the planet does not make yet."""
    planet = row_of(view["planets"], "name", chosen.get("planet", ""))
    present = planet["product"] if planet else ""
    goods = [meaning(product) for product in PRODUCTS]
    ships = [
        Choice(ship_type["name"], help=_rate(rules.economy, planet, design_of(ship_type)))
        for ship_type in view["types"]
    ]
    return [choice for choice in (*goods, *ships) if choice.value != present]


def _rate(industry: Industry, planet: Facts | None, design: Design) -> str:
    if planet is None:
        return ""
    number = f"{yard_mass(industry, planet, 1) / design.mass:.2f}"
    return LocalizedText("{number} ships a turn", number=number)


def route_kinds(view: View, chosen: Chosen) -> list[Choice]:
    """The kinds of routes, with the present destinations of the planet's routes."""
    ends = _routes_from(view, chosen)
    return [meaning(kind, help=ends.get(kind, "")) for kind in ROUTE_KINDS]


def _routes_from(view: View, chosen: Chosen) -> Mapping[str, str]:
    """Return the destinations of the chosen planet's routes, by kind."""
    start = folded(str(chosen.get("planet", "")))
    return {row["cargo"]: row["to"] for row in view["routes"] if folded(row["from"]) == start}


def route_ends(view: View, chosen: Chosen) -> Sequence[str | Choice] | Required:
    """The known planets except the start of the route, nearest first.

    They can be left out only to end an existing route.
    """
    spots = places(view)
    planet = row_of(view["planets"], "name", chosen.get("planet", ""))
    if planet is None:
        return [*spots]
    start = spots.pop(planet["name"])
    distances = sorted((distance(start, at), name) for name, at in spots.items())
    ends = [
        Choice(name, help=LocalizedText("{way} light years", way=f"{way:.1f}"))
        for way, name in distances
    ]
    is_new = "cargo" in chosen and chosen["cargo"] not in _routes_from(view, chosen)
    return Required(ends) if is_new else ends


# ship types


def designs(view: View, _: Chosen, rules: OfferingRules) -> list[Choice]:
    """Designs for the present technology and production."""
    industry, techs = rules.economy, techs_of(view["techs"])
    return [
        Choice(
            " ".join(map(number_text, design.numbers)),
            f"{kind}: {' '.join(map(number_text, design.numbers))}",
            help=abilities(industry, design, techs),
        )
        for kind, design in proposed_designs(industry, view).items()
    ]


def abilities(industry: Industry, design: Design, techs: Techs) -> str:
    """Mass, speed and room of a design, for players."""
    mass, speed = number_text(design.mass), industry.speed(design, techs, 0.0)
    room = industry.capacity(design, techs)
    facts = [LocalizedText("mass {mass}", mass=mass)]
    if speed:
        facts.append(LocalizedText("light years a turn {speed}", speed=number_text(speed)))
    if room:
        facts.append(LocalizedText("room for cargo {room}", room=number_text(room)))
    return LocalizedText.from_parts(facts, ", ")


def type_names(view: View, chosen: Chosen, rules: OfferingRules) -> Proposals:
    """New names of types, beginning with names for the kind of the chosen design."""
    names = list(proposed_names(view, type_and_fleet_names(view)).words)
    numbers = chosen.get("design")
    for kind, design in proposed_designs(rules.economy, view).items() if numbers else ():
        if " ".join(map(number_text, design.numbers)) == numbers:
            taken = set(map(folded, type_and_fleet_names(view)))
            tries = (f"{kind} {number}" for number in range(1, len(taken) + 2))
            names.insert(0, next(name for name in tries if folded(name) not in taken))
    return Proposals(names)


def new_names(view: View) -> Proposals:
    """New names of types and fleets."""
    return proposed_names(view, type_and_fleet_names(view))


def type_and_fleet_names(view: View) -> list[str]:
    """The names of the player's ship types and fleets."""
    return [named["name"] for part in ("types", "fleets") for named in view[part]]


def types_and_fleets(view: View) -> list[str]:
    """The player's ship types and fleets."""
    return type_and_fleet_names(view)


def erasable(view: View) -> list[str]:
    """The ship types without ships that no planet makes, and the fleets at planets."""
    used = {group["type"] for group in view["groups"]}
    used |= {planet["product"] for planet in view["planets"]}
    types = [t["name"] for t in view["types"] if t["name"] not in used]
    return [*types, *(fleet["name"] for fleet in view["fleets"] if not fleet["under_way"])]


def component(name: str) -> Offers:
    """Whole numbers for one value of a design, limited by the mass that the others leave."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
        drive, attacks, shields = (
            chosen_number(chosen, part) for part in ("drive", "attacks", "shields")
        )
        guns = (attacks + 1) / 2
        mass = drive + shields + chosen_number(chosen, "weapons") * guns
        rest = max(1, int(heaviest(rules.economy, view) - mass))
        if name == "attacks":
            return Range(0, 2 * rest - 1)
        if name == "weapons" and chosen.get("attacks"):
            return Range(1, max(1, int(rest / guns))) if attacks else Range(0, 0)
        is_last = name == "cargo" and bool(chosen.get("shields"))
        return Range(int(is_last and not drive + attacks + shields), rest)

    return offers


def chosen_number(chosen: Chosen, name: str) -> float:
    """The chosen number of a design; 0 until it is chosen."""
    try:
        return float(str(chosen.get(name, "0")))
    except ValueError:
        return 0.0

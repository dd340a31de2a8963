"""The card on which players design a class: its systems with + and -, its ratings and its price."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import Card, Chosen, Figure, FollowUp, OfferingRules, Part, Parts, Preset
from variants.starcluster.constants import MC
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import Hull, hull_named
from variants.starcluster.designs.ratings import (
    cruising_speed,
    defense_rating,
    offensive_ratings,
    tactical_speed,
)
from variants.starcluster.designs.tables import DRIVES, HS, WEAPONS
from variants.starcluster.designs.text import (
    MAX_SYSTEMS,
    DesignTextError,
    design_string,
    read_systems,
)
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.orders.arguments import race_of
from variants.starcluster.orders.proposals import Shipwright, named_system, proposed_designs
from variants.starcluster.rules.movement import refinements_with
from variants.starcluster.technologies import is_among
from variants.starcluster.view.figures import compact

#: Systems from bow to stern under their headings; weapons and drives come from the tables.
_HEADINGS = {
    LocalizedText("Protection"): ("S", "A"),
    LocalizedText("Weapons"): (*WEAPONS, "Mg", "Mgs", "XO"),
    LocalizedText("Sensors and electronics"): ("Y", "M", "CIC", "MNE", "ST"),
    LocalizedText("Survey instruments"): ("X", "Xp", "Xc"),
    LocalizedText("Modules"): ("SY", "SYM", "MS", "T"),
    LocalizedText("Holds and troops"): ("H", "Hs", "Hb", "Bsa", "Qt", "Qtc"),
    LocalizedText("Quarters and drives"): ("Q", *DRIVES),
}
_ORDER = [code for codes in _HEADINGS.values() for code in codes]


def _hull(chosen: Chosen) -> Hull | None:
    return hull_named(str(chosen.get("hull", "")))


def _systems(chosen: Chosen) -> tuple[ShipSystem, ...]:
    """Return the systems of the chosen string; none if it cannot be read."""
    try:
        return read_systems(str(chosen.get("design", "")))
    except DesignTextError:
        return ()


def _parts(view: View, chosen: Chosen, _: OfferingRules) -> Iterator[Part]:
    """Yield the best developed generation of each system, and the systems in the design."""
    hull, present = _hull(chosen), _systems(chosen)
    if hull is None:
        return
    wright = Shipwright(hull, view["el"], frozenset(view["developed"]))
    free = wright.free(*present)
    for heading, codes in _HEADINGS.items():
        for code in codes:
            best = wright.best(code)
            systems = [s for s in dict.fromkeys(present) if s.code == code and s != best]
            for system in [*([best] if best else []), *systems]:
                number = present.count(system)
                room = max(0, free) // system.size if system.size else 99
                yield Part(
                    str(system),
                    named_system(str(system)),
                    number,
                    number + room,
                    heading,
                    _size_and_price(system),
                )


def _size_and_price(system: ShipSystem) -> str:
    return LocalizedText(
        "{spaces} HS, {price} MC",
        spaces=compact(system.size / HS),
        price=compact(float(system.price) / MC),
    )


def _with_number(_: View, chosen: Chosen, __: OfferingRules, name: str, number: int) -> str:
    """Return the design with another number of a system, in its place from bow to stern."""
    code = name.rstrip("0123456789")
    system = ShipSystem(code, int(name.removeprefix(code) or 1))
    systems = list(_systems(chosen))
    number = min(number, MAX_SYSTEMS - len(systems) + systems.count(system))
    while systems.count(system) > number:
        last = len(systems) - 1 - systems[::-1].index(system)
        del systems[last]
    while systems.count(system) < number:
        rank = _ORDER.index(system.code)
        later = (at for at, other in enumerate(systems) if _ORDER.index(other.code) > rank)
        alike = [at + 1 for at, other in enumerate(systems) if other == system]
        systems.insert(alike[-1] if alike else next(later, len(systems)), system)
    return design_string(systems)


def _ready_designs(view: View, chosen: Chosen, rules: OfferingRules) -> list[Preset]:
    """Return designs of the best known systems for the chosen hull."""
    hull, race = _hull(chosen), race_of(view)
    if hull is None:
        return []
    economy: StarclusterEconomy = rules.economy
    return [
        Preset(
            role,
            {"hull": hull.code, "design": text},
            LocalizedText(
                "{spaces} HS, {price} MC",
                spaces=str(design.spaces),
                price=compact(economy.unit_price(design, race) / MC),
            ),
        )
        for role, text, design in proposed_designs(hull, view["el"], tuple(view["developed"]))
    ]


def _figures(view: View, chosen: Chosen, rules: OfferingRules) -> Iterator[Figure]:
    """Yield the space, the price and the ratings of a unit, and the faults of its design."""
    hull = _hull(chosen)
    try:
        systems = read_systems(str(chosen.get("design", "")))
    except DesignTextError as error:
        yield Figure(str(error), is_warning=True)
        return
    if hull is None:
        return
    economy: StarclusterEconomy = rules.economy
    design, race = Design(hull, systems), race_of(view)
    twigs = refinements_with(design, tuple(view["developed"]))
    tactical = tactical_speed(design, None, twigs)
    largest = hull.max_spaces(max(1, hull.generation(view["el"])))
    yield Figure(
        LocalizedText("hull spaces"),
        LocalizedText("{used} of {most}", used=design.spaces, most=largest),
    )
    yield Figure(
        LocalizedText("price"),
        LocalizedText("{price} MC", price=compact(economy.unit_price(design, race) / MC)),
    )
    yield Figure(
        LocalizedText("upkeep"),
        LocalizedText(
            "{price} MC a turn",
            price=compact(economy.upkeep_of_units([design.list_price]) / MC),
        ),
    )
    yield Figure(LocalizedText("movement points"), _number(cruising_speed(design, None, twigs)))
    yield Figure(LocalizedText("tactical speed"), _number(tactical))
    long, short = offensive_ratings(design, None, race.combat)
    if long or short:
        yield Figure(
            LocalizedText("fire"),
            LocalizedText("{long} long, {short} short", long=_number(long), short=_number(short)),
        )
    evaded = defense_rating(design, tactical, twigs)
    yield Figure(LocalizedText("fire evaded"), f"{float(evaded * 100):.0f} %")

    def known(code: str, generation: int) -> bool:
        return is_among(frozenset(view["developed"]), code, generation)

    for fault in faults(design, view["el"], known):
        yield Figure(fault.message, is_warning=True)


def _number(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


#: Hull, systems and name of a class.
DESIGN_CARD = Card(
    ("hull", "design", "name"),
    _ready_designs,
    _figures,
    parts={"design": Parts(_parts, _with_number)},
    then=FollowUp("BUILD", {"class": "name"}),
)

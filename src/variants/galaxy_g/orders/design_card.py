"""The card on which players design a ship type, with its abilities and price."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core import LocalizedText
from horizons_core.model import View, folded
from horizons_core.orders import Card, Chosen, Figure, FollowUp, OfferingRules, Preset
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Design, design_fault
from variants.galaxy_g.orders.offers import abilities, chosen_number, type_and_fleet_names
from variants.galaxy_g.orders.ship_designs import (
    number_text,
    proposed_designs,
    techs_of,
    yard_mass,
)

_NUMBERS = ("drive", "attacks", "weapons", "shields", "cargo")
_KINDS = {
    "Probe": LocalizedText("Probe"),
    "Light Hauler": LocalizedText("Light Hauler"),
    "Hauler": LocalizedText("Hauler"),
    "Cruiser": LocalizedText("Cruiser"),
    "Bomber": LocalizedText("Bomber"),
    "Fort": LocalizedText("Fort"),
}


def _ready_designs(view: View, _: Chosen, rules: OfferingRules) -> list[Preset]:
    """Return designs for the present technology and production, with unused names."""
    presets, techs = [], techs_of(view["techs"])
    for kind, design in proposed_designs(rules.economy, view).items():
        numbers = zip(_NUMBERS, map(number_text, design.numbers), strict=True)
        values = {**dict(numbers), "name": _free_name(view, kind)}
        presets.append(Preset(_KINDS[kind], values, abilities(rules.economy, design, techs)))
    return presets


def _free_name(view: View, kind: str) -> str:
    taken = set(map(folded, type_and_fleet_names(view)))
    names = (kind, *(f"{kind} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if folded(name) not in taken)


def _figures(view: View, chosen: Chosen, rules: OfferingRules) -> list[Figure]:
    """Return the abilities and the price of a ship of the type, and why it cannot be built."""
    drive, attacks, weapons, shields, cargo = (chosen_number(chosen, name) for name in _NUMBERS)
    design = Design(drive, int(attacks), weapons, shields, cargo)
    fault = design_fault(design)
    if fault is not None:
        return [Figure(fault[1], is_warning=True)]
    return list(_ability_figures(view, design, rules))


def _ability_figures(view: View, design: Design, rules: OfferingRules) -> Iterator[Figure]:
    industry: Industry = rules.economy
    techs = techs_of(view["techs"])
    room = industry.capacity(design, techs)
    yield Figure(LocalizedText("mass"), number_text(design.mass))
    speed = number_text(industry.speed(design, techs, 0.0))
    if not design.drive:
        yield Figure(LocalizedText("can't move"), is_warning=True)
    elif room:
        full = number_text(industry.speed(design, techs, room))
        yield Figure(
            LocalizedText("light years a turn"),
            LocalizedText("{speed}, full {full}", speed=speed, full=full),
        )
    else:
        yield Figure(LocalizedText("light years a turn"), speed)
    if room:
        yield Figure(LocalizedText("room for cargo"), number_text(room))
    if design.armed:
        attack = number_text(rules.combat.attack(design, techs.weapons))
        yield Figure(
            LocalizedText("guns"),
            LocalizedText("{number} of strength {attack}", number=design.attacks, attack=attack),
        )
    if design.shields:
        yield Figure(
            LocalizedText("defence"), number_text(rules.combat.defence(design, techs.shields))
        )
    cost = number_text(industry.ship_cost(design))
    yield Figure(
        LocalizedText("price"),
        LocalizedText("{cost} points, {mass} materials", cost=cost, mass=number_text(design.mass)),
    )
    yard = max(view["planets"], key=lambda planet: yard_mass(industry, planet, 1), default=None)
    if yard is not None:
        rate = number_text(yard_mass(industry, yard, 1) / design.mass)
        yield Figure(
            LocalizedText("built at {planet}", planet=yard["name"]),
            LocalizedText("{rate} a turn", rate=rate),
        )
    if techs.lacks(design):
        yield Figure(LocalizedText("a component has no technology"), is_warning=True)


#: Drive, guns, shields and cargo, and then a planet that builds the type.
DESIGN_CARD = Card(
    (*_NUMBERS, "name"),
    _ready_designs,
    _figures,
    other="Found a fleet",
    then=FollowUp("P", {"product": "name"}),
)

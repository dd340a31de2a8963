"""Ship designs that suit the present technology and production, for proposals and bots.

A ship takes all points of its yard for one or more turns, so that nothing is left unfinished when
the yard's product changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.model import View
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Design, Techs, design_fault, distance

#: A part of a view, such as a planet, a type or a race.
Facts = Mapping[str, Any]

PROBE = Design(1.0, 0, 0.0, 0.0, 0.0)  #: the lightest mobile ship
LIGHT_HAULER = Design(4.0, 0, 0.0, 0.0, 3.0)  #: for hubs too small for a choice
HAULS = (3.0, 5.0, 8.0, 10.0, 12.0, 16.0, 20.0, 30.0, 40.0)  #: candidate cargo numbers
HAULERS_A_TURN = (4, 6, 9)  #: candidates for the hub's output

#: Shares of a warship's mass: its drive at drive tech 1, and the guns' share of the rest. A study
#: of all designs against each other at equal cost recommends large ships with a gun per 50 of mass.
WARSHIP_DRIVE = 0.4
MIN_WARSHIP_DRIVE = 0.2
GUNS = {"Cruiser": 0.45, "Bomber": 0.75}
MASS_PER_GUN = 50.0
WORK_TURNS = 2.0  #: turns of the best yard for a warship
MAX_WORK_TURNS = 6  #: maximum turns of any yard
LIGHTEST_WARSHIP, HEAVIEST_WARSHIP = 20.0, 400.0

#: Number of the nearest planets that a hauler should reach.
_NEIGHBOURS = 6


def design_of(facts: Facts) -> Design:
    """The five numbers of the race's own or an alien ship type."""
    return Design(
        facts["drive"], facts["attacks"], facts["weapons"], facts["shields"], facts["cargo"]
    )


def techs_of(facts: Facts) -> Techs:
    """The levels of a race or a group."""
    return Techs(**{area: facts[area] for area in AREAS})


def number_text(number: float) -> str:
    """Format a number for orders, with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else str(int(number))


def yard_mass(industry: Industry, planet: Facts, turns: float) -> float:
    """The mass of ships that a planet without a stockpile builds in some turns (GG-BLD-003)."""
    if not planet["resources"]:
        return 0.0
    unit = industry.ship_cost(PROBE) / PROBE.mass + 1 / planet["resources"]
    return float(turns * planet["production"] / unit)


def hauler_for(industry: Industry, hub: Facts, reach: float, techs: Techs) -> Design:
    """The hauler that moves the most cargo per turn and unit of mass, over a distance and back."""
    masses = [hundredth(yard_mass(industry, hub, 1 / number)) for number in HAULERS_A_TURN]
    designs = [
        Design(round(mass - cargo, 2), 0, 0.0, 0.0, cargo)
        for mass in masses
        for cargo in HAULS
        if mass - cargo >= 1
    ]
    return max(designs, key=lambda d: haulage(industry, d, reach, techs), default=LIGHT_HAULER)


def haulage(industry: Industry, design: Design, reach: float, techs: Techs) -> float:
    """Cargo moved per turn and unit of mass, over a distance with an empty return."""
    room = industry.capacity(design, techs)
    out, back = industry.speed(design, techs, room), industry.speed(design, techs, 0.0)
    if not out:
        return 0.0
    return room / (design.mass * (math.ceil(reach / out) + math.ceil(reach / back)))


def warship_for(kind: str, mass: float, techs: Techs) -> Design:
    """A cruiser with many guns, or a bomber with one large gun, of this mass."""
    return _armed(kind, mass, _tenth(mass * max(MIN_WARSHIP_DRIVE, WARSHIP_DRIVE / techs.drive)))


def _armed(kind: str, mass: float, drive: float) -> Design:
    attacks = max(1, round(mass / MASS_PER_GUN)) if kind == "Cruiser" else 1
    gun = _tenth((mass - drive) * GUNS[kind] / (1 + (attacks - 1) / 2))
    guns = gun * (1 + (attacks - 1) / 2)
    return Design(drive, attacks, gun, hundredth(mass - drive - guns), 0.0)


def _tenth(number: float) -> float:
    return math.floor(number * 10) / 10


def hundredth(number: float) -> float:
    """The number cut off after the second decimal."""
    return math.floor(number * 100 + 1e-6) / 100


def heaviest(industry: Industry, view: View) -> float:
    """The mass of the heaviest ship that a planet of the reader builds in `MAX_WORK_TURNS`."""
    masses = (yard_mass(industry, planet, MAX_WORK_TURNS) for planet in view["planets"])
    return hundredth(max(masses, default=0.0))


def proposed_designs(industry: Industry, view: View) -> dict[str, Design]:
    """New designs by kind that a planet of the reader can build in `MAX_WORK_TURNS`."""
    maximum = heaviest(industry, view)
    present = {design_of(ship_type) for ship_type in view["types"]}
    return {
        kind: design
        for kind, design in _candidates(industry, view)
        if design not in present and design.mass <= maximum and design_fault(design) is None
    }


def _candidates(industry: Industry, view: View) -> Iterator[tuple[str, Design]]:
    techs = techs_of(view["techs"])
    yield "Probe", PROBE
    yield "Light Hauler", LIGHT_HAULER
    hub = max(view["planets"], key=lambda p: yard_mass(industry, p, 1), default=None)
    if hub is None:
        return
    yield "Hauler", hauler_for(industry, hub, _reach(view, hub), techs)
    best = yard_mass(industry, hub, WORK_TURNS)
    mass = hundredth(min(HEAVIEST_WARSHIP, max(LIGHTEST_WARSHIP, best)))
    for kind in GUNS:
        yield kind, warship_for(kind, mass, techs)
    yield "Fort", _armed("Cruiser", mass, 0.0)


def _reach(view: View, hub: Facts) -> float:
    """The distance from a planet to its neighbours in light years."""
    lists = ("planets", "alien_planets", "uninhabited", "located")
    at = hub["x"], hub["y"]
    distances = sorted(distance(at, (p["x"], p["y"])) for part in lists for p in view[part])
    return distances[1:][:_NEIGHBOURS][-1] if len(distances) > 1 else 0.0

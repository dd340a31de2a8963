"""The ships that the expander wants: probes, haulers for its distances, warships for its yards.

A new type is designed when it would do the work clearly better than the newest of its kind.
"""

from __future__ import annotations

import math

from horizons_core.model import folded
from variants.galaxy_g.bots.board import Board
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Design, Techs

PROBE = Design(1.0, 0, 0.0, 0.0, 0.0)
HAULS = (3.0, 5.0, 8.0, 10.0, 12.0, 16.0, 20.0, 30.0, 40.0)  #: cargo numbers to choose from
LONGEST_HAUL = 4  #: turns
HAULERS_A_TURN = 3  #: that the best yard builds, at least
BETTER = 1.25  #: a new hauler moves so many times what the one before does
BETTER_FIGHTER = 1.12  #: a new warship has so many times the mass of guns and shields

#: Of a warship's mass: its drive at drive tech 1, and what of the rest are guns. A study of all
#: designs against each other at equal cost says: large ships, a gun for each 50 of mass.
WARSHIP_DRIVE = 0.4
LEAST_WARSHIP_DRIVE = 0.2
GUNS = 0.45
MASS_OF_A_GUN = 50.0
TURNS_OF_WORK = 2.0  #: of the best yard, for a warship
LIGHTEST_WARSHIP, HEAVIEST_WARSHIP = 20.0, 400.0


def hauler_for(industry: Industry, reach: float, techs: Techs, heaviest: float) -> Design:
    """The hauler that moves most cargo a turn and mass over so many light years and back."""
    designs = [
        design
        for cargo in HAULS
        for turns in range(1, LONGEST_HAUL + 1)
        if (design := _hauler(industry, cargo, reach / turns, techs)) and design.mass <= heaviest
    ]
    light = Design(4.0, 0, 0.0, 0.0, 3.0)
    return max(designs, key=lambda one: haulage(industry, one, reach, techs), default=light)


def _hauler(industry: Industry, cargo: float, pace: float, techs: Techs) -> Design | None:
    """A hauler that flies so many light years a turn when it is full."""
    spare = industry.light_years * techs.drive - 1.02 * pace
    if spare <= 0:
        return None
    full = cargo + industry.capacity(Design(0, 0, 0, 0, cargo), Techs(cargo=1.0))
    drive = 1.02 * pace * full / spare
    return Design(max(1.0, math.ceil(drive * 10) / 10), 0, 0.0, 0.0, cargo)


def haulage(industry: Industry, design: Design, reach: float, techs: Techs) -> float:
    """Cargo a turn and unit of mass, over so many light years and empty back."""
    room = industry.capacity(design, techs)
    power = industry.light_years * design.drive * techs.drive
    out = math.ceil(reach * (design.mass + room / techs.cargo) / power)
    back = math.ceil(reach * design.mass / power)
    return room / (design.mass * (out + back))


def warship_for(industry: Industry, points: float, techs: Techs) -> Design:
    """A warship that a yard with so many points builds in about two turns."""
    wanted = TURNS_OF_WORK * points / (industry.points_per_mass + 0.2)
    mass = min(HEAVIEST_WARSHIP, max(LIGHTEST_WARSHIP, wanted))
    drive = _tenth(mass * max(LEAST_WARSHIP_DRIVE, WARSHIP_DRIVE / techs.drive))
    attacks = max(1, round(mass / MASS_OF_A_GUN))
    gun = _tenth((mass - drive) * GUNS / (1 + (attacks - 1) / 2))
    guns = gun * (1 + (attacks - 1) / 2)
    return Design(drive, attacks, gun, _tenth(mass - drive - guns), 0.0)


def _tenth(number: float) -> float:
    return math.floor(number * 10) / 10


def newest(board: Board, kind: str) -> str | None:
    """The name of the newest type of a kind: Hauler 3 of Hauler 1 to Hauler 3."""
    names = [name for name in board.types if _number(name, kind)]
    return max(names, key=lambda name: _number(name, kind), default=None)


def _number(name: str, kind: str) -> int:
    """3 of Hauler 3; 0 for names of another form."""
    start, _, number = name.rpartition(" ")
    return int(number) if start == kind and number.isascii() and number.isdigit() else 0


def draw(board: Board, kind: str, design: Design) -> str:
    """Design the next type of a kind; answers its name."""
    number = 1 + max((_number(name, kind) for name in board.types), default=0)
    while folded(f"{kind} {number}") in board.taken:
        number += 1
    name = f"{kind} {number}"
    board.design(name, design)
    return name


def update(board: Board, reach: float, points: float) -> None:
    """Have a probe, a hauler for the usual distance and a warship for the best yard."""
    if newest(board, "Probe") is None:
        draw(board, "Probe", PROBE)
    _update_hauler(board, reach, points)
    _update_warship(board, points)


def _update_hauler(board: Board, reach: float, points: float) -> None:
    industry = board.industry
    heaviest = points / (HAULERS_A_TURN * industry.points_per_mass)
    best = hauler_for(industry, reach, board.techs, heaviest)
    name = newest(board, "Hauler")
    old = haulage(industry, board.types[name], reach, board.techs) if name else 0.0
    if haulage(industry, best, reach, board.techs) > BETTER * old:
        draw(board, "Hauler", best)


def _update_warship(board: Board, points: float) -> None:
    best = warship_for(board.industry, points, board.techs)
    name = newest(board, "Cruiser")
    old = board.types[name] if name else PROBE
    if best.mass - best.drive > BETTER_FIGHTER * (old.mass - old.drive):
        draw(board, "Cruiser", best)


def forget(board: Board) -> None:
    """Erase types that have no ships, are made nowhere and are not the newest of their kind."""
    making = {planet["product"] for planet in board.planets.values()}
    used = making | {squad.type for squad in board.squads}
    kept = {newest(board, kind) for kind in ("Probe", "Hauler", "Cruiser")}
    for name in [name for name in board.types if name not in used | kept]:
        board.erase(name)

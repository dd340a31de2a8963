"""Designs that are proposed to players: for each task a light ship and a heavy one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from attrs import evolve, frozen

from horizons_core import LocalizedText
from horizons_core.orders import Choice
from horizons_core.sums import int_sum
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parsing import (
    MERCHANTS,
    STATIONARY,
    TYPES,
    design_faults,
    words_of,
)
from variants.campaign2e.designs.parts import ShipPart, part_named, percent_of

#: Masses of a light and a heavy ship of types without limits.
_DEFAULT_MASSES = 60, 140


@frozen
class ShipTask:
    """The purpose of a ship, and how it is built.

    Attributes:
        title: its name for players.
        type: the code of its class of vessels.
        thrust: the rating of the main drive.
        armour: armour boxes, in percent of its mass.
        needs: parts that it has at any mass.
        fill: parts added repeatedly until its mass is full; CARGO takes all of the mass.
    """

    title: str
    type: str
    thrust: int
    armour: int
    needs: tuple[str, ...]
    fill: tuple[str, ...]


TASKS = (
    ShipTask(LocalizedText("scout"), "SC", 6, 5, ("FC", "B1/6"), ("PDS",)),
    ShipTask(LocalizedText("frigate"), "FF", 5, 5, ("FC", "B2/3"), ("B1/6", "B2/3", "PDS")),
    ShipTask(
        LocalizedText("destroyer"), "DD", 5, 5, ("FC", "B2/3"), ("B2/3", "PT/1", "B1/6", "PDS")
    ),
    ShipTask(
        LocalizedText("light cruiser"),
        "CL",
        5,
        5,
        ("FC", "FC", "SCREEN-1"),
        ("B2/3", "B1/6", "PDS"),
    ),
    ShipTask(
        LocalizedText("heavy cruiser"),
        "CH",
        4,
        6,
        ("FC", "FC", "SCREEN-1"),
        ("B3/3", "B2/3", "B1/6", "PDS"),
    ),
    ShipTask(
        LocalizedText("battleship"),
        "BB",
        3,
        7,
        ("FC", "FC", "FC", "SCREEN-1"),
        ("B3/3", "B2/6", "PT/1", "PDS"),
    ),
    ShipTask(LocalizedText("carrier"), "CVL", 3, 5, ("FC", "B1/6", "SCREEN-1"), ("HANGAR", "PDS")),
    ShipTask(
        LocalizedText("missile ship"), "DH", 4, 5, ("FC", "SML", "MAG 4"), ("RACK", "PDS", "B1/6")
    ),
    ShipTask(LocalizedText("landing ship"), "AL", 2, 0, ("FC", "B1/6", "PDS"), ("BAY 10",)),
    ShipTask(
        LocalizedText("bombardment ship"),
        "BM",
        3,
        5,
        ("FC", *["ORTILLERY"] * 5),
        ("B2/6", "ORTILLERY", "PDS"),
    ),
    ShipTask(LocalizedText("supply ship"), "AX", 2, 0, ("FC", "B1/6", "PDS"), ("CARGO",)),
    ShipTask(
        LocalizedText("monitor"), "MON", 2, 9, ("FC", "FC", "SCREEN-1"), ("B3/3", "B2/6", "PDS")
    ),
    ShipTask(
        LocalizedText("fort"), "FORT", 0, 15, ("FC", "SCREEN-1"), ("B3/6", "B2/6", "B1/6", "PDS")
    ),
)


def proposed_designs(treasury: int) -> Sequence[Choice]:
    """Return the words of designs that this money could pay for, or else of the cheapest."""
    designs = [design for task in TASKS for design in _designs_for(task)]
    minimum = min(design[0] for design in designs)
    return [
        Choice(
            words,
            LocalizedText(
                "{title}: {points} points, {words}", title=title, points=points, words=words
            ),
        )
        for points, title, words in designs
        if points <= max(treasury, minimum)
    ]


@cache
def _designs_for(task: ShipTask) -> Sequence[tuple[int, str, str]]:
    """Return points, title and words of a light design and of a heavy one."""
    minimum, maximum = TYPES[task.type]
    if maximum is None:
        minimum, maximum = _DEFAULT_MASSES
    designs = [_design_for(task, mass) for mass in (max(minimum, 2 * maximum // 3), maximum)]
    return [
        (
            design.points,
            LocalizedText("{task} of {mass} t", task=task.title, mass=design.mass),
            words_of(design),
        )
        for design in designs
        if not design_faults(design)
    ]


def _design_for(task: ShipTask, mass: int) -> Design:
    """Return a design of a mass, whose remaining mass becomes hull."""
    design = Design(
        name="",
        type=task.type,
        mass=mass,
        hull=percent_of(20, mass),
        armour=percent_of(task.armour, mass) if task.armour else 0,
        thrust=task.thrust,
        ftl=task.type not in STATIONARY,
        merchant=task.type in MERCHANTS,
        lander=task.type == "AL",
        parts=tuple(map(part_named, task.needs)),
    )
    design = _filled(design, task.fill)
    counts = Counter(design.parts)
    return evolve(
        design,
        parts=tuple(counts.elements()),
        hull=design.hull + design.free_mass,
        fighters=("standard",) * _count(counts, "hangar"),
        dropships=(10,) * _count(counts, "bay"),
    )


def _filled(design: Design, fill: Sequence[str]) -> Design:
    """Return a design with as many of the parts as its mass has room for."""
    if fill == ("CARGO",):
        cargo = part_named(f"CARGO {max(1, design.free_mass)}")
        return evolve(design, parts=(*design.parts, cargo))
    while True:
        before = design
        for part in map(part_named, fill):
            larger = evolve(design, parts=(*design.parts, part))
            design = larger if larger.free_mass >= 0 else design
        if design is before:
            return design


def _count(parts: Counter[ShipPart], kind: str) -> int:
    return int_sum(number for part, number in parts.items() if part.kind == kind)

"""The plan of a keel: its parts in the order of building, and what a change costs (C2E-13.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.checks import STATIONARY
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import Part
from variants.campaign2e.designs.refits import SURCHARGE, is_like_a_repair
from variants.campaign2e.model import Keel
from variants.campaign2e.percent import percent_of

#: What the parts that are no systems are called in a plan.
BASIC_HULL, FTL, DRIVE, HULL_BOX, ARMOUR_BOX, CRAFT = (
    "basic hull",
    "FTL drive",
    "main drive",
    "hull box",
    "armour box",
    "craft",
)
#: Parts that belong to the hull: they cost double without Mining/Ore (C2E-3.5-04).
OF_THE_HULL = (BASIC_HULL, HULL_BOX, ARMOUR_BOX)


@frozen
class Piece:
    """A piece of a plan: what it is called, its points, and the system that it is, if any."""

    name: str
    points: int
    part: Part | None = None


def plan_of(keel: Keel) -> list[Piece]:
    """The pieces of a keel in the order of building (C2E-13.2-02).

    Basic hull, drives, hull boxes, armour, systems as the design lists them, then craft. Without a
    design only the basic hull and the FTL drive are built (C2E-13.2-04).
    """
    if keel.design is not None:
        return list(_pieces(keel.design))
    pieces = [Piece(BASIC_HULL, keel.mass)]
    if keel.type not in STATIONARY:
        pieces.append(Piece(FTL, 2 * percent_of(10, keel.mass)))
    return pieces


def _pieces(design: Design) -> Iterator[Piece]:
    yield Piece(BASIC_HULL, design.mass)
    if design.ftl:
        yield Piece(FTL, 2 * design.ftl_mass)
    if design.thrust:
        yield Piece(DRIVE, 2 * design.drive_mass)
    yield from [Piece(HULL_BOX, 2)] * design.hull
    yield from [Piece(ARMOUR_BOX, 2)] * design.armour
    for part in design.parts:
        yield Piece(part.word, part.points(design.mass), part)
    if design.craft_points:
        yield Piece(CRAFT, design.craft_points)


def left_to_build(keel: Keel) -> list[Piece]:
    """The pieces of the plan that do not stand yet."""
    standing = Counter(keel.built)
    left = []
    for piece in plan_of(keel):
        if standing[piece.name]:
            standing[piece.name] -= 1
        else:
            left.append(piece)
    return left


def change_plan(keel: Keel, design: Design) -> None:
    """Build a keel by another design from now on (C2E-13.2-03, C2E-13.2-04).

    Pieces that stand and are in the new design stay. Those that are not in it give way, each to the
    next pieces of the new plan that fit into its mass, one at least: that is billed as a refit.
    Work on a piece that is not finished is kept for the next one.
    """
    had = keel.design
    keel.design, keel.type = design, design.type
    wanted = Counter(piece.name for piece in plan_of(keel))
    standing: list[str] = []
    gone: list[str] = []
    for name in keel.built:
        (standing if wanted[name] > 0 else gone).append(name)
        wanted[name] -= 1
    keel.built = standing
    for name in gone:
        _replace(keel, had, name)


def begun_hull(keel: Keel) -> int:
    """The points of work that is begun which go into the hull."""
    ready, found = keel.begun, 0
    for piece in left_to_build(keel):
        share = min(piece.points, ready)
        found += share if piece.name in OF_THE_HULL else 0
        ready -= share
    return found


def points_done(keel: Keel) -> int:
    """The points of work done on a keel."""
    whole = int_sum(piece.points for piece in plan_of(keel))
    return whole - int_sum(piece.points for piece in left_to_build(keel)) + keel.begun


def _replace(keel: Keel, had: Design | None, name: str) -> None:
    """Put the next pieces of the plan into the place of one that is not in it any more."""
    mass = had.mass if had is not None else keel.mass
    old = _part_of(had, name)
    room = old.mass(mass) if old is not None else 0
    first = True
    for piece in left_to_build(keel):
        weighs = piece.part.mass(keel.mass) if piece.part is not None else 0
        if piece.part is None or (not first and weighs > room):
            continue
        alike = first and old is not None and is_like_a_repair(old, piece.part, mass)
        price = HUNDRED * piece.points
        keel.extra += price if alike else half_up(price * SURCHARGE, 100)
        keel.built.append(piece.name)
        room, first = room - weighs, False
        if room <= 0:
            return


def _part_of(design: Design | None, name: str) -> Part | None:
    """The part of a design that a piece is; None for what is no system."""
    parts = design.parts if design is not None else ()
    return next((part for part in parts if part.word == name), None)

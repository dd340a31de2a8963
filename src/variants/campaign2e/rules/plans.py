"""Building plans of keels: parts in order, and costs of changes (C2E-13.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.checks import STATIONARY
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.designs.refits import SURCHARGE, is_like_a_repair
from variants.campaign2e.model import Keel
from variants.campaign2e.percent import percent_of

#: Names of the pieces in a plan that are not systems.
BASIC_HULL, FTL, DRIVE, HULL_BOX, ARMOUR_BOX, CRAFT = (
    "basic hull",
    "FTL drive",
    "main drive",
    "hull box",
    "armour box",
    "craft",
)
#: Pieces of the hull, which cost double without Mining/Ore (C2E-3.5-04).
OF_THE_HULL = (BASIC_HULL, HULL_BOX, ARMOUR_BOX)


@frozen
class PlanPiece:
    """A piece of a plan: its name, points, and part, if it is one."""

    name: str
    points: int
    part: ShipPart | None = None


def plan_of(keel: Keel) -> list[PlanPiece]:
    """Return the pieces of a keel in the order of building (C2E-13.2-02).

    Basic hull, drives, hull boxes, armour, systems in the order of the design, then craft.
    Without a design only basic hull and FTL drive are built (C2E-13.2-04).
    """
    if keel.design is not None:
        return list(_pieces(keel.design))
    pieces = [PlanPiece(BASIC_HULL, keel.mass)]
    if keel.type not in STATIONARY:
        pieces.append(PlanPiece(FTL, 2 * percent_of(10, keel.mass)))
    return pieces


def _pieces(design: Design) -> Iterator[PlanPiece]:
    yield PlanPiece(BASIC_HULL, design.mass)
    if design.ftl:
        yield PlanPiece(FTL, 2 * design.ftl_mass)
    if design.thrust:
        yield PlanPiece(DRIVE, 2 * design.drive_mass)
    yield from [PlanPiece(HULL_BOX, 2)] * design.hull
    yield from [PlanPiece(ARMOUR_BOX, 2)] * design.armour
    for part in design.parts:
        yield PlanPiece(part.word, part.points(design.mass), part)
    if design.craft_points:
        yield PlanPiece(CRAFT, design.craft_points)


def left_to_build(keel: Keel) -> list[PlanPiece]:
    """Return the unfinished pieces of the plan."""
    built = Counter(keel.built)
    remaining = []
    for piece in plan_of(keel):
        if built[piece.name]:
            built[piece.name] -= 1
        else:
            remaining.append(piece)
    return remaining


def change_plan(keel: Keel, design: Design) -> None:
    """Change the design of a keel (C2E-13.2-03, C2E-13.2-04).

    Finished pieces that are in the new design stay. Each of the others is replaced by the next
    pieces of the new plan that fit into its mass, at least one, and billed as a refit. Work on an
    unfinished piece counts for the next one.
    """
    old_design = keel.design
    keel.design, keel.type = design, design.type
    needed = Counter(piece.name for piece in plan_of(keel))
    kept_pieces: list[str] = []
    obsolete: list[str] = []
    for name in keel.built:
        (kept_pieces if needed[name] > 0 else obsolete).append(name)
        needed[name] -= 1
    keel.built = kept_pieces
    for name in obsolete:
        _replace(keel, old_design, name)


def begun_hull(keel: Keel) -> int:
    """Return the points of unfinished work that go into the hull."""
    available, hull_points = keel.begun, 0
    for piece in left_to_build(keel):
        share = min(piece.points, available)
        hull_points += share if piece.name in OF_THE_HULL else 0
        available -= share
    return hull_points


def points_done(keel: Keel) -> int:
    """Return the points of work done on a keel."""
    total = int_sum(piece.points for piece in plan_of(keel))
    return total - int_sum(piece.points for piece in left_to_build(keel)) + keel.begun


def _replace(keel: Keel, old_design: Design | None, name: str) -> None:
    """Replace an obsolete piece with the next pieces of the plan."""
    mass = old_design.mass if old_design is not None else keel.mass
    old = _part_of(old_design, name)
    room = old.mass(mass) if old is not None else 0
    first = True
    for piece in left_to_build(keel):
        piece_mass = piece.part.mass(keel.mass) if piece.part is not None else 0
        if piece.part is None or (not first and piece_mass > room):
            continue
        is_alike = first and old is not None and is_like_a_repair(old, piece.part, mass)
        price = HUNDRED * piece.points
        keel.extra += price if is_alike else half_up(price * SURCHARGE, 100)
        keel.built.append(piece.name)
        room, first = room - piece_mass, False
        if room <= 0:
            return


def _part_of(design: Design | None, name: str) -> ShipPart | None:
    """Return the part of a design for a piece; None if it is no system."""
    parts = design.parts if design is not None else ()
    return next((part for part in parts if part.word == name), None)

"""Reports of size: information from contact about another force (C2E-17.2-01)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, Ship, SizeReport, place_id
from variants.campaign2e.rules.fleets import (
    Fleet,
    audience_of,
    crowded,
    defenders_of,
    fleets_at,
    points,
)

SMALLER, EQUAL, LARGER = "smaller", "equal", "larger"
#: From the best report to the worst.
SIZES = (SMALLER, EQUAL, LARGER)

#: Words for the size of a force, relative to the reader's.
IN_WORDS = {
    SMALLER: "significantly smaller than yours",
    EQUAL: "roughly equal to yours",
    LARGER: "significantly larger than yours",
}

REPORTED = EventKind(
    "contact.size", "At {place} you meet {force}: it is {words}{vessels}.", ("C2E-17.2-01",)
)


def size(own_points: int, other_points: int) -> str:
    """Return the size of a force by points, relative to one of `own` points (C2E-17.2-01).

    Significantly larger or smaller means by more than a half.
    """
    if 2 * other_points > 3 * own_points:
        return LARGER
    return SMALLER if 2 * own_points > 3 * other_points else EQUAL


def is_glaring(ships_a: Sequence[Ship], ships_b: Sequence[Ship]) -> bool:
    """Return whether the largest vessels of two forces differ in mass by a factor of two."""
    masses = [max((ship.design.mass for ship in ships), default=0) for ships in (ships_a, ships_b)]
    return max(masses) >= 2 * min(masses)


def worst(sizes: Sequence[str]) -> str:
    """Return the worst of several reports, which decides for a fleet (C2E-17.3-01)."""
    return max(sizes, key=SIZES.index)


def report_sizes(context: TurnContext, fleet: Fleet, met: Sequence[Fleet]) -> list[str]:
    """Report other forces to a fleet's owner one by one; returns their sizes."""
    sizes = []
    for other in met:
        rating = size(fleet.points, other.points)
        sizes.append(rating)
        _report(context, fleet, other.owner, rating, glaring=is_glaring(fleet.ships, other.ships))
    return sizes


def report_defences(context: TurnContext) -> None:
    """Report the size of defence units to owners of ships in their system (C2E-15.3-02)."""
    game: Campaign = context.game
    places = set(crowded(game))
    for world in game.worlds:
        defences = defenders_of(game, world) if world.at in places else None
        if defences is None:
            continue
        units = game.ships_in(defences.id)
        for fleet in fleets_at(game, world.at):
            if fleet.owner == defences.owner:
                continue
            rating = size(fleet.points, points(units))
            glaring = is_glaring(fleet.ships, units)
            _report(context, fleet, defences.owner, rating, glaring=glaring, defences=True)


def _report(
    context: TurnContext,
    fleet: Fleet,
    other: str,
    rating: str,
    *,
    glaring: bool,
    defences: bool = False,
) -> None:
    game: Campaign = context.game
    reader: Player | None = next((p for p in game.empires if p.id == fleet.owner), None)
    if reader is None:
        return
    report = SizeReport(
        week=game.week, at=fleet.at, owner=other, size=rating, glaring=glaring, defences=defences
    )
    reader.reports = [old for old in reader.reports if not _same_force(old, report)]
    reader.reports.append(report)
    origin = f"of {other}" if other else "of unknown owner"
    context.emit(
        REPORTED,
        audience_of(fleet.owner),
        place=place_id(fleet.at),
        force=f"{'defence units' if defences else 'a fleet'} {origin}",
        words=IN_WORDS[rating],
        vessels=", and the largest vessels differ glaringly" if glaring else "",
        owner=other,
        size=rating,
        glaring=glaring,
        defences=defences,
    )


def _same_force(report: SizeReport, other: SizeReport) -> bool:
    """Return whether two reports concern the same force; each report of the umpire's counts."""
    is_same = (report.at, report.owner, report.defences) == (other.at, other.owner, other.defences)
    return is_same and (bool(report.owner) or report.week != other.week)

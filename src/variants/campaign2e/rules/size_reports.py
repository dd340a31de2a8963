"""Reports of size: all that contact tells of another force (C2E-17.2-01)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, Ship, SizeReport, place_id
from variants.campaign2e.rules.fleets import Fleet, crowded, defenders_of, fleets_at, points, told

SMALLER, EQUAL, LARGER = "smaller", "equal", "larger"
#: From the best report to the worst.
SIZES = (SMALLER, EQUAL, LARGER)

#: What events say of a force by its size, as seen from the reader's.
IN_WORDS = {
    SMALLER: "significantly smaller than yours",
    EQUAL: "roughly equal to yours",
    LARGER: "significantly larger than yours",
}

REPORTED = EventKind(
    "contact.size", "At {place} you meet {force}: it is {words}{vessels}.", ("C2E-17.2-01",)
)


def size(own: int, other: int) -> str:
    """How large a force of so many points is, as seen from one of `own` (C2E-17.2-01).

    Significantly larger or smaller is by more than a half.
    """
    if 2 * other > 3 * own:
        return LARGER
    return SMALLER if 2 * own > 3 * other else EQUAL


def is_glaring(own: Sequence[Ship], other: Sequence[Ship]) -> bool:
    """True if the largest vessels of two forces differ in mass by a factor of two or more."""
    masses = [max((ship.design.mass for ship in ships), default=0) for ships in (own, other)]
    return max(masses) >= 2 * min(masses)


def worst(sizes: Sequence[str]) -> str:
    """The worst of several reports, by which a fleet decides (C2E-17.3-01)."""
    return max(sizes, key=SIZES.index)


def report_sizes(context: TurnContext, fleet: Fleet, others: Sequence[Fleet]) -> list[str]:
    """Tell a fleet's owner of the other forces, each by itself; answers the sizes."""
    sizes = []
    for other in others:
        seen = size(fleet.points, other.points)
        sizes.append(seen)
        _tell(context, fleet, other.owner, seen, glaring=is_glaring(fleet.ships, other.ships))
    return sizes


def report_defences(context: TurnContext) -> None:
    """Tell whose ships are in a foreign system how large its defence units are (C2E-15.3-02)."""
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
            seen = size(fleet.points, points(units))
            glaring = is_glaring(fleet.ships, units)
            _tell(context, fleet, defences.owner, seen, glaring=glaring, defences=True)


def _tell(
    context: TurnContext,
    fleet: Fleet,
    other: str,
    seen: str,
    *,
    glaring: bool,
    defences: bool = False,
) -> None:
    game: Campaign = context.game
    reader: Player | None = next((one for one in game.empires if one.id == fleet.owner), None)
    if reader is None:
        return
    report = SizeReport(
        week=game.week, at=fleet.at, owner=other, size=seen, glaring=glaring, defences=defences
    )
    reader.reports = [one for one in reader.reports if not _same_force(one, report)]
    reader.reports.append(report)
    whose = f"of {other}" if other else "of nobody you know"
    context.emit(
        REPORTED,
        told(fleet.owner),
        place=place_id(fleet.at),
        force=f"{'defence units' if defences else 'a fleet'} {whose}",
        words=IN_WORDS[seen],
        vessels=", and the largest vessels differ glaringly" if glaring else "",
        owner=other,
        size=seen,
        glaring=glaring,
        defences=defences,
    )


def _same_force(one: SizeReport, other: SizeReport) -> bool:
    """True if two reports are of the same force; the umpire may have two, and each one counts."""
    same = (one.at, one.owner, one.defences) == (other.at, other.owner, other.defences)
    return same and (bool(one.owner) or one.week != other.week)

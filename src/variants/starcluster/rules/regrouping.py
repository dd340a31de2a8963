"""What units keep when they change their fleet: no order gains by regrouping (SC-MOV-004).

Drives stay as they are tuned for the turn, a fleet under way stops for those that join it, a scan
keeps the share of the work that is done, and a train serves other ships from the end of the turn
on. Games of version 1.0.0 do without.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Starcluster, Unit
from variants.starcluster.rules.instruments import PROBE, ratings, scan_turns
from variants.starcluster.rules.supply import note_trains
from variants.starcluster.rules.tuning import keep_tuning, next_tuning, set_next_tuning, tuning_of


def leave(context: TurnContext, units: Sequence[Unit], fleet: Fleet) -> None:
    """Prepare a new fleet for units that leave their own.

    It gets the way by which all of them came, and the tuning of the first one with drives.
    """
    game: Starcluster = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, before)
    ways = {one.came_by for one in before}
    fleet.came_by = ways.pop() if len(ways) == 1 else None
    for unit, one in zip(units, before, strict=True):
        if unit.design.drive:
            fleet.detuned = tuning_of(context).get(unit.id, one.detuned)
            set_next_tuning(context, fleet, detuned=next_tuning(context, one))
            break
    keep_tuning(context, zip(units, before, strict=True))


def join(context: TurnContext, fleet: Fleet, units: Sequence[Unit]) -> None:
    """Prepare a fleet for units of other fleets that join it."""
    game: Starcluster = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, [*before, fleet])
    keep_tuning(context, zip(units, before, strict=True))
    wait_for(game, fleet, units, min((one.points for one in before), default=0))


def wait_for(game: Starcluster, fleet: Fleet, newcomers: Sequence[Unit], points: int = 0) -> None:
    """Let a fleet lose what newcomers have not: movement points, and work of a scan.

    Args:
        game: the game.
        fleet: the fleet that they join.
        newcomers: those who join it, before or after they are in it.
        points: the movement points that they have left, in hundredths.
    """
    coming = {unit.id for unit in newcomers}
    others = [unit for unit in game.units_in(fleet) if unit.id not in coming]
    if not others:
        return
    fleet.points = min(fleet.points, points)
    work = fleet.scan
    if work is None or work.kind == PROBE:
        return
    at, pace = game.place(fleet.at), game.options.get("pace", 100)
    needed = scan_turns(work.kind, ratings(others, at), pace)
    left = scan_turns(work.kind, ratings([*others, *newcomers], at), pace)
    work.turns = work.turns * left // needed

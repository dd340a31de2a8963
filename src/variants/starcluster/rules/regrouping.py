"""State that units keep when they change fleets, so that regrouping has no benefits (SC-MOV-004).

Drives keep their tuning for the turn, a fleet under way stops for joining units, a scan keeps its
share of completed work, and a train serves other ships only from the end of the turn on. Games of
version 1.0.0 have none of this.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Starcluster, Unit
from variants.starcluster.rules.instruments import PROBE, instrument_ratings, scan_turns
from variants.starcluster.rules.supply import note_trains
from variants.starcluster.rules.tuning import keep_tuning, next_tuning, set_next_tuning, tuning_of


def prepare_leaving(context: TurnContext, units: Sequence[Unit], fleet: Fleet) -> None:
    """Prepare a new fleet for units that leave their own fleets.

    It gets their common way of arrival, if any, and the tuning of the first one with drives.
    """
    game: Starcluster = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, before)
    arrivals = {fleet_.came_by for fleet_ in before}
    fleet.came_by = arrivals.pop() if len(arrivals) == 1 else None
    for unit, former in zip(units, before, strict=True):
        if unit.design.drive:
            fleet.detuned = tuning_of(context).get(unit.id, former.detuned)
            set_next_tuning(context, fleet, detuned=next_tuning(context, former))
            break
    keep_tuning(context, zip(units, before, strict=True))


def prepare_joining(context: TurnContext, fleet: Fleet, units: Sequence[Unit]) -> None:
    """Prepare a fleet for units of other fleets that join it."""
    game: Starcluster = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, [*before, fleet])
    keep_tuning(context, zip(units, before, strict=True))
    limit_to_newcomers(game, fleet, units, min((fleet_.points for fleet_ in before), default=0))


def limit_to_newcomers(
    game: Starcluster, fleet: Fleet, newcomers: Sequence[Unit], points: int = 0
) -> None:
    """Reduce a fleet's movement points and scan work to those possible with newcomers.

    Args:
        game: the game.
        fleet: the fleet they join.
        newcomers: the joining units, whether or not they are in the fleet yet.
        points: their remaining movement points, in hundredths.
    """
    coming = {unit.id for unit in newcomers}
    members = [unit for unit in game.units_in(fleet) if unit.id not in coming]
    if not members:
        return
    fleet.points = min(fleet.points, points)
    work = fleet.scan
    if work is None or work.kind == PROBE:
        return
    at, pace = game.place(fleet.at), game.options.get("pace", 100)
    needed = scan_turns(work.kind, instrument_ratings(members, at), pace)
    left = scan_turns(work.kind, instrument_ratings([*members, *newcomers], at), pace)
    work.turns = work.turns * left // needed

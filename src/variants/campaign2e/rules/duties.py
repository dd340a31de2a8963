"""Duties: weekly obligations of ships that survive the reorganization of groups.

They are fixed moves and withdrawals (C2E-17.4-01, C2E-18.2-01), the way of arrival (C2E-17.7-01),
speed and formation after leaving a system under fire (C2E-17.6-02), and dropships on the ground
(C2E-7.6-04). Groups can be reorganized freely (C2E-15.1-01), but no ship loses a duty by it, or
acquires that of others.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.orders import Refusal, Refused, Severity
from variants.campaign2e.model import Ship, TaskGroup, place_id


def pass_on(group: TaskGroup, part: TaskGroup) -> None:
    """Copy a group's duties and postures to a part split off from it."""
    part.departure, part.withdrawn = group.departure, group.withdrawn
    part.entry_speed, part.entry_formation = group.entry_speed, group.entry_formation
    part.posture, part.engage = group.posture, group.engage
    part.land, part.peacekeep = group.land, group.peacekeep


def must_agree(group: TaskGroup, target: TaskGroup, argument: str, severity: Severity) -> None:
    """Raise Refused for groups with different duties."""
    if (group.departure, group.withdrawn) != (target.departure, target.withdrawn):
        bound = group if group.departure or (group.withdrawn and not target.departure) else target
        message = f"{bound.name} has withdrawn and cannot move"
        if bound.departure is not None:
            message = f"{bound.name} withdraws to {place_id(bound.departure.to)}"
        hint = "only groups that withdraw to the same place can be joined"
        code = "move-fixed" if bound.departure is not None else "withdrawn"
        raise Refused(Refusal(code, message, hint, argument, severity))
    entries = {(party.entry_speed, party.entry_formation) for party in (group, target)}
    if len(entries - {(None, None)}) > 1:
        message = f"{group.name} and {target.name} left their last systems in different ways"
        hint = "each keeps its speed and formation in this week's battles"
        raise Refused(Refusal("entry-fixed", message, hint, argument, severity))


def take_on(target: TaskGroup, group: TaskGroup, ships: Sequence[Ship]) -> None:
    """Give a group the duties of ships that join it from another; the stricter ones count."""
    if group.came_from is not None:
        target.by_lane = group.by_lane and (target.by_lane or target.came_from is None)
        target.came_from = target.came_from or group.came_from
    if target.entry_speed is None:
        target.entry_speed, target.entry_formation = group.entry_speed, group.entry_formation
    if group.land and any(ship.design.lander and ship.dropships for ship in ships):
        target.land = True

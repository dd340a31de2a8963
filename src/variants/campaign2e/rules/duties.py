"""Duties: what binds ships for the week, and goes with them when groups are reorganised.

A move that is fixed and a withdrawal (C2E-17.4-01, C2E-18.2-01), the way by which ships came
(C2E-17.7-01), speed and formation of a force that left its last system under fire (C2E-17.6-02),
and dropships that are on the ground (C2E-7.6-04). A group may be reorganised freely (C2E-15.1-01),
but no ship gets rid of a duty by it, or gets carried along by the duty of others.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.orders import Refusal, Refused, Severity
from variants.campaign2e.model import Group, Ship, place_id


def pass_on(group: Group, part: Group) -> None:
    """Give a part of a group the duties of the whole, and what it does in the system."""
    part.departure, part.withdrawn = group.departure, group.withdrawn
    part.entry_speed, part.entry_formation = group.entry_speed, group.entry_formation
    part.posture, part.engage = group.posture, group.engage
    part.land, part.peacekeep = group.land, group.peacekeep


def must_agree(group: Group, to: Group, argument: str, severity: Severity) -> None:
    """Raise Refused for groups that are bound differently: neither goes the other's way."""
    if (group.departure, group.withdrawn) != (to.departure, to.withdrawn):
        bound = group if group.departure or (group.withdrawn and not to.departure) else to
        message = f"{bound.name} has withdrawn, and cannot move"
        if bound.departure is not None:
            message = f"{bound.name} withdraws to {place_id(bound.departure.to)}"
        hint = "only groups that withdraw alike can be joined"
        code = "move-fixed" if bound.departure is not None else "withdrawn"
        raise Refused(Refusal(code, message, hint, argument, severity))
    entries = {(one.entry_speed, one.entry_formation) for one in (group, to)}
    if len(entries - {(None, None)}) > 1:
        message = f"{group.name} and {to.name} left their last systems in different ways"
        hint = "each keeps its speed and formation for a battle of this week"
        raise Refused(Refusal("entry-fixed", message, hint, argument, severity))


def take_on(to: Group, group: Group, ships: Sequence[Ship]) -> None:
    """Let a group have the duties of ships that join it from another: the stricter of the two."""
    if group.came_from is not None:
        to.by_lane = group.by_lane and (to.by_lane or to.came_from is None)
        to.came_from = to.came_from or group.came_from
    if to.entry_speed is None:
        to.entry_speed, to.entry_formation = group.entry_speed, group.entry_formation
    if group.land and any(ship.design.lander and ship.dropships for ship in ships):
        to.land = True

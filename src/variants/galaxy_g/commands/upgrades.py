"""G: ships at a planet of one's own are brought to the current levels (GG-ORDG)."""

from __future__ import annotations

import math
from typing import cast

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import grouping
from variants.galaxy_g.commands.common import at_rest, group_of, part_of
from variants.galaxy_g.constants import AREAS, ROUNDING
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Group, Planet, Race, Techs

UPGRADED = EventKind(
    "group.upgraded",
    "{planet} upgraded {ships} {type} (group {group}) for {points:.2f} points{partly}.",
    ("GG-ORDG-001", "GG-ORDG-003"),
)


def upgrade(context: TurnContext, race: Race, order: Order) -> None:
    """G group [ships] (GG-ORDG-001)."""
    group = group_of(context, race, order)
    if group is None or not at_rest(context, race, order, group):
        return
    planet: Planet = context.game.planet(group.at)
    if planet.owner != race.id:
        message = f"group {group.number} is not at a planet of yours"
        context.reject(race.id, order, "not-your-planet", message, "", "group")
        return
    industry = cast(Industry, context.variant.economy)
    cost = industry.upgrade_cost(race.design_of(group), group.techs, race.techs)
    if not cost:
        message = f"group {group.number} is at the current levels already"
        context.reject(race.id, order, "no-change", message, "", "group", "note")
        return
    points = industry.points(planet) - planet.upgraded
    if points <= ROUNDING:
        message = f"{planet.name} has no production points left this turn"
        context.reject(race.id, order, "no-points", message, "", "group")
    elif order.get("ships") is None:
        _wholly(context, race, order, group, cost, points)
    else:
        _exactly(context, race, order, group, cost, points)


def _wholly(
    context: TurnContext, race: Race, order: Order, group: Group, cost: float, points: float
) -> None:
    """Upgrade as many ships as can be upgraded fully (GG-ORDG-005)."""
    ships = min(group.ships, math.floor(points / cost + ROUNDING))
    if not ships:
        message = f"one ship costs {cost:.2f} points, and only {points:.2f} are left"
        hint = f"G {group.number} 1 upgrades one ship in part"
        context.reject(race.id, order, "too-few-points", message, hint, "group")
        return
    part = grouping.split(race, group, ships) if ships < group.ships else group
    _improve(context, race, part, ships * cost, points)


def _exactly(
    context: TurnContext, race: Race, order: Order, group: Group, cost: float, points: float
) -> None:
    """Upgrade exactly the ships ordered, in part if points are short (GG-ORDG-004)."""
    part = part_of(context, race, order, group)
    _improve(context, race, part, part.ships * cost, points)


def _improve(context: TurnContext, race: Race, group: Group, cost: float, points: float) -> None:
    """Raise the levels of all ships of the group by as much of the way as the points allow."""
    share = 1.0 if cost <= points + ROUNDING else points / cost
    spent = min(cost, points)
    group.techs = _raised(group.techs, race.techs.fitting(race.design_of(group)), share)
    planet: Planet = context.game.planet(group.at)
    planet.upgraded += spent
    context.emit(
        UPGRADED,
        [race.id],
        place=planet.id,
        planet=planet.name,
        group=group.number,
        ships=group.ships,
        type=race.types[group.type].name,
        points=spent,
        partly="" if share == 1 else f", {share:.0%} of the way",
        share=share,
    )


def _raised(techs: Techs, current: Techs, share: float) -> Techs:
    """Levels so far on the way to the current ones; one that is higher stays (GG-ORDG-003)."""
    levels = {}
    for area in AREAS:
        old, new = getattr(techs, area), getattr(current, area)
        levels[area] = old if new <= old else new if share == 1 else old + (new - old) * share
    return Techs(**levels)

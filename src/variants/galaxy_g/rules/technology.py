"""Research and shared technology, and the order G, which upgrades ships to the current levels.

Orders of step 1 come before upgrades: groups sent in step 1 are not upgraded.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import AREAS, ROUNDING
from variants.galaxy_g.economy import Industry, industry_of
from variants.galaxy_g.model import Game, Group, Race, Techs
from variants.galaxy_g.references import GROUP
from variants.galaxy_g.rules import groups

RESEARCHED = EventKind(
    "race.researched",
    "{points:.2f} points of research raised {area} from {before:.2f} to {level:.2f}.",
    ("GG-TEC-009",),
)

#: The highest level of each area, by race.
_Levels = dict[str, list[float]]


def apply_research(
    context: TurnContext[Game], race: Race, points: Mapping[str, float], highest: Techs
) -> None:
    """Raise the race's levels by all its research of the turn. Fractions count at once.

    The costs of all areas are those at the beginning of the step (GG-TEC-008, GG-TEC-009).
    """
    industry = industry_of(context)
    gains = {}
    for area in AREAS:
        cost = industry.research_cost(area, race.techs, getattr(highest, area))
        if points.get(area) and cost:
            gains[area] = points[area] / cost
    for area, gain in gains.items():
        before = getattr(race.techs, area)
        race.techs = evolve(race.techs, **{area: before + gain})
        data = {"area": area, "points": points[area], "before": before, "level": before + gain}
        context.emit(RESEARCHED, [race.id], data=data)


def highest_visible_levels(industry: Industry, game: Game) -> dict[str, Techs]:
    """The highest level of each area that each race sees, of its own or of an alien ship.

    (GG-TEC-006)
    """
    highest: _Levels = {race.id: list(race.techs.levels) for race in game.empires}
    for members in game.groups_by_planet().values():
        if _belong_to_several_races(members):
            _share_levels(industry, members, highest)
    return {
        race: Techs(**dict(zip(AREAS, levels, strict=True))) for race, levels in highest.items()
    }


def _belong_to_several_races(groups: Sequence[tuple[Race, Group]]) -> bool:
    """True if the groups, which are sorted by race, belong to several races."""
    return groups[0][0] is not groups[-1][0]


def _share_levels(
    industry: Industry, groups: Sequence[tuple[Race, Group]], highest: _Levels
) -> None:
    """Show the levels of ships at a planet to the other races with a heavy ship there.

    (GG-TEC-007)
    """
    observers: dict[str, None] = {}
    visible: _Levels = {}
    for race, group in groups:
        mass = race.design_of(group).mass + ROUNDING
        if mass >= industry.sharing_mass:
            observers[race.id] = None
        if mass >= industry.shared_mass:
            levels = zip(visible.get(race.id, (0.0,) * 4), group.techs.levels, strict=True)
            visible[race.id] = [max(pair) for pair in levels]
    if not observers:
        return
    for area in range(len(AREAS)):
        best = sorted(((levels[area], name) for name, levels in visible.items()), reverse=True)
        for observer in observers:
            alien = next((level for level, other in best if other != observer), 0.0)
            highest[observer][area] = max(highest[observer][area], alien)


UPGRADED = EventKind(
    "group.upgraded",
    "{planet} upgraded {ships} {type} (group {group}) for {points:.2f} points{partly}.",
    ("GG-ORDG-001", "GG-ORDG-003"),
)


def upgrade(context: TurnContext[Game], race: Race, order: Order) -> None:
    """G group [ships] (GG-ORDG-001, GG-ORDG-004, GG-ORDG-005)."""
    group = order[GROUP]
    cost, points = _cost(context, race, group), _points(context, group)
    if not cost:
        return
    if order.get("ships") is None:
        ships = _affordable(group, cost, points)
        part = groups.split(race, group, ships) if ships < group.ships else group
    else:
        part = groups.ordered_part(context, race, order, group)
    _improve(context, race, part, part.ships * cost, points)


def at_own_planet(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse ships that are not at one of the race's planets (GG-ORDG-001)."""
    group = order[GROUP]
    if context.game.planet(group.at).owner == race.id:
        return None
    message = f"group {group.number} is not at a planet of yours"
    return Refusal("not-your-planet", message, argument="group")


def outdated(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Remark that there is nothing to upgrade."""
    group = order[GROUP]
    if _cost(context, race, group):
        return None
    message = f"group {group.number} is at the current levels already"
    return Refusal("no-change", message, argument="group", severity="note")


def points_left(context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse if the planet has no points left, or too few for one ship if no number is given.

    (GG-ORDG-005, GG-ORDG-006)
    """
    group = order[GROUP]
    cost, points = _cost(context, race, group), _points(context, group)
    if not cost:
        return None
    if points <= ROUNDING:
        name = context.game.planet(group.at).name
        message = f"{name} has no production points left this turn"
        return Refusal("no-points", message, argument="group")
    if order.get("ships") is None and not _affordable(group, cost, points):
        message = f"one ship costs {cost:.2f} points, and only {points:.2f} are left"
        hint = f"G {group.number} 1 upgrades one ship in part"
        return Refusal("too-few-points", message, hint, "group")
    return None


def _cost(context: TurnContext[Game], race: Race, group: Group) -> float:
    """The points for one ship (GG-ORDG-003)."""
    return industry_of(context).upgrade_cost(race.design_of(group), group.techs, race.techs)


def _points(context: TurnContext[Game], group: Group) -> float:
    """The points that the planet can still spend on upgrades this turn (GG-ORDG-006)."""
    planet = context.game.planet(group.at)
    return industry_of(context).points(planet) - planet.upgraded


def _affordable(group: Group, cost: float, points: float) -> int:
    """The number of ships that can be upgraded fully (GG-ORDG-005)."""
    return min(group.ships, math.floor(points / cost + ROUNDING))


def _improve(
    context: TurnContext[Game], race: Race, group: Group, cost: float, points: float
) -> None:
    """Raise the levels of the group's ships, in part if the points are too few for all of it.

    (GG-ORDG-004)
    """
    share = 1.0 if cost <= points + ROUNDING else points / cost
    spent = min(cost, points)
    group.techs = _raised(group.techs, race.techs.fitting(race.design_of(group)), share)
    planet = context.game.planet(group.at)
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
    """The levels after this share of the upgrade. Higher levels stay (GG-ORDG-003)."""
    levels = {}
    for area in AREAS:
        old, new = getattr(techs, area), getattr(current, area)
        levels[area] = old if new <= old else new if share == 1 else old + (new - old) * share
    return Techs(**levels)

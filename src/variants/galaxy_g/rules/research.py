"""Research: the effect of a turn's points, and the technology that makes research cheaper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import AREAS, ROUNDING
from variants.galaxy_g.economy import Industry, industry_of
from variants.galaxy_g.model import Game, Group, Race, Techs

RESEARCHED = EventKind(
    "race.researched",
    "{points:.2f} points of research raised {area} from {before:.2f} to {level:.2f}.",
    ("GG-TEC-009",),
)

#: The highest level of each area, by race.
_Levels = dict[str, list[float]]


def apply_research(
    context: TurnContext, race: Race, points: Mapping[str, float], highest: Techs
) -> None:
    """Raise the race's levels by all its research of the turn. Fractions count at once.

    The cost of all areas is that at the beginning of the step (GG-TEC-008, GG-TEC-009).
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
    """The highest level of each area that each race sees: its own or an alien ship's.

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

"""Whose technology a race sees: research costs less beside better ships (GG-TEC-006, -007)."""

from __future__ import annotations

from collections.abc import Sequence

from variants.galaxy_g.constants import AREAS, ROUNDING, SHARED_MASS, SHARING_MASS
from variants.galaxy_g.model import Game, Group, Race, Techs

#: By race, the highest level of each area.
_Levels = dict[str, list[float]]


def visible_highest(game: Game) -> dict[str, Techs]:
    """The highest levels that each race sees of each area: its own or an alien ship's."""
    highest: _Levels = {race.id: list(race.techs.levels) for race in game.empires}
    for groups in game.groups_by_planet().values():
        if groups[0][0] is not groups[-1][0]:
            _share(groups, highest)
    return {
        race: Techs(**dict(zip(AREAS, levels, strict=True))) for race, levels in highest.items()
    }


def _share(groups: Sequence[tuple[Race, Group]], highest: _Levels) -> None:
    """Let the races with a heavy ship at a planet see the levels of the others' ships there."""
    looking: dict[str, None] = {}
    shown: _Levels = {}
    for race, group in groups:
        mass = race.design_of(group).mass + ROUNDING
        if mass >= SHARING_MASS:
            looking[race.id] = None
        if mass >= SHARED_MASS:
            levels = zip(shown.get(race.id, (0.0,) * 4), group.techs.levels, strict=True)
            shown[race.id] = [max(pair) for pair in levels]
    for area in range(len(AREAS)):
        best = sorted(((levels[area], name) for name, levels in shown.items()), reverse=True)[:2]
        for own in looking:
            alien = next((level for level, other in best if other != own), 0.0)
            highest[own][area] = max(highest[own][area], alien)

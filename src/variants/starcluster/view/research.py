"""An empire's technology: levels, open technologies, and projects under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from horizons_core.amounts import half_up, in_units
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.rules.breakthroughs import chance_next, project_requirements
from variants.starcluster.rules.development import obstacles
from variants.starcluster.rules.projects import EL, is_science, project_price
from variants.starcluster.technology.technologies import Technology, at_level, special_of_step
from variants.starcluster.technology.trees import TREES, breakthroughs
from variants.starcluster.view.figures import figure
from variants.starcluster.view.work_shapes import OwnProject, OwnTree


def trees_of(empire: Empire, economy: StarclusterEconomy) -> list[OwnTree]:
    """The trees with the empire's levels, and the prices of the next (SC-RES-003)."""
    return [
        OwnTree(
            code=tree.code,
            name=tree.name,
            modifier=tree.modifier,
            level=empire.level(tree.code),
            special=special_of_step(tree.code, empire.level(tree.code) + 1),
            price=float(economy.research.level_price(empire.level(tree.code) + 1)),
        )
        for tree in TREES.values()
    ]


def open_technologies(empire: Empire) -> Iterator[Technology]:
    """Technologies open for development now (SC-RND-001, SC-RND-002)."""
    for tree in TREES:
        for level in range(1, empire.level(tree) + 1):
            for technology in at_level(tree, level):
                begun = empire.has(technology.name) or technology.name in empire.projects
                if not begun and not obstacles(empire, technology):
                    yield technology


def open_of(empire: Empire, economy: StarclusterEconomy) -> list[dict[str, Any]]:
    """Technologies open for development, with their prices a turn (SC-RND-004)."""
    return [
        {
            "name": technology.name,
            "tree": technology.tree,
            "level": technology.level,
            "special": technology.special,
            "MC": in_units(_development_price(technology, economy)),
        }
        for technology in open_technologies(empire)
    ]


def _development_price(tech: Technology, economy: StarclusterEconomy) -> int:
    modifier = TREES[tech.tree].modifier
    return half_up(MC * economy.research.development_price(tech.level, modifier, tech.special))


def projects_of(game: Starcluster, empire: Empire, economy: StarclusterEconomy) -> list[OwnProject]:
    """Research and development under way, with the chances of breakthroughs."""
    return [_project(game, empire, economy, project) for project in empire.projects.values()]


def _project(
    game: Starcluster, empire: Empire, economy: StarclusterEconomy, project: Project
) -> OwnProject:
    outlook = project_requirements(game, economy, empire, project)
    return OwnProject(
        name=project.name,
        kind=_kind(project.name),
        centers=list(project.centers),
        turns=project.turns,
        least=outlook.turns,
        price=in_units(project_price(economy, empire, project)),
        step=figure(outlook.step),
        chance=figure(chance_next(game, economy, empire, project)),
        breakthroughs=project.breakthroughs,
        breakthroughs_of=breakthroughs(outlook.special),
        suspended=project.suspended,
    )


def _kind(name: str) -> str:
    """The kind of a project, by its name (SC-ORD-004)."""
    if name == EL:
        return "EL"
    if name in TREES:
        return "LEVEL"
    return "HULL" if is_science(name) else "TECHNOLOGY"

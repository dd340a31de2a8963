"""An empire's technology: levels, what can be developed, and the projects under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Project
from variants.starcluster.money import hundredths
from variants.starcluster.technology.technologies import (
    Technology,
    at_level,
    before,
    special_of_step,
    technology,
)
from variants.starcluster.technology.trees import TREES
from variants.starcluster.view.figures import in_mc
from variants.starcluster.view.work_shapes import OwnProject, OwnTree


def trees_of(empire: Empire, economy: Imperium) -> list[OwnTree]:
    """The trees with the empire's levels, and what the next ones cost (SC-RES-003)."""
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
    """What can be developed now (SC-RND-001, SC-RND-002)."""
    developing = {name for name in empire.projects if technology(name) is not None}
    for tree in TREES:
        for level in range(1, empire.level(tree) + 1):
            for one in at_level(tree, level):
                done = empire.has(one.name) or one.name in developing
                if not done and _has_what_it_needs(empire, one):
                    yield one


def _has_what_it_needs(empire: Empire, one: Technology) -> bool:
    earlier = before(one.name)
    if earlier is not None and not empire.has(earlier):
        return False
    if isinstance(one.needs, tuple):
        tree, level = one.needs
        return empire.level(tree) >= level
    return one.needs is None or empire.has(one.needs)


def open_of(empire: Empire, economy: Imperium) -> list[dict[str, Any]]:
    """What can be developed now, with its price a turn (SC-RND-004)."""
    return [
        {
            "name": one.name,
            "tree": one.tree,
            "level": one.level,
            "special": one.special,
            "MC": in_mc(
                hundredths(
                    economy.research.development_price(
                        one.level, TREES[one.tree].modifier, one.special
                    )
                )
            ),
        }
        for one in open_technologies(empire)
    ]


def projects_of(empire: Empire) -> list[OwnProject]:
    """Research and development under way."""
    return [_project(one) for one in empire.projects.values()]


def _project(project: Project) -> OwnProject:
    return OwnProject(
        name=project.name,
        kind=_kind(project.name),
        centers=list(project.centers),
        turns=project.turns,
        breakthroughs=project.breakthroughs,
        suspended=project.suspended,
    )


def _kind(name: str) -> str:
    """What a project's name says it is (SC-ORD-004)."""
    if name in TREES:
        return "LEVEL"
    if name.startswith("HULL:"):
        return "HULL"
    return "EL" if name == "EL" else "TECHNOLOGY"

"""Work on projects in the research phase, and breakthroughs (SC-RES, SC-RND, SC-MOD)."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.rules.espionage import SABOTAGED
from variants.starcluster.rules.projects import (
    EL,
    HULL,
    center_rating,
    hull_of,
    is_science,
    payments,
    technology_of,
)
from variants.starcluster.technologies import TREES, breakthroughs, special_of_step

BREAKTHROUGH = EventKind(
    "project.breakthrough",
    "A breakthrough in {project}; a hard knot needs another one.",
    ("SC-MOD-003",),
)
LEVEL = EventKind("project.level", "{tree} reaches level {level}.", ("SC-RES-006",))
DEVELOPED = EventKind("project.developed", "{technology} is developed.", ("SC-RES-006",))
KNOT = EventKind("project.knot", "The knot of {hull} is broken.", ("SC-HULL-010",))
RAISED = EventKind("project.el", "The Economic Level is now {el}.", ("SC-EL-001", "SC-EL-003"))

#: Draws are from 0.00 to 99.99 (SC-RES-006).
DRAWS = 10_000
#: The tree of the knots of hulls (SC-HULL-010).
CONSTRUCTION = "CON"


@frozen
class ProjectRequirements:
    """The requirements of a project, with its present centers.

    Attributes:
        turns: the minimum turns before a breakthrough; an EL project succeeds then.
        step: the step of its chance, in percent; 0 for the EL, which needs no roll.
        special: its special modifier.
    """

    turns: int
    step: Fraction = Fraction(0)
    special: int = 0


def work_on_projects(context: TurnContext[Starcluster]) -> None:
    """Do a turn of work on every project that was paid for and not hindered."""
    for empire in context.game.empires:
        for project in list(empire.projects.values()):
            key = (empire.id, project.name)
            if key in payments(context) and not _is_sabotaged(context, project):
                _work(context, empire, project)


def project_requirements(
    game: Starcluster, economy: StarclusterEconomy, empire: Empire, project: Project
) -> ProjectRequirements:
    """The requirements of a project (SC-RES-004, SC-RES-005, SC-RND-005, SC-RND-006, SC-EL-003)."""
    research, name = economy.research, project.name
    bonus = empire.race.research
    if name == EL:
        return ProjectRequirements(
            research.el_time(empire.el, len(project.centers)) + project.more_turns
        )
    ratings = [center_rating(game, center) for center in project.centers]
    if is_science(name):
        level, modifier, special = _science(empire, name)
        turns = research.level_turns(level, modifier, special, ratings[0])
        step = research.level_step(ratings[0], special, bonus)
    else:
        technology = technology_of(name)
        special, modifier = technology.special, TREES[technology.tree].modifier
        turns = research.development_turns(technology.level, len(ratings), modifier, special)
        step = research.development_step(ratings, special, bonus)
    return ProjectRequirements(turns + project.more_turns, step, special)


def chance_next(
    game: Starcluster, economy: StarclusterEconomy, empire: Empire, project: Project
) -> Fraction:
    """The chance, in percent, of a breakthrough in a project's next turn of work."""
    needs = project_requirements(game, economy, empire, project)
    if project.turns + 1 < needs.turns:
        return Fraction(0)
    if project.name == EL:
        return Fraction(100)
    chance = economy.research.chance(needs.step, project.chances + 1, project.less_chance)
    return min(Fraction(100), chance)


def _is_sabotaged(context: TurnContext[Starcluster], project: Project) -> bool:
    """True if espionage has hit a system with one of its centers (SC-RES-006, SC-ESP-003)."""
    hit = context.notes.get(SABOTAGED, ())
    return any(center.partition(":")[0] in hit for center in project.centers)


def _science(empire: Empire, name: str) -> tuple[int, int, int]:
    """Level, modifier of the tree and special modifier of a Science Center's project."""
    if name.startswith(HULL):
        kind = hull_of(name)
        return kind.el, TREES[CONSTRUCTION].modifier, kind.special
    level = empire.level(name) + 1
    return level, TREES[name].modifier, special_of_step(name, level)


def _work(context: TurnContext[Starcluster], empire: Empire, project: Project) -> None:
    game = context.game
    economy = economy_of(context)
    needs = project_requirements(game, economy, empire, project)
    project.turns += 1
    if project.turns < needs.turns:
        return
    if project.name == EL:
        del empire.projects[EL]
        empire.el += 1
        context.emit(RAISED, empire.readers, el=empire.el)
        return
    project.chances += 1
    chance = economy.research.chance(needs.step, project.chances, project.less_chance)
    if _draw(context, empire, project) >= chance:
        return
    project.breakthroughs += 1
    if project.breakthroughs < breakthroughs(needs.special):
        project.chances = 0
        context.emit(BREAKTHROUGH, empire.readers, project=project.name)
        return
    _complete(context, empire, project)


def _draw(context: TurnContext[Starcluster], empire: Empire, project: Project) -> Fraction:
    """Draw a number in percent; forecasts foresee only certain breakthroughs."""
    if context.forecast:
        return Fraction(DRAWS - 1, 100)
    stream = context.stream("project", project.name, known_to=empire.dice_reader)
    return Fraction(stream.below(DRAWS), 100)


def _complete(context: TurnContext[Starcluster], empire: Empire, project: Project) -> None:
    """Gain the result of a project at once."""
    name = project.name
    del empire.projects[name]
    if name in TREES:
        empire.levels[name] = empire.level(name) + 1
        context.emit(LEVEL, empire.readers, tree=name, level=empire.levels[name])
    elif name.startswith(HULL):
        empire.knots.append(hull_of(name).code)
        context.emit(KNOT, empire.readers, hull=hull_of(name).code)
    else:
        empire.developed.append(name)
        context.emit(DEVELOPED, empire.readers, technology=name)

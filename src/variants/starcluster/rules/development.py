"""DEVELOP: technologies, in R&D Centers (SC-RND, SC-RDC)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.references import colony_named
from variants.starcluster.rules.projects import (
    DEDICATED,
    GENERIC,
    center_rating,
    end_project,
    project_at,
)
from variants.starcluster.rules.science import STOP, begin_project
from variants.starcluster.technology.technologies import (
    Technology,
    before,
    technology,
    with_earlier,
)

MOVED = EventKind("project.centers", "{centers} now work on {project}.", ("SC-RND-007",))


def develop(context: TurnContext, empire: Empire, order: Order) -> None:
    """DEVELOP: put centers to work on a technology, exchange them, or STOP (SC-RND-007)."""
    technology_ = _technology(order["technology"])
    running = empire.projects.get(technology_.name)
    words = order.several("center")
    if [word.upper() for word in words] == [STOP]:
        if running is None:
            message = f"{technology_.name} is not being developed"
            raise Refused(Refusal("no-project", message, "", "technology"))
        end_project(context, empire, running, "you have stopped it")
        return
    if running is None:
        must_be_open(empire, technology_)
    centers = list(dict.fromkeys(_center(context, empire, word, technology_) for word in words))
    if running is not None:
        running.centers = centers
        context.emit(MOVED, empire.readers, project=technology_.name, centers=", ".join(centers))
        return
    begin_project(context, empire, Project(name=technology_.name, centers=centers), ("SC-RND-004",))


def must_be_open(empire: Empire, technology_: Technology) -> None:
    """Raise Refused if an empire cannot develop a technology now (SC-RND-001, SC-RND-002)."""
    if empire.has(technology_.name):
        message = f"{technology_.name} is already developed"
        raise Refused(Refusal("known-already", message, "choose another technology", "technology"))
    for requirement, remedy in obstacles(empire, technology_):
        message = f"{technology_.name} needs {requirement}"
        raise Refused(Refusal("not-open", message, remedy, "technology"))


def obstacles(empire: Empire, goal: Technology) -> list[tuple[str, str]]:
    """Obstacles to developing a technology, with remedies."""
    lacking: list[tuple[str, str]] = []
    if empire.level(goal.tree) < goal.level:
        lacking.append((f"level {goal.level} of {goal.tree}", f"RESEARCH {goal.tree} first"))
    lower = before(goal.name)
    if lower is not None and not empire.has(lower):
        lacking.append((lower, f"DEVELOP {lower} first"))
    if isinstance(goal.needs, str) and not empire.has(goal.needs):
        lacking.append((goal.needs, f"DEVELOP {goal.needs} first"))
    if isinstance(goal.needs, tuple):
        tree, level = goal.needs
        if empire.level(tree) < level:
            lacking.append((f"level {level} of {tree}", f"RESEARCH {tree} first"))
    return lacking


def learn_technology(empire: Empire, name: str) -> list[str]:
    """Give an empire a technology from others, with all lower versions (SC-RND-003).

    The levels of its trees stay the same, and projects for gained technologies end. Returns the new
    technologies.
    """
    new = [version for version in with_earlier(name) if not empire.has(version)]
    empire.developed += new
    for version in new:
        empire.projects.pop(version, None)
    return new


def _technology(word: str) -> Technology:
    match = technology(word)
    if match is None:
        message = f"there is no technology {word}"
        hint = "write a code and a generation, as S2, or a twig, as ENI:TUNER"
        raise Refused(Refusal("unknown-technology", message, hint, "technology"))
    return match


def _center(context: TurnContext, empire: Empire, word: str, goal: Technology) -> str:
    """The R&D Center of a word such as 7:G, if it can work on a technology (SC-RDC-006)."""
    game: Starcluster = context.game
    system, _, kind = word.upper().partition(":")
    if kind not in (GENERIC, DEDICATED):
        message = f"'{word}' is not an R&D Center"
        raise Refused(Refusal("no-center", message, "write 1:G or 1:D", "center"))
    place = colony_named(game, empire, system, "center")
    center = f"{place.id}:{kind}"
    level = center_rating(game, center)
    if not level:
        message = f"there is no center {center}"
        raise Refused(Refusal("no-center", message, "INSTALL one first", "center"))
    if kind == DEDICATED and place.dedicated_tree != goal.tree:  # SC-RDC-003
        message = f"{center} works only on {place.dedicated_tree}, but {goal.name} is of"
        raise Refused(Refusal("other-tree", f"{message} {goal.tree}", "use another", "center"))
    if level < goal.level:
        message = f"{center} has level {level}, but {goal.name} needs {goal.level}"
        raise Refused(Refusal("center-too-low", message, "UPGRADE it first", "center"))
    busy = project_at(empire, center)
    if busy is not None and busy.name != goal.name:
        message = f"{center} works on {busy.name}"
        raise Refused(Refusal("busy", message, f"DEVELOP {busy.name} STOP first", "center"))
    return center

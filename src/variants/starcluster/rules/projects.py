"""Research projects: their prices, payment and end (SC-RES).

A project's name is a tree, EL, HULL:<hull>, or a technology (SC-ORD-004). Science Centers work on
the first three, R&D Centers on technologies (SC-RES-001).
"""

from __future__ import annotations

from horizons_core.amounts import half_up
from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import HULL_TYPES, HullType
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.model.works import CHANCE
from variants.starcluster.rules.income import GRANTED
from variants.starcluster.rules.treasury import balance, charge
from variants.starcluster.technologies import TREES, Technology, technology

ENDED = EventKind(
    "project.ended", "{project} ends without result: {why}.", ("SC-RES-008", "SC-RES-007")
)
RESUMED = EventKind("project.resumed", "{project} continues.", ("SC-BRK-004", "SC-BRK-005"))
WAITS = EventKind(
    "project.waits",
    "{project} is suspended for lack of money: turn {turns} without work.",
    ("SC-BRK-004", "SC-BRK-005"),
)

#: The name of the project that raises the EL, and the prefix of projects for hulls.
EL, HULL = "EL", "HULL:"
#: Suffixes of R&D Centers after their system (SC-RND-007).
GENERIC, DEDICATED = "G", "D"
#: Key of a turn's notes: payments of the turn by empire and project.
PAID = "paid"
#: Penalty per turn of suspension after the first: percent of chance, or turns (SC-BRK-004,
#: SC-BRK-005); for Science Centers, then for R&D Centers.
SCIENCE_PENALTY, DEVELOPMENT_PENALTY = (5, 1), (10, 2)


def is_science(name: str) -> bool:
    """True if Science Centers work on a project (SC-RES-001)."""
    return name == EL or name in TREES or name.startswith(HULL)


def hull_of(name: str) -> HullType:
    """The hull whose knot a project breaks (SC-HULL-010)."""
    return HULL_TYPES[name.removeprefix(HULL)]


def technology_of(name: str) -> Technology:
    """The technology that a project develops; raises KeyError for other projects."""
    match = technology(name)
    if match is None:
        raise KeyError(name)
    return match


def project_price(economy: StarclusterEconomy, empire: Empire, project: Project) -> int:
    """The cost of a project in hundredths of an MC a turn.

    An EL project without the required centers costs nothing.
    """
    research, name = economy.research, project.name
    if name == EL:
        if len(project.centers) < research.el_centers(empire.el):  # SC-RES-008
            return 0
        return half_up(MC * research.el_price(empire.el))  # SC-EL-002
    if name in TREES:  # SC-RES-003
        return MC * research.level_price(empire.level(name) + 1)
    if name.startswith(HULL):  # SC-HULL-010
        return MC * research.level_price(hull_of(name).el)
    tech = technology_of(name)
    modifier = TREES[tech.tree].modifier
    # SC-RND-004
    return half_up(MC * research.development_price(tech.level, modifier, tech.special))


def project_at(empire: Empire, center: str) -> Project | None:
    """The project on which a center works, or None."""
    return next((p for p in empire.projects.values() if center in p.centers), None)


def center_rating(game: Starcluster, center: str) -> int:
    """The rating of a Science Center, or the level of an R&D Center such as 7:G."""
    system, _, kind = center.partition(":")
    place = game.place(system)
    return {"": place.science, GENERIC: place.generic, DEDICATED: place.dedicated}[kind]


def charge_running(context: TurnContext[Starcluster]) -> None:
    """Charge for running projects first in step 8, as required payments (SC-ECO-005)."""
    for empire in context.game.empires:
        for project in empire.projects.values():
            if not project.suspended:
                pay_for(context, empire, project)


def charge_suspended(context: TurnContext[Starcluster]) -> None:
    """Resume suspended projects if there is money left after required payments."""
    economy = economy_of(context)
    for empire in context.game.empires:
        for project in empire.projects.values():
            if not project.suspended:
                continue
            if balance(empire) >= cost_now(context, economy, empire, project):
                project.suspended = 0
                pay_for(context, empire, project)
                context.emit(RESUMED, empire.readers, project=project.name)
            else:
                count_suspension(project, empire)
                turns = project.suspended
                context.emit(WAITS, empire.readers, project=project.name, turns=turns)


def count_suspension(project: Project, empire: Empire) -> None:
    """Count a turn of suspension; each after the first has a penalty (SC-BRK-004, SC-BRK-005)."""
    project.suspended += 1
    if project.suspended == 1:
        return
    chance, turns = SCIENCE_PENALTY if is_science(project.name) else DEVELOPMENT_PENALTY
    if empire.penalty == CHANCE and project.name != EL:
        project.less_chance += chance
    else:
        project.more_turns += turns


def cost_now(
    context: TurnContext[Starcluster], economy: StarclusterEconomy, empire: Empire, project: Project
) -> int:
    """The cost of a project this turn: nothing with a grant (SC-RES-006)."""
    granted = empire.id in context.notes.get(GRANTED, ())
    return 0 if granted else project_price(economy, empire, project)


def pay_for(context: TurnContext[Starcluster], empire: Empire, project: Project) -> None:
    """Pay a turn of a project; an EL project without centers is not paid and makes no progress."""
    economy = economy_of(context)
    if project_price(economy, empire, project):
        cost = cost_now(context, economy, empire, project)
        charge(context, empire, cost, f"project {project.name}", ("SC-ECO-005",))
        payments(context)[empire.id, project.name] = cost


def payments(context: TurnContext[Starcluster]) -> dict[tuple[str, str], int]:
    """Payments of this turn by empire and project, including those of 0 with a grant."""
    paid: dict[tuple[str, str], int] = context.notes.setdefault(PAID, {})
    return paid


def leave_lost_centers(context: TurnContext[Starcluster]) -> None:
    """Remove centers in systems given away or conquered from projects (SC-RES-008)."""
    game = context.game
    for empire in game.empires:
        colonies = {system.id for system in game.colonies(empire.id)}
        for project in list(empire.projects.values()):
            for center in list(project.centers):
                if center.partition(":")[0] not in colonies or not center_rating(game, center):
                    end_projects_at(context, empire, center)


def end_projects_at(context: TurnContext[Starcluster], empire: Empire, center: str) -> None:
    """Remove a lost or closed center from its project, which ends without centers (SC-RES-008)."""
    project = project_at(empire, center)
    if project is None:
        return
    project.centers.remove(center)
    if not project.centers:
        end_project(context, empire, project, "it no longer has a center")


def end_project(
    context: TurnContext[Starcluster], empire: Empire, project: Project, reason: str
) -> None:
    """End a project; all its progress is lost."""
    del empire.projects[project.name]
    context.emit(ENDED, empire.readers, project=project.name, why=reason)

"""RESEARCH and DEVELOP: projects in Science Centers and R&D Centers (SC-RES, SC-EL, SC-RND)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Project, Starcluster, StarSystem
from variants.starcluster.references import SYSTEM, colony_named
from variants.starcluster.rules.projects import (
    DEDICATED,
    EL,
    GENERIC,
    HULL,
    center_rating,
    cost_now,
    end_project,
    payments,
    project_at,
    project_price,
)
from variants.starcluster.rules.treasury import pay
from variants.starcluster.technologies import TREES, Technology, before, technology, with_earlier

BEGUN = EventKind(
    "project.begun",
    "{project} begins in {centers}: {mc:,.2f} MC a turn.",
    ("SC-RES-007", "SC-RND-007"),
)

#: Word that ends a project, in place of a tree, a hull or centers.
STOP = "STOP"


def research(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """RESEARCH: the next level of a tree, the knot of a hull, or STOP (SC-RES-007)."""
    place = order[SYSTEM]
    if order.get("tree", "").upper() == STOP:
        _stop_at(context, empire, place)
    elif "hull" in order.arguments:
        _research_hull(context, empire, place, order["hull"])
    else:
        _research_tree(context, empire, place, order["tree"].upper())


def research_el(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """RESEARCH EL: with Science Centers that do no other work until it ends (SC-EL-001)."""
    game = context.game
    words = order.several("place")
    if [word.upper() for word in words] == [STOP]:
        running = empire.projects.get(EL)
        if running is None:
            raise Refused(Refusal("no-project", "there is no EL project", "", "place"))
        end_project(context, empire, running, "you have stopped it")
        return
    places = [colony_named(game, empire, word, "place") for word in words]
    _must_be_allowed_now(context, empire)
    _must_suffice(context, empire, places)
    centers = list(dict.fromkeys(place.id for place in places))
    begin_project(context, empire, Project(name=EL, centers=centers), ("SC-EL-002",))
    empire.last_el = context.turn


def begin_project(
    context: TurnContext[Starcluster], empire: Empire, project: Project, rules: tuple[str, ...]
) -> None:
    """Begin a project and pay its first turn; raises Refused without enough money."""
    economy = economy_of(context)
    cost = cost_now(context, economy, empire, project)
    pay(context, empire, cost, f"project {project.name}", rules)
    empire.projects[project.name] = project
    payments(context)[empire.id, project.name] = cost
    context.emit(
        BEGUN,
        empire.readers,
        project=project.name,
        centers=", ".join(project.centers),
        mc=project_price(economy, empire, project) / MC,
    )


def _stop_at(context: TurnContext[Starcluster], empire: Empire, place: StarSystem) -> None:
    running = project_at(empire, place.id)
    if running is None:
        message = f"there is no research in {place.id}"
        raise Refused(Refusal("no-project", message, "", "system"))
    if running.name == EL:
        message = f"{place.id} works on the EL"
        raise Refused(Refusal("busy", message, "stop it with RESEARCH EL STOP", "system"))
    end_project(context, empire, running, "you have stopped it")


def _research_tree(
    context: TurnContext[Starcluster], empire: Empire, place: StarSystem, tree: str
) -> None:
    if tree not in TREES:
        hint = did_you_mean(tree, TREES)
        raise Refused(Refusal("unknown-tree", f"there is no tree {tree}", hint, "tree"))
    level = empire.level(tree) + 1
    _must_be_new(empire, tree, "tree")
    _must_be_free(empire, place)
    if place.science < level:  # SC-RES-002
        message = f"the center in {place.id} has rating {place.science}, but {tree} {level} needs"
        raise Refused(
            Refusal("center-too-low", f"{message} {level}", "UPGRADE SCIENCE first", "system")
        )
    begin_project(context, empire, Project(name=tree, centers=[place.id]), ("SC-RES-003",))


def _research_hull(
    context: TurnContext[Starcluster], empire: Empire, place: StarSystem, word: str
) -> None:
    hull = hull_named(word)
    if hull is None or not hull.type.special:
        message = f"{word} is not a hull with a knot"
        raise Refused(Refusal("no-knot", message, "choose BB, SD, MT, BS5 or BS6", "hull"))
    kind = hull.type
    if kind.code in empire.knots:
        message = f"the knot of {kind.code} is already broken"
        raise Refused(Refusal("no-knot", message, "use the hull in a DESIGN", "hull"))
    if empire.el < kind.el:
        message = f"{kind.code} needs EL {kind.el}, but yours is {empire.el}"
        raise Refused(Refusal("el-too-low", message, "RESEARCH EL first", "hull"))
    name = f"{HULL}{kind.code}"
    _must_be_new(empire, name, "hull")
    _must_be_free(empire, place)
    if place.science < kind.el:
        message = f"the center in {place.id} has rating {place.science}, but {name} needs {kind.el}"
        raise Refused(Refusal("center-too-low", message, "UPGRADE SCIENCE first", "system"))
    begin_project(context, empire, Project(name=name, centers=[place.id]), ("SC-HULL-010",))


def _must_be_new(empire: Empire, name: str, argument: str) -> None:
    if name in empire.projects:
        centers = ", ".join(empire.projects[name].centers)
        message = f"{name} is already researched in {centers}"
        raise Refused(Refusal("in-research", message, "choose another project", argument))


def _must_be_free(empire: Empire, place: StarSystem, argument: str = "system") -> None:
    if not place.science:
        message = f"there is no Science Center in {place.id}"
        raise Refused(Refusal("no-center", message, f"INSTALL SCIENCE {place.id}", argument))
    running = project_at(empire, place.id)
    if running is not None:
        message = f"the center in {place.id} works on {running.name}"
        raise Refused(Refusal("busy", message, "STOP that first, or use another center", argument))


def _must_be_allowed_now(context: TurnContext[Starcluster], empire: Empire) -> None:
    """Refuse a second EL project, or one before the pause is over (SC-EL-004)."""
    economy = economy_of(context)
    if EL in empire.projects:
        raise Refused(
            Refusal("in-research", "an EL project is already running", "RESEARCH EL STOP")
        )
    pause = economy.research.el_pause
    if empire.last_el is not None and context.turn < empire.last_el + pause:
        message = f"the last EL project began in turn {empire.last_el}"
        raise Refused(Refusal("too-soon", message, f"wait until turn {empire.last_el + pause}"))


def _must_suffice(
    context: TurnContext[Starcluster], empire: Empire, places: list[StarSystem]
) -> None:
    """Refuse fewer free centers of the highest rating than required (SC-EL-001), or lower ones."""
    game = context.game
    economy = economy_of(context)
    top = empire.el + 1
    for place in places:
        _must_be_free(empire, place, "place")
    low = [c.id for c in game.colonies(empire.id) if 0 < c.science < top]  # SC-SCI-003
    if low:
        message = f"Science Centers in {', '.join(low)} have ratings below {top}"
        raise Refused(Refusal("center-too-low", message, "UPGRADE SCIENCE them first", "place"))
    needed = economy.research.el_centers(empire.el)
    count = len({place.id for place in places})
    if count < needed:
        message = f"EL {top} needs {needed} Science Centers, not {count}"
        raise Refused(Refusal("too-few-centers", message, "name more systems", "place"))


MOVED = EventKind("project.centers", "{centers} now work on {project}.", ("SC-RND-007",))


def develop(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
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
        raise Refused(Refusal("already-known", message, "choose another technology", "technology"))
    for requirement, remedy in obstacles(empire, technology_):
        message = f"{technology_.name} needs {requirement}"
        raise Refused(Refusal("missing-prerequisite", message, remedy, "technology"))


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


def _center(context: TurnContext[Starcluster], empire: Empire, word: str, goal: Technology) -> str:
    """The R&D Center of a word such as 7:G, if it can work on a technology (SC-RDC-006)."""
    game = context.game
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

"""RESEARCH: levels of trees, the EL, and knots of hulls, in Science Centers (SC-RES, SC-EL)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Project, Starcluster, StarSystem
from variants.starcluster.references import colony_named
from variants.starcluster.rules.projects import (
    EL,
    HULL,
    cost_now,
    end_project,
    payments,
    project_at,
    project_price,
)
from variants.starcluster.rules.purchases import pay
from variants.starcluster.technology.trees import TREES

BEGUN = EventKind(
    "project.begun",
    "{project} begins in {centers}: {mc:,.2f} MC a turn.",
    ("SC-RES-007", "SC-RND-007"),
)

#: Word in place of a tree, a hull or centers that ends the project.
STOP = "STOP"


def research(context: TurnContext, empire: Empire, order: Order) -> None:
    """RESEARCH: the next level of a tree, the knot of a hull, or STOP (SC-RES-007)."""
    place: StarSystem = order["system"]
    if order.get("tree", "").upper() == STOP:
        _stop_at(context, empire, place)
    elif "hull" in order.arguments:
        _research_hull(context, empire, place, order["hull"])
    else:
        _research_tree(context, empire, place, order["tree"].upper())


def research_el(context: TurnContext, empire: Empire, order: Order) -> None:
    """RESEARCH EL: with Science Centers that do no other work until it ends (SC-EL-001)."""
    game: Starcluster = context.game
    words = order.several("place")
    if [word.upper() for word in words] == [STOP]:
        running = empire.projects.get(EL)
        if running is None:
            raise Refused(Refusal("no-project", "there is no EL project", "", "place"))
        end_project(context, empire, running, "you have stopped it")
        return
    places = [colony_named(game, empire, word, "place") for word in words]
    _must_be_time(context, empire)
    _must_suffice(context, empire, places)
    centers = list(dict.fromkeys(place.id for place in places))
    begin_project(context, empire, Project(name=EL, centers=centers), ("SC-EL-002",))
    empire.last_el = context.turn


def begin_project(
    context: TurnContext, empire: Empire, project: Project, rules: tuple[str, ...]
) -> None:
    """Begin a project and pay its first turn; raises Refused without enough money."""
    economy: StarclusterEconomy = context.variant.economy
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


def _stop_at(context: TurnContext, empire: Empire, place: StarSystem) -> None:
    running = project_at(empire, place.id)
    if running is None:
        message = f"there is no research in {place.id}"
        raise Refused(Refusal("no-project", message, "", "system"))
    if running.name == EL:
        message = f"{place.id} works on the EL"
        raise Refused(Refusal("busy", message, "stop it with RESEARCH EL STOP", "system"))
    end_project(context, empire, running, "you have stopped it")


def _research_tree(context: TurnContext, empire: Empire, place: StarSystem, tree: str) -> None:
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


def _research_hull(context: TurnContext, empire: Empire, place: StarSystem, word: str) -> None:
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


def _must_be_time(context: TurnContext, empire: Empire) -> None:
    """Refuse a second EL project, or one before the pause is over (SC-EL-004)."""
    economy: StarclusterEconomy = context.variant.economy
    if EL in empire.projects:
        raise Refused(
            Refusal("in-research", "an EL project is already running", "RESEARCH EL STOP")
        )
    pause = economy.research.el_pause
    if empire.last_el is not None and context.turn < empire.last_el + pause:
        message = f"the last EL project began in turn {empire.last_el}"
        raise Refused(Refusal("too-soon", message, f"wait until turn {empire.last_el + pause}"))


def _must_suffice(context: TurnContext, empire: Empire, places: list[StarSystem]) -> None:
    """Refuse fewer free centers of the highest rating than required (SC-EL-001), or lower ones."""
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
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

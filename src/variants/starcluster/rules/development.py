"""DEVELOP: technologies, in R&D Centers (SC-RND, SC-RDC)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Project, Starcluster
from variants.starcluster.references import colony_named
from variants.starcluster.rules.projects import DEDICATED, GENERIC, end, project_at, rating
from variants.starcluster.rules.science import STOP, begin
from variants.starcluster.technology.technologies import (
    Technology,
    before,
    technology,
    with_earlier,
)

MOVED = EventKind("project.centers", "{project} is worked on in {centers} now.", ("SC-RND-007",))


def develop(context: TurnContext, empire: Empire, order: Order) -> None:
    """DEVELOP: put centers to work on a technology, exchange them, or STOP (SC-RND-007)."""
    found = _technology(order["technology"])
    running = empire.projects.get(found.name)
    words = order.several("center")
    if [word.upper() for word in words] == [STOP]:
        if running is None:
            message = f"{found.name} is not being developed"
            raise Refused(Refusal("no-project", message, "", "technology"))
        end(context, empire, running, "you have stopped it")
        return
    if running is None:
        must_be_open(empire, found)
    centers = list(dict.fromkeys(_center(context, empire, word, found) for word in words))
    if running is not None:
        running.centers = centers
        context.emit(MOVED, empire.readers, project=found.name, centers=", ".join(centers))
        return
    begin(context, empire, Project(name=found.name, centers=centers), ("SC-RND-004",))


def must_be_open(empire: Empire, found: Technology) -> None:
    """Raise Refused if an empire cannot develop a technology now (SC-RND-001, SC-RND-002)."""
    if empire.has(found.name):
        message = f"{found.name} is developed already"
        raise Refused(Refusal("known-already", message, "choose another one", "technology"))
    for wanted, remedy in missing(empire, found):
        message = f"{found.name} needs {wanted}"
        raise Refused(Refusal("not-open", message, remedy, "technology"))


def missing(empire: Empire, found: Technology) -> list[tuple[str, str]]:
    """What keeps an empire from developing a technology, each with a remedy."""
    lacking: list[tuple[str, str]] = []
    if empire.level(found.tree) < found.level:
        lacking.append((f"level {found.level} of {found.tree}", f"RESEARCH {found.tree} first"))
    earlier = before(found.name)
    if earlier is not None and not empire.has(earlier):
        lacking.append((earlier, f"DEVELOP {earlier} first"))
    if isinstance(found.needs, str) and not empire.has(found.needs):
        lacking.append((found.needs, f"DEVELOP {found.needs} first"))
    if isinstance(found.needs, tuple):
        tree, level = found.needs
        if empire.level(tree) < level:
            lacking.append((f"level {level} of {tree}", f"RESEARCH {tree} first"))
    return lacking


def learn(empire: Empire, name: str) -> list[str]:
    """Give an empire a technology from others, with all lower versions (SC-RND-003).

    The levels of its trees stay as they are. The answer is what was new; a project for one of them
    is over.
    """
    new = [one for one in with_earlier(name) if not empire.has(one)]
    empire.developed += new
    for one in new:
        empire.projects.pop(one, None)
    return new


def _technology(word: str) -> Technology:
    found = technology(word)
    if found is None:
        message = f"there is no technology {word}"
        hint = "write a code and a generation, as S2, or a twig, as ENI:TUNER"
        raise Refused(Refusal("unknown-technology", message, hint, "technology"))
    return found


def _center(context: TurnContext, empire: Empire, word: str, found: Technology) -> str:
    """The R&D Center of a word such as 7:G, if it can work on a technology (SC-RDC-006)."""
    game: Starcluster = context.game
    system, _, kind = word.upper().partition(":")
    if kind not in (GENERIC, DEDICATED):
        message = f"'{word}' is no R&D Center"
        raise Refused(Refusal("no-center", message, "write 1:G or 1:D", "center"))
    place = colony_named(game, empire, system, "center")
    center = f"{place.id}:{kind}"
    level = rating(game, center)
    if not level:
        message = f"there is no center {center}"
        raise Refused(Refusal("no-center", message, "INSTALL one first", "center"))
    if kind == DEDICATED and place.dedicated_tree != found.tree:  # SC-RDC-003
        message = f"{center} works on {place.dedicated_tree} alone, and {found.name} is of"
        raise Refused(Refusal("other-tree", f"{message} {found.tree}", "use another", "center"))
    if level < found.level:
        message = f"{center} has level {level}, and {found.name} needs {found.level}"
        raise Refused(Refusal("center-too-low", message, "UPGRADE it first", "center"))
    busy = project_at(empire, center)
    if busy is not None and busy.name != found.name:
        message = f"{center} works on {busy.name}"
        raise Refused(Refusal("busy", message, f"DEVELOP {busy.name} STOP first", "center"))
    return center

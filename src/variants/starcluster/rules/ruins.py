"""Ancient ruins: a technology for who first has them surveyed in detail (SC-ANO-005)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.systems import RUINS
from variants.starcluster.rules.surveys import DELIVERIES
from variants.starcluster.technology.technologies import Technology, at_level, before
from variants.starcluster.technology.trees import TREES

FOUND = EventKind(
    "ruins.found", "The ruins of {system} have taught us {technology}.", ("SC-ANO-005",)
)


def run(context: TurnContext) -> None:
    """The first detailed scan of ruins that comes home brings a technology; they are spent then.

    Of several empires whose scans come home in one turn one is drawn (SC-ANO-005). The dice are
    nobody's: who else has been there is hidden.
    """
    if context.forecast:
        return
    game: Starcluster = context.game
    by_system: dict[str, list[str]] = {}
    for system, empire in context.notes.get(DELIVERIES, ()):
        by_system.setdefault(system, []).append(empire)
    for name, finders in by_system.items():
        system = game.place(name)
        if system.anomaly != RUINS or system.spent:
            continue
        stream = context.stream("ruins", name)
        finder: Empire = game.empire(stream.choice(sorted(set(finders))))
        found = _draw(finder, stream)
        if found is None:
            continue
        system.spent = True
        finder.developed.append(found.name)
        finder.levels[found.tree] = max(finder.level(found.tree), found.level)
        context.emit(FOUND, finder.readers, place=name, system=name, technology=found.name)


def _draw(empire: Empire, stream: Stream) -> Technology | None:
    """The lowest undeveloped technology of a random tree, or None (SC-ANO-005)."""
    lowest = [found for tree in TREES if (found := _lowest(empire, tree))]
    return stream.choice(lowest) if lowest else None


def _lowest(empire: Empire, tree: str) -> Technology | None:
    """What the empire can develop in a tree at its level or the next one, the lowest first."""
    for level in range(1, empire.level(tree) + 2):
        for one in at_level(tree, level):
            if not empire.has(one.name) and _is_open(empire, one):
                return one
    return None


def _is_open(empire: Empire, one: Technology) -> bool:
    """Whether what a technology needs besides its own tree is there (SC-RND-001)."""
    earlier = before(one.name)  # SC-RND-002
    if earlier is not None and not empire.has(earlier):
        return False
    if isinstance(one.needs, tuple):
        tree, level = one.needs
        return empire.level(tree) >= level
    return one.needs is None or empire.has(one.needs)

"""Ancient ruins: a technology for the first empire with a detailed survey (SC-ANO-005)."""

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


def grant_finds_in_ruins(context: TurnContext) -> None:
    """Grant a technology for the first detailed scan of ruins that comes home, which spends them.

    If scans of several empires come home in one turn, one of them is drawn (SC-ANO-005). The dice
    stay hidden, because they would reveal other visitors.
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
        gained = _draw(finder, stream)
        if gained is None:
            continue
        system.spent = True
        finder.developed.append(gained.name)
        finder.levels[gained.tree] = max(finder.level(gained.tree), gained.level)
        context.emit(FOUND, finder.readers, place=name, system=name, technology=gained.name)


def _draw(empire: Empire, stream: Stream) -> Technology | None:
    """The lowest undeveloped technology of a random tree, or None (SC-ANO-005)."""
    lowest = [candidate for tree in TREES if (candidate := _lowest(empire, tree))]
    return stream.choice(lowest) if lowest else None


def _lowest(empire: Empire, tree: str) -> Technology | None:
    """The lowest technology of a tree that the empire can develop at its level or the next."""
    for level in range(1, empire.level(tree) + 2):
        for candidate in at_level(tree, level):
            if not empire.has(candidate.name) and _is_open(empire, candidate):
                return candidate
    return None


def _is_open(empire: Empire, candidate: Technology) -> bool:
    """True if requirements of a technology besides its own tree are met (SC-RND-001)."""
    lower = before(candidate.name)  # SC-RND-002
    if lower is not None and not empire.has(lower):
        return False
    if isinstance(candidate.needs, tuple):
        tree, level = candidate.needs
        return empire.level(tree) >= level
    return candidate.needs is None or empire.has(candidate.needs)

"""Charts: what an empire learns of warp points, and the ways that it knows (SC-EXP-003).

Points are numbered in the order in which the empire learns of them, so that a gap in the numbers
never betrays a hidden one (SC-ORD-003).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.starcluster.model import Empire, Link, Starcluster


def learn_points(empire: Empire, system: str, links: Iterable[Link]) -> list[Link]:
    """Note ends of links in a system; the answer is those that are new."""
    known = empire.charts.points.setdefault(system, [])
    new = [link for link in links if link.number not in known]
    known += [link.number for link in new]
    return new


def learn_transit(empire: Empire, link: Link) -> None:
    """A transit makes both ends known and probed (SC-EXP-003)."""
    for system in (link.a, link.b):
        learn_points(empire, system, [link])
        if link.end(system) not in empire.charts.probed:
            empire.charts.probed.append(link.end(system))


def is_probed(empire: Empire, system: str, link: Link) -> bool:
    """Whether the empire's ships may transit a link from a system."""
    return link.end(system) in empire.charts.probed


def point_name(empire: Empire, system: str, link: Link) -> str:
    """What an empire calls the end of a link: 7.W2."""
    known = empire.charts.points.get(system, [])
    return f"{system}.W{known.index(link.number) + 1}" if link.number in known else system


def way(game: Starcluster, empire: Empire, start: str, goal: str) -> list[Link] | None:
    """The shortest known way between two systems; None if the empire knows none.

    Of equally short ones the one with the lower warp point number where they part (SC-MOV-004).
    """
    return nearest(game, empire, start, (goal,))


def nearest(
    game: Starcluster, empire: Empire, start: str, goals: Collection[str]
) -> list[Link] | None:
    """The shortest known way to the nearest of some systems, and of equally near ones to the first.

    None if the empire knows a way to none of them; see `way`.
    """
    came: dict[str, Link | None] = {start: None}
    border = [start]
    wanted, known = set(goals), empire.charts.points
    probed = set(empire.charts.probed)
    while border:
        if not wanted.isdisjoint(border):
            return _back(came, next(goal for goal in goals if goal in came))
        reached: list[str] = []
        for here in border:
            for number in known.get(here, ()):
                link = game.link(number)
                there = link.b if here == link.a else link.a
                if there not in came and link.end(here) in probed:
                    came[there] = link
                    reached.append(there)
        border = reached
    return None


def end_of(start: str, links: Iterable[Link]) -> str:
    """The system to which a way leads."""
    for link in links:
        start = link.other(start)
    return start


def _back(came: Mapping[str, Link | None], goal: str) -> list[Link]:
    """The way to a system, from the links by which systems were reached."""
    found: list[Link] = []
    here, link = goal, came[goal]
    while link is not None:
        found.append(link)
        here = link.other(here)
        link = came[here]
    return found[::-1]

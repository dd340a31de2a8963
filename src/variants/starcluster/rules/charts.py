"""Charts: an empire's knowledge of warp points and ways (SC-EXP-003).

Points are numbered in the order of discovery, so that a gap in the numbers never betrays a hidden
point (SC-ORD-003).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.starcluster.model import Empire, Starcluster, WarpLink


def learn_points(empire: Empire, system: str, links: Iterable[WarpLink]) -> list[WarpLink]:
    """Add ends of links in a system to the charts and return the new ones."""
    known = empire.charts.points.setdefault(system, [])
    new = [link for link in links if link.number not in known]
    known += [link.number for link in new]
    return new


def learn_transit(empire: Empire, link: WarpLink) -> None:
    """Make both ends of a link known and probed after a transit (SC-EXP-003)."""
    for system in (link.a, link.b):
        learn_points(empire, system, [link])
        if link.end(system) not in empire.charts.probed:
            empire.charts.probed.append(link.end(system))


def is_probed(empire: Empire, system: str, link: WarpLink) -> bool:
    """True if the empire's ships may transit a link from a system."""
    return link.end(system) in empire.charts.probed


def point_name(empire: Empire, system: str, link: WarpLink) -> str:
    """An empire's name of the end of a link: 7.W2."""
    known = empire.charts.points.get(system, [])
    return f"{system}.W{known.index(link.number) + 1}" if link.number in known else system


def shortest_path(
    game: Starcluster, empire: Empire, start: str, goal: str
) -> list[WarpLink] | None:
    """The shortest known way between two systems; None if the empire knows none.

    Among equally short ways, the lower warp point number wins where they part (SC-MOV-004).
    """
    return path_to_nearest(game, empire, start, (goal,))


def path_to_nearest(
    game: Starcluster, empire: Empire, start: str, goals: Collection[str]
) -> list[WarpLink] | None:
    """The shortest known way to the nearest goal, or among equally near ones to the first listed.

    None if no goal can be reached by known ways; see `shortest_path`.
    """
    came: dict[str, WarpLink | None] = {start: None}
    border = [start]
    targets, known = set(goals), empire.charts.points
    probed = set(empire.charts.probed)
    while border:
        if not targets.isdisjoint(border):
            return _trace_back(came, next(goal for goal in goals if goal in came))
        reached: list[str] = []
        for near in border:
            for number in known.get(near, ()):
                link = game.link(number)
                far = link.b if near == link.a else link.a
                if far not in came and link.end(near) in probed:
                    came[far] = link
                    reached.append(far)
        border = reached
    return None


def end_of_path(start: str, links: Iterable[WarpLink]) -> str:
    """The system at the end of a way."""
    for link in links:
        start = link.other(start)
    return start


def _trace_back(came: Mapping[str, WarpLink | None], goal: str) -> list[WarpLink]:
    """The way to a system, from the link that reached each system."""
    links: list[WarpLink] = []
    system, link = goal, came[goal]
    while link is not None:
        links.append(link)
        system = link.other(system)
        link = came[system]
    return links[::-1]

"""The cluster that all players of a game share (SC-SET-006, SC-SET-014)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.starcluster.constants import CLUSTER
from variants.starcluster.model.template import Template
from variants.starcluster.setup.regions import cluster_links, transits
from variants.starcluster.setup.systems import homeworld, roll_system

#: SC-SET-014: the minimum number of habitable systems besides the homeworld.
LEAST_HABITABLE = 10
#: SC-SET-014: the indices of the nearest habitable systems.
NEAREST = (0, 1, 2, 3)
#: SC-NPR-001: population limits of a non-player race's home; it starts with at most `NPR_MOST`.
NPR_LEAST, NPR_MOST, NPR_WEALTH = 300, 1000, 5
#: SC-SET-010: its minimum distance in transits.
NPR_DISTANCE = 2


def roll_template(stream: Stream) -> Template:
    """Roll a cluster, repaired so that every race can found a second colony."""
    for attempt in range(10_000):
        template = _roll_once(stream.fork("template", attempt))
        if template is not None:
            return template
    raise AssertionError("ten thousand templates in a row were too poor")


def _roll_once(stream: Stream) -> Template | None:
    """Roll a template; None if it must be rolled again (SC-SET-014)."""
    rolled = [roll_system("", at, stream.fork(at), killers=False) for at in range(1, CLUSTER)]
    systems = [homeworld(""), *rolled]
    if int_sum(bool(system.planets) for system in rolled) < LEAST_HABITABLE:
        return None
    attempt = 0
    while not any(system.planets for system in systems[1:4]):
        attempt += 1
        systems[1] = roll_system("", 1, stream.fork(1, attempt), killers=False)
    links = cluster_links(stream.fork("links"))
    distance = transits(links, 0)
    habitable = [position for position in range(1, CLUSTER) if systems[position].planets]
    nearest = sorted(habitable, key=lambda position: (distance[position], position))[: len(NEAREST)]
    for position, index in zip(nearest, NEAREST, strict=True):
        systems[position].habitability = index
    homes = [
        p
        for p in habitable
        if p not in nearest and distance[p] >= NPR_DISTANCE and systems[p].most_pu >= NPR_LEAST
    ]
    if not homes:
        return None
    npr = stream.fork("npr").choice(homes)
    systems[npr].habitability = 0
    systems[npr].wealth = NPR_WEALTH
    return Template(tuple(systems), tuple(links), npr, _exits(distance))


def _exits(distance: dict[int, int]) -> tuple[int, ...]:
    """The positions at the largest distance that at least two share (SC-SET-006)."""
    by_distance: dict[int, list[int]] = {}
    for position in sorted(distance):
        by_distance.setdefault(distance[position], []).append(position)
    shared: Sequence[int] = [far for far, positions in by_distance.items() if len(positions) >= 2]
    return tuple(by_distance[max(shared)])

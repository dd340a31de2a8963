"""Regions: a cluster's template and the core, with the links inside them (SC-SET-013)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from horizons_core.rng import Stream
from variants.starcluster.constants import CLUSTER, CORE, MOST_LINKS
from variants.starcluster.model.template import TemplateLink

#: SC-EXP-012: rolls of 1d10 from this on hide an end of a further link.
HIDDEN = 6


def cluster_links(stream: Stream) -> list[TemplateLink]:
    """A cluster's 30 links: the homeworld, position 0, has three of them (SC-SET-013)."""
    links = [TemplateLink(0, position) for position in (1, 2, 3)]
    _grow_tree(links, range(4, CLUSTER), 1, 8, stream)
    _add_further(links, range(1, CLUSTER), 6, stream)
    return links


def core_links(stream: Stream) -> list[TemplateLink]:
    """The core's 139 links (SC-SET-013)."""
    links: list[TemplateLink] = []
    _grow_tree(links, range(1, CORE), 0, 12, stream)
    _add_further(links, range(CORE), 40, stream)
    return links


def transits(links: Sequence[TemplateLink], start: int) -> dict[int, int]:
    """Number of transits from one position to each other one."""
    near: dict[int, list[int]] = {}
    for link in links:
        near.setdefault(link.a, []).append(link.b)
        near.setdefault(link.b, []).append(link.a)
    distances, border = {start: 0}, [start]
    while border:
        border = [n for position in border for n in near.get(position, ()) if n not in distances]
        border = list(dict.fromkeys(border))
        steps = max(distances.values()) + 1
        distances.update(dict.fromkeys(border, steps))
    return distances


def _grow_tree(
    links: list[TemplateLink], positions: range, least: int, look_back: int, stream: Stream
) -> None:
    """Link each position to an earlier one within reach that has room."""
    degrees = _degrees(links)
    for position in positions:
        earlier = range(max(least, position - look_back), position)
        free = [other for other in earlier if degrees[other] < MOST_LINKS]
        link = TemplateLink(stream.choice(free), position)
        links.append(link)
        degrees.update((link.a, link.b))


def _add_further(links: list[TemplateLink], positions: range, count: int, stream: Stream) -> None:
    """Add links between unlinked positions that have room; their ends may be hidden."""
    joined = {(link.a, link.b) for link in links}
    degrees = _degrees(links)
    for _ in range(count):
        free = [position for position in positions if degrees[position] < MOST_LINKS]
        pairs = [pair for pair in combinations(free, 2) if pair not in joined]
        pair = stream.choice(pairs)
        joined.add(pair)
        degrees.update(pair)
        links.append(TemplateLink(*pair, _roll_hidden(stream), _roll_hidden(stream)))


def _roll_hidden(stream: Stream) -> int:
    """The instrument range needed to find an end, 0 if it is not hidden (SC-EXP-012)."""
    return stream.die(6) + 1 if stream.die(10) >= HIDDEN else 0


def _degrees(links: Sequence[TemplateLink]) -> Counter[int]:
    """The number of links at each position."""
    return Counter(end for link in links for end in (link.a, link.b))

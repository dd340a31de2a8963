"""The map: regions and links, the shared cluster, and the core (SC-SET-002, SC-SET-003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from attrs import evolve

from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.starcluster.constants import CLUSTER, CORE, MAX_LINKS
from variants.starcluster.model import Starcluster, StarSystem, WarpLink
from variants.starcluster.model.systems import Template, TemplateLink
from variants.starcluster.setup.systems import homeworld, roll_system

#: SC-EXP-012: the lowest roll of 1d10 that hides an end of an additional link.
HIDDEN = 6

#: SC-SET-014: the minimum number of habitable systems besides the homeworld.
MIN_HABITABLE = 10
#: SC-SET-014: the habitability indices of the nearest habitable systems.
NEAREST = (0, 1, 2, 3)
#: SC-NPR-001: population limits of a non-player race's home; it starts with at most `NPR_MAX`.
NPR_MIN, NPR_MAX, NPR_WEALTH = 300, 1000, 5
#: SC-SET-010: the minimum distance of a non-player race's home, in transits.
NPR_DISTANCE = 2


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
    """Number of transits from one position to every other."""
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
    links: list[TemplateLink], positions: range, minimum: int, look_back: int, stream: Stream
) -> None:
    """Link each position to an earlier one within reach that has room."""
    degrees = _degrees(links)
    for position in positions:
        earlier = range(max(minimum, position - look_back), position)
        free = [other for other in earlier if degrees[other] < MAX_LINKS]
        link = TemplateLink(stream.choice(free), position)
        links.append(link)
        degrees.update((link.a, link.b))


def _add_further(links: list[TemplateLink], positions: range, count: int, stream: Stream) -> None:
    """Add links between unlinked positions that have room; their ends may be hidden."""
    joined = {(link.a, link.b) for link in links}
    degrees = _degrees(links)
    for _ in range(count):
        free = [position for position in positions if degrees[position] < MAX_LINKS]
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
    if int_sum(bool(system.planets) for system in rolled) < MIN_HABITABLE:
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
        if p not in nearest and distance[p] >= NPR_DISTANCE and systems[p].most_pu >= NPR_MIN
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


def cluster_name(player: int, position: int) -> str:
    """The index of a system in the cluster of a player; both count from 1 (SC-SET-004)."""
    return str(CLUSTER * (player - 1) + position + 1)


def is_in_cluster(system: str, player: int) -> bool:
    """True if a system of this index lies in the cluster of a player (SC-SET-004)."""
    return system.isdecimal() and (int(system) - 1) // CLUSTER + 1 == player


def is_in_core(system: str) -> bool:
    """True if a system of this index lies in the core (SC-SET-005)."""
    return system.startswith("C")


def core_name(number: int) -> str:
    """The name of a core system; numbers count from 1 (SC-SET-005)."""
    return f"C{number:03d}"


def add_core(game: Starcluster, stream: Stream) -> None:
    """Add the hundred core systems and the links between them (SC-SET-003)."""
    first = len(game.systems)
    for position in range(CORE):
        name = core_name(position + 1)  # SC-SET-005
        game.systems.append(roll_system(name, position, stream.fork(position), killers=True))
    for plan in core_links(stream.fork("links")):
        a, b = game.systems[first + plan.a].id, game.systems[first + plan.b].id
        link = WarpLink(
            number=len(game.links), a=a, b=b, hidden_a=plan.hidden_a, hidden_b=plan.hidden_b
        )
        game.links.append(link)


def add_cluster(game: Starcluster, player: int, template: Template, stream: Stream) -> None:
    """Add a copy of the template, with its exit to the core (SC-SET-006, SC-SET-007, SC-SET-008).

    Its systems are listed before those of the core, although the core's links are made first.
    """
    index = int_sum(not system.id.startswith("C") for system in game.systems)
    game.systems[index:index] = [
        _copy_system(system, cluster_name(player, position))
        for position, system in enumerate(template.systems)
    ]
    for plan in template.links:
        game.links.append(
            WarpLink(
                number=len(game.links),
                a=cluster_name(player, plan.a),
                b=cluster_name(player, plan.b),
                hidden_a=plan.hidden_a,
                hidden_b=plan.hidden_b,
            )
        )
    linked = {link.b for link in game.links if link and link.closed_b}
    free = [core_name(number) for number in range(1, CORE + 1) if core_name(number) not in linked]
    exit_ = cluster_name(player, stream.choice(template.exits))
    link = WarpLink(number=len(game.links), a=exit_, b=stream.choice(free), closed_b=True)
    game.links.append(link)


def _copy_system(system: StarSystem, name: str) -> StarSystem:
    planets = [evolve(planet) for planet in system.planets]
    return evolve(system, id=name, planets=planets)

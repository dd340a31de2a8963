"""The map: copies of the template around one core (SC-SET-002, SC-SET-003)."""

from __future__ import annotations

from attrs import evolve

from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.starcluster.constants import CLUSTER, CORE
from variants.starcluster.model import Starcluster, StarSystem, WarpLink
from variants.starcluster.model.template import Template
from variants.starcluster.setup.regions import core_links
from variants.starcluster.setup.systems import roll_system


def cluster_name(player: int, position: int) -> str:
    """The index of a system in the cluster of a player, from 1 on (SC-SET-004)."""
    return str(CLUSTER * (player - 1) + position + 1)


def is_in_cluster(system: str, player: int) -> bool:
    """True if a system of this index lies in the cluster of a player (SC-SET-004)."""
    return system.isdecimal() and (int(system) - 1) // CLUSTER + 1 == player


def is_in_core(system: str) -> bool:
    """True if a system of this index lies in the core (SC-SET-005)."""
    return system.startswith("C")


def core_name(number: int) -> str:
    """The name of a core system, from 1 on (SC-SET-005)."""
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

    Its systems are listed before the core, whose links are made first.
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

"""Journeys of pool freighters: duration and free freighters (SC-COL-004, SC-PUT-003)."""

from __future__ import annotations

from horizons_core.orders import Refusal, Refused
from horizons_core.report import counted
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster, StarSystem
from variants.starcluster.model.systems import SHEAR
from variants.starcluster.rules.charts import shortest_path
from variants.starcluster.rules.movement import SHEARING
from variants.starcluster.rules.pool import pool_service


def turns_between(context: TurnContext, empire: Empire, start: StarSystem, goal: StarSystem) -> int:
    """The turns of pool freighters by the shortest known way; raises Refused without one.

    (SC-COL-004, SC-PUT-003, SC-ANO-004)
    """
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    links = shortest_path(game, empire, start.id, goal.id)
    if links is None:
        message = f"you know no way from {start.id} to {goal.id}"
        raise Refused(Refusal("no-way", message, "PROBE the warp points in between", "target"))
    costs: list[int] = []
    at = start.id
    for link in links:
        shear = game.place(at).anomaly == SHEAR
        costs.append(economy.transit_points * (SHEARING if shear else 1))
        at = link.other(at)
    return economy.expedition_turns(costs, commercial_generation(empire))


def commercial_generation(empire: Empire) -> int:
    """The highest generation of commercial drives that an empire has developed."""
    generation = 1
    while empire.has(f"Ic{generation + 1}"):
        generation += 1
    return generation


def must_be_spare(context: TurnContext, empire: Empire, number: int) -> None:
    """Raise Refused if fewer freighters are spare (SC-COL-003, SC-PUT-002)."""
    economy: StarclusterEconomy = context.variant.economy
    needed = pool_service(context.game, empire, economy).needed
    spare = max(0, empire.freighters - needed)
    if spare < number:
        required = counted(number, "spare freighter")
        message = f"it needs {required}, but {spare} of your {empire.freighters} are spare"
        raise Refused(
            Refusal("no-freighters", message, "buy FREIGHTERS, which are available next turn")
        )


def must_keep_people(origin: StarSystem, leaving: int) -> None:
    """Raise Refused if a system would keep less than 1 PU."""
    if origin.pu - leaving < 1:
        message = f"{leaving} PU would leave {origin.id}, which has only {origin.pu}"
        raise Refused(
            Refusal("too-few-people", message, "take them from a larger colony", "origin")
        )

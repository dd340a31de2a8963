"""ASSAULT, and passages of guarded warp points (SC-WPA-001)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster
from variants.starcluster.model.fleets import GUARD
from variants.starcluster.references import warp_point
from variants.starcluster.rules.charts import is_probed, point_name
from variants.starcluster.rules.courses import must_have_drives
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.movement import TRANSITS
from variants.starcluster.rules.presence import is_armed

ORDERED = EventKind(
    "fleet.assault", "{fleet} will go through {point} in waves of {wave}.", ("SC-WPA-001",)
)


@frozen
class PointAssault:
    """Fleets of one empire that came through a guarded point this turn, and its guards."""

    fleets: tuple[Fleet, ...]
    guards: tuple[Fleet, ...]

    @property
    def wave(self) -> int:
        """Ships in a wave: the smallest number ordered for one of the fleets."""
        return min(fleet.wave for fleet in self.fleets)


def assault(context: TurnContext, empire: Empire, order: Order) -> None:
    """ASSAULT: pass a probed warp point of the fleet's system in waves."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
    must_have_drives(game, empire, fleet)
    system, link = warp_point(game, empire, order["point"], fleet.at, "point")
    if system != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {system}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "point"))
    if not is_probed(empire, system, link):
        message = f"the destination of {order['point']} is unknown"
        raise Refused(Refusal("not-probed", message, "PROBE it first", "point"))
    fleet.path, fleet.scan, fleet.assaults = [link.number], None, True
    fleet.wave = order.get("wave") or fleet.wave
    context.emit(
        ORDERED,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        point=point_name(empire, system, link),
        wave=fleet.wave,
    )


def assault_of(
    context: TurnContext,
    deployed: Deployment,
    at: str,
    attackers: Iterable[Fleet],
    defenders: Iterable[Fleet],
) -> PointAssault | None:
    """The assault of one side's fleets on the other's guards in a system, or None.

    Of several points the one with the most HS passing is assaulted; fleets from others join after
    the assault.
    """
    came = {t.fleet: t.link for t in context.notes.get(TRANSITS, ()) if t.place == at}
    assaults: list[PointAssault] = []
    for link in dict.fromkeys(came.values()):
        fleets = tuple(fleet for fleet in attackers if came.get(fleet.id) == link)
        guards = tuple(fleet for fleet in defenders if _guards(fleet, link))
        if fleets and any(map(is_armed, deployed.units_of(guards))):
            assaults.append(PointAssault(fleets, guards))
    return max(assaults, key=lambda candidate: deployed.spaces(candidate.fleets), default=None)


def _guards(fleet: Fleet, link: int) -> bool:
    return fleet.doctrine.stance == GUARD and fleet.doctrine.guards == link

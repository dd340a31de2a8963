"""Unstable warp points, which may lead fleets astray (SC-ANO-006)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Starcluster, WarpLink
from variants.starcluster.model.systems import UNSTABLE

#: Rolls of 1d100 up to this lead a fleet out of another warp point.
STRAYS = 5


def actual_link(context: TurnContext, fleet: Fleet, link: WarpLink) -> WarpLink:
    """The link that a fleet actually passes when it enters one; usually the same.

    Another one is drawn among the system's other points, including hidden but not closed ones; so
    the dice stay hidden.
    """
    game: Starcluster = context.game
    place = game.place(fleet.at)
    if place.anomaly != UNSTABLE or context.forecast:
        return link
    stream = context.stream("unstable", fleet.id, fleet.at, link.number)
    if stream.die(100) > STRAYS:
        return link
    candidates = [
        candidate
        for candidate in game.links_at(place.id)
        if candidate.number != link.number and not candidate.closed(place.id)
    ]
    return stream.choice(candidates) if candidates else link

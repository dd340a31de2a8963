"""Unstable warp points: fleets that come out where they were not bound (SC-ANO-006)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.starcluster.model import Fleet, Link, Starcluster
from variants.starcluster.model.systems import UNSTABLE

#: Up to this roll of 1d100 a fleet comes out of another warp point.
STRAYS = 5


def way_out(context: TurnContext, fleet: Fleet, link: Link) -> Link:
    """The link that a fleet really passes when it enters one: that one, but for bad luck.

    Another one is drawn among the system's other points, hidden ones with them and closed ones
    not; so the dice are nobody's.
    """
    game: Starcluster = context.game
    place = game.place(fleet.at)
    if place.anomaly != UNSTABLE or context.forecast:
        return link
    stream = context.stream("unstable", fleet.id, fleet.at, link.number)
    if stream.die(100) > STRAYS:
        return link
    others = [
        one
        for one in game.links_at(place.id)
        if one.number != link.number and not one.closed(place.id)
    ]
    return stream.choice(others) if others else link

"""TRADE, DEAL, LANE ON, LANE OFF and RECONSTRUCT: cooperation of worlds (C2E-10, C2E-9)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.orders import arguments
from variants.campaign2e.rules import jumps_and_lanes, reconstruction, trade

_PHASE = "administration"


def _partners(view: View) -> Sequence[str]:
    return [trade.NO_PARTNER, *(world["id"] for world in view["worlds"])]


def _trading(view: View) -> Sequence[str]:
    return [world["id"] for world in view["own_worlds"] if world["partner"]]


def _their_partners(view: View) -> Sequence[str]:
    return [world["partner"] for world in view["own_worlds"] if world["partner"]]


def _damaged(view: View) -> Sequence[str]:
    return [w["id"] for w in view["worlds"] if w["yours"] and w["points"] < w["full"]]


def _on_lanes(view: View) -> Sequence[str]:
    ends = {end for lane in view["lanes"] for end in (lane["a"], lane["b"])}
    return [name for name in arguments.own_worlds(view) if name in ends]


TRADE = Command(
    keyword="TRADE",
    rule="order_trade",
    phase=_PHASE,
    syntax=("TRADE own-world WITH world", "TRADE own-world WITH NONE"),
    help="Offers trade between two worlds, or accepts it; NONE ends trade and withdraws offers.",
    example="TRADE 7,5 WITH 8,5",
    mistake="TRADE 7,5 WITH 7,5",
    arguments={
        "world": Argument(find=references.own_world, offers=arguments.own_worlds),
        "partner": Argument(offers=_partners),
    },
    rules=("C2E-10.1-01", "C2E-10.1-02", "C2E-10.1-03"),
    run=trade.order_trade,
)

DEAL = Command(
    keyword="DEAL",
    rule="order_deal",
    phase=_PHASE,
    syntax=("DEAL own-world WITH world SHARE percent",),
    help="Asks for a share of the income that trade adds to both worlds; both must total 100.",
    example="DEAL 7,5 WITH 8,5 SHARE 50",
    mistake="DEAL 7,5 WITH 8,5 SHARE 101",
    arguments={
        "world": Argument(find=references.own_world, offers=_trading),
        "partner": Argument(offers=_their_partners),
        "percent": Argument(
            integer(0, trade.WHOLE_SHARE), offers=lambda _: Range(0, trade.WHOLE_SHARE)
        ),
    },
    rules=("C2E-10.1-05",),
    run=trade.order_deal,
)

_LANE_WORLD = {"world": Argument(find=references.own_world, offers=_on_lanes)}

LANE_OFF = Command(
    keyword="LANE OFF",
    rule="lane_off",
    phase=_PHASE,
    syntax=("LANE OFF own-world",),
    help="Closes the lanes of a world of yours to everyone, including trade.",
    example="LANE OFF 7,5",
    mistake="LANE OFF nowhere",
    arguments=_LANE_WORLD,
    rules=("C2E-5.4-01",),
    run=jumps_and_lanes.turn_lanes_off,
)

LANE_ON = Command(
    keyword="LANE ON",
    rule="lane_on",
    phase=_PHASE,
    syntax=("LANE ON own-world",),
    help="Opens the lanes of a world of yours again.",
    example="LANE ON 7,5",
    mistake="LANE ON nowhere",
    arguments=_LANE_WORLD,
    rules=("C2E-5.4-01",),
    run=jumps_and_lanes.turn_lanes_on,
)

RECONSTRUCT = Command(
    keyword="RECONSTRUCT",
    rule="order_help",
    phase=_PHASE,
    syntax=("RECONSTRUCT world HELPED BY world", "RECONSTRUCT world ALONE"),
    help="Lets a richer neighbour forgo its income to make a damaged world recover twice as fast.",
    example="RECONSTRUCT 7,5 HELPED BY 8,5",
    mistake="RECONSTRUCT 7,5 HELPED BY 7,5",
    arguments={
        "world": Argument(find=references.world, offers=_damaged),
        "helper": Argument(find=references.world, offers=arguments.own_worlds, optional=True),
        "alone": Argument(offers=lambda _: ("ALONE",), optional=True),
    },
    rules=("C2E-9.1-02",),
    run=reconstruction.order_help,
)

COMMANDS = (TRADE, DEAL, LANE_OFF, LANE_ON, RECONSTRUCT)

"""TRADE, DEAL, LANE ON, LANE OFF and RECONSTRUCT: cooperation of worlds (C2E-10, C2E-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.constants import JUMP
from variants.campaign2e.model import place_of
from variants.campaign2e.model.places import distance
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import row_named, world_argument
from variants.campaign2e.rules import jumps_and_lanes, reconstruction, trade
from variants.campaign2e.view.rows import Row

_PHASE = "administration"
_GROUP = "Worlds"


def _are_near(world: Row, other: Row) -> bool:
    return distance(place_of(world["id"]), place_of(other["id"])) <= JUMP


def _is_willing(view: View, world: Row) -> bool:
    """Return whether a world can be offered trade, regardless of its partner (C2E-10.1-03)."""
    if world["yours"]:
        return bool(world["base"] or world["controlled"])
    if world["owner"] or world["allegiance"] is None:
        return bool(world["owner"])
    is_hostile = world["allegiance"] == "hostile" and world["power"] == view.empire
    return world["allegiance"] != "war_zone" and not is_hostile


def _lane_network(view: View, world: str) -> set[str]:
    """Return the worlds that lanes join with a world, open or not (C2E-10.1-01)."""
    ends: dict[str, list[str]] = {}
    for lane in view["lanes"]:
        ends.setdefault(lane["a"], []).append(lane["b"])
        ends.setdefault(lane["b"], []).append(lane["a"])
    network, queue = {world}, [world]
    for name in queue:
        new = [end for end in ends.get(name, ()) if end not in network]
        network.update(new)
        queue += new
    return network


def _trading(view: View) -> dict[str, Row]:
    return {world["id"]: world for world in view["own_worlds"] if world["partner"]}


def _partners(view: View, chosen: Chosen) -> Sequence[str | Choice]:
    """Return the willing worlds within reach of a world, and NONE if it has anything to end."""
    nothing = Choice(trade.NO_PARTNER, LocalizedText("No partner: end trade and withdraw offers"))
    world = row_named(view["worlds"], chosen.get("world"))
    willing = [other for other in view["worlds"] if _is_willing(view, other)]
    if world is None:
        return [nothing, *(other["id"] for other in willing)]
    partner = _trading(view).get(world["id"], {}).get("partner", "")
    offered = any(
        offer["by"] == view.empire and offer["world"] == world["id"] for offer in view["offers"]
    )
    able = willing if _is_willing(view, world) else []
    network = _lane_network(view, world["id"]) if able else set()
    return [
        *([nothing] if partner or offered else []),
        *(
            other["id"]
            for other in able
            if other["id"] not in (world["id"], partner)
            and (other["id"] in network or _are_near(world, other))
        ),
    ]


def _able_to_trade(view: View) -> Sequence[str]:
    return [world for world in arguments.own_worlds(view) if _partners(view, {"world": world})]


def _owned_partners(view: View) -> Iterator[tuple[str, str]]:
    """Yield the player's worlds and their partners that belong to players (C2E-10.1-05)."""
    owned = {world["id"] for world in view["worlds"] if world["owner"]}
    for name, world in _trading(view).items():
        if world["partner"] in owned:
            yield name, world["partner"]


def _sharing(view: View) -> Sequence[str]:
    return [world for world, _ in _owned_partners(view)]


def _their_partners(view: View, chosen: Chosen) -> Sequence[str]:
    own = row_named(view["own_worlds"], chosen.get("world"))
    return [
        partner for world, partner in _owned_partners(view) if own is None or world == own["id"]
    ]


def _on_lanes(view: View, *, off: bool) -> Sequence[str]:
    ends = {end for lane in view["lanes"] for end in (lane["a"], lane["b"])}
    return [w["id"] for w in view["own_worlds"] if w["id"] in ends and w["lane_off"] == off]


def _helpers_of(view: View, damaged: Row) -> Sequence[str]:
    """Return richer worlds near a damaged one; at least one of the two is the reader's."""
    return [
        world["id"]
        for world in view["worlds"]
        if world["owner"]
        and world["points"] > damaged["full"]
        and (world["yours"] or damaged["yours"])
        and world is not damaged
        and _are_near(world, damaged)
    ]


def _all_damaged(view: View) -> Sequence[Row]:
    """Return the reader's damaged worlds, and those of others that the reader can help."""
    return [
        world
        for world in view["worlds"]
        if world["points"] < world["full"] and (world["yours"] or _helpers_of(view, world))
    ]


def _damaged(view: View) -> Sequence[str]:
    return [world["id"] for world in _all_damaged(view)]


def _chosen_damaged(view: View, chosen: Chosen) -> Sequence[Row]:
    world = row_named(view["worlds"], chosen.get("world"))
    return [world] if world is not None else _all_damaged(view)


def _helpers(view: View, chosen: Chosen) -> Sequence[str]:
    worlds = _chosen_damaged(view, chosen)
    return list(dict.fromkeys(name for world in worlds for name in _helpers_of(view, world)))


def _alone(view: View, chosen: Chosen) -> Sequence[str]:
    return ["ALONE"] if any(world["yours"] for world in _chosen_damaged(view, chosen)) else []


TRADE = Command(
    keyword="TRADE",
    rule="order_trade",
    phase=_PHASE,
    forms=("TRADE {world} WITH {partner}",),
    syntax=("TRADE own-world WITH world", "TRADE own-world WITH NONE"),
    label="Trade",
    group=_GROUP,
    help="Offers trade between two worlds, or accepts it; NONE ends trade and withdraws offers.",
    example="TRADE 7,5 WITH 8,5",
    mistake="TRADE 7,5 WITH 7,5",
    arguments={
        "world": world_argument(_able_to_trade),
        "partner": Argument(offers=_partners, things=("world",)),
    },
    rules=("C2E-10.1-01", "C2E-10.1-02", "C2E-10.1-03"),
    run=trade.order_trade,
)

DEAL = Command(
    keyword="DEAL",
    rule="order_deal",
    phase=_PHASE,
    forms=("DEAL {world} WITH {partner} SHARE {percent}",),
    syntax=("DEAL own-world WITH world SHARE percent",),
    label="Ask for a share of trade",
    group=_GROUP,
    help="Asks for a share of the income that trade adds to both worlds; the two must total 100.",
    example="DEAL 7,5 WITH 8,5 SHARE 50",
    mistake="DEAL 7,5 WITH 8,5 SHARE 101",
    arguments={
        "world": world_argument(_sharing),
        "partner": Argument(offers=_their_partners, things=("world",)),
        "percent": Argument(
            integer(0, trade.WHOLE_SHARE),
            offers=lambda _: Range(0, trade.WHOLE_SHARE),
            label="percent for you",
        ),
    },
    rules=("C2E-10.1-05",),
    run=trade.order_deal,
)

LANE_OFF = Command(
    keyword="LANE OFF",
    rule="lane_off",
    phase=_PHASE,
    syntax=("LANE OFF own-world",),
    label="Close lanes",
    group=_GROUP,
    help="Closes the lanes of a world of yours to everyone, including trade.",
    example="LANE OFF 7,5",
    mistake="LANE OFF nowhere",
    arguments={"world": world_argument(partial(_on_lanes, off=False))},
    rules=("C2E-5.4-01",),
    run=jumps_and_lanes.turn_lanes_off,
)

LANE_ON = Command(
    keyword="LANE ON",
    rule="lane_on",
    phase=_PHASE,
    syntax=("LANE ON own-world",),
    label="Open lanes",
    group=_GROUP,
    help="Opens the lanes of a world of yours again.",
    example="LANE ON 7,5",
    mistake="LANE ON nowhere",
    arguments={"world": world_argument(partial(_on_lanes, off=True))},
    rules=("C2E-5.4-01",),
    run=jumps_and_lanes.turn_lanes_on,
)

RECONSTRUCT = Command(
    keyword="RECONSTRUCT",
    rule="order_help",
    phase=_PHASE,
    forms=("RECONSTRUCT {world} HELPED BY {helper}", "RECONSTRUCT {world} {alone}"),
    syntax=("RECONSTRUCT world HELPED BY world", "RECONSTRUCT world ALONE"),
    label="Help reconstruction",
    group=_GROUP,
    help="Lets a richer neighbour forgo its income to make a damaged world recover twice as fast.",
    example="RECONSTRUCT 7,5 HELPED BY 8,5",
    mistake="RECONSTRUCT 7,5 HELPED BY 7,5",
    arguments={
        "world": world_argument(_damaged, references.world),
        "helper": world_argument(_helpers, references.world, optional=True),
        "alone": Argument(offers=_alone, optional=True, label="without help"),
    },
    rules=("C2E-9.1-02",),
    run=reconstruction.order_help,
)

COMMANDS = (TRADE, DEAL, LANE_OFF, LANE_ON, RECONSTRUCT)

"""MOVE, LANE and HOLD: movement of groups (C2E-5)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import hex_word
from variants.campaign2e.rules import movement

_PHASE = "movement"
#: The umpire moves pirates and punitive forces (C2E-N.6-01, C2E-1.6-11).
_ALL = ("", "umpire")


def _groups(view: View) -> Sequence[str]:
    return [group["name"] for group in offers.own_groups(view) if not group["defence"]]


def _hexes(view: View) -> Sequence[str]:
    return sorted({at for group in offers.own_groups(view) for at in group["jumps"]})


def _lane_ends(view: View) -> Sequence[str]:
    return sorted({end for lane in view["lanes"] for end in (lane["a"], lane["b"])})


_GROUP = Argument(find=references.own_group, offers=_groups)

MOVE = Command(
    keyword="MOVE",
    rule="move",
    phase=_PHASE,
    syntax=("MOVE group TO x,y",),
    help="Jumps to a neighbouring hex, or from a world to another at most two hexes away.",
    example="MOVE g1 TO 5,6",
    mistake="MOVE g1 TO 99,99",
    arguments={"group": _GROUP, "place": Argument(hex_word, offers=_hexes)},
    rules=("C2E-5.1-01", "C2E-5.1-02", "C2E-5.1-03", "C2E-1.5-02"),
    run=movement.plot_jump,
    roles=_ALL,
)

LANE = Command(
    keyword="LANE",
    rule="lane",
    phase=_PHASE,
    syntax=("LANE group TO world [VIA world ...]",),
    help="Travels along space lanes to another world in one week.",
    example="LANE g1 TO 7,5",
    mistake="LANE g1 TO nowhere",
    arguments={
        "group": _GROUP,
        "world": Argument(find=references.world, offers=_lane_ends),
        "via": Argument(find=references.worlds, optional=True),
    },
    rules=("C2E-5.2-01", "C2E-5.4-02"),
    run=movement.plot_lane,
    roles=_ALL,
)

HOLD = Command(
    keyword="HOLD",
    rule="hold",
    phase=_PHASE,
    syntax=("HOLD group",),
    help="Keeps a group where it is, and cancels an earlier order to move it.",
    example="HOLD g1",
    mistake="HOLD g99",
    arguments={"group": _GROUP},
    rules=("C2E-5.1-01",),
    run=movement.hold,
    roles=_ALL,
)

COMMANDS = (MOVE, LANE, HOLD)

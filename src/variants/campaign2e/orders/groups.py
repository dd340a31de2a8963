"""Orders for task groups: organization, movement and dummies.

SPLIT, MERGE, TRANSFER and NAME: task groups and names (C2E-15.1).

MOVE, LANE and HOLD: movement of groups (C2E-5).

DUMMY: dummy counters (C2E-15.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import hex_word, name_word
from variants.campaign2e.rules import counters, movement, task_groups

_ADMINISTRATION = "administration"

_MOVEMENT = "movement"
#: The umpire moves pirates and punitive forces (C2E-N.6-01, C2E-1.6-11).
_ALL = ("", "umpire")


def _groups(view: View) -> Sequence[str]:
    return [group["name"] for group in view["groups"]]


def _ships(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"]]


def _nameable(view: View) -> Sequence[str]:
    return [*_groups(view), *_ships(view), *(w["id"] for w in view["worlds"] if w["yours"])]


_LATE = Argument(optional=True, offers=lambda _: ("LATE",))

SPLIT = Command(
    keyword="SPLIT",
    rule="split",
    phase=_ADMINISTRATION,
    syntax=("SPLIT group ship ... [AS new-group] [LATE]",),
    help="Splits ships off a group into a new group; with LATE, after the battles of the week.",
    example="SPLIT g1 Heron-1 AS picket",
    mistake="SPLIT g1 Nobody-1",
    arguments={
        "group": Argument(offers=_groups),
        "ship": Argument(offers=_ships),
        "name": Argument(name_word, optional=True),
        "late": _LATE,
    },
    rules=("C2E-15.1-01", "C2E-1.5-06"),
    run=task_groups.split_group,
)

MERGE = Command(
    keyword="MERGE",
    rule="merge",
    phase=_ADMINISTRATION,
    syntax=("MERGE group INTO group [LATE]",),
    help="Joins a group to another in the same hex; with LATE, after the battles of the week.",
    example="MERGE g2 INTO g1",
    mistake="MERGE g1 INTO g1",
    arguments={"group": Argument(offers=_groups), "other": Argument(offers=_groups), "late": _LATE},
    rules=("C2E-15.1-01",),
    run=task_groups.merge_groups,
)

TRANSFER = Command(
    keyword="TRANSFER",
    rule="transfer",
    phase=_ADMINISTRATION,
    syntax=("TRANSFER ship TO group [LATE]",),
    help="Moves a ship to another group in the same hex; with LATE, after the battles of the week.",
    example="TRANSFER Heron-1 TO g1",
    mistake="TRANSFER Heron-1 TO g99",
    arguments={"ship": Argument(offers=_ships), "group": Argument(offers=_groups), "late": _LATE},
    rules=("C2E-15.1-01",),
    run=task_groups.transfer_ships,
)

NAME = Command(
    keyword="NAME",
    rule="name_thing",
    phase=_ADMINISTRATION,
    syntax=("NAME world new-name", "NAME ship new-name", "NAME group new-name"),
    help="Names a world, ship or group of yours; all players see the names of worlds.",
    example='NAME g1 "Home Fleet"',
    mistake="NAME g1 7,5",
    arguments={"thing": Argument(offers=_nameable), "name": Argument(name_word)},
    rules=("C2E-1.5-06",),
    run=task_groups.order_name,
)

GROUP_COMMANDS = (SPLIT, MERGE, TRANSFER, NAME)


def _mobile_groups(view: View) -> Sequence[str]:
    return [group["name"] for group in arguments.own_groups(view) if not group["defence"]]


def _reachable_hexes(view: View) -> Sequence[str]:
    return sorted({at for group in arguments.own_groups(view) for at in group["jumps"]})


def _lane_ends(view: View) -> Sequence[str]:
    return sorted({end for lane in view["lanes"] for end in (lane["a"], lane["b"])})


_GROUP = Argument(find=references.own_group, offers=_mobile_groups)

MOVE = Command(
    keyword="MOVE",
    rule="move",
    phase=_MOVEMENT,
    syntax=("MOVE group TO x,y",),
    help="Jumps to a neighbouring hex, or from a world to another at most two hexes away.",
    example="MOVE g1 TO 5,6",
    mistake="MOVE g1 TO 99,99",
    arguments={"group": _GROUP, "place": Argument(hex_word, offers=_reachable_hexes)},
    rules=("C2E-5.1-01", "C2E-5.1-02", "C2E-5.1-03", "C2E-1.5-02"),
    run=movement.plot_jump,
    roles=_ALL,
)

LANE = Command(
    keyword="LANE",
    rule="lane",
    phase=_MOVEMENT,
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
    phase=_MOVEMENT,
    syntax=("HOLD group",),
    help="Keeps a group where it is, and cancels an earlier order to move it.",
    example="HOLD g1",
    mistake="HOLD g99",
    arguments={"group": _GROUP},
    rules=("C2E-5.1-01",),
    run=movement.hold,
    roles=_ALL,
)

MOVEMENT_COMMANDS = (MOVE, LANE, HOLD)


def _dummy_hexes(view: View) -> Sequence[str]:
    return sorted({at for group in view["groups"] for at in group["jumps"]})


DUMMY = Command(
    keyword="DUMMY",
    rule="dummy",
    phase="movement",
    syntax=("DUMMY group MOVE x,y", "DUMMY group REMOVE"),
    help="Moves the dummy counter of a group with a capital unit, or removes it from the map.",
    example="DUMMY g1 MOVE 5,6",
    mistake="DUMMY g1 MOVE 99,99",
    arguments={
        "group": Argument(find=references.own_group, offers=arguments.groups),
        "place": Argument(hex_word, offers=_dummy_hexes, optional=True),
        "remove": Argument(optional=True, offers=lambda _: ("REMOVE",)),
    },
    rules=("C2E-15.2-01", "C2E-15.2-02"),
    run=counters.order_dummy,
)

DUMMY_COMMANDS = (DUMMY,)

"""Orders for task groups: organization, movement and dummies.

SPLIT, MERGE, TRANSFER and NAME organize groups (C2E-15.1), MOVE, LANE and HOLD move them (C2E-5),
and DUMMY moves dummy counters (C2E-15.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Chosen, Command
from variants.campaign2e import references
from variants.campaign2e.designs.design import CAPITAL
from variants.campaign2e.model import Place, place_id, place_of
from variants.campaign2e.model.places import distance, neighbours
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import (
    fixed,
    free_groups,
    group_argument,
    hex_argument,
    name_argument,
    own_groups,
    row_named,
    ship_argument,
    ships_in,
    words_of,
    world_argument,
)
from variants.campaign2e.rules import counters, movement, task_groups
from variants.campaign2e.view.rows import Row

_ADMINISTRATION = "administration"

_MOVEMENT = "movement"
#: The umpire moves pirates and punitive forces (C2E-N.6-01, C2E-1.6-11).
_ALL = ("", "umpire")
#: Headings of the orders.
_GROUP_ORDERS, _MOVE_ORDERS = "Task groups", "Movement"


def _departing(view: View, group: Row) -> Sequence[str]:
    """Return the ships that can leave a group, which defence units cannot (C2E-8.1-01)."""
    return [
        ship["name"]
        for ship in ships_in(view, group)
        if not (group["defence"] and (ship["bound"] or ship["ftl"] == "none"))
    ]


def _divisible(view: View) -> Sequence[str]:
    return [
        group["name"]
        for group in view["groups"]
        if len(group["ships"]) > 1 and (not group["defence"] or _departing(view, group))
    ]


def _ships_of(view: View, chosen: Chosen) -> Sequence[str]:
    """Return the ships that can leave the chosen group, if at least one other ship stays."""
    group = row_named(view["groups"], chosen.get("group"))
    if group is None:
        return arguments.names(view["ships"])
    stay = len(group["ships"]) - len(words_of(chosen, "ship"))
    return _departing(view, group) if stay > 1 else []


def _companions(view: View) -> Mapping[str, Sequence[str]]:
    """Return the groups that ships of each group can join: free ones in its hex (C2E-15.1-01).

    Captures stay among themselves (C2E-12.2-01).
    """
    captures = {ship["name"] for ship in view["ships"] if ship["captured"]}
    companions: dict[tuple[str, bool], list[Row]] = {}
    for group in free_groups(view):
        captured = captures.intersection(group["ships"])
        if len(captured) in (0, len(group["ships"])):
            companions.setdefault((group["at"], bool(captured)), []).append(group)
    return {
        group["name"]: [o["name"] for o in groups if o is not group and not o["defence"]]
        for groups in companions.values()
        for group in groups
    }


def _mergeable(view: View) -> Sequence[str]:
    companions = _companions(view)
    return [g["name"] for g in view["groups"] if not g["defence"] and companions.get(g["name"])]


def _other_groups(view: View, chosen: Chosen) -> Sequence[str]:
    group = row_named(view["groups"], chosen.get("group"))
    if group is None:
        return arguments.groups(view)
    return _companions(view).get(group["name"], [])


def _transferable(view: View) -> Sequence[str]:
    companions = _companions(view)
    return [
        name
        for group in view["groups"]
        if companions.get(group["name"])
        for name in _departing(view, group)
    ]


def _new_groups_of(view: View, chosen: Chosen) -> Sequence[str]:
    ship = row_named(view["ships"], chosen.get("ship"))
    if ship is None:
        return arguments.groups(view)
    return _companions(view).get(ship["group"], [])


def _nameable(view: View) -> Sequence[str]:
    own = (view["groups"], view["ships"])
    return [*(row["name"] for rows in own for row in rows), *arguments.own_worlds(view)]


_LATE = Argument(optional=True, offers=fixed("LATE"), label="after the battles of the week")

SPLIT = Command(
    keyword="SPLIT",
    rule="split",
    phase=_ADMINISTRATION,
    forms=("SPLIT {group} {ship...} [AS {name}] [{late}]",),
    syntax=("SPLIT group ship ... [AS new-group] [LATE]",),
    label="Split a group",
    group=_GROUP_ORDERS,
    help="Splits ships off a group into a new group; with LATE, after the battles of the week.",
    example="SPLIT g1 Heron-1 AS picket",
    mistake="SPLIT g1 Nobody-1",
    arguments={
        "group": group_argument(_divisible, None),
        "ship": ship_argument(_ships_of),
        "name": name_argument(optional=True),
        "late": _LATE,
    },
    rules=("C2E-15.1-01", "C2E-1.5-06"),
    run=task_groups.split_group,
)

MERGE = Command(
    keyword="MERGE",
    rule="merge",
    phase=_ADMINISTRATION,
    forms=("MERGE {group} INTO {other} [{late}]",),
    syntax=("MERGE group INTO group [LATE]",),
    label="Merge two groups",
    group=_GROUP_ORDERS,
    help="Joins a group to another in the same hex; with LATE, after the battles of the week.",
    example="MERGE g2 INTO g1",
    mistake="MERGE g1 INTO g1",
    arguments={
        "group": group_argument(_mergeable, None),
        "other": Argument(offers=_other_groups, things=("group",), label="other group"),
        "late": _LATE,
    },
    rules=("C2E-15.1-01",),
    run=task_groups.merge_groups,
)

TRANSFER = Command(
    keyword="TRANSFER",
    rule="transfer",
    phase=_ADMINISTRATION,
    forms=("TRANSFER {ship} TO {group} [{late}]",),
    syntax=("TRANSFER ship TO group [LATE]",),
    label="Transfer a ship",
    group=_GROUP_ORDERS,
    help="Moves a ship to another group in the same hex; with LATE, after the battles of the week.",
    example="TRANSFER Heron-1 TO g1",
    mistake="TRANSFER Heron-1 TO g99",
    arguments={
        "ship": ship_argument(_transferable),
        "group": group_argument(_new_groups_of, None),
        "late": _LATE,
    },
    rules=("C2E-15.1-01",),
    run=task_groups.transfer_ships,
)

NAME = Command(
    keyword="NAME",
    rule="name_thing",
    phase=_ADMINISTRATION,
    syntax=("NAME world new-name", "NAME ship new-name", "NAME group new-name"),
    label="Rename",
    group="Campaign",
    help="Names a world, ship or group of yours; all players see the names of worlds.",
    example='NAME g1 "Home Fleet"',
    mistake="NAME g1 7,5",
    arguments={
        "thing": Argument(
            offers=_nameable, things=("group", "ship", "world"), label="group, ship or world"
        ),
        "name": name_argument(),
    },
    rules=("C2E-1.5-06",),
    run=task_groups.order_name,
)

GROUP_COMMANDS = (SPLIT, MERGE, TRANSFER, NAME)


def _destinations(view: View, kind: str) -> Mapping[str, Sequence[str]]:
    """Return where each group can go by jumps or by lanes (C2E-3.6-07)."""
    unsupplied = {s["group"] for s in view["ships"] if not (s["in_supply"] or s.get("owner"))}
    return {
        group["name"]: _towards_supply(view, group, kind)
        if group["name"] in unsupplied
        else group[kind]
        for group in own_groups(view)
        if group[kind]
    }


def _towards_supply(view: View, group: Row, kind: str) -> Sequence[str]:
    """Return where a group out of supply can go: nearer to a base or to a supply ship.

    A journey by lanes could stop at a block on its way.
    """
    if kind == "lanes" and not all(lane["open"] for lane in view["lanes"]):
        return []
    supply_ships = {
        ship["at"]
        for ship in view["ships"]
        if ship["group"] != group["name"] and _is_tender(view, ship)
    }
    at = place_of(group["at"])
    nearer: set[str] = set()
    for goals in (arguments.bases(view), supply_ships):
        ends = [place_of(goal) for goal in goals]
        steps = min((distance(at, end) for end in ends), default=0)
        nearer |= {
            name
            for name in group[kind]
            if any(distance(place_of(name), end) < steps for end in ends)
        }
    return [name for name in group[kind] if name in nearer]


def _is_tender(view: View, ship: Row) -> bool:
    """Return whether a ship is a laden supply ship (C2E-3.6-05)."""
    design = row_named(view["designs"], ship["design"])
    mass = design["mass"] if design is not None else ship["cargo"]
    is_laden = any(ship["holds"].values())
    return is_laden and not ship["captured"] and bool(4 * ship["cargo"] >= mass)


def _jumping(view: View) -> Sequence[str]:
    return [name for name, ends in _destinations(view, "jumps").items() if ends]


def _jumps(view: View, chosen: Chosen) -> Sequence[str]:
    return _ends(view, chosen, "jumps")


def _ends(view: View, chosen: Chosen, kind: str) -> Sequence[str]:
    group = row_named(own_groups(view), chosen.get("group"))
    if group is not None:
        return _destinations(view, kind).get(group["name"], [])
    return sorted({at for group in own_groups(view) for at in group[kind]})


def _on_lanes(view: View) -> Sequence[str]:
    return [name for name, ends in _destinations(view, "lanes").items() if ends]


def _lane_ends(view: View, chosen: Chosen) -> Sequence[str]:
    return _ends(view, chosen, "lanes")


def _stops(view: View, chosen: Chosen) -> Sequence[str]:
    """Return the worlds that a journey can pass, none twice; the end comes last."""
    return [end for end in _lane_ends(view, chosen) if end != chosen.get("world")]


def _staying(view: View) -> Sequence[str]:
    return [group["name"] for group in free_groups(view) if not group["defence"]]


MOVE = Command(
    keyword="MOVE",
    rule="move",
    phase=_MOVEMENT,
    forms=("MOVE {group} TO {place}",),
    syntax=("MOVE group TO x,y",),
    label="Jump",
    default=True,
    group=_MOVE_ORDERS,
    help="Jumps to a neighbouring hex, or from a world to another at most two hexes away.",
    example="MOVE g1 TO 5,6",
    mistake="MOVE g1 TO 99,99",
    arguments={"group": group_argument(_jumping), "place": hex_argument(_jumps)},
    rules=("C2E-5.1-01", "C2E-5.1-02", "C2E-5.1-03", "C2E-1.5-02"),
    run=movement.plot_jump,
    roles=_ALL,
)

LANE = Command(
    keyword="LANE",
    rule="lane",
    phase=_MOVEMENT,
    forms=("LANE {group} TO {world} [VIA {via...}]",),
    syntax=("LANE group TO world [VIA world ...]",),
    label="Travel by lane",
    group=_MOVE_ORDERS,
    help="Travels along space lanes to another world in one week.",
    example="LANE g1 TO 7,5",
    mistake="LANE g1 TO nowhere",
    arguments={
        "group": group_argument(_on_lanes),
        "world": world_argument(_lane_ends, references.world),
        "via": Argument(
            find=references.worlds,
            offers=_stops,
            optional=True,
            things=("world",),
            help="Worlds that the group passes, in this order; by default the shortest route.",
        ),
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
    label="Stay",
    group=_MOVE_ORDERS,
    help="Keeps a group where it is, and cancels an earlier order to move it.",
    example="HOLD g1",
    mistake="HOLD g99",
    arguments={"group": group_argument(_staying)},
    rules=("C2E-5.1-01",),
    run=movement.hold,
    roles=_ALL,
)

MOVEMENT_COMMANDS = (MOVE, LANE, HOLD)


def _dummies(view: View) -> dict[str, Place]:
    """Return the hexes of dummies by their groups, and where groups can get one (C2E-15.2-01)."""
    capital = {ship["group"] for ship in view["ships"] if ship["type"] in CAPITAL}
    safe = {w["id"] for w in view["worlds"] if w["yours"] and not w["controlled"]}
    at = {group["name"]: group["at"] for group in view["groups"] if group["at"] in safe}
    at |= {dummy["group"]: dummy["at"] for dummy in view["dummies"]}
    return {group: place_of(place) for group, place in at.items() if group in capital}


def _dummy_groups(view: View) -> Sequence[str]:
    return list(_dummies(view))


def _dummy_hexes(view: View, chosen: Chosen) -> Sequence[str]:
    dummies = _dummies(view)
    start = dummies.get(str(chosen.get("group")))
    ends = [start] if start is not None else dummies.values()
    return [place_id(end) for end in sorted({n for at in ends for n in neighbours(at)})]


def _removal(view: View, chosen: Chosen) -> Sequence[str]:
    on_map = {dummy["group"] for dummy in view["dummies"]}.intersection(_dummies(view))
    group = chosen.get("group")
    return ["REMOVE"] if (group in on_map if group else on_map) else []


DUMMY = Command(
    keyword="DUMMY",
    rule="dummy",
    phase="movement",
    forms=("DUMMY {group} MOVE {place}", "DUMMY {group} {remove}"),
    syntax=("DUMMY group MOVE x,y", "DUMMY group REMOVE"),
    label="Move a dummy",
    group=_MOVE_ORDERS,
    help="Moves the dummy counter of a group with a capital unit, or removes it from the map.",
    example="DUMMY g1 MOVE 5,6",
    mistake="DUMMY g1 MOVE 99,99",
    arguments={
        "group": group_argument(_dummy_groups),
        "place": hex_argument(_dummy_hexes, optional=True),
        "remove": Argument(optional=True, offers=_removal),
    },
    rules=("C2E-15.2-01", "C2E-15.2-02"),
    run=counters.order_dummy,
)

DUMMY_COMMANDS = (DUMMY,)

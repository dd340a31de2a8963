"""SPLIT, MERGE, TRANSFER and NAME: task groups and names (C2E-15.1)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.orders.words import name_word
from variants.campaign2e.rules import groups, naming

_PHASE = "administration"


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
    phase=_PHASE,
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
    run=groups.split,
)

MERGE = Command(
    keyword="MERGE",
    rule="merge",
    phase=_PHASE,
    syntax=("MERGE group INTO group [LATE]",),
    help="Joins a group to another in the same hex; with LATE, after the battles of the week.",
    example="MERGE g2 INTO g1",
    mistake="MERGE g1 INTO g1",
    arguments={"group": Argument(offers=_groups), "other": Argument(offers=_groups), "late": _LATE},
    rules=("C2E-15.1-01",),
    run=groups.merge,
)

TRANSFER = Command(
    keyword="TRANSFER",
    rule="transfer",
    phase=_PHASE,
    syntax=("TRANSFER ship TO group [LATE]",),
    help="Moves a ship to another group in the same hex; with LATE, after the battles of the week.",
    example="TRANSFER Heron-1 TO g1",
    mistake="TRANSFER Heron-1 TO g99",
    arguments={"ship": Argument(offers=_ships), "group": Argument(offers=_groups), "late": _LATE},
    rules=("C2E-15.1-01",),
    run=groups.transfer,
)

NAME = Command(
    keyword="NAME",
    rule="name_thing",
    phase=_PHASE,
    syntax=("NAME world new-name", "NAME ship new-name", "NAME group new-name"),
    help="Names a world, ship or group of yours; all players see the names of worlds.",
    example='NAME g1 "Home Fleet"',
    mistake="NAME g1 7,5",
    arguments={"thing": Argument(offers=_nameable), "name": Argument(name_word)},
    rules=("C2E-1.5-06",),
    run=naming.name_thing,
)

COMMANDS = (SPLIT, MERGE, TRANSFER, NAME)

"""DUMMY: dummy counters (C2E-15.2)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import hex_word
from variants.campaign2e.rules import dummies


def _hexes(view: View) -> Sequence[str]:
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
        "group": Argument(find=references.own_group, offers=offers.groups),
        "place": Argument(hex_word, offers=_hexes, optional=True),
        "remove": Argument(optional=True, offers=lambda _: ("REMOVE",)),
    },
    rules=("C2E-15.2-01", "C2E-15.2-02"),
    run=dummies.order_dummy,
)

COMMANDS = (DUMMY,)

"""REBUILD, STRIP and SELL: use of captures (C2E-12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.rules import captures

_PHASE = "administration"


def _captures(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if ship["captured"] and not ship["work"]]


def _captures_at_home(view: View) -> Sequence[str]:
    own_worlds = {world["id"] for world in view["worlds"] if world["yours"]}
    at_home = {ship["name"] for ship in view["ships"] if ship["at"] in own_worlds}
    return [name for name in _captures(view) if name in at_home]


_CAPTURE = {"ship": Argument(offers=_captures)}

REBUILD = Command(
    keyword="REBUILD",
    rule="rebuild_capture",
    phase=_PHASE,
    syntax=("REBUILD capture [AT own-world]",),
    help="Repairs a capture at a friendly base, so that it joins your fleet.",
    example="REBUILD Argent-1",
    mistake="REBUILD Nobody-1",
    arguments={
        "ship": Argument(offers=_captures_at_home),
        "world": Argument(find=references.own_world, offers=lambda _: (), optional=True),
    },
    rules=("C2E-12.2-01", "C2E-12.2.1-01", "C2E-12.2.1-02"),
    run=captures.rebuild,
)

STRIP = Command(
    keyword="STRIP",
    rule="strip_capture",
    phase=_PHASE,
    syntax=("STRIP capture",),
    help="Takes all working parts out of a capture as second-hand spares; scraps the rest.",
    example="STRIP Argent-1",
    mistake="STRIP Nobody-1",
    arguments=_CAPTURE,
    rules=("C2E-12.2-01", "C2E-12.2.2-01"),
    run=captures.strip,
)

SELL = Command(
    keyword="SELL",
    rule="sell_capture",
    phase=_PHASE,
    syntax=("SELL capture",),
    help="Sells a capture for a tenth of its price for each intact row of hull boxes.",
    example="SELL Argent-1",
    mistake="SELL Nobody-1",
    arguments=_CAPTURE,
    rules=("C2E-12.2-01", "C2E-12.2.3-01"),
    run=captures.sell,
)

#: C2E-12.1-02: there is no boarding order.
COMMANDS = (REBUILD, STRIP, SELL)

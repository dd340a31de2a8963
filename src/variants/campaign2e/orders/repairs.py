"""REPAIR, REFIT, and use of captures (C2E-11, C2E-12.2, C2E-16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.rules import captures, refits, repair_orders

_PHASE = "administration"


def _damaged(view: View) -> Sequence[str]:
    return [
        ship["name"]
        for ship in view["ships"]
        if ship["hull"] < ship["hull_of"]
        or ship["armour"] < ship["armour_of"]
        or ship["out"]
        or ship["core_out"]
        or ship["drive"] in ("halved", "out")
        or ship["ftl"] == "out"
    ]


REPAIR = Command(
    keyword="REPAIR",
    rule="repair",
    phase="administration",
    syntax=(
        "REPAIR ship part [FROM SPARES] [FAST]",
        "REPAIR ship part FROM ship [FAST]",
        "REPAIR ship ALL [FROM SPARES] [FAST]",
    ),
    help="Repairs a part, HULL n, ARMOUR n, DRIVE, FTL, BRIDGE, LIFE, POWER, CRAFT, or ALL.",
    example="REPAIR Argent-1 B3/3",
    mistake="REPAIR Argent-1 LASER",
    arguments={
        "ship": Argument(offers=_damaged),
        "what": Argument(offers=lambda _: (repair_orders.ALL,)),
        "source": Argument(offers=lambda _: (repair_orders.SPARES,), optional=True),
        "fast": Argument(offers=lambda _: ("FAST",), optional=True),
    },
    rules=("C2E-11.1-01", "C2E-11.1-02", "C2E-11.2-01", "C2E-11.4-03"),
    run=repair_orders.repair,
)

REPAIR_COMMANDS = (REPAIR,)


def _fit_for_refit(view: View) -> Sequence[str]:
    """Return the ships at the reader's worlds that can be refitted."""
    worlds = {world["id"] for world in view["worlds"] if world["yours"]}
    return [
        ship["name"]
        for ship in view["ships"]
        if ship["at"] in worlds and not ship["captured"] and not ship["leased"]
    ]


REFIT = Command(
    keyword="REFIT",
    rule="refit_ship",
    phase="administration",
    syntax=("REFIT ship old-part|HULL n|ARMOUR n|CARGO n|FREE TO new-part|FREE",),
    help="Replaces a part with another, or adds one in free mass, at a friendly base.",
    example="REFIT Argent-1 B1/6 TO PDS",
    mistake="REFIT Argent-1 LASER TO PDS",
    arguments={
        "ship": Argument(offers=_fit_for_refit),
        "old": Argument(offers=lambda _: ("B1/6", "PDS", "FC")),
        "new": Argument(offers=lambda _: ("PDS", "B1/6", "FREE")),
    },
    rules=("C2E-16.5-01", "C2E-16.5-02", "C2E-16.5-03", "C2E-16.5-04", "C2E-16.6-01"),
    run=refits.order_refit,
)

REFIT_COMMANDS = (REFIT,)


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
    run=captures.order_rebuilding,
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
    run=captures.strip_capture,
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
    run=captures.sell_capture,
)

#: C2E-12.1-02: there is no boarding order.
CAPTURE_COMMANDS = (REBUILD, STRIP, SELL)

"""REPAIR: repairs of ships (C2E-11)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.rules import repairs


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
        "what": Argument(offers=lambda _: (repairs.ALL,)),
        "source": Argument(offers=lambda _: (repairs.SPARES,), optional=True),
        "fast": Argument(offers=lambda _: ("FAST",), optional=True),
    },
    rules=("C2E-11.1-01", "C2E-11.1-02", "C2E-11.2-01", "C2E-11.4-03"),
    run=repairs.repair,
)

COMMANDS = (REPAIR,)

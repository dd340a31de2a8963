"""REFIT: replacement of ship parts (C2E-16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.rules import refits


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
    run=refits.refit,
)

COMMANDS = (REFIT,)

"""LOAD, RESUPPLY, LEASE and RETURN: supply and supply ships (C2E-3.6, C2E-3.8)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.rules import leases, loading, resupply


def _carriers(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if ship["cargo"]]


def _leased(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if ship["leased"]]


def _freighters(view: View) -> Sequence[str]:
    return [
        design["name"]
        for design in view["designs"]
        if design["navy"] and 4 * design["cargo"] >= design["mass"]
    ]


LOAD = Command(
    keyword="LOAD",
    rule="load_ship",
    phase="administration",
    syntax=("LOAD ship [FUEL t] [CREW t] [WEAPONRY t] [SPARES part n ...]",),
    help="Sets a ship's load at a friendly base, in whole tonnes; everything else is unloaded.",
    example="LOAD Packhorse-1 FUEL 20 CREW 16 WEAPONRY 14 SPARES B3/3 1",
    mistake="LOAD Packhorse-1 WATER 5",
    arguments={
        "ship": Argument(find=references.own_ship, offers=_carriers),
        "cargo": Argument(),
    },
    rules=("C2E-3.8-04", "C2E-3.8-05", "C2E-3.8-06"),
    run=loading.load,
)

RESUPPLY = Command(
    keyword="RESUPPLY",
    rule="order_resupply",
    phase="upkeep",
    syntax=("RESUPPLY group FROM supply-ship",),
    help="Supplies a group from a supply ship in its hex: yours, or one that you may use.",
    example="RESUPPLY g1 FROM Packhorse-1",
    mistake="RESUPPLY g1 FROM Nobody-1",
    arguments={
        "group": Argument(find=references.own_group, offers=offers.groups),
        "ship": Argument(offers=_carriers),
    },
    rules=("C2E-3.6-05",),
    run=resupply.order_resupply,
)

LEASE = Command(
    keyword="LEASE",
    rule="lease_ship",
    phase="administration",
    syntax=("LEASE design AT own-world",),
    help="Leases a supply ship from the market for four times its maintenance a week.",
    example="LEASE Packhorse AT 7,5",
    mistake="LEASE Argent AT 7,5",
    arguments={
        "design": Argument(offers=_freighters),
        "world": Argument(find=references.own_world, offers=offers.own_worlds),
    },
    rules=("C2E-3.8-03",),
    run=leases.lease,
)

RETURN = Command(
    keyword="RETURN",
    rule="return_ship",
    phase="administration",
    syntax=("RETURN leased-ship",),
    help="Returns a leased ship with its load at a friendly base.",
    example="RETURN Packhorse-1",
    mistake="RETURN Nobody-1",
    arguments={"ship": Argument(find=references.own_ship, offers=_leased)},
    rules=("C2E-3.8-03",),
    run=leases.give_back,
)

COMMANDS = (LOAD, RESUPPLY, LEASE, RETURN)

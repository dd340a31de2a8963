"""Orders for supply ships and payments (C2E-2.5-02, C2E-3.6, C2E-3.8)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range
from variants.campaign2e import references
from variants.campaign2e.orders import arguments
from variants.campaign2e.rules import supply_ships, upkeep

_PHASE = "administration"


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
    run=supply_ships.load_ship,
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
        "group": Argument(find=references.own_group, offers=arguments.groups),
        "ship": Argument(offers=_carriers),
    },
    rules=("C2E-3.6-05",),
    run=supply_ships.order_resupply,
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
        "world": Argument(find=references.own_world, offers=arguments.own_worlds),
    },
    rules=("C2E-3.8-03",),
    run=upkeep.lease_ship,
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
    run=upkeep.return_ship,
)

SUPPLY_COMMANDS = (LOAD, RESUPPLY, LEASE, RETURN)


def _payees(view: View) -> Sequence[str]:
    return [*arguments.groups(view), *arguments.ships(view)]


def _unleased(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if not ship["leased"]]


def _credits(view: View) -> Range:
    return Range(1, int(view["treasury"]))


PAY = Command(
    keyword="PAY",
    rule="pay_player",
    phase=_PHASE,
    syntax=("PAY player credits",),
    help="Gives money to another player, who gets it after all orders have been read.",
    example="PAY Brin 12.5",
    mistake="PAY Brin 0",
    arguments={
        "player": Argument(find=references.other_player, offers=arguments.other_players),
        "credits": Argument(amount_of, offers=_credits),
    },
    rules=("C2E-2.5-02",),
    run=upkeep.order_gift,
)

BILLS = Command(
    keyword="BILLS",
    rule="order_bills",
    phase=_PHASE,
    syntax=("BILLS ship|group ...",),
    help="Sets which ships are paid first; leases follow, then the most expensive ships.",
    example="BILLS Heron-1 g2",
    mistake="BILLS Nobody-1",
    arguments={"payee": Argument(offers=_payees)},
    rules=("C2E-2.5-02",),
    run=upkeep.set_bills,
)

DISBAND = Command(
    keyword="DISBAND",
    rule="disband_ship",
    phase=_PHASE,
    syntax=("DISBAND ship",),
    help="Disbands a ship at a friendly base, at once and without payment; cancels its debts.",
    example="DISBAND Heron-1",
    mistake="DISBAND Nobody-1",
    arguments={"ship": Argument(find=references.own_ship, offers=_unleased)},
    rules=("C2E-2.5-02",),
    run=upkeep.disband,
)

PAYMENT_COMMANDS = (PAY, BILLS, DISBAND)

"""COMMISSION, DEFEND and SPARE: starting forces, system defences, spares (C2E-4, C2E-8.1)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import name_word
from variants.campaign2e.rules import commissioning, defences, spares
from variants.campaign2e.rules.purchases import MOST_AT_ONCE

_PHASE = "administration"


def _fleet(view: View) -> Sequence[str]:
    """Return the designs that can be commissioned; none after play has begun."""
    return [d["name"] for d in view["designs"] if d["ftl"]] if view["commissioning"] else []


def _supply_ships(view: View) -> Sequence[str]:
    names = _fleet(view)
    return [
        d["name"] for d in view["designs"] if d["name"] in names and 4 * d["cargo"] >= d["mass"]
    ]


def _defences(view: View) -> Sequence[str]:
    return [d["name"] for d in view["designs"] if d["navy"] and d["points"] <= view["treasury"]]


def _parts(view: View) -> Sequence[str]:
    return ["FC", "PDS", "B1/6", "B3/3"] if view["own_worlds"] else []


def _affordable_count(view: View) -> Range:
    return Range(1, 3 if view["treasury"] > 0 else 0)


def _supply_ships_at_hand(view: View) -> Sequence[str]:
    if not view["commissioning"]:
        return []
    return [ship["name"] for ship in view["ships"] if ship["cargo"]]


_COUNT = Argument(integer(1, MOST_AT_ONCE), offers=_affordable_count, optional=True)
_WORLD = Argument(find=references.own_world, offers=offers.own_worlds)

COMMISSION = Command(
    keyword="COMMISSION",
    rule="commission",
    phase=_PHASE,
    syntax=("COMMISSION design [n] AT own-world [AS group]",),
    help="Buys ships of the starting fleet, up to 4000 points; only before play.",
    example="COMMISSION Argent 5 AT 7,5",
    mistake="COMMISSION Rampart AT 7,5",
    arguments={
        "design": Argument(offers=_fleet),
        "count": _COUNT,
        "world": _WORLD,
        "name": Argument(name_word, optional=True),
    },
    rules=("C2E-4.1-01", "C2E-4.1-02"),
    run=commissioning.commission,
)

COMMISSION_SUPPLY = Command(
    keyword="COMMISSION SUPPLY",
    rule="commission_supply",
    phase=_PHASE,
    syntax=("COMMISSION SUPPLY design [n] AT own-world [AS group]",),
    help="Buys supply ships in addition to the starting fleet, up to 500 points; only before play.",
    example="COMMISSION SUPPLY Packhorse 2 AT 7,5",
    mistake="COMMISSION SUPPLY Argent AT 7,5",
    arguments={
        "design": Argument(offers=_supply_ships),
        "count": _COUNT,
        "world": _WORLD,
        "name": Argument(name_word, optional=True),
    },
    rules=("C2E-3.8-01", "C2E-4.1-02"),
    run=commissioning.commission_supply,
)

DEFEND = Command(
    keyword="DEFEND",
    rule="defend_world",
    phase=_PHASE,
    syntax=("DEFEND own-world BUY design [n]",),
    help="Buys system defences, which never leave their world; half price from starting capital.",
    example="DEFEND 7,5 BUY Rampart",
    mistake="DEFEND 7,5 BUY Rampart 100",
    arguments={"world": _WORLD, "design": Argument(offers=_defences), "count": _COUNT},
    rules=("C2E-8.1-01", "C2E-8.1-02", "C2E-8.2-01"),
    run=defences.defend,
)

SPARE = Command(
    keyword="SPARE",
    rule="spare_part",
    phase=_PHASE,
    syntax=("SPARE part n AT own-world", "SPARE part n ON supply-ship"),
    help="Buys spare parts at three quarters of the price; in play they arrive after four weeks.",
    example="SPARE B3/3 2 AT 7,5",
    mistake="SPARE LASER 2 AT 7,5",
    arguments={
        "part": Argument(offers=_parts),
        "number": Argument(integer(1, 999), offers=_affordable_count),
        "world": Argument(find=references.own_world, offers=offers.own_worlds, optional=True),
        "ship": Argument(find=references.own_ship, offers=_supply_ships_at_hand, optional=True),
    },
    rules=("C2E-4.4-01", "C2E-4.4-02"),
    run=spares.preposition,
)

COMMANDS = (COMMISSION, COMMISSION_SUPPLY, DEFEND, SPARE)

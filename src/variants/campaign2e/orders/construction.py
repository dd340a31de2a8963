"""Orders for designs, new ships, starting forces and defences.

DESIGN, BUY and the orders about keels: designs and new ships (C2E-13, C2E-16.1).

COMMISSION, DEFEND and SPARE: starting forces, system defences, spares (C2E-4, C2E-8.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.designs.parsing import FORM, LARGEST, TYPES
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import name_word
from variants.campaign2e.rules import construction, designs, purchases, spares, starting_forces
from variants.campaign2e.rules.purchases import MAX_AT_ONCE

_PHASE = "administration"
_FORCE_WORLD = Argument(find=references.own_world, offers=arguments.own_worlds)


def _own_worlds(view: View) -> Sequence[str]:
    return [world["id"] for world in view["own_worlds"]]


def _market(view: View) -> Sequence[str]:
    return [design["name"] for design in view["designs"] if design["navy"] and design["ftl"]]


def _own_designs(view: View) -> Sequence[str]:
    return [design["name"] for design in view["designs"] if not design["navy"]]


def _with_ftl(view: View) -> Sequence[str]:
    return [design["name"] for design in view["designs"] if design["ftl"]]


def _keels(view: View) -> Sequence[str]:
    return [keel["name"] for world in view["own_worlds"] for keel in world["keels"]]


_WORLD = Argument(find=references.own_world, offers=_own_worlds)
_KEEL = Argument(offers=_keels)

DESIGN = Command(
    keyword="DESIGN",
    rule="register",
    phase=_PHASE,
    syntax=(f"DESIGN name {FORM}",),
    help="Registers a design of your own; masses and prices are those of Full Thrust.",
    example="DESIGN Swift TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    mistake="DESIGN Shell TYPE CH MASS 90 HULL 8 ARMOUR 0 THRUST 4 FTL WITH FC",
    arguments={"name": Argument(name_word), "words": str},
    rules=("C2E-16.1-01", "C2E-16.1-02"),
    run=designs.register_design,
)

DROP_DESIGN = Command(
    keyword="DROP DESIGN",
    rule="drop_design",
    phase=_PHASE,
    syntax=("DROP DESIGN name",),
    help="Removes a design from your list; ships and keels of the design stay.",
    example="DROP DESIGN Swift",
    mistake="DROP DESIGN Nothing",
    arguments={"design": Argument(offers=_own_designs)},
    rules=("C2E-16.1-02",),
    run=designs.drop_design,
)

BUY = Command(
    keyword="BUY",
    rule="buy",
    phase=_PHASE,
    syntax=("BUY design [n] AT own-world [AS group]",),
    help="Buys ships of a design on the market; you get them at once.",
    example="BUY Heron 2 AT 7,5",
    mistake="BUY Rampart AT 7,5",
    arguments={
        "design": Argument(offers=_market),
        "count": Argument(
            integer(1, purchases.MAX_AT_ONCE), offers=lambda _: Range(1, 3), optional=True
        ),
        "world": _WORLD,
        "name": Argument(name_word, optional=True),
    },
    rules=("C2E-13.1-02", "C2E-13.1-03"),
    run=purchases.buy,
)

LAY_KEEL = Command(
    keyword="LAY KEEL",
    rule="lay_keel",
    phase=_PHASE,
    syntax=(
        "LAY KEEL name design AT own-world",
        "LAY KEEL name MASS m TYPE code AT own-world",
    ),
    help="Begins to build a ship, a hundred points a week; it gets the keel's name.",
    example="LAY KEEL Resolute Argent AT 7,5",
    mistake="LAY KEEL Resolute Nothing AT 7,5",
    arguments={
        "name": Argument(name_word),
        "design": Argument(offers=_with_ftl, optional=True),
        "mass": Argument(integer(1, LARGEST), optional=True),
        "type": Argument(offers=lambda _: tuple(TYPES), optional=True),
        "world": _WORLD,
    },
    rules=("C2E-13.1-01", "C2E-13.2-01"),
    run=construction.lay_keel,
)

BUILD = Command(
    keyword="BUILD",
    rule="build",
    phase=_PHASE,
    syntax=("BUILD keel points",),
    help="Sets how many points to build on a keel this week: at most a hundred.",
    example="BUILD Resolute 50",
    mistake="BUILD Resolute 101",
    arguments={
        "keel": _KEEL,
        "points": Argument(
            integer(0, construction.POINTS_PER_WEEK),
            offers=lambda _: Range(0, construction.POINTS_PER_WEEK),
        ),
    },
    rules=("C2E-13.1-01",),
    run=construction.order_building,
)

CANCEL_KEEL = Command(
    keyword="CANCEL KEEL",
    rule="cancel_keel",
    phase=_PHASE,
    syntax=("CANCEL KEEL keel",),
    help="Gives up an unfinished ship, without a refund.",
    example="CANCEL KEEL Resolute",
    mistake="CANCEL KEEL Nothing",
    arguments={"keel": _KEEL},
    rules=("C2E-13.1-01",),
    run=construction.cancel_keel,
)

REDESIGN = Command(
    keyword="REDESIGN",
    rule="redesign",
    phase=_PHASE,
    syntax=("REDESIGN keel AS design",),
    help="Gives a keel its design, or changes it to another of the same mass.",
    example="REDESIGN Resolute AS Argent",
    mistake="REDESIGN Resolute AS Nothing",
    arguments={"keel": _KEEL, "design": Argument(offers=_with_ftl)},
    rules=("C2E-13.2-03", "C2E-13.2-04"),
    run=construction.redesign_keel,
)

CONSTRUCTION_COMMANDS = (DESIGN, DROP_DESIGN, BUY, LAY_KEEL, BUILD, CANCEL_KEEL, REDESIGN)


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


_COUNT = Argument(integer(1, MAX_AT_ONCE), offers=_affordable_count, optional=True)

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
        "world": _FORCE_WORLD,
        "name": Argument(name_word, optional=True),
    },
    rules=("C2E-4.1-01", "C2E-4.1-02"),
    run=starting_forces.commission,
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
        "world": _FORCE_WORLD,
        "name": Argument(name_word, optional=True),
    },
    rules=("C2E-3.8-01", "C2E-4.1-02"),
    run=starting_forces.commission_supply,
)

DEFEND = Command(
    keyword="DEFEND",
    rule="defend_world",
    phase=_PHASE,
    syntax=("DEFEND own-world BUY design [n]",),
    help="Buys system defences, which never leave their world; half price from starting capital.",
    example="DEFEND 7,5 BUY Rampart",
    mistake="DEFEND 7,5 BUY Rampart 100",
    arguments={"world": _FORCE_WORLD, "design": Argument(offers=_defences), "count": _COUNT},
    rules=("C2E-8.1-01", "C2E-8.1-02", "C2E-8.2-01"),
    run=starting_forces.defend,
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
        "world": Argument(find=references.own_world, offers=arguments.own_worlds, optional=True),
        "ship": Argument(find=references.own_ship, offers=_supply_ships_at_hand, optional=True),
    },
    rules=("C2E-4.4-01", "C2E-4.4-02"),
    run=spares.order_spares,
)

FORCE_COMMANDS = (COMMISSION, COMMISSION_SUPPLY, DEFEND, SPARE)

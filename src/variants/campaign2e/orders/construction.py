"""DESIGN, BUY and the orders about keels: designs and new ships (C2E-13, C2E-16.1)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.designs.checks import LARGEST, TYPES
from variants.campaign2e.designs.reading import FORM
from variants.campaign2e.orders.words import name_word
from variants.campaign2e.rules import construction, designs, keels, purchases

_PHASE = "administration"


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
    run=designs.register,
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
    run=designs.drop,
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
            integer(1, purchases.MOST_AT_ONCE), offers=lambda _: Range(1, 3), optional=True
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
    run=keels.lay,
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
            integer(0, construction.PER_WEEK), offers=lambda _: Range(0, construction.PER_WEEK)
        ),
    },
    rules=("C2E-13.1-01",),
    run=keels.build,
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
    run=keels.cancel,
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
    run=keels.redesign,
)

COMMANDS = (DESIGN, DROP_DESIGN, BUY, LAY_KEEL, BUILD, CANCEL_KEEL, REDESIGN)

"""DESIGN, DROP, BUILD, CANCEL, REPAIR, SCRAP and REFIT (SC-DES-008, SC-YRD)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, number, one_of
from variants.starcluster import references
from variants.starcluster.orders.arguments import parse_name
from variants.starcluster.orders.fleets import FLEET, own_units
from variants.starcluster.rules import classes, construction, yards

_PHASE = "purchases"
#: More are refused anyway for lack of money or room.
_MAX_ORDERED = 10_000

_UNIT = Argument(find=references.own_unit, offers=own_units)


def registered_classes(view: View) -> Sequence[str]:
    """The names of the player's classes."""
    return [class_["name"] for class_ in view["classes"]]


CLASS_COMMANDS = (
    Command(
        keyword="DESIGN",
        rule="register",
        phase="orders",
        syntax=("DESIGN class hull design-string",),
        help="Registers a class for later BUILD orders; write the design from bow to stern.",
        example="DESIGN Hawk FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1](IIII)1",
        mistake="DESIGN Hawk FGf [S1(AA)1][Z1]",
        arguments={"name": Argument(parse_name), "hull": str, "design": str},
        rules=("SC-DES-006", "SC-DES-007", "SC-DES-008"),
        run=classes.register_class,
    ),
    Command(
        keyword="DROP",
        rule="drop_class",
        phase="orders",
        syntax=("DROP class",),
        help="Removes a class from your list; units of the class stay.",
        example="DROP Hawk",
        mistake="DROP Nothing",
        arguments={"name": Argument(offers=registered_classes)},
        rules=("SC-DES-008",),
        run=classes.drop_class,
    ),
)


def _yards(view: View) -> Sequence[str]:
    return [unit["name"] for unit in view["units"] if unit["yards"] or unit["mobile_yards"]]


_YARD = Argument(find=yards.own_yard, offers=_yards)
_CLASS = Argument(offers=registered_classes)
_NUMBER = Argument(integer(1, _MAX_ORDERED), offers=lambda _: Range(1, 5))

YARD_COMMANDS = (
    Command(
        keyword="BUILD",
        rule="build_units",
        phase=_PHASE,
        syntax=("BUILD yard n class", "BUILD yard n class FLEET fleet"),
        help="Orders units of a class at a yard, paid at once; they appear there as a fleet.",
        example="BUILD Yard-1 5 Hawk",
        mistake="BUILD Yard-1 0 Hawk",
        arguments={
            "yard": _YARD,
            "number": _NUMBER,
            "class": _CLASS,
            "name": Argument(parse_name, optional=True),
        },
        rules=("SC-YRD-001", "SC-YRD-003", "SC-HULL-009"),
        run=construction.build,
    ),
    Command(
        keyword="BUILD CRAFT",
        rule="build_craft",
        phase=_PHASE,
        syntax=("BUILD CRAFT fleet n ST|GIG|CD",),
        help="Buys shuttles, gigs or courier drones for ships with room at a colony of yours.",
        example="BUILD CRAFT F1 2 ST",
        mistake="BUILD CRAFT F1 2 Cars",
        arguments={
            "fleet": FLEET,
            "number": _NUMBER,
            "craft": Argument(one_of("ST", "GIG", "CD"), offers=lambda _: ("ST", "GIG", "CD")),
        },
        rules=("SC-DES-009", "SC-YRD-003"),
        run=yards.buy_craft,
    ),
    Command(
        keyword="CANCEL",
        rule="cancel_units",
        phase=_PHASE,
        syntax=("CANCEL yard class n",),
        help="Cancels unfinished units and refunds the work that is not done.",
        example="CANCEL Yard-1 Hawk 2",
        mistake="CANCEL Yard-1 Hawk 0",
        arguments={"yard": _YARD, "class": _CLASS, "number": _NUMBER},
        rules=("SC-YRD-003",),
        run=construction.cancel,
    ),
    Command(
        keyword="REPAIR",
        rule="repair_fleet",
        phase=_PHASE,
        syntax=("REPAIR fleet", "REPAIR fleet MAX points"),
        help="Repairs ships at a yard or shop of yours, for 2 MC a point.",
        example="REPAIR F1 MAX 30",
        mistake="REPAIR F1 MAX nothing",
        arguments={
            "fleet": FLEET,
            "points": Argument(
                number(0.1, 1_000_000), offers=lambda _: Range(1, 100), optional=True
            ),
        },
        rules=("SC-YRD-004",),
        run=yards.repair,
    ),
    Command(
        keyword="SCRAP",
        rule="scrap_unit",
        phase=_PHASE,
        syntax=("SCRAP unit",),
        help="Scraps a unit at a colony of yours, for a quarter of its price.",
        example="SCRAP Yard-1",
        mistake="SCRAP Nothing-1",
        arguments={"unit": _UNIT},
        rules=("SC-YRD-005",),
        checks={"not-the-last-yard": construction.is_not_the_last_yard},
        run=construction.scrap,
    ),
    Command(
        keyword="REFIT",
        rule="refit_unit",
        phase=_PHASE,
        syntax=("REFIT unit class AT yard",),
        help="Refits a unit to another class of its hull; you pay for the additions.",
        example="REFIT Hawk-1 Eagle AT Yard-1",
        mistake="REFIT Hawk-1 Eagle AT Nothing",
        arguments={"unit": _UNIT, "class": _CLASS, "yard": _YARD},
        rules=("SC-YRD-005",),
        run=construction.refit,
    ),
)

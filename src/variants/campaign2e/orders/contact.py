"""CONTACT, BATTLE, ENTRY and MANUAL: orders for meetings with other forces (C2E-17)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.campaign2e import references
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import hex_word
from variants.campaign2e.rules import decisions

_PHASE = "contact"
_ALL = ("", "umpire")

FORMATIONS = ("tight", "open", "dispersed")
INTENTS = ("close", "optimal", "standoff", "run")
EXITS = ("ftl", "run")
LIMITS = ("SMALLER", "EQUAL", "ANY")
#: C2E-17.6-01: maximum speed in inches per turn.
FASTEST = 24

_GROUP = Argument(find=references.own_group, offers=offers.groups)


def _destinations(view: View) -> Sequence[str]:
    return sorted({at for group in offers.own_groups(view) for at in group["jumps"]})


def _choice(*words: str) -> Argument:
    return Argument(one_of(*words), offers=lambda _: words, optional=True)


CONTACT = Command(
    keyword="CONTACT",
    rule="contact",
    phase=_PHASE,
    syntax=(
        "CONTACT group ATTACK",
        "CONTACT group WITHDRAW [TO x,y]",
        "CONTACT group ATTACK IF SMALLER|EQUAL|ANY [ELSE WITHDRAW [TO x,y]]",
    ),
    help="Sets whether a group attacks or withdraws on contact; stays until changed.",
    example="CONTACT g1 ATTACK IF EQUAL ELSE WITHDRAW TO 7,5",
    mistake="CONTACT g1 ATTACK IF LUCKY",
    arguments={
        "group": _GROUP,
        "attack": Argument(optional=True, offers=lambda _: ("ATTACK",)),
        "limit": _choice(*LIMITS),
        "place": Argument(hex_word, offers=_destinations, optional=True),
    },
    rules=("C2E-17.3-01", "C2E-17.3-02", "C2E-N.17-01"),
    run=decisions.set_contact,
    roles=_ALL,
)

BATTLE = Command(
    keyword="BATTLE",
    rule="battle_order",
    phase=_PHASE,
    syntax=(
        (
            "BATTLE group [SPEED n] [FORMATION tight|open|dispersed] [EDGE N|NE|SE|S|SW|NW]"
            " [INTENT close|optimal|standoff|run] [BREAKOFF percent] [EXIT ftl|run]"
        ),
    ),
    help="Sets how a group fights; settings that you leave out keep their defaults.",
    example="BATTLE g1 SPEED 8 FORMATION open INTENT standoff BREAKOFF 40 EXIT ftl",
    mistake="BATTLE g1 SPEED 99",
    arguments={
        "group": _GROUP,
        "speed": Argument(integer(0, FASTEST), offers=lambda _: Range(0, FASTEST), optional=True),
        "formation": _choice(*FORMATIONS),
        "edge": _choice(*EDGES),
        "intent": _choice(*INTENTS),
        "percent": Argument(integer(1, 100), offers=lambda _: Range(1, 100), optional=True),
        "way_out": _choice(*EXITS),
    },
    rules=("C2E-17.6-01", "C2E-17.6-02", "C2E-17.8-01"),
    run=decisions.set_battle,
    roles=_ALL,
)

ENTRY = Command(
    keyword="ENTRY",
    rule="entry_order",
    phase=_PHASE,
    syntax=("ENTRY group NEARER|FARTHER|EDGE N|NE|SE|S|SW|NW|SPLIT ...",),
    help="Sets how a group uses the drop on its enemy, one change after the other.",
    example="ENTRY g1 FARTHER EDGE N SPLIT",
    mistake="ENTRY g1 SIDEWAYS",
    arguments={
        "group": _GROUP,
        "change": Argument(
            one_of("NEARER", "FARTHER", "SPLIT", *EDGES),
            offers=lambda _: ("NEARER", "FARTHER", "SPLIT"),
        ),
    },
    rules=("C2E-17.9-01",),
    run=decisions.set_entry,
    roles=_ALL,
)

MANUAL = Command(
    keyword="MANUAL",
    rule="manual",
    phase=_PHASE,
    syntax=("MANUAL group",),
    help="Asks to fight this week's battle of a group by hand; all other sides must ask, too.",
    example="MANUAL g1",
    mistake="MANUAL g99",
    arguments={"group": _GROUP},
    rules=("C2E-14.1-01",),
    run=decisions.ask_by_hand,
    roles=_ALL,
)

COMMANDS = (CONTACT, BATTLE, ENTRY, MANUAL)

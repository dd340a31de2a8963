"""Orders for meetings with other forces, stances, and results by hand.

CONTACT, BATTLE, ENTRY and MANUAL: orders for meetings with other forces (C2E-17).

STANCE and ALLOW: relations with other players (C2E-17.1-02).

RESULT: entry of a hand-fought battle's result by the umpire (C2E-14.1).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.campaign2e import references
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.model.players import ALLY, HOSTILE, NEUTRAL
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import hex_word
from variants.campaign2e.orders.campaign import UMPIRE
from variants.campaign2e.rules import battle_results, decisions, fleets, supply

_PHASE = "contact"
_ALL = ("", "umpire")

FORMATIONS = ("tight", "open", "dispersed")
INTENTS = ("close", "optimal", "standoff", "run")
EXITS = ("ftl", "run")
LIMITS = ("SMALLER", "EQUAL", "ANY")
#: C2E-17.6-01: maximum speed in inches per turn.
FASTEST = 24

_GROUP = Argument(find=references.own_group, offers=arguments.groups)

_STANCES = (ALLY, NEUTRAL, HOSTILE)
_LEAVES = (supply.BASE, supply.SUPPLY)
_SWITCH = ("ON", "OFF")
_OTHER = Argument(find=references.other_player, offers=arguments.other_players)


def _destinations(view: View) -> Sequence[str]:
    return sorted({at for group in arguments.own_groups(view) for at in group["jumps"]})


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

CONTACT_COMMANDS = (CONTACT, BATTLE, ENTRY, MANUAL)


STANCE = Command(
    keyword="STANCE",
    rule="take_stance",
    phase="administration",
    syntax=("STANCE player ALLY|NEUTRAL|HOSTILE",),
    help="Sets your stance towards another player, who learns it; allies never fight each other.",
    example="STANCE Brin ALLY",
    mistake="STANCE Brin FRIENDLY",
    arguments={
        "player": _OTHER,
        "towards": Argument(one_of(*_STANCES), offers=lambda _: _STANCES),
    },
    rules=("C2E-17.1-02",),
    run=fleets.set_stance,
)

ALLOW = Command(
    keyword="ALLOW",
    rule="give_leave",
    phase="administration",
    syntax=("ALLOW player BASE|SUPPLY ON|OFF",),
    help="Allows another player to use your bases or supply ships, or ends the permission.",
    example="ALLOW Brin BASE ON",
    mistake="ALLOW Brin BASE MAYBE",
    arguments={
        "player": _OTHER,
        "leave": Argument(one_of(*_LEAVES), offers=lambda _: _LEAVES),
        "switch": Argument(one_of(*_SWITCH), offers=lambda _: _SWITCH),
    },
    rules=("C2E-17.1-02",),
    run=fleets.set_permission,
)

DIPLOMACY_COMMANDS = (STANCE, ALLOW)


def _battles(view: View) -> Sequence[str]:
    return [battle["id"] for battle in view.get("pending", ())]


RESULT = Command(
    keyword="RESULT",
    rule="result",
    phase="contact",
    syntax=("RESULT battle FILE record",),
    help="Enters the result of a battle fought by hand, ship by ship, in braces on one line.",
    example=(
        "RESULT w06-0705-1 FILE {tactical_turns: 7, field_held_by: Ada, "
        "ships: {Argent-1: {status: in_place, hull_lost: 9}, Heron-1: {status: destroyed}}}"
    ),
    mistake="RESULT w99-0101-1 FILE {tactical_turns: 1}",
    arguments={
        "battle": Argument(find=battle_results.pending_battle, offers=_battles),
        "record": str,
    },
    rules=("C2E-14.1-03",),
    run=battle_results.enter_result,
    roles=(UMPIRE,),
)

RESULT_COMMANDS = (RESULT,)

"""INTERDICT, RAID and NORAID, and the umpire's PIRATE (C2E-6, C2E-N.6)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.orders.words import hex_word, off_argument
from variants.campaign2e.rules import pirates, postures
from variants.campaign2e.rules.purchases import MOST_AT_ONCE

_PHASE = "system_actions"
_ALL = ("", "umpire")


def _abroad(view: View) -> Sequence[str]:
    """Return armed groups in supply at worlds of others."""
    foreign = {world["id"] for world in view["worlds"] if not world["yours"]}
    return [group["name"] for group in offers.armed_groups(view) if group["at"] in foreign]


def _at_players(view: View) -> Sequence[str]:
    owned = {w["id"] for w in view["worlds"] if w["owner"] and not w["yours"]}
    return [group["name"] for group in offers.armed_groups(view) if group["at"] in owned]


INTERDICT = Command(
    keyword="INTERDICT",
    rule="interdict",
    phase=_PHASE,
    syntax=("INTERDICT group", "INTERDICT group OFF"),
    help="Blocks the trade and the lanes of a system, with enough force, until switched off.",
    example="INTERDICT g1",
    mistake="INTERDICT g99",
    arguments={
        "group": Argument(find=postures.acting_group, offers=_abroad),
        "off": off_argument(),
    },
    rules=("C2E-6.1-01", "C2E-5.4-01"),
    run=postures.interdict,
    roles=_ALL,
)

RAID = Command(
    keyword="RAID",
    rule="raid",
    phase=_PHASE,
    syntax=("RAID group",),
    help="Raids the trade of a player's system: each armed ship takes a credit a week.",
    example="RAID g1",
    mistake="RAID g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_at_players)},
    rules=("C2E-6.2-01", "C2E-6.2-02", "C2E-6.2-03", "C2E-6.3-01"),
    run=postures.raid,
    roles=_ALL,
)

NORAID = Command(
    keyword="NORAID",
    rule="no_raid",
    phase=_PHASE,
    syntax=("NORAID group",),
    help="Keeps a group from raiding the system where it is, even an enemy's.",
    example="NORAID g1",
    mistake="NORAID g99",
    arguments={"group": Argument(find=postures.acting_group, offers=_at_players)},
    rules=("C2E-6.2-01",),
    run=postures.no_raid,
    roles=_ALL,
)

PIRATE = Command(
    keyword="PIRATE",
    rule="order_pirates",
    phase="administration",
    syntax=("PIRATE design [n] AT x,y", "PIRATE REMOVE group"),
    help="Puts pirates on the map, or removes a group of the umpire's.",
    example="PIRATE Bramble 2 AT 7,5",
    mistake="PIRATE Brambel AT 7,5",
    arguments={
        "design": Argument(optional=True),
        "count": Argument(integer(1, MOST_AT_ONCE), offers=lambda _: Range(1, 3), optional=True),
        "place": Argument(hex_word, optional=True),
        "remove": Argument(optional=True),
        "group": Argument(find=references.own_group, optional=True),
    },
    rules=("C2E-N.6-01",),
    run=pirates.order_pirates,
    roles=("umpire",),
)

COMMANDS = (INTERDICT, RAID, NORAID, PIRATE)

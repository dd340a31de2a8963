"""Arguments shared by several commands: suggested values and parsers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from horizons_core.model import View, folded
from horizons_core.orders import Argument, name_of
from variants.campaign2e.constants import LONGEST_NAME
from variants.campaign2e.model import Place, place_of

_NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]*)?")


def own_worlds(view: View) -> Sequence[str]:
    """Return the reader's own worlds."""
    return [world["id"] for world in view["worlds"] if world["yours"]]


def other_players(view: View) -> Sequence[str]:
    """Return the other players who are still in the campaign."""
    return [
        player["name"]
        for player in view["players"]
        if player["active"] and player["name"] != view.empire
    ]


def groups(view: View) -> Sequence[str]:
    """Return the reader's task groups, including defences."""
    return [group["name"] for group in own_groups(view)]


def own_groups(view: View) -> Sequence[dict[str, Any]]:
    """Return the reader's task groups; in the umpire's view, the groups without an owner."""
    return [group for group in view["groups"] if not group.get("owner")]


def ships(view: View) -> Sequence[str]:
    """Return the reader's ships."""
    return [ship["name"] for ship in view["ships"]]


def armed_groups(view: View) -> Sequence[dict[str, Any]]:
    """Return the reader's armed task groups whose ships are all in supply."""
    unsupplied = {ship["group"] for ship in view["ships"] if not ship["in_supply"]}
    return [
        group
        for group in own_groups(view)
        if group["armed"] and not group["defence"] and group["name"] not in unsupplied
    ]


#: Words of the order language that cannot be names (C2E-1.5-06).
_RESERVED = """
    all any alone approve armour as at base bay beam breakoff cargo craft crew defences design
    drive edge else equal exit far farther fast file formation free from ftl fuel hangar helped
    hostile hull if intent into keel late life load mag mass merchant move nearer needle neutral
    none off on or power rack remove screen share smaller spares speed split strikes supply tug
    to type umpire via weaponry weeks with withdraw bridge ally lander pds fc adfc sml smp
    ortillery pt
"""


def name_word(words: str) -> str:
    """Parse a new name; raises ValueError with the reason (C2E-1.5-06)."""
    name: str = name_of(LONGEST_NAME)(words)
    if any(sign in name for sign in '";#'):
        raise ValueError("the name contains a character that names cannot have")
    if _NUMBER.fullmatch(name) or re.fullmatch(r"-?[0-9]+ *, *-?[0-9]+", name):
        raise ValueError(f"'{name}' looks like a number or a hex")
    if folded(name) in _RESERVED.split():
        raise ValueError(f"'{name}' is a word of the order language")
    return name


def hex_word(words: str) -> Place:
    """Parse a hex such as 7,5; raises ValueError."""
    return place_of(words)


def off_argument() -> Argument:
    """Return the argument OFF of an order that stands until switched off."""
    return Argument(optional=True, offers=lambda _: ("OFF",))

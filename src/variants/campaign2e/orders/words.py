"""Parsers for the arguments of several orders."""

from __future__ import annotations

import re

from horizons_core.model import folded
from horizons_core.orders import Argument, name_of
from variants.campaign2e.constants import LONGEST_NAME
from variants.campaign2e.model import Place, place_of

#: Words of the order language that cannot be names (C2E-1.5-06).
_RESERVED = """
    all any alone approve armour as at base bay beam breakoff cargo craft crew defences design
    drive edge else equal exit far farther fast file formation free from ftl fuel hangar helped
    hostile hull if intent into keel late life load mag mass merchant move nearer needle neutral
    none off on or power rack remove screen share smaller spares speed split strikes supply tug
    to type umpire via weaponry weeks with withdraw bridge ally lander pds fc adfc sml smp
    ortillery pt
"""

_NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]*)?")


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

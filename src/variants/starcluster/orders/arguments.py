"""Arguments of several topics: names, switches, amounts, systems, colonies and trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import Argument, Range, name_of
from variants.starcluster import references
from variants.starcluster.technologies import TREES

#: The maximum length of a name.
LONGEST_NAME = 30

#: Names of this form are reserved for systems, planets, warp points, new fleets and NPRs.
_TAKEN = re.compile(r"(?:W|F|NPR)?[0-9]+|C[0-9]{3}", re.IGNORECASE)
#: Words with a meaning as arguments; keywords are added to them.
_ARGUMENTS = frozenset(
    {
        "ADM", "ALL", "AT", "AVOID", "BAND", "BREAK", "CGB", "CHANCE", "CMS", "CRAFT", "DATA",
        "DEDICATED", "EL", "ENGAGE", "FIRE", "FLEET", "FROM", "GENERIC", "GUARD",
        "HOLD", "HULL", "INCITE",
        "LARGE", "LONG", "MAX", "MC", "MS", "OFF", "ON", "PDC", "POOL", "PROJECT", "PU",
        "REPORT", "SCIENCE", "SHORT", "SMALL", "STEAL", "SURVEY", "SY", "SYM", "SYSTEM",
        "TARGET", "TECH", "TIME", "TO", "UNIT", "WAVE",
    }
)  # fmt: skip


def parse_name(words: str) -> str:
    """Check a new name; raises ValueError with the reason (SC-ORD-003)."""
    name: str = name_of(LONGEST_NAME)(words)
    if any(character in name for character in '";#:.'):
        raise ValueError("the name contains a character that names cannot have")
    if _TAKEN.fullmatch(name) or name.upper() in order_words():
        raise ValueError(f"'{name}' is a word of the order language")
    return name


@cache
def order_words() -> frozenset[str]:
    """The words of the order language, which are not allowed as names (SC-ORD-003)."""
    grammar = files("variants.starcluster").joinpath("orders.lark").read_text(encoding="utf-8")
    return _ARGUMENTS | frozenset(re.findall(r'"([A-Z]+)"i', grammar))


def parse_switch(word: str) -> bool:
    """ON or OFF; raises ValueError for another word."""
    if word.upper() not in ("ON", "OFF"):
        raise ValueError(f"'{word}' is not ON or OFF")
    return word.upper() == "ON"


def money_converter(*words: str) -> Callable[[str], int | str]:
    """A converter for an amount of MC or one of these words."""

    def convert(word: str) -> int | str:
        return word.upper() if word.upper() in words else amount_of(word)

    return convert


def known_systems(view: View) -> Sequence[str]:
    """The ids of the systems known to the player."""
    return [system["id"] for system in view["systems"]]


def own_systems(view: View) -> Sequence[str]:
    """The ids of the player's colonies."""
    return [system["id"] for system in view["colonies"]]


def planet_numbers(view: View) -> Range:
    """The range of planet numbers in the systems known to the player."""
    return Range(1, max((system["habitable"] or 1 for system in view["systems"]), default=1))


SYSTEM = Argument(find=references.system, offers=known_systems)
COLONY = Argument(find=references.own_system, offers=own_systems)
TREE = Argument(offers=lambda _: tuple(TREES))

"""Validation of designs, and parsing and formatting of DESIGN orders (C2E-16.1-02)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from horizons_core.sums import int_sum
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import (
    FIGHTERS,
    NOTHING_SPECIAL,
    ShipPart,
    part_named,
    percent_of,
)

#: Minimum and maximum mass of each class of vessels; None for no limit.
TYPES: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {
        "SC": (4, 10),
        "CT": (8, 16),
        "FF": (14, 26),
        "DD": (24, 36),
        "DH": (30, 50),
        "CL": (40, 60),
        "CE": (50, 70),
        "CH": (60, 90),
        "BC": (80, 110),
        "BB": (100, 140),
        "BDN": (120, 160),
        "DN": (140, 180),
        "SDN": (160, None),
        "CVE": (80, 140),
        "CVL": (120, 180),
        "CVH": (160, None),
        "CVA": (150, None),
        "AX": (1, None),
        "FR": (1, None),
        "AL": (1, None),
        "BM": (1, None),
        "MON": (1, None),
        "FORT": (1, None),
    }
)
MERCHANTS = ("AX", "FR")
#: Types built without an FTL drive.
STATIONARY = ("MON", "FORT")
MAX_MASS = 2_000
MAX_THRUST = 8
MAX_PARTS = 200
FORM = (
    "TYPE code MASS m HULL n ARMOUR n THRUST t [FTL] [MERCHANT] [LANDER] WITH part [x n], ... "
    "[CRAFT FIGHTERS kind x n, DROPSHIPS mass x n]"
)

_HEAD = re.compile(
    r"TYPE +(?P<type>[A-Z]+) +MASS +(?P<mass>[0-9]{1,4}) +HULL +(?P<hull>[0-9]{1,4})"
    r" +ARMOUR +(?P<armour>[0-9]{1,4}) +THRUST +(?P<thrust>[0-9]{1,2})"
    r"(?P<flags>(?: +(?:FTL|MERCHANT|LANDER))*)"
    r"(?: +WITH +(?P<parts>.*?))?(?: +CRAFT +(?P<craft>.*))?"
)
_TIMES = re.compile(r"(?P<word>.*?)(?: *X *(?P<count>[0-9]{1,3}))?")


def design_faults(design: Design) -> list[str]:
    """Return every reason why a design cannot be built; an empty list for a valid one."""
    checks = (_type_faults, _mass_faults, _part_faults, _craft_faults)
    return [fault for check in checks for fault in check(design)]


def _type_faults(design: Design) -> Iterator[str]:
    if design.type not in TYPES:
        yield f"there is no type {design.type}; the types are {', '.join(TYPES)}"
        return
    minimum, maximum = TYPES[design.type]
    if design.mass < minimum or (maximum is not None and design.mass > maximum):
        limits = f"{minimum} to {maximum}" if maximum is not None else f"at least {minimum}"
        yield f"type {design.type} has a mass of {limits}, not {design.mass}"
    if design.merchant and design.type not in MERCHANTS:
        yield f"MERCHANT is only for the types {' and '.join(MERCHANTS)}, not for {design.type}"
    if not design.ftl and design.type not in STATIONARY:
        yield f"a ship of type {design.type} needs an FTL drive: write FTL after the thrust"
    if design.ftl and design.type == "FORT":
        yield "a FORT has no FTL drive: leave FTL out"


def _mass_faults(design: Design) -> Iterator[str]:
    if not 1 <= design.mass <= MAX_MASS:
        yield f"the mass must be 1 to {MAX_MASS}, not {design.mass}"
        return
    minimum = percent_of(10, design.mass)
    if design.hull < minimum:
        yield f"a mass of {design.mass} needs at least {minimum} hull boxes, not {design.hull}"
    if design.thrust > MAX_THRUST:
        yield f"the thrust must be at most {MAX_THRUST}, not {design.thrust}"
    if design.thrust and design.type == "FORT":
        yield "a FORT has thrust 0"
    if not design.thrust and design.type != "FORT":
        yield f"a ship of type {design.type} needs a thrust of at least 1"
    if design.free_mass < 0:
        yield (
            f"the parts have a mass of {design.used_mass}, "
            f"{-design.free_mass} more than the design weight of {design.mass}"
        )


def _part_faults(design: Design) -> Iterator[str]:
    kinds = [part.kind for part in design.parts]
    if len(kinds) > MAX_PARTS:
        yield f"{len(kinds)} parts are too many: at most {MAX_PARTS}"
    if kinds.count("screen") > 1:
        yield "a ship can have only one set of screens: SCREEN-1 or SCREEN-2"
    if "launcher" in kinds and "magazine" not in kinds:
        yield "a missile launcher needs a magazine: add MAG 2 or more"
    if design.lander and "bay" not in kinds:
        yield "LANDER is only for a ship with a BAY"


def _craft_faults(design: Design) -> Iterator[str]:
    hangars = int_sum(part.kind == "hangar" for part in design.parts)
    if len(design.fighters) > hangars:
        yield f"{len(design.fighters)} groups of fighters need as many hangars, not {hangars}"
    room = int_sum(part.number for part in design.parts if part.kind == "bay")
    if int_sum(design.dropships) > room:
        yield f"dropships of {int_sum(design.dropships)} tonnes do not fit into bays for {room}"


def design_from(
    name: str, words: str, navy: str = "", special: Mapping[str, ShipPart] = NOTHING_SPECIAL
) -> Design:
    """Parse the design described by the words after its name.

    `special` maps names to non-standard parts that it may have (C2E-16.2-01).

    Raises ValueError with the reasons if the words are invalid or the ship cannot be built.
    """
    return _read_design(name, words, navy, special) if special else _standard(name, words, navy)


@lru_cache(maxsize=1_000)
def _standard(name: str, words: str, navy: str) -> Design:
    """Parse a design of standard parts; cached because parsing can take as long as a battle."""
    return _read_design(name, words, navy, NOTHING_SPECIAL)


def _read_design(name: str, words: str, navy: str, special: Mapping[str, ShipPart]) -> Design:
    text = " ".join(words.upper().split())
    match = _HEAD.fullmatch(text)
    if match is None:
        raise ValueError(f"write a design as {FORM}")
    flags = match["flags"].split()
    fighters, dropships = _craft(match["craft"] or "")
    design = Design(
        name=name,
        type=match["type"],
        mass=int(match["mass"]),
        hull=int(match["hull"]),
        armour=int(match["armour"]),
        thrust=int(match["thrust"]),
        ftl="FTL" in flags,
        merchant="MERCHANT" in flags,
        lander="LANDER" in flags,
        parts=tuple(_parts(match["parts"] or "", special)),
        fighters=tuple(fighters),
        dropships=tuple(dropships),
        navy=navy,
    )
    errors = design_faults(design)
    if errors:
        raise ValueError("; ".join(errors))
    return design


@lru_cache(maxsize=1_000)
def words_of(design: Design) -> str:
    """Format a design as the words after its name in a DESIGN order."""
    head = (
        f"TYPE {design.type} MASS {design.mass} HULL {design.hull} ARMOUR {design.armour} "
        f"THRUST {design.thrust}"
    )
    flags = [
        word
        for word, is_set in (
            ("FTL", design.ftl),
            ("MERCHANT", design.merchant),
            ("LANDER", design.lander),
        )
        if is_set
    ]
    words = " ".join([head, *flags])
    if design.parts:
        words += f" WITH {_join_repeated([part.word for part in design.parts])}"
    craft = [f"FIGHTERS {kind}" for kind in design.fighters]
    craft += [f"DROPSHIPS {mass}" for mass in design.dropships]
    return f"{words} CRAFT {_join_repeated(craft)}" if craft else words


def _join_repeated(words: Sequence[str]) -> str:
    runs = ((word, len(list(group))) for word, group in groupby(words))
    return ", ".join(f"{word} x{count}" if count > 1 else word for word, count in runs)


def _entries(text: str) -> Iterator[tuple[str, int]]:
    for entry in text.split(","):
        match = _TIMES.fullmatch(entry.strip())
        if match is None or not match["word"]:
            raise ValueError(f"'{entry.strip()}' is empty: leave out the comma before it")
        count = int(match["count"] or 1)
        if not 1 <= count <= MAX_PARTS:
            raise ValueError(f"'{entry.strip()}': repeat a part 1 to {MAX_PARTS} times")
        yield match["word"], count


def _parts(text: str, special: Mapping[str, ShipPart]) -> Iterator[ShipPart]:
    if text:
        for word, count in _entries(text):
            yield from [part_named(word, special)] * count


def _craft(text: str) -> tuple[list[str], list[int]]:
    fighters: list[str] = []
    dropships: list[int] = []
    for word, count in _entries(text) if text else ():
        noun, _, detail = word.partition(" ")
        if noun == "FIGHTERS":
            kind = (detail or "standard").casefold()
            if kind not in FIGHTERS:
                raise ValueError(f"'{kind}' is not a kind of fighters: {', '.join(FIGHTERS)}")
            fighters += [kind] * count
        elif noun == "DROPSHIPS" and re.fullmatch("[1-9][0-9]{0,2}", detail):
            dropships += [int(detail)] * count
        else:
            raise ValueError(
                f"'{word}' is not a craft: write FIGHTERS kind x n or DROPSHIPS mass x n"
            )
    return fighters, dropships

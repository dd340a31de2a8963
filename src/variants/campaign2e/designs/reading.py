"""Parsing and formatting of DESIGN orders (C2E-16.1-02)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from variants.campaign2e.designs.checks import MOST_PARTS, faults
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import FIGHTERS, NOTHING_SPECIAL, ShipPart, part_named

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


def design_from(
    name: str, words: str, navy: str = "", special: Mapping[str, ShipPart] = NOTHING_SPECIAL
) -> Design:
    """Parse the design described by the words after its name.

    `special` maps names to non-standard parts that it may have (C2E-16.2-01).

    Raises ValueError with the reasons if the words are invalid or the ship cannot be built.
    """
    return _read(name, words, navy, special) if special else _standard(name, words, navy)


@lru_cache(maxsize=1_000)
def _standard(name: str, words: str, navy: str) -> Design:
    """Parse a design of standard parts; cached because parsing can take as long as a battle."""
    return _read(name, words, navy, NOTHING_SPECIAL)


def _read(name: str, words: str, navy: str, special: Mapping[str, ShipPart]) -> Design:
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
    errors = faults(design)
    if errors:
        raise ValueError("; ".join(errors))
    return design


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
        if not 1 <= count <= MOST_PARTS:
            raise ValueError(f"'{entry.strip()}': repeat a part 1 to {MOST_PARTS} times")
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

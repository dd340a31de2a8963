"""The parts that ships are made of: their words, masses and prices."""

from __future__ import annotations

import pytest

from variants.campaign2e.designs.parts import part_named

#: By word, the mass aboard a ship of 100 tonnes, and the points.
PARTS = {
    "B1/6": (1, 3),
    "B2/1": (2, 6),
    "B2/3": (2, 6),
    "B2/4": (3, 9),
    "B2/6": (3, 9),
    "B3/1": (4, 12),
    "B3/3": (6, 18),
    "B4/1": (8, 24),
    "B4/2": (10, 30),
    "B5/3": (24, 72),
    "PT/1": (4, 12),
    "PT/3": (6, 18),
    "NEEDLE": (2, 6),
    "SMP": (1, 3),
    "SML": (3, 9),
    "MAG 6": (6, 18),
    "RACK": (4, 12),
    "RACK-ER": (5, 15),
    "FC": (1, 4),
    "ADFC": (2, 8),
    "PDS": (1, 3),
    "SCREEN-1": (5, 15),
    "SCREEN-2": (10, 30),
    "ORTILLERY": (3, 9),
    "HANGAR": (9, 27),
    "BAY 40": (60, 180),
    "BAY 5": (8, 24),
    "CARGO 12": (12, 0),
    "TUG 60": (12, 24),
}


@pytest.mark.rule("C2E-16.1-02")
def test_a_part_has_its_mass_and_price() -> None:
    parts = {word: part_named(word.casefold()) for word in PARTS}
    assert {part.word: (part.mass(100), part.points(100)) for part in parts.values()} == PARTS

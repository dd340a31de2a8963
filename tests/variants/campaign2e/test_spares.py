"""Spare parts: their words, masses and prices."""

from __future__ import annotations

import pytest

from variants.campaign2e.designs.market import by_type, spare_for, spare_named


@pytest.mark.rule("C2E-11.1-02", "C2E-4.4-02")
@pytest.mark.parametrize(
    ("words", "word", "mass", "price"),
    [
        ("b3/3", "B3/3", 6, 1800),
        ("mag  6", "MAG 6", 6, 1800),
        ("FC", "FC", 1, 400),
        ("HULL", "HULL", 1, 200),
        ("ARMOUR", "ARMOUR", 1, 200),
        ("FTL/90", "FTL/90", 9, 1800),
        ("DRIVE4/90", "DRIVE4/90", 18, 3600),
        ("DRIVE/60", "DRIVE2/60", 6, 1200),
        ("SCREEN-1/90", "SCREEN-1/90", 5, 1500),
        ("SCREEN-2/200", "SCREEN-2/200", 20, 6000),
        ("POWER/90", "POWER/90", 1, 3000),
        ("BRIDGE/200", "BRIDGE/200", 1, 6667),
    ],
)
def test_a_spare_weighs_and_costs_what_its_part_does(words, word, mass, price) -> None:
    spare = spare_named(words)
    assert (spare.word, spare.mass, spare.price) == (word, mass, price)


@pytest.mark.rule("C2E-11.1-02")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("FTL", "write FTL/90"),
        ("DRIVE/91", "write DRIVE4/91"),
        ("DRIVE9/90", "write DRIVE4/90"),
        ("FTL/0", "a design weight is 1 to 2000, not 0"),
        ("CARGO 5", "no spares of CARGO 5"),
        ("LASER", "'LASER' is not a part"),
    ],
)
def test_what_is_no_spare_is_told(words, reason) -> None:
    with pytest.raises(ValueError, match="(?s).") as error:
        spare_named(words)
    assert reason in str(error.value)


def test_parts_of_a_ship_name_the_spares_that_fit() -> None:
    argent = by_type("CH")
    words = [spare_for(argent, part) for part in ("DRIVE", "FTL", "POWER", "SCREEN-1", "B3/3")]
    assert words == ["DRIVE4/90", "FTL/90", "POWER/90", "SCREEN-1/90", "B3/3"]

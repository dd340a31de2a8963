"""Prices, sizes and levels of cargo, and the tonnage of classes, by the rulebook's tables."""

from __future__ import annotations

import pytest

from variants.far_horizons.constants import CLASS_OF, ITEM_OF, ITEMS
from variants.far_horizons.model import Place, Ship

#: cost, carrying capacity, technology, level
TABLE = {
    "RM": (1, 1, "MI", 1), "PD": (1, 3, "ML", 1), "SU": (110, 20, "MA", 20),
    "DR": (50, 1, "MA", 30),
    "CU": (1, 1, "LS", 1), "IU": (1, 1, "MI", 1), "AU": (1, 1, "MA", 1), "FS": (25, 1, "GV", 20),
    "JP": (100, 10, "GV", 25), "FM": (100, 5, "GV", 30), "FJ": (125, 5, "GV", 40),
    "GT": (500, 20, "GV", 50), "FD": (50, 1, "LS", 20), "TP": (0, 100, "BI", 40),
    "GW": (1000, 100, "BI", 50),
    "SG1": (250, 5, "LS", 10), "SG2": (500, 10, "LS", 20), "SG3": (750, 15, "LS", 30),
    "SG4": (1000, 20, "LS", 40), "SG5": (1250, 25, "LS", 50), "SG6": (1500, 30, "LS", 60),
    "SG7": (1750, 35, "LS", 70), "SG8": (2000, 40, "LS", 80), "SG9": (2250, 45, "LS", 90),
    "GU1": (250, 5, "ML", 10), "GU2": (500, 10, "ML", 20), "GU3": (750, 15, "ML", 30),
    "GU4": (1000, 20, "ML", 40), "GU5": (1250, 25, "ML", 50), "GU6": (1500, 30, "ML", 60),
    "GU7": (1750, 35, "ML", 70), "GU8": (2000, 40, "ML", 80), "GU9": (2250, 45, "ML", 90),
}  # fmt: skip
TONNAGES = {
    "PB": 1, "CT": 2, "ES": 5, "FF": 10, "DD": 15, "CL": 20, "CS": 25, "CA": 30, "CC": 35,
    "BC": 40, "BS": 45, "DN": 50, "SD": 55, "BM": 60, "BW": 65, "BR": 70,
}  # fmt: skip


#: The clauses that define each item.
CLAUSES = {
    "RM": ["FH-RM-005"], "PD": ["FH-PD-004", "FH-PD-007"], "SU": ["FH-SU-001"],
    "DR": ["FH-DR-001"], "CU": ["FH-INST-001"], "IU": ["FH-INST-001"], "AU": ["FH-INST-001"],
    "FS": ["FH-FS-001"], "JP": ["FH-JP-001"], "FM": ["FH-FM-001"], "FJ": ["FH-FJ-001"],
    "GT": ["FH-GT-001"], "FD": ["FH-FD-001"], "TP": ["FH-TERRA-001"], "GW": ["FH-GW-001"],
    "SG": ["FH-SG-001", "FH-SG-004"], "GU": ["FH-GUN-001", "FH-GUN-005"],
}  # fmt: skip


@pytest.mark.parametrize(
    "item",
    [pytest.param(i, marks=pytest.mark.rule(*CLAUSES[i.rstrip("123456789")])) for i in TABLE],
)
def test_what_an_item_costs_and_needs(item):
    entry = ITEM_OF[item]
    assert (entry.cost, entry.room, entry.tech, entry.level) == TABLE[item]
    assert entry.code == list(TABLE).index(item)


def test_items_have_the_numbers_that_exports_use():
    assert [item.abbreviation for item in ITEMS] == list(TABLE)
    assert [item.code for item in ITEMS] == list(range(33))
    assert ITEM_OF["SG7"].name == "Mark-7 Shield Generator"
    assert ITEM_OF["GU7"].plural == "Mark-7 Gun Units"


@pytest.mark.rule("FH-SHIP-001")
@pytest.mark.parametrize("name", TONNAGES)
def test_the_tonnage_of_a_class(name):
    assert CLASS_OF[name].tonnage == TONNAGES[name]
    assert CLASS_OF[name].code == list(TONNAGES).index(name)


@pytest.mark.rule("FH-SHIP-001")
@pytest.mark.parametrize("name", ["BAS", "TR"])
def test_starbases_and_transports_have_any_tonnage(name):
    assert CLASS_OF[name].tonnage == 0
    assert CLASS_OF[name].code == {"BAS": 16, "TR": 17}[name]


@pytest.mark.parametrize(
    ("class_", "tonnage", "capacity"),
    [
        pytest.param("PB", 1, 1, marks=pytest.mark.rule("FH-SHIP-004")),
        pytest.param("BR", 70, 70, marks=pytest.mark.rule("FH-SHIP-004")),
        pytest.param("BAS", 1, 10, marks=pytest.mark.rule("FH-BAS-005")),
        pytest.param("BAS", 35, 350, marks=pytest.mark.rule("FH-BAS-005")),
        pytest.param("TR", 1, 10, marks=pytest.mark.rule("FH-TR-004", "FH-TR-005")),
        pytest.param("TR", 7, 91, marks=pytest.mark.rule("FH-TR-004", "FH-TR-005")),
        pytest.param("TR", 20, 400, marks=pytest.mark.rule("FH-TR-004", "FH-TR-005")),
    ],
)
def test_what_a_ship_can_carry(class_, tonnage, capacity):
    place = Place((1, 2, 3), 0)
    assert Ship(name="One", class_=class_, place=place, tonnage=tonnage).capacity == capacity

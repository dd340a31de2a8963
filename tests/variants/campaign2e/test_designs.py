"""Designs: weights and costs of ships, and faults of invalid designs."""

from __future__ import annotations

import pytest
from attrs import evolve

from variants.campaign2e.designs.design import divided
from variants.campaign2e.designs.market import by_type, market, navies
from variants.campaign2e.designs.parsing import design_faults, design_from, words_of
from variants.campaign2e.designs.parts import part_named

#: Of each design on the market: points without and with craft, of drives, crew boxes, weaponry.
FIGURES = {
    "SC": (27, 27, 6, 1, 7),
    "CT": (48, 48, 8, 1, 16),
    "FF": (59, 59, 12, 1, 13),
    "DD": (107, 107, 22, 2, 31),
    "CL": (174, 174, 36, 3, 41),
    "CH": (302, 302, 54, 5, 77),
    "BC": (350, 350, 72, 6, 95),
    "BB": (421, 421, 62, 7, 123),
    "BDN": (496, 514, 74, 8, 165),
    "SDN": (685, 703, 80, 10, 207),
    "CVE": (293, 329, 52, 5, 125),
    "CVL": (480, 552, 84, 7, 227),
    "CVH": (691, 817, 100, 10, 365),
    "AL": (433, 513, 48, 6, 19),
    "BM": (274, 274, 40, 4, 86),
    "AX": (193, 193, 40, 2, 13),
    "FR": (99, 99, 24, 2, 3),
    "MON": (240, 240, 14, 4, 74),
    "FORT": (206, 206, 0, 3, 67),
}

ARGENT = (
    "TYPE CH MASS 90 HULL 27 ARMOUR 6 THRUST 4 FTL WITH "
    "B3/3 x2, B2/3 x2, B1/6 x2, PT/1, PDS, FC x2, SCREEN-1"
)


@pytest.mark.parametrize("code", FIGURES)
def test_a_design_on_the_market_adds_up(code: str) -> None:
    design = by_type(code)
    points = (design.bare_points, design.points, design.drives_points)
    assert (*points, design.crew_boxes, design.weaponry_points) == FIGURES[code]
    assert design.used_mass == design.mass


#: Of each type, the least mass and the greatest.
MASSES = {
    "SC": (4, 10), "CT": (8, 16), "FF": (14, 26), "DD": (24, 36), "DH": (30, 50), "CL": (40, 60),
    "CE": (50, 70), "CH": (60, 90), "BC": (80, 110), "BB": (100, 140), "BDN": (120, 160),
    "DN": (140, 180), "SDN": (160, None), "CVE": (80, 140), "CVL": (120, 180),
    "CVH": (160, None), "CVA": (150, None), "AX": (1, None), "FR": (1, None), "AL": (1, None),
    "BM": (1, None), "MON": (1, None), "FORT": (1, None),
}  # fmt: skip


def test_a_type_has_a_least_mass_and_perhaps_a_greatest() -> None:
    def is_right(code: str, mass: int) -> bool:
        reasons = design_faults(evolve(by_type("CH"), type=code, mass=mass))
        return not any("has a mass of" in fault for fault in reasons)

    for code, (least, most) in MASSES.items():
        last = most or 2000
        assert [is_right(code, mass) for mass in (least - 1, least, last)] == [False, True, True]
        assert is_right(code, last + 1) == (most is None)


def test_screens_are_counted_by_their_level_and_guns_are_none() -> None:
    levels = {code: by_type(code).screens for code in ("SC", "FF", "DD", "CH", "BB", "SDN", "AX")}
    assert levels == {"SC": 0, "FF": 0, "DD": 0, "CH": 1, "BB": 1, "SDN": 2, "AX": 0}


def test_every_design_on_the_market_has_its_figures() -> None:
    assert sorted(design.type for design in market().values()) == sorted(FIGURES)


@pytest.mark.rule("C2E-13.1-05")
def test_each_design_belongs_to_one_of_three_navies() -> None:
    types: dict[str, list[str]] = {navy: [] for navy in navies()}
    for design in market().values():
        types[design.navy].append(design.type)
    assert {navy: sorted(codes) for navy, codes in types.items()} == {
        "Northern Line": ["AX", "BB", "CH", "FF", "SC"],
        "Free Ports": ["BC", "CL", "CT", "CVE", "FR", "MON"],
        "Iron Reach": ["AL", "BDN", "BM", "CVH", "CVL", "DD", "FORT", "SDN"],
    }


@pytest.mark.parametrize("name", market())
def test_words_of_a_design_are_read_as_the_same_design(name: str) -> None:
    design = market()[name]
    assert design_from(name, words_of(design), design.navy) == design


@pytest.mark.parametrize(
    ("boxes", "rows"), [(15, (4, 4, 4, 3)), (27, (7, 7, 7, 6)), (2, (1, 1, 0, 0)), (0, (0,) * 4)]
)
def test_boxes_stand_in_four_rows(boxes: int, rows: tuple[int, ...]) -> None:
    assert divided(boxes) == rows


def test_marks_of_the_crew_stand_at_even_steps_and_the_last_in_the_last_box() -> None:
    assert by_type("CH").crew_marks == (6, 12, 18, 24, 27)


@pytest.mark.parametrize(
    ("mass", "level", "weighs"), [(8, 1, 3), (50, 1, 3), (52, 1, 3), (90, 1, 5), (40, 2, 6)]
)
def test_screens_have_a_least_mass(mass: int, level: int, weighs: int) -> None:
    assert part_named(f"SCREEN-{level}").mass(mass) == weighs


@pytest.mark.rule("C2E-16.1-02")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (ARGENT.replace("HULL 27", "HULL 8"), "needs at least 9 hull boxes, not 8"),
        (ARGENT.replace("CH", "BB"), "type BB has a mass of 100 to 140, not 90"),
        (ARGENT.replace("CH", "XX"), "there is no type XX"),
        (ARGENT.replace("PDS,", "PDS x2,"), "1 more than the design weight of 90"),
        (ARGENT.replace("B3/3", "B3"), "'B3' has no arcs: write B3/3"),
        (ARGENT.replace("B3/3", "B3/7"), "use classes 1 to 9 and arcs 1 to 6"),
        (ARGENT.replace("B1/6", "B1/3"), "a beam of class 1 bears in all arcs"),
        (ARGENT.replace("PT/1", "PT/4"), "a pulse torpedo bears in 1 to 3 arcs"),
        (ARGENT.replace("PDS", "LASER"), "'LASER' is not a part"),
        (ARGENT.replace("PDS,", "PDS,,"), "is empty"),
        (ARGENT.replace("PDS", "PDS x0"), "repeat a part 1 to 200 times"),
        (
            ARGENT.replace("FTL", "FTL MERCHANT"),
            "MERCHANT is only for the types AX and FR, not for CH",
        ),
        (ARGENT.replace("FTL", "FTL LANDER"), "LANDER is only for a ship with a BAY"),
        (ARGENT.replace(" FTL", ""), "a ship of type CH needs an FTL drive"),
        (ARGENT.replace("THRUST 4", "THRUST 0"), "needs a thrust of at least 1"),
        (ARGENT.replace("PDS", "SCREEN-1"), "one set of screens"),
        (ARGENT.replace("THRUST 4 FTL", ""), "write a design as TYPE code"),
        (f"{ARGENT} CRAFT FIGHTERS heavy", "1 groups of fighters need as many hangars, not 0"),
        (f"{ARGENT} CRAFT FIGHTERS odd", "'odd' is not a kind of fighters"),
        (f"{ARGENT} CRAFT DROPSHIPS 5", "dropships of 5 tonnes do not fit into bays for 0"),
        (f"{ARGENT} CRAFT BOATS 5", "'BOATS 5' is not a craft"),
        ("TYPE BC MASS 90 HULL 9 ARMOUR 0 THRUST 2 FTL WITH SML, FC", "add MAG 2 or more"),
        ("TYPE BC MASS 90 HULL 9 ARMOUR 0 THRUST 2 FTL WITH MAG 3, FC", "an even number"),
        ("TYPE BC MASS 90 HULL 9 ARMOUR 0 THRUST 2 FTL WITH MAG", "MAG needs a number after it"),
        ("TYPE AX MASS 0 HULL 9 ARMOUR 0 THRUST 2 FTL", "the mass must be 1 to 2000, not 0"),
        ("TYPE FORT MASS 40 HULL 9 ARMOUR 0 THRUST 1 FTL", "a FORT has no FTL drive"),
        ("TYPE FORT MASS 40 HULL 9 ARMOUR 0 THRUST 1", "a FORT has thrust 0"),
    ],
)
def test_what_is_wrong_with_a_design_is_told(words: str, reason: str) -> None:
    with pytest.raises(ValueError, match="(?s).*") as error:
        design_from("Odd", words)
    assert reason in str(error.value)


@pytest.mark.rule("C2E-16.5-04", "C2E-16.5-05")
def test_a_design_may_keep_mass_free_and_its_drives_fit_the_design_weight() -> None:
    words = "TYPE CH MASS {} HULL 10 ARMOUR 0 THRUST 4 FTL WITH B1/6, FC, CARGO {}"
    light = design_from("Light", "TYPE BC MASS 100 HULL 20 ARMOUR 29 THRUST 4 FTL WITH FC")
    assert (light.used_mass, light.free_mass) == (80, 20)
    assert (light.ftl_mass, light.drive_mass, light.optional_thrust) == (10, 20, 5)
    for armour, thrust in ((28, 5), (30, 4)):
        form = f"TYPE BC MASS 100 HULL 20 ARMOUR {armour} THRUST 4 FTL WITH FC"
        assert design_from("Light", form).optional_thrust == thrust
    assert by_type("FORT").optional_thrust == 0
    full = design_from("Full", words.format(90, 49))
    assert (full.used_mass, full.optional_thrust) == (88, 4)


@pytest.mark.rule("C2E-3.8-01")
@pytest.mark.parametrize(("cargo", "is_one"), [(0, False), (24, False), (25, True), (56, True)])
def test_a_supply_ship_is_cargo_space_to_a_quarter_of_its_mass(cargo: int, is_one: bool) -> None:
    holds = f", CARGO {cargo}" if cargo else ""
    words = f"TYPE AX MASS 100 HULL 10 ARMOUR 0 THRUST 2 FTL MERCHANT WITH FC{holds}"
    assert design_from("Hold", words).is_supply_ship == is_one


@pytest.mark.rule("C2E-16.6-01")
def test_a_freighter_manoeuvres_alike_full_or_empty() -> None:
    assert by_type("AX").optional_thrust == by_type("AX").thrust == 2


def test_systems_are_counted_by_kind_and_holds_are_four() -> None:
    leviathan, packhorse = by_type("SDN"), by_type("AX")
    keys = [system.key for system in leviathan.systems]
    assert keys[:5] == ["beam4_1", "beam4_2", "beam3_1", "beam3_2", "beam3_3"]
    assert [key for key in keys if key.startswith("screen")] == ["screen_1", "screen_2"]
    holds = [system.share for system in packhorse.systems if system.key.startswith("hold")]
    assert holds == [14, 14, 14, 14]

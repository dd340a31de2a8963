"""Hulls, components and design strings (SC-HULL, SC-DES)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import new_game, run, variant
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import STARTING_YARD, Design, ShipSystem
from variants.starcluster.designs.hulls import HULL_TYPES, hull_named
from variants.starcluster.designs.ratings import (
    Refinements,
    cruising_speed,
    defense_rating,
    offensive_ratings,
    tactical_speed,
)
from variants.starcluster.designs.tables import COMPONENTS, DRIVES, WEAPONS
from variants.starcluster.designs.text import DesignTextError, design_string, read_systems

CLAUSES = catalogue("starcluster", "variants.starcluster")
WORKED = "[S1(AA)0][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def design(hull, text):
    return Design(hull_named(hull), read_systems(text))


def known(code, generation):
    """Everything that races begin with, and all weapons."""
    return generation == 1 and code not in ("Xc", "XO", "MS", "ST", "J")


def messages(plan, el=1, knows=known):
    return [fault.message for fault in faults(plan, el, knows)]


def with_parts(hull, **counts):
    systems = [ShipSystem(code) for code, count in counts.items() for _ in range(count)]
    return Design(hull_named(hull), tuple(systems))


# hulls


@pytest.mark.rule("SC-HULL-001", "SC-HULL-002", "SC-HULL-003")
def test_the_tables_of_hulls_are_those_of_the_rulebook():
    rows = [row for name in ("SC-HULL-002", "SC-HULL-003") for row in CLAUSES[name].rows]

    assert {row["hull"] for row in rows} == set(HULL_TYPES)
    for row in rows:
        hull = HULL_TYPES[row["hull"]]
        assert [hull.el, [hull.min_spaces, hull.max_spaces], hull.speed] == [
            row["el"],
            row["hs"],
            row["speed"],
        ]
        assert hull.power == Fraction(row["power"])
        assert hull.price == Fraction(str(row["cost"]))
        assert bool(hull.special) == row["knot"]


@pytest.mark.rule("SC-HULL-004")
@examples("SC-HULL-004")
def test_fast_and_rapid_hulls_cost_more_and_come_later(example):
    hull = hull_named(example.given["hull"])

    assert hull.el() == example.expect["el"]
    assert hull.speed == example.expect["speed"]
    assert float(hull.price) == example.expect["cost_per_hs"]


@pytest.mark.rule("SC-HULL-005")
@examples("SC-HULL-005")
def test_rooms_for_a_speed_are_rounded_up(example):
    assert (
        hull_named(example.given["hull"]).rooms(example.given["speed"]) == example.expect["rooms"]
    )


@pytest.mark.rule("SC-HULL-006", "SC-ENJ-003")
@examples("SC-HULL-006")
def test_speed_is_what_hull_and_working_rooms_permit(example):
    code, generation = example.given["drive"][:-1], int(example.given["drive"][-1])
    rooms = (ShipSystem(code, generation),) * example.given["rooms"]
    design = Design(hull_named(example.given["hull"]), rooms)

    assert tactical_speed(design) == example.expect["speed"]
    assert tactical_speed(design, rooms=0) == 0


@pytest.mark.rule("SC-HULL-007")
@examples("SC-HULL-007")
def test_quarters_go_by_hull_spaces(example):
    hull, inputs = hull_named(example.given["hull"]), example.given

    assert hull.quarters(inputs["hs"], inputs["g"]) == example.expect["quarters"]


@pytest.mark.rule("SC-HULL-008")
@examples("SC-HULL-008")
def test_a_generation_of_a_hull_comes_with_three_levels_and_is_larger(example):
    hull = hull_named(example.given["hull"])
    generation = hull.generation(example.given["el"])

    assert generation == example.expect["generation"]
    assert [hull.type.min_spaces, hull.max_spaces(generation)] == example.expect["hs"]


@pytest.mark.rule("SC-HULL-008")
def test_the_second_generation_of_the_fast_frigate_asks_for_one_level_more():
    assert hull_named("FGf").el(2) == 5
    assert hull_named("FG").el(2) == 4


# components


@pytest.mark.rule("SC-DES-001", "SC-DES-002")
def test_the_tables_of_components_are_those_of_the_rulebook():
    for row in CLAUSES["SC-DES-001"].rows:
        part = COMPONENTS[row["code"]]
        assert (part.name, part.size / 10, part.price / 100) == (row["name"], row["hs"], row["mc"])
    for row in CLAUSES["SC-DES-002"].rows:
        part = WEAPONS[row["code"]]
        assert (part.size / 10, part.price / 100) == (row["hs"], row["mc"])
        assert (part.long, part.short, part.ammo) == (row["long"], row["short"], row["ammo"])
        assert part.long_range == (row["class"] == "LRW")
    assert len(WEAPONS) == len(CLAUSES["SC-DES-002"].rows)


@pytest.mark.rule("SC-ENI-001", "SC-ENI-002", "SC-ENC-001", "SC-ENJ-001")
@pytest.mark.parametrize(
    ("code", "clause"), [("I", "SC-ENI-002"), ("Ic", "SC-ENC-001"), ("J", "SC-ENJ-001")]
)
def test_the_tables_of_drives_are_those_of_the_rulebook(code, clause):
    rows = [row for row in CLAUSES[clause].rows if "mc" in row]

    assert [f"{code}{number}" for number in range(1, len(rows) + 1)] == [r["item"] for r in rows]
    for row, room in zip(rows, DRIVES[code].rows, strict=True):
        assert (room.level, room.price / 100) == (row["sl"], row["mc"])
        assert (room.size / 10, room.half_speeds / 2) == (row["hs"], row["speed"])


@pytest.mark.rule("SC-DES-003")
def test_price_and_points_grow_by_a_tenth_a_generation():
    assert (ShipSystem("S", 3).price, ShipSystem("S", 3).points) == (1680, 36)
    assert ShipSystem("R", 6).price == 5400
    ship = design("DD", "[Y1][R6]")
    assert offensive_ratings(ship) == (6, 3)
    assert offensive_ratings(design("DD", "[Y5][R1]")) == (Fraction(24, 5), Fraction(12, 5))


@pytest.mark.rule("SC-DES-004", "SC-DES-005")
@examples("SC-DES-004", "SC-DES-005")
def test_sizes_and_prices_add_up(example):
    inputs, expect = dict(example.given), example.expect
    hull, spaces = inputs.pop("hull", "FGf"), inputs.pop("hs", None)
    if spaces is not None:
        assert float(spaces * hull_named(hull).price) == expect["hull_price"]
        return
    plan = with_parts(hull, **inputs)
    if "hs" in expect:
        assert plan.spaces == expect["hs"]
    if "valid_for_FGf" in expect:
        assert (not messages(plan)) == expect["valid_for_FGf"]
    if "price" in expect:
        assert plan.list_price == round(100 * expect["price"])
        assert sum(system.price for system in plan.systems) == 100 * expect["components"]


# design strings


@pytest.mark.rule("SC-DES-006", "SC-START-008")
@examples("SC-DES-006")
def test_the_rulebooks_strings_are_read(example):
    systems, expect = read_systems(example.given["text"]), dict(example.expect)
    design = Design(hull_named("FGf"), systems)

    assert design.spaces == expect.pop("hs")
    price = expect.pop("price_as_FGf", None)
    assert price is None or design.list_price == round(100 * price)
    assert {code: design.count(code) for code in expect} == expect
    assert sum(expect.values()) == len(systems)
    if "SY" in expect:
        assert systems == STARTING_YARD.systems


@st.composite
def systems(draw):
    code = draw(st.sampled_from([*COMPONENTS, *DRIVES]))
    if code in DRIVES:
        return ShipSystem(code, draw(st.integers(1, len(DRIVES[code].rows))))
    return ShipSystem(code, draw(st.integers(1, 60)) if COMPONENTS[code].has_generations else 1)


@pytest.mark.rule("SC-DES-006")
@given(st.lists(st.tuples(systems(), st.integers(1, 20)), min_size=1, max_size=12))
def test_what_is_written_is_read_again(groups):
    expected = tuple(system for system, count in groups for _ in range(count))

    assert read_systems(design_string(expected)) == expected
    assert read_systems(design_string(expected).replace("]", " ] ").replace("[", "{ ")) == expected


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Mgs Mg M", "Mgs Mg M1"),
        ("SYM SY S", "SYM1 SY1 S1"),
        ("XpXcX", "Xp1 Xc1 X1"),
        ("K2", "K2"),
        ("(KKKKKKKKKKKKKK)2", "K2 K2"),
        ("(A)x3 2", "A2 A2 A2"),
        ("(A)*3", "A1 A1 A1"),
        ("A0", "A1"),
        ("( S ) 4", "S4"),
        ("[0][A]", "A1"),
    ],
)
def test_the_longest_code_is_read_and_blanks_end_a_number(text, codes):
    assert " ".join(map(str, read_systems(text))) == codes


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 0, "the design is empty"),
        ("[S1][Zz]", 5, "'Zz]' is not a component"),
        ("(KKK)1", 0, "a weapon K takes 7 hull spaces"),
        ("A (AS)", 4, "A and S share a parenthesis"),
        ("A (AA", 2, "a parenthesis is not closed"),
        ("[(FFF)1(FFFFFF)2", 0, "a '[' is not closed"),
        ("[(FFF)1)(FFFFFF)2]", 7, "a ')' has no opening bracket"),
        ("[(FFF]1)", 5, "']1)' is not a component"),
        ("([A)]", 1, "a '[' is not closed"),
        ("[A]]", 3, "a ']' has no opening bracket"),
        ("A1)", 2, "a ')' has no opening bracket"),
        ("(A)x", 4, "a number is missing"),
        ("(AA)x2", 0, "the number of repeats is given twice"),
        ("[Mg2]", 1, "Mg has only one version"),
        ("A I14", 2, "there is no I14"),
        ("A99999", 1, "99999 is too large"),
        ("(A)x1001", 0, "1001 systems are not possible"),
        ("s1", 0, "'s1' is not a component"),
        ("S1 2", 3, "'2' is not a component"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, column, message):
    with pytest.raises(DesignTextError) as error:
        read_systems(text)

    assert (str(error.value), error.value.column) == (message, column)
    assert error.value.remedy


def read_or_refused(text):
    """The systems of a string; None if it is refused, with a place inside it."""
    try:
        return read_systems(text)
    except DesignTextError as fault:
        column = fault.column
    assert 0 <= column <= len(text)
    return None


@pytest.mark.rule("SC-DES-006")
@given(st.text(alphabet="SAQYMKgIcjx×*()[]{}0123456789 /", max_size=60))
def test_any_text_is_read_or_refused(text):
    parsed = read_or_refused(text)

    assert parsed is None or read_systems(design_string(parsed)) == parsed


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize("cut", range(1, len(WORKED)))
def test_a_string_that_was_cut_is_refused_or_a_smaller_design(cut):
    parsed = read_or_refused(WORKED[:cut])

    assert parsed is None or len(parsed) <= len(read_systems(WORKED))


# faults of a design


@pytest.mark.rule("SC-DES-007")
@examples("SC-DES-007")
def test_freighters_and_commercial_ships_are_armed_to_a_tenth(example):
    inputs = example.given
    drive, armed = ShipSystem(inputs["drive"][:-1]), inputs["weapons_and_magazines_hs"]
    magazines = (ShipSystem("Mg"),) * armed
    rooms = (drive,) * (2 if drive.code == "Ic" else 4)
    holds = inputs["hs"] - armed - sum(room.size for room in rooms) // 10 - 3
    systems = (*(ShipSystem("Q"),) * 3, *(ShipSystem("H"),) * holds, *magazines, *rooms)
    design = Design(hull_named(inputs["hull"]), systems)

    assert design.spaces == inputs["hs"]
    assert (not messages(design)) == example.expect["legal"]


@pytest.mark.rule("SC-DES-007")
@pytest.mark.parametrize(("arms", "is_legal"), [(7, True), (8, False)])
def test_of_seventy_nine_spaces_seven_may_be_armed(arms, is_legal):
    text = f"(Mg)x{arms} (H)x{77 - 5 - arms} (Q)x3 (Ic)x2"
    plan = design("FT4", text)

    assert plan.spaces == 79
    assert any("more than 7 HS" in message for message in messages(plan)) != is_legal


@pytest.mark.rule("SC-DES-001", "SC-DES-007", "SC-HULL-007", "SC-HULL-009")
@pytest.mark.parametrize(
    ("hull", "text", "message"),
    [
        ("FG", "(A)x20 (Q)x2 (II)", "24 HS are too many for FG"),
        ("FG", "(Q)x2 (II)", "4 HS are too few for FG"),
        ("CL", "(A)x30 (Q)x3 (II)", "CL needs EL 2"),
        ("FG", "(A)x16 (Q)x2 (I)1(Ic)1", "the design mixes drives: I1, Ic1"),
        ("FG", "(A)x16 (Q)x2 I1I2", "the design mixes drives: I1, I2"),
        ("BS1", "(A)x16 (Q)x2 I", "BS1 has no room for drives"),
        ("FG", "(A)x19 Q I", "1 Q is too few for 21 HS"),
        ("FG", "(A)x9 SY Q Q (II)", "shipyards need a starbase"),
        ("FG", "(A)x15 Q Q (II) XOXO", "XO is not developed"),
        ("FG", "(A)x15 Q Q (II) XOXO", "2 XO are too many for 19 HS"),
        ("FG", "(A)x15 Q Q I2", "I2 is not developed"),
        ("FG", "(A)x15 Q Q (I)1(J)1", "the design mixes drives: I1, J1"),
        ("FG", "(A)x15 Q Q (I) SYM", "SYM1 is not developed"),
        ("FG", "(A)x11 Q Q (RRRR)1 (II)1", "R has no shots without Mg, Mgs or XO"),
        ("FG", "(A)x12 Q Q (GGG)1 (II)1", "G has no shots without Mg or Mgs"),
        ("FG", "(A)x12 Q Q (GGG)1 XO (II)1", "G has no shots without Mg or Mgs"),
        ("FG", "(A)x10 Q Q (LjLjLjLjLj)1 XO (II)1", "Lj has no shots without Mg or Mgs"),
        ("FG", "(A)x10 Q Q (PtPtPtPtPt)1 XO (II)1", "Pt has no shots without Mg or Mgs"),
        ("FG", "(A)x8 Q Q (RRRR)1 (GGG)1 XO (II)1", "G has no shots without Mg or Mgs"),
    ],
)
def test_what_cannot_be_is_told_in_words(hull, text, message):
    plan = design(hull, text)

    assert message in messages(plan, knows=lambda code, step: known(code, step) and code != "SYM")
    assert all(fault.remedy for fault in faults(plan, 1, known))


@pytest.mark.rule("SC-DES-007", "SC-CBT-011")
@pytest.mark.parametrize(
    "arms",
    ["(RRRR)1 Mg", "(RRRR)1 Mgs", "(RRRR)1 XO", "(GGG)1 Mgs", "Lj Pt Mg", "(KKKKKKK)1", "E F L"],
)
def test_a_weapon_with_something_to_fire_is_without_fault(arms):
    assert not [message for message in messages(design("DD", arms)) if "shots" in message]


@pytest.mark.rule("SC-DES-006", "SC-DES-007", "SC-DES-008")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[(FFF)1(FFFFFF)2", "a '[' is not closed"),
        ("[(A)x18][(QQQ)1][(GGG)1][(II)1]", "G has no shots without Mg or Mgs"),
    ],
)
def test_such_a_class_is_refused_and_was_not_by_the_first_rules(text, words):
    game = new_game()
    game.empire("Ada").developed.append("G1")
    order = f"DESIGN Odd DD {text}"
    (remark,) = run(game, Ada=order).diagnostics["Ada"]
    assert (remark.code, words in remark.message) == ("bad-design", True)
    assert [o.message for o in variant().check_orders(game, "Ada", order)] == [remark.message]

    game.version = "1.0.0"
    messages = [remark.message for remark in run(game, Ada=order).diagnostics["Ada"]]
    assert not any("shots" in message or "is not closed" in message for message in messages)


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize("place", [n for n, sign in enumerate(WORKED) if sign in "[]()"])
def test_no_bracket_can_be_left_out(place):
    assert read_or_refused(WORKED[:place] + WORKED[place + 1 :]) is None


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize("place", [n for n, sign in enumerate(WORKED) if sign.isalpha()])
def test_no_letter_can_be_left_out_unnoticed(place):
    assert read_or_refused(WORKED[:place] + WORKED[place + 1 :]) != read_systems(WORKED)


@pytest.mark.rule("SC-DES-006")
@given(st.lists(st.tuples(systems(), st.integers(1, 9), st.sampled_from(["[]", "{}", "()", "  "]))))
def test_groups_are_read_in_whatever_brackets_they_stand(groups):
    expected = tuple(system for system, count, _ in groups for _ in range(count))
    text = "".join(
        f"{pair[0]}{design_string((system,) * c)}{pair[1]}" for system, c, pair in groups
    )

    assert read_or_refused(text) == (expected or None)


@pytest.mark.rule("SC-DES-007", "SC-START-008")
def test_the_worked_frigate_and_the_starting_yard_are_without_fault():
    assert messages(design("FGf", WORKED)) == []
    assert messages(STARTING_YARD) == []


@pytest.mark.rule("SC-DES-010")
@examples("SC-DES-010")
def test_a_drive_or_a_weapon_makes_a_unit_military(example):
    weapons = " K1" * example.given["weapons"]
    plan = design("DD", f"{example.given['drive']} A{weapons}")

    assert plan.is_military == example.expect["military"]


# ratings


@pytest.mark.rule("SC-CBT-004", "SC-CBT-005", "SC-MOV-002", "SC-ENI-004")
def test_the_worked_frigate_is_rated_as_the_rulebook_says():
    frigate = design("FGf", WORKED)
    speed = tactical_speed(frigate)

    assert (speed, cruising_speed(frigate)) == (6, 3)
    assert offensive_ratings(frigate) == (5, 12)
    assert defense_rating(frigate, speed) == Fraction("0.2112")
    assert frigate.points == 260


@pytest.mark.rule("SC-CBT-004", "SC-ENJ-002")
def test_sensors_targeting_and_tactical_drives_change_ratings():
    text = "K1 L1 (I)x5"
    assert offensive_ratings(design("DD", text)) == (3, Fraction(11, 2))
    assert offensive_ratings(design("DD", f"Y1 {text}")) == (6, 11)
    assert offensive_ratings(design("DD", f"Y1 M1 {text}")) == (Fraction("6.5"), Fraction("11.6"))
    tactical = design("DD", "Y1 K1 L1 (J)x5")
    assert offensive_ratings(tactical) == (Fraction("5.5"), Fraction("10.4"))
    warriors = offensive_ratings(tactical, modifier=Fraction(105, 100))
    assert warriors == (Fraction("5.775"), Fraction("10.92"))


@pytest.mark.rule("SC-MOV-003", "SC-ENJ-003", "SC-ENC-002", "SC-ENI-005")
@pytest.mark.parametrize(
    ("drive", "refined", "detuned", "tactical", "cruising"),
    [
        ("I", {}, False, 5, "2.5"),
        ("I", {}, True, 3, "4.5"),
        ("I", {"capacitor": True}, True, 5, "4.5"),
        ("I", {"stabilizer": True}, False, 5, "3"),
        ("I", {"tuner": True}, False, 6, "3"),
        ("Ic", {}, False, 5, "5"),
        ("Ic", {}, True, 4, "6"),
        ("J", {}, False, 6, "2.5"),
        ("J", {}, True, 5, "3.5"),
    ],
)
def test_drives_cruise_and_detune_each_in_its_way(drive, refined, detuned, tactical, cruising):
    ship, twigs = design("DD", f"({drive})x6"), Refinements(**refined)

    assert tactical_speed(ship, refinements=twigs, detuned=detuned) == tactical
    assert cruising_speed(ship, refinements=twigs, detuned=detuned) == Fraction(cruising)


@pytest.mark.rule("SC-ENI-004", "SC-ENC-002", "SC-ENJ-002", "SC-ENI-005", "SC-CBT-005")
@pytest.mark.parametrize(
    ("hull", "drive", "refined", "rating"),
    [
        ("DD", "I", {}, "0.188"),
        ("DDf", "I", {}, "0.176"),
        ("DD", "Ic", {}, "0.188"),
        ("DD", "J", {}, "0.176"),
        ("DDr", "J", {}, "0.164"),
        ("DD", "I", {"modulation": True}, "0.218"),
        ("DD", "I", {"maneuvering": True}, "0.2"),
        ("DDr", "J", {"maneuvering": True}, "0.176"),
    ],
)
def test_blind_spots_lower_the_defense(hull, drive, refined, rating):
    ship = design(hull, f"({drive})x6")

    assert defense_rating(ship, Fraction(5), Refinements(**refined)) == Fraction(rating)
    assert defense_rating(ship, Fraction(0), Refinements(**refined)) == 0
    assert defense_rating(ship, Fraction(40), Refinements(**refined)) == Fraction("0.6")

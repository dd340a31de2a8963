"""Designing, erasing and renaming ship types and fleets (GG-DSN, GG-ORDD, GG-ORDE, GG-ORDT)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    codes,
    developed,
    events,
    examples,
    fleet_of,
    forgotten,
    group,
    group_of,
    mistakes,
    names,
    orders,
    planet,
    play,
    refuse,
    remarks,
    small,
)
from variants.galaxy_g.combat import RULEBOOK_COMBAT
from variants.galaxy_g.constants import FORBIDDEN_TYPES
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Techs

PARTS = ("drive", "attacks", "weapons", "shields", "cargo")


def designed(*numbers: object) -> Design | None:
    """The design with these five numbers, or None if the order is refused."""
    before = small(Ada={"types": {}})
    turn = orders(before, "D New " + " ".join(map(str, numbers)))
    type_ = ada(turn.game).type_named("New")
    assert (type_ is None) == bool(remarks(turn))
    if type_ is None:
        assert turn.game.empires == orders(before).game.empires
        return None
    return type_.design


def filled(some: dict[str, float]) -> list[float]:
    """Five numbers, completed to a ship from the ones that a clause's example gives."""
    if "all" in some:
        return [some["all"]] * 5
    rest = {"drive": 1, "attacks": 0, "weapons": 0, "shields": 0, "cargo": 0}
    if some.get("weapons", 0) < 0 or (set(some) == {"attacks"} and some["attacks"] > 0):
        rest |= {"attacks": 1, "weapons": 1}
    return [(rest | some)[part] for part in PARTS]


# the five numbers


@pytest.mark.parametrize("case", examples("GG-DSN-003", "GG-DSN-004", "GG-DSN-005"))
def test_which_numbers_make_a_ship(case):
    assert (designed(*filled(case.given)) is not None) is case.expect["valid"]


@pytest.mark.rule("GG-DSN-001", "GG-DSN-002", "GG-DSN-006", "GG-ORDD-001")
@pytest.mark.parametrize("row", VARIANT.rules["GG-DSN-002"].rows, ids=lambda row: row["type"])
def test_the_types_of_the_rulebook(row):
    turn = orders(small(Ada={"types": {}}), 'D "{type}" {}'.format(
        " ".join(str(row[part]) for part in PARTS), **row
    ))  # fmt: skip
    (type_,) = ada(turn.game).types.values()

    assert (codes(turn), folded_name(type_.name)) == ([], folded_name(row["type"]))
    assert type_.design.numbers == tuple(row[part] for part in PARTS)
    assert type_.design.mass == pytest.approx(row["mass"])
    assert RULEBOOK_ECONOMY.speed(type_.design, Techs(drive=1, cargo=1), 0) == pytest.approx(
        row["speed_empty"], abs=5e-5
    )
    assert RULEBOOK_COMBAT.defence(type_.design, 1) == pytest.approx(row["defence"], abs=5e-5)


def folded_name(name: str) -> str:
    return name.replace("_", " ").casefold()


@pytest.mark.parametrize("case", examples("GG-DSN-006"))
def test_the_mass_of_a_design(case):
    assert designed(*case.given["design"]).mass == pytest.approx(case.expect["mass"])


@pytest.mark.parametrize("case", examples("GG-ORDD-001"))
def test_a_design_order_adds_a_type(case):
    turn = orders(small(Ada={"types": {}}), case.given["order"])
    (type_,) = ada(turn.game).types.values()

    assert (type_.name, type_.design.mass) == (case.expect["type"], case.expect["mass"])
    assert play(small(Ada={"types": {}}), case.given["order"]).game.race("Brin").types.keys() == {
        "T1"
    }


@pytest.mark.rule("GG-DSN-003", "GG-DSN-004")
@pytest.mark.parametrize("part", ["drive", "weapons", "shields", "cargo"])
@pytest.mark.parametrize(
    ("written", "value"),
    [("1", 1.0), ("1.0", 1.0), ("01", 1.0), ("+2", 2.0), ("1.000001", 1.000001), ("2.", 2.0),
     ("1000000", 1e6), ("3.141592653589793", 3.141592653589793)],
)  # fmt: skip
def test_numbers_from_one_on_are_taken_as_they_are_written(part, written, value):
    numbers = {
        "drive": "1",
        "attacks": "1",
        "weapons": "1",
        "shields": "1",
        "cargo": "1",
        part: written,
    }

    assert getattr(designed(*numbers.values()), part) == value


@pytest.mark.rule("GG-DSN-003", "GG-DSN-004")
@pytest.mark.parametrize("part", ["drive", "weapons", "shields", "cargo"])
@pytest.mark.parametrize(
    "written",
    ["0.5", ".5", "0.999999", "0.000001", "-1", "-0.5", "-3", "1e9", "1E3", "nan", "NaN", "inf",
     "-inf", "1000000.1", "1000001", "9" * 400, "1,5", "1/2", "0x10", "1_0", "one", "٣", "½",
     '""'],
)  # fmt: skip
def test_other_numbers_void_the_whole_order(part, written):
    numbers = {
        "drive": "2",
        "attacks": "1",
        "weapons": "2",
        "shields": "2",
        "cargo": "2",
        part: written,
    }

    assert designed(*numbers.values()) is None


@pytest.mark.rule("GG-DSN-003")
@pytest.mark.parametrize("written", ["2.5", "2.0", "-1", "1e2", "nan", "two", "1000000000000"])
def test_attacks_are_whole_numbers(written):
    assert designed(1, written, 1, 1, 0) is None


@pytest.mark.rule("GG-DSN-004", "GG-DSN-005")
def test_minus_nothing_is_nothing():
    design = designed("-0", 0, "-0.0", 1, 0)

    assert design is not None
    assert [math.copysign(1, number) for number in design.numbers] == [1.0] * 5


@pytest.mark.rule("GG-DSN-003", "GG-DSN-004", "GG-DSN-005", "GG-DSN-006")
@given(
    st.tuples(
        *[st.one_of(st.just(0.0), st.floats(-2, 3), st.floats(0, 2e6)) for _ in range(4)],
        st.integers(-2, 200),
    )
)
def test_a_design_is_taken_exactly_if_the_rules_allow_it(numbers):
    drive, weapons, shields, cargo = (round(number, 6) for number in numbers[:4])
    attacks = numbers[4]
    parts = (drive, weapons, shields, cargo)
    allowed = (
        all(part == 0 or 1 <= part <= 1_000_000 for part in parts)
        and attacks >= 0
        and (attacks > 0) == (weapons > 0)
        and any(parts)
    )
    design = designed(*(f"{p:f}" for p in (drive,)), attacks, *(f"{p:f}" for p in parts[1:]))

    assert (design is not None) == allowed
    if design is not None:
        guns = weapons * (attacks + 1) / 2 if attacks else 0
        assert design.mass == pytest.approx(drive + shields + cargo + guns)


@pytest.mark.rule("GG-DSN-001")
def test_types_belong_to_their_designer():
    turn = orders(developed(), "P 12 Drone", Brin="D Gunship 9 0 0 0 0\nP Drakhnor Freighter")

    assert codes(turn, "Brin") == ["unknown-product"]
    assert turn.game.race("Brin").type_named("Gunship").design.drive == 9
    assert ada(turn.game).type_named("Gunship").design.drive == 4


@pytest.mark.rule("GG-ORDD-001", "GG-SEQ-002")
def test_a_type_can_be_built_by_a_later_order_of_the_same_turn():
    turn = orders(developed(), "P 12 Scout\nD Scout 1 0 0 0 0\nP 12 Scout")

    assert codes(turn) == ["unknown-product"]
    assert ada(turn.game).types[planet(turn.game, "12").product].name == "Scout"


# names of types


@pytest.mark.parametrize("case", examples("GG-ORDD-002"))
def test_types_have_no_names_of_products(case):
    turn = orders(developed(), f"D {case.given['name']} 1 0 0 0 0")

    assert (codes(turn) == []) is case.expect["valid"]


@pytest.mark.rule("GG-ORDD-002")
@pytest.mark.parametrize("word", sorted(FORBIDDEN_TYPES - {"FLEET"}))
def test_the_forbidden_names(word):
    for written in (word, word.lower(), word.title(), f'" {word} "'):
        refuse(developed(), f"D {written} 1 0 0 0 0", ["bad-name"])
        refuse(developed(), f"T Spare {written}", ["bad-name"])
        assert codes(orders(developed(), f"D {word}2 1 0 0 0 0\nT Spare {word}s{word}")) == []


@pytest.mark.rule("GG-ORDD-002", "GG-FLO-002")
def test_a_type_cannot_be_called_fleet():
    refuse(developed(), "D FLEET 1 0 0 0 0", ["too-many-words"])
    refuse(developed(), "D fleet 1 0 0 0", ["too-few-words"])
    refuse(developed(), "T Spare Fleet", ["bad-name"])


# fleets


@pytest.mark.rule("GG-FLO-002")
@pytest.mark.parametrize(
    "line", ["D FLEET Wolf_Pack", 'd fleet "wolf pack"', "Design Fleet wolf_pack"]
)
def test_a_new_fleet_is_empty(line):
    turn = orders(developed(), line)

    assert codes(turn) == []
    assert names(ada(turn.game).fleets)[-1] == "Wolf Pack"


@pytest.mark.rule("GG-FLO-002", "GG-SEQ-005")
def test_an_empty_fleet_is_gone_at_the_end_of_the_turn():
    turn = play(developed(), "D FLEET Pack\nD FLEET Wolves\nJ 1 Wolves")

    assert codes(turn) == []
    assert names(ada(turn.game).fleets) == ["Home", "Hunters", "Guards", "Bastion", "Wolves"]


@pytest.mark.rule("GG-FLO-002")
@pytest.mark.parametrize("words", ["My Pack", "My Big Pack", "My Big Bad Wolf Pack", "A B C D E F"])
def test_a_fleet_has_one_name(words):
    turn = orders(developed(), f"D FLEET {words}")
    (fault,) = remarks(turn)

    assert fault.code in {"too-few-words", "bad-argument", "too-many-words"}
    assert names(ada(turn.game).fleets) == names(ada(developed()).fleets)


@pytest.mark.rule("GG-FLO-003")
def test_the_groups_of_a_disbanded_fleet_stay_as_they_are():
    turn = orders(developed(), "E home\nE Empty")

    assert codes(turn) == []
    assert names(ada(turn.game).fleets) == ["Hunters", "Guards", "Bastion"]
    assert [g.fleet for g in ada(turn.game).groups if g.number in (7, 8)] == []  # merged with
    assert (group_of(turn.game, 3).ships, group_of(turn.game, 1).ships) == (15, 11)  # their likes


@pytest.mark.rule("GG-FLO-003", "GG-FLO-008")
def test_a_fleet_that_was_sent_this_turn_can_be_disbanded_and_its_groups_go_on():
    turn = orders(developed(), "S Home 12\nE Home")

    assert codes(turn) == []
    assert [(group_of(turn.game, n).to, fleet_of(turn.game, n)) for n in (7, 8)] == [("12", "")] * 2


# erasing types


@pytest.mark.parametrize("case", examples("GG-ORDE-001"))
def test_a_type_is_erased_if_nothing_is_of_it(case):
    forts = [group(1, 1, "Fort")] if case.given["ships_of_type"] else []
    work = {"12": {"product": "Fort", "progress": 3}} if case.given.get("in_production") else {}
    turn = orders(small(*forts, planets=work), "E fort")

    assert (ada(turn.game).type_named("Fort") is None) is case.expect["erased"]
    assert (codes(turn) == []) is case.expect["erased"]


@pytest.mark.rule("GG-ORDE-001")
def test_ships_of_another_race_and_a_lost_yard_are_no_hindrance():
    game = small({"owner": "Brin", "ships": 1, "type": "Drone", "at": "12"})

    turn = orders(game, "E Drone\nE Gunship")

    assert codes(turn) == []
    assert [name for name in ("Drone", "Gunship") if ada(turn.game).type_named(name)] == []


@pytest.mark.rule("GG-ORDE-001", "GG-ORDP-001")
def test_a_type_can_be_erased_once_nothing_builds_it():
    game = small(planets={"12": {"product": "Fort", "progress": 3}})
    turn = orders(game, "E Fort\nP 12 CAP\nE Fort\nP 12 Fort")

    assert codes(turn) == ["in-production", "unknown-product"]
    assert (planet(turn.game, "12").product, planet(turn.game, "12").progress) == ("CAP", 0)


# other names


@pytest.mark.parametrize("case", examples("GG-ORDT-001"))
def test_a_type_is_renamed(case):
    turn = orders(developed(), case.given["order"])

    assert names(ada(turn.game).types)[0] == case.expect["type"]
    assert group_of(turn.game, 1).type == group_of(developed(), 1).type


@pytest.mark.rule("GG-ORDT-001", "GG-FLO-009", "GG-SEQ-003")
def test_new_names_hold_from_step_two_on():
    text = "T Drone Probe\nT Home Pack\nP 12 Probe\nP Zzyax_Prime Drone\nS Pack 12\nS Home 12"
    turn = orders(developed(), text)

    assert [(r.line, r.code) for r in remarks(turn)] == [
        (3, "unknown-product"),
        (5, "unknown-fleet"),
    ]
    assert ada(turn.game).types[planet(turn.game, "Zzyax Prime").product].name == "Probe"
    assert group_of(turn.game, 7).to == "12"
    assert fleet_of(turn.game, 7) == "Pack"


@pytest.mark.rule("GG-SEQ-003", "GG-ORDT-001", "GG-FLO-009")
def test_renames_too_go_by_the_old_names():
    turn = orders(
        developed(), "T Drone Probe\nT Probe Scout\nT Home Pack\nT Pack Wolves\nT home Wolves"
    )

    assert [(r.line, r.code) for r in remarks(turn)] == [(2, "unknown-type"), (4, "unknown-type")]
    assert (names(ada(turn.game).types)[0], names(ada(turn.game).fleets)[0]) == ("Probe", "Wolves")


@pytest.mark.rule("GG-FLO-009")
@pytest.mark.parametrize("line", ["T Home wolf_pack", 't HOME "wolf pack"', "T Hunters Wolf_Pack"])
def test_a_fleet_is_renamed_wherever_it_is(line):
    turn = orders(developed(), line)

    assert codes(turn) == []
    assert "Wolf Pack" in names(ada(turn.game).fleets)


@pytest.mark.rule("GG-ORDT-001", "GG-ORDD-001")
def test_what_was_designed_this_turn_can_be_renamed_this_turn():
    turn = orders(developed(), "T Scout Eye\nD Scout 1 0 0 0 0\nD FLEET Pack\nT Pack Wolves")

    assert codes(turn) == []
    assert (names(ada(turn.game).types)[-1], names(ada(turn.game).fleets)[-1]) == ("Eye", "Wolves")


def test_designs_are_no_events():
    turn = orders(developed(), "D Scout 1 0 0 0 0\nD FLEET Pack\nE Spare\nT Drone Probe")

    assert events(turn, "ship.unfinished_lost") == []
    assert codes(turn) == []


MISTAKES = [
    ("GG-DSN-003", 1, "D Toy 1 2.5 1 1 0", "bad-argument"),
    ("GG-DSN-003", 1, "D Toy 1 two 1 1 0", "bad-argument"),
    ("GG-DSN-003", 2, "D Toy 1 -1 1 1 0", "bad-argument"),
    ("GG-DSN-004", 1, "D Toy 0.5 0 0 0 0", "bad-design"),
    ("GG-DSN-004", 1, "D Toy 1 1 0.25 0 0", "bad-design"),
    ("GG-DSN-004", 1, "D Toy 1 0 0 .9 0", "bad-design"),
    ("GG-DSN-004", 1, "D Toy 1 0 0 0 0.1", "bad-design"),
    ("GG-DSN-004", 2, "D Toy -3 0 0 0 0", "bad-argument"),
    ("GG-DSN-004", 2, "D Toy 1 1 -2 0 0", "bad-argument"),
    ("GG-DSN-004", 3, "D Toy nan 0 0 0 0", "bad-argument"),
    ("GG-DSN-004", 3, "D Toy 1 0 0 inf 0", "bad-argument"),
    ("GG-DSN-004", 3, "D Toy 1e9 0 0 0 0", "bad-argument"),
    ("GG-DSN-004", 3, "D Toy 1 0 0 0 1000001", "bad-argument"),
    ("GG-DSN-005", 1, "D Toy 1 2 0 1 0", "bad-design"),
    ("GG-DSN-005", 2, "D Toy 1 0 5 1 0", "bad-design"),
    ("GG-DSN-005", 3, "D Toy 0 0 0 0 0", "bad-design"),
    ("GG-ORDD-001", 1, "D Toy 1 0 0 0", "too-few-words"),
    ("GG-ORDD-001", 1, "D Toy 1", "too-few-words"),
    ("GG-ORDD-001", 1, "D Toy", "too-few-words"),
    ("GG-ORDD-001", 1, "D Toy 1 0 0 0 0 0", "too-many-words"),
    ("GG-ORDD-001", 1, "D My Toy 1 0 0 0 0", "too-many-words"),
    ("GG-ORDD-001", 2, "D Toy 0.5 0 0 0 0", "bad-design"),
    ("GG-ORDD-001", 3, "D Drone 2 0 0 0 0", "bad-name"),
    ("GG-ORDD-001", 3, "D HUNTERS 2 0 0 0 0", "bad-name"),
    ("GG-ORDD-001", 4, "D Shields 2 0 0 0 0", "bad-name"),
    ("GG-ORDE-001", 1, "E Toy", "unknown-type"),
    ("GG-ORDE-001", 2, "E Drone", "in-use"),
    ("GG-ORDT-001", 1, "T Toy Probe", "unknown-type"),
    ("GG-ORDT-001", 2, "T Drone Cargo", "bad-name"),
    ("GG-ORDT-001", 2, "T Drone AAAAAAAAAAAAAAAAAAAAA", "bad-name"),
    ("GG-ORDT-001", 2, "T Drone Fort", "bad-name"),
    ("GG-FLO-002", 1, "D FLEET", "too-few-words"),
    ("GG-FLO-002", 1, "D FLEET AAAAAAAAAAAAAAAAAAAAA", "bad-name"),
    ("GG-FLO-002", 1, "D FLEET 1st", "bad-name"),
    ("GG-FLO-002", 1, "D FLEET home", "bad-name"),
    ("GG-FLO-002", 1, "D FLEET Drone", "bad-name"),
    ("GG-FLO-003", 1, "E Wolves", "unknown-type"),
    ("GG-FLO-003", 2, "E Hunters", "under-way"),
    ("GG-FLO-009", 1, "T Wolves Pack", "unknown-type"),
    ("GG-FLO-009", 2, "T Home AAAAAAAAAAAAAAAAAAAAA", "bad-name"),
    ("GG-FLO-009", 2, "T Home 1st", "bad-name"),
    ("GG-FLO-009", 2, "T Home hunters", "bad-name"),
    ("GG-FLO-009", 2, "T Home drone", "bad-name"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-ORDE-001")
def test_a_type_in_production_is_not_erased():
    refuse(small(planets={"12": {"product": "Fort"}}), "E Fort", ["in-production"])


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == [("GG-ORDE-001", "a planet is producing the type")]

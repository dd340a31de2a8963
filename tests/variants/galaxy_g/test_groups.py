"""Groups and fleets: numbers, splitting, merging, joining and leaving (GG-GRP, GG-FLT, GG-FLO)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.codec import copy_of
from tests.effort import tries
from tests.variants.galaxy_g.orders_tried import (
    TYPES,
    VARIANT,
    ada,
    codes,
    developed,
    events,
    example,
    examples,
    fleet_of,
    forgotten,
    goes_to,
    group,
    group_of,
    mistakes,
    names,
    orders,
    play,
    refuse,
    remarks,
    ships,
    small,
)
from variants.galaxy_g.model import Design, Group, Techs
from variants.galaxy_g.rules import groups as grouping

#: Kinds of groups that tests of merging choose from: some alike, some not.
PLACES = ["Zzyax Prime", "12"]


@pytest.mark.parametrize("case", examples("GG-GRP-002"))
def test_ships_have_no_technology_for_parts_that_they_have_not(case):
    numbers = [float(word) for word in case.given["type"].split()[1:]]
    design = Design(numbers[0], int(numbers[1]), *numbers[2:])
    levels = Techs(**case.given["player"]).fitting(design)

    assert {area: getattr(levels, area) for area in case.expect} == case.expect


@pytest.mark.rule("GG-GRP-002", "GG-GRP-004")
def test_so_old_and_new_drones_that_differ_only_in_guns_are_one_group():
    game = small(group(1, 3, "Drone"), Ada={"techs": {"weapons": 2}})
    VARIANT.hook.horizons_scenario_state(
        game=game, state={"groups": [group(2, 4, "Drone", techs={"weapons": 1, "shields": 3})]}
    )

    assert ships(orders(game).game) == {1: 7}


# breaking off


@pytest.mark.rule("GG-GRP-001", "GG-GRP-003")
def test_broken_off_ships_are_like_the_others():
    case = example("GG-GRP-003", 1)
    inputs, expect = case.given, case.expect
    cargo = {"techs": {"drive": 1.25, "cargo": 1.5}, "cargo": "MAT", "load": 2.5}
    game = small(group(inputs["group"], inputs["ships"], "Freighter", "12", **cargo),
                 group(inputs["highest_group_number"], 1, "Drone"))  # fmt: skip
    race = ada(game)
    part = grouping.split(race, group_of(game, inputs["group"]), inputs["break_off"])

    assert ships(game) == {3: expect["group_3"], 5: 1, 6: expect["group_6"]}
    rest = copy_of(group_of(game, 3))
    rest.number, rest.ships = part.number, part.ships
    assert part == rest


@pytest.mark.rule("GG-ORDB-001", "GG-GRP-003", "GG-GRP-005")
def test_the_b_order_breaks_off_into_the_next_number():
    case = example("GG-ORDB-001", 1)
    text = f"{case.given['order']}\nS 4 12"
    turn = orders(small(group(case.given["group"], case.given["ships"], "Drone")), text)

    assert ships(turn.game) == {3: case.expect["group_3"], 4: case.expect["group_4"]}
    assert (goes_to(turn.game, 3), goes_to(turn.game, 4)) == ("", "12")


@pytest.mark.rule("GG-ORDB-001", "GG-GRP-007")
def test_parts_of_parts():
    turn = orders(small(group(1, 10, "Drone")), "B 1 6\nB 2 3\nB MAX 2\nS 4 12 1\nS 2 13")

    assert codes(turn) == []
    assert ships(turn.game) == {1: 6, 2: 3, 5: 1}  # 3 and 4 are like 1 again
    assert [goes_to(turn.game, number) for number in (1, 2, 5)] == ["", "13", "12"]


@pytest.mark.rule("GG-ORDB-001", "GG-GRP-004")
def test_splitting_without_further_orders_merges_back():
    game = small(group(1, 10, "Drone"), group(2, 5, "Freighter", cargo="COL", load=3))
    turn = orders(game, "B 1 3\nB 1 3\nB 2 1\nB 5 0\nB 1 1")

    assert codes(turn) == ["no-ships"]
    assert turn.game.race("Ada").groups == orders(game).game.race("Ada").groups
    assert hz.dump(turn.game) == hz.dump(orders(game).game)


@pytest.mark.rule("GG-ORDB-001", "GG-MOV-006")
def test_ships_can_be_broken_off_in_hyperspace():
    turn = orders(developed(), "B 6 1\nH MAX")

    assert codes(turn) == []
    assert {(g.ships, g.at, g.to, g.left) for g in ada(turn.game).groups if g.under_way} == {
        (2, "12", "31", 5), (1, "31", "12", 15), (2, "24", "13", 4),
    }  # fmt: skip


# numbers


@pytest.mark.parametrize("case", examples("GG-GRP-005"))
def test_the_newest_group_has_the_highest_number(case):
    numbers = case.given["numbers"]
    game = small(*(group(number, number + 1, "Drone") for number in numbers))

    assert grouping.split(ada(game), group_of(game, 1), 1).number == case.expect["next"]


@pytest.mark.rule("GG-GRP-005")
def test_gaps_in_the_numbers_are_not_filled():
    turn = orders(
        small(group(1, 5, "Drone"), group(7, 3, "Fort"), group(9, 2, "Gunship")), "X 7\nS 1 12 1"
    )

    assert ships(turn.game) == {1: 4, 9: 2, 10: 1}


@pytest.mark.rule("GG-GRP-004", "GG-GRP-005")
def test_a_number_that_was_merged_away_is_nobody_s():
    first = orders(small(group(1, 10, "Drone")), "B 1 4")
    turn = orders(first.game, "S 2 12")

    assert (ships(first.game), codes(turn)) == ({1: 10}, ["unknown-group"])


# merging


@pytest.mark.parametrize("case", examples("GG-GRP-004"))
def test_the_lower_number_survives(case):
    game = small(*(group(g["no"], g["ships"], "Drone") for g in case.given["groups"]))

    for after in (orders(game).game, play(game).game):
        assert ships(after) == {5: case.expect["group_5"]}


@pytest.mark.rule("GG-GRP-004", "GG-GRP-001")
@pytest.mark.parametrize(
    ("one_is", "other_is"),
    [({}, {"type": "Spare"}), ({}, {"techs": {"drive": 1.0000001}}), ({}, {"at": "12"}),
     ({}, {"fleet": "Home"}), ({"fleet": "Home"}, {"fleet": "Empty"}), ({}, {"to": "12"}),
     ({"to": "12"}, {"to": "13"}), ({"to": "12"}, {"to": "12", "left": 4}),
     ({"to": "13", "left": 4}, {"at": "12", "to": "13", "left": 4})],
)  # fmt: skip
def test_groups_that_differ_are_not_merged(one_is, other_is):
    base = {"owner": "Ada", "type": "Drone", "at": "Zzyax Prime", "ships": 2}
    races = {
        "Ada": {
            "fleets": ["Home", "Empty"],
            "types": {"Drone": [1, 0, 0, 0, 0], "Spare": [1, 0, 0, 0, 0]},
        }
    }

    def merged(first: dict, second: dict) -> int:
        return len(ships(orders(small(base | first, base | second, **races)).game))

    assert (merged(one_is, other_is), merged(one_is, one_is), merged(other_is, other_is)) == (
        2,
        1,
        1,
    )


@pytest.mark.rule("GG-GRP-004", "GG-GRP-001")
@pytest.mark.parametrize(
    "other_is", [{"cargo": "MAT", "load": 2}, {"cargo": "COL", "load": 3}, {"cargo": "", "load": 0}]
)
def test_groups_with_other_cargo_are_not_merged(other_is):
    base = group(1, 2, "Freighter", cargo="COL", load=2)

    assert len(ships(orders(small(base, base | {"number": 2} | other_is)).game)) == 2
    assert len(ships(orders(small(base, base | {"number": 2})).game)) == 1


@pytest.mark.rule("GG-GRP-004", "GG-SEQ-001")
def test_groups_that_meet_are_merged_at_the_end_of_the_turn():
    game = small(group(1, 3, "Drone"), group(2, 4, "Drone", "12"), group(3, 2, "Drone", "13"))
    turn = play(game, "S 1 12\nS 3 12")

    assert ships(turn.game) == {1: 9}


#: Groups as small choices: type, place, cargo, fleet, ships, destination.
SOME_GROUPS = st.lists(
    st.tuples(
        st.sampled_from(["T1", "T2"]),
        st.sampled_from(["12", "13"]),
        st.sampled_from(["", "COL"]),
        st.sampled_from(["", "F1"]),
        st.integers(0, 3),
        st.sampled_from(["", "13"]),
    ),
    max_size=12,
)


def with_groups(choices) -> tuple[hz.Game, int]:
    game = small(Ada={"fleets": ["Home"]})
    race = ada(game)
    for number, (kind, at, cargo, fleet, count, to) in enumerate(choices, start=1):
        race.groups.append(
            Group(number=number, type=kind, ships=count, techs=Techs(drive=1.0), at=at, cargo=cargo,
                  load=1.0 if cargo else 0.0, fleet=fleet, to=to, left=1.0 if to else 0.0)
        )  # fmt: skip
    return game, sum(choice[4] for choice in choices)


@pytest.mark.rule("GG-GRP-004", "GG-GRP-001")
@given(SOME_GROUPS)
def test_merging_loses_no_ship_and_merging_again_changes_nothing(choices):
    game, count = with_groups(choices)
    race = ada(game)
    grouping.merge(race)
    once = copy_of(race.groups)
    grouping.merge(race)

    assert race.groups == once
    assert sum(ships(game).values()) == count
    assert list(ships(game)) == sorted(ships(game))
    assert all(ships(game).values())
    kinds = {(g.type, g.at, g.cargo, g.fleet, g.to) for g in race.groups}
    assert kinds == {choice[:4] + choice[5:] for choice in choices if choice[4]}
    assert len(kinds) == len(race.groups)


@pytest.mark.rule("GG-GRP-003", "GG-GRP-004", "GG-FLT-005")
@given(SOME_GROUPS, st.data())
def test_what_was_split_and_not_in_a_fleet_merges_back(choices, data):
    game, _ = with_groups(choices)
    race = ada(game)
    grouping.merge(race)
    before = copy_of(race.groups)
    loose = [g for g in race.groups if not g.fleet and g.ships > 1]
    for parent in loose:
        part = grouping.split(race, parent, data.draw(st.integers(1, parent.ships - 1)))
        assert (part.fleet, part.number) == ("", race.highest_number)
    grouping.merge(race)

    assert race.groups == before


# fleets


@pytest.mark.rule("GG-FLT-001", "GG-FLO-006", "GG-FLO-008")
def test_a_fleet_holds_groups_of_different_types_and_moves_by_one_order():
    turn = orders(developed(), "D FLEET Pack\nJ 1 Pack\nJ 2 pack\nJ 3 PACK 4\nS Pack 13")

    assert codes(turn) == []
    sent = {n: c for n, c in ships(turn.game).items() if goes_to(turn.game, n)}
    assert {n: c for n, c in sent.items() if n not in (6, 9)} == {1: 10, 2: 4, 12: 4}
    assert group_of(turn.game, 3).ships == 6


@pytest.mark.parametrize("case", examples("GG-FLO-006"))
def test_a_group_joins_a_fleet_where_it_is(case):
    places = {"P": "Zzyax Prime", "Q": "12"}
    crowd = (
        []
        if "fleet" in case.given
        else [group(1, 1, "Drone", places[case.given["fleet_at"]], fleet="Home")]
    )
    game = small(
        *crowd, group(2, 3, "Gunship", places[case.given["group_at"]]), Ada={"fleets": ["Home"]}
    )
    turn = orders(game, "J 2 Home")

    assert (fleet_of(turn.game, 2) == "Home") is case.expect["joined"]
    assert (codes(turn) == []) is case.expect["joined"]


@pytest.mark.rule("GG-FLO-006")
def test_a_group_of_another_fleet_is_moved():
    turn = orders(developed(), "J 8 Bastion\nJ 7 Bastion 2\nJ 7 Home")

    assert codes(turn) == []
    assert [(n, fleet_of(turn.game, n)) for n in (7, 8, 11, 12)] == [
        (7, "Home"), (8, "Bastion"), (11, "Bastion"), (12, "Bastion"),
    ]  # fmt: skip


@pytest.mark.rule("GG-FLO-007", "GG-SEQ-005")
def test_a_fleet_merges_into_another_and_is_empty_then():
    turn = orders(developed(), "J Home Bastion")

    assert codes(turn) == []
    assert [fleet_of(turn.game, n) for n in (7, 8, 11)] == ["Bastion"] * 3
    assert "Home" in names(ada(turn.game).fleets)
    assert "Home" not in names(ada(play(developed(), "J Home Bastion").game).fleets)


@pytest.mark.rule("GG-FLO-007")
def test_merging_with_an_empty_fleet_and_with_itself():
    for text in ("J Empty Home", "J Home Home"):
        turn = orders(developed(), text)
        assert codes(turn) == []
        assert fleet_of(turn.game, 7) == fleet_of(turn.game, 8) == "Home"
    assert fleet_of(orders(developed(), "J Home Empty").game, 7) == "Empty"


@pytest.mark.rule("GG-FLO-001", "GG-GRP-004")
def test_a_group_leaves_its_fleet():
    turn = orders(developed(), "B 7 FLEET\nB 11 fleet\nS 7 12")

    assert codes(turn) == []
    assert (fleet_of(turn.game, 7), goes_to(turn.game, 7)) == ("", "12")
    assert fleet_of(turn.game, 8) == "Home"
    assert ships(turn.game)[4] == 3  # the fort of group 11 is just like those of group 4


@pytest.mark.parametrize("case", examples("GG-FLT-004"))
@pytest.mark.parametrize("letter", "SI")
def test_sending_a_group_takes_it_out_of_its_fleet(case, letter):
    game = small(group(4, 3, "Drone", fleet="Home"), group(5, 1, "Gunship", fleet="Home"),
                 Ada={"fleets": ["Home"]})  # fmt: skip
    turn = orders(game, letter + case.given["order"][1:])

    assert (fleet_of(turn.game, 4) != "") is case.expect["in_fleet"]
    assert (fleet_of(turn.game, 5), goes_to(turn.game, 4)) == ("Home", "12")


@pytest.mark.parametrize("case", examples("GG-FLT-005"))
def test_broken_off_ships_leave_the_fleet_and_the_rest_stays(case):
    game = small(group(4, 3, "Drone", fleet="Home"), Ada={"fleets": ["Home"]})
    turn = orders(game, case.given["order"])

    assert (fleet_of(turn.game, 4) != "") is case.expect["rest_in_fleet"]
    assert (fleet_of(turn.game, 5) != "") is case.expect["new_group_in_fleet"]


@pytest.mark.parametrize("case", examples("GG-FLT-006"))
def test_loading_keeps_the_fleet_but_not_for_a_part(case):
    game = small(group(4, 3, "Freighter", fleet="Home"), Ada={"fleets": ["Home"]})
    turn = orders(game, case.given["order"])
    loaded = next(g for g in ada(turn.game).groups if g.cargo)

    assert codes(turn) == []
    if "in_fleet" in case.expect:
        assert (fleet_of(turn.game, 4) != "") is case.expect["in_fleet"]
        assert fleet_of(orders(turn.game, "U 4").game, 4) == "Home"
    else:
        assert (loaded.fleet != "") is case.expect["loaded_part_in_fleet"]
        assert (group_of(turn.game, 4).ships, fleet_of(turn.game, 4)) == (1, "Home")


@pytest.mark.rule("GG-FLT-001", "GG-ORDH-001")
def test_a_group_of_a_fleet_does_not_turn_round_alone():
    text = "S Home 12\nH 7\nH 8 1"
    turn = orders(developed(), text)

    assert codes(turn) == ["in-fleet", "in-fleet"]
    assert goes_to(turn.game, 7) == goes_to(turn.game, 8) == "12"
    assert "Home" in remarks(turn)[0].hint
    assert VARIANT.invariants(turn.game) == []


#: Orders on fleets and groups, to be given in any order.
FLEET_ORDERS = st.lists(
    st.one_of(
        st.builds("S {} {}".format, st.sampled_from(["1", "7", "8", "10", "MAX", "Home", "Guards"]),
                  st.sampled_from(["12", "13", "Zzyax_Prime"])),
        st.builds("I {} 12".format, st.sampled_from(["3", "7", "Home", "Guards"])),
        st.builds("J {} {}".format, st.sampled_from(["1", "7", "10", "MAX", "Home", "Guards"]),
                  st.sampled_from(["Home", "Guards", "Empty", "Hunters"])),
        st.builds("J {} Home 2".format, st.sampled_from(["1", "3", "7"])),
        st.builds("B {} {}".format, st.sampled_from(["1", "7", "8", "9", "MAX"]),
                  st.sampled_from(["FLEET", "1", "2"])),
        st.builds("H {}".format, st.sampled_from(["6", "7", "8", "9", "Home", "Hunters"])),
        st.sampled_from(["E Home", "E Guards", "D FLEET Home", "D FLEET N", "J 1 N", "T Home X"]),
        st.sampled_from(["L 2 CAP", "L 2 COL 1", "U 2", "X 3 1", "V 1 Drakh", "V 10 Drakh", "G 1"]),
    ),
    max_size=8,
)  # fmt: skip


@pytest.mark.rule("GG-FLT-001", "GG-GRP-001", "GG-GRP-004")
@settings(max_examples=tries(150))
@given(FLEET_ORDERS)
def test_fleets_stay_together_and_no_ship_is_lost_whatever_is_ordered(lines):
    game = developed()
    turn = orders(game, "\n".join(lines))

    assert VARIANT.invariants(turn.game) == []
    scrapped = sum(event.data["ships"] for event in turn.events if event.code == "group.scrapped")
    fleet = sum(sum(ships(turn.game, name).values()) for name in ("Ada", "Brin"))
    assert fleet + scrapped == sum(sum(ships(game, name).values()) for name in ("Ada", "Brin"))


MISTAKES = [
    ("GG-ORDB-001", 1, "B 99 1", "unknown-group"),
    ("GG-ORDB-001", 1, "B Home 1", "unknown-group"),
    ("GG-ORDB-001", 2, "B 1 11", "too-many-ships"),
    ("GG-ORDB-001", 2, "B 1 10", "too-many-ships"),
    ("GG-ORDB-001", 3, "B 1", "too-few-words"),
    ("GG-ORDB-001", 3, "B 1 0", "no-ships"),
    ("GG-ORDB-001", 3, "B 1 -2", "bad-argument"),
    ("GG-FLO-001", 1, "B 99 FLEET", "unknown-group"),
    ("GG-FLO-001", 2, "B 1 FLEET", "no-fleet"),
    ("GG-FLO-001", 2, "B 6 FLEET", "no-fleet"),
    ("GG-FLO-001", 3, "B 9 FLEET", "under-way"),
    ("GG-FLO-006", 1, "J 99 Home", "unknown-group"),
    ("GG-FLO-006", 1, "J 1 Wolves", "unknown-fleet"),
    ("GG-FLO-006", 2, "J 6 Home", "under-way"),
    ("GG-FLO-006", 2, "J 1 Hunters", "under-way"),
    ("GG-FLO-006", 3, "J 1 Guards", "elsewhere"),
    ("GG-FLO-007", 1, "J Wolves Home", "unknown-fleet"),
    ("GG-FLO-007", 1, "J Home Wolves", "unknown-fleet"),
    ("GG-FLO-007", 2, "J Hunters Home", "under-way"),
    ("GG-FLO-007", 2, "J Home Hunters", "under-way"),
    ("GG-FLO-007", 3, "J Home Guards", "elsewhere"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-FLO-006", "GG-FLO-007", "GG-ORDB-001")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("J 1 Home two", "bad-argument"), ("J Home Guards 2", "whole-fleet"), ("B 9 1", "under-way"),
     ("B 1 FLEETS", "bad-argument"), ("J 1", "too-few-words"), ("J 1 2", "unknown-fleet")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, [expected])


@pytest.mark.rule("GG-FLO-006")
def test_what_was_sent_this_turn_joins_no_fleet_and_takes_nobody_in():
    turn = orders(developed(), "S 1 12\nJ 1 Home\nS Home 12\nJ 3 Home\nJ Bastion Home")

    assert [(r.line, r.code) for r in remarks(turn)] == [
        (2, "under-way"), (4, "under-way"), (5, "under-way"),
    ]  # fmt: skip


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []


@pytest.mark.rule("GG-SEQ-005")
def test_the_marks_of_a_turn_end_with_it():
    """Upgrade marks count for one turn; an empty fleet is gone, and the groups are sorted."""
    old = group(5, 1, "Gunship", techs={"drive": 0.5})
    game = small(old, Ada={"types": TYPES, "fleets": ["Empty"]})
    turn = play(game, "G 5\nO SORTGROUPS")

    assert len(events(turn, "group.upgraded")) == 1
    assert {planet.upgraded for planet in turn.game.planets} == {0}
    assert names(ada(turn.game).fleets) == []
    assert list(ships(turn.game)) == [1]
    assert list(ships(play(game, "G 5").game)) == [5]


@pytest.mark.rule("GG-FLT-001")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("J 10 Home", ["elsewhere"]), ("J 10 Empty", []), ("J 1 Home", []), ("J Empty Home", []),
     ("J Home Guards", ["elsewhere"]), ("J Bastion Home", [])],
)  # fmt: skip
def test_a_fleet_is_at_one_place(text, expected):
    turn = orders(developed(), text)

    assert codes(turn) == expected
    if expected:
        assert "fleet" in remarks(turn)[0].message


@pytest.mark.rule("GG-FLO-004", "GG-ORDH-001")
def test_a_group_outside_fleets_turns_round_and_one_inside_does_not():
    game = developed()
    alone, inside, fleet = (orders(game, text) for text in ("H 6", "H 9", "H Hunters"))

    assert [codes(turn) for turn in (alone, inside, fleet)] == [[], ["in-fleet"], []]
    assert goes_to(alone.game, 6) == "12"
    assert goes_to(inside.game, 9) == "13"
    assert goes_to(fleet.game, 9) == "Zzyax Prime"

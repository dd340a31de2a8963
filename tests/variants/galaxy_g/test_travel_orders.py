"""S, I and H: sending ships, after others too, and calling them back (GG-ORDS, -I and -H)."""

from __future__ import annotations

import math

import pytest

from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    example,
    examples,
    fleet_of,
    forgotten,
    goes_to,
    group,
    group_of,
    mistakes,
    orders,
    planet,
    play,
    refuse,
    remarks,
    ships,
    small,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY


def at(game, number: int) -> str:
    """The present or last planet of Ada's group."""
    return game.planet(group_of(game, number).at).name


# S


@pytest.mark.rule("GG-ORDS-001", "GG-FMT-008")
def test_a_group_is_sent_with_its_full_distance_to_go():
    case = example("GG-ORDS-001", 1)
    far = {"Nest": {"at": [10, 10 + case.given["distance"]]}}
    turn = orders(small(group(100, 1, "Drone", "Nest"), planets=far), case.given["order"])

    assert goes_to(turn.game, 100) == case.expect["destination"]
    assert group_of(turn.game, 100).left == case.expect["left"]
    assert not group_of(turn.game, 100).under_way


@pytest.mark.rule("GG-ORDS-001", "GG-SEQ-001")
def test_sent_ships_leave_in_step_seven():
    game = small(group(1, 1, "Freighter"))

    assert not group_of(orders(game, "S 1 Far_Away").game, 1).under_way
    after = group_of(play(game, "S 1 Far_Away").game, 1)
    assert after.under_way
    assert after.left == pytest.approx(140 * math.sqrt(2) - 8)


@pytest.mark.rule("GG-ORDS-001", "GG-GRP-007")
def test_a_part_of_a_group_is_sent():
    turn = orders(developed(), "S 1 12 4\nS 1 13 6\nS 3 12 10")

    assert codes(turn) == []
    sent = {n: (c, goes_to(turn.game, n)) for n, c in ships(turn.game).items()}
    assert (sent[1], sent[12], sent[3]) == ((6, "13"), (4, "12"), (10, "12"))


@pytest.mark.rule("GG-ORDS-001", "GG-FLT-004")
def test_sending_a_group_to_where_it_is_only_takes_it_out_of_its_fleet():
    turn = orders(developed(), "S 7 zzyax_prime\nS 1 Zzyax_Prime 3")

    assert codes(turn) == []
    assert (goes_to(turn.game, 1), ships(turn.game)[1], ships(turn.game)[3]) == ("", 10, 15)
    stays = play(small(group(1, 3, "Drone")), "S 1 Zzyax_Prime")
    assert (at(stays.game, 1), group_of(stays.game, 1).to) == ("Zzyax Prime", "")


@pytest.mark.rule("GG-FLO-008")
@pytest.mark.parametrize("case", [example("GG-FLO-008", 1)], ids=str)
def test_a_fleet_is_sent_as_a_whole(case):
    game = small(
        group(1, 1, "Drone", fleet="Home"),
        group(2, 1, "Fighter", fleet="Home"),
        Ada={"fleets": ["Home"], "types": {"Drone": [1, 0, 0, 0, 0], "Fighter": [1, 1, 1, 1, 0]}},
    )
    speeds = [RULEBOOK_ECONOMY.speed_of(ada(game), g) for g in ada(game).groups]  # fmt: skip
    assert speeds == pytest.approx(case.given["group_speeds"], abs=1e-4)
    assert planet(game, "12").at == (10 + case.given["distance"], 10)

    turn = orders(game, "S Home 12")
    assert [(goes_to(turn.game, n), fleet_of(turn.game, n)) for n in (1, 2)] == [("12", "Home")] * 2
    turns = 0
    turn = play(game, "S Home 12")
    while group_of(turn.game, 1).under_way or group_of(turn.game, 2).under_way:
        assert group_of(turn.game, 1).left == group_of(turn.game, 2).left
        turns, turn = turns + 1, play(turn.game)
    assert turns + 1 == case.expect["both_arrive_in_turns"]


@pytest.mark.rule("GG-FLO-008", "GG-MOV-001")
def test_a_fleet_with_a_ship_without_drive_stays_together():
    game = developed()
    turn = orders(game, "J 1 Bastion\nS Bastion 12\nI Bastion 12")

    assert codes(turn) == ["no-drive", "no-drive"]
    assert "group 11 of fleet 'Bastion'" in remarks(turn)[0].message
    assert goes_to(turn.game, 1) == ""


@pytest.mark.parametrize("case", examples("GG-MOV-001"))
def test_ships_without_drive_never_move(case):
    game = small(group(1, 2, "Fort"))
    assert case.expect["speed"] == RULEBOOK_ECONOMY.speed_of(ada(game), group_of(game, 1))

    turn = play(game, "S 1 12\nI 1 12\nS 1 Zzyax_Prime\nR Zzyax_Prime WAR 12")
    assert codes(turn) == ["no-drive"] * 3
    assert (at(turn.game, 1), group_of(turn.game, 1).to) == ("Zzyax Prime", "")


# planets that one does not see


@pytest.mark.rule("GG-VIS-004", "GG-ORDS-001")
def test_a_turn_takes_any_planet_by_its_name_and_a_check_only_says_that_it_does_not_know_it():
    case = example("GG-VIS-004", 1)
    game = small(group(1, 3, "Drone"), planets={"57": {"at": [90, 90]}})
    assert "57" not in ada(game).knowledge.located

    turn = orders(game, case.given["order"])
    assert (codes(turn) == []) is case.expect["accepted"]
    assert goes_to(turn.game, 1) == "57"
    (remark,) = VARIANT.check_orders(game, "Ada", case.given["order"])
    assert (remark.code, remark.severity) == ("unseen", "warning")
    assert "the turn will show" in remark.message


@pytest.mark.rule("GG-VIS-004")
@pytest.mark.parametrize(
    "order",
    [
        "S 1 {}",
        "S 1 {} 2",
        "I 1 {}",
        "S Home {}",
        "I Home {}",
        "R 12 COL {}",
        "W {}",
        "A {}",
        "K {}",
    ],
)
def test_every_order_with_a_destination_takes_unseen_planets(order):
    game = developed()

    for name in ("Far_Away", '"far away"', "BLUEWORLD"):
        assert codes(orders(game, order.format(name))) in ([], ["no-change"])
        assert checked(game, order.format(name)) == ["unseen"]
    assert codes(orders(game, order.format("Nowhere"))) == ["unknown-name"]


@pytest.mark.rule("GG-VIS-004", "GG-VIS-001")
@pytest.mark.parametrize(
    "order",
    ["S 1 {}", "I 1 {}", "R 12 COL {}", "R {} COL 12", "P {} CAP", "N {} Terra", "W {}", "A {}",
     "K {}", "K NO {}", "V 1 {}", "F {}", "Q {}", "@ {}\nhi\n@", "C {}", "N 12 {}",
     "D {} 1 0 0 0 0"],
)  # fmt: skip
def test_a_check_says_the_same_of_a_name_out_of_sight_and_of_none(order):
    game = developed()

    def response(name: str) -> str:
        errors = VARIANT.check_orders(game, "Ada", order.format(name))
        foreseen = VARIANT.forecast(game, "Ada", order.format(name)).data
        return f"{errors} {foreseen}".replace(name, "*").replace(name.replace("_", " "), "*")

    # names of the same length, so that even the columns are the same
    assert response("Far_Away") == response("Far_Awax")
    assert response("Blueworld") == response("Blueworle")
    assert response("Blue_Men") == response("Blue_Mem")


@pytest.mark.rule("GG-VIS-001", "GG-VIS-010")
@pytest.mark.parametrize(
    "order", ["S 1 {}", "W {}", "F {}", "V 1 {}", "A {}", "K {}", "R 12 COL {}"]
)
@pytest.mark.parametrize("near", ["Far_Awey", "Bluworld", "Blue_Man", "Catoo"])
def test_no_hint_names_what_is_out_of_sight(order, near):
    game = developed()
    messages = remarks(orders(game, order.format(near))) + VARIANT.check_orders(
        game, "Ada", order.format(near)
    )

    assert len(messages) == 2
    for remark in messages:
        for name in ("Far Away", "Blueworld", "Blue Men", "Cato'"):
            assert name not in f"{remark.message} {remark.hint}"


@pytest.mark.parametrize(
    ("order", "hint"),
    [("S 1 Drakhnir", "Drakhnor"), ("W Drak", "Drakh"), ("A Zyax_Prime", "Zzyax Prime"),
     ("F Drakk", "Drakh"), ("R 12 COL Roc", "Rock")],
)  # fmt: skip
def test_a_hint_names_what_is_in_sight(order, hint):
    game = developed()

    assert remarks(orders(game, order))[0].hint == f"did you mean '{hint}'?"
    assert VARIANT.check_orders(game, "Ada", order)[0].hint == f"did you mean '{hint}'?"


@pytest.mark.rule("GG-VIS-001")
@pytest.mark.parametrize(("at", "hint"), [([15, 12], "Drakhnirr"), ([150, 30], "Drakhnor")])
def test_a_hint_passes_over_a_nearer_name_out_of_sight(at, hint):
    game = small(group(1, 1, "Drone"), planets={"Drakhnirr": {"at": at}})

    assert remarks(orders(game, "S 1 Drakhnir"))[0].hint == f"did you mean '{hint}'?"


# I


@pytest.mark.rule("GG-ORDI-001", "GG-SEQ-001")
def test_an_intercepting_group_waits_for_step_six():
    turn = orders(developed(), "I 3 12 4\nI 1 12")

    assert codes(turn) == []
    assert (group_of(turn.game, 12).ships, group_of(turn.game, 12).intercepts) == (4, True)
    assert (ships(turn.game)[3], group_of(turn.game, 3).intercepts) == (6, False)
    result = play(developed(), "I 1 12")
    assert (at(result.game, 1), group_of(result.game, 1).intercepts) == ("12", False)


@pytest.mark.rule("GG-FLO-005")
def test_a_fleet_intercepts_as_one_and_stays_one():
    turn = orders(developed(), "I Home 12")
    assert [(group_of(turn.game, n).intercepts, fleet_of(turn.game, n)) for n in (7, 8)] == [
        (True, "Home"), (True, "Home"),
    ]  # fmt: skip

    after = play(developed(), "I Home 12").game
    assert [group_of(after, n).left for n in (7, 8)] == pytest.approx([10 - 80 / 11] * 2)
    assert [fleet_of(after, n) for n in (7, 8)] == ["Home"] * 2


@pytest.mark.rule("GG-ORDI-001", "GG-ORDH-001")
def test_an_interception_can_be_taken_back_in_the_same_turn():
    turn = orders(developed(), "I 1 12\nH 1\nS 1 13")

    assert codes(turn) == []
    assert (goes_to(turn.game, 1), group_of(turn.game, 1).intercepts) == ("13", False)


# H


@pytest.mark.parametrize("case", examples("GG-ORDH-001"))
def test_h_turns_a_group_round_at_once(case):
    far = {"Nest": {"at": [10, 10 + case.given["total"]]}}
    game = small(group(1, 2, "Drone", to="Nest", left=case.given["left"]), planets=far)
    turn = orders(game, "H 1")

    assert codes(turn) == []
    assert group_of(turn.game, 1).left == pytest.approx(case.expect["left"])
    assert (goes_to(turn.game, 1), at(turn.game, 1)) == ("Zzyax Prime", "Nest")
    assert group_of(play(game, "H 1").game, 1).left == pytest.approx(case.expect["left"] - 20)


@pytest.mark.rule("GG-ORDH-001", "GG-GRP-007")
def test_a_part_of_a_group_turns_round():
    turn = orders(developed(), "H 6 2")

    assert (ships(turn.game)[6], goes_to(turn.game, 6), group_of(turn.game, 6).left) == (
        1,
        "Drakhnor",
        5,
    )
    assert (ships(turn.game)[12], goes_to(turn.game, 12), group_of(turn.game, 12).left) == (
        2,
        "12",
        15,
    )


@pytest.mark.rule("GG-ORDH-001")
def test_turning_round_twice_is_not_turning_round():
    assert group_of(orders(developed(), "H 6\nH 6").game, 6) == group_of(developed(), 6)


@pytest.mark.rule("GG-ORDH-001")
@pytest.mark.parametrize(
    "text", ["S 1 12\nH 1", "I 1 12\nH 1", "S 1 12 4\nH MAX", "S 1 12\nH 1 4\nH 1"]
)
def test_h_takes_an_order_of_this_turn_back(text):
    turn = orders(developed(), text)

    assert codes(turn) == []
    assert ada(turn.game).groups == ada(orders(developed()).game).groups


@pytest.mark.rule("GG-FLO-004", "GG-ORDH-001")
def test_a_fleet_turns_round_as_one():
    turn = orders(developed(), "H Hunters")

    assert codes(turn) == []
    assert (goes_to(turn.game, 9), group_of(turn.game, 9).left) == ("Zzyax Prime", 11)
    assert fleet_of(turn.game, 9) == "Hunters"
    back = orders(developed(), "S Home 12\nH Home")
    assert ada(back.game).groups == ada(orders(developed()).game).groups


# in hyperspace


@pytest.mark.parametrize("case", examples("GG-MOV-006"))
def test_only_h_acts_in_hyperspace(case):
    turn = orders(small(group(3, 2, "Drone", to="Far Away", left=30)), case.given["order"])

    assert (codes(turn) == []) is case.expect["accepted"]


UNDER_WAY = ["S 6 12", "I 6 12", "L 6 CAP", "U 6", "G 6", "X 6", "J 6 Home", "V 6 Drakh"]

MISTAKES = [
    *[("GG-MOV-006", 1, text, "under-way") for text in UNDER_WAY],
    ("GG-MOV-001", 1, "S 4 12", "no-drive"),
    ("GG-MOV-001", 1, "I 4 12 1", "no-drive"),
    ("GG-MOV-001", 2, "S Bastion 12", "no-drive"),
    ("GG-MOV-001", 2, "I Bastion 12", "no-drive"),
    ("GG-VIS-004", 1, "S 1 Nowhere", "unknown-name"),
    ("GG-ORDS-001", 1, "S 99 12", "unknown-group"),
    ("GG-ORDS-001", 1, "S 1a 12", "unknown-group"),
    ("GG-ORDS-001", 1, "S 0 12", "unknown-group"),
    ("GG-ORDS-001", 1, "S 1 Nowhere", "unknown-name"),
    ("GG-ORDS-001", 2, "S 6 12", "under-way"),
    ("GG-ORDS-001", 3, "S 4 12", "no-drive"),
    ("GG-ORDI-001", 1, "I 99 12", "unknown-group"),
    ("GG-ORDI-001", 1, "I 1 Nowhere", "unknown-name"),
    ("GG-ORDI-001", 2, "I 6 12", "under-way"),
    ("GG-ORDI-001", 3, "I 4 12", "no-drive"),
    ("GG-ORDH-001", 1, "H 99", "unknown-group"),
    ("GG-ORDH-001", 2, "H 1", "not-under-way"),
    ("GG-ORDH-001", 2, "H 1 4", "not-under-way"),
    ("GG-FLO-004", 1, "H Wolves", "unknown-fleet"),
    ("GG-FLO-004", 2, "H Home", "not-under-way"),
    ("GG-FLO-004", 2, "H Empty", "not-under-way"),
    ("GG-FLO-005", 1, "I Wolves 12", "unknown-fleet"),
    ("GG-FLO-005", 1, "I Home Nowhere", "unknown-name"),
    ("GG-FLO-005", 2, "I Hunters 12", "under-way"),
    ("GG-FLO-005", 3, "I Empty 12", "empty-fleet"),
    ("GG-FLO-005", 4, "I Bastion 12", "no-drive"),
    ("GG-FLO-008", 1, "S Wolves 12", "unknown-fleet"),
    ("GG-FLO-008", 1, "S Home Nowhere", "unknown-name"),
    ("GG-FLO-008", 2, "S Empty 12", "empty-fleet"),
    ("GG-FLO-008", 3, "S Hunters 12", "under-way"),
    ("GG-FLO-008", 4, "S Bastion 12", "no-drive"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("S 99 Nowhere", "unknown-group unknown-name"), ("S Home 12 3", "whole-fleet"),
     ("H Hunters 1", "whole-fleet"), ("I Home 12 1", "whole-fleet"), ("H 9", "in-fleet"),
     ("H 9 1", "in-fleet"), ("H", "too-few-words"), ("S Home", "too-few-words")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, expected.split())


@pytest.mark.rule("GG-ORDS-001", "GG-ORDI-001", "GG-FLO-008", "GG-FLO-005")
@pytest.mark.parametrize("first", ["S 1 12\nS Home 12", "I 1 12\nI Home 12"])
@pytest.mark.parametrize(
    "second", ["S 1 13", "I 1 13", "S Home 13", "I Home 13", "S 7 13", "J 1 Home"]
)
def test_what_was_sent_this_turn_is_not_sent_again(first, second):
    turn = orders(developed(), f"{first}\n{second}")

    assert codes(turn) == ["under-way"]
    assert "was sent this turn" in remarks(turn)[0].message
    assert turn.game.empires == orders(developed(), first).game.empires


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []

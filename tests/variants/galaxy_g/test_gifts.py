"""V: ships that change hands at the end of step 1 (GG-ORDV)."""

from __future__ import annotations

import pytest

from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    events,
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
from variants.galaxy_g.model import Techs

GUEST = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "Zzyax Prime"}


def meeting(*groups, **more):
    """A game where Brin has two Drones at Zzyax Prime."""
    return small(*groups, GUEST, **more)


def received(turn, number: int = 2):
    """The group that Brin got."""
    return group_of(turn.game, number, "Brin")


def type_of(turn, number: int = 2) -> str:
    race = turn.game.race("Brin")
    return race.types[received(turn, number).type].name


@pytest.mark.parametrize("case", examples("GG-ORDV-001"))
def test_the_receiver_must_be_there(case):
    guests = [GUEST] if case.given["receiver_ships_there"] else []
    game = small(group(3, 4, "Freighter", cargo="MAT", load=2.5), *guests)
    turn = orders(game, "V 3 Drakh")

    assert (codes(turn) == []) is case.expect["given"]
    assert (ships(turn.game) == {}) is case.expect["given"]
    if case.expect["given"]:
        gift = received(turn)
        assert ((gift.cargo, gift.load) == ("MAT", 2.5)) is case.expect["cargo_included"]


@pytest.mark.rule("GG-ORDV-001", "GG-GRP-005")
def test_a_gift_keeps_its_techs_and_gets_the_receivers_next_number():
    techs = {"drive": 1.5, "weapons": 2.5, "shields": 3.5}
    game = meeting(group(3, 4, "Gunship", techs=techs, fleet="Home"), Ada={"fleets": ["Home"]})
    turn = orders(game, "V 3 drakh")

    assert ships(turn.game, "Brin") == {1: 2, 2: 4}
    assert received(turn).techs == Techs(**techs)
    assert received(turn).fleet == ""
    assert turn.game.race("Brin").types[received(turn).type].design.numbers == (4, 2, 2, 4, 0)


@pytest.mark.rule("GG-ORDV-001")
def test_both_are_told_and_nobody_else():
    turn = orders(meeting(group(3, 4, "Drone")), "V 3 Drakh 2")
    (event,) = events(turn, "ships.given")

    assert event.text == "Zzyaxians gave 2 Drone to Drakh at Zzyax Prime."
    assert set(event.audience) == {"Ada", "Brin"}


@pytest.mark.rule("GG-ORDV-001", "GG-GRP-007")
@pytest.mark.parametrize(
    ("order", "stay", "inputs", "name"),
    [("V 3 Drakh", None, 10, "Gunship"), ("V 3 Drakh 4", 6, 4, "Gunship"),
     ("V 3 Drakh 0", None, 10, "Gunship"), ("V 3 Drakh Spy", None, 10, "Spy"),
     ("V 3 Drakh Spy 4", 6, 4, "Spy"), ('v 3 DRAKH "big spy" 10', None, 10, "Big Spy"),
     ("V MAX drakh 9", 1, 9, "Gunship"), ("V 3 Drakh 5 2", 8, 2, "5")],
)  # fmt: skip
def test_the_forms_of_the_order(order, stay, inputs, name):
    turn = orders(meeting(group(3, 10, "Gunship")), order)

    assert codes(turn) == []
    assert ships(turn.game) == ({3: stay} if stay else {})
    assert (received(turn).ships, type_of(turn)) == (inputs, name)


@pytest.mark.rule("GG-ORDV-001", "GG-GRP-007")
def test_more_ships_than_there_are_means_all():
    turn = orders(meeting(group(3, 10, "Gunship")), "V 3 Drakh 11")

    assert (codes(turn), received(turn).ships) == (["fewer-ships"], 10)


# the type's name


@pytest.mark.parametrize("case", examples("GG-ORDV-002"))
def test_the_name_under_which_ships_are_given(case):
    inputs = case.given
    types = {"Drone": [1, 0, 0, 0, 0]}
    if "receiver_has_Scout" in inputs:
        types["Scout"] = (
            [3, 0, 0, 1, 0] if inputs["receiver_has_Scout"] == "same numbers" else [9, 0, 0, 0, 0]
        )
    game = meeting(
        group(3, 10, inputs["type"]),
        Ada={"types": {"Scout": [3, 0, 0, 1, 0]}},
        Brin={"types": types},
    )
    turn = orders(game, f"V 3 Drakh {inputs['shipName'] or ''}")

    assert type_of(turn) == case.expect["receiver_type"]
    type_ = turn.game.race("Brin").types[received(turn).type]
    assert type_.design.numbers == (3, 0, 0, 1, 0)
    assert len(turn.game.race("Brin").types) == 2 + (case.expect["receiver_type"] == "Scout 2")


@pytest.mark.rule("GG-ORDV-002", "GG-NAM-001")
def test_numbers_are_appended_until_a_name_is_free():
    types = {name: [9, 0, 0, 0, 0] for name in ("Drone", "Scout", "scout 2", "A" * 20)}
    game = meeting(
        group(3, 9, "Scout"), Ada={"types": {"Scout": [3, 0, 0, 1, 0]}},
        Brin={"types": types, "fleets": ["Scout 3"]},
    )  # fmt: skip
    turn = orders(game, f"V 3 Drakh 2\nV 3 Drakh {'A' * 20} 2\nV 3 Drakh drone 2")

    assert codes(turn) == []
    new = names(turn.game.race("Brin").types)[4:]
    assert new == ["Scout 4", "A" * 18 + " 2", "Drone 2"]


@pytest.mark.rule("GG-ORDV-002", "GG-ORDO-006")
def test_the_givers_namecase_counts():
    game = meeting(group(3, 9, "Gunship"))

    assert type_of(orders(game, "V 3 Drakh spy")) == "Spy"
    assert type_of(orders(game, "V 3 Drakh spy\nO NO NAMECASE")) == "spy"


@pytest.mark.rule("GG-ORDV-002", "GG-SEQ-003")
def test_the_giver_s_new_name_of_this_turn_does_not_count_yet():
    turn = orders(meeting(group(3, 9, "Gunship")), "T Gunship Spy\nV 3 Drakh")

    assert type_of(turn) == "Gunship"


# when it happens


@pytest.mark.rule("GG-ORDV-001", "GG-SEQ-002")
def test_nobody_orders_ships_twice_in_a_turn():
    game = meeting(group(3, 4, "Gunship"))
    turn = orders(game, "V 3 Drakh", Brin="S 2 12\nS 1 12")

    assert codes(turn, "Brin") == ["unknown-group"]
    assert received(turn).to == ""
    swap = orders(game, "V 3 Drakh", Brin="V 1 Zzyaxians")
    assert codes(swap, "Brin") == ["no-ship-there"]  # Ada has given away all her ships there
    assert (ships(swap.game), ships(swap.game, "Brin")) == ({}, {1: 2, 2: 4})


@pytest.mark.rule("GG-ORDV-001")
def test_a_receiver_that_was_sent_away_this_turn_is_still_there():
    turn = orders(meeting(group(3, 4, "Gunship")), "V 3 Drakh", Brin="S 1 12")

    assert codes(turn) == []
    assert received(turn).ships == 4


@pytest.mark.rule("GG-ORDV-001", "GG-FMT-011")
def test_ships_that_were_sent_after_the_gift_are_not_given():
    turn = orders(meeting(group(3, 4, "Gunship")), "V 3 Drakh\nS 3 12")

    assert [(r.line, r.code) for r in remarks(turn)] == [(1, "under-way")]
    assert goes_to(turn.game, 3) == "12"


@pytest.mark.rule("GG-ORDV-001", "GG-FMT-011")
@pytest.mark.parametrize("second", ["V 3 Drakh", "V 3 Blue_Men", "X 3"])
def test_a_gift_that_is_gone_is_not_given(second):
    turn = orders(meeting(group(3, 4, "Gunship")), f"V 3 Drakh\n{second}")

    (fault,) = remarks(turn)
    assert fault.code == "gone"
    assert fault.line == (1 if second == "X 3" else 2)
    assert ships(turn.game) == {}


@pytest.mark.rule("GG-ORDV-001", "GG-FMT-011", "GG-FLT-005")
def test_ships_that_nobody_takes_over_stay_in_their_group_and_fleet():
    game = small(group(3, 4, "Gunship", fleet="Home"), Ada={"fleets": ["Home"]})
    turn = orders(game, "V 3 Drakh 2\nV 3 Drakh Spy 1")

    assert codes(turn) == ["no-ship-there", "no-ship-there"]
    assert (ships(turn.game), fleet_of(turn.game, 3)) == ({3: 4}, "Home")


@pytest.mark.rule("GG-ORDV-001", "GG-FLT-005")
def test_but_not_if_their_fleet_has_gone_on_without_them():
    turn = orders(developed(), "V 7 Drakh 2\nS Home 12")

    assert codes(turn) == ["no-ship-there"]
    assert (ships(turn.game)[7], goes_to(turn.game, 7)) == (3, "12")
    assert ships(turn.game)[3] == 12  # those left behind are like group 3
    assert VARIANT.invariants(turn.game) == []


@pytest.mark.rule("GG-ORDV-001")
def test_gifts_are_handed_over_one_after_the_other():
    gunners = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"}
    drones = {"owner": "Cato", "number": 1, "ships": 1, "type": "Drone", "at": "12"}

    turn = orders(small(group(1, 1, "Drone", "12"), gunners), "V 1 Drakh", Brin="V 1 Zzyaxians")
    assert (codes(turn), codes(turn, "Brin")) == ([], ["no-ship-there"])
    turn = orders(small(gunners, drones), Brin="V 1 Blue_Men", Cato="V 1 Drakh")
    assert codes(turn, "Cato") == ["no-ship-there"]
    assert ships(turn.game, "Cato") == {1: 3}


@pytest.mark.rule("GG-ORDV-001")
def test_given_ships_belong_to_the_receiver_in_the_same_turns_battles():
    game = small(group(1, 5, "Drone"), GUEST, Cato={"war": ["Ada"]})
    turn = play(game, "V 1 Drakh")

    assert VARIANT.invariants(turn.game) == []
    assert sum(ships(turn.game, "Brin").values()) == 7
    assert len(ships(turn.game, "Brin")) == 1  # the same design, name and techs


def test_a_check_foresees_a_gift_to_those_in_sight():
    game = meeting(group(3, 4, "Gunship"))
    assert checked(game, "V 3 Drakh") == []
    assert VARIANT.forecast(game, "Ada", "V 3 Drakh")["groups"] == []
    assert checked(developed(), "V 10 Drakh\nV 5 Drakh") == ["no-ship-there"]


MISTAKES = [
    ("GG-ORDV-001", 1, "V 99 Drakh", "unknown-group"),
    ("GG-ORDV-001", 1, "V Home Drakh", "unknown-group"),
    ("GG-ORDV-001", 1, "V 1 Nobody", "unknown-name"),
    ("GG-ORDV-001", 2, "V 6 Drakh", "under-way"),
    ("GG-ORDV-001", 3, "V 1 Drakh", "no-ship-there"),
    ("GG-ORDV-001", 3, "V 3 Drakh Spy 4", "no-ship-there"),
    ("GG-ORDV-001", 3, "V 7 Drakh 4", "no-ship-there"),
    ("GG-ORDV-001", 4, "V 1 Zzyaxians", "own-race"),
    ("GG-ORDV-001", 4, "V 1 Ada", "own-race"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-ORDV-001", "GG-ORDV-002", "GG-ORDD-002")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("V 10 Drakh Cargo", "bad-name"), ("V 10 Drakh max", "bad-name"),
     ("V 10 Drakh AAAAAAAAAAAAAAAAAAAAA 1", "bad-name"), ("V 10 Drakh Spy one", "bad-argument"),
     ("V 10 Drakh Spy -1", "bad-argument"), ("V 10 Drakh Spy 1 1", "too-many-words"),
     ("V 10", "too-few-words"), ("V 10 Drakh Big Spy", "bad-argument"),
     ("V 10 12", "unknown-name")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, [expected])


@pytest.mark.rule("GG-ORDV-001")
def test_ships_that_were_sent_this_turn_are_not_given():
    turn = orders(developed(), "S 10 13\nV 10 Drakh")

    assert [(r.line, r.code) for r in remarks(turn)] == [(2, "under-way")]


def test_a_race_that_is_gone_gets_nothing():
    game = meeting(group(3, 4, "Gunship"))
    game.race("Brin").active = False

    assert codes(orders(game, "V 3 Drakh")) == ["unknown-name"]
    assert ada(game).groups[0].ships == 4


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []

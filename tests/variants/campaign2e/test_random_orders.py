"""Orders of the random bot for groups and ships, each in a situation of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.campaign2e.builders import add_ship, campaign, fleet, ship
from tests.variants.campaign2e.random_orders import ADA, BRIN, random_lines, realm
from variants.campaign2e.model import Allegiance, Campaign, Counter, Dummy
from variants.campaign2e.model.groups import Departure
from variants.campaign2e.model.players import ALLY


def away(**of_world: Any) -> Campaign:
    """Ada's three Argents are at a foreign world."""
    game = campaign({(7, 7): ADA, (9, 9): BRIN | of_world})
    fleet(game, "Ada", (9, 9), "g1", CH=3)
    return game


# groups and ships


def test_groups_are_split_merged_and_named() -> None:
    game = realm()
    assert random_lines(game, "SPLIT") == ['SPLIT g1 Argent-1 AS "Kite Ada-1-1"']
    split = ['SPLIT g1 Argent-3 Argent-2 AS "Harrow Ada-1-99"']
    assert random_lines(game, "SPLIT", last=True) == split
    assert random_lines(game, "SPLIT", False) == ["SPLIT g1 Argent-1"]
    assert random_lines(game, "MERGE") == ["MERGE g1 INTO g2"]
    assert random_lines(game, "MERGE", last=True) == ["MERGE g2 INTO g1"]
    assert random_lines(game, "TRANSFER") == ["TRANSFER Argent-1 TO g2"]
    assert random_lines(game, "NAME") == ['NAME g1 "Kite Ada-1-1"']
    assert random_lines(game, "NAME", last=True) == ['NAME 7,9 "Harrow Ada-1-99"']


def test_groups_apart_or_bound_for_a_place_are_not_joined() -> None:
    game = realm()
    game.groups[1].departure = Departure(to=(7, 8))
    assert random_lines(game, "MERGE") == random_lines(game, "TRANSFER") == []
    game.groups[1].departure, game.groups[1].at = None, (7, 9)
    assert random_lines(game, "MERGE") == random_lines(game, "TRANSFER") == []


def test_no_name_is_given_twice_or_that_cannot_be_written() -> None:
    game = realm()
    game.worlds[0].called = "kite ada-1-1"
    assert random_lines(game, "SPLIT") == ["SPLIT g1 Argent-1"]
    assert random_lines(game, "NAME") == []


def test_groups_in_supply_go_anywhere_and_stay() -> None:
    game = realm()
    assert random_lines(game, "MOVE") == ["MOVE g1 TO 6,6", "MOVE g2 TO 6,6"]
    assert random_lines(game, "MOVE", False, last=True) == ["MOVE g2 TO 8,7"]
    assert random_lines(game, "HOLD") == ["HOLD g1"]
    assert random_lines(game, "LANE") == []
    game.lanes = [*campaign({(7, 7): ADA, (7, 9): ADA}, lanes=[((7, 7), (7, 9))]).lanes]
    assert random_lines(game, "LANE", True, False) == ["LANE g1 TO 7,9"]


def test_groups_out_of_supply_go_towards_a_base() -> None:
    game = realm()
    for group in game.groups:
        group.at = (7, 10)
    ship(game, "Argent-2").owed = 100
    assert random_lines(game, "MOVE", False) == ["MOVE g1 TO 7,9"]
    assert random_lines(game, "HOLD") == ["HOLD g2"]


def test_ships_at_home_are_loaded_mended_given_back_and_given_up() -> None:
    game = realm()
    assert random_lines(game, "LOAD") == ["LOAD Packhorse-1 FUEL 0 CREW 0 WEAPONRY 0"]
    full = ["LOAD Packhorse-1 FUEL 18 CREW 18 WEAPONRY 18"]
    assert random_lines(game, "LOAD", last=True) == full
    assert random_lines(game, "REPAIR") == random_lines(game, "RETURN") == []
    ship(game, "Argent-2").hull_lost = 1
    ship(game, "Argent-3").armour_lost = 1
    assert random_lines(game, "REPAIR", False) == ["REPAIR Argent-3 ALL"]
    assert random_lines(game, "DISBAND") == ["DISBAND Argent-1"]
    assert random_lines(game, "DISBAND", False, False) == ["DISBAND Argent-3"]
    ship(game, "Packhorse-1").leased = True
    assert random_lines(game, "RETURN") == ["RETURN Packhorse-1"]
    assert random_lines(game, "DISBAND", last=True) == ["DISBAND Argent-3"]
    for group in game.groups:
        group.at = (7, 8)
    for keyword in ("LOAD", "REPAIR", "RETURN", "DISBAND"):
        assert random_lines(game, keyword) == [], "they are not at home"


def test_a_group_draws_on_a_supply_ship_that_has_what_it_needs_of_each_kind() -> None:
    game, needed = realm(), 3 * 493 + 1
    tender = ship(game, "Packhorse-1")
    tender.fuel = tender.crew = tender.weaponry = needed
    assert random_lines(game, "RESUPPLY") == ["RESUPPLY g1 FROM Packhorse-1"]
    tender.crew -= 2
    assert random_lines(game, "RESUPPLY") == []
    tender.crew += 2
    game.groups[1].at = (7, 9)
    assert random_lines(game, "RESUPPLY") == []


def test_groups_get_orders_for_meetings() -> None:
    game = realm()
    assert random_lines(game, "CONTACT", True, False, True) == ["CONTACT g1 WITHDRAW"]
    assert random_lines(game, "CONTACT", False, True, False, True) == [
        "CONTACT g2 ATTACK IF SMALLER ELSE WITHDRAW TO 6,6"
    ]
    assert random_lines(game, "CONTACT", True, False, False, False, last=True) == [
        "CONTACT g1 ATTACK IF ANY"
    ]
    tight = "SPEED 0 FORMATION tight INTENT close BREAKOFF 1 EXIT ftl"
    loose = "SPEED 24 FORMATION dispersed INTENT run BREAKOFF 100 EXIT run"
    assert random_lines(game, "BATTLE") == [f"BATTLE g1 {tight}"]
    assert random_lines(game, "BATTLE", last=True) == [f"BATTLE g2 {loose}"]
    assert random_lines(game, "ENTRY") == ["ENTRY g1 NEARER NEARER"]
    assert random_lines(game, "BILLS") == ["BILLS g1"]


def test_dummies_go_next_door_or_off_the_map() -> None:
    game = realm()
    game.dummies = [Dummy(id="Ada/d1", owner="Ada", group=game.groups[0].id, at=(7, 7))]
    assert random_lines(game, "DUMMY") == ["DUMMY g1 REMOVE"]
    assert random_lines(game, "DUMMY", True, False) == ["DUMMY g1 MOVE 7,6"]
    assert random_lines(game, "DUMMY", True, False, last=True) == ["DUMMY g1 MOVE 6,6"]
    assert random_lines(game, "DUMMY", False) == []


# foreign systems


def test_groups_at_others_worlds_block_raid_and_engage() -> None:
    game = away()
    orders = ("INTERDICT", "RAID", "NORAID", "ENGAGE DEFENCES")
    assert [random_lines(game, word) for word in orders] == [[f"{word} g1"] for word in orders]
    game.groups[0].posture, game.groups[0].engage = "interdict", True
    assert random_lines(game, "INTERDICT") == ["INTERDICT g1 OFF"]
    assert random_lines(game, "ENGAGE DEFENCES") == ["ENGAGE DEFENCES g1 OFF"]
    game.empire("Ada").told_stances = {"Brin": ALLY}
    assert random_lines(game, "ENGAGE DEFENCES") == []


@pytest.mark.parametrize("kind", ["unarmed", "in debt", "not alone", "at home"])
def test_groups_do_nothing_abroad_that(kind: str) -> None:
    game = away()
    if kind == "unarmed":
        for vessel in game.ships:
            vessel.out = [s.key for s in vessel.design.systems if s.part.kind == "fc"]
    elif kind == "in debt":
        ship(game, "Argent-2").owed = 1
    elif kind == "not alone":
        game.counters = [Counter(owner="Brin", number=1, at=(9, 9))]
    else:
        game.groups[0].at = (7, 7)
    for word in ("INTERDICT", "RAID", "NORAID", "ENGAGE DEFENCES", "ATTACK WORLD", "LAND"):
        assert random_lines(game, word) == []


@pytest.mark.parametrize(("points", "lands"), [(4, True), (5, False)])
def test_troops_are_landed_under_control_where_they_are_ten_tonnes_a_point(
    points: int, lands: bool
) -> None:
    game = away(points=points, controlled="Ada")
    add_ship(game, game.groups[0], "AL")
    assert random_lines(game, "LAND") == (["LAND g1"] if lands else [])
    game.worlds[1].controlled = ""
    assert random_lines(game, "LAND") == []


@pytest.mark.parametrize(
    ("allegiance", "points", "attacks"),
    [
        (Allegiance.INDEPENDENT, 12, True),  # 906 points against 1800
        (Allegiance.INDEPENDENT, 13, False),
        (Allegiance.PROTECTED, 6, True),
        (Allegiance.PROTECTED, 7, False),
    ],
)
def test_neutral_worlds_are_attacked_with_half_of_their_defences(
    allegiance: Allegiance, points: int, attacks: bool
) -> None:
    game = away(owner="", allegiance=allegiance, points=points)
    assert random_lines(game, "ATTACK WORLD") == [], "it was not visited"
    game.empire("Ada").visited = ["9,9"]
    assert random_lines(game, "ATTACK WORLD") == (["ATTACK WORLD g1"] if attacks else [])

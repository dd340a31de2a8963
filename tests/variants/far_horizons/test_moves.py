"""MOVE and WORMHOLE: ways without risk."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import AS_IN_1999
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import MOVED, WORMHOLED, ShipLocation
from variants.far_horizons.rules.scanning import scan_table


def moved(order, ships, **more):
    """The result of an order with these ships of the humans."""
    state = {"species": {"Human": {"ships": ships, **more.pop("human", {})}}}
    return step("jumps", game_with(state), {"Human": order}, chance=Falls(), **more)


def place(numbers):
    """A sector as orders write it."""
    return " ".join(map(str, numbers))


# --- MOVE -----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-MOVE-003", "FH-CMD-010")
@pytest.mark.parametrize("ship", ["FF Fast", "FFS Slow", "TR5 Mover", "BAS Sneakers"])
def test_ships_of_all_kinds_move_by_a_parsec(ship):
    extra = {"tons": 100_000} if ship.startswith("BAS") else {}
    result = moved(f"Move {ship}, 10 11 10", {ship: {"at": "Earth", **extra}})
    after = result.ship("Human", ship.partition(" ")[2])
    assert (str(after.place), after.where, after.moved) == (
        "10 11 10",
        ShipLocation.DEEP_SPACE,
        MOVED,
    )
    assert f"    {ship} moved to sector 10 11 10." in result.log("Human")


@pytest.mark.rule("FH-MOVE-003")
@pytest.mark.parametrize("example", examples("FH-MOVE-003"), ids=str)
def test_the_moves_of_the_rulebook(example):
    inputs = example.given
    title = inputs["order"].partition(" ")[2].partition(",")[0]
    extra = {"tons": 100_000} if title.startswith("BAS") else {}
    result = moved(inputs["order"], {title: {"at": place(inputs["from"]), **extra}})
    assert result.codes("Human") == []
    [event] = result.events("Human", "ship-moved")
    assert event.data["ship"] == title


@pytest.mark.rule("FH-MOVE-004")
@pytest.mark.parametrize("example", examples("FH-MOVE-004"), ids=str)
def test_the_length_of_a_move(example):
    start, end = example.given["from"], example.given["to"]
    result = moved(f"Move FF Fast, {place(end)}", {"FF Fast": {"at": place(start)}})
    ship = result.ship("Human", "Fast")
    legal = example.expect["legal"]
    assert (not result.codes("Human")) == legal
    assert list(ship.place.sector) == (end if legal else start)
    assert (ship.moved == MOVED) == legal


@pytest.mark.rule("FH-MOVE-003", "FH-GALAXY-003")
def test_coordinates_begin_at_zero():
    result = moved("Move FF Fast, 0 4 4", {"FF Fast": {"at": "1 4 4"}})
    assert str(result.ship("Human", "Fast").place) == "0 4 4"
    result = moved("Jump FF Fast, 0 4 4", {"FF Fast": {"at": "1 4 4"}})
    assert [event.data["goal"] for event in result.events("Human", "jump-tried")] == ["0 4 4"]


@pytest.mark.rule("FH-MOVE-004")
def test_a_move_in_place_leaves_the_orbit():
    result = moved("Move FF Fast, 10 10 10", {"FF Fast": {"at": "Earth"}})
    ship = result.ship("Human", "Fast")
    assert (str(ship.place), ship.where, ship.moved) == ("10 10 10", ShipLocation.DEEP_SPACE, MOVED)


@pytest.mark.rule("FH-MOVE-003", "FH-MOVE-004")
@pytest.mark.parametrize(
    ("goal", "code", "reason"),
    [
        ("11 11 10", "too-far", "Destination is too far in MOVE command."),
        ("12 10 10", "too-far", "Destination is too far in MOVE command."),
        ("PL Earth", "no-sector", "Invalid coordinates in MOVE command."),
        ("10 10", "no-sector", "Invalid coordinates in MOVE command."),
        ("10 10 11 2", "no-sector", "Invalid coordinates in MOVE command."),
        ("-1 10 10", "no-sector", "Invalid coordinates in MOVE command."),
        ("", "no-sector", "Invalid coordinates in MOVE command."),
    ],
)
def test_moves_that_are_refused(goal, code, reason):
    result = moved(f"Move FF Fast, {goal}", {"FF Fast": {"at": "Earth"}})
    assert result.codes("Human") == [code]
    assert f"!!! {reason}" in result.log("Human")
    assert str(result.ship("Human", "Fast").place) == "10 10 10 #3"


@pytest.mark.rule("FH-MOVE-003", "FH-WORM-001")
@pytest.mark.parametrize(
    ("order", "word"), [("Move {}, 10 10 11", "MOVE"), ("Wormhole {}", "WORMHOLE")]
)
def test_what_is_not_finished_or_not_there_does_not_move(order, word):
    ships = {"FF Fast": {"at": "Earth", "status": "building"}}
    result = moved(order.format("FF Fast"), ships)
    assert result.codes("Human") == ["under-construction"]
    result = moved(order.format("FF Other"), ships)
    assert result.codes("Human") == ["unknown-ship"]
    assert f"!!! Invalid ship name in {word} command." in result.log("Human")


@pytest.mark.rule("FH-MOVE-005")
@pytest.mark.parametrize("second", ["Move FF Fast, 10 12 10", "Jump FF Fast, 5 5 5"])
def test_a_move_takes_the_whole_turn(second):
    result = moved(f"Move FF Fast, 10 11 10\n{second}", {"FF Fast": {"at": "Earth"}})
    assert str(result.ship("Human", "Fast").place) == "10 11 10"
    assert result.codes("Human") == ["moved"]


@pytest.mark.rule("FH-MOVE-005")
@pytest.mark.parametrize("by", ["jumped", "moved", "wormhole"])
def test_who_has_gone_by_any_way_does_not_move(by):
    result = moved("Move FF Fast, 10 11 10", {"FF Fast": {"at": "Earth", "moved": by}})
    assert result.codes("Human") == ["moved"]


@pytest.mark.rule("FH-MOVE-006", "FH-WORM-006")
@pytest.mark.parametrize("order", ["Move FFS Wreck, 2 2 3", "Wormhole FFS Wreck"])
def test_no_dice_are_thrown_on_ways_without_risk(order):
    result = moved(
        order,
        {"FFS Wreck": {"at": "2 2 2", "age": 49}},
        human={"techs": {"GV": 0}},
    )
    assert result.ship("Human", "Wreck") is not None
    assert result.context.chance.sides == []
    assert result.game.transactions == []


def test_a_star_that_is_reached_by_a_move_is_visited():
    result = moved("Move FF Fast, 9 9 9", {"FF Fast": {"at": "9 9 10"}})
    assert "9 9 9" in result.species("Human").visited


# --- WORMHOLE -------------------------------------------------------------------------------------

TERMINUS, OTHER = "2 2 2", "38 38 38"


@pytest.mark.rule("FH-WORM-001", "FH-CMD-009", "FH-SHIP-007")
@pytest.mark.parametrize("ship", ["TR10 Mantis", "FFS Farragut", "BC Sword", "BAS Deep Space 3"])
def test_all_ships_and_starbases_go_through_a_wormhole(ship):
    extra = {"tons": 100_000} if ship.startswith("BAS") else {}
    result = moved(f"Worm {ship}", {ship: {"at": TERMINUS, **extra}})
    after = result.ship("Human", ship.partition(" ")[2])
    assert (str(after.place), after.where, after.moved) == (
        OTHER,
        ShipLocation.DEEP_SPACE,
        WORMHOLED,
    )
    assert OTHER in result.species("Human").visited


@pytest.mark.rule("FH-WORM-001", "FH-WORM-003", "FH-CMD-009")
def test_a_planet_at_the_other_end_is_orbited():
    human = {"planets": {"Danbury": {"at": f"{OTHER} #1"}}}
    ships = {"BAS Deep Space 3": {"at": TERMINUS, "tons": 100_000}}
    result = moved("WORM BAS Deep Space 3, PL Danbury", ships, human=human)
    after = result.ship("Human", "Deep Space 3")
    assert (str(after.place), after.where) == (f"{OTHER} #1", ShipLocation.ORBIT)
    assert result.codes("Human") == []


@pytest.mark.rule("FH-WORM-001")
@pytest.mark.parametrize(
    "example", [e for e in examples("FH-WORM-001") if "order" in e.given], ids=str
)
def test_the_passages_of_the_rulebook(example):
    title = example.given["order"].partition(" ")[2].partition(",")[0]
    extra = {"tons": 100_000} if title.startswith("BAS") else {}
    human = {"planets": {"Danbury": {"at": f"{OTHER} #1"}}}
    ships = {title: {"at": TERMINUS, **extra}}
    result = moved(example.given["order"], ships, human=human)
    after = result.ship("Human", title.partition(" ")[2])
    standing = (
        ShipLocation.DEEP_SPACE if example.expect["then"] == "deep space" else ShipLocation.ORBIT
    )
    assert (after.place.sector, after.where) == ((38, 38, 38), standing)


@pytest.mark.rule("FH-WORM-001")
def test_a_wormhole_works_both_ways():
    result = moved("Wormhole FF Fast", {"FF Fast": {"at": OTHER}})
    assert str(result.ship("Human", "Fast").place) == TERMINUS


@pytest.mark.rule("FH-WORM-001")
@pytest.mark.parametrize("at", ["10 10 10", "1 1 1"])
def test_without_a_wormhole_there_is_no_passage(at):
    result = moved("Wormhole FF Fast", {"FF Fast": {"at": at}})
    assert result.codes("Human") == ["no-wormhole"]
    assert "!!! There is no natural wormhole in the sector of FF Fast!" in result.log("Human")
    assert result.ship("Human", "Fast").moved == 0


@pytest.mark.rule("FH-WORM-003")
@pytest.mark.parametrize(
    ("planet", "code"),
    [("PL Earth", "wrong-planet"), ("PL Nowhere at all", "unknown-planet")],
)
def test_a_wrong_planet_gives_a_warning_and_the_passage_takes_place(planet, code):
    result = moved(f"Wormhole FF Fast, {planet}", {"FF Fast": {"at": TERMINUS}})
    after = result.ship("Human", "Fast")
    assert (str(after.place), after.where) == (OTHER, ShipLocation.DEEP_SPACE)
    [remark] = result.remarks("Human")
    assert (remark.code, remark.severity) == (code, "warning")
    assert "! WARNING: " in result.log("Human")


@pytest.mark.rule("FH-WORM-002")
def test_a_wormhole_is_the_only_long_way_of_a_starbase():
    ships = {"BAS Fort": {"at": TERMINUS, "tons": 10_000, "cargo": {"JP": 1}}}
    for order in (
        "Jump BAS Fort, 5 5 5",
        "Pjump BAS Fort, 5 5 5, BAS Fort",
        "Move BAS Fort, 5 5 5",
    ):
        result = moved(order, ships)
        assert str(result.ship("Human", "Fort").place) == TERMINUS
    assert str(moved("Wormhole BAS Fort", ships).ship("Human", "Fort").place) == OTHER


@pytest.mark.rule("FH-WORM-004", "FH-WORM-005")
def test_the_other_end_is_told_to_those_who_pass_and_to_nobody_else():
    state = {"ships": {"FF Fast": {"at": TERMINUS}}}
    game = game_with({"species": {"Human": state, "Klingon": state}})
    scan = "\n".join(scan_table(game, game.species(2), (2, 2, 2)))
    assert "This star system is the terminus of a natural wormhole." in scan
    assert "38" not in scan
    result = step("jumps", game, {"Human": "Wormhole FF Fast", "Klingon": "Jump FF Fast, 2 2 2"})
    assert "    FF Fast will jump via natural wormhole at 2 2 2 to 38 38 38." in result.log("Human")
    assert "38" not in result.log("Klingon")


@pytest.mark.rule("FH-ORDER-018", "FH-CMD-016")
def test_a_comma_behind_the_planet_beyond_a_wormhole_is_guessed_as_in_1999():
    human = {"planets": {"Wolfsbane": {"at": "38 38 38 #1"}}}
    ships = {"FF Fast": {"at": "2 2 2"}}
    order = "Wormhole FF Fast, PL Wolfsbane please"
    result = moved(order, ships, human=human, **AS_IN_1999)
    assert str(result.ship("Human", "Fast").place) == "38 38 38 #1"
    assert result.codes("Human") == []
    result = moved(order, ships, human=human)
    assert str(result.ship("Human", "Fast").place) == "38 38 38"
    assert result.codes("Human") == ["unknown-planet"]

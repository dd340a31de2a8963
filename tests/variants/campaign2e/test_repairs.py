"""Repairs: cost, duration, and the sources of parts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run_without_accounts,
)
from variants.campaign2e.model import Campaign, Ship

ALL = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]


@pytest.fixture
def game() -> Campaign:
    """Ada's world at 7,5 with two Argents and a Leviathan in g1; an empty hex at 7,6."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    game.empire("Ada").access = list(ALL)
    fleet(game, "Ada", (7, 5), "g1", CH=2, SDN=1)
    return game


def the(game: Campaign, name: str = "Argent-1") -> Ship:
    return next(ship for ship in game.ships if ship.name == name)


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def week(game: Campaign, orders: str = "") -> Any:
    return run_without_accounts(game, Ada=orders)


@pytest.mark.rule("C2E-11.2-01", "C2E-11.4-01", "C2E-11.4-02", "C2E-11.5-01")
@pytest.mark.parametrize(
    ("damage", "kind", "cost", "weeks"),
    [
        ({"out": ["beam3_1"]}, "B3/3", 18, 1),
        ({"out": ["fc_1"]}, "FC", 4, 1),
        ({"hull_lost": 10}, "HULL 10", 20, 1),
        ({"armour_lost": 6}, "ARMOUR 6", 12, 1),
        ({"drive": "out"}, "DRIVE", 36, 2),
        ({"drive": "halved"}, "DRIVE", 18, 2),
        ({"ftl": "out"}, "FTL", 18, 2),
        ({"core_out": ["power"]}, "POWER", 30, 2),
        ({"core_out": ["bridge", "life", "power"]}, "ALL", 90, 2),
        ({"out": ["beam3_1", "fc_1"], "hull_lost": 4}, "ALL", 30, 1),
    ],
)
def test_a_repair_costs_what_the_part_did_and_takes_its_weeks(
    game, damage, kind, cost, weeks
) -> None:
    for name, value in damage.items():
        setattr(the(game), name, value)
    turn = week(game, f"REPAIR Argent-1 {kind}")
    assert remarks(turn, "Ada") == []
    assert treasury(turn.game) == 1000 - cost
    begun = [event.data["weeks"] for event in turn.events if event.code == "repair.begun"]
    assert begun == ([2] if weeks == 2 else [])
    if weeks == 2:
        assert the(turn.game).is_damaged
        turn = week(turn.game)
        assert treasury(turn.game) == 1000 - cost
    assert not the(turn.game).is_damaged
    assert turn.game.empire("Ada").jobs == []


@pytest.mark.rule("C2E-11.4-02", "C2E-11.5-01")
def test_large_beams_double_screens_and_two_hangars_take_two_weeks(game) -> None:
    for out, cost in ((["beam4_1"], 30), (["screen_1"], 30)):
        the(game, "Leviathan-1").out = out
        turn = week(game, "REPAIR Leviathan-1 ALL")
        assert the(turn.game, "Leviathan-1").out == out
        assert treasury(turn.game) == 1000 - cost
        assert the(week(turn.game).game, "Leviathan-1").out == []
    the(game, "Leviathan-1").out = ["hangar_1"]
    assert the(week(game, "REPAIR Leviathan-1 HANGAR").game, "Leviathan-1").out == []
    the(game, "Leviathan-1").out, the(game, "Leviathan-1").core_out = [], ["life", "power"]
    assert treasury(week(game, "REPAIR Leviathan-1 ALL").game) == pytest.approx(1000 - 133.33)


@pytest.mark.rule("C2E-3.5-03", "C2E-3.5-04")
@pytest.mark.parametrize(
    ("missing", "damage", "cost"),
    [
        ("Manufactured Goods", {"out": ["beam3_1"]}, 36),
        ("Manufactured Goods", {"hull_lost": 10}, 20),
        ("Mining/Ore", {"hull_lost": 10}, 40),
        ("Mining/Ore", {"out": ["beam3_1"]}, 18),
        ("Mining/Ore", {"ftl": "out"}, 18),
    ],
)
def test_repairs_cost_double_without_their_resource(game, missing, damage, cost) -> None:
    game.empire("Ada").access.remove(missing)
    for name, value in damage.items():
        setattr(the(game), name, value)
    assert treasury(week(game, "REPAIR Argent-1 ALL").game) == 1000 - cost


@pytest.mark.rule("C2E-11.4-03")
def test_double_speed_costs_double_and_is_for_what_takes_two_weeks(game) -> None:
    the(game).drive = "out"
    the(game).out = ["fc_1"]
    turn = week(game, "REPAIR Argent-1 FC FAST")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["minor-repair"]
    turn = week(game, "REPAIR Argent-1 DRIVE FAST")
    assert (the(turn.game).drive, treasury(turn.game)) == ("ok", 1000 - 72)


@pytest.mark.rule("C2E-11.4-03", "C2E-11.3.1-01", "C2E-11.3.2-01", "C2E-11.3.3-01")
@pytest.mark.parametrize(
    ("source", "slow", "fast"),
    [("", 30, 60), ("spares", 0, 15), ("used", 6, 15), ("Leviathan-2", 3, 15)],
)
@pytest.mark.parametrize("doubled", [1, 2])
def test_what_a_large_beam_costs_by_its_source_and_speed(game, source, slow, fast, doubled) -> None:
    add_ship(game, game.groups[0], "SDN")
    the(game, "Leviathan-1").out = ["beam4_1"]
    if doubled == 2:
        game.empire("Ada").access.remove("Manufactured Goods")
    store = game.empire("Ada").store("7,5")
    if source in ("spares", "used"):
        setattr(store, source, {"B4/2": 1})
    words = {"": "", "spares": " FROM SPARES", "used": " FROM SPARES"}.get(
        source, f" FROM {source}"
    )
    for more, cost in (("", slow), (" FAST", fast)):
        turn = week(game, f"REPAIR Leviathan-1 B4/2{words}{more}")
        assert remarks(turn, "Ada") == []
        assert treasury(turn.game) == 1000 - doubled * cost
        assert (the(turn.game, "Leviathan-1").out == []) == bool(more)


@pytest.mark.rule("C2E-11.1-02")
def test_one_line_mends_one_of_several_equal_parts(game) -> None:
    the(game).out = ["beam3_1", "beam3_2"]
    turn = week(game, "REPAIR Argent-1 b3/3")
    assert the(turn.game).out == ["beam3_2"]
    turn = week(game, "REPAIR Argent-1 B3/3\nREPAIR Argent-1 B3/3\nREPAIR Argent-1 B3/3")
    assert the(turn.game).out == []
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["not-damaged"]


@pytest.mark.rule("C2E-11.3.1-01", "C2E-11.1-01")
def test_spares_at_hand_are_installed_for_nothing(game) -> None:
    the(game).out = ["fc_1"]
    game.empire("Ada").store("7,5").spares = {"FC": 2}
    turn = week(game, "REPAIR Argent-1 FC FROM SPARES")
    assert (the(turn.game).out, treasury(turn.game)) == ([], 1000)
    assert turn.game.empire("Ada").stores["7,5"].spares == {"FC": 1}
    assert the(turn.game).second_hand == []


@pytest.mark.rule("C2E-11.1-01")
def test_away_from_bases_only_spares_of_supply_ships_mend(game) -> None:
    fleet(game, "Ada", (7, 6), "out", CH=1, AX=1)
    the(game, "Argent-3").out = ["fc_1", "beam3_1"]
    turn = week(game, "REPAIR Argent-3 FC")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["no-base"]
    the(game, "Packhorse-1").spares = {"FC": 1}
    turn = week(game, "REPAIR Argent-3 ALL FROM SPARES")
    assert the(turn.game, "Argent-3").out == ["beam3_1"]
    assert the(turn.game, "Packhorse-1").spares == {}


@pytest.mark.rule("C2E-11.1-01", "C2E-11.1-02", "C2E-11.3.1-01")
@pytest.mark.parametrize("at_base", [True, False])
def test_spares_mend_as_many_boxes_as_they_are(game, at_base) -> None:
    if not at_base:
        game.groups[0].at = (7, 6)
    fleet(game, "Ada", game.groups[0].at, "train", AX=1)
    the(game).hull_lost = 6
    (the(game, "Packhorse-1") if at_base else game.empire("Ada").store("7,6")).spares = {"HULL": 1}
    (game.empire("Ada").store("7,5") if at_base else the(game, "Packhorse-1")).spares = {"HULL": 4}
    turn = week(game, "REPAIR Argent-1 ALL FROM SPARES")
    assert remarks(turn, "Ada") == []
    assert (the(turn.game).hull_lost, treasury(turn.game)) == (1, 1000)
    turn = week(game, "REPAIR Argent-1 HULL 6 FROM SPARES")
    (remark,) = turn.diagnostics["Ada"]
    assert (remark.code, the(turn.game).hull_lost) == ("no-spare", 6)
    assert "only 5 spares HULL for Argent-1" in remark.message
    assert remark.hint == "REPAIR Argent-1 HULL 5 FROM SPARES"
    turn = week(game, remark.hint)
    assert (the(turn.game).hull_lost, the(turn.game, "Packhorse-1").spares) == (1, {})


@pytest.mark.rule("C2E-11.4-03")
def test_a_repair_that_is_refused_leaves_the_parts_where_they_were(game) -> None:
    the(game).out = ["fc_1"]
    game.empire("Ada").store("7,5").spares = {"FC": 1}
    for source in ("SPARES", "Argent-2"):
        turn = week(game, f"REPAIR Argent-1 FC FROM {source} FAST")
        assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["minor-repair"]
        assert turn.game.empire("Ada").stores["7,5"].spares == {"FC": 1}
        assert the(turn.game, "Argent-2").out == []


@pytest.mark.rule("C2E-11.3.2-01")
def test_identical_ships_give_parts_for_a_tenth(game) -> None:
    the(game).out = ["beam3_1"]
    game.ships.reverse()
    turn = week(game, "REPAIR Argent-1 B3/3 FROM Argent-2")
    assert treasury(turn.game) == 1000 - 1.8
    assert (the(turn.game).out, the(turn.game, "Argent-2").out) == ([], ["beam3_1"])
    assert the(turn.game).second_hand == []


@pytest.mark.rule("C2E-11.3.3-01", "C2E-11.3.3-02", "C2E-11.3.3-03")
def test_other_ships_give_parts_for_a_fifth_that_are_second_hand(game) -> None:
    the(game).out = ["beam3_1", "beam2_1"]
    turn = week(game, "REPAIR Argent-1 B3/3 FROM Leviathan-1")
    assert treasury(turn.game) == 1000 - 3.6
    assert the(turn.game).second_hand == ["beam3_1"]
    assert the(turn.game, "Leviathan-1").out == ["beam3_1"]
    turn = week(game, "REPAIR Argent-1 B2/3 FROM Leviathan-1")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["no-such-part"]


@pytest.mark.rule("C2E-11.3.2-01")
def test_a_donor_stands_in_the_same_group(game) -> None:
    fleet(game, "Ada", (7, 5), "g2", CH=1)
    the(game).out = ["beam3_1"]
    turn = week(game, "REPAIR Argent-1 B3/3 FROM Argent-3")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["not-in-group"]
    assert the(turn.game, "Argent-3").out == []


@pytest.mark.rule("C2E-11.1-01")
def test_a_ship_that_moves_is_not_mended_and_its_parts_go_back(game) -> None:
    the(game).out = ["fc_1"]
    game.empire("Ada").store("7,5").spares = {"FC": 1}
    turn = week(game, "REPAIR Argent-1 FC FROM SPARES\nMOVE g1 TO 7,6")
    assert (the(turn.game).out, turn.game.empire("Ada").jobs) == (["fc_1"], [])
    assert turn.game.empire("Ada").stores["7,5"].spares == {"FC": 1}
    assert "Argent-1: the work on FC stops: the ship has moved." in [e.text for e in turn.events]


@pytest.mark.rule("C2E-2.5-02")
def test_work_that_cannot_be_paid_waits(game) -> None:
    the(game).out = ["beam3_1"]
    game.empire("Ada").stock["credits"] = 1_799
    turn = week(game, "REPAIR Argent-1 B3/3")
    assert (the(turn.game).out, treasury(turn.game)) == (["beam3_1"], 17.99)
    turn.game.empire("Ada").stock["credits"] = 1_800
    later = week(turn.game)
    assert (the(later.game).out, treasury(later.game)) == ([], 0)


@pytest.mark.rule("C2E-11.1-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("REPAIR Argent-1 LASER", "unknown-part"),
        ("REPAIR Argent-1 B4/2", "unknown-part"),
        ("REPAIR Argent-1 FC", "not-damaged"),
        ("REPAIR Argent-1 ALL", "not-damaged"),
        ("REPAIR Argent-1 HULL 1", "not-damaged"),
        ("REPAIR Nobody-1 FC", "unknown-ship"),
        ("REPAIR Leviathan-1 FC FROM SPARES", "no-spare"),
        ("REPAIR Leviathan-1 FC FROM Nobody", "unknown-ship"),
    ],
)
def test_repairs_that_cannot_be_are_refused(game, order, code) -> None:
    the(game, "Leviathan-1").out = ["fc_1"]
    turn = week(game, order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]
    assert (treasury(turn.game), turn.game.empire("Ada").jobs) == (1000, [])


@pytest.mark.rule("C2E-11.3.2-01", "C2E-11.1-02")
def test_another_ship_gives_each_part_once_and_what_it_has(game) -> None:
    the(game).out = ["beam3_1", "beam3_2", "fc_1"]
    the(game, "Argent-2").out = ["beam3_1", "fc_1", "fc_2"]
    turn = week(game, "REPAIR Argent-1 ALL FROM Argent-2")
    assert remarks(turn, "Ada") == []
    assert the(turn.game).out == ["beam3_2", "fc_1"]
    assert sorted(the(turn.game, "Argent-2").out) == ["beam3_1", "beam3_2", "fc_1", "fc_2"]
    the(game, "Argent-2").out = []
    turn = week(game, "REPAIR Argent-1 ALL FROM Argent-2")
    assert the(turn.game).out == []
    assert the(turn.game, "Argent-2").out == ["beam3_1", "beam3_2", "fc_1"]


@pytest.mark.rule("C2E-11.1-01", "C2E-11.3.2-01")
def test_away_from_bases_no_ship_gives_parts(game) -> None:
    fleet(game, "Ada", (7, 6), "out", CH=2)
    the(game, "Argent-3").out = ["beam3_1"]
    turn = week(game, "REPAIR Argent-3 B3/3 FROM Argent-4")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["no-base"]
    assert the(turn.game, "Argent-4").out == []


@pytest.mark.rule("C2E-11.1-01")
def test_work_stops_when_the_place_is_no_base_any_more(game) -> None:
    the(game).ftl = "out"
    turn = week(game, "REPAIR Argent-1 FTL")
    turn.game.world("7,5").owner = ""
    turn = week(turn.game)
    assert (the(turn.game).ftl, turn.game.empire("Ada").jobs) == ("out", [])


@pytest.mark.rule("C2E-11.1-02")
@pytest.mark.parametrize("number", ["²", "9" * 5000, "-1", "1e3", "0"])
def test_what_is_no_number_of_boxes_is_refused(game, number) -> None:
    the(game).hull_lost = 3
    turn = week(game, f"REPAIR Argent-1 HULL {number}")
    assert len(remarks(turn, "Ada")) == 1
    assert the(turn.game).hull_lost == 3


@pytest.mark.rule("C2E-11.3.2-01", "C2E-2.5-02")
@pytest.mark.parametrize(
    ("kind", "damage"), [("B3/3", {"out": ["beam3_1"]}), ("BRIDGE", {"core_out": ["bridge"]})]
)
def test_a_donor_that_is_mended_itself_keeps_what_it_has_got(game, kind, damage) -> None:
    for name, value in damage.items():
        setattr(the(game), name, value)
    the(game).hull_lost = 26
    game.empire("Ada").stock["credits"] = 4_000
    orders = f"REPAIR Argent-1 {kind} FROM Argent-2\nREPAIR Argent-1 HULL 26"
    turn = week(game, orders)
    turn = week(turn.game, f"REPAIR Argent-2 {kind}")
    turn = week(turn.game)
    assert the(turn.game, "Argent-2").out == the(turn.game, "Argent-2").core_out == []
    turn = week(turn.game, "SPLIT g1 Argent-1 AS x\nMOVE x TO 7,6")
    assert turn.game.empire("Ada").jobs == []
    assert the(turn.game, "Argent-2").out == the(turn.game, "Argent-2").core_out == []


@pytest.mark.rule("C2E-3.8-03", "C2E-11.3.3-01")
@pytest.mark.parametrize(("version", "code"), [("1.1.0", ["leased"]), ("1.0.0", [])])
def test_a_leased_ship_gives_no_parts(game, version, code) -> None:
    game.version = version
    the(game).out = ["fc_1"]
    orders = "LEASE Packhorse AT 7,5\nMERGE g1 INTO g2\nREPAIR Argent-1 FC FROM Packhorse-1"
    turn = week(game, f"{orders}\nRETURN Packhorse-1")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == code
    assert the(turn.game).out == (["fc_1"] if code else [])


@pytest.mark.rule("C2E-11.3.3-02")
@pytest.mark.parametrize(("version", "after"), [("1.1.0", ["beam3_1"]), ("1.0.0", [])])
def test_a_second_hand_part_is_one_whatever_ships_it_has_been_in(game, version, after) -> None:
    game.version = version
    the(game).out, the(game, "Argent-2").out = ["beam3_1"], ["beam3_1"]
    turn = week(game, "REPAIR Argent-2 B3/3 FROM Leviathan-1")
    assert the(turn.game, "Argent-2").second_hand == ["beam3_1"]
    turn = week(turn.game, "REPAIR Argent-1 B3/3 FROM Argent-2")
    assert (the(turn.game).out, the(turn.game).second_hand) == ([], after)

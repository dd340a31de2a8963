"""Captures: rebuilt, stripped or sold, and what they may and may not do until then."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run,
    run_without_accounts,
    ship,
    variant,
)
from variants.campaign2e.designs.design import Design, divided
from variants.campaign2e.model import Campaign, ContactOrder, Group, Ship
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.aftermath import take
from variants.campaign2e.rules.captures import is_strange

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
ALL = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]


@pytest.fixture
def game() -> Campaign:
    """Ada holds 7,5, a base of hers, and the empty hex 7,6; her prize "Prize-1" is at 7,5."""
    made = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    made.empire("Ada").access = list(ALL)
    fleet(made, "Ada", (7, 5), "g1", CH=1)
    fleet(made, "Ada", (7, 6), "out", CH=1, AX=1)
    prize(made, "CH", hull_lost=7, drive="out", ftl="out")
    return made


def prize(game: Campaign, code: str, at: tuple[int, int] = (7, 5), **damage: Any) -> Ship:
    """A ship of Brin's that is Ada's capture, in a group of its own."""
    number = 1 + sum(one.captured for one in game.ships)
    group = Group(id=f"Ada/p{number}", owner="Ada", name=f"p{number}", at=at)
    game.groups.append(group)
    design = add_ship(game, fleet(game, "Brin", (9, 9), f"b{number}"), code).design
    one = game.ships[-1]
    one.owner, one.group, one.name, one.captured = "Ada", group.id, f"Prize-{number}", True
    assert one.design is design
    for name, value in damage.items():
        setattr(one, name, value)
    game.groups = [group for group in game.groups if game.ships_in(group.id)]
    return one


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def week(game: Campaign, orders: str = "") -> hz.Turn:
    return run_without_accounts(game, Ada=orders)


def codes(turn: hz.Turn) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]


@pytest.mark.rule("C2E-12.2.3-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-12.2.3-01"), ids=str)
def test_a_capture_is_sold_by_its_intact_rows(game, example) -> None:
    given = example.given
    code = {302: "CH", 174: "CL"}[given["construction_cost"]]
    one = prize(game, code)
    one.hull_lost = sum(one.design.rows[: 4 - given["intact_rows"]])
    assert (one.design.points, one.intact_rows) == (
        given["construction_cost"],
        given["intact_rows"],
    )
    turn = week(game, f"SELL {one.name}")
    assert treasury(turn.game) == pytest.approx(1000 + example.expect["price"])
    assert one.name not in [left.name for left in turn.game.ships]


@pytest.mark.rule("C2E-12.2.1-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-12.2.1-01"), ids=str)
def test_rebuilding_takes_two_rows_and_three_major_systems(game, example) -> None:
    given = example.given
    one = prize(game, "CH")
    one.design = _with_hull(one.design, sum(given["rows"]))
    one.hull_lost = given["hull_lost"]
    one.drive = given.get("drive", "ok")
    out = given["majors_out"]
    one.core_out = ["bridge", "life", "power"][:out]
    assert (list(divided(one.design.hull)), one.majors_out) == (given["rows"], out)
    assert one.intact_rows == example.expect.get("intact_rows", one.intact_rows)
    turn = week(game, f"REBUILD {one.name}")
    assert codes(turn) == ([] if example.expect["rebuild"] else ["wreck"])


def _with_hull(design: Design, boxes: int) -> Design:
    return evolve(design, hull=boxes, armour=design.armour + design.hull - boxes)


@pytest.mark.rule("C2E-12.2-01", "C2E-12.2.1-02", "C2E-11.4-02")
def test_a_capture_is_rebuilt_at_repair_costs_and_joins_the_fleet(game) -> None:
    game.empire("Ada").in_service = ["Argent"]
    turn = week(game, "REBUILD Prize-1 AT 7,5")
    assert remarks(turn, "Ada") == []
    assert treasury(turn.game) == 1000 - 14 - 36 - 18
    assert ship(turn.game, "Prize-1").captured
    turn = week(turn.game)
    one = ship(turn.game, "Prize-1")
    assert (one.captured, one.is_damaged, one.strange) == (False, False, False)
    assert one.endurance == variant().economy.endurance(one.design)
    assert "Prize-1, a Argent, is rebuilt at 7,5, and yours." in [e.text for e in turn.events]


@pytest.mark.rule("C2E-12.2.1-02")
def test_a_strange_type_costs_a_fifth_more_until_it_is_in_service(game) -> None:
    turn = week(game, "REBUILD p1")
    assert treasury(turn.game) == pytest.approx(1000 - 1.2 * 68)
    turn = week(turn.game)
    one = ship(turn.game, "Prize-1")
    assert one.strange
    one.out = ["beam3_1"]
    assert treasury(week(turn.game, "REPAIR Prize-1 B3/3").game) == pytest.approx(
        treasury(turn.game) - 21.6
    )
    bought = week(turn.game, "BUY Argent AT 7,5\nREPAIR Prize-1 B3/3")
    assert treasury(bought.game) == pytest.approx(treasury(turn.game) - 302 - 18)


@pytest.mark.rule("C2E-12.2.1-02")
def test_anothers_design_of_the_same_name_is_a_strange_type(game) -> None:
    player, one = game.empire("Ada"), ship(game, "Prize-1")
    own = new_ship("Ada/77", "Ada", "Mine-1", _with_hull(one.design, 20), "").design
    player.designs["Mine"], player.in_service = evolve(own, name="Mine"), ["Mine"]
    one.design = evolve(one.design, name="Mine")
    assert is_strange(game, player, one)
    one.design = evolve(player.designs["Mine"], refit=2)
    assert not is_strange(game, player, one)


@pytest.mark.rule("C2E-12.2.2-01")
def test_parts_of_a_capture_lie_as_second_hand_spares_at_a_base(game) -> None:
    ship(game, "Prize-1").out = ["beam3_1", "fc_1", "screen_1"]
    turn = week(game, "STRIP Prize-1")
    used = turn.game.empire("Ada").stores["7,5"].used
    assert used["B3/3"] == used["FC"] == 1
    assert (used["B2/3"], used["LIFE/90"]) == (2, 1)
    assert not {"DRIVE4/90", "FTL/90", "SCREEN-1/90", "HULL", "ARMOUR"} & {*used}
    assert "Prize-1" not in [one.name for one in turn.game.ships]
    assert treasury(turn.game) == 1000
    ship(turn.game, "Argent-1").out = ["beam3_1"]
    turn = week(turn.game, "REPAIR Argent-1 B3/3 FROM SPARES")
    assert treasury(turn.game) == pytest.approx(1000 - 3.6)
    assert ship(turn.game, "Argent-1").second_hand == ["beam3_1"]


@pytest.mark.rule("C2E-12.2.2-01")
def test_elsewhere_supply_ships_take_the_dearest_parts_that_fit(game) -> None:
    prize(game, "CH", (7, 6), drive="ok", ftl="ok", out=["screen_1"])
    ship(game, "Packhorse-1").fuel = 2_050
    turn = week(game, "STRIP Prize-2")
    used = ship(turn.game, "Packhorse-1").used
    # 35 tonnes are free: the drive takes 18, core systems 1 each, beams of class 3 take 6.
    assert used == {
        "DRIVE4/90": 1,
        "BRIDGE/90": 1,
        "LIFE/90": 1,
        "POWER/90": 1,
        "B3/3": 2,
        "B2/3": 1,
    }
    (told,) = [event for event in turn.events if event.code == "capture.stripped"]
    assert told.data["lost"] == 8  # a beam of class 2, two of class 1, PT/1, PDS, FC twice, FTL
    prize(game, "CH", (7, 6))
    game.ships = [one for one in game.ships if one.name != "Packhorse-1"]
    turn = week(game, "STRIP Prize-2")
    assert [one.name for one in turn.game.ships if one.captured] == ["Prize-1", "Prize-3"]


@pytest.mark.rule("C2E-12.2-01", "C2E-12.2.2-01")
def test_exactly_one_use_is_made_of_a_capture(game) -> None:
    assert codes(week(game, "STRIP Prize-1\nSELL Prize-1")) == ["unknown-ship"]
    assert codes(week(game, "REBUILD Prize-1\nREBUILD Prize-1")) == ["in-work"]
    turn = week(game, "REBUILD Prize-1")
    assert codes(week(turn.game, "SELL Prize-1\nSTRIP Prize-1")) == ["in-work"] * 2
    game.empire("Ada").stock["credits"] = 0
    turn = week(game, "REBUILD Prize-1")
    assert codes(week(turn.game, "SELL Prize-1")) == []


@pytest.mark.rule("C2E-12.2.2-01", "C2E-11.3.3-01")
def test_a_capture_that_has_given_parts_has_no_other_use(game) -> None:
    ship(game, "Argent-1").out = ["beam3_1"]
    orders = "REPAIR Argent-1 B3/3 FROM Prize-1\nSELL Prize-1\nREBUILD Prize-1"
    turn = week(game, orders)
    assert codes(turn) == ["stripped", "stripped"]
    assert treasury(turn.game) == pytest.approx(1000 - 3.6)
    assert codes(week(turn.game, "SELL Prize-1")) == ["stripped"]
    assert codes(week(turn.game, "STRIP Prize-1")) == []
    stopped = week(game, "REPAIR Argent-1 B3/3 FROM Prize-1\nMOVE g1 TO 7,4")
    assert codes(week(stopped.game, "SELL Prize-1")) in ([], ["not-held"])
    assert ship(stopped.game, "Prize-1").parts_taken == 0


@pytest.mark.rule("C2E-12.2-01")
@pytest.mark.parametrize("keyword", ["REBUILD", "STRIP", "SELL"])
def test_an_armed_enemy_in_the_system_bars_every_use(game, keyword) -> None:
    fleet(game, "Brin", (7, 5), "raid", FF=1)
    assert codes(week(game, f"{keyword} Prize-1")) == ["enemy-here"]
    for one, other in (("Ada", "Brin"), ("Brin", "Ada")):
        game.empire(one).stances[other] = "ALLY"
    assert codes(week(game, f"{keyword} Prize-1")) == []


@pytest.mark.rule("C2E-12.2-01")
def test_away_from_bases_the_captor_has_to_hold_the_system(game) -> None:
    prize(game, "CH", (7, 7))
    assert codes(week(game, "SELL Prize-2\nSTRIP Prize-2")) == ["not-held"] * 2
    fleet(game, "Ada", (7, 7), "guard", FF=1)
    assert codes(week(game, "SELL Prize-2")) == []
    assert codes(week(game, "REBUILD Prize-2")) == ["no-base"]


@pytest.mark.rule("C2E-12.2-01", "C2E-5.1-03")
def test_a_prize_crew_flies_what_has_an_ftl_drive(game) -> None:
    one = prize(game, "CH", (7, 6), drive="out", core_out=["life"])
    one.out_of_supply, one.endurance = True, 0
    turn = week(game, "MOVE p2 TO 7,5")
    assert remarks(turn, "Ada") == []
    assert next(group.at for group in turn.game.groups if group.name == "p2") == (7, 5)
    one.ftl = "out"
    assert codes(week(game, "MOVE p2 TO 7,5")) == ["no-ftl"]
    ship(game, "Packhorse-1").spares = {"FTL/90": 1}
    orders = "REPAIR Prize-2 FTL\nREPAIR Prize-2 B3/3 FROM SPARES\nREPAIR Prize-2 FTL FROM SPARES"
    turn = week(game, orders)
    assert codes(turn) == ["captured", "captured"]
    turn = week(turn.game)
    assert ship(turn.game, "Prize-2").ftl == "ok"


@pytest.mark.rule("C2E-12.2-01")
@pytest.mark.parametrize(
    "order",
    [
        "MERGE p1 INTO g1",
        "MERGE g1 INTO p1",
        "TRANSFER Prize-1 TO g1",
        "TRANSFER Argent-1 TO p1",
        "BUY Heron AT 7,5 AS p1",
        "REFIT Prize-1 PDS TO B1/6",
        "REPAIR Prize-1 ALL",
    ],
)
def test_a_capture_stays_a_group_of_its_own(game, order) -> None:
    turn = week(game, order)
    assert codes(turn) == ["captured"]
    assert len(turn.game.ships_in("Ada/p1")) == 1


@pytest.mark.rule("C2E-12.2-01")
def test_a_capture_costs_and_needs_nothing_and_has_no_weapons(game) -> None:
    one = prize(game, "CH", (7, 7))
    assert not one.is_armed
    turn = run(game, weeks=6)
    told = [line for line in turn.ledger.entries if "Prize" in str(line)]
    assert told == []
    after = ship(turn.game, "Prize-2")
    assert (after.owed, after.fuel_due, after.in_supply) == (0, 0, True)


@pytest.mark.rule("C2E-12.2-01", "C2E-12.1-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SELL Argent-1", "no-capture"),
        ("STRIP Nobody-1", "unknown-ship"),
        ("REBUILD Prize-1 AT 9,9", "not-your-world"),
        ("REBUILD Prize-2", "no-base"),
        ("BOARD Prize-1", "unknown-order"),
    ],
)
def test_uses_that_cannot_be_are_refused(game, order, code) -> None:
    prize(game, "CH", (7, 6))
    turn = week(game, order)
    assert codes(turn) == [code]
    assert (treasury(turn.game), turn.game.empire("Ada").jobs) == (1000, [])


@pytest.mark.rule("C2E-12.2-01")
def test_a_rebuilding_ends_when_the_capture_is_moved(game) -> None:
    ship(game, "Prize-1").ftl = "ok"
    turn = week(game, "REBUILD Prize-1\nMOVE p1 TO 7,6")
    assert (turn.game.empire("Ada").jobs, treasury(turn.game)) == ([], 1000)
    assert ship(turn.game, "Prize-1").captured


@pytest.mark.rule("C2E-12.2-01")
@pytest.mark.parametrize(
    ("code", "allies", "guard", "owner"),
    [
        ("FF", False, False, "Brin"),
        ("FR", False, False, "Ada"),
        ("FF", True, False, "Ada"),
        ("FF", False, True, "Ada"),
    ],
)
def test_a_capture_falls_to_whoever_holds_its_hex(game, code, allies, guard, owner) -> None:
    prize(game, "CH", (7, 7), parts_taken=1)
    fleet(game, "Brin", (7, 7), "hunt", **{code: 1})
    if guard:
        fleet(game, "Ada", (7, 7), "guard", FF=1).contact = ContactOrder(attack="ANY")
    for one, other in (("Ada", "Brin"), ("Brin", "Ada")) if allies else ():
        game.empire(one).stances[other] = "ALLY"
    turn = run(game)
    one = ship(turn.game, "Prize-2")
    assert (one.owner, one.captured) == (owner, True)
    assert [ship.name for ship in turn.game.ships_in(one.group)] == ["Prize-2"]
    told = [event.audience for event in turn.events if event.code == "ship.captured"]
    assert told == ([("Ada", "Brin")] if owner == "Brin" else [])


@pytest.mark.rule("C2E-12.2-01")
def test_a_capture_meets_nobody(game) -> None:
    prize(game, "SDN", (7, 7))
    fleet(game, "Brin", (7, 7), "hunt", FR=1)
    turn = run(game)
    assert turn.game.empire("Brin").reports == []
    assert not [event for event in turn.events if event.code.startswith("contact.")]


@pytest.mark.rule("C2E-1.5-06", "C2E-12.1-01")
@pytest.mark.parametrize("name", ["raider", "Raider", "Free"])
def test_a_capture_keeps_its_name_where_nothing_of_the_captors_has_it(game, name) -> None:
    fleet(game, "Brin", (9, 9), "Raider", FF=1)
    one = ship(game, "Prize-1")
    one.name = name
    take(game, one, "Brin")
    assert (one.owner, one.name) == ("Brin", "Free" if name == "Free" else "Argent-2")

"""Captures: rebuilt, stripped or sold."""

from __future__ import annotations

import pytest
from attrs import evolve

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    fleet,
    remarks,
    ship,
    variant,
)
from tests.variants.campaign2e.captured import codes, prize, treasury, week, with_a_prize
from variants.campaign2e.designs.design import Design, divided
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.designs.parts import SpecialFigures, part_named
from variants.campaign2e.model import Campaign, Departure
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.captures import is_strange

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    return with_a_prize()


@pytest.mark.rule("C2E-12.2.3-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-12.2.3-01"), ids=str)
def test_a_capture_is_sold_by_its_intact_rows(game, example) -> None:
    inputs = example.given
    code = {302: "CH", 174: "CL"}[inputs["construction_cost"]]
    captive = prize(game, code)
    captive.hull_lost = sum(captive.design.rows[: 4 - inputs["intact_rows"]])
    assert (captive.design.points, captive.intact_rows) == (
        inputs["construction_cost"],
        inputs["intact_rows"],
    )
    turn = week(game, f"SELL {captive.name}")
    assert treasury(turn.game) == pytest.approx(1000 + example.expect["price"])
    assert captive.name not in [left.name for left in turn.game.ships]


@pytest.mark.rule("C2E-12.2.1-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-12.2.1-01"), ids=str)
def test_rebuilding_takes_two_rows_and_three_major_systems(game, example) -> None:
    inputs = example.given
    captive = prize(game, "CH")
    captive.design = _with_hull(captive.design, sum(inputs["rows"]))
    captive.hull_lost = inputs["hull_lost"]
    captive.drive = inputs.get("drive", "ok")
    out = inputs["majors_out"]
    captive.core_out = ["bridge", "life", "power"][:out]
    assert (list(divided(captive.design.hull)), captive.majors_out) == (inputs["rows"], out)
    assert captive.intact_rows == example.expect.get("intact_rows", captive.intact_rows)
    turn = week(game, f"REBUILD {captive.name}")
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
    prize = ship(turn.game, "Prize-1")
    assert (prize.captured, prize.is_damaged, prize.strange) == (False, False, False)
    assert prize.endurance == variant().economy.endurance(prize.design)
    assert "Prize-1, a Argent, is rebuilt at 7,5, and yours." in [e.text for e in turn.events]


@pytest.mark.rule("C2E-12.2.1-02")
def test_a_strange_type_costs_a_fifth_more_until_it_is_in_service(game) -> None:
    turn = week(game, "REBUILD p1")
    assert treasury(turn.game) == pytest.approx(1000 - 1.2 * 68)
    turn = week(turn.game)
    prize = ship(turn.game, "Prize-1")
    assert prize.strange
    prize.out = ["beam3_1"]
    assert treasury(week(turn.game, "REPAIR Prize-1 B3/3").game) == pytest.approx(
        treasury(turn.game) - 21.6
    )
    bought = week(turn.game, "BUY Argent AT 7,5\nREPAIR Prize-1 B3/3")
    assert treasury(bought.game) == pytest.approx(treasury(turn.game) - 302 - 18)


@pytest.mark.rule("C2E-12.2.1-02")
def test_anothers_design_of_the_same_name_is_a_strange_type(game) -> None:
    player, prize = game.empire("Ada"), ship(game, "Prize-1")
    design = new_ship("Ada/77", "Ada", "Mine-1", _with_hull(prize.design, 20), "").design
    player.designs["Mine"], player.in_service = evolve(design, name="Mine"), ["Mine"]
    prize.design = evolve(prize.design, name="Mine")
    assert is_strange(game, player, prize)
    prize.design = evolve(player.designs["Mine"], refit=2)
    assert not is_strange(game, player, prize)


@pytest.mark.rule("C2E-12.2.2-01")
def test_parts_of_a_capture_lie_as_second_hand_spares_at_a_base(game) -> None:
    ship(game, "Prize-1").out = ["beam3_1", "fc_1", "screen_1"]
    turn = week(game, "STRIP Prize-1")
    used = turn.game.empire("Ada").stores["7,5"].used
    assert used["B3/3"] == used["FC"] == 1
    assert (used["B2/3"], used["LIFE/90"]) == (2, 1)
    assert not {"DRIVE4/90", "FTL/90", "SCREEN-1/90", "HULL", "ARMOUR"} & {*used}
    assert "Prize-1" not in [s.name for s in turn.game.ships]
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
    (event,) = [event for event in turn.events if event.code == "capture.stripped"]
    assert event.data["lost"] == 8  # a beam of class 2, two of class 1, PT/1, PDS, FC twice, FTL
    prize(game, "CH", (7, 6))
    game.ships = [s for s in game.ships if s.name != "Packhorse-1"]
    turn = week(game, "STRIP Prize-2")
    assert [s.name for s in turn.game.ships if s.captured] == ["Prize-1", "Prize-3"]


@pytest.mark.rule("C2E-12.2-01", "C2E-12.2.2-01")
def test_exactly_one_use_is_made_of_a_capture(game) -> None:
    assert codes(week(game, "STRIP Prize-1\nSELL Prize-1")) == ["unknown-ship"]
    assert codes(week(game, "REBUILD Prize-1\nREBUILD Prize-1")) == ["under-way"]
    turn = week(game, "REBUILD Prize-1")
    assert codes(week(turn.game, "SELL Prize-1\nSTRIP Prize-1")) == ["under-way"] * 2
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
    for player, other in (("Ada", "Brin"), ("Brin", "Ada")):
        game.empire(player).stances[other] = "ALLY"
    assert codes(week(game, f"{keyword} Prize-1")) == []


@pytest.mark.rule("C2E-12.2-01")
def test_away_from_bases_the_captor_has_to_hold_the_system(game) -> None:
    prize(game, "CH", (7, 7))
    assert codes(week(game, "SELL Prize-2\nSTRIP Prize-2")) == ["not-held"] * 2
    fleet(game, "Ada", (7, 7), "guard", FF=1)
    assert codes(week(game, "SELL Prize-2")) == []
    assert codes(week(game, "REBUILD Prize-2")) == ["no-base"]


@pytest.mark.rule("C2E-12.2-01", "C2E-12.1-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SELL Argent-1", "not-captured"),
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


@pytest.mark.rule("C2E-12.2-01", "C2E-17.4-01")
def test_enemies_that_leave_bar_nothing_and_captures_that_leave_are_not_rebuilt(game) -> None:
    hunters = fleet(game, "Brin", (7, 5), "hunt", FF=1)
    hunters.departure = Departure(to=(7, 4))
    assert codes(week(game, "SELL Prize-1")) == []
    next(group for group in game.groups if group.name == "p1").departure = Departure(to=(7, 6))
    assert codes(week(game, "REBUILD Prize-1")) == ["leaving"]


@pytest.mark.rule("C2E-12.2-01", "C2E-1.6-11")
@pytest.mark.parametrize(("against", "code"), [("Brin", []), ("Ada", ["enemy-here"])])
def test_a_force_of_the_umpires_is_an_enemy_of_whom_it_was_sent_against(
    game, against, code
) -> None:
    force = fleet(game, "Brin", (7, 5), "outside", CH=1)
    force.owner, force.against = "", against
    game.ships[-1].owner = ""
    assert codes(week(game, "SELL Prize-1")) == code


@pytest.mark.rule("C2E-12.2.2-01", "C2E-11.3.3-03")
def test_fired_weapons_and_other_technologies_are_no_parts_to_keep(game) -> None:
    prize = ship(game, "Prize-1")
    gun = evolve(part_named("B1/6"), special=SpecialFigures("K-GUN", 1, 3, "kravak"))
    words = "TYPE CH MASS 90 HULL 27 ARMOUR 6 THRUST 4 FTL WITH RACK x2, FC, K-GUN"
    prize.design = design_from("Strange", words, special={"K-GUN": gun})
    prize.fired = ["rack_2"]
    used = week(game, "STRIP Prize-1").game.empire("Ada").stores["7,5"].used
    assert (used["RACK"], used["FC"]) == (1, 1)
    assert not [word for word in used if word.startswith("K-GUN")]


@pytest.mark.rule("C2E-16.3-01", "C2E-12.2.1-01")
@pytest.mark.parametrize(("capital", "code"), [("7,5", []), ("1,1", ["not-standard"])])
def test_a_ship_that_is_not_standard_is_rebuilt_at_the_capital(game, capital, code) -> None:
    game.empire("Ada").capital = capital
    prize = ship(game, "Prize-1")
    gun = evolve(part_named("B1/6"), special=SpecialFigures("K-GUN", 1, 3, "kravak"))
    prize.design = evolve(prize.design, parts=(gun, *prize.design.parts[1:]))
    assert codes(week(game, "REBUILD Prize-1")) == code


@pytest.mark.rule("C2E-12.2-01", "C2E-3.6-07")
def test_a_rebuilt_ship_is_in_supply(game) -> None:
    prize = ship(game, "Prize-1")
    prize.out_of_supply, prize.endurance, prize.weaponry_due, prize.combat_turns = True, 0, 231, 3
    prize.drive = prize.ftl = "ok"
    after = ship(week(game, "REBUILD Prize-1").game, "Prize-1")
    assert (after.in_supply, after.weaponry_due, after.combat_turns) == (True, 0, 0)
    assert after.endurance == 4

"""Boundary values of rules, and figures in messages."""

from __future__ import annotations

import json

import pytest

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.orders import Refused
from tests.variants.starcluster.builders import (
    colony,
    context,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
    variant,
)
from tests.variants.starcluster.decreed import run_decreed
from tests.variants.starcluster.researching import rich
from variants.starcluster.battle.fleets import Side
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Planet, Project, Silo, Troops, WarpLink
from variants.starcluster.rules.charts import DETAILED, survey_of
from variants.starcluster.rules.colonies import must_keep_people
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.ground import _add_troops
from variants.starcluster.rules.installations import remove_center
from variants.starcluster.rules.landings import _take_ashore
from variants.starcluster.rules.logistics import is_exempt, is_out_of_supply, pool_service
from variants.starcluster.rules.projects import project_price
from variants.starcluster.rules.sensors import hulls_of, stealth_of
from variants.starcluster.rules.sides import build_side
from variants.starcluster.rules.trade import give_system
from variants.starcluster.rules.yards import _repair_capacity
from variants.starcluster.setup.galaxy import is_in_cluster, is_in_core

SHIP = "(A)x20 Q Q Q (I)x5"


@pytest.mark.rule("SC-DES-008", "SC-YRD-006")
def test_who_registers_a_class_is_told_what_a_unit_costs_and_a_hundredth_of_it_as_upkeep():
    turn = run(rich(), Ada=f"DESIGN Wall DD {SHIP}")

    assert texts(turn, "class.registered") == [
        "Registered Wall: Destroyer, 28 HS, 347.00 MC each, 3.47 MC a turn."
    ]


@pytest.mark.rule("SC-YRD-005")
@pytest.mark.parametrize(("added", "work"), [("", 1), ("S", 1), ("(S)x2", 2), ("H Hs", 2)])
def test_a_refit_takes_a_space_of_work_for_each_that_is_added_and_one_at_least(added, work):
    game = rich()
    ship(game, "Ada", "1", "Line", "DD", "(A)x20 Q Q Q (I)x5", "Old")
    orders = f"DESIGN New DD (A)x20 {added} Q Q Q (I)x5\nREFIT Old-1 New AT Yard-1"
    turn = hz.run_turn(game, {"Ada": orders}, variant=variant(), only=("orders", "purchases"))

    assert not turn.diagnostics["Ada"]
    assert [yard.work for yard in turn.game.empire("Ada").yards] == [work]


@pytest.mark.rule("SC-YRD-004", "SC-LOG-002")
@pytest.mark.parametrize(("shops", "freighters", "working"), [(7, 1, 5), (7, 2, 7), (3, 1, 3)])
def test_a_freighter_serves_five_machine_shops(shops, freighters, working):
    game = rich()
    ada = game.empire("Ada")
    ship(game, "Ada", "1", "Shop", "DD", f"(MS)x{shops} (I)x5", "Shop")
    ada.priority, ada.freighters = ("MS", "SY", "SYM", "PU"), freighters
    serviced = pool_service(game, ada, StarclusterEconomy())

    assert (serviced.shops, serviced.shop_freighters) == (working, freighters)


@pytest.mark.rule("SC-YRD-004")
def test_shops_repair_first_then_mobile_yards_and_stations_last():
    game = rich()
    ship(game, "Ada", "1", "Tender", "DD", "(SYM)x2 (Ic)x5", "Tender")
    ship(game, "Ada", "1", "Shop", "DD", "(MS)x2 (Ic)x5", "Shop")
    means = list(_repair_capacity(context(game, "purchases"), game.empire("Ada"), "1"))
    fleets = {fleet.name: fleet.id for fleet in game.fleets_of("Ada")}

    assert game.units[0].of_class == "Yard"
    assert means == ["Ada@1", fleets["Tender"], fleets["Shop"], game.units[0].id]


@pytest.mark.rule("SC-LOG-012")
@pytest.mark.parametrize(
    ("hull", "text", "exempt"),
    [
        ("DD", "(H)x10 (Ic)x5", True), ("DD", "(H)x9 (Ic)x5", False), ("DD", "(H)x10 (I)x5", False),
        ("EX", "[Hs] (Ic)x5", True), ("EX", "(Ic)x5", False), ("DD", "(H)x10 L1 (Ic)x5", False),
    ],
)  # fmt: skip
def test_scouts_with_ten_holds_and_explorers_with_one_need_no_train(hull, text, exempt):
    game = new_game()
    assert is_exempt(ship(game, "Ada", "1", "Scouts", hull, text)) == exempt
    assert not is_out_of_supply(run(game).game.units)


@pytest.mark.rule("SC-ENI-007")
def test_nobody_needs_sensors_for_what_is_not_there_or_has_no_drive():
    base = ship(new_game(), "Ada", "1", "Base", "BS2", "(A)x20 ST")

    assert stealth_of([]) == stealth_of([base]) == 0
    assert hulls_of([base, base]) == {"BS2": 2}


@pytest.mark.rule("SC-PDC-002", "SC-CMS-006", "SC-CBT-010")
def test_only_the_owner_has_silos_and_a_pdc_and_only_ships_leave():
    game = new_game()
    place = game.place("1")
    place.planets = [Planet(pdc=True, silos=[Silo(), Silo(), Silo(loading=1)])]
    for owner in ("Ada", "Brin"):
        ship(game, owner, "1", "Ships", "DD", SHIP)
    for fleet in game.fleets_of("Ada"):
        fleet.came_by = game.links_at("1")[0].number
    deployed = Deployment(game)

    def side(owner) -> Side:
        fleets = [fleet for fleet in game.fleets_of(owner) if fleet.at == "1"]
        return build_side(deployed, game.empire(owner), place, fleets)

    assert (side("Ada").silos, side("Ada").pdc) == (2, True)
    assert (side("Brin").silos, side("Brin").pdc) == (0, False)
    leaving = {unit.design.hull.code: unit.has_exit for unit in side("Ada").units}
    assert leaving == {"BS2": False, "DD": True}
    assert [unit.has_exit for unit in side("Brin").units] == [False]


@pytest.mark.rule("SC-SET-004", "SC-SET-005")
def test_clusters_follow_each_other_and_the_core_is_none():
    assert [is_in_cluster(name, 1) for name in ("1", "25", "26", "C001")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert [is_in_cluster(name, 2) for name in ("25", "26", "50", "51")] == [
        False, True, True, False,
    ]  # fmt: skip
    assert [is_in_core(name) for name in ("C001", "C100", "1")] == [True, True, False]


@pytest.mark.rule("SC-EXP-005", "SC-EXP-012")
def test_a_survey_finds_open_points_that_its_instruments_can_find():
    game = new_game()
    game.links = [
        WarpLink(number=0, a="9", b="1"),
        WarpLink(number=1, a="1", b="9", hidden_a=3, hidden_b=7),
        WarpLink(number=2, a="9", b="1", hidden_a=9, hidden_b=2),
        WarpLink(number=3, a="9", b="1", closed_b=True),
    ]
    links = [survey_of(game, game.place("1"), DETAILED, best, 1).links for best in (0, 2, 3)]

    assert links == [(0,), (0, 2), (0, 1, 2)]


@pytest.mark.rule("SC-TRD-002")
def test_who_is_given_a_system_knows_its_open_points():
    game = new_game()
    game.links = [WarpLink(number=0, a="7", b="1"), WarpLink(number=1, a="7", b="8", hidden_a=1)]
    brin = game.empire("Brin")
    brin.charts.points = {}
    give_system(context(game), colony(game, "7"), brin)

    assert brin.charts.points["7"] == [0]


@pytest.mark.rule("SC-INS-002")
def test_a_center_that_is_closed_leaves_nothing():
    game = new_game()
    place = colony(game, "7", science=2, generic=3, dedicated=4, dedicated_tree="CON")
    for kind in ("SCIENCE", "GENERIC", "DEDICATED"):
        remove_center(context(game), game.empire("Ada"), place, kind)

    assert (place.science, place.generic, place.dedicated, place.dedicated_tree) == (0, 0, 0, "")


@pytest.mark.rule("SC-EL-002", "SC-RES-008")
def test_an_el_project_is_paid_while_it_has_the_centers_that_it_needs():
    game, rules = rich(2, ratings=(3, 3, 3, 3)), StarclusterEconomy()
    needed = rules.research.el_centers(2)
    paid = [
        project_price(rules, game.empire("Ada"), Project(name="EL", centers=["1"] * number))
        for number in (needed - 1, needed, needed + 1)
    ]
    assert paid == [0, 3000 * MC, 3000 * MC]


@pytest.mark.rule("SC-ESP-003")
def test_a_report_tells_the_gross_income_in_mc():
    game = rich()
    meet(game)
    game.empire("Ada").intelligence = 1
    turn = run_decreed(game, "intelligence", {"succeeds": True}, Ada="SPY Brin REPORT")
    (event,) = (event for event in turn.events if event.code == "spy.report")

    gross = variant().view(game, "Brin")["treasury"]["gross"]
    assert float(event.data["income"]) == gross == 5000


@pytest.mark.rule("SC-ESP-003")
@pytest.mark.parametrize(
    ("operation", "kind"),
    [("STEAL", "technology"), ("INCITE", "system"), ("SURVEY", "system"), ("PROJECT", "system")],
)
def test_who_leaves_out_what_an_operation_is_about_is_told_what_it_is(operation, kind):
    game = rich()
    meet(game)
    (remark,) = run(game, Ada=f"SPY Brin {operation}").diagnostics["Ada"]

    assert remark.message.endswith(f"{operation} needs a {kind}")
    assert remark.hint == f"add the {kind}"


@pytest.mark.rule("SC-BRK-005", "SC-END-001")
def test_the_fallen_give_no_order_but_to_begin_again():
    game = new_game("Ada", "Brin")
    meet(game)
    game.empire("Ada").active = False
    turn = run(game, Ada="WAR Brin\nTRADE Brin ON")

    assert [code for _, code in remarks(turn)] == ["fallen", "fallen"]
    assert not turn.game.empire("Ada").relations["Brin"].offers_trade


@pytest.mark.rule("SC-GND-001", "SC-GND-005")
@pytest.mark.parametrize("shuttles", [1, 4, 40])
def test_landed_troops_are_those_that_left_the_ships(shuttles):
    game = new_game()
    game.natives = []
    meet(game, stance="WAR")
    system = colony(game, "30", "Brin", planets=[Planet(), Planet()])
    game.empire("Ada").charts.surveys["30"] = game.empire("Brin").charts.surveys["30"]
    for number, troops in ((1, 130.0), (2, 70.0)):
        unit = ship(game, "Ada", "30", "Barge", "CL", f"(Qt)x20 {number}(Bsa)x4 (I)x5 1")
        unit.troops, unit.shuttles = troops, shuttles
        unit.fleet = game.fleets_of("Ada")[-1].id
    game.units[-2].fleet = game.units[-1].fleet
    game.fleets = [fleet for fleet in game.fleets if any(u.fleet == fleet.id for u in game.units)]
    turn = run(game, Ada=f"LAND {game.fleets_of('Ada')[-1].name} {system.id} 1 ALL")
    ashore = sum(troop.points for p in turn.game.place("30").planets for troop in p.troops)
    aboard = sum(unit.troops for unit in turn.game.units if unit.design.count("Qt"))

    assert not turn.diagnostics["Ada"]
    assert ashore > 0
    assert ashore + aboard == pytest.approx(200)


@pytest.mark.rule("SC-GND-005")
def test_the_garrison_of_an_own_pdc_embarks_in_a_loaded_game_too():
    game = hz.load(json.loads(json.dumps(hz.dump(new_game()))), variant=variant())
    home = game.place("1")
    home.planets = [Planet(pdc=True, garrison=50.0)]
    assert _take_ashore(game.empire("Ada"), home, home.planets[0], 20.0) == 20.0


@pytest.mark.rule("SC-COL-003", "SC-PUT-002")
def test_one_pu_stays_where_people_leave():
    place = colony(new_game(), "7", pu=10)
    must_keep_people(place, 9)
    with pytest.raises(Refused, match="10 PU would leave 7, which has only 10"):
        must_keep_people(place, 10)


@pytest.mark.rule("SC-GND-001")
def test_landed_troops_of_an_owner_and_a_generation_are_one_force():
    game = new_game()
    planet = Planet(troops=[Troops(owner="Brin", points=1.0, generation=1)])
    for generation, points in ((2, 5.0), (1, 3.0), (1, 4.0), (2, 6.0)):
        _add_troops(planet, game.empire("Ada"), generation, points)

    assert [(troop.owner, troop.generation, troop.points) for troop in planet.troops] == [
        ("Brin", 1, 1.0), ("Ada", 2, 11.0), ("Ada", 1, 7.0),
    ]  # fmt: skip


@pytest.mark.rule("SC-SET-001", "SC-EXP-002")
@pytest.mark.parametrize(("option", "least", "most"), [("end", 1, 10_000), ("pace", 1, 1_000)])
def test_options_have_bounds(option, least, most):
    for bound, beyond in ((least, least - 1), (most, most + 1)):
        variant().new_game(["Ada"], seed=1, options={option: bound})
        with pytest.raises(HorizonsError, match=option):
            variant().new_game(["Ada"], seed=1, options={option: beyond})


@pytest.mark.rule("SC-DES-009")
def test_craft_have_their_prices():
    assert dict(StarclusterEconomy().craft) == {"ST": 5, "GIG": 2, "CD": 5}


@pytest.mark.rule("SC-VIS-001")
def test_the_gamemaster_is_told_the_levels_that_a_race_has_got():
    game = new_game()
    game.empire("Ada").levels = {"CON": 1, "ARM": 2, "SHD": 3}
    levels = {power["name"]: power["levels"] for power in variant().view(game, None)["powers"]}
    assert levels[game.empire("Ada").name] == {"ARM": 2, "SHD": 3}

"""The order form of a report, AUTO, and the orders of a player who sends none."""

from __future__ import annotations

import json

import pytest

from horizons_core.rules import catalogue
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.drafts import default_orders
from variants.far_horizons.orders.language import FarHorizonsLanguage
from variants.far_horizons.report.classic import classic_report, order_form
from variants.far_horizons.view.model import FarHorizonsView

RULES = catalogue("far_horizons", "variants.far_horizons")
SECTIONS = ("COMBAT", "PRE-DEPARTURE", "JUMPS", "PRODUCTION", "POST-ARRIVAL", "STRIKES")
DUST, HOME = "12 13 10", "10 10 10"
ORION = {"at": f"{DUST} #2", "mining_base": 50.0, "manufacturing_base": 38.0}
LS = {"LS": 12}


def position_of(human, *, auto=True, stars=None):
    state = {"species": {"Human": {"techs": LS, "auto": auto, **human}}, "stars": stars or {}}
    return FarHorizonsView().of_every_species(game_with(state))["Human"]


def sections(text):
    """The orders of each section, without comments, blanks in rows and capital letters aside."""
    blocks, title = {}, ""
    for line in text.splitlines():
        words = " ".join(line.partition(";")[0].split())
        if words.startswith("START "):
            title = words.removeprefix("START ")
            blocks[title] = []
        elif words and words != "END" and title:
            blocks[title].append(words.upper())
    return blocks


def form(human=None, **more):
    return sections(order_form(position_of(human or {}, **more)))


def of_planet(orders, planet):
    """The production orders of one planet."""
    lines = iter(orders["PRODUCTION"])
    for line in lines:
        if line == f"PRODUCTION PL {planet.upper()}":
            break
    else:
        return None
    result = []
    for line in lines:
        if line.startswith("PRODUCTION"):
            break
        result.append(line)
    return result


def examples(clause):
    return [(e.given, e.expect) for e in RULES.examples(clause)]


def read(text):
    return FarHorizonsLanguage(COMMANDS).read(text, empire="Human")


def example_upper(orders):
    return [order.upper() for order in orders]


# the form


@pytest.mark.rule("FH-ORDER-002")
@pytest.mark.parametrize("auto", [False, True])
def test_every_report_ends_with_a_form_of_all_six_sections(auto):
    text = classic_report(position_of({}, auto=auto), 3)
    form = text.partition("ORDER SECTION.")[2]
    assert tuple(sections(form)) == SECTIONS
    assert form.endswith("START STRIKES\n; Place strike orders here.\n\nEND\n")


@pytest.mark.rule("FH-ORDER-002")
def test_the_form_is_read_without_a_remark():
    assert read(order_form(position_of({}, auto=False)).partition("START")[2]) is not None
    text = "START" + order_form(position_of({}, auto=False)).partition("START")[2]
    assert [str(remark) for remark in read(text).diagnostics] == []


def test_without_auto_the_form_holds_only_what_was_asked_for_earlier():
    human = {
        "planets": {
            "Orion 7": {**ORION, "ordered": {"IU": 3, "AU": 2}, "needed": {"IU": 4}},
        },
        "ships": {
            "TR9 Mule": {"at": f"{HOME} #3", "loaded_at": "Earth", "unloading_at": "Orion 7"},
            "CA Near": {"at": "9 9 9"},
        },
    }
    orders = form(human, auto=False)
    assert orders["PRE-DEPARTURE"] == ["INSTALL 3 IU PL ORION 7", "INSTALL 2 AU PL ORION 7"]
    assert orders["JUMPS"] == ["JUMP TR9 MULE, PL ORION 7"]
    assert of_planet(orders, "Orion 7") == ["BUILD 4 IU"]
    assert of_planet(orders, "Earth") == []
    assert orders["POST-ARRIVAL"] == []


@pytest.mark.rule("FH-EU-004")
def test_money_stands_in_the_form():
    form = order_form(position_of({"treasury": 70, "fleet": {"cost": 5, "percent": 10.0}}))
    assert ";   Economic units at start of turn = 70\n" in form
    assert ";  Avail pop = 1500, shipyards = 1, to spend = 450 (max = no limit).\n" in form


@pytest.mark.parametrize("view", [FarHorizonsView(), VIEW_1999])
def test_a_planet_whose_bases_add_up_to_nothing_has_its_figures_in_the_form(view):
    game = game_with({"species": {"Human": {"planets": {"Orion 7": ORION}}}})
    colony = next(c for c in game.empires[0].living_colonies() if c.name == "Orion 7")
    colony.mining_base, colony.manufacturing_base = -41, 41
    species_view = view.of_every_species(game)["Human"]
    money = next(c["to_spend"] for c in species_view["colonies"] if c["name"] == "Orion 7")
    production = order_form(species_view).partition("PRODUCTION PL Orion 7\n")[2]
    assert (
        f"Avail pop = 0, shipyards = 0, to spend = {money} "
        in production.partition("PRODUCTION")[0]
    )


@pytest.mark.rule("FH-EU-004")
@pytest.mark.parametrize(
    ("human", "most"),
    [
        ({"undamaged_base": 300.0}, "to spend = 500 (max = 2500)"),
        ({"planets": {"Orion 7": ORION}}, "to spend = 139 (max = 278)"),
        ({"planets": {"Orion 7": ORION}}, "to spend = 500 (max = no limit)"),
    ],
)
def test_what_can_be_spent_at_most(human, most):
    assert most in order_form(position_of({**human, "treasury": 9999}))


@pytest.mark.rule("FH-AUTO-001")
def test_auto_drafts_orders_on_the_form_and_nothing_else():
    human = {"planets": {"Earth": {"mining_base": 200.0}}}
    game = game_with({"species": {"Human": human}})
    result = step("post-arrival", game, {"Human": "AUTO"})
    assert result.species("Human").auto
    assert result.game.stars == game.stars
    orders = sections(order_form(FarHorizonsView().of_every_species(result.game)["Human"]))
    assert of_planet(orders, "Earth") == ["RECYCLE 500 RM"]
    assert (
        of_planet(sections(order_form(FarHorizonsView().of_every_species(game)["Human"])), "Earth")
        == []
    )


@pytest.mark.rule("FH-AUTO-001")
@pytest.mark.parametrize("section", ["pre-departure", "jumps", "production"])
def test_auto_elsewhere_than_after_arrival_is_refused(section):
    result = step(section, game_with(), {"Human": "AUTO"})
    assert result.codes("Human") == ["wrong-section"]
    assert not result.species("Human").auto


@pytest.mark.rule("FH-AUTO-002")
def test_a_transport_with_colonists_unloads_goes_back_and_is_loaded_again():
    [(inputs, expect)] = examples("FH-AUTO-002")
    mule = {"at": f"{DUST} #2", "cargo": inputs["cargo"], "loaded_at": "Earth"}
    human = {"planets": {"Orion 7": ORION}, "ships": {f"{inputs['class']} {inputs['name']}": mule}}
    orders = form(human)
    unload, jump, develop = example_upper(expect["orders"])
    assert unload in orders["PRE-DEPARTURE"]
    assert jump in orders["JUMPS"]
    assert develop in of_planet(orders, "Earth")


def assigned(planet=ORION, name="TR20 Tubby", **ship):
    """The orders for a ship at a colony."""
    mule = {"at": planet["at"], "cargo": {"CU": 10}, "loaded_at": "Earth", **ship}
    return form({"planets": {"Orion 7": planet}, "ships": {name: mule}})


@pytest.mark.rule("FH-AUTO-002")
@pytest.mark.parametrize(
    "planet",
    [
        {**ORION, "mining_base": 150.0, "manufacturing_base": 49.9},
        {**ORION, "at": "9 9 9 #1"},
        {"at": ORION["at"], "mining_base": 0.1},
        {"at": ORION["at"], "manufacturing_base": 0.1},
    ],
)
def test_small_colonies_of_all_kinds_outside_the_home_sector_get_colonists(planet):
    orders = assigned(planet, cargo={"CU": 1})
    assert orders["PRE-DEPARTURE"] == ["UNLOAD TR20 TUBBY"]
    assert orders["JUMPS"] == ["JUMP TR20 TUBBY, PL EARTH"]
    assert of_planet(orders, "Earth")[-1] == "DEVELOP PL ORION 7, TR20 TUBBY"


@pytest.mark.rule("FH-AUTO-002")
def test_the_jump_back_is_told_with_age_and_chance_that_on_to_a_planet_with_the_chance():
    mule = {"at": ORION["at"], "cargo": {"CU": 10}, "loaded_at": "Earth", "age": 3}
    wolf = {"at": f"{HOME} #3", "unloading_at": "Orion 7", "age": 3}
    ships = {"TR20 Tubby": mule, "TR9 Mule": wolf}
    form = order_form(position_of({"planets": {"Orion 7": ORION}, "ships": ships}))
    assert "\tJump\tTR20 Tubby, PL Earth\t; Age 3, mishap chance = 9.05%\n\n" in form
    assert "\tJump\tTR9 Mule, PL Orion 7\t; mishap chance = 9.05%\n\n" in form


@pytest.mark.rule("FH-AUTO-002")
def test_what_cannot_jump_unloads_only_and_what_carries_no_colonists_goes_nowhere():
    slow = assigned(name="TR20S Tubby")
    assert slow["PRE-DEPARTURE"] == ["UNLOAD TR20S TUBBY"]
    assert slow["JUMPS"] == []
    warship = assigned(name="CA Wolf")
    assert warship["PRE-DEPARTURE"] == []
    assert warship["JUMPS"] == ["JUMP CA WOLF, ???"]


@pytest.mark.rule("FH-AUTO-002")
def test_a_transport_loaded_at_another_planet_goes_back_there_whatever_its_name():
    zeta = {"at": "9 9 9 #1", "mining_base": 50.0, "population": 3}
    mule = {"at": ORION["at"], "cargo": {"CU": 10}, "loaded_at": "Zeta"}
    planets = {"Orion 7": ORION, "Zeta": zeta}
    orders = form({"planets": planets, "ships": {"TR20 Tubby": mule}})
    assert orders["JUMPS"] == ["JUMP TR20 TUBBY, PL ZETA"]
    assert of_planet(orders, "Earth") == []


@pytest.mark.rule("FH-AUTO-002")
def test_transports_that_are_not_sent_back():
    full = {**ORION, "mining_base": 150.0, "manufacturing_base": 50.0}
    near = {**ORION, "at": f"{HOME} #2"}
    bare = {"at": f"{DUST} #2"}
    for orders in (
        assigned(full),
        assigned(near),
        assigned(bare),
        assigned(cargo={"RM": 5}),
        assigned(loaded_at="Orion 7"),
    ):
        assert orders["PRE-DEPARTURE"] == []
    assert assigned(status="landed")["PRE-DEPARTURE"] == ["UNLOAD TR20 TUBBY"]


@pytest.mark.rule("FH-AUTO-002")
def test_a_transport_loaded_for_this_planet_unloads_whatever_its_size_and_place():
    for planet in (
        {**ORION, "mining_base": 150.0, "manufacturing_base": 50.0},
        {**ORION, "at": f"{HOME} #2"},
        {"at": f"{DUST} #2"},
    ):
        orders = assigned(planet, unloading_at="Orion 7")
        assert orders["PRE-DEPARTURE"] == ["UNLOAD TR20 TUBBY"]
        assert orders["JUMPS"] == ["JUMP TR20 TUBBY, PL EARTH"]
        assert "DEVELOP PL ORION 7, TR20 TUBBY" in of_planet(orders, "Earth")


@pytest.mark.rule("FH-AUTO-003")
def test_scouts_go_to_the_nearest_stars_each_to_one_of_its_own():
    ships = {
        "TR1 One": {"at": f"{HOME} #3", "age": 4},
        "TR1 Two": {"at": HOME},
        "TR1S Slow": {"at": HOME},
        "TR1 New": {"at": f"{HOME} #3", "status": "building"},
    }
    data = position_of({"ships": ships})
    orders = sections(order_form(data))["JUMPS"]
    assert orders == ["JUMP TR1 ONE, 9 9 9", "JUMP TR1 TWO, 12 13 10"]
    remark = "; Age 4, now at 10 10 10, O3, mishap chance = 8.69%\n"
    assert f"\tJump\tTR1 One, 9 9 9\n\t\t\t{remark}" in order_form(data)
    assert "now at 10 10 10, D, mishap chance = 3.25%" in order_form(data)


@pytest.mark.rule("FH-AUTO-003")
def test_a_scout_that_has_seen_all_stars():
    all_stars = ["9 9 9", "2 2 2", "38 38 38", "12 13 10", "15 10 10"]
    data = position_of({"visited": all_stars, "ships": {"TR1 One": {"at": HOME}}})
    assert "\tJump\tTR1 One, ???\n\t\t\t; Age 0, now at 10 10 10, D, Mishap chance = ???\n" in (
        order_form(data)
    )


@pytest.mark.rule("FH-AUTO-004")
def test_all_other_ships_get_a_jump_to_be_filled_in():
    at_home = {"at": f"{HOME} #3", "age": 2}
    ships = {
        "CA Wolf": at_home,
        "TR5 Mule": {"at": "9 9 9"},
        "CAS Slow": at_home,
        "BAS Fort": {**at_home, "tons": 20_000},
        "DD New": {"at": f"{HOME} #3", "status": "building"},
        "DD Gone": {"at": HOME, "status": "withdrew", "to": "1 1 1"},
    }
    data = position_of({"ships": ships})
    assert sections(order_form(data))["JUMPS"] == ["JUMP CA WOLF, ???", "JUMP TR5 MULE, ???"]
    assert "\tJump\tCA Wolf, ???\t; Age 2, now at 10 10 10, O3\n" in order_form(data)


@pytest.mark.rule("FH-AUTO-003", "FH-AUTO-004")
def test_a_ship_on_an_assignment_gets_no_other_jump_and_those_after_it_get_theirs():
    home = {"at": f"{HOME} #3"}
    ships = {
        "TR1 Away": {**home, "unloading_at": "Orion 7"},
        "CA Bound": {**home, "unloading_at": "Orion 7"},
        "TR1 Eye": home,
        "CA Wolf": home,
    }
    orders = form({"planets": {"Orion 7": ORION}, "ships": ships})["JUMPS"]
    bound = ["JUMP CA BOUND, PL ORION 7", "JUMP TR1 AWAY, PL ORION 7"]
    assert sorted(orders[:2]) == bound
    assert orders[2:] == ["JUMP TR1 EYE, 9 9 9", "JUMP CA WOLF, ???"]


@pytest.mark.rule("FH-AUTO-005")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-AUTO-005"))
def test_excess_raw_material_is_recycled(inputs, expect):
    capacity = inputs["capacity_next_turn"]
    planet = {
        "mining_base": 2.0,
        "manufacturing_base": capacity / 10,
        "items": {"RM": inputs["raw_materials_next_turn"] - 10},
    }
    assert of_planet(form({"planets": {"Earth": planet}}), "Earth") == expect["orders"]


@pytest.mark.rule("FH-AUTO-005")
@pytest.mark.parametrize(
    ("mining", "stock", "orders"),
    [(2.0, 414, []), (2.0, 415, ["RECYCLE 5 RM"]), (85.0, 0, ["RECYCLE 5 RM"])],
)
def test_raw_material_is_recycled_from_five_units_on(mining, stock, orders):
    """Of the stock and the coming output, 5 units for each of the mining base."""
    planet = {"mining_base": mining, "manufacturing_base": 42.0, "items": {"RM": stock}}
    assert of_planet(form({"planets": {"Earth": planet}}), "Earth") == orders


_SIZES = {88.0: (50.0, 38.0), 190.0: (100.0, 90.0)}


@pytest.mark.rule("FH-AUTO-006")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-AUTO-006"))
def test_small_colonies_develop_themselves(inputs, expect):
    mining, manufacturing = _SIZES[inputs["base"]]
    planet = {
        "at": f"{DUST} #2",
        "mining_base": mining,
        "manufacturing_base": manufacturing,
        "population": inputs["available_population"],
        "items": {"CU": inputs["CU"]},
    }
    orders = of_planet(form({"planets": {"Orion 7": planet}}), "Orion 7")
    assert [o for o in orders if o.startswith("DEVELOP")] == expect["orders"]


@pytest.mark.rule("FH-AUTO-006")
def test_colonists_on_ships_and_units_to_be_built_count():
    planet = {**ORION, "mining_base": 152.0, "manufacturing_base": 38.0, "population": 70}
    ship = {"TR20 Tubby": {"at": f"{DUST} #2", "cargo": {"CU": 50}}}
    human = {"planets": {"Orion 7": {**planet, "needed": {"IU": 20}}}, "ships": ship}
    assert "DEVELOP 60" in of_planet(form(human), "Orion 7")


@pytest.mark.rule("FH-AUTO-006")
@pytest.mark.parametrize(
    ("base", "population", "orders"),
    [(199.9, 1, ["DEVELOP 2"]), (199.9, 2, ["DEVELOP 2"]), (199.9, 0, []), (200.0, 1, [])],
)
def test_a_colony_develops_itself_below_200_if_it_has_people_to_spare(base, population, orders):
    planet = {**ORION, "manufacturing_base": base - 50.0, "population": population}
    assert of_planet(form({"planets": {"Orion 7": planet}}), "Orion 7") == orders


@pytest.mark.rule("FH-AUTO-007")
@pytest.mark.parametrize(
    ("colony", "orders"),
    [
        ({"mining_base": 199.9}, ["DEVELOP 2 PL VENUS"]),
        ({"mining_base": 200.0}, []),
        ({"mining_base": 0.1}, ["DEVELOP 3998 PL VENUS"]),
        ({"manufacturing_base": 0.1}, ["DEVELOP 3998 PL VENUS"]),
        ({"items": {"IU": 1, "CU": 1}}, []),
        ({"mining_base": 199.8, "items": {"IU": 1, "CU": 2}}, ["DEVELOP 2 PL VENUS"]),
        ({"mining_base": 199.8, "items": {"AU": 1, "CU": 1}}, ["DEVELOP 2 PL VENUS"]),
        ({"mining_base": 199.8, "items": {"CU": 1}}, ["DEVELOP 4 PL VENUS"]),
        ({"mining_base": 199.8, "items": {"IU": 1, "AU": 1}}, ["DEVELOP 4 PL VENUS"]),
        ({"mining_base": 199.8, "needed": {"IU": 1}}, ["DEVELOP 2 PL VENUS"]),
    ],
    ids=str,
)
def test_a_neighbour_is_developed_by_what_it_lacks_of_200(colony, orders):
    """Next to others: one that comes first, and those in sectors before and behind."""
    planets = {
        "Orion 7": ORION,
        "Far 1": {"at": "9 9 9 #1", "mining_base": 50.0},
        "Venus": {"at": f"{HOME} #2", **colony},
        "Earth": {"population": 3000, "manufacturing_base": 100.0, "mining_base": 100.0},
    }
    assert of_planet(form({"planets": planets}), "Earth") == orders


@pytest.mark.rule("FH-AUTO-007")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-AUTO-007"))
def test_large_planets_develop_their_neighbours(inputs, expect):
    venus = {
        "at": f"{HOME} #2",
        "mining_base": inputs["colony_base"],
        "items": {item: inputs[item] for item in ("IU", "AU", "CU")},
    }
    planets = {"Venus": venus, "Earth": {"population": inputs["available_population"],
                                         "manufacturing_base": 100.0}}  # fmt: skip
    orders = of_planet(form({"planets": planets}), "Earth")
    assert orders == [order.upper() for order in expect["orders"]]


@pytest.mark.rule("FH-AUTO-007")
def test_a_colony_of_200_develops_its_neighbours_too_and_none_twice():
    large = {"at": f"{DUST} #1", "mining_base": 150.0, "manufacturing_base": 50.0, "population": 70}
    small = {**ORION, "population": 30}
    orders = form({"planets": {"Large": large, "Small": small}})
    assert of_planet(orders, "Small") == ["DEVELOP 60"]
    assert of_planet(orders, "Large") == ["DEVELOP 140 PL SMALL"]
    nearly = {**small, "mining_base": 160.0, "population": 15}
    orders = form({"planets": {"Large": large, "Small": nearly}})
    assert "DEVELOP 30" in of_planet(orders, "Small")
    assert of_planet(orders, "Large") == ["DEVELOP 10 PL SMALL"]


@pytest.mark.rule("FH-AUTO-007")
def test_of_two_large_planets_each_develops_what_the_other_leaves_and_none_the_home_planet():
    large = {"at": f"{HOME} #4", "mining_base": 150.0, "manufacturing_base": 50.0, "population": 70}
    small = {"at": f"{HOME} #2", "mining_base": 190.0}
    orders = form({"planets": {"Small": small, "Large": large}})
    developed = [order for order in of_planet(orders, "Large") if order.startswith("DEVELOP")]
    assert developed == ["DEVELOP 140 PL SMALL"]
    assert "DEVELOP 60 PL SMALL" in of_planet(orders, "Earth")


@pytest.mark.rule("FH-AUTO-008")
def test_starbases_grow_up_to_the_limit():
    [(inputs, expect)] = examples("FH-AUTO-008")
    fort = {"at": f"{HOME} #3", "tons": inputs["starbase_tonnage"]}
    human = {"techs": {"MA": inputs["ma"]}, "ships": {"BAS Fort": fort}}
    line = f"\tContinue\tBAS Fort, {expect['amount']}\t; Current tonnage = 70,000\n"
    assert line in order_form(position_of(human))
    fort["tons"] = expect["limit"]
    assert "BAS Fort" not in order_form(position_of(human))


@pytest.mark.rule("FH-AUTO-008")
def test_starbases_elsewhere_get_no_order():
    fort = {"at": f"{HOME} #2", "tons": 10_000}
    human = {"techs": {"MA": 25}, "ships": {"BAS Fort": fort}}
    assert "BAS Fort" not in order_form(position_of(human))


@pytest.mark.rule("FH-AUTO-008")
@pytest.mark.parametrize(("technology", "tons", "cost"), [(4, 10_000, 100), (5, 20_000, 0)])
def test_a_starbase_grows_by_whole_steps_of_10_000_tons(technology, tons, cost):
    fort = {"at": f"{HOME} #3", "tons": tons}
    form = order_form(position_of({"techs": {"MA": technology}, "ships": {"BAS Fort": fort}}))
    assert (f"Continue\tBAS Fort, {cost}\t; Current" in form) == (cost > 0)
    assert ("Continue\tBAS Fort" in form) == (cost > 0)


@pytest.mark.rule("FH-AUTO-009")
def test_unfinished_ships_are_finished():
    human = {"ships": {"DD New": {"at": f"{HOME} #3", "status": "building", "unpaid": 400}}}
    form = order_form(position_of(human))
    assert "\tContinue\tDD New, 400\t; Left to pay = 400\n" in form


@pytest.mark.rule("FH-AUTO-010")
def test_scouts_scan_where_nobody_of_the_species_lives():
    ships = {"TR1 Eye": {"at": HOME}}
    assert "SCAN TR1 EYE" in form({"ships": ships})["POST-ARRIVAL"]
    settled = {"planets": {"Rock": {"at": "9 9 9 #1", "items": {"CU": 3}}}, "ships": ships}
    to_the_settled = {**ships["TR1 Eye"], "unloading_at": "Rock"}
    orders = form({**settled, "ships": {"TR1 Eye": to_the_settled}})
    assert orders["JUMPS"] == ["JUMP TR1 EYE, PL ROCK"]
    assert "SCAN TR1 EYE" not in orders["POST-ARRIVAL"]
    all_stars = ["9 9 9", "2 2 2", "38 38 38", "12 13 10", "15 10 10"]
    assert "SCAN TR1 EYE" in form({"visited": all_stars, "ships": ships})["POST-ARRIVAL"]


@pytest.mark.rule("FH-AUTO-010")
@pytest.mark.parametrize(
    ("planet", "scans"),
    [
        (ORION, []),
        ({"at": ORION["at"], "mining_base": 5.0}, []),
        ({"at": ORION["at"], "manufacturing_base": 5.0}, []),
        ({"at": ORION["at"]}, ["SCAN TR1 EYE"]),
    ],
    ids=["colony", "mining colony", "resort", "only named"],
)
def test_only_scouts_scan_and_none_at_a_colony_of_any_kind(planet, scans):
    bound = {"at": HOME, "unloading_at": "Orion 7"}
    ships = {"TR1 Eye": bound, "CA Wolf": bound, "TR1S Slow": bound, "TR2 Mule": {"at": HOME}}
    orders = form({"planets": {"Orion 7": planet}, "ships": ships})
    assert orders["POST-ARRIVAL"] == ["AUTO", *scans]


@pytest.mark.rule("FH-AUTO-011")
def test_auto_asks_for_itself():
    assert form()["POST-ARRIVAL"] == ["AUTO"]
    assert form(auto=False)["POST-ARRIVAL"] == []


@pytest.mark.rule("FH-AUTO-012")
def test_what_is_drafted_are_orders_as_a_player_would_write_them():
    human = {
        "techs": {"LS": 12, "MA": 25},
        "planets": {"Orion 7": ORION, "Earth": {"items": {"RM": 900}}},
        "ships": {
            "TR1 Eye": {"at": HOME},
            "TR9 Mule": {"at": f"{DUST} #2", "cargo": {"CU": 9}, "loaded_at": "Earth"},
            "BAS Fort": {"at": f"{HOME} #3", "tons": 10_000},
            "DD New": {"at": f"{HOME} #3", "status": "building", "unpaid": 400},
        },
    }
    text = "START" + order_form(position_of(human)).partition("START")[2]
    assert [str(remark) for remark in read(text).diagnostics] == []
    assert len([line for lines in sections(text).values() for line in lines]) == 11


# a player who sends no orders


def drafted(human=None):
    return sections(default_orders(position_of(human or {}, auto=False)))


def test_default_orders_have_no_sections_of_combat_and_are_read_without_a_remark():
    ships = {"TR1 Eye": {"at": HOME}, "DD New": {"at": f"{HOME} #3", "status": "building"}}
    data = position_of({"ships": ships, "planets": {"Orion 7": ORION}}, auto=False)
    text = default_orders(data)
    assert tuple(sections(text)) == ("PRE-DEPARTURE", "JUMPS", "PRODUCTION", "POST-ARRIVAL")
    assert [str(remark) for remark in read(text).diagnostics] == []


def test_default_orders_are_made_from_plain_data():
    data = position_of({"ships": {"TR1 Eye": {"at": HOME}}}, auto=False)
    assert default_orders(json.loads(json.dumps(data))) == default_orders(data)


def test_default_orders_send_out_scouts_only_and_none_to_nowhere():
    human = {"ships": {"TR1 Eye": {"at": HOME}, "CA Wolf": {"at": HOME}}}
    assert drafted(human)["JUMPS"] == ["JUMP TR1 EYE, 9 9 9"]
    human["visited"] = ["9 9 9", "2 2 2", "38 38 38", "12 13 10", "15 10 10"]
    assert drafted(human)["JUMPS"] == []


def test_default_orders_leave_ships_at_their_goal():
    ship = {"at": f"{DUST} #2", "unloading_at": "Orion 7"}
    human = {"planets": {"Orion 7": ORION}, "ships": {"TR9 Mule": ship}}
    assert drafted(human)["JUMPS"] == []
    assert form(human)["JUMPS"] == ["JUMP TR9 MULE, PL ORION 7"]


def test_default_orders_install_what_the_colonists_on_a_colony_can_run():
    colony = {**ORION, "items": {"CU": 5, "IU": 2, "AU": 1}}
    assert drafted({"planets": {"Orion 7": colony}})["PRE-DEPARTURE"] == [
        "INSTALL 0 IU PL ORION 7",
        "INSTALL 0 AU PL ORION 7",
    ]
    assert drafted({"planets": {"Earth": {"items": colony["items"]}}})["PRE-DEPARTURE"] == []


@pytest.mark.parametrize(
    ("items", "orders"),
    [
        ({"CU": 1, "IU": 1}, ["INSTALL 0 IU PL ORION 7"]),
        ({"CU": 1, "AU": 1}, ["INSTALL 0 AU PL ORION 7"]),
        ({"CU": 1}, []),
        ({"IU": 1}, []),
    ],
    ids=str,
)
def test_default_orders_install_a_single_unit_of_a_single_colonist(items, orders):
    colony = {**ORION, "items": items}
    assert drafted({"planets": {"Orion 7": colony}})["PRE-DEPARTURE"] == orders


def test_default_orders_recycle_nothing_and_do_not_count_colonists_on_their_way():
    planet = {**ORION, "mining_base": 152.0, "population": 70, "items": {"CU": 50, "RM": 900}}
    [order] = of_planet(drafted({"planets": {"Orion 7": planet}}), "Orion 7")
    assert order == "DEVELOP 140"
    with_auto = of_planet(form({"planets": {"Orion 7": planet}}), "Orion 7")
    assert with_auto[0].startswith("RECYCLE")
    assert with_auto[1] == "DEVELOP 100"

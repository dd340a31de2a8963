"""The 1999 engine's treatment of single orders that only unusual orders and games show."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.order_steps import AS_IN_1999, MARS, after, before, humans
from tests.variants.far_horizons.productions import VEGA, produce, reasons, spending
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import Status


def at_home(**fields):
    return humans(planets={"Earth": {"items": {"RM": 5, "CU": 3}}}, **fields)


@pytest.mark.rule("FH-TRAN-002")
@pytest.mark.parametrize("place", ["PL Earth", "TR5 Mover"])
def test_items_may_be_transferred_from_a_place_to_itself(place):
    game = at_home(ships={"TR5 Mover": {"at": "Earth", "cargo": {"RM": 2}}})
    order = f"Transfer 2 RM {place}, {place}"
    assert before(game, order).codes("Human") == ["same-place"]
    result = before(game, order, **AS_IN_1999)
    assert result.codes("Human") == []
    assert result.colony("Human", "Earth").items["RM"] == 5


@pytest.mark.rule("FH-DR-007")
def test_a_repair_down_to_a_negative_age_uses_more_units_and_ends_at_0():
    ship = {"at": FIELD, "age": 2, "cargo": {"DR": 9}}
    game = humans(ships={"TR8 Old": ship})
    assert before(game, f"Repair {FIELD} -1").codes("Human") == ["no-sector"]
    repaired = before(game, f"Repair {FIELD} -1", **AS_IN_1999).ship("Human", "Old")
    assert (repaired.age, repaired.cargo["DR"]) == (0, 7)


@pytest.mark.rule("FH-GT-003")
def test_a_telescope_that_is_too_small_is_used_all_the_same():
    game = humans(ships={"BAS Eye": {"at": "Earth", "tons": 90_000, "cargo": {"GT": 1}}})
    orders = "Telescope BAS Eye\nTelescope BAS Eye"
    assert after(game, orders).codes("Human") == ["too-few-units"] * 2
    assert after(game, orders, **AS_IN_1999).codes("Human") == ["too-few-units", "used"]


@pytest.mark.parametrize("name", ["TR5abc Mover", "TR5e3 Mover"])
def test_letters_behind_a_transports_size_belong_to_its_name(name):
    game = at_home(ships={"TR5 Mover": {"at": "Earth"}})
    assert before(game, f"Orbit {name}, PL Earth", **AS_IN_1999).codes("Human") == ["unknown-ship"]
    result = before(game, "Orbit TX5 Mover, PL Earth", **AS_IN_1999)
    assert result.codes("Human") == ["misspelt-name"]


@pytest.mark.parametrize(
    ("written", "expected"), [("PL Merry Dawn", False), ("FF Merry Dawn", True)]
)
def test_a_misspelt_name_is_read_with_its_class_word_only_if_that_is_of_another_kind(
    written, expected
):
    planets = {"Earth": {"items": {"CU": 3}}, "CT Merry Dawn": {"at": MARS}}
    result = before(humans(planets=planets), f"Install 1 IU {written}", **AS_IN_1999)
    assert ("unknown-planet" not in result.codes("Human")) is expected


# bases that riots have left negative


def odd(**fields):
    """A game where a colony of the humans has a negative base."""
    game = game_with({"species": {"Human": {"planets": {"Vega": {**fields, "at": VEGA}}}}})
    colony = game.empires[0].colonies[1]
    colony.mining_base, colony.manufacturing_base = -12, -55
    return game, colony


def test_a_negative_base_hides_for_less_than_nothing_rounded_towards_it():
    game, _ = odd()
    orders = {"Human": "PRODUCTION PL Vega\nHide"}
    result = step("production", game, orders, in_1999=True)
    assert [event.data["cost"] for event in result.events("Human", "colony-hiding")] == [-6]


def test_people_are_counted_all_in_all():
    game, colony = odd(population=60)
    game.empires[0].ships.clear()
    before_ = before(game, "Transfer 0 RM PL Vega, PL Vega", **AS_IN_1999)
    assert before_.codes("Human") == ["no-items"]
    colony.items["RM"] = 1
    counted = before(game, "Transfer 1 RM PL Vega, PL Vega", **AS_IN_1999)
    assert not counted.colony("Human", "Vega").populated


@pytest.mark.rule("FH-POP-001")
def test_a_planet_where_nobody_lives_has_no_available_population():
    game, colony = odd()
    colony.population, colony.status = -3, int(Status.COLONY)
    result = step("finish", game, {}, in_1999=True, chance=Falls(*[1] * 9))
    assert result.colony("Human", "Vega").population == 0


@pytest.mark.rule("FH-DEVELOP-015")
def test_a_home_planet_with_a_negative_base_can_be_developed():
    game = game_with({"species": {"Human": {"treasury": 500}}})
    earth = game.empires[0].home_colony
    earth.mining_base, earth.manufacturing_base = -100, 0
    orders = {"Human": "PRODUCTION PL Earth\nDevelop 20"}
    result = step("production", game, orders, in_1999=True)
    assert result.colony("Human", "Earth").items.get("CU") == 10


# remains of battles


@pytest.mark.rule("FH-ASSIM-005")
@pytest.mark.parametrize(("options", "plans"), [({}, 0), (ENGINE, 4)])
def test_plans_for_a_colony_outlast_it(options, plans):
    mine = {"mining_base": 1, "kind": "mining", "ordered": {"IU": 4}, "hidden": True}
    game = battlefield({"Human": {f"BR Bomber {n}": {} for n in range(9)}},
                       {"Klingon": {"Rock": mine}}, Human={"techs": {"ML": 90}})  # fmt: skip
    result = combat(game, Human="ATTACK SP Klingon\nENGAGE 5 1", options=options)
    rock = result.colony("Klingon", "Rock")
    assert (rock.status, rock.hidden) == (int(Status.COLONY), 0)
    assert rock.mining_units.ordered == plans


@pytest.mark.rule("FH-IBUILD-009")
@pytest.mark.parametrize(("in_1999", "built"), [(False, 5), (True, 4)])
def test_items_for_others_are_cut_to_nine_tenths_of_the_money(in_1999, built):
    techs = dict.fromkeys(("MI", "MA", "ML", "GV", "LS", "BI"), 90)
    result = produce("Ibuild SP Klingon, 50 JP", 551, techs=techs, met=["Klingon"], in_1999=in_1999)
    assert reasons(result) == []
    assert result.game.transactions[-1].facts["quantity"] == built


@pytest.mark.rule("FH-IBUILD-007")
def test_a_planet_that_is_built_for_takes_the_last_empty_place_of_the_list():
    techs = dict.fromkeys(("MI", "MA", "ML", "GV", "LS", "BI"), 90)
    game = game_with({"species": {
        "Human": {"planets": {"Earth": spending(500)}, "techs": techs, "met": ["Klingon"]},
        "Klingon": {"planets": {"Gone": {"at": "10 10 10 #4"}, "Rock": {"at": MARS}}},
    }})  # fmt: skip
    game.empires[1].colonies[1] = None
    result = step("production", game, {"Human": "PRODUCTION PL Earth\nIbuild SP Klingon, 3 IU"})
    assert [colony and colony.name for colony in result.species("Klingon").colonies][1:] == [
        "Earth",
        "Rock",
    ]

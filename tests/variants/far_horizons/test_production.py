"""Output of planets and its uses: raw material, capacity, penalty, efficiency, the fleet's share,
the treasury (FH-RM, FH-PROD, FH-PENALTY, FH-EE, FH-FLEET, FH-EU).
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    MARS,
    VEGA,
    like_home,
    produce,
    reasons,
    spending,
    spent,
)
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Site
from variants.far_horizons.model import Colony, Place, Planet, Species, Status, Tech
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.rules.housekeeping import crowd


def tenths(base):
    return round(10 * base)


def produced(orders="", **human):
    return step("production", game_with({"species": {"Human": human}}), {"Human": orders})


def opening(result, planet="Earth"):
    """The initial balance of a planet."""
    event = result.events("Human", "production-start")
    return next(t.data["balance"] for t in event if t.data["planet"] == planet)


@pytest.mark.rule("FH-RM-001")
@pytest.mark.parametrize("example", examples("FH-RM-001"), ids=str)
def test_raw_material_is_level_times_base_by_difficulty(example):
    inputs = example.given
    planet = {"mining_base": inputs["mining_base"], "manufacturing_base": 900}
    state = {
        "stars": {"10 10 10": {"planets": {3: {"mining_difficulty": inputs["mining_difficulty"]}}}},
        "species": {"Human": {"techs": {"MI": inputs["mi"]}, "planets": {"Earth": planet}}},
    }
    result = step("production", game_with(state), {"Human": "PRODUCTION PL Earth"})
    assert opening(result) == example.expect["rm"]


@pytest.mark.rule("FH-PROD-001")
@pytest.mark.parametrize("example", examples("FH-PROD-001"), ids=str)
def test_capacity_is_level_times_base(example):
    planet = {"manufacturing_base": example.given["manufacturing_base"], "items": {"RM": 9999}}
    result = produced(techs={"MA": example.given["ma"]}, planets={"Earth": planet})
    assert opening(result) == example.expect["capacity"]


@pytest.mark.rule("FH-RM-002")
def test_bases_count_in_tenths():
    planet = {"mining_base": 0.4, "manufacturing_base": 900}
    assert opening(produced(planets={"Earth": planet})) == 2
    planet["mining_base"] = 0.6
    assert opening(produced(planets={"Earth": planet})) == 3


@pytest.mark.rule("FH-PROD-004")
@pytest.mark.parametrize("example", examples("FH-PROD-004"), ids=str)
def test_the_smaller_of_raw_material_and_capacity_can_be_spent(example):
    planet = {
        "mining_base": 0,
        "manufacturing_base": example.given["capacity"] / 10,
        "items": {"RM": example.given["rm"]},
    }
    assert opening(produced(planets={"Earth": planet})) == example.expect["spendable"]


@pytest.mark.rule("FH-PROD-006", "FH-RM-006")
def test_raw_material_in_stock_is_used_with_that_of_the_turn_and_the_rest_is_kept():
    example = examples("FH-PROD-006")[0].given
    planet = {
        "mining_base": example["produced"] / 5,
        "manufacturing_base": example["capacity"] / 10,
        "items": {"RM": example["stock"]},
    }
    assert opening(produced(planets={"Earth": planet})) == 558
    case = examples("FH-RM-006")[0]
    planet = {
        "mining_base": case.given["produced"] / 5,
        "manufacturing_base": case.given["used"] / 10,
        "items": {"RM": case.given["stock"]},
    }
    result = produced(planets={"Earth": planet})
    assert result.colony("Human", "Earth").items == {"RM": case.expect["stock_next_turn"]}


@pytest.mark.rule("FH-PROD-005", "FH-EU-007")
@pytest.mark.parametrize("example", examples("FH-EU-007"), ids=str)
def test_what_is_not_spent_becomes_money(example):
    unused_rm, unused = example.given["rm_unused"], example.given["capacity_unused"]
    planet = {
        "mining_base": 0,
        "manufacturing_base": (unused + 100) / 10,
        "items": {"RM": unused_rm + 100},
        "population": 1500,
    }
    result = produced("PRODUCTION PL Earth\nBuild 100 PD", planets={"Earth": planet})
    assert result.species("Human").treasury == example.expect["eu"]
    assert result.colony("Human", "Earth").items.get("RM", 0) == example.expect["rm_kept"]


@pytest.mark.rule("FH-PROD-003", "FH-RM-004")
def test_production_does_not_let_bases_grow():
    colony = {"at": MARS, "mining_base": 20, "manufacturing_base": 20}
    result = produced(techs={"LS": 30}, planets={"Mars": colony})
    mars = result.colony("Human", "Mars")
    assert (mars.mining_base, mars.manufacturing_base) == (200, 200)


# the penalty


@pytest.mark.rule("FH-PENALTY-001")
@pytest.mark.parametrize("example", examples("FH-PENALTY-001"), ids=str)
def test_life_support_needed_reduces_production(example):
    inputs, expected = example.given, example.expect
    penalty = RULEBOOK_ECONOMY.penalty(inputs["lsn"], inputs["ls"])
    assert penalty == expected["penalty"]
    for part in ("rm", "capacity"):
        if part in expected:
            assert RULEBOOK_ECONOMY.less_penalty(inputs[part], penalty) == expected[part]


@pytest.mark.rule("FH-PENALTY-001", "FH-PENALTY-002")
@pytest.mark.parametrize(("level", "balance"), [(36, 283), (12, 168), (6, 0), (3, 0), (0, 0)])
def test_a_colony_that_needs_life_support_produces_less(level, balance):
    colony = {"at": MARS, "mining_base": 60.5, "manufacturing_base": 90}
    result = produced(techs={"LS": level}, planets={"Mars": colony})
    assert opening(result, "Mars") == balance


@pytest.mark.rule("FH-PENALTY-002")
def test_a_home_planet_needs_no_life_support_unless_its_gases_are_changed():
    assert opening(produced(techs={"LS": 0})) == 500
    gases = {"N2": 75, "O2": 20, "Cl2": 5}
    stars = {"10 10 10": {"planets": {3: {"gases": gases}}}}
    game = game_with({"stars": stars, "species": {"Human": {"techs": {"LS": 12}}}})
    assert opening(step("production", game, {})) == 375
    stars = {"10 10 10": {"planets": {3: {"temperature": 12}}}}
    game = game_with({"stars": stars, "species": {"Human": {"techs": {"LS": 12}}}})
    assert opening(step("production", game, {})) == 500


# economic efficiency


@pytest.mark.rule("FH-EE-001", "FH-EE-005")
@pytest.mark.parametrize("example", examples("FH-EE-001"), ids=str)
def test_efficiency_falls_beyond_200(example):
    base = tenths(example.given["total_base"])
    assert int(RULEBOOK_ECONOMY.economic_efficiency(base)) == example.expect["ee"]
    assert ENGINE_ECONOMY.economic_efficiency(base) == example.expect["ee"]


def crowded_income(mining, manufacturing, *, level=20, making=30, rest=0, lsn=0, status=0):
    """The budget of a colony whose planet has bases of others, too."""
    colony = Colony(name="Vega", place=Place((1, 2, 3), 1), status=int(Status.COLONY | status),
                    mining_base=mining, manufacturing_base=manufacturing)  # fmt: skip
    planet = Planet(id="1 2 3 #1", mining_difficulty=100, efficiency=100)
    crowd(planet, mining + manufacturing + rest, RULEBOOK_ECONOMY, exact=True)
    site = Site(planet, lsn, RULEBOOK_ECONOMY.penalty(lsn, 60),
                RULEBOOK_ECONOMY.efficiency_for(colony, planet))  # fmt: skip
    techs = {"MI": Tech(level=level), "MA": Tech(level=making)}
    species = Species(id="A", number=1, techs=techs)
    earned = RULEBOOK_ECONOMY.income(colony, RULEBOOK_ECONOMY.output(species, colony, site))
    assert RULEBOOK_ECONOMY.earning_power(species, colony, site) == earned
    return earned


@pytest.mark.rule("FH-EE-005")
@given(
    st.integers(0, 3000), st.integers(0, 3000), st.integers(1, 99), st.integers(1, 99),
    st.integers(0, 60),
)  # fmt: skip
def test_units_beyond_two_equal_bases_never_lower_what_there_is_to_spend(iu, au, mi, ma, lsn):
    facts = {"level": mi, "making": ma, "lsn": lsn}
    full = crowded_income(1000, 1000, **facts)
    assert crowded_income(1000 + iu, 1000 + au, **facts) >= full


@pytest.mark.rule("FH-EE-005")
@pytest.mark.parametrize(
    ("iu", "au", "income"),
    [(0, 0, 2000), (1, 0, 2001), (0, 1, 2000), (50, 50, 2005), (0, 500, 2000), (1000, 1000, 2100)],
)
def test_units_beyond_a_base_of_200_have_5_percent_of_their_effect(iu, au, income):
    assert crowded_income(1000 + iu, 1000 + au) == income


@pytest.mark.rule("FH-EE-003")
@pytest.mark.parametrize("example", examples("FH-EE-003"), ids=str)
def test_efficiency_applies_to_raw_material_and_capacity_after_the_penalty(example):
    amount, ee = example.given["amount"], example.given["ee"]
    stars = like_home(efficiency=ee)
    for mining, made_by in ((amount / 10, 900), (900, amount / 10)):
        colony = {"at": VEGA, "mining_base": mining, "manufacturing_base": made_by}
        state = {"stars": stars, "species": {"Human": {"planets": {"Vega": colony}}}}
        result = step("production", game_with(state), {})
        assert opening(result, "Vega") == example.expect["available"]


@pytest.mark.rule("FH-EE-004")
def test_a_home_planet_is_always_efficient():
    stars = {"10 10 10": {"planets": {3: {"efficiency": 50}}}}
    assert opening(step("production", game_with({"stars": stars}), {})) == 500
    result = step("production", game_with({"stars": stars}), {"Human": ""}, in_1999=True)
    assert opening(result) == 250


# the fleet


@pytest.mark.rule("FH-FLEET-005")
@pytest.mark.parametrize("example", examples("FH-FLEET-005"), ids=str)
def test_the_fleet_takes_its_share_of_every_planet(example):
    inputs = example.given
    planet = spending(inputs["production"])
    fleet = {"cost": 1, "percent": inputs["percent"]}
    game = game_with({"species": {"Human": {"fleet": fleet, "planets": {"Earth": planet}}}})
    result = step("production", game, {}, chance=Falls(100))
    assert opening(result) == example.expect["available"]
    assert result.colony("Human", "Earth").items == {}


@pytest.mark.rule("FH-FLEET-005")
def test_the_fleet_takes_its_share_of_what_special_colonies_earn():
    colony = {"at": MARS, "mining_base": 60, "manufacturing_base": 0}
    result = produced(
        techs={"LS": 60}, fleet={"cost": 1, "percent": 7.37}, planets={"Mars": colony}
    )
    gross = 2 * (333 - 33) // 3
    event = result.events("Human", "mining-income")
    assert event[0].data["amount"] == gross - RULEBOOK_ECONOMY.fleet_share(737, gross)


def riots(percent, *falls, in_1999=False, **earth):
    fields = {"fleet": {"cost": 1, "percent": percent}, "planets": {"Earth": earth}}
    orders = {"Human": "START PRODUCTION\nEND\n"}
    game = game_with({"species": {"Human": fields}})
    return step("production", game, orders, chance=Falls(*falls), in_1999=in_1999)


@pytest.mark.rule("FH-FLEET-008")
@pytest.mark.parametrize("example", examples("FH-FLEET-008"), ids=str)
def test_the_excess_of_the_fleet_is_the_chance_of_riots(example):
    inputs, expected = example.given, example.expect
    percent = inputs["percent"]
    draw = inputs.get("draw", round(percent - 100) + 1 if percent > 100 else 1)
    result = riots(percent, draw, inputs.get("mining_loss_percent", 1), 3, mining_base=120.0)
    broken = result.events("Human", "riots")
    assert bool(broken) is expected.get("riots", False)
    if expected.get("unrest_chance"):
        chance = round(expected["unrest_chance"])
        assert riots(percent, chance).events("Human", "riots")
    if broken:
        earth = result.colony("Human", "Earth")
        assert earth.mining_base == tenths(expected["mining_base_after"])
        assert earth.manufacturing_base == 500 - 15


@pytest.mark.rule("FH-FLEET-008")
def test_riots_never_cost_more_than_there_is():
    result = riots(350.0, 90, 200, 250)
    earth = result.colony("Human", "Earth")
    assert (earth.mining_base, earth.manufacturing_base) == (0, 0)
    assert result.species("Human").treasury == 0
    engine = riots(350.0, 90, 200, 250, in_1999=True).colony("Human", "Earth")
    assert (engine.mining_base, engine.manufacturing_base) == (-1000, -750)


@pytest.mark.rule("FH-FLEET-008")
def test_riots_spare_what_a_special_colony_does_not_have():
    colonies = {
        "Mars": {"at": MARS, "mining_base": 60},
        "Vega": {"at": VEGA, "manufacturing_base": 60, "kind": "resort"},
    }
    fields = {"fleet": {"cost": 1, "percent": 110.0}, "planets": colonies, "techs": {"LS": 30}}
    game = game_with({"species": {"Human": fields}})
    chance = Falls(100, 1, 5, 1, 6)
    result = step("production", game, {"Human": ""}, chance=chance)
    assert chance.sides[:5] == [100, 100, 10, 100, 10]
    assert result.colony("Human", "Mars").mining_base == 570
    assert result.colony("Human", "Vega").manufacturing_base == 564
    message = [event.data["losses"] for event in result.events("Human", "riots")]
    assert message == ["mining base by 5 percent", "manufacturing base by 6 percent"]


# the treasury


@pytest.mark.rule("FH-EU-001", "FH-EU-003", "FH-EU-004")
def test_money_is_spent_when_production_is_used_up():
    example = next(e for e in examples("FH-EU-004") if "order_costs" in e.given)
    first, second = example.given["order_costs"]
    result = produce(
        f"Build {first} PD\nBuild {second} PD",
        example.given["normal"],
        treasury=example.given["treasury"],
    )
    assert result.species("Human").treasury == example.expect["treasury"]
    drawn = [-amount for name, amount, _ in result.ledger if name == "Human" and amount < 0]
    assert drawn == [example.expect["eu_spent"][1]]


@pytest.mark.rule("FH-EU-004")
def test_production_and_money_add_up():
    result = produce("Research 999 MI", 500, treasury=150)
    assert spent(result) == 650


@pytest.mark.rule("FH-EU-005")
@pytest.mark.parametrize("example", examples("FH-EU-005"), ids=str)
def test_a_colony_draws_no_more_than_it_can_spend_itself(example):
    inputs, expected = example.given, example.expect
    parts = inputs.get("spent_from_treasury", [])
    orders = "".join(f"Research {n} MI\n" for n in [inputs["normal"], *parts, 9999] if n)
    colony = spending(inputs["normal"], at=VEGA, kind="normal")
    result = produce(
        orders, 0, opened="Vega", planets={"Vega": colony}, treasury=inputs["treasury"],
    )  # fmt: skip
    drawn = sum(-amount for name, amount, _ in result.ledger if name == "Human" and amount < 0)
    if "spendable" in expected:
        assert spent(result) == expected["spendable"]
    if "eu_limit" in expected:
        assert drawn == min(expected["eu_limit"], inputs["treasury"])
    if "eu_limit_left" in expected:
        assert drawn == sum(parts) == inputs["normal"]


@pytest.mark.rule("FH-EU-006")
@pytest.mark.parametrize("example", examples("FH-EU-006"), ids=str)
def test_the_home_planet_draws_what_it_likes_unless_it_was_bombed(example):
    inputs = example.given
    bombed = {"undamaged_base": 2000.0} if inputs.get("bombed") else {}
    result = produce("Research 99999 MI", inputs["normal"], treasury=inputs["treasury"], **bombed)
    assert spent(result) == example.expect["spendable"]


@pytest.mark.rule("FH-EU-006")
def test_recycling_raises_the_limit_of_a_bombed_home_planet():
    result = produce(
        "Recycle 20 FS\nResearch 99999 MI", 300, earth={"items": {"FS": 20}}, treasury=9000,
        undamaged_base=2000.0,
    )  # fmt: skip
    assert spent(result) == 300 + 1200 + 250 - 250


@pytest.mark.rule("FH-EU-007")
def test_money_left_on_one_planet_can_be_spent_on_the_next():
    vega = spending(50, at=VEGA, kind="normal")
    orders = "PRODUCTION PL Vega\nPRODUCTION PL Earth\nResearch 999 MI"
    result = produce(orders, 100, opened="", planets={"Vega": vega})
    assert result.species("Human").techs["MI"].points == 150


@pytest.mark.rule("FH-EU-008")
def test_money_cannot_be_built():
    assert reasons(produce("Build 5 EU")) == ["Invalid item class."]


# mining colonies and resorts


@pytest.mark.rule("FH-MINECOL-001", "FH-MINECOL-003")
@pytest.mark.parametrize("example", examples("FH-MINECOL-003"), ids=str)
def test_a_mining_colony_sells_its_raw_material(example):
    planet = {"at": VEGA, "mining_base": example.given["rm"] / 10, "items": {"RM": 7}}
    stars = like_home()
    state = {"stars": stars, "species": {"Human": {"planets": {"Vega": planet}}}}
    result = step("production", game_with(state), {"Human": "PRODUCTION PL Vega\nHide"})
    assert result.events("Human", "mining-income")[0].data["amount"] == example.expect["eu"]
    assert result.colony("Human", "Vega").items == {"RM": 7}
    assert "    Mining colony Vega generated" in result.log("Human")
    assert "  End of production on PL Vega." in result.log("Human").splitlines()


@pytest.mark.rule("FH-MINECOL-004")
@pytest.mark.parametrize("example", examples("FH-MINECOL-004"), ids=str)
def test_a_mining_colony_wears_its_planet_out(example):
    difficulty = example.given["mining_difficulty"]
    base = example.given["net_rm"] * difficulty / 10
    stars = like_home(mining_difficulty=difficulty)
    human = {"planets": {"Vega": {"at": VEGA, "mining_base": round(base + 0.05, 1)}}}
    result = step("production", game_with({"stars": stars, "species": {"Human": human}}), {})
    after = result.game.planet_at(result.colony("Human", "Vega").place).mining_difficulty
    assert after == round(100 * example.expect["mining_difficulty_after"])


@pytest.mark.rule("FH-MINECOL-004")
def test_no_other_planet_wears_out():
    result = produced()
    assert result.game.planet_at(result.species("Human").home).mining_difficulty == 200


@pytest.mark.rule("FH-MINECOL-005")
@pytest.mark.parametrize("example", examples("FH-MINECOL-005"), ids=str)
def test_money_of_a_mining_colony_is_for_planets_that_come_later(example):
    planets = {"mining colony": "PRODUCTION PL Vega", "home planet": "PRODUCTION PL Earth"}
    orders = "\n".join(
        planets[name] + ("\nResearch 99 MI" if name == "home planet" else "")
        for name in example.given["sequence"]
    )
    stars = like_home()
    vega = {"at": VEGA, "mining_base": 4.0}
    result = produce(orders, 0, opened="", planets={"Vega": vega}, state={"stars": stars})
    points = result.species("Human").techs["MI"].points
    assert points == example.expect["home_can_spend_in_same_turn"]


@pytest.mark.rule("FH-RESORT-003", "FH-RESORT-001")
@pytest.mark.parametrize("example", examples("FH-RESORT-003"), ids=str)
def test_a_resort_sells_its_capacity_without_raw_material(example):
    planet = {"at": VEGA, "manufacturing_base": example.given["capacity"] / 10}
    stars = like_home(gravity=0.9)
    state = {"stars": stars, "species": {"Human": {"planets": {"Vega": planet}}}}
    result = step("production", game_with(state), {"Human": ""})
    assert result.events("Human", "resort-income")[0].data["amount"] == example.expect["eu"]
    assert result.game.planet_at(result.colony("Human", "Vega").place).mining_difficulty == 100


@pytest.mark.rule("FH-RESORT-004")
@pytest.mark.parametrize(
    "order",
    ["Build 1 AU", "Research 1 MI", "Upgrade DD Old", "Hide", "Shipyard", "Develop", "Ambush 1",
     "Intercept 1", "Build PB New", "Estimate SP Klingon", "Develop 5 PL Earth"],
)  # fmt: skip
def test_a_resort_spends_nothing(order):
    vega = {"at": VEGA, "manufacturing_base": 40, "kind": "resort", "shipyards": 1}
    result = produce(
        order, 0, opened="Vega", planets={"Vega": vega}, treasury=5000, met=["Klingon"],
        techs={"LS": 60}, ships={"DD Old": {"at": VEGA, "age": 9}},
    )  # fmt: skip
    assert len(reasons(result)) == 1
    assert result.species("Human").treasury > 5000


@pytest.mark.rule("FH-RESORT-004", "FH-REC-011")
def test_a_resort_recycles_and_others_spend_the_money():
    vega = {"at": VEGA, "manufacturing_base": 0.1, "kind": "resort", "items": {"RM": 100}}
    orders = "PRODUCTION PL Vega\nRecycle 0 RM\nPRODUCTION PL Earth\nResearch 20 MI"
    result = produce(orders, 0, opened="", planets={"Vega": vega})
    assert result.species("Human").techs["MI"].points == 20

"""The formulas of the economy and of research, by the rulebook's examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from horizons_core.rules import catalogue
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import GrowthModifier, Planet, Race, StarSystem
from variants.starcluster.model.races import ADVANTAGES, ARRAYS, DISADVANTAGES, OPPOSITES

CLAUSES = catalogue("starcluster", "variants.starcluster")
ECONOMY = StarclusterEconomy()
RESEARCH = ECONOMY.research
DEFAULT = Race(traits=())
FRIGATE = Design(
    hull_named("FGf"),
    read_systems("[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]"),
)


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def race(*traits, rd=66, rc=66, rm=33):
    return Race(array=(rd, rc, rm), traits=traits)


def system(pu=0, wm=1, growth=1, t=0, st=0, **more):
    planets = [Planet(kind="T")] * t + [Planet(kind="ST")] * st
    return StarSystem(id="7", pu=pu, wealth=wm, growth=growth, planets=planets, **more)


# races


@pytest.mark.rule("SC-RACE-008", "SC-RACE-010", "SC-RACE-011", "SC-RACE-012")
def test_arrays_and_traits_are_those_of_the_rulebook():
    rows = {(row["rd"], row["rc"], row["rm"]): row["bonus"] for row in CLAUSES["SC-RACE-008"].rows}

    assert dict(ARRAYS) == rows
    assert (66, 66, 66) not in ARRAYS
    assert list(ADVANTAGES) == [row["name"] for row in CLAUSES["SC-RACE-010"].rows]
    assert list(DISADVANTAGES) == [row["name"] for row in CLAUSES["SC-RACE-011"].rows]
    assert set(OPPOSITES) == set(ADVANTAGES)


@pytest.mark.rule("SC-RACE-009")
@examples("SC-RACE-009")
def test_points_come_from_the_array_and_from_disadvantages(example):
    traits = DISADVANTAGES[: example.given["disadvantages"]]

    assert (
        Race(array=tuple(example.given["array"]), traits=traits).points == example.expect["points"]
    )


@pytest.mark.rule("SC-RACE-004", "SC-RACE-006")
@examples("SC-RACE-004", "SC-RACE-006")
def test_determination_and_revolts_lower_what_systems_earn(example):
    inputs, expect = example.given, example.expect
    people = race(rd=inputs.get("rd", 66))
    star = system(
        inputs.get("pu", 0), inputs["wm"], revolt=inputs.get("revolt_pu", 0), revolt_turns=1
    )

    if "effective_wm" in expect:
        assert ECONOMY.wealth(star, people) == expect["effective_wm"]
    else:
        assert ECONOMY.system_income(star, people, inputs["el"]) == 100 * expect["system_income"]


@pytest.mark.rule("SC-RACE-013", "SC-RACE-014")
@examples("SC-RACE-013", "SC-RACE-014")
def test_traits_and_determination_add_up(example):
    inputs = dict(example.given)
    low = inputs.pop("rd")
    trait = next(iter(inputs)).replace("_", " ").title()
    people = race(trait, rd=low)

    growing = trait in ("Prolific", "Slow Growth")
    assert (people.growth if growing else people.habitability) == example.expect["modifier"]


@pytest.mark.rule("SC-RACE-015", "SC-RACE-016")
@examples("SC-RACE-015", "SC-RACE-016")
def test_research_and_battle_are_better_or_worse_by_a_twentieth(example):
    inputs, expect = dict(example.given), example.expect
    people = race(inputs.pop("race"))
    before, after = next(iter(inputs.values())), next(iter(expect.values()))

    factor = people.research if "chance" in expect else people.combat
    assert float(Fraction(str(before)) * factor) == pytest.approx(after)


@pytest.mark.rule("SC-RACE-007", "SC-RACE-017")
@examples("SC-RACE-007", "SC-RACE-017")
def test_prices_of_ships_go_by_traits_and_militancy(example):
    inputs = example.given
    traits = [name for name in ("Industrialist", "Agriculturalist") if inputs.get(name.lower())]
    people = race(*traits, rm=inputs.get("rm", 33), rc=33)

    assert FRIGATE.list_price == round(100 * inputs["list_price"])
    assert ECONOMY.unit_price(FRIGATE, people) == round(100 * example.expect["price"])


@pytest.mark.rule("SC-HULL-009", "SC-DES-010", "SC-RACE-007")
def test_prototypes_cost_twice_and_civil_ships_no_less():
    liner = Design(hull_named("FT1"), read_systems("(H)x14 Q (Ic)x2"))

    assert ECONOMY.unit_price(FRIGATE, DEFAULT, prototype=True) == 2 * FRIGATE.list_price
    assert ECONOMY.unit_price(liner, race(rm=66, rc=33)) == liner.list_price


# income and upkeep


@pytest.mark.rule("SC-ECO-002", "SC-LOG-007")
@examples("SC-ECO-002")
def test_a_system_earns_by_people_wealth_and_level(example):
    inputs = example.given
    traits = {2: ("Wealthy",), -2: ("Poor",), 0: ()}[inputs["gwm"]]
    star = system(inputs["pu"], inputs["wm"])

    income = ECONOMY.system_income(star, race(*traits), inputs["el"])
    assert income == 100 * example.expect["income"]
    assert ECONOMY.system_income(star, race(*traits), inputs["el"], unserved=10**6) == 100 * max(
        0, inputs["gwm"]
    )


@pytest.mark.rule("SC-GND-003")
def test_a_conquered_system_earns_half_before_the_global_modifier():
    star = system(101, 5, occupied=12)

    assert ECONOMY.system_income(star, race("Wealthy"), 1) == 25450


@pytest.mark.rule("SC-ECO-004", "SC-YRD-006", "SC-SCI-005", "SC-RDC-004", "SC-CGB-002")
@examples("SC-ECO-004", "SC-YRD-006", "SC-SCI-005", "SC-RDC-004", "SC-CGB-002")
def test_upkeep_is_what_the_rulebook_says(example):
    inputs, expect = example.given, example.expect
    units = ECONOMY.upkeep_of_units([round(100 * inputs.get("units_price_total", 0))])
    if "net" in expect:
        science = ECONOMY.upkeep_of_science(inputs["el"], inputs["science_centers"])
        centers = ECONOMY.upkeep_of_development(inputs["rd_centers_sl"])
        assert 100 * inputs["gross"] - units - science - centers == round(100 * expect["net"])
    elif "upkeep" in expect:
        assert units == round(100 * expect["upkeep"])
    elif "total" in expect:
        assert ECONOMY.upkeep_of_science(inputs["el"], inputs["n"]) == 100 * expect["total"]
    elif "bases" in inputs:
        upkeep = ECONOMY.upkeep_of_bases(inputs["bases"], at_war=inputs["war"])
        assert upkeep == 100 * expect["mc"]
    else:
        assert ECONOMY.upkeep_of_development([inputs["sl"]]) == 100 * expect["mc"]


@pytest.mark.rule("SC-GTN-001", "SC-GTN-002")
@examples("SC-GTN-001", "SC-GTN-002")
def test_the_network_pays_by_a_die_and_takes_a_tenth_of_the_treasury(example):
    inputs, expect = example.given, example.expect
    deposit = 100 * inputs["deposit"]
    if "d10" in inputs:
        assert ECONOMY.dividend(deposit, inputs["d10"]) == 100 * expect["dividend"]
    else:
        most = ECONOMY.most_deposit(100 * inputs["treasury"], deposit)
        assert most == 100 * expect["max_new_deposit"]


# installations and the pool


@pytest.mark.rule("SC-SCI-001", "SC-SCI-002")
@examples("SC-SCI-001", "SC-SCI-002")
def test_science_centers_cost_by_their_number(example):
    inputs, expect = example.given, example.expect
    number = inputs.get("n_after", inputs.get("n"))

    price = ECONOMY.science_price(inputs["el"], number, inputs.get("rating", 0))
    assert price == 100 * expect["mc"]


@pytest.mark.rule("SC-RDC-001", "SC-RDC-002")
@examples("SC-RDC-001", "SC-RDC-002")
def test_development_centers_cost_by_their_level(example):
    inputs = example.given
    present = inputs.get("from_sl")
    if "tree_modifier" in inputs:
        price = ECONOMY.dedicated_center_price(inputs["sl"], inputs["tree_modifier"], present)
    else:
        price = ECONOMY.generic_center_price(inputs["sl"], present or 0)

    assert price == 100 * example.expect["mc"]


@pytest.mark.rule("SC-CMS-002", "SC-CGB-001", "SC-RACE-007")
@examples("SC-CMS-002", "SC-CGB-001")
def test_concealed_defenses_cost_by_their_technology(example):
    inputs = example.given
    people = race(rm=inputs.get("rm", 33), rc=33)
    kind = "CMS" if "missile_sl" in inputs else "CGB"
    level = inputs.get("missile_sl", inputs.get("ground_troops_sl"))

    price = ECONOMY.defense_price(kind, inputs.get("el", 1), level, people)
    assert price == 100 * example.expect["mc"]


@pytest.mark.rule("SC-PDC-001")
def test_a_standard_pdc_costs_by_the_economic_level():
    assert ECONOMY.defense_price("PDC", 3, 0, DEFAULT) == 1_500_000


@pytest.mark.rule("SC-LOG-002", "SC-LOG-009")
@examples("SC-LOG-002", "SC-LOG-009")
def test_the_pool_is_needed_for_people_yards_and_expeditions(example):
    inputs, expect = example.given, example.expect
    if "pu" in inputs:
        needed = ECONOMY.freighters_needed(
            inputs["pu"], inputs["sy"], inputs["sym"], inputs["ms"], inputs["expeditions"]
        )
        assert needed == expect["required"]
    elif "pool" in inputs:
        assert ECONOMY.assigned_in_convoy(inputs["pool"]) == expect["assigned"]
    else:
        assert ECONOMY.with_convoy(inputs["required"]) == expect["required_with_convoy"]


# growth and colonies


@pytest.mark.rule("SC-GRO-001", "SC-GRO-002")
@examples("SC-GRO-001")
def test_a_system_grows_by_its_people_and_a_die(example):
    inputs = example.given
    traits = {1: ("Prolific",), 0: (), -1: ("Slow Growth",), -2: ("Slow Growth",)}[inputs["global"]]
    people = race(*traits, rd=33 if inputs["global"] == -2 else 66)
    spells = [GrowthModifier(growth=inputs["special"], turns=3)]
    star = system(inputs["pu"], growth=inputs["growth_modifier"], t=5, spells=spells)

    assert ECONOMY.growth(star, people, inputs["d6"]) == example.expect["growth"]
    star.pu = 498
    assert ECONOMY.growth(star, people, 6) == 2
    star.pu = 500
    assert ECONOMY.growth(star, people, 6) == 0


@pytest.mark.rule("SC-COL-002", "SC-SYS-012")
@examples("SC-COL-002")
def test_habitability_must_be_below_what_the_empire_can_bear(example):
    inputs = example.given
    traits, low = {0: ((), 66), 1: (("Adaptable",), 66), -2: (("Specialized",), 33)}[
        inputs["modifier"]
    ]

    allowed = ECONOMY.habitable(inputs["hi"], inputs["el"], inputs["col_sl"], race(*traits, rd=low))
    assert allowed == example.expect["allowed"]


@pytest.mark.rule("SC-COL-003", "SC-COL-004", "SC-COL-005", "SC-PUT-003")
@examples("SC-COL-003", "SC-COL-004", "SC-COL-005", "SC-PUT-003")
def test_expeditions_take_people_and_time(example):
    inputs, expect = example.given, example.expect
    travel = [10] * inputs.get("transits", 0)
    turns = ECONOMY.expedition_turns(travel, inputs.get("ic", 1))
    if "pu" in expect:
        assert ECONOMY.colonists(system(t=inputs["T"], st=inputs["ST"])) == expect["pu"]
    elif "turns" in expect:
        assert turns == expect["turns"]
    else:
        work = ECONOMY.initialization_turns(system(growth=inputs["growth_modifier"]))
        assert work == expect.get("initialization", work)
        assert turns + 1 + work == expect.get("total_turns", turns + 1 + work)


@pytest.mark.rule("SC-COL-007")
@examples("SC-COL-007")
def test_further_expeditions_cost_assistance(example):
    inputs = example.given

    assert (
        ECONOMY.assistance_for(inputs["expeditions"], inputs["el"])
        == 100 * example.expect["mc_per_turn"]
    )


# research


@pytest.mark.rule("SC-RES-003", "SC-RES-004", "SC-MOD-002")
@examples("SC-RES-003", "SC-RES-004")
def test_levels_cost_and_take_their_time(example):
    inputs, expect = example.given, example.expect
    if "mc_per_turn" in expect:
        assert RESEARCH.level_price(inputs["target_sl"]) == expect["mc_per_turn"]
    else:
        turns = RESEARCH.level_turns(
            inputs["sl"], inputs["trm"], inputs["special"], inputs["rating"]
        )
        assert turns == expect["turns"]


@pytest.mark.rule("SC-RES-005", "SC-RND-006")
@examples("SC-RES-005", "SC-RND-006")
def test_chances_grow_by_their_step(example):
    inputs = example.given
    bonus = 1 + Fraction(str(inputs["bonus"]))
    if "ratings" in inputs:
        step = RESEARCH.development_step(inputs["ratings"], inputs["special"], bonus)
    else:
        step = RESEARCH.level_step(inputs["rating"], inputs["special"], bonus)

    chance = RESEARCH.chance(step, inputs["roll_number"])
    assert float(chance) == pytest.approx(example.expect["percent"])


@pytest.mark.rule("SC-BRK-004")
def test_a_chance_never_falls_below_nothing():
    assert RESEARCH.chance(Fraction(2), 3, less=5) == 1
    assert RESEARCH.chance(Fraction(2), 3, less=50) == 0


@pytest.mark.rule("SC-EL-001", "SC-EL-002", "SC-EL-003")
@examples("SC-EL-001", "SC-EL-002", "SC-EL-003")
def test_economic_levels_need_centers_money_and_time(example):
    inputs, expect = example.given, example.expect
    if "centers" in expect:
        assert RESEARCH.el_centers(inputs["el"]) == expect["centers"] == expect["rating"]
    elif "mc_per_turn" in expect:
        assert RESEARCH.el_price(inputs["el"]) == expect["mc_per_turn"]
    else:
        centers = RESEARCH.el_centers(3) + inputs["centers_over_minimum"]
        assert RESEARCH.el_time(3, centers) == expect["turns"]


@pytest.mark.rule("SC-RND-004", "SC-RND-005")
@examples("SC-RND-004", "SC-RND-005")
def test_technologies_cost_and_take_their_time(example):
    inputs, expect = example.given, example.expect
    if "mc_per_turn" in expect:
        price = RESEARCH.development_price(inputs["sl"], inputs["trm"], inputs["special"])
        assert price == expect["mc_per_turn"]
    else:
        turns = RESEARCH.development_turns(
            inputs["sl"], inputs["centers"], inputs["trm"], inputs["special"]
        )
        assert turns == expect["turns"]


@pytest.mark.rule("SC-HULL-010")
@examples("SC-HULL-010")
def test_the_knots_of_hulls_are_those_of_levels_of_construction(example):
    inputs, expect = example.given, example.expect
    kind = hull_named(inputs["hull"]).type

    assert RESEARCH.level_price(kind.el) == expect["mc_per_turn"]
    rating = inputs["center_rating"]
    assert RESEARCH.level_turns(kind.el, 2, kind.special, rating) == expect["min_turns"]
    if "first_percent" in expect:
        step = RESEARCH.level_step(rating, kind.special, Fraction(1))
        assert RESEARCH.chance(step, 1) == expect["first_percent"]

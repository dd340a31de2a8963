"""Planets' uses of points (GG-IND, GG-MAT, GG-BLD, GG-CAP, GG-POP, GG-SEQ-004)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import astuple
from hypothesis import example as tried
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz
from tests.variants.galaxy_g.war import (
    VARIANT,
    codes,
    events,
    examples,
    find_group,
    group,
    planet,
    play,
    race,
    table,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Output
from variants.galaxy_g.model import Design

STEP_10 = ("production",)
SHIPS = {"Gunship": [4, 2, 2, 4, 0]}


def works(product="CAP", points=None, *groups, types=None, techs=None, **more):
    """A game where Ada's planet Works makes this, with `points` if given."""
    if points is not None:
        more = {"population": points, "industry": points, **more}
    size = max(1000.0, more.get("population", 0))
    more = {"at": [10, 10], "owner": "Ada", "size": size, "resources": 10, **more}
    return table(
        *groups,
        planets={"Works": {**more, "product": product}},
        Ada={"types": {**SHIPS, **(types or {})}, "techs": techs or {}},
    )


def built(turn):
    """The number of ships built by Ada."""
    return sum(e.data["ships"] for e in events(turn, "planet.built_ships", "Ada"))


def yard(mass, points, **more):
    """A planet that builds ships of this mass."""
    return works("Ship", points, types={"Ship": [mass, 0, 0, 0, 0]}, **more)


def after(game, orders="", only=STEP_10):
    return planet(play(game, {"Ada": orders}, only=only).game, "Works")


def points_of(turn, name="Works"):
    """The lines of a planet's points: amounts by reason."""
    number = planet(turn.game, name).id
    return {e.reason: e.amount for e in turn.ledger.entries if e.place == number}


# points


@pytest.mark.rule("GG-IND-002")
@pytest.mark.parametrize("example", examples("GG-IND-002"), ids=str)
def test_industry_and_a_quarter_of_the_idle_give_points(example):
    game = works("DRIVE", **example.given)

    assert points_of(play(game))["Production"] == example.expect["production"]


@pytest.mark.rule("GG-IND-002")
def test_industry_500_of_population_1000_gives_625_points():
    turn = play(works("MAT", population=1000, industry=500, resources=1))

    assert planet(turn.game, "Works").materials == 625


@pytest.mark.rule("GG-IND-001")
@pytest.mark.parametrize("example", examples("GG-IND-001"), ids=str)
def test_industry_sinks_with_the_population(example):
    inputs = example.given
    fallen = inputs["population"] - inputs["new_population"]
    game = table(
        group("Brin", "Ark", "Works", number=1, cargo="COL", load=fallen / 8),
        planets={
            "Works": {
                "at": [10, 10], "owner": "Ada", "size": 999,
                "population": inputs["population"], "industry": inputs["industry"],
            }
        },
        Brin={"types": {"Ark": [80, 0, 0, 0, 100]}, "war": ["Ada"]},
    )  # fmt: skip

    turn = play(game, {"Brin": "U 1"}, only=("orders",))

    world = planet(turn.game, "Works")
    assert example.expect == {"industry": world.industry}
    assert world.capital == 0


@pytest.mark.rule("GG-IND-003")
@pytest.mark.parametrize(
    ("product", "reason"),
    [("CAP", "Capital"), ("MAT", "Materials"), ("DRIVE", "Research of drive"),
     ("CARGO", "Research of cargo"), ("Drone", "10 Drone")],
)  # fmt: skip
def test_points_are_spent_on_the_product_alone(product, reason):
    lines = points_of(play(works(product, 100, materials=999), only=STEP_10))

    assert {reason for reason, amount in lines.items() if amount} == {"Production", reason}
    assert lines[reason] == -100


@pytest.mark.rule("GG-IND-003")
def test_points_without_use_do_not_accumulate():
    game = works("CAP", 100, resources=0)
    turn = play(game, only=STEP_10)
    works_ = planet(turn.game, "Works")

    assert (works_.capital, works_.industry, works_.progress) == (0, 100, 0)
    assert points_of(turn) == {"Production": 100, "Unused": -100}
    assert len(events(turn, "planet.wasted_points", "Ada")) == 1
    assert points_of(play(turn.game, only=STEP_10))["Production"] == pytest.approx(102)


@pytest.mark.rule("GG-IND-004")
def test_growth_costs_nothing_and_is_no_product():
    (example,) = examples("GG-IND-004")
    game = works("MAT", population=1000, industry=500, resources=1)
    turn = play(game, {"Ada": "P Works COL"})

    assert codes(turn, "Ada") == ["unknown-product"]
    assert planet(turn.game, "Works").materials == example.expect["production_left"]
    assert planet(turn.game, "Works").colonists == 10


# materials


@pytest.mark.rule("GG-MAT-001")
@pytest.mark.parametrize("example", examples("GG-MAT-001"), ids=str)
def test_ships_and_capital_take_materials(example):
    inputs = example.given
    count = inputs.get("ships", inputs.get("number"))
    if count:
        mass = inputs.get("mass", 20)
        game = yard(mass, 10 * mass * count, materials=1000)
    else:
        game = works("CAP", 5 * inputs["capital"], materials=1000)

    assert example.expect["materials"] == 1000 - after(game).materials


@pytest.mark.rule("GG-MAT-001")
@pytest.mark.parametrize("product", ["MAT", "DRIVE", "CARGO"])
def test_materials_and_research_take_none(product):
    assert after(works(product, 100, materials=7, resources=0)).materials == 7


@pytest.mark.rule("GG-MAT-002")
@pytest.mark.parametrize("example", examples("GG-MAT-002"), ids=str)
def test_the_planets_own_stockpile_is_used_first(example):
    inputs = example.given
    game = yard(
        inputs["ship_mass"],
        inputs["points"],
        materials=inputs["materials"],
        resources=inputs["resources"],
    )
    planet(game, "Ada Home").materials = 500
    turn = play(game, only=STEP_10)

    assert example.expect == {
        "ships": built(turn),
        "materials_left": planet(turn.game, "Works").materials,
    }
    assert planet(turn.game, "Ada Home").materials == 500


@pytest.mark.rule("GG-MAT-003")
@pytest.mark.parametrize("example", examples("GG-MAT-003"), ids=str)
def test_missing_materials_are_dug_in_the_same_turn(example):
    missing, cost = example.given["missing"], example.expect["points"]
    game = yard(1, 10 * missing + cost, resources=example.given["resources"])
    turn = play(game, only=STEP_10)

    assert built(turn) == missing
    assert points_of(turn)[f"Materials for {missing} Ship"] == pytest.approx(-cost)


@pytest.mark.rule("GG-MAT-003")
def test_without_resources_only_the_stockpile_is_used():
    turn = play(yard(10, 1000, materials=35, resources=0), only=STEP_10)

    assert built(turn) == 3
    assert planet(turn.game, "Works").materials == 5
    assert planet(turn.game, "Works").progress == 700


@pytest.mark.rule("GG-MAT-004")
@pytest.mark.parametrize("example", examples("GG-MAT-004"), ids=str)
def test_points_dig_as_many_materials_as_the_planet_is_rich(example):
    game = works("MAT", example.given["points"], resources=example.given["resources"])

    turn = play(game, only=STEP_10)
    dug = planet(turn.game, "Works").materials

    assert dug == pytest.approx(example.expect["materials"])
    assert [e.data["amount"] for e in events(turn, "planet.made_materials", "Ada")] == [dug]
    assert points_of(turn)["Materials"] == -example.given["points"]


@pytest.mark.rule("GG-MAT-004")
def test_without_resources_nothing_is_dug_and_nothing_told():
    turn = play(works("MAT", 100, resources=0), only=STEP_10)

    assert planet(turn.game, "Works").materials == 0
    assert events(turn, "planet.made_materials", "Ada") == []


# ships


@pytest.mark.rule("GG-BLD-002", "GG-BLD-003", "GG-MAT-001", "GG-MAT-002", "GG-MAT-003")
@pytest.mark.parametrize(
    ("points", "materials", "resources", "expected"),
    [
        (100, 99, 10, Output(5, 100, 0, 10, 0)),
        (119, 99, 10, Output(5, 100, 0, 10, 19)),
        (120, 4, 2, Output(5, 100, 3, 10 - 6, 17)),
        (103, 4, 2, Output(5, 100, 3, 4, 0)),
        (102, 4, 2, Output(4, 80, 2, 4, 20)),
        (100, 7, 0, Output(3, 60, 0, 6, 40)),
        (19, 99, 10, Output(0, 0, 0, 0, 19)),
        (0, 0, 0, Output(0, 0, 0, 0, 0)),
    ],
)
def test_ships_take_points_and_materials_and_dig_what_is_missing(
    points, materials, resources, expected
):
    """Ships of mass 2, which cost 20 points each."""
    assert VARIANT.economy.ships(points, Design(2, 0, 0, 0, 0), materials, resources) == expected


@pytest.mark.rule("GG-CAP-001", "GG-MAT-003")
@pytest.mark.parametrize(
    ("points", "materials", "resources", "expected"),
    [
        (50, 99, 1, Output(10, 50, 0, 10, 0)),
        (50, 10, 1, Output(10, 50, 0, 10, 0)),
        (50, 4, 0, Output(4, 20, 0, 4, 30)),
        (50, 0, 0, Output(0, 0, 0, 0, 50)),
        (62, 4, 2, Output(4 + 84 / 11, 20 + 420 / 11, 42 / 11, 4, 0)),
    ],
)
def test_capital_takes_points_and_materials_and_digs_what_is_missing(
    points, materials, resources, expected
):
    capital = VARIANT.economy.capital(points, materials, resources)

    assert astuple(capital) == pytest.approx(astuple(expected))


@pytest.mark.rule("GG-BLD-001")
@pytest.mark.parametrize("example", examples("GG-BLD-001"), ids=str)
def test_a_ship_costs_ten_times_its_mass(example):
    cost = example.expect["points"]
    exactly = works(example.given["type"], cost, materials=1000)
    less = works(example.given["type"], cost - 0.01, materials=1000)

    assert (built(play(exactly)), built(play(less))) == (1, 0)


@pytest.mark.rule("GG-BLD-002")
@pytest.mark.parametrize("example", examples("GG-BLD-002")[:2], ids=str)
def test_a_home_world_builds_100_drones_or_just_over_99(example):
    inputs = dict(example.given)
    turn = play(yard(inputs.pop("mass"), inputs.pop("points"), **inputs), only=STEP_10)
    progress = planet(turn.game, "Works").progress

    assert built(turn) == example.expect["ships"]
    assert progress == pytest.approx(example.expect.get("progress", 0))
    if "exact" in example.expect:
        assert example.expect["exact"] == pytest.approx(built(turn) + progress / 10.1, abs=1e-6)


@pytest.mark.rule("GG-BLD-002", "GG-BLD-004")
def test_a_home_world_builds_one_and_a_ninth_battleship_a_turn():
    game = works("Battleship", 1000, materials=1000)
    for example in examples("GG-BLD-002")[2:]:
        turn = play(game, only=STEP_10)
        game = turn.game
        progress = planet(game, "Works").progress

        assert built(turn) == example.expect["built"]
        assert progress == pytest.approx(example.expect["progress"])
        assert progress / 900 == pytest.approx(example.expect["fraction"], abs=1e-6)
    assert [g.ships for g in race(game, "Ada").groups] == [1, 1]


@pytest.mark.rule("GG-BLD-003", "GG-BLD-004")
@pytest.mark.parametrize("example", examples("GG-BLD-003"), ids=str)
def test_the_greatest_number_that_points_and_materials_allow(example):
    inputs = dict(example.given)
    game = yard(inputs.pop("mass"), inputs.pop("P") - 7, progress=7, **inputs)
    turn = play(game, only=STEP_10)
    left = planet(turn.game, "Works")

    assert built(turn) == example.expect["ships"]
    assert left.progress == pytest.approx(example.expect["progress"])
    assert left.materials == pytest.approx(example.expect["materials_left"])


quantities = st.floats(0, 5000) | st.integers(0, 5000).map(lambda n: n / 10)


@pytest.mark.rule("GG-BLD-002", "GG-BLD-003", "GG-MAT-003")
@given(
    points=quantities,
    mass=st.floats(1, 500) | st.integers(10, 600).map(lambda n: n / 10),
    materials=quantities,
    resources=st.sampled_from([0.0, 0.1, 1.0, 10.0]) | st.floats(0.3, 10),
)
@tried(points=336.0, mass=1.6 + 1.6 + 1.6, materials=1000.0, resources=1.0)
@tried(points=1e9, mass=1.0, materials=0.0, resources=10.0)
@tried(points=5e9, mass=1.0, materials=1e9, resources=0.0)
def test_no_ship_more_and_none_less_can_be_paid(points, mass, materials, resources):
    output = VARIANT.economy.ships(points, Design(mass, 0, 0, 0, 0), materials, resources)
    number = output.amount
    of = Fraction

    def missing(ships):
        return max(of(0), ships * of(mass) - of(materials))

    def payable(ships):
        if not resources:
            return 10 * ships * of(mass) <= of(points) and not missing(ships)
        return 10 * ships * of(mass) + missing(ships) / of(resources) <= of(points)

    assert payable(number - of(1, 10**8))
    assert not payable(number + 1 - of(1, 10**10))
    assert output.left >= 0
    assert output.work + output.digging + output.left == pytest.approx(points)
    dug = output.digging * resources
    assert output.materials + dug == pytest.approx(number * mass, abs=1e-6, rel=1e-9)


@pytest.mark.rule("GG-BLD-003")
def test_sums_of_fractions_cost_no_ship():
    types = {"Trio": [1.6, 0, 0, 1.6, 1.6]}

    assert built(play(works("Trio", 336, types=types, materials=100), only=STEP_10)) == 7


@pytest.mark.rule("GG-BLD-003")
def test_a_hundred_million_ships_are_built_at_once():
    turn = play(yard(1, 1e9, materials=2e9, size=1e9), only=STEP_10)

    assert built(turn) == 100_000_000


@pytest.mark.rule("GG-BLD-004")
def test_points_left_over_are_kept_for_the_next_ship():
    (example,) = examples("GG-BLD-004")
    game = works("Battleship", 1000, materials=1000)
    turn = play(game)

    assert planet(turn.game, "Works").progress == example.given["left"]
    assert planet(turn.game, "Works").materials == 910
    result = play(turn.game)
    assert points_of(result)["Carried over from last turn"] == example.expect["progress_next_turn"]


@pytest.mark.rule("GG-BLD-005", "GG-ORDP-001")
@pytest.mark.parametrize("example", examples("GG-BLD-005"), ids=str)
def test_another_product_loses_the_unfinished_ship(example):
    inputs = example.given
    product = inputs["new_product"] if inputs["new_product"] == "CAP" else "Battleship"
    game = works("Battleship", 1000, progress=inputs["progress"], materials=5)
    turn = play(game, {"Ada": f"P Works {product}"}, only=("orders",))

    assert planet(turn.game, "Works").progress == example.expect["progress"]
    assert planet(turn.game, "Works").materials == 5 + example.expect.get("materials_gained", 0)


@pytest.mark.rule("GG-BLD-005")
def test_another_type_of_ship_loses_the_unfinished_one_as_well():
    game = works("Battleship", 1000, progress=800, materials=1000)
    turn = play(game, {"Ada": "P Works Drone"})

    assert built(turn) == 100


@pytest.mark.rule("GG-BLD-006", "GG-SEQ-004")
@pytest.mark.parametrize("example", examples("GG-BLD-006", "GG-SEQ-004"), ids=str)
def test_ships_have_the_levels_of_the_turns_start(example):
    level = example.given.get("drive_at_turn_start", 1.3)
    game = works("Drone", 1000, techs={"drive": level})
    planet(game, "Ada Home").product = "DRIVE"
    turn = play(game)
    techs = race(turn.game, "Ada").groups[0].techs

    assert techs.levels == (level, 0, 0, 0)
    assert race(turn.game, "Ada").techs.drive > level


@pytest.mark.rule("GG-BLD-007", "GG-GRP-002")
@pytest.mark.parametrize("example", examples("GG-BLD-007"), ids=str)
def test_new_ships_are_a_group_of_the_next_number(example):
    inputs, expect = example.given, example.expect
    old = group("Ada", "Fighter", "Works", number=inputs["highest_group_number"])
    game = works("Drone", 10 * inputs["built"], old, materials=99)
    turn = play(game)
    new = find_group(turn.game, "Ada", expect["group"])

    assert (new.ships, new.load, new.cargo) == (expect["ships"], expect["load"], "")
    assert new.fleet == (expect["fleet"] or "")
    assert turn.game.planet(new.at).name == "Works"
    (inputs,) = events(turn, "planet.built_ships", "Ada")
    assert inputs.data["group"] == expect["group"]


@pytest.mark.rule("GG-BLD-004")
def test_a_ship_that_is_not_finished_is_told_of():
    turn = play(works("Battleship", 500, materials=90))
    (event,) = events(turn, "planet.works_on_ship", "Ada")

    assert (event.data["progress"], event.data["cost"]) == (500, 900)
    assert race(turn.game, "Ada").groups == []


# capital


@pytest.mark.rule("GG-CAP-001")
@pytest.mark.parametrize("example", examples("GG-CAP-001"), ids=str)
def test_capital_takes_five_points_and_a_unit_of_materials(example):
    inputs = dict(example.given)
    game = works("CAP", inputs.pop("points"), **inputs)
    turn = play(game, only=STEP_10)
    left = planet(turn.game, "Works")
    (event,) = events(turn, "planet.made_capital", "Ada")

    assert event.data["amount"] == pytest.approx(example.expect["capital"], abs=1e-6)
    assert left.materials == pytest.approx(example.expect["materials_left"])
    grown = left.industry - inputs.get("industry", planet(game, "Works").industry)
    assert left.capital + grown == pytest.approx(event.data["amount"])


@pytest.mark.rule("GG-CAP-002", "GG-IND-001")
@pytest.mark.parametrize("example", examples("GG-CAP-002"), ids=str)
def test_capital_becomes_industry_while_there_are_people(example):
    inputs = dict(example.given)
    unloaded = {"cargo": "CAP", "load": inputs.pop("capital")}
    game = works("CAP", None, group("Ada", "Hulk", "Works", number=1, **unloaded),
                 types={"Hulk": [0, 0, 0, 0, 100]}, **inputs)  # fmt: skip
    world = planet(play(game, {"Ada": "U 1"}, only=("orders",)).game, "Works")

    assert example.expect == {"industry": world.industry, "capital": world.capital}


@pytest.mark.rule("GG-CAP-003", "GG-IND-001", "GG-SEQ-004")
def test_capital_in_store_becomes_industry_after_the_growth():
    (example,) = [e for e in examples("GG-CAP-003") if "size" in e.given]
    works_after = after(works("DRIVE", **example.given))

    assert example.expect == {
        "population": works_after.population,
        "industry": works_after.industry,
        "capital": works_after.capital,
    }


# population


@pytest.mark.rule("GG-POP-001", "GG-POP-002", "GG-POP-003")
@pytest.mark.parametrize("example", examples("GG-POP-001", "GG-POP-002", "GG-POP-003"), ids=str)
def test_population_grows_by_8_percent_up_to_the_size(example):
    inputs = example.given
    works_after = after(works("DRIVE", population=inputs["population"], size=inputs["size"]))
    surplus = inputs["population"] * 1.08 - inputs["size"]

    assert works_after.population == example.expect.get("population", inputs["size"])
    assert works_after.colonists == pytest.approx(max(0, surplus) / 8)
    assert works_after.colonists * 8 == pytest.approx(
        example.expect.get(
            "surplus", example.expect.get("colonists_added", works_after.colonists) * 8
        )
    )


@pytest.mark.rule("GG-COL-001")
@pytest.mark.parametrize("example", examples("GG-COL-001")[:2], ids=str)
def test_eight_surplus_people_are_a_unit_of_colonists(example):
    people = example.given["surplus"] / 0.08
    works_after = after(works("DRIVE", population=people, size=people, colonists=2))

    assert works_after.colonists - 2 == pytest.approx(example.expect["colonists"])


@pytest.mark.rule("GG-POP-002")
def test_nobody_is_born_on_uninhabited_planets():
    game = table(planets={"Waste": {"at": [10, 10], "size": 100, "capital": 5}})
    waste = planet(play(game).game, "Waste")

    assert (waste.population, waste.industry, waste.capital) == (0, 0, 5)


# the books

MASSES = {"Drone": 1, "Gunship": 11, "Battleship": 90}


@pytest.mark.rule("GG-ORDG-006", "GG-IND-003", "GG-BLD-004")
@given(
    product=st.sampled_from(["CAP", "MAT", "DRIVE", "WEAPONS", "Drone", "Gunship", "Battleship"]),
    population=st.floats(0.01, 2000),
    share=st.floats(0, 1),
    resources=st.just(0.0) | st.floats(0.01, 10),
    materials=st.just(0.0) | st.floats(0, 3000),
    progress=st.just(0.0) | st.floats(0, 800),
    upgrade=st.sampled_from(["", "G 1", "G 1 0", "G 1 3"]),
)
def test_every_point_is_spent_carried_or_wasted(
    product, population, share, resources, materials, progress, upgrade
):
    stocks = {"resources": resources, "materials": materials}
    if product in MASSES:
        stocks["progress"] = progress
    old = group("Ada", "Battleship", "Works", ships=5, number=1, techs={"drive": 0.5})
    game = works(product, None, old, population=population, industry=population * share, **stocks)
    points = RULEBOOK_ECONOMY.points(planet(game, "Works"))
    turn = play(game, {"Ada": upgrade}, only=("orders", "renames", "production"))
    lines, left = points_of(turn), planet(turn.game, "Works")

    assert lines["Production"] == pytest.approx(points)
    assert sum(lines.values()) == pytest.approx(0, abs=1e-9 * (points + progress))
    assert -lines.get("Carried over to next turn", 0.0) == pytest.approx(left.progress)
    assert min(left.materials, left.capital, left.progress, left.colonists) >= 0
    upgraded = sum(e.data["points"] for e in events(turn, "group.upgraded"))
    assert -lines.get("Upgrades", 0.0) == pytest.approx(upgraded)
    dug = sum(-amount for reason, amount in lines.items() if reason.startswith("Materials"))
    used = built(turn) * MASSES.get(product, 0)
    used += sum(e.data["amount"] for e in events(turn, "planet.made_capital", "Ada"))
    assert materials + dug * resources == pytest.approx(left.materials + used, rel=1e-6, abs=1e-6)
    assert VARIANT.invariants(turn.game) == []


def test_the_same_rules_hold_in_a_forecast():
    game = works("Drone", 1000)
    foreseen = VARIANT.forecast(game, "Ada", "P Works Battleship")

    assert [g["ships"] for g in foreseen["groups"]] == [1]
    assert {e["reason"] for e in foreseen["forecast"]["ledger"]} >= {"1 Battleship"}
    assert isinstance(foreseen, hz.View)


@pytest.mark.rule("GG-CAP-001", "GG-CAP-003")
@pytest.mark.parametrize(
    ("materials", "amount", "wasted"), [(99, 10, 0), (10, 10, 0), (4, 4, 30), (0, 0, 50)]
)
def test_the_capital_made_and_the_points_wasted_are_told_and_noted(materials, amount, wasted):
    game = works("CAP", 50, materials=materials, resources=0)
    turn = play(game, only=STEP_10)

    amounts = [e.data["amount"] for e in events(turn, "planet.made_capital", "Ada")]
    lost = [e.data["points"] for e in events(turn, "planet.wasted_points", "Ada")]
    assert (amounts, lost) == ([amount] * bool(amount), [wasted] * bool(wasted))
    lines = points_of(turn)
    assert (lines.get("Capital", 0), lines.get("Unused", 0)) == (wasted - 50, -wasted)


@pytest.mark.rule("GG-SEQ-004", "GG-BLD-006", "GG-TEC-010")
def test_goods_come_before_research_and_both_before_people_and_industry():
    game = works("Drone", 100, materials=99, capital=5)
    planet(game, "Ada Home").product = "DRIVE"
    before = race(game, "Ada").techs.drive
    turn = play(game, only=STEP_10)
    world, ada = planet(turn.game, "Works"), race(turn.game, "Ada")

    assert (built(turn), ada.groups[0].techs.drive) == (10, before)
    assert ada.techs.drive == pytest.approx(before + 1000 / (2500 * 4))
    assert (world.population, world.industry, world.capital) == (108, 105, 0)
    assert points_of(turn, "Ada Home")["Research of drive"] == -1000


@pytest.mark.rule("GG-BLD-005")
@pytest.mark.parametrize(
    ("product", "progress", "order", "expected"),
    [("Drone", 4, "P Works CAP", [4]), ("Drone", 0, "P Works CAP", []),
     ("CAP", 0, "P Works MAT", []), ("Drone", 4, "P Works Drone", [])],
)  # fmt: skip
def test_the_loss_of_an_unfinished_ship_is_told(product, progress, order, expected):
    turn = play(works(product, 100, progress=progress), {"Ada": order}, only=("orders",))
    lost = events(turn, "ship.unfinished_lost", "Ada")

    assert [event.data["points"] for event in lost] == expected
    progress_left = progress if order.endswith(product) else 0
    assert planet(turn.game, "Works").progress == progress_left

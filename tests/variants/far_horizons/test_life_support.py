"""The life support that a species needs on a planet (FH-LSN)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from variants.far_horizons.constants import GASES
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Atmosphere, Gas, Planet


def points(inputs, *, home: tuple[int, int] = (10, 10), place: tuple[int, int] = (10, 10)) -> int:
    """The needs of a species with this atmosphere, on a planet with this air and these classes."""
    air = Atmosphere(
        required=GASES.index(inputs.get("required", "O2")),
        least=inputs.get("min", 0),
        most=inputs.get("max", 100),
        poisonous=[GASES.index(gas) for gas in inputs.get("poisonous", ())],
    )
    atmosphere = inputs.get("atmosphere", {"O2": 100})
    gases = [Gas(GASES.index(gas), percent) for gas, percent in atmosphere.items()]
    planet = Planet(id="", temperature=place[0], pressure=place[1], gases=[*gases, Gas()])
    return RULEBOOK_ECONOMY.lsn(planet, Planet(id="", temperature=home[0], pressure=home[1]), air)


@pytest.mark.rule("FH-LSN-003")
@pytest.mark.parametrize(
    "example",
    [example for example in examples("FH-LSN-003") if "points" in example.expect],
    ids=str,
)
def test_the_gas_that_is_needed_must_be_there_within_its_bounds(example):
    assert points(example.given) == example.expect["points"]


@pytest.mark.rule("FH-LSN-004")
@pytest.mark.parametrize("example", examples("FH-LSN-004"), ids=str)
def test_each_poisonous_gas_costs_three_points_whatever_its_share(example):
    gases = dict(example.given["atmosphere"])
    missing = 0 if "O2" in gases else 3
    assert points(example.given) == example.expect["points"] + missing


@pytest.mark.rule("FH-LSN-004")
def test_a_gas_without_a_share_is_absent_and_the_needed_one_is_no_poison():
    assert points({"atmosphere": {"O2": 100, "Cl2": 0}, "poisonous": ["Cl2"]}) == 0
    assert points({"atmosphere": {"N2": 100, "O2": 0}}) == 3
    assert points({"max": 50, "atmosphere": {"O2": 100}}) == 3


@pytest.mark.rule("FH-LSN-005")
@pytest.mark.parametrize("example", examples("FH-LSN-005"), ids=str)
def test_each_class_of_temperature_costs_three_points(example):
    home, planet = example.given["home"], example.given["planet"]
    assert points({}, home=(home, 10), place=(planet, 10)) == example.expect["points"]
    assert points({}, home=(planet, 10), place=(home, 10)) == example.expect["points"]


@pytest.mark.rule("FH-LSN-006")
@pytest.mark.parametrize("example", examples("FH-LSN-006"), ids=str)
def test_each_class_of_pressure_costs_three_points(example):
    home, planet = example.given["home"], example.given["planet"]
    assert points({}, home=(10, home), place=(10, planet)) == example.expect["points"]


@pytest.mark.rule("FH-LSN-007")
@pytest.mark.parametrize("example", examples("FH-LSN-007"), ids=str)
def test_all_points_add_up(example):
    inputs = example.given
    home, atmosphere = (inputs["home_tc"], inputs["home_pc"]), (inputs["tc"], inputs["pc"])
    assert points(inputs, home=home, place=atmosphere) == example.expect["lsn"]


@pytest.mark.rule("FH-LSN-009")
@pytest.mark.parametrize(("gravity", "diameter"), [(5, 3), (100, 13), (267, 189)])
def test_gravity_and_size_do_not_matter(gravity, diameter):
    air = Atmosphere(required=7, least=10, most=50)
    home = Planet(id="", temperature=10, pressure=10)
    gases = [Gas(7, 20), Gas(5, 80)]
    planet = Planet(
        id="", temperature=12, pressure=9, gravity=gravity, diameter=diameter, gases=gases
    )
    assert RULEBOOK_ECONOMY.lsn(planet, home, air) == 9

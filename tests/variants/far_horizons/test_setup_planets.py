"""The planets of ordinary star systems (FH-PLANET-003 to FH-PLANET-010)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product

import pytest

from tests.variants.far_horizons.galaxies import (
    CATALOGUE,
    Loaded,
    at_one_percent,
    chi_square,
    dice_for,
    examples,
)
from variants.far_horizons.constants import GASES
from variants.far_horizons.model import Gas, Planet, Star
from variants.far_horizons.rules.scanning import atmosphere_text
from variants.far_horizons.setup import planets as making
from variants.far_horizons.setup.galaxy import number_planets
from variants.far_horizons.setup.planets import (
    _draw_air,
    difficulty_of,
    draw_atmosphere,
    draw_diameter,
    draw_planets,
    gravity_of,
)
from variants.far_horizons.wording import hundredths


@pytest.fixture(scope="module")
def systems() -> list[list[Planet]]:
    dice = dice_for("systems")
    return [draw_planets(1 + number % 9, dice) for number in range(900)]


@pytest.fixture(scope="module")
def planets(systems) -> list[Planet]:
    return [planet for system in systems for planet in system]


def giant(planet: Planet) -> bool:
    return planet.diameter > 40


@pytest.mark.rule("FH-PLANET-003")
def test_planets_are_numbered_from_the_star_outward(systems):
    star = Star(id="1 2 3", sector=(1, 2, 3), planets=draw_planets(4, dice_for("numbers")))
    number_planets(star)
    assert [planet.id for planet in star.planets] == [f"1 2 3 #{n}" for n in (1, 2, 3, 4)]
    assert {len(system) for system in systems} == set(range(1, 10))


def wandered(start: int, sides: int, steps: int) -> Counter[int]:
    """The weights of the results of this many steps up or down."""
    counts = Counter({start: 1})
    for _ in range(steps):
        following: Counter[int] = Counter()
        for level, weight in counts.items():
            for step in range(1, sides + 1):
                following[level + step] += weight
                following[level - step] += weight
        counts = following
    return counts


@pytest.mark.rule("FH-PLANET-004")
def test_a_diameter_is_four_steps_from_that_of_its_row():
    dice = dice_for("diameters")
    counts = Counter(draw_diameter(20, dice) for _ in range(6000))
    weights = wandered(20, 5, 4)
    total = sum(weights.values())
    usual = [level for level, weight in weights.items() if 6000 * weight / total >= 60]
    assert set(counts) <= set(range(3, 41))
    rest = [sum(counts.values()) - sum(counts[level] for level in usual)]
    rest_weight = [total - sum(weights[level] for level in usual)]
    statistic = chi_square(
        [*(counts[level] for level in usual), *rest], [*(weights[u] for u in usual), *rest_weight]
    )
    assert statistic < at_one_percent(len(usual))


@pytest.mark.rule("FH-PLANET-004")
@pytest.mark.parametrize(("start", "sides"), [(5, 2), (12, 3), (7, 2), (143, 35), (49, 12)])
def test_the_steps_of_a_diameter_grow_with_it(start, sides):
    loaded = Loaded(*(1, 51) * 4)
    assert draw_diameter(start, loaded) == start + 4
    assert loaded.asked == [sides, 100] * 4
    assert draw_diameter(start, Loaded(*(1, 50) * 4, *[4] * 9)) == (start - 4 if start > 6 else 5)


@pytest.mark.rule("FH-PLANET-004")
@pytest.mark.parametrize("example", examples("FH-PLANET-004"), ids=str)
def test_diameters_are_thousands_of_kilometres(example):
    earth, jupiter = 13, 143
    assert example.given["dia"] * 1000 == example.expect["kilometres"]
    assert making._START_DIAMETER[3] == earth
    assert making._START_DIAMETER[6] == jupiter


@pytest.mark.rule("FH-PLANET-004")
@pytest.mark.parametrize(
    ("count", "rows"),
    [(1, [3]), (2, [3, 5]), (3, [3, 5, 7]), (4, [2, 4, 6, 9]), (9, list(range(1, 10)))],
)
def test_a_system_spreads_over_the_rows_of_planets(monkeypatch, count, rows):
    monkeypatch.setattr(making, "draw_diameter", lambda start, _dice: start)
    system = draw_planets(count, dice_for("rows", count))
    starts = (5, 12, 13, 7, 20, 143, 121, 51, 49)
    assert [planet.diameter for planet in system] == [starts[row - 1] for row in rows]


@pytest.mark.rule("FH-PLANET-005")
@pytest.mark.parametrize("example", examples("FH-PLANET-005"), ids=str)
def test_gravity_follows_from_density_and_diameter(example):
    gravity = gravity_of(example.given["density"], example.given["dia"])
    assert gravity == round(100 * example.expect["gravity"])
    assert hundredths(gravity) == "0.90"


@pytest.mark.rule("FH-PLANET-005")
def test_gas_giants_are_less_dense(planets):
    for planet in planets:
        least, most = (60, 170) if giant(planet) else (370, 570)
        assert gravity_of(least, planet.diameter) <= planet.gravity
        assert planet.gravity <= gravity_of(most, planet.diameter)


@pytest.mark.rule("FH-PLANET-006")
def test_temperature_classes_are_those_of_the_table(systems, planets):
    classes = [row["class"] for row in CATALOGUE["FH-PLANET-006"].rows]
    assert classes == list(range(1, 31))
    temperatures = {planet.temperature for planet in planets}
    assert temperatures <= set(classes)
    assert {1, 30} <= temperatures
    assert {planet.temperature for planet in planets if giant(planet)} >= set(range(3, 8))
    assert max(planet.temperature for planet in planets if giant(planet)) == 7
    for system in systems:
        assert all(planet.temperature >= other.temperature for planet, other in pairwise(system))
        if len(system) < 4:
            assert all(planet.temperature >= 12 for planet in system[:2])


@pytest.mark.rule("FH-PLANET-006")
def test_the_temperature_of_each_row_is_where_its_steps_begin(monkeypatch):
    begun = []

    def begin(start, dice):
        begun.append(start)
        return start

    monkeypatch.setattr(making, "_wander", begin)
    monkeypatch.setattr(making, "_draw_air", lambda _planet, _dice: None)
    draw_planets(9, dice_for("temperatures"))
    assert begun == [29, 27, 11, 9, 8, 6, 5, 5, 3]


@pytest.mark.rule("FH-PLANET-006")
def test_the_steps_of_a_class_grow_with_it():
    loaded = Loaded(1, 1, 2, 3, 51, 1, 50, 2, 100, 1, 1)
    assert making._wander(12, loaded) == 12 + 3 - 1 + 2 - 1
    assert loaded.asked == [3, 3, 3] + [3, 100] * 4
    fewest = Loaded(1, 1, 1)
    making._wander(5, fewest)
    assert fewest.asked == [3, 3, 3] + [2, 100] * 3


@pytest.mark.rule("FH-PLANET-007")
@pytest.mark.parametrize(
    ("gravity", "temperature", "diameter", "pressure"),
    [
        (100, 10, 9, 7), (109, 10, 9, 7), (110, 10, 9, 8), (9, 10, 9, 0), (60, 2, 9, 3),
        (60, 1, 9, 0), (60, 27, 9, 3), (60, 28, 9, 0), (200, 10, 9, 12), (30, 10, 9, 0),
        (100, 10, 99, 11), (200, 10, 99, 17), (400, 10, 99, 29),
    ],
)  # fmt: skip
def test_pressure_follows_from_gravity_and_is_nothing_without_warmth(
    gravity, temperature, diameter, pressure
):
    planet = Planet(id="", gravity=gravity, temperature=temperature, diameter=diameter)
    _draw_air(planet, lambda _: 1)  # three steps down, of one class each
    assert planet.pressure == pressure
    assert bool(planet.air) is bool(pressure)


@pytest.mark.rule("FH-PLANET-007")
def test_pressure_classes_are_those_of_the_table(planets):
    classes = [row["class"] for row in CATALOGUE["FH-PLANET-007"].rows]
    assert classes == list(range(30))
    airless = [p for p in planets if p.gravity < 10 or not 2 <= p.temperature <= 27]
    assert airless
    assert all(planet.pressure == 0 for planet in airless)
    rocks = {planet.pressure for planet in planets if not giant(planet)}
    giants = {planet.pressure for planet in planets if giant(planet)}
    assert rocks == set(range(13))
    assert giants <= {0, *range(11, 30)}
    assert len(giants) > 10


@pytest.mark.rule("FH-PLANET-008")
@pytest.mark.parametrize("example", examples("FH-PLANET-008"), ids=str)
def test_mining_difficulty_follows_from_what_is_drawn(example):
    expected = round(100 * example.expect["mining_difficulty"])
    assert difficulty_of(example.given["m"]) == expected


@pytest.mark.rule("FH-PLANET-008")
def test_mining_difficulty_is_drawn_until_it_is_within_its_limits(planets):
    # (3 + 3 + 3 - 1) * 60 + 30 + 30 is above 500, (1 + 1 + 1 - 4) * 1 + 2 below 40
    falls = (3, 3, 3, 1, 60, 30, 30, 1, 1, 1, 4, 1, 1, 1, 3, 3, 3, 1, 5, 1, 1)
    loaded = Loaded(*falls)
    assert making._draw_mining(60, 30, (40, 500), loaded) == 8 * 5 + 2
    assert loaded.asked == [3, 3, 3, 4, 60, 30, 30] * 3
    difficulties = [planet.mining_difficulty for planet in planets]
    assert min(difficulties) >= 88
    assert 1000 < max(difficulties) <= 1100


@pytest.mark.rule("FH-PLANET-009")
def test_the_gases_are_those_of_the_table():
    assert list(GASES[1:]) == [row["symbol"] for row in CATALOGUE["FH-PLANET-009"].rows]


@pytest.mark.rule("FH-PLANET-010")
@pytest.mark.parametrize("example", examples("FH-PLANET-010"), ids=str)
def test_an_atmosphere_is_written_by_its_gases(example):
    gases = [Gas(GASES.index(gas), percent) for gas, percent in example.given["gases"]]
    assert atmosphere_text([*gases, Gas(), Gas()]) == example.expect["text"]
    assert atmosphere_text([Gas(), Gas()]) == "No atmosphere"
    assert atmosphere_text([gases[0], Gas(3, 0)]) == "N2(78%)"


@pytest.mark.rule("FH-PLANET-010")
def test_planets_with_pressure_have_one_to_four_gases_that_are_all_of_the_air(planets):
    for planet in planets:
        present = [gas for gas in planet.gases if gas.code]
        assert len(planet.gases) == 4
        assert bool(present) == (planet.pressure > 0)
        assert sum(gas.percent for gas in present) == (100 if present else 0)
        first = min(max(100 * planet.temperature // 225, 1), 9)
        assert all(first <= gas.code <= first + 4 for gas in present)
        assert [gas.code for gas in present] == sorted({gas.code for gas in present})


def numbers_of_gases() -> list[float]:
    """The chances of 1, 2, 3 and 4 gases where there may be no helium.

    Two dice of four, halved, give the wanted number; each of five codes is present two times in
    three, and all is drawn again if none is.
    """
    chances = [0.0] * 5
    for first, other in product(range(1, 5), repeat=2):
        for dice in product((0, 1, 1), repeat=5):
            chances[min((first + other) // 2, sum(dice))] += 1
    return chances[1:]


@pytest.mark.rule("FH-PLANET-010")
def test_how_many_gases_there_are_follows_the_dice():
    dice = dice_for("gases")
    drawn = (draw_atmosphere(12, dice) for _ in range(4000))
    counts = Counter(sum(gas.code > 0 for gas in gases) for gases in drawn)
    assert chi_square([counts[n] for n in (1, 2, 3, 4)], numbers_of_gases()) < at_one_percent(3)


@pytest.mark.rule("FH-PLANET-010")
def test_what_rounding_leaves_goes_to_the_first_gas():
    # three gases wanted; codes 5, 6 and 7 are there with amounts of 1, 1 and 1
    gases = draw_atmosphere(12, Loaded(3, 3, 1, 1, 1, 1, 1, 1))
    assert gases == [Gas(5, 34), Gas(6, 33), Gas(7, 33), Gas()]


@pytest.mark.rule("FH-PLANET-010")
def test_helium_is_rare_and_only_where_it_is_cold():
    dice = dice_for("helium")

    def with_helium(temperature: int) -> Iterable[bool]:
        drawn = (draw_atmosphere(temperature, dice) for _ in range(400))
        return [any(gas.code == 3 for gas in gases) for gases in drawn]

    assert 0 < sum(with_helium(5)) < 200
    assert not any(with_helium(6))

"""Home systems, home planets and the species on them (FH-SETUP, FH-LSN-003, FH-LSN-008)."""

from __future__ import annotations

import copy
import math
from collections import Counter
from itertools import combinations

import pytest

from horizons_core.errors import OptionError
from tests.variants.far_horizons.galaxies import (
    Loaded,
    at_one_percent,
    chi_square,
    dice_for,
    examples,
    form,
    settled,
)
from variants.far_horizons.constants import GASES
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Game, Gas, Planet, Star, Status
from variants.far_horizons.setup import species as homes
from variants.far_horizons.setup.galaxy import draw_galaxy, galaxy_size
from variants.far_horizons.setup.planets import HOME_PLANET, draw_home_planets
from variants.far_horizons.setup.species import (
    create_species,
    draw_bases,
    draw_breathing,
    draw_home,
    draw_templates,
    home_planet_of,
    make_home_system,
    may_become_home,
    oxygen_bounds,
    worth,
)

OXYGEN, NITROGEN, AMMONIA, CARBON_DIOXIDE = (GASES.index(g) for g in ("O2", "N2", "NH3", "CO2"))


@pytest.fixture(scope="module")
def templates() -> dict[int, list[Planet]]:
    return draw_templates(dice_for("templates"))


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [settled(8, seed) for seed in range(4)]


@pytest.fixture(scope="module")
def home_planets() -> list[Planet]:
    """Home planets as they are drawn for templates."""
    dice = dice_for("home planets")
    drawn = (home_planet_of(draw_home_planets(5, dice)) for _ in range(1500))
    return [planet for planet in drawn if planet is not None]


# templates


@pytest.mark.rule("FH-SETUP-011")
def test_a_template_has_one_home_planet_and_a_fair_worth(templates):
    assert list(templates) == [3, 4, 5, 6, 7, 8, 9]
    for count, planets in templates.items():
        home = home_planet_of(planets)
        assert len(planets) == count
        assert [planet.special for planet in planets].count(HOME_PLANET) == 1
        assert 54 <= worth(planets, home) <= 56


@pytest.mark.rule("FH-SETUP-011")
def test_the_worth_of_a_system_is_a_sum_over_its_planets():
    air = [Gas(NITROGEN, 75), Gas(OXYGEN, 25), Gas(), Gas()]
    home = Planet(id="", temperature=10, pressure=10, mining_difficulty=200, gases=air)
    strange = [Gas(1, 50), Gas(NITROGEN, 50), Gas(), Gas()]
    other = Planet(id="", temperature=12, pressure=9, mining_difficulty=50, gases=strange)
    # at home q = 2 - 2 for oxygen; elsewhere 2 * (2 + 1) + 2 + 2 for hydrogen
    assert worth([home], home) == 20000 // (3 * 250)
    assert worth([home, other], home) == 20000 // (3 * 250) + 20000 // (13 * 100)


@pytest.mark.rule("FH-SETUP-011")
def test_home_planets_are_like_earth(home_planets):
    def values(field: str) -> set[int]:
        return {getattr(planet, field) for planet in home_planets}

    assert values("diameter") == {12, 13, 14}
    assert values("temperature") == {10, 11, 12}
    assert values("pressure") == {9, 10, 11}
    assert (min(values("gravity")), max(values("gravity"))) == (96, 120)
    assert values("mining_difficulty") == set(range(210, 231))


@pytest.mark.rule("FH-SETUP-011")
def test_mining_at_home_is_the_sum_of_two_dice(home_planets):
    counts = Counter(planet.mining_difficulty - 208 for planet in home_planets)
    weights = [11 - abs(total - 12) for total in range(2, 23)]
    statistic = chi_square([counts[total] for total in range(2, 23)], weights)
    assert statistic < at_one_percent(20)


@pytest.mark.rule("FH-SETUP-011")
def test_the_air_at_home_is_nitrogen_with_oxygen_and_sometimes_two_others(home_planets):
    kinds: Counter[tuple[bool, bool]] = Counter()
    for planet in home_planets:
        shares = {gas.code: gas.percent for gas in planet.gases if gas.code}
        assert sum(shares.values()) == 100
        assert 11 <= shares[OXYGEN] <= 30
        assert shares[NITROGEN] >= 10
        for gas in (AMMONIA, CARBON_DIOXIDE):
            assert 0 <= shares.get(gas, 0) <= 30
        kinds[AMMONIA in shares, CARBON_DIOXIDE in shares] += 1
        assert shares.keys() <= {OXYGEN, NITROGEN, AMMONIA, CARBON_DIOXIDE}
    both = [(False, False), (True, False), (False, True), (True, True)]
    assert chi_square([kinds[kind] for kind in both], [4, 2, 2, 1]) < at_one_percent(3)


# home systems


@pytest.mark.rule("FH-SETUP-001", "FH-SETUP-011")
def test_every_species_has_one_home_of_its_own_far_from_all_others(games):
    for game in games:
        places = [species.home for species in game.empires]
        assert len({home.sector for home in places}) == len(game.empires) == 8
        for species in game.empires:
            assert [colony.status for colony in species.living_colonies()] == [
                Status.HOME | Status.POPULATED
            ]
            assert game.planet_at(species.home).special == HOME_PLANET
            assert game.star_at(species.home.sector).home_system
        for place, other in combinations(places, 2):
            assert math.dist(place.sector, other.sector) > 5


@pytest.mark.rule("FH-SETUP-011")
def test_home_systems_have_three_planets_and_no_wormhole(games):
    for game in games:
        for star in game.stars:
            if star.home_system:
                assert len(star.planets) >= 3
                assert star.wormhole is None
                assert all(planet.id for planet in star.planets)


@pytest.mark.rule("FH-SETUP-011")
def test_a_star_may_become_home_once_if_it_has_room_and_no_wormhole(templates):
    star = Star(id="", sector=(0, 0, 0), planets=copy.deepcopy(templates[3]))
    assert may_become_home(star)
    for changes in ({"planets": star.planets[:2]}, {"home_system": True}, {"wormhole": (9, 9, 9)}):
        other = Star(**{"id": "", "sector": (0, 0, 0), "planets": star.planets} | changes)
        assert not may_become_home(other)


@pytest.mark.rule("FH-SETUP-011")
def test_a_system_exactly_the_separation_away_is_too_near(templates):
    def game_of(apart: int) -> Game:
        star = Star(id="a", sector=(0, 0, 0), home_system=True)
        new = Star(id="b", sector=(apart, 0, 0), planets=copy.deepcopy(templates[3]))
        return Game(radius=20, stars=[star, new])

    with pytest.raises(OptionError, match="none is more than 5 parsecs from all others") as fault:
        make_home_system(game_of(5), templates, 5, dice_for("near"))
    assert "smaller separation" in fault.value.hint
    assert make_home_system(game_of(6), templates, 5, dice_for("far")).id == "b"


@pytest.mark.rule("FH-SETUP-011")
def test_a_home_system_is_a_varied_copy_of_its_template(games, templates):
    star = Star(id="a", sector=(0, 0, 0), planets=copy.deepcopy(templates[6]))
    game = Game(radius=20, stars=[star])
    template = copy.deepcopy(templates[6])
    system = make_home_system(game, {6: template}, 5, dice_for("varied"))
    assert template == templates[6]
    for planet, pattern in zip(system.planets, templates[6], strict=True):
        for field in ("temperature", "pressure", "diameter"):
            old, new = getattr(pattern, field), getattr(planet, field)
            change = (old - new) if old > 12 else (new - old)
            assert change in ({0, 1, 2} if old else {0})
        for field in ("gravity", "mining_difficulty"):
            old, new = getattr(pattern, field), getattr(planet, field)
            assert 1 <= ((old - new) if old > 100 else (new - old)) <= 10
        _check_air(pattern, planet)


def _check_air(pattern: Planet, planet: Planet) -> None:
    """The third gas gave the second, or took from it, 11 to 35 percent, or nothing changed."""
    gases, other = pattern.gases, planet.gases
    assert [gas.code for gas in gases] == [gas.code for gas in other]
    assert (gases[0], gases[3]) == (other[0], other[3])
    moved = other[1].percent - gases[1].percent
    assert moved == gases[2].percent - other[2].percent
    if gases[2].code and gases[2].percent > 50:
        assert 11 <= moved <= 35
    elif gases[2].code and gases[1].percent > 50:
        assert -35 <= moved <= -11
    else:
        assert moved == 0


@pytest.mark.rule("FH-SETUP-011")
@pytest.mark.parametrize(
    ("old", "fall", "new"), [(0, 3, 0), (5, 3, 7), (12, 2, 13), (13, 2, 12), (13, 1, 13)]
)
def test_classes_and_diameters_move_toward_twelve(old, fall, new):
    assert homes._moved_towards_twelve(old, Loaded(fall)) == new


@pytest.mark.rule("FH-SETUP-011")
@pytest.mark.parametrize(("old", "new"), [(60, 67), (100, 107), (101, 94)])
def test_gravity_and_mining_difficulty_move_toward_one(old, new):
    assert homes._moved_towards_hundred(old, Loaded(7)) == new


@pytest.mark.rule("FH-SETUP-011")
@pytest.mark.parametrize(
    ("percents", "mixed"),
    [
        ((20, 29, 51, 0), (20, 44, 36, 0)),
        ((0, 51, 49, 0), (0, 36, 64, 0)),
        ((0, 50, 50, 0), (0, 50, 50, 0)),
        ((0, 100, 0, 0), (0, 100, 0, 0)),
    ],
)
def test_the_third_gas_gives_to_the_second_or_takes_from_it(percents, mixed):
    def air(shares: tuple[int, ...]) -> list[Gas]:
        return [Gas(code if n else 0, n) for code, n in zip((1, 2, 3, 4), shares, strict=True)]

    assert homes._mix(air(percents), Loaded(5)) == air(mixed)


@pytest.mark.rule("FH-SETUP-011")
def test_a_home_system_that_nobody_has_is_used_before_one_is_made(templates):
    game = draw_galaxy(galaxy_size(8), dice_for("vacant"))
    dice = dice_for("vacant homes")
    first = draw_home(game, set(), templates, 5, dice)
    assert draw_home(game, set(), templates, 5, dice) is first
    assert draw_home(game, {first.sector}, templates, 5, dice) is not first


@pytest.mark.rule("FH-SETUP-011")
def test_stars_are_shuffled_from_the_last_on_and_one_of_the_vacant_homes_is_drawn(templates):
    stars = [Star(id=id_, sector=(0, 0, at)) for at, id_ in enumerate("abc")]
    dice = Loaded(1, 1)
    homes._shuffle(stars, dice)
    assert dice.asked == [3, 2]
    assert [star.id for star in stars] == ["b", "c", "a"]
    for star in stars:
        star.planets = copy.deepcopy(templates[3])
    second = Loaded(2)
    assert draw_home(Game(stars=stars), {(0, 0, 1)}, templates, 5, second).id == "a"
    assert second.asked == [2]


# species


@pytest.mark.rule("FH-SETUP-011")
@pytest.mark.parametrize("example", examples("FH-SETUP-011"), ids=str)
def test_bases_at_the_start_follow_from_three_dice(example):
    inputs, expect = example.given, example.expect
    loaded = Loaded(*inputs["draws"])
    difficulty = round(100 * inputs["mining_difficulty"])
    bases = draw_bases(difficulty, inputs["mi"], inputs["ma"], loaded)
    assert loaded.asked == [inputs["mi"] + inputs["ma"]] * 3
    assert bases == (round(10 * expect["mining_base"]), round(10 * expect["manufacturing_base"]))


@pytest.mark.rule("FH-SETUP-006", "FH-SETUP-011")
def test_a_species_starts_with_its_home_planet_and_nothing_else(games):
    for species in games[0].empires:
        levels = {tech: known.level for tech, known in species.techs.items()}
        assert levels == {"MI": 10, "MA": 10, "ML": 4, "GV": 4, "LS": 4, "BI": 3}
        assert all(t.knowledge == t.initial == t.level for t in species.techs.values())
        assert all(t.points == 0 for t in species.techs.values())
        home = species.home_colony
        assert (home.population, home.shipyards, home.items) == (1500, 1, {})
        assert (species.treasury, species.ships, species.met) == (0, [], [])
        assert home.mining_base > 900
        assert 500 < home.manufacturing_base <= 560
        assert species.visited == [games[0].star_at(species.home.sector).id]


@pytest.mark.rule("FH-LSN-003")
@pytest.mark.parametrize(
    "example", [e for e in examples("FH-LSN-003") if "home_oxygen_percent" in e.given], ids=str
)
def test_the_oxygen_that_is_needed_follows_from_that_at_home(example):
    bounds = oxygen_bounds(example.given["home_oxygen_percent"])
    assert bounds == (example.expect["min"], example.expect["max"])
    assert oxygen_bounds(10) == (5, 20)
    assert oxygen_bounds(1) == (1, 22)


@pytest.mark.rule("FH-LSN-008")
def test_every_gas_is_needed_harmless_or_poisonous():
    (example,) = examples("FH-LSN-008")
    dice = dice_for("breathing")
    home = [Gas(AMMONIA, 10), Gas(NITROGEN, 60), Gas(OXYGEN, 30), Gas(CARBON_DIOXIDE, 0)]
    for _ in range(50):
        air = draw_breathing(home, dice)
        assert sorted([air.required, *air.neutral, *air.poisonous]) == list(range(1, 14))
        assert len(air.neutral) == len(example.given["harmless"])
        assert len(air.poisonous) == len(example.given["poisonous"])
        assert air.required == OXYGEN
        assert {3, 11, AMMONIA, NITROGEN} <= set(air.neutral)


@pytest.mark.rule("FH-LSN-008")
def test_the_other_harmless_gases_are_drawn_alike():
    dice = dice_for("harmless")
    home = [Gas(NITROGEN, 75), Gas(OXYGEN, 25), Gas(), Gas()]
    counts = Counter(gas for _ in range(2000) for gas in draw_breathing(home, dice).neutral)
    drawn = [counts[gas] for gas in range(1, 14) if gas not in {3, 5, 7, 11}]
    assert sum(drawn) == 3 * 2000
    assert chi_square(drawn, [1] * 9) < at_one_percent(8)


@pytest.mark.rule("FH-LSN-008", "FH-LSN-007")
def test_nobody_needs_life_support_at_home(games):
    for game in games:
        for species in game.empires:
            home = game.planet_at(species.home)
            assert RULEBOOK_ECONOMY.lsn(home, home, species.atmosphere) == 0


def test_what_the_gamemaster_raises_is_raised():
    raised = {"tech-gv": 30, "econ-units": 500, "ship-yards": 3, "mi-base": 2000, "ma-base": 900}
    game = draw_galaxy(galaxy_size(2), dice_for("raised"))
    forms = {"Ada": form(1, raised=raised)}
    create_species(game, forms, draw_templates(dice_for("t")), 5, dice_for("species"))
    ada = game.empire("Ada")
    home = ada.home_colony
    assert (ada.techs["GV"].level, ada.techs["GV"].knowledge, ada.treasury) == (30, 30, 500)
    assert (home.shipyards, home.mining_base, home.manufacturing_base) == (3, 2000, 900)

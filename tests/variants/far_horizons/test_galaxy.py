"""The size of a galaxy, its stars and its wormholes (FH-GALAXY, FH-STAR, FH-WORM-001)."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from horizons_core.errors import OptionError
from tests.effort import tries
from tests.variants.far_horizons.galaxies import (
    CATALOGUE,
    Loaded,
    at_one_percent,
    chi_square,
    dice_for,
    examples,
)
from variants.far_horizons.constants import STAR_COLOURS, STAR_KINDS
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import Star
from variants.far_horizons.rules.scanning import designation
from variants.far_horizons.setup import galaxy as making
from variants.far_horizons.setup.galaxy import (
    Size,
    check_separation,
    draw_galaxy,
    draw_sectors,
    draw_star,
    galaxy_size,
    in_galaxy,
    join_by_wormholes,
)

LETTERS = {name: letter for letter, name in (*STAR_COLOURS.items(), *STAR_KINDS.items())}


def of_size(inputs) -> Size:
    return galaxy_size(
        inputs.get("players", 2),
        inputs.get("stars"),
        inputs.get("radius"),
        less_crowded=inputs.get("less_crowded", False),
    )


@pytest.mark.rule("FH-GALAXY-001")
@pytest.mark.parametrize(
    "example",
    [example for example in examples("FH-GALAXY-001") if "stars" in example.expect],
    ids=str,
)
def test_a_galaxy_grows_with_its_players(example):
    size = of_size(example.given)
    assert (size.stars, size.radius) == (example.expect["stars"], example.expect["radius"])


@pytest.mark.rule("FH-GALAXY-001")
def test_the_rulebooks_round_figures_are_near():
    (example,) = (e for e in examples("FH-GALAXY-001") if "stars_about" in e.expect)
    size, near = of_size(example.given), example.expect["tolerance_percent"] / 100
    assert size.stars == pytest.approx(example.expect["stars_about"], rel=near)
    assert size.radius == pytest.approx(example.expect["radius_about"], rel=near)


@pytest.mark.rule("FH-GALAXY-001")
@pytest.mark.parametrize("species", [2, 3, 15, 99, 100])
def test_the_radius_is_the_least_that_gives_the_stars_their_room(species):
    size = galaxy_size(species)
    room = size.stars * 8000 // 90
    assert size.radius**3 >= room
    assert size.radius == 6 or (size.radius - 1) ** 3 < room


@pytest.mark.rule("FH-GALAXY-001")
@pytest.mark.parametrize(
    ("battle", "words"),
    [
        ((0,), "1 to 100 species, not 0"),
        ((101,), "1 to 100 species, not 101"),
        ((5, 11), "12 to 1000 stars, not 11"),
        ((5, 1001), "12 to 1000 stars, not 1001"),
        ((5, 45, 5), "6 to 50 parsecs of radius, not 5"),
        ((5, 45, 51), "6 to 50 parsecs of radius, not 51"),
        ((5, 19, 6), "19 stars are too close together in a galaxy of radius 6"),
        ((5, 12, 50), "12 stars are too far apart in a galaxy of radius 50"),
    ],
)
def test_a_galaxy_out_of_its_limits_is_refused_with_a_remedy(battle, words):
    with pytest.raises(OptionError, match=words) as refusal:
        galaxy_size(*battle)
    assert refusal.value.hint.startswith("choose ")


@pytest.mark.rule("FH-GALAXY-001")
def test_a_galaxy_at_its_limits_is_accepted():
    assert galaxy_size(2, 18, 6).volume_per_star == 50
    assert galaxy_size(100, 1000, 50).volume_per_star == 523
    assert galaxy_size(1).stars == galaxy_size(2).stars == 12
    assert galaxy_size(100, less_crowded=True).stars == 900


def test_the_remedy_for_too_little_room_is_the_least_radius_that_has_it():
    with pytest.raises(OptionError) as refusal:
        galaxy_size(5, 100, 6)
    radius = int(refusal.value.hint.split()[-3])
    assert galaxy_size(5, 100, radius)
    with pytest.raises(OptionError):
        galaxy_size(5, 100, radius - 1)


@pytest.mark.rule("FH-SETUP-011")
def test_home_systems_keep_one_to_half_the_radius_apart():
    assert [check_separation(apart, 19) for apart in (1, 9)] == [1, 9]
    for apart in (0, -1, 10):
        with pytest.raises(OptionError, match="radius 19") as refusal:
            check_separation(apart, 19)
        assert refusal.value.hint == "choose a separation of 1 to 9"


@pytest.mark.rule("FH-GALAXY-002")
@pytest.mark.parametrize(
    "example",
    [example for example in examples("FH-GALAXY-002") if "star" in example.given],
    ids=str,
)
def test_stars_are_inside_the_sphere(example):
    assert (
        in_galaxy(tuple(example.given["star"]), example.given["radius"])
        is (example.expect["legal"])
    )


@pytest.mark.rule("FH-GALAXY-002", "FH-STAR-001")
def test_a_star_in_the_column_of_another_is_drawn_anew():
    (example,) = (example for example in examples("FH-GALAXY-002") if "stars" in example.given)
    star, other = example.given["stars"]
    falls = [coordinate + 1 for sector in (star, other, (11, 20, 30)) for coordinate in sector]
    assert draw_sectors(Size(1, 2, example.given["radius"]), Loaded(*falls)) == [
        tuple(star),
        (11, 20, 30),
    ]


@pytest.mark.rule("FH-GALAXY-002")
@pytest.mark.parametrize("species", [2, 15, 100])
def test_every_star_is_in_the_sphere_and_alone_in_its_column(species):
    size = galaxy_size(species)
    sectors = draw_sectors(size, dice_for("sectors", species))
    assert len({(x, y) for x, y, _ in sectors}) == len(sectors) == size.stars
    assert all(in_galaxy(sector, size.radius) for sector in sectors)
    assert all(0 <= coordinate < 2 * size.radius for sector in sectors for coordinate in sector)


def test_stars_stand_in_order_of_x_then_y():
    game = draw_galaxy(galaxy_size(15), dice_for("order"))
    assert [star.sector for star in game.stars] == sorted(star.sector for star in game.stars)
    assert (game.radius, game.planned_species) == (20, 15)


def test_the_same_dice_make_the_same_galaxy():
    galaxy, same, other = (draw_galaxy(galaxy_size(5), dice_for("same", s)) for s in (1, 1, 2))
    assert galaxy == same
    assert galaxy != other


@pytest.mark.rule("FH-STAR-002")
@pytest.mark.parametrize("example", examples("FH-STAR-002"), ids=str)
def test_distances_are_those_of_pythagoras(example):
    ends = tuple(example.given["from"]), tuple(example.given["to"])
    squared = distance_squared(*ends)
    assert squared == distance_squared(*reversed(ends)) == example.expect["distance_squared"]
    assert math.sqrt(squared) == pytest.approx(example.expect["distance"], abs=1e-4)


@pytest.fixture(scope="module")
def many_stars() -> list[Star]:
    dice = dice_for("many stars")
    return [draw_star((0, 0, 0), dice) for _ in range(tries(7500))]


@pytest.mark.rule("FH-STAR-004")
def test_every_colour_is_as_likely_as_another(many_stars):
    rows = CATALOGUE["FH-STAR-004"].rows
    assert {row["letter"]: row["colour"] for row in rows} == STAR_COLOURS
    counts = Counter(star.colour for star in many_stars)
    assert set(counts) == set(STAR_COLOURS)
    assert chi_square(list(counts.values()), [1] * 7) < at_one_percent(6)


@pytest.mark.rule("FH-STAR-005")
def test_seven_stars_in_ten_are_of_the_main_sequence(many_stars):
    counts = Counter(star.kind for star in many_stars)
    assert chi_square([counts[kind] for kind in " dDg"], [7, 1, 1, 1]) < at_one_percent(3)


@pytest.mark.rule("FH-STAR-004", "FH-STAR-005", "FH-STAR-006")
@pytest.mark.parametrize("face", range(1, 11))
def test_what_each_die_of_a_star_says(face):
    sides_asked, die = [], dice_for("planets")

    def dice(sides):
        sides_asked.append(sides)
        return min(face, sides) if len(sides_asked) <= 3 else die(sides)

    star = draw_star((1, 2, 3), dice)
    assert sides_asked[:3] == [10, 7, 10]
    kinds = {1: "d", 2: "D", 4: "g"}
    assert (star.kind, star.size) == (kinds.get(face, " "), face - 1)
    assert star.colour == "OBAFGKM"[min(face, 7) - 1]


@pytest.mark.rule("FH-STAR-006")
def test_every_step_of_a_class_is_as_likely_as_another(many_stars):
    counts = Counter(star.size for star in many_stars)
    assert sorted(counts) == list(range(10))
    assert chi_square(list(counts.values()), [1] * 10) < at_one_percent(9)


@pytest.mark.rule("FH-STAR-007")
@pytest.mark.parametrize("example", examples("FH-STAR-007"), ids=str)
def test_a_designation_is_type_colour_and_step(example):
    kind, colour = (LETTERS[example.given[part]] for part in ("type", "colour"))
    star = Star(id="", sector=(0, 0, 0), kind=kind, colour=colour, size=example.given["step"])
    assert designation(star) == example.expect["designation"]


@pytest.mark.rule("FH-STAR-008")
@pytest.mark.parametrize("example", examples("FH-STAR-008"), ids=str)
def test_large_and_blue_stars_throw_more_dice_for_their_planets(example):
    kind = LETTERS[example.given["type"]]
    colour = 1 + "OBAFGKM".index(example.given["colour"])
    loaded = Loaded()
    making._draw_number_of_planets(kind, colour, loaded)
    thrown = loaded.asked[: example.expect["draws"]]
    assert thrown == [example.expect["die"]] * example.expect["draws"]
    assert set(loaded.asked[example.expect["draws"] :]) <= {3}

    dice = dice_for("planets", kind, colour)
    numbers = {making._draw_number_of_planets(kind, colour, dice) for _ in range(2000)}
    assert (min(numbers), max(numbers)) == (
        example.expect["planets_min"],
        example.expect["planets_max"],
    )


@pytest.mark.rule("FH-STAR-008")
def test_bluer_stars_have_more_planets_on_average(many_stars):
    numbers = {colour: [] for colour in STAR_COLOURS}
    for star in many_stars:
        numbers[star.colour].append(len(star.planets))
    means = [sum(column) / len(column) for column in numbers.values()]
    assert means == sorted(means, reverse=True)


def two_stars(squared: int) -> list[Star]:
    """Two stars at the largest sector distance whose square is at most this."""
    near = itertools.product(range(math.isqrt(squared) + 1), repeat=3)
    far = max(
        (sector for sector in near if distance_squared((0, 0, 0), sector) <= squared),
        key=lambda sector: distance_squared((0, 0, 0), sector),
    )
    return [Star(id="a", sector=(0, 0, 0)), Star(id="b", sector=far)]


@pytest.mark.rule("FH-WORM-001")
@pytest.mark.parametrize(
    "example", [example for example in examples("FH-WORM-001") if "draw" in example.given], ids=str
)
def test_a_wormhole_is_made_by_the_die_of_a_hundred_and_the_distance(example):
    pair = two_stars(example.given.get("squared_distance_to_partner", 400))
    tried = example.given["draw"] >= 92
    loaded = Loaded(example.given["draw"], *([1, 2] if tried else []), 1)
    join_by_wormholes(pair, loaded)
    assert loaded.asked == ([100, 2, 2, 100] if tried else [100, 100])
    if example.expect.get("wormhole_made", False):
        assert (pair[0].wormhole, pair[1].wormhole) == (pair[1].sector, pair[0].sector)
    else:
        assert pair[0].wormhole is pair[1].wormhole is None


@pytest.mark.rule("FH-WORM-001")
@pytest.mark.parametrize("seed", range(2))
def test_wormholes_join_two_distant_stars_both_ways(seed):
    game = draw_galaxy(galaxy_size(60), dice_for("wormholes", seed))
    ends = {star.sector: star.wormhole for star in game.stars if star.wormhole}
    assert ends
    for start, end in ends.items():
        assert ends[end] == start
        assert distance_squared(start, end) >= 400


@pytest.mark.rule("FH-WORM-001")
def test_the_last_star_without_a_wormhole_looks_for_no_partner():
    pair = two_stars(400)
    alone = Star(id="c", sector=(100, 100, 100))
    loaded = Loaded(100, 2, 100, 100)
    join_by_wormholes([*pair, alone], loaded)
    assert loaded.asked == [100, 3, 100, 100]
    assert alone.wormhole is None


@pytest.mark.slow
def test_ten_times_the_stars_take_ten_times_the_dice():
    drawn = []
    for stars, radius in ((100, 20), (1000, 44)):
        loaded = Loaded()
        draw_galaxy(Size(100, stars, radius), loaded)
        drawn.append(len(loaded.asked))
    assert drawn[1] < 11 * drawn[0]

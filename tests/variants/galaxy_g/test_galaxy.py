"""Places and values of planets (GG-GAL, GG-SET-008 to GG-SET-011)."""

from __future__ import annotations

import math
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.galaxy_g.chance import evenly
from tests.variants.galaxy_g.war import VARIANT, examples, group, play, table
from variants.galaxy_g.model import distance
from variants.galaxy_g.setup.galaxy import (
    development_sizes,
    draw_galaxy,
    draw_homes,
    inside,
    spot_near,
    truncated,
)


def galaxy(players, diameter, seed=1):
    """The homes and the other planets, by kind."""
    homes, planets = draw_galaxy(players, diameter, Stream.from_key("galaxy", seed))
    home = [planet for planet in planets if planet.id in homes]
    rest = [planet for planet in planets if planet.id not in homes]
    return sorted(home, key=lambda planet: homes.index(planet.id)), rest


@pytest.mark.rule("GG-GAL-002")
@pytest.mark.parametrize("example", examples("GG-GAL-002"), ids=str)
def test_the_galaxy_is_a_disc_in_the_square(example):
    spot = (example.given["x"], example.given["y"])

    assert inside(spot, example.given["diameter"]) is example.expect["inside"]


@pytest.mark.rule("GG-GAL-002")
@settings(max_examples=tries(25))
@given(
    players=st.integers(2, 6),
    diameter=st.sampled_from([40, 80, 160, 600]),
    seed=st.integers(0, 10**6),
)
def test_every_planet_lies_inside_the_disc_on_a_spot_of_its_own(players, diameter, seed):
    homes, rest = galaxy(players, diameter, seed)
    spots = [planet.at for planet in [*homes, *rest]]
    centre = (diameter / 2, diameter / 2)

    assert max(distance(spot, centre) for spot in spots) <= diameter / 2
    assert len(set(spots)) == len(spots) == 11 * players
    assert all(round(x, 2) == x for spot in spots for x in spot)


@pytest.mark.rule("GG-GAL-004")
@pytest.mark.parametrize("example", examples("GG-GAL-004"), ids=str)
def test_distance_is_the_straight_line(example):
    a, b = (tuple(example.given[end]) for end in "ab")

    assert distance(a, b) == distance(b, a) == pytest.approx(example.expect["distance"])


@pytest.mark.rule("GG-GAL-005")
def test_ships_go_to_an_object_of_size_0_and_unload_there_but_nobody_owns_it():
    objects = {"Rock": {"at": [1000, 1010]}}
    cargo = {"COL": 2, "CAP": 3, "MAT": 4}
    carriers = [group("Ada", "Freighter", "Rock", cargo=c, load=n) for c, n in cargo.items()]
    game = table(*carriers, group("Ada", "Drone", "Ada Home"), planets=objects)
    turn = play(game, {"Ada": "U 1\nU 2\nU 3\nS 4 Rock"})
    rock = turn.game.planet_named("Rock")

    assert (rock.size, rock.resources, rock.owner, rock.population) == (0, 0, "", 0)
    assert (rock.capital, rock.materials, rock.colonists) == (3, 4, 0)
    assert turn.diagnostics["Ada"]
    assert turn.game.race("Ada").group(4).at == rock.id


@pytest.mark.rule("GG-SET-008")
@settings(max_examples=tries(30))
@given(players=st.integers(2, 30), seed=st.integers(0, 10**6))
def test_homes_keep_thirty_light_years_or_nine_tenths_after_every_4000_failures(players, seed):
    diameter = 40 * math.ceil(math.sqrt(players))
    with mock.patch("variants.galaxy_g.setup.galaxy.spot_near", wraps=spot_near) as draws:
        homes = draw_homes(players, diameter, Stream.from_key("homes", seed))
    failed = draws.call_count - players
    apart = min(distance(a, b) for a in homes for b in homes if a is not b)

    assert apart >= 30 * 0.9 ** (failed // 4000)
    assert all(distance(h, (diameter / 2, diameter / 2)) <= diameter / 2 - 3.98 for h in homes)


@pytest.mark.rule("GG-SET-008")
@pytest.mark.parametrize(("players", "diameter"), [(1, 45), (4, 61)])
def test_a_drawn_spot_is_a_home_if_it_is_far_enough_from_the_others(players, diameter):
    draws, homes, failed = Stream.from_key("spots", diameter), [], 0
    while len(homes) < players:
        radius = draws.random() * (diameter / 2 - 4)
        spot = spot_near((diameter / 2, diameter / 2), radius, draws)
        if any(distance(spot, home) < 30 * 0.9 ** (failed // 4000) - 1e-9 for home in homes):
            failed += 1
        else:
            homes.append(spot)

    assert draw_homes(players, diameter, Stream.from_key("spots", diameter)) == homes
    assert (failed >= 8000) == (players > 1)


@pytest.mark.rule("GG-SET-008")
@pytest.mark.parametrize("radius", [0, 3, 10.5])
def test_a_spot_lies_in_the_direction_of_a_point_drawn_in_the_unit_disc(radius):
    draws, length = Stream.from_key("direction", 1), 2.0
    while not 0.001 < length <= 1:
        x, y = 2 * draws.random() - 1, 2 * draws.random() - 1
        length = math.hypot(x, y)
    spot = spot_near((50, 70), radius, Stream.from_key("direction", 1))

    assert spot == (
        math.floor((50 + radius * x / length) * 100) / 100,
        math.floor((70 + radius * y / length) * 100) / 100,
    )


@pytest.mark.rule("GG-GAL-002")
@pytest.mark.parametrize(
    ("spot", "lies_inside"),
    [((30, 30), True), ((60, 30), True), ((30, 0), True), ((60.01, 30), False),
     ((30, -0.01), False), ((52, 52), False), ((51, 51), True), ((9, 9), True), ((8, 8), False)],
)  # fmt: skip
def test_the_disc_touches_the_sides_of_its_square(spot, lies_inside):
    assert inside(spot, 60) == lies_inside


@pytest.mark.rule("GG-SET-008")
def test_one_home_lies_evenly_by_radius_and_in_every_direction():
    spots = [draw_homes(1, 1000, Stream.from_key("one", seed))[0] for seed in range(800)]
    offsets = [(x - 500, y - 500) for x, y in spots]

    assert evenly([math.hypot(x, y) for x, y in offsets], 0, 496.02)
    assert evenly([math.atan2(y, x) for x, y in offsets], -math.pi, math.pi)


@pytest.mark.slow
@pytest.mark.rule("GG-SET-008")
def test_there_is_room_for_eighty_homes_in_the_smallest_galaxy():
    homes = draw_homes(80, 40, Stream.from_key("crowded", 1))

    assert len(set(homes)) == 80


@pytest.mark.rule("GG-SET-008")
def test_coordinates_are_cut_to_two_decimals():
    assert [truncated(value) for value in (1.239, 1.231, 0.009, 80)] == [1.23, 1.23, 0.0, 80.0]
    spots = [spot_near((50, 50), 10, Stream.from_key("cut", seed)) for seed in range(300)]
    assert all(9.98 < distance(spot, (50, 50)) < 10.02 for spot in spots)
    assert sum(x < 50 for x, _ in spots) == pytest.approx(150, abs=35)


@pytest.mark.rule("GG-SET-009")
@pytest.mark.parametrize("seed", range(20))
def test_six_development_planets_lie_around_every_home(seed):
    (example,) = examples("GG-SET-009")
    low, high = (example.expect[f"sum_of_sizes_{end}"] for end in ("min", "max"))
    homes, rest = galaxy(2, 2000, seed)
    for home in homes:
        near = [planet for planet in rest if distance(planet.at, home.at) <= 15]
        assert len(near) == example.given["planets_per_player"]
        assert low <= sum(planet.size for planet in near) <= high
        assert all(distance(planet.at, home.at) >= 0.2 for planet in near)


@pytest.mark.rule("GG-SET-009")
@given(seed=st.integers(0, 10**6))
def test_the_sizes_of_development_planets_are_nudged_until_their_sum_fits(seed):
    (example,) = examples("GG-SET-009")
    count = example.given["planets_per_player"]
    sizes = development_sizes(count, Stream.from_key("sizes", seed))

    assert len(sizes) == count
    assert example.expect["sum_of_sizes_min"] <= sum(sizes) <= example.expect["sum_of_sizes_max"]
    assert all(20 <= size <= 980 for size in sizes)


@pytest.mark.rule("GG-SET-009")
def test_development_planets_are_spread_by_distance_direction_and_resources():
    planets, offsets = [], []
    for seed in range(60):
        homes, rest = galaxy(2, 2000, seed)
        for home in homes:
            near = [planet for planet in rest if distance(planet.at, home.at) <= 15]
            planets += near
            offsets += [(p.at[0] - home.at[0], p.at[1] - home.at[1]) for p in near]

    assert len(planets) == pytest.approx(720, abs=3)
    assert evenly([math.hypot(x, y) for x, y in offsets], 0.2, 15)
    assert evenly([math.atan2(y, x) for x, y in offsets], -math.pi, math.pi)
    assert evenly([math.log(p.resources - 0.3 + 0.005, 8) for p in planets if p.size], -1, 1.01)


@pytest.mark.rule("GG-SET-010")
@pytest.mark.parametrize("example", examples("GG-SET-010"), ids=str)
def test_there_are_eleven_planets_a_player(example):
    players = example.given["players"]
    game = VARIANT.new_game([f"P{n}" for n in range(players)], seed=3)
    sizes = [planet.size for planet in game.planets]

    assert example.expect["total"] == len(sizes)
    assert example.expect["home"] == sizes.count(1000)
    assert example.expect["size_zero"] == sizes.count(0)
    rest = len(sizes) - sizes.count(1000) - sizes.count(0)
    assert rest == example.expect["development"] + example.expect["small"]


@pytest.mark.rule("GG-SET-010", "GG-GAL-005")
def test_small_planets_and_objects_lie_evenly_over_the_disc():
    small, objects = [], []
    for seed in range(40):
        homes, rest = galaxy(4, 2000, seed)
        far = [p for p in rest if min(distance(p.at, home.at) for home in homes) > 15.1]
        small += [planet for planet in far if planet.size]
        objects += [planet for planet in far if not planet.size]

    assert len(small) == pytest.approx(480, abs=4)
    assert len(objects) == pytest.approx(160, abs=4)
    for planets in (small, objects):
        offsets = [(p.at[0] - 1000, p.at[1] - 1000) for p in planets]
        assert evenly([x * x + y * y for x, y in offsets], 0, 1000 * 1000)
        assert evenly([math.atan2(y, x) for x, y in offsets], -math.pi, math.pi)
    assert evenly([planet.size for planet in small], 2, 172)
    assert evenly([math.log2(planet.resources + 0.005) for planet in small], -1, 1.01)
    assert {planet.resources for planet in objects} == {0.0}


@pytest.mark.rule("GG-SET-011")
@pytest.mark.parametrize("example", examples("GG-SET-011"), ids=str)
def test_planets_are_called_by_their_numbers_in_order(example):
    count = example.given["planets"]
    game = VARIANT.new_game([f"P{n}" for n in range(count // 11)], seed=3)

    assert game.planets[0].name == example.expect["first_name"]
    assert game.planets[-1].name == example.expect["last_name"]
    assert [planet.name for planet in game.planets] == [str(n) for n in range(1, count + 1)]
    assert [planet.id for planet in game.planets] == [planet.name for planet in game.planets]


@pytest.mark.rule("GG-SET-011")
def test_a_number_tells_nothing_of_its_planet():
    homes, objects = [], []
    for seed in range(40):
        planets, rest = galaxy(4, 400, seed)
        homes += [planet.number for planet in planets]
        objects += [planet.number for planet in rest if not planet.size]

    assert evenly(homes, 0.5, 44.5)
    assert evenly(objects, 0.5, 44.5)

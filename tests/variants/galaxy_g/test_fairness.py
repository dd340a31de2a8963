"""The fairness of the start: measures, and the bound that a game keeps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.errors import OptionError
from tests.effort import tries
from tests.variants.galaxy_g.war import VARIANT, play, table
from variants.galaxy_g.setup import fairness
from variants.galaxy_g.setup import galaxy as setup


def new_game(players, seed=1, **options):
    return VARIANT.new_game([f"P{n}" for n in range(players)], seed=seed, options=options)


def start_of(game, race):
    return next(start for start in fairness.starts(game) if start.race == race)


#: Two homes 30 light years apart: one planet for Ada, one for Brin, one between, one out of reach.
PLANETS = {
    "Ada Home": {"at": [100, 100]},
    "Brin Home": {"at": [130, 100]},
    "Adas": {"at": [100, 90], "size": 500, "resources": 10},
    "Brins": {"at": [140, 100], "size": 202, "resources": 10},
    "Between": {"at": [115, 100], "size": 404, "resources": 10},
    "Rock": {"at": [101, 100]},
    "Far": {"at": [100, 120.01], "size": 900, "resources": 10},
}


def test_a_start_counts_the_planets_within_reach_and_shares_those_of_two_homes():
    game = table(planets=PLANETS)
    ada = start_of(game, "Ada")

    assert (ada.planets, ada.size, ada.resources) == (2, 904, 20)
    assert ada.worth == pytest.approx((500 + 404) / 10.1)
    assert ada.share == pytest.approx((500 + 404 / 2) / 10.1)
    assert start_of(game, "Brin").share == pytest.approx((202 + 404 / 2) / 10.1)


@pytest.mark.rule("GG-BLD-003", "GG-MAT-003")
def test_a_planet_is_worth_the_ships_that_it_builds_settled_and_without_stocks():
    game = table(planets={"Colony": {"at": [1000, 1010], "size": 700, "resources": 0.5}})
    colony = game.planet_named("Colony")
    work = {"owner": "Ada", "population": 700, "industry": 700, "product": "Drone"}
    VARIANT.hook.horizons_scenario_state(game=game, state={"planets": {"Colony": work}})
    turn = play(game)
    (drones,) = turn.game.race("Ada").groups
    built = drones.ships + turn.game.planet_named("Colony").progress / (10 + 1 / 0.5)

    assert built == pytest.approx(fairness.worth(colony))


def test_neighbours_are_the_homes_within_two_turns():
    near = start_of(table(planets=PLANETS), "Ada")
    far = start_of(table(planets={**PLANETS, "Brin Home": {"at": [140.01, 100]}}), "Ada")

    assert (near.nearest, near.neighbours) == (30, 1)
    assert (far.nearest, far.neighbours) == (pytest.approx(40.01), 0)


def test_the_poorest_start_is_measured_by_the_average():
    lines = fairness.starts(table(planets=PLANETS))
    shares = [start.share for start in lines]

    assert fairness.poorest(lines) == pytest.approx(100 * min(shares) / (sum(shares) / 2))
    assert fairness.poorest([]) == 100


def test_homes_that_have_nothing_around_are_equally_fair():
    assert fairness.poorest(fairness.starts(table())) == 100


@settings(max_examples=tries(25))
@given(players=st.integers(2, 30), seed=st.integers(0, 10**6))
def test_games_of_the_usual_size_keep_the_usual_bound(players, seed):
    assert fairness.poorest(fairness.starts(new_game(players, seed))) >= fairness.DEFAULT_FAIRNESS


@pytest.mark.parametrize("bound", [0, 50, 85, 90])
def test_a_bound_that_is_asked_for_is_kept(bound):
    for seed in range(5):
        game = new_game(8, seed, fairness=bound)
        assert fairness.poorest(fairness.starts(game)) >= bound


@pytest.mark.slow
def test_the_first_galaxy_that_keeps_the_bound_is_taken():
    unfair = next(
        s for s in range(200) if measured(new_game(16, s, fairness=0)) < fairness.DEFAULT_FAIRNESS
    )
    first, usual = new_game(16, unfair, fairness=0), new_game(16, unfair)

    assert measured(usual) >= fairness.DEFAULT_FAIRNESS > measured(first)
    assert new_game(16, unfair, fairness=10).planets == first.planets
    assert new_game(16, unfair, fairness=fairness.DEFAULT_FAIRNESS).planets == usual.planets


def measured(game):
    return fairness.poorest(fairness.starts(game))


def test_a_bound_that_no_galaxy_keeps_is_refused_with_what_was_measured_and_a_remedy():
    with pytest.raises(OptionError) as caught:
        new_game(8, fairness=100)
    best = int(caught.value.hint.split()[4])

    assert f"the poorest start has {best}% of the average" in caught.value.message
    assert (
        f"none of {setup.GALAXIES} galaxies drawn reaches a fairness of 100" in caught.value.message
    )
    assert measured(new_game(8, fairness=best)) >= best
    with pytest.raises(OptionError):
        new_game(8, fairness=best + 1)


def test_without_a_bound_the_fairest_galaxy_will_do(monkeypatch):
    monkeypatch.setattr(fairness, "DEFAULT_FAIRNESS", 101)
    with pytest.raises(OptionError) as caught:
        new_game(8, fairness=100)

    assert int(measured(new_game(8))) == int(caught.value.hint.split()[4])


@pytest.mark.parametrize("bound", [-1, 101])
def test_other_bounds_are_no_percentages(bound):
    with pytest.raises(OptionError, match="from 0 to 100"):
        new_game(2, fairness=bound)


@pytest.mark.rule("GG-RPT-005")
def test_the_gamemaster_alone_is_told():
    game = new_game(5)
    view = VARIANT.view(game, None)

    assert [line["race"] for line in view["fairness"]["starts"]] == [r.name for r in game.empires]
    assert view["fairness"]["poorest"] == measured(game)
    assert view["setup_notes"][0].startswith(
        f"Fairness: the poorest start has {measured(game):.0f}%"
    )
    assert "fairness" not in VARIANT.view(game, "P1").data
    assert "setup_notes" not in VARIANT.view(game, "P1").data

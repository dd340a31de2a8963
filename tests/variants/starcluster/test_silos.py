"""Silos that fire, and their fate (SC-CMS)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import new_game
from tests.variants.starcluster.researching import rich
from variants.starcluster.model import Planet, Silo
from variants.starcluster.rules.defenses import (
    best_generation,
    mark_fired,
    missile_of,
    ready_silos,
    silo_level,
)
from variants.starcluster.rules.defenses import reload_silos as reload_all


@pytest.mark.rule("SC-CMS-003")
@pytest.mark.parametrize(("ordered", "number"), [(None, 2), (0, 0), (1, 1), (5, 2)])
def test_so_many_loaded_silos_fire_as_are_ordered_to(ordered, number):
    place = new_game().place("1")
    place.planets = [Planet(silos=[Silo(), Silo(loading=1)]), Planet(silos=[Silo()])]
    place.silos_fire = ordered

    assert len(ready_silos(place)) == number


@pytest.mark.rule("SC-CMS-003", "SC-CMS-004")
def test_silos_that_have_fired_are_known_and_fire_again_in_the_second_turn_after():
    game = new_game()
    place = game.place("1")
    place.planets = [Planet(silos=[Silo(), Silo()]), Planet(silos=[Silo()])]
    silos = [silo for planet in place.planets for silo in planet.silos]
    mark_fired(place, 2)

    assert [silo.revealed for silo in silos] == [True, True, False]
    for ready in (1, 1, 3, 3):
        assert len(ready_silos(place)) == ready
        reload_all(game)


@pytest.mark.rule("SC-CMS-001")
def test_silos_fire_the_best_missile_of_their_type():
    game = rich()
    ada, place = game.empire("Ada"), game.place("1")
    assert str(missile_of(game, ada, place)) == "R1"
    ada.developed = ["R1", "R2", "R3", "R5", "G1"]
    assert (best_generation(ada, "R"), best_generation(ada, "K")) == (3, 0)
    assert str(missile_of(game, ada, place)) == "R3"
    place.silo_missile = "G"
    assert str(missile_of(game, ada, place)) == "G1"


@pytest.mark.rule("SC-CMS-001")
@pytest.mark.parametrize(
    ("developed", "fired", "by_the_first_rules"),
    [
        ("", "R1", "R1"),
        ("G1 G2 G3", "G3", "R1"),
        ("R1 G1 G2 G3", "G3", "R1"),
        ("R1 R2 G1 G2", "R2", "R2"),
        ("R1 R2 R3 G1 G2", "R3", "R3"),
    ],
)
def test_silos_fire_the_type_of_the_highest_level_unless_told_otherwise(
    developed, fired, by_the_first_rules
):
    game = rich()
    ada, place = game.empire("Ada"), game.place("1")
    ada.developed = developed.split()
    assert str(missile_of(game, ada, place)) == fired
    assert silo_level(game, ada, place) == int(fired[1:])
    game.version = "1.0.0"
    assert str(missile_of(game, ada, place)) == by_the_first_rules

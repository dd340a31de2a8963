"""Initial values, options of the set-up, and links between regions."""

from __future__ import annotations

import attrs
import pytest

from horizons_core.rng import Stream
from tests.variants.starcluster.builders import new_game, variant
from variants.starcluster.constants import OPTIONS
from variants.starcluster.model import (
    Doctrine,
    Empire,
    Expedition,
    ExplorationWork,
    Fleet,
    Installation,
    Planet,
    Project,
    Relation,
    Sighting,
    Silo,
    StarSystem,
    Troops,
    Unit,
    UnitConstruction,
    WarpLink,
)
from variants.starcluster.model.empires import Foothold, Sortie
from variants.starcluster.model.knowledge import Survey, SurveyedColony
from variants.starcluster.rules.breakthroughs import ProjectRequirements
from variants.starcluster.setup.galaxy import cluster_links, core_links

KINDS = (
    UnitConstruction, SurveyedColony, Doctrine, Empire, Expedition, Fleet, Foothold, Installation,
    WarpLink, Planet, Project, ProjectRequirements, Relation, ExplorationWork, Sighting, Silo,
    Sortie, Survey, StarSystem, Troops, Unit,
)  # fmt: skip
#: Fields with a nonempty initial value.
BEGINS = {
    "Doctrine": {"break_off": 50}, "Empire": {"el": 1, "intelligence": 1, "next_fleet": 1,
    "next_unit": 1, "active": True}, "Fleet": {"wave": 5}, "Installation": {"number": 1},
    "Planet": {"habitability": 1}, "Relation": {"first_new": 1},
    "StarSystem": {"growth": 1, "wealth": 1}, "Troops": {"generation": 1},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_new_things_begin_as_nothing_but_for_a_few(kind):
    values = {
        field.name: field.default
        for field in attrs.fields(kind)
        if isinstance(field.default, int | float | complex) or hasattr(field.default, "numerator")
    }
    assert {name: value for name, value in values.items() if value} == BEGINS.get(kind.__name__, {})


def test_what_may_be_chosen_has_bounds():
    bounds = {option.name: (option.default, option.minimum, option.maximum) for option in OPTIONS}
    assert bounds == {"end": (360, 1, 10_000), "pace": (100, 1, 1_000)}


def hangs_on(plans, position):
    """The start of the way to a position: the first link to it is that of the tree."""
    return next(plan.a for plan in plans if plan.b == position)


@pytest.mark.rule("SC-SET-013", "SC-EXP-012")
def test_a_system_hangs_on_one_of_those_not_far_before_it_and_further_links_may_hide():
    """Of a cluster on one of the last eight but the homeworld, of the core of the last twelve."""
    clusters = [cluster_links(Stream.from_key("cluster", key)) for key in range(150)]
    for position, some in ((4, {1, 2, 3}), (6, {1, 2, 3, 4, 5}), (12, set(range(4, 12)))):
        assert {hangs_on(plans, position) for plans in clusters} == some
    for plans in clusters:
        assert len(plans) == 30
        assert [(plan.a, plan.b) for plan in plans[:3]] == [(0, 1), (0, 2), (0, 3)]
        assert {(plan.hidden_a, plan.hidden_b) for plan in plans[:24]} == {(0, 0)}
    hidden = [end for plans in clusters for plan in plans[24:]
              for end in (plan.hidden_a, plan.hidden_b)]  # fmt: skip
    assert set(hidden) == {0, 2, 3, 4, 5, 6, 7}
    assert 0.45 < sum(end > 0 for end in hidden) / len(hidden) < 0.55

    cores = [core_links(Stream.from_key("core", key)) for key in range(25)]
    assert {hangs_on(plans, 1) for plans in cores} == {0}
    places = [hangs_on(plans, position) - position for plans in cores for position in (20, 40, 60)]
    assert (min(places), max(places)) == (-12, -1)
    assert {len(plans) for plans in cores} == {139}


@pytest.mark.rule("SC-SET-009")
def test_every_cluster_has_a_race_and_all_are_alike():
    game = new_game("Ada", "Brin", "Cleo")
    assert len(game.natives) == 3
    assert all(native.race == game.natives[0].race for native in game.natives)
    assert len({native.home for native in game.natives}) == 3


@pytest.mark.parametrize(("reader", "title"), [("Ada", "The map of Race 1"), (None, "The map")])
def test_a_map_is_called_after_its_reader(reader, title):
    game = new_game()
    assert variant().map(variant().view(game, reader))["title"] == title

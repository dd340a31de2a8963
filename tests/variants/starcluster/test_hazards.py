"""Nebulas and anomalies on the way (SC-NEB-003, SC-ANO, SC-SET-012)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import chain, examples, place_of, run, ship, texts
from variants.starcluster.model import WarpLink
from variants.starcluster.model.systems import (
    BLACK_HOLE,
    MASER,
    NEUTRON_STAR,
    NOVA_SHELL,
    SHEAR,
    UNSTABLE,
)
from variants.starcluster.rules.charts import learn_transit
from variants.starcluster.rules.movement import maser_damage
from variants.starcluster.rules.units import apply_damage, is_destroyed, working_systems

CLAUSES = catalogue("starcluster", "variants.starcluster")


def bound_for(anomaly, text="(Ic)x5", hull="DD"):
    """A game where Ada's Scouts are a turn away from such a system, 2."""
    game = chain("1", "2", "3")
    game.place("2").anomaly = anomaly
    ship(game, "Ada", "1", "Scouts", hull, text, of_class="Scout")
    game.fleets[-1].points = 500
    return game


def lost_points(game, fleet="Scouts"):
    force = next(f for f in game.fleets if f.name == fleet)
    return sum(map(sum, (unit.lost for unit in game.units_in(force)))) / 10


@pytest.mark.rule("SC-CBT-002")
def test_damage_takes_what_is_written_first():
    example = CLAUSES.examples("SC-CBT-002")[1]
    unit = ship(chain("1", "2"), "Ada", "1", "Hawks", "FGf", example.given["design"])
    assert unit.design.points / 10 == CLAUSES.examples("SC-CBT-002")[0].expect["points"]

    assert apply_damage(unit, 10.0 * example.given["damage"]) == 0
    left = [system.code for system in working_systems(unit)]
    gone = [system.code for system in unit.design.systems][: len(unit.design.systems) - len(left)]
    assert gone == example.expect["lost"]
    assert unit.design.points - sum(unit.lost) == 10 * example.expect["left"]
    assert not is_destroyed(unit)
    assert apply_damage(unit, 170.0) == 10
    assert is_destroyed(unit)


@pytest.mark.rule("SC-CBT-003")
def test_a_weapon_needs_all_its_points_and_any_other_system_one():
    unit = ship(chain("1", "2"), "Ada", "1", "Hawks", "FGf", "Y K")
    apply_damage(unit, 8.0)
    assert [system.code for system in working_systems(unit)] == ["Y", "K"]

    apply_damage(unit, 7.0)
    assert working_systems(unit) == []
    unit.lost, unit.starving = [], 10.0
    assert [system.code for system in working_systems(unit)] == ["K"]


@pytest.mark.rule("SC-NEB-003")
@examples("SC-NEB-003")
def test_an_emitter_absorbs_points_of_a_maser_nebula(example):
    inputs = example.given
    assert maser_damage(inputs["roll"], inputs["mne_generation"]) == example.expect["damage"]


@pytest.mark.rule("SC-NEB-003")
def test_everything_in_a_maser_nebula_is_damaged_each_turn_at_home_too():
    game = chain("1", "2")
    game.place("1").nebula = MASER
    ship(game, "Ada", "1", "Bare", "DD", "(A)x20")
    ship(game, "Ada", "1", "Safe", "DD", "MNE3 (A)x20")
    ship(game, "Ada", "1", "Weak", "ES", "Hs")
    game = run(game).game

    assert 1 <= lost_points(game, "Bare") <= 3
    assert lost_points(game, "Safe") == 0
    assert 1 <= lost_points(game, "F1") <= 3
    assert [fleet.name for fleet in game.fleets_of("Ada")] == ["F1", "Bare", "Safe"]
    assert 4 <= lost_points(run(game, 3).game, "Bare") <= 12


@pytest.mark.rule("SC-ANO-004")
def test_a_neutron_star_hurts_ships_without_a_working_shield():
    game = chain("1", "2")
    game.place("1").anomaly = NEUTRON_STAR
    ship(game, "Ada", "1", "Bare", "DD", "(A)x20")
    ship(game, "Ada", "1", "Safe", "DD", "S (A)x20")
    turn = run(game)

    assert (lost_points(turn.game, "Bare"), lost_points(turn.game, "Safe")) == (1, 0)
    assert lost_points(turn.game, "F1") == 0
    assert texts(turn, "hazard.damage") == ["Bare takes 1 points of damage at 1."]


@pytest.mark.rule("SC-ANO-004")
def test_a_transit_out_of_a_gravity_shear_costs_twice():
    game = chain("1", "2")
    game.place("1").anomaly = SHEAR
    ship(game, "Ada", "1", "Scouts", "DD", "(Ic)x5")
    turn = run(game, 3, Ada="MOVE Scouts 2")
    assert place_of(turn) == "1"
    assert place_of(run(turn.game)) == "2"


@pytest.mark.rule("SC-ANO-002", "SC-SET-012")
@pytest.mark.parametrize("anomaly", [BLACK_HOLE, NOVA_SHELL])
def test_a_ship_killer_takes_all_and_tells_no_cause(anomaly):
    game = bound_for(anomaly, text="(S)x20 (Ic)x5")
    turn = run(game, Ada="MOVE Scouts 2")
    ada = turn.game.empire("Ada")

    assert [fleet.name for fleet in turn.game.fleets_of("Ada")] == ["F1"]
    assert texts(turn, "fleet.vanished") == ["Scout-1: lost in the transit from 1 to 2."]
    events = [event for event in turn.events if "Ada" in event.audience]
    assert not any(anomaly in event.text or "ANO" in str(event.rules) for event in events)
    assert "2" not in ada.charts.visited
    assert ada.carried == {}


@pytest.mark.rule("SC-ANO-006")
def test_one_fleet_of_twenty_comes_out_of_another_point_of_an_unstable_system():
    game = chain("1", "2")
    game.place("1").anomaly = UNSTABLE
    hidden = WarpLink(number=1, a="1", b="3", hidden_a=7)
    closed = WarpLink(number=2, a="4", b="1", closed_b=True)
    game.links += [hidden, closed]
    for number in range(200):
        ship(game, "Ada", "1", f"Scouts{number}", "DD", "(Ic)x5")
        game.fleets[-1].points, game.fleets[-1].path = 500, [0, 0]
    turn = run(game)

    ended = [fleet for fleet in turn.game.fleets if fleet.name.startswith("Scouts")]
    strayed = [fleet for fleet in ended if fleet.at == "3"]
    assert {fleet.at for fleet in ended} == {"2", "3"}
    assert 2 <= len(strayed) <= 22
    assert all(fleet.path == [] for fleet in strayed)
    assert all(fleet.path == [0] for fleet in ended if fleet.at == "2")
    assert len(texts(turn, "fleet.strayed")) == len(strayed)
    assert turn.game.empire("Ada").charts.points["3"] == [1]


@pytest.mark.rule("SC-ANO-006")
def test_where_there_is_one_point_alone_every_transit_is_normal():
    game = chain("1", "2")
    game.place("1").anomaly = UNSTABLE
    learn_transit(game.empire("Ada"), game.links[0])
    for number in range(60):
        ship(game, "Ada", "1", f"Scouts{number}", "DD", "(Ic)x5")
        game.fleets[-1].points, game.fleets[-1].path = 500, [0]
    turn = run(game)

    assert {fleet.at for fleet in turn.game.fleets if fleet.name.startswith("Scouts")} == {"2"}

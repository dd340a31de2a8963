"""The 1999 mod's changes to whole steps, each with and without it."""

from __future__ import annotations

import attrs
import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.mods.engine_1999.steps import (
    destinations_lose_z,
    goals_outlast_colonies,
    persistent_auto,
)
from variants.far_horizons.rules.steps import wrapped_step

SENT_OTHERS = "START PRODUCTION\nEND"
GIFT = "START POST-ARRIVAL\nSend 5 SP Human\nEND"
MARS = {"at": "10 10 10 #4"}


@pytest.mark.parametrize(
    ("orders", "wrapper", "expected"),
    [
        ({"Human": SENT_OTHERS}, None, False),
        ({"Human": SENT_OTHERS}, persistent_auto, True),
        ({"Human": ""}, persistent_auto, False),
        ({}, None, False),
        ({}, persistent_auto, True),
        ({"Klingon": GIFT}, persistent_auto, False),
    ],
)
@pytest.mark.rule("FH-AUTO-001")
def test_auto_holds_for_one_form_or_until_the_next_section(orders, wrapper, expected):
    game = game_with({"species": {"Klingon": {"treasury": 9, "met": ["Human"]}}})
    game.empires[0].auto = True
    result = step("post-arrival", game, orders, wrapper=wrapper)
    assert result.species("Human").auto is expected


@pytest.mark.parametrize(("wrapper", "z"), [(None, 10), (destinations_lose_z, 0)])
def test_a_ship_in_transit_keeps_its_destination_or_forgets_the_z(wrapper, z):
    game = game_with({"species": {"Human": {"ships": {"DD Dawson": {"at": "Earth"}}}}})
    ship = game.empires[0].ships[0]
    ship.where, ship.destination = ShipLocation.WITHDREW, (17, 10, 10)
    result = step("post-arrival", game, {}, wrapper=wrapper)
    assert result.ship("Human", "Dawson").destination == (17, 10, z)


@pytest.mark.parametrize(("wrapper", "goal"), [(None, 0), (goals_outlast_colonies, 1)])
def test_a_transport_forgets_a_disbanded_colony_or_does_not(wrapper, goal):
    state = {"ships": {"TR5 Mover": {"at": "Earth"}}, "planets": {"Mars": MARS}}
    game = game_with({"species": {"Human": state}})
    human = game.empires[0]
    human.ships[0].unloading_point = 1
    disbanded = step("pre-departure", game, {"Human": "Disband PL Mars"}).game
    result = step("finish", disbanded, {}, wrapper=wrapper)
    assert result.ship("Human", "Mover").unloading_point == goal


def test_only_a_phase_that_runs_a_step_can_get_another():
    phases = {phase.name: phase for phase in hz.load_variant("far_horizons").phases}
    jumps = wrapped_step(phases["jumps"], lambda _: _do_nothing)
    assert jumps.run.step is _do_nothing
    for phase in (phases["orders"], attrs.evolve(phases["jumps"], run=_do_nothing)):
        with pytest.raises(PluginError, match="runs no step"):
            wrapped_step(phase, lambda inner: inner)


def _do_nothing(context):
    """Do nothing."""

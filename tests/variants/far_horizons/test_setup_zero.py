"""Restrictions of technologies of level zero (FH-SETUP-003, -005), and places of ships."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model import ShipLocation


class Greatest(Falls):
    """Dice that always show their greatest number."""

    def _roll(self, sides: int) -> int:
        return sides


def human(**fields: object):
    return game_with({"species": {"Human": fields}})


@pytest.mark.rule("FH-SETUP-003")
@pytest.mark.parametrize(
    ("ship", "built"), [("DD", False), ("TR2", False), ("DDS", True), ("TR2S", True)]
)
def test_without_gravitics_only_sub_light_ships_are_built(ship, built):
    game = human(techs={"GV": 0, "MA": 40}, treasury=3000)
    result = step("production", game, {"Human": f"PRODUCTION PL Earth\nBUILD {ship} Try"})
    assert (result.ship("Human", "Try") is not None) is built
    assert ("no-gravitics" in result.codes("Human")) is not built
    assert ("Gravitics tech level must be at least 1" in result.log("Human")) is not built


@pytest.mark.rule("FH-SETUP-003")
def test_without_gravitics_starbases_are_built():
    game = human(techs={"GV": 0, "MA": 40}, treasury=3000)
    result = step("production", game, {"Human": "PRODUCTION PL Earth\nBUILD BAS Try, 200"})
    assert result.ship("Human", "Try").tonnage == 2


@pytest.mark.rule("FH-TEACH-007")
@pytest.mark.rule("FH-SETUP-005")
@pytest.mark.parametrize("example", examples("FH-SETUP-005"), ids=str)
def test_what_nobody_taught_cannot_be_researched(example):
    inputs = example.given
    tech = {"level": inputs["level"], "knowledge": inputs["knowledge"]}
    orders = {"Human": f"PRODUCTION PL Earth\n{inputs['order']}"}
    result = step("production", human(techs={"BI": tech}), orders)
    assert result.species("Human").techs["BI"].points == 0
    assert bool(result.remarks("Human")) is not example.expect["accepted"]
    assert "cannot be researched without transferred knowledge" in result.log("Human")


@pytest.mark.rule("FH-TEACH-007")
@pytest.mark.rule("FH-SETUP-005")
def test_what_was_taught_can_be_researched():
    game = human(techs={"BI": {"level": 0, "knowledge": 4}})
    result = step("production", game, {"Human": "PRODUCTION PL Earth\nRESEARCH 100 BI"})
    assert result.remarks("Human") == []
    assert result.species("Human").level("BI") == 4


@pytest.mark.rule("FH-SETUP-005")
def test_a_technology_at_zero_does_not_rise_by_itself():
    result = step("finish", human(techs={"BI": 0, "LS": 1}), chance=Greatest())
    assert result.species("Human").level("LS") == 2
    assert result.species("Human").level("BI") == 0


@pytest.mark.rule("FH-STAR-003")
def test_a_ship_may_be_in_any_sector_with_a_star_or_without():
    game = human(ships={"PB Scout": {"at": "Earth"}}, techs={"GV": 400})
    for sector in ((12, 13, 10), (11, 12, 13)):
        order = "JUMP PB Scout, {} {} {}".format(*sector)
        result = step("jumps", game, {"Human": order}, chance=Greatest())
        scout = result.ship("Human", "Scout")
        assert (scout.place.sector, scout.where) == (sector, ShipLocation.DEEP_SPACE)

"""The numbers of the economy: the rulebook's values, and the minimums for mods."""

from __future__ import annotations

import attrs
import pytest

from variants.far_horizons.economy import RULEBOOK_ECONOMY


def _number(field, value, least, *clauses):
    return pytest.param(field, value, least, marks=pytest.mark.rule(*clauses), id=field)


@pytest.mark.parametrize(
    ("field", "value", "least"),
    [
        _number("warship_upkeep", 20, 0, "FH-FLEET-001"),
        _number("starbase_upkeep", 10, 0, "FH-FLEET-001"),
        _number("transport_upkeep", 4, 0, "FH-FLEET-001"),
        _number("lsn_per_difference", 3, 0, "FH-LSN-001"),
        _number("most_resort_lsn", 5, 0, "FH-RESORT-001"),
        _number("home_people", 1500, 0, "FH-POP-009"),
        _number("safe_population", 50, 0, "FH-LOSS-001"),
        _number("start_level", 10, 1, "FH-SETUP-006"),
        _number("start_treasury", 0, 0, "FH-EU-001"),
        _number("start_shipyards", 1, 0, "FH-YARD-001"),
        _number("hull_price", 100, 1, "FH-SHIP-005", "FH-BAS-003"),
        _number("sub_light_price", 75, 1, "FH-SHIP-006"),
        _number("plant_price", 50_000, 1, "FH-TERRA-002"),
        _number("premium_percent", 10, 0, "FH-IBUILD-003"),
        _number("shipyard_price", 10, 0, "FH-YARD-002"),
        _number("estimate_price", 25, 0, "FH-ESTIMATE-001"),
        _number("upgrade_years", 40, 1, "FH-UPG-001"),
        _number("repair_years", 16, 1, "FH-DR-002"),
        _number("home_growth", 20, 0, "FH-RM-003", "FH-PROD-002"),
        _number("mining_wear", 150, 1, "FH-MINECOL-004"),
        _number("recovery_draw", 4, 0, "FH-EU-006"),
        _number("interception_price", 100, 0, "FH-INTERCEPT-005"),
        _number("largest_intercepted", 5, 0, "FH-INTERCEPT-009"),
        _number("largest_intercepted_transport", 20, 0, "FH-INTERCEPT-009"),
        _number("most_siege", 95, 0, "FH-SIEGE-004", "FH-SIEGE-015"),
        _number("free_level_sides", 6, 1, "FH-TECH-008"),
        _number("construction_level", 25, 0, "FH-IBUILD-001"),
    ],
)
def test_a_number_is_the_rulebooks_and_has_a_least_value(field, value, least):
    assert getattr(RULEBOOK_ECONOMY, field) == value
    assert getattr(attrs.evolve(RULEBOOK_ECONOMY, **{field: least}), field) == least
    with pytest.raises(ValueError, match=field):
        attrs.evolve(RULEBOOK_ECONOMY, **{field: least - 1})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("germs_linger", True, marks=pytest.mark.rule("FH-GERM-007")),
        pytest.param("idle_without_orders", False, marks=pytest.mark.rule("FH-PROD-007")),
        pytest.param("delivers_to_bare_planets", False, marks=pytest.mark.rule("FH-BUILD-010")),
        pytest.param("items_wait_for_ships", True, marks=pytest.mark.rule("FH-BUILD-005")),
        pytest.param("idle_ships_are_spared", False, marks=pytest.mark.rule("FH-INTERCEPT-008")),
        pytest.param("inventories_are_inherited", True, marks=pytest.mark.rule("FH-ASSIM-005")),
        pytest.param("taught_at_once", True, marks=pytest.mark.rule("FH-TECH-005")),
        pytest.param("starbases_age_exactly", True, marks=pytest.mark.rule("FH-AGE-003")),
        pytest.param("plants_keep_price", True, marks=pytest.mark.rule("FH-REC-003")),
    ],
)
def test_what_the_rulebook_decides(field, value):
    assert getattr(RULEBOOK_ECONOMY, field) is value


@pytest.mark.rule("FH-SIEGE-004", "FH-SIEGE-015")
def test_a_siege_never_takes_everything():
    assert attrs.evolve(RULEBOOK_ECONOMY, most_siege=99).most_siege == 99
    with pytest.raises(ValueError, match="most_siege"):
        attrs.evolve(RULEBOOK_ECONOMY, most_siege=100)

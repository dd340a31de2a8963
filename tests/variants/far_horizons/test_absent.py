"""Species whose players send no orders, and the assumptions of a forecast."""

from __future__ import annotations

import pytest

import horizons_core as hz

VARIANT = hz.load_variant("far_horizons")


def turn_of(absent, orders):
    game = VARIANT.new_game(["Ada", "Brin"], seed=4, options={"absent": absent, "last_turn": 0})
    return hz.run_turn(game, orders)


def log(turn, name):
    return "\n".join(event.text for event in turn.events if event.visible_to(name))


def test_the_program_drafts_orders_for_the_absent():
    turn = turn_of("drafted", {"Brin": "START PRODUCTION\nEND\n"})

    assert "No orders received" in log(turn, "Ada")
    assert "Start of production on PL Ada Prime" in log(turn, "Ada")
    assert turn.game.empire("Ada").treasury > 0
    assert turn.diagnostics["Ada"] == []
    assert "No orders received" not in log(turn, "Brin")


def test_drafts_are_nobodys_mistakes():
    game = VARIANT.new_game(["Ada"], seed=4, options={"last_turn": 0})
    x, y, z = game.empire("Ada").home.sector
    poor = {"at": f"{x} {y} {z} #1", "mining_base": 0.1, "manufacturing_base": 0.1,
            "ordered": {"IU": 5}}  # fmt: skip
    state = {"species": {"Ada": {"techs": {"LS": 90}, "planets": {"Poor": poor}}}}
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    turn = hz.run_turn(game, {})

    assert "Order ignored" in log(turn, "Ada")
    assert turn.diagnostics["Ada"] == []


def test_without_drafts_unspent_production_is_money_all_the_same():
    """By the rulebook a missing section is no error (FH-ORDER-003)."""
    drafted, turn = turn_of("drafted", {}), turn_of("nothing", {})

    assert "No orders received" not in log(turn, "Ada")
    assert turn.game.empire("Ada").treasury == drafted.game.empire("Ada").treasury > 0


def test_an_empty_set_of_orders_is_an_answer():
    assert "No orders received" not in log(turn_of("drafted", {"Ada": ""}), "Ada")


@pytest.mark.parametrize("option", ["", "maybe", 3])
def test_other_options_are_refused(option):
    with pytest.raises(hz.HorizonsError, match="drafted, nothing"):
        turn_of(option, {})


def test_a_forecast_loses_no_ship_that_need_not_be_lost():
    """Only the dice of the turn can; a jump that must go wrong goes wrong in the forecast too."""
    game = VARIANT.new_game(["Ada"], seed=4, options={"last_turn": 0})
    state = {"species": {"Ada": {"ships": {f"TR1 Scout{n}": {"at": "Ada Prime", "age": 30}
                                           for n in range(20)}}}}  # fmt: skip
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    x, y, z = game.empire("Ada").home.sector
    jumps = [f"Jump TR1 Scout{n}, {x} {y} {z + (1 if n else 900)}" for n in range(20)]
    text = "START JUMPS\n" + "\n".join(jumps) + "\nEND\n"
    sectors = [ship["sector"] for ship in VARIANT.forecast(game, "Ada", text)["ships"]]

    assert sectors.count([x, y, z + 1]) == 19

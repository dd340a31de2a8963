"""The contract of all variants, and a test for each clause of the rulebook."""
# ruff: noqa: ANN001, ANN201, D101, S101

import pytest

import horizons_core as hz
from horizons_core.testing import VariantContract

PROSPECTORS = hz.load_variant("prospectors")


class TestContract(VariantContract):
    variant_name = "prospectors"
    battles = ({"attackers": 3, "defenders": 2}, {"attackers": 1, "defenders": 12})
    unforeseen_refusals = frozenset({"no-robots"})  # dice decide the order of two claims


@pytest.fixture
def game():
    """Return a game: rock 1 is Ada's home, rock 5 Brin's."""
    return PROSPECTORS.new_game(["Ada", "Brin"], seed=1)


@pytest.mark.rule("PR-SET")
def test_everybody_starts_at_a_home_with_robots_on_board(game):
    assert [rock.owner for rock in game.rocks] == ["Ada", "", "", "", "Brin", "", "", ""]
    assert [(ship.at, ship.robots) for ship in game.ships] == [(1, 2), (5, 2)]
    assert [empire.stock for empire in game.empires] == [{"ore": 9}] * 2
    assert all(3 <= rock.ore <= 18 for rock in game.rocks if not rock.owner)


@pytest.mark.rule("PR-BUY")
def test_a_robot_costs_three_ore(game):
    turn = hz.run_turn(game, {"Ada": "BUY 3", "Brin": "BUY 4"}, only=["market"])
    assert [ship.robots for ship in turn.game.ships] == [5, 2]
    assert [empire.stock["ore"] for empire in turn.game.empires] == [0, 9]
    assert [remark.code for remark in turn.diagnostics["Brin"]] == ["too-expensive"]


@pytest.mark.rule("PR-FLY")
def test_a_ship_flies_two_steps_the_short_way_round(game):
    turn = hz.run_turn(game, {"Ada": "FLY 7", "Brin": "FLY 8"})
    assert [ship.at for ship in turn.game.ships] == [7, 5]
    assert [remark.code for remark in turn.diagnostics["Brin"]] == ["too-far"]


@pytest.mark.rule("PR-FLY")
def test_a_ship_flies_once_a_turn(game):
    turn = hz.run_turn(game, {"Ada": "FLY 3\nFLY 4"})
    assert turn.game.ship("Ada").at == 3


@pytest.mark.rule("PR-CLA")
def test_who_lands_on_a_free_rock_claims_it_and_everybody_sees_that(game):
    turn = hz.run_turn(game, {"Ada": "FLY 2\nCLAIM 1"})
    rock = PROSPECTORS.view(turn.game, "Brin")["rocks"][1]
    assert rock == {"rock": 2, "owner": "Ada", "ore": "?", "robots": "?"}
    assert "Ada claims rock 2." in turn.report("Brin").text


@pytest.mark.rule("PR-JMP")
def test_a_hundred_robots_take_a_rock_from_one(game):
    game.ship("Ada").at, game.ship("Ada").robots = 5, 100
    turn = hz.run_turn(game, {"Ada": "CLAIM 100"})
    assert turn.game.rocks[4].owner == "Ada"
    assert turn.game.rocks[4].robots in {99, 100}


@pytest.mark.rule("PR-JMP")
def test_a_rock_is_free_when_no_robot_is_left():
    battle = PROSPECTORS.battle({"attackers": 1, "defenders": 1})
    winners = PROSPECTORS.combat.simulate(battle, 1000, key=1).winner.tolist()
    # In a round both are hit with 1/6, the defender alone with 1/6, the attacker alone with 1/3.
    assert 200 < winners.count(-1) < 300
    assert 200 < winners.count(0) < 300


@pytest.mark.rule("PR-DIG")
def test_no_more_is_dug_than_there_is(game):
    game.rocks[0].ore = 1
    turn = hz.run_turn(game, {})
    assert turn.game.rocks[0].ore == 0
    assert turn.game.empire("Ada").stock["ore"] == 10


@pytest.mark.rule("PR-END")
def test_the_richest_wins_after_the_last_turn(game):
    game.options["turns"] = 1
    assert hz.run_turn(game, {"Brin": "BUY 3"}).game.outcome.winners == ("Ada",)

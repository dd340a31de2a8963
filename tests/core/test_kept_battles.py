"""A battle that a turn keeps is the one that was fought, whatever became of its ships after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from horizons_core.scenarios import load_scenario, run_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FOUGHT_IN_SPACE = [
    "campaign2e/battle_of_allies_on_one_side",
    "event_horizon/retreat_under_fire",
    "far_horizons/war_attack_all_enemies",
    "far_horizons/war_ambush_then_battle",
    "galaxy_g/coalition_helper",
    "starcluster/battle_of_enemies",
]


def battles_of(name):
    """The battles of a scenario, each with its turn."""
    turns = run_scenario(load_scenario(SCENARIOS / f"{name}.yaml")).turns
    return [(turn, kept) for turn in turns for kept in turn.battles]


@pytest.mark.parametrize("name", FOUGHT_IN_SPACE)
def test_a_kept_battle_is_the_one_that_events_tell_of(name):
    found = battles_of(name)
    assert found
    for turn, kept in found:
        (told,) = (
            event
            for event in turn.events
            if (event.phase, event.place) == (kept.phase, kept.place)
            and "shots" in event.data
            and not event.audience
        )
        again = turn.variant.combat.simulate(kept.battle, 1, kept.key)
        winner = told.data["winner"]
        assert again.winner.tolist() == [-1 if winner is None else winner]
        assert again.rounds.tolist() == [told.data["rounds"]]
        assert again.shots.tolist() == [sum(s.get("count", 1) for s in told.data["shots"])]
        assert list(again.sides) == told.data["sides"]


@pytest.mark.parametrize("name", [*FOUGHT_IN_SPACE, "starcluster/troops_take_a_colony"])
def test_each_side_of_a_kept_battle_has_its_empires(name):
    for turn, kept in battles_of(name):
        assert len(kept.empires) == len(kept.battle.sides)
        fighting = [empire for side in kept.empires for empire in side]
        assert len(fighting) == len(set(fighting))
        assert set(fighting) <= {empire.id for empire in turn.game.empires}


def test_allies_on_one_side_are_one_side():
    ((_, kept),) = battles_of("campaign2e/battle_of_allies_on_one_side")
    assert kept.empires == (("Ada", "Brin"), ("Cleo",))


def test_a_kept_fight_for_a_planet_is_the_one_that_was_fought():
    turn, kept = battles_of("starcluster/troops_take_a_colony")[0]
    told = next(event.data for event in turn.events if "defender" in event.data)
    again = turn.variant.combat.simulate(kept.battle, 1, kept.key)
    assert again.rounds.tolist() == [told["rounds"]]
    assert kept.empires == ((told["attacker"],), (told["defender"],))
    assert (again.winner.tolist() == [0]) == (told["result"] == "the planet falls")

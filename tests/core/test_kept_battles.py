"""A turn stores its battles as they were fought, regardless of what happens to the ships later."""

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
    """Return the battles of a scenario, each with its turn."""
    turns = run_scenario(load_scenario(SCENARIOS / f"{name}.yaml")).turns
    return [(turn, battle) for turn in turns for battle in turn.battles]


@pytest.mark.parametrize("name", FOUGHT_IN_SPACE)
def test_a_recorded_battle_is_the_one_in_the_events(name):
    battles = battles_of(name)
    assert battles
    for turn, fought in battles:
        (battle_event,) = (
            event
            for event in turn.events
            if (event.phase, event.place) == (fought.phase, fought.place)
            and "shots" in event.data
            and not event.audience
        )
        replay = turn.variant.combat.simulate(fought.battle, 1, fought.key)
        winner = battle_event.data["winner"]
        assert replay.winner.tolist() == [-1 if winner is None else winner]
        assert replay.rounds.tolist() == [battle_event.data["rounds"]]
        assert replay.shots.tolist() == [sum(s.get("count", 1) for s in battle_event.data["shots"])]
        assert list(replay.sides) == battle_event.data["sides"]


@pytest.mark.parametrize("name", [*FOUGHT_IN_SPACE, "starcluster/troops_take_a_colony"])
def test_each_side_of_a_kept_battle_has_its_empires(name):
    for turn, fought in battles_of(name):
        assert len(fought.empires) == len(fought.battle.sides)
        fighting = [empire for side in fought.empires for empire in side]
        assert len(fighting) == len(set(fighting))
        assert set(fighting) <= {empire.id for empire in turn.game.empires}


def test_allies_on_one_side_are_one_side():
    ((_, fought),) = battles_of("campaign2e/battle_of_allies_on_one_side")
    assert fought.empires == (("Ada", "Brin"), ("Cleo",))


def test_a_kept_fight_for_a_planet_is_the_one_that_was_fought():
    turn, fought = battles_of("starcluster/troops_take_a_colony")[0]
    facts = next(event.data for event in turn.events if "defender" in event.data)
    replay = turn.variant.combat.simulate(fought.battle, 1, fought.key)
    assert replay.rounds.tolist() == [facts["rounds"]]
    assert fought.empires == ((facts["attacker"],), (facts["defender"],))
    assert (replay.winner.tolist() == [0]) == (facts["result"] == "the planet falls")

"""House rules for Far Horizons: each does what it says, in games, and nothing else is changed."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.plugins import load_variant
from horizons_core.plugins.data_mods import read_data_mod
from tests.mods import loading
from variants import far_horizons

PLAIN = load_variant("far_horizons")
SPECIES = ["Ada", "Brin"]


def with_mods(*names):
    return loading.variant_with("far_horizons", *names)


@pytest.mark.parametrize("name", loading.names("far_horizons"))
def test_it_is_short_and_games_with_it_are_played_twice_the_same(name):
    assert loading.lines_of("far_horizons", name) < loading.MOST_LINES
    variant = with_mods(name)
    game = variant.new_game(SPECIES, seed=7)
    once, again = (hz.run_turn(game, {}, variant=variant) for _ in range(2))
    assert once.digest == again.digest
    assert variant.invariants(once.game) == []
    assert once.report("Ada").text
    assert hz.load(hz.dump(once.game), variant=variant) == once.game


# battles

RAID = "START COMBAT\nBATTLE 1 1 1\nATTACK SP Brin Empire\nENGAGE 3\nEND\n"
SPEC = {"sides": {name: {"ships": [{"class": "DD", "count": 5}]} for name in SPECIES}}


def meeting(variant):
    """A game in which five destroyers of each species stand in one sector of deep space."""
    game = variant.new_game(SPECIES, seed=7)
    fleet = {f"DD Number{n}": {"at": "1 1 1"} for n in range(5)}
    state = {"species": {name: {"ships": fleet} for name in SPECIES}}
    assert variant.hook.horizons_scenario_state(game=game, state=state)
    return game


def shots(variant):
    """How often the shots of a battle in a game hit or miss; "hits" and "misses"."""
    turn = hz.run_turn(meeting(variant), {"Ada": RAID}, variant=variant)
    told = [event for event in turn.events if event.code == "shot" and "Ada" in event.audience]
    return [event.data["outcome"] for event in told]


def foreseen_shots(variant):
    """The same in Ada's forecast."""
    foreseen = variant.forecast(meeting(variant), "Ada", RAID)["forecast"]["events"]
    return [event["data"]["outcome"] for event in foreseen if event["code"] == "shot"]


def lost(variant):
    """How many ships a side loses of five, on average, in a battle without a game."""
    found = variant.combat.simulate(variant.battle(SPEC), 2000, key="any")
    return found.measures["ships lost"].mean()


def fired(variant):
    """How many shots a battle without a game takes, on average."""
    return variant.combat.simulate(variant.battle(SPEC), 2000, key="any").shots.mean()


def test_a_changed_battle_rule_holds_in_games_forecasts_and_the_kernel():
    changed = with_mods("battle_rule")
    for told in (shots, foreseen_shots):
        assert len(told(changed)) > 1.5 * len(told(PLAIN))
    assert fired(changed) > 1.5 * fired(PLAIN)


def test_a_replaced_resolver_fights_in_games_forecasts_and_questions():
    truce = with_mods("replaced_resolver")
    for told in (shots, foreseen_shots):
        assert len(told(PLAIN)) > 5
        assert told(truce) == []
    assert lost(PLAIN) > 1
    assert lost(truce) == 0
    assert truce.combat.resolve(truce.battle(SPEC), key=1).shots == ()


class FirstSideWins:
    """A fight without dice and without a kernel: all others lose their ships at once."""

    def __init__(self, scene):
        self.scene = scene

    def rounds(self, action, log):
        from variants.far_horizons.battle.model import State

        for one in action.fighters:
            if one.side > 0 and one.a_ship:
                one.state = State.DESTROYED
        return True

    def aims(self, action, log):
        return []

    def infects(self, action, side, target, bombs):
        return False


def test_a_fight_needs_no_kernel():
    class Decree(far_horizons.combat.Resolver):
        def fight(self, scene, chance):
            return FirstSideWins(scene)

    class Mod:
        horizons_combat_resolver = hz.hookimpl(Decree)

        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("decree", "far_horizons", "Decree", "1.0", "The first side wins.")

    variant = hz.Variant(far_horizons, [Mod])
    turn = hz.run_turn(meeting(variant), {"Ada": RAID}, variant=variant)
    named = [
        sum("Number" in ship.name for ship in species.living_ships())
        for species in turn.game.empires
    ]
    assert named == [5, 0]


def test_a_mod_of_data_sets_battle_rules():
    text = """
[mod]
name = "long_shots"
variant = "far_horizons"
title = "Long shots"
summary = "Nobody shoots more than once a round."

[combat.rules]
most_shots = 1
"""
    variant = hz.Variant(far_horizons, [read_data_mod(text, "long_shots.toml")])
    assert variant.combat.rules.most_shots == 1
    assert variant.combat.rules.favourite_percent == PLAIN.combat.rules.favourite_percent
    assert shots(variant) != shots(PLAIN)
    for wrong in ("most_shot = 1", "most_shots = true", "most_shots = 0"):
        faulty = read_data_mod(text.replace("most_shots = 1", wrong), "long_shots.toml")
        with pytest.raises(PluginError, match="long_shots.toml: \\[combat\\]"):
            _ = hz.Variant(far_horizons, [faulty]).combat


def test_rules_that_cannot_be_are_refused():
    rules = type(PLAIN.combat.rules)
    with pytest.raises(ValueError, match="favourite_percent"):
        rules(favourite_percent=101)

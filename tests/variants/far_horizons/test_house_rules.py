"""A house rule applies everywhere: in turns, forecasts, views, reports, bots and battles."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.plugins import load_variant, wrapped_methods
from horizons_core.plugins.data_mods import read_data_mod
from tests.mods import loading
from variants import far_horizons

PLAIN = load_variant("far_horizons")
SPECIES = ["Ada", "Brin"]


def with_mods(*names):
    return loading.variant_with("far_horizons", *names)


def new_game(variant):
    return loading.new_game(variant)


def home(game):
    """Return Ada's home planet in the game."""
    return next(game.empires[0].living_colonies())


def production(game, orders=""):
    """Return a production section for Ada's home planet."""
    return f"START PRODUCTION\nPRODUCTION PL {home(game).name}\n{orders}\nEND\n"


def play(variant, orders="", game=None):
    """Run a turn with these orders of Ada for her home planet."""
    game = game or new_game(variant)
    return hz.run_turn(game, {"Ada": production(game, orders)}, variant=variant)


# the economy


def hull(variant):
    """Return the cost of a transport of 20,000 tons in a turn, a forecast, page and orders."""
    game = new_game(variant)
    treasury = game.empires[0].treasury
    turn, view = play(variant, "Build TR2 Mule", game), variant.view(game, "Ada")
    (built,) = (event for event in turn.events if event.code == "ship-built")
    balance = view["colonies"][0]["to_spend"]
    left = turn.game.empires[0].treasury - treasury
    foreseen = variant.forecast(game, "Ada", production(game, "Build TR2 Mule"))
    cost = built.data["cost"]
    assert (balance - left, foreseen["treasury"] - treasury) == (cost, left)
    page = hz.run_turn(game, {}, variant=variant).report("Ada").html
    assert f'["TR2 Transport","Build TR2 ???",{cost},' in page
    return cost


def test_a_price_is_that_of_turn_forecast_planner_and_page():
    assert hull(PLAIN) == 200
    assert hull(with_mods("replaced_formula")) == 400
    assert hull(with_mods("by_data.toml")) == 160


def test_prices_hold_for_starbases_recycling_upgrades_and_bots():
    dear = with_mods("replaced_formula")
    game = new_game(dear)
    refused = dear.check_orders(game, "Ada", production(game, "Build BAS Fort, 100"))
    assert [remark.message for remark in refused] == [
        "BUILD: Amount spent on starbase must be multiple of 200."
    ]
    ship = play(dear, "Build BAS Fort, 200", game).game.empires[0].ships[0]
    assert (ship.tonnage, dear.economy.recycled_ship(ship)) == (1, 3 * 200 * 60 // 200)
    assert dear.economy.upgrade_cost(4, dear.economy.original_cost(ship)) == 20
    for variant, cost in ((PLAIN, 100), (dear, 200)):
        planners = [bot for name, bot in variant.own_bots.items() if name != "random"]
        assert {bot.economy.ship_cost(1) for bot in planners} == {cost}
        chosen = {"producer": f"PL {home(game).name}", "item": None}
        boat, *_ = variant.choices(variant.view(game, "Ada"), "BUILD", chosen).choices
        assert (boat.value.split()[0], boat.cost.amount) == ("PB", cost)


def spendable(variant):
    """Return the spendable units of Ada's home planet, by turn, view, forecast and ranking."""
    game = new_game(variant)
    (before,) = variant.view(game, "Ada")["colonies"]
    turn = play(variant, game=game)
    (start,) = (e for e in turn.events if e.code == "production-start" and "Ada" in e.audience)
    foreseen = variant.forecast(game, "Ada", production(game))
    ranks = {rank.empire: rank.figures["revenue"] for rank in variant.ranking(game)}
    assert start.data["balance"] == before["to_spend"] == ranks[game.empires[0].name]
    assert foreseen["treasury"] == turn.game.empires[0].treasury == before["to_spend"]
    return before["to_spend"]


def test_an_output_is_that_of_turn_view_forecast_and_ranking():
    plain = spendable(PLAIN)
    assert spendable(with_mods("wrapped_formula")) == 2 * plain
    assert spendable(with_mods("replaced_formula", "wrapped_formula")) == 2 * plain


def with_formulas(**methods):
    """Return the game with some formulas of its economy wrapped."""

    class Changed:
        @hz.hookimpl(wrapper=True)
        def horizons_economy(self):
            return wrapped_methods((yield), **methods)

        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("changed", "far_horizons", "Changed", "1.0", "Other formulas.")

    return hz.Variant(far_horizons, [Changed])


def test_the_chance_of_a_mishap_is_that_of_orders_drafts_bots_and_odds():
    safe = with_formulas(mishap_chance=lambda *_: 0)
    jump = {"from": "1 1 1", "to": "9 9 9", "gravitics": 1, "radius": 6,
            "ships": [{"name": "DD Dawson"}]}  # fmt: skip
    for variant, lost in ((PLAIN, True), (safe, False)):
        question = variant.battle({"jump": jump})
        assert (variant.combat.simulate(question, 200, key=1).wins("lost") > 0) is lost
    game = play(safe, "Build TR1 Eye").game
    x, y, z = next(s.sector for s in game.stars if s.sector != game.empires[0].home.sector)
    turn = hz.run_turn(
        game, {"Ada": f"START JUMPS\nJUMP TR1 Eye, {x} {y} {z}\nEND\n"}, variant=safe
    )
    (tried,) = (event for event in turn.events if event.code == "jump-tried")
    assert tried.data["percent"] == 0
    assert "mishap chance = 0.00%" in safe.bots["auto"].orders(safe.view(game, "Ada"), None)


def test_research_life_support_and_the_fleet_go_by_the_economy():
    slow = with_formulas(research_cost=lambda cost, level: 10 * cost(level))
    assert (
        "next level about 1,000" in hz.run_turn(new_game(slow), {}, variant=slow).report("Ada").html
    )
    harsh = with_formulas(lsn=lambda lsn, *planet: lsn(*planet) + 1)
    planets = [
        variant.view(new_game(variant), "Ada")["scans"][0]["planets"] for variant in (PLAIN, harsh)
    ]
    assert [p["life_support"] + 1 for p in planets[0]] == [p["life_support"] for p in planets[1]]
    costly = with_formulas(upkeep=lambda upkeep, ship: 5 * upkeep(ship))
    fleets = [play(v, "Build TR2 Mule").game.empires[0].fleet_cost for v in (PLAIN, costly)]
    assert fleets[1] == 5 * fleets[0] > 0


def gains(variant):
    """Return the gain by each hijacked destroyer in a game, and by all in battles without one."""
    raid = RAID.replace("ATTACK", "HIJACK")
    orders = {"Ada": raid, "Brin": raid.replace("Brin", "Ada")}
    turn = hz.run_turn(meeting(variant), orders, variant=variant)
    prizes = [e for e in turn.events if e.code == "ship-hijacked" and "Ada" in e.audience]
    side = {"ships": [{"class": "DD", "count": 5}], "orders": ["HIJACK Brin", "ENGAGE 3"]}
    spec = {"sides": SPEC["sides"] | {"Ada": side}}
    gains = variant.combat.simulate(variant.battle(spec), 500, key="any").measures
    return [event.data["amount"] for event in prizes], gains["economic units gained"].sum()


def test_what_hijacked_ships_bring_goes_by_the_economy():
    (plain, without), (dear, doubled) = gains(PLAIN), gains(with_mods("replaced_formula"))
    assert dear == [2 * amount for amount in plain] != []
    assert doubled == pytest.approx(2 * without, rel=0.01)


@pytest.mark.parametrize(
    ("constant", "fault"),
    [("hull_price = 0", "hull_price"), ("hul_price = 9", "did you mean 'hull_price'"),
     ("hull_price = 'much'", "a whole number")],
)  # fmt: skip
def test_a_number_that_cannot_be_is_refused_before_a_game(constant, fault):
    text = f"[mod]\nname = 'm'\nvariant = 'far_horizons'\n[economy]\n{constant}\n"
    with pytest.raises(PluginError) as refused:
        hz.Variant(far_horizons, [read_data_mod(text, "m.toml")])
    assert fault in str(refused.value)


# battles

RAID = "START COMBAT\nBATTLE 1 1 1\nATTACK SP Brin Empire\nENGAGE 3\nEND\n"
SPEC = {"sides": {name: {"ships": [{"class": "DD", "count": 5}]} for name in SPECIES}}


def meeting(variant):
    """Return a game with five destroyers of each species in one sector of deep space."""
    game = variant.new_game(SPECIES, seed=7)
    fleet = {f"DD Number{n}": {"at": "1 1 1"} for n in range(5)}
    state = {"species": {name: {"ships": fleet} for name in SPECIES}}
    assert variant.hook.horizons_scenario_state(game=game, state=state)
    return game


def shots(variant):
    """Return the outcomes of the shots of a battle in a game; "hits" and "misses"."""
    turn = hz.run_turn(meeting(variant), {"Ada": RAID}, variant=variant)
    events = [event for event in turn.events if event.code == "shot" and "Ada" in event.audience]
    return [event.data["outcome"] for event in events]


def foreseen_shots(variant):
    """Return the outcomes of shots in Ada's forecast."""
    foreseen = variant.forecast(meeting(variant), "Ada", RAID)["forecast"]["events"]
    return [event["data"]["outcome"] for event in foreseen if event["code"] == "shot"]


def losses(variant):
    """Return the average losses of a side of five ships in a battle without a game."""
    simulation = variant.combat.simulate(variant.battle(SPEC), 2000, key="any")
    return simulation.measures["ships lost"].mean()


def mean_shots(variant):
    """Return the average number of shots in a battle without a game."""
    return variant.combat.simulate(variant.battle(SPEC), 2000, key="any").shots.mean()


def test_a_changed_battle_rule_holds_in_games_forecasts_and_the_kernel():
    changed = with_mods("battle_rule")
    for outcomes in (shots, foreseen_shots):
        assert len(outcomes(changed)) > 1.5 * len(outcomes(PLAIN))
    assert mean_shots(changed) > 1.5 * mean_shots(PLAIN)


def test_a_replaced_resolver_fights_in_games_forecasts_and_questions():
    truce = with_mods("replaced_resolver")
    for outcomes in (shots, foreseen_shots):
        assert len(outcomes(PLAIN)) > 5
        assert outcomes(truce) == []
    assert losses(PLAIN) > 1
    assert losses(truce) == 0
    assert truce.combat.resolve(truce.battle(SPEC), key=1).shots == ()


class FirstSideWins:
    """A fight without dice and without a kernel: all others lose their ships at once."""

    battle = None

    def __init__(self, scene):
        self.scene = scene

    def rounds(self, action, log):
        from variants.far_horizons.battle.model import FighterState

        for fighter in action.fighters:
            if fighter.side > 0 and fighter.is_ship:
                fighter.state = FighterState.DESTROYED
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
        with pytest.raises(PluginError, match=r"long_shots.toml, line \d: \[combat\]"):
            hz.Variant(far_horizons, [faulty])


def test_rules_that_cannot_be_are_refused():
    rules = type(PLAIN.combat.rules)
    with pytest.raises(ValueError, match="favourite_percent"):
        rules(favourite_percent=101)


# the end


def test_another_victory_is_announced_with_the_final_summary():
    game = new_game(PLAIN)
    game.empires[1].stock["EU"] = 5000
    text = " ".join(play(with_mods("victory"), game=game).report("Ada").text.split())
    assert f"ends after turn 1: 2,000 units. Won by SP {game.empires[1].name}." in text
    assert "Final summary:" in text


# orders

PRAY = 'START PRE-DEPARTURE\nPray "{planet}"\nEND\n'


def test_a_new_order_is_read_by_three_letters_and_refused_with_place_and_remedy():
    variant = with_mods("new_order")
    game = new_game(variant)
    assert variant.check_orders(game, "Ada", PRAY.format(planet=home(game).name).upper()) == []
    [wrong] = variant.check_orders(game, "Ada", "START PRE-DEPARTURE\nPra Nowhere\nEND\n")
    assert (wrong.code, wrong.line, wrong.column, wrong.words) == (
        "unknown-planet",
        2,
        5,
        "Nowhere",
    )
    [section] = variant.check_orders(game, "Ada", "START JUMPS\nPray Nowhere\nEND\n")
    assert section.code == "wrong-section"
    assert "PRE-DEPARTURE" in section.hint
    missing = variant.check_orders(game, "Ada", "START PRE-DEPARTURE\nPray\nEND\n")
    assert [remark.line for remark in missing] == [2]


def test_a_refused_order_of_a_mod_stands_in_the_log_and_ends_no_turn():
    turn = loading.play(with_mods("new_order"), PRAY.format(planet="Nowhere"))
    assert "PRAY: you know no planet 'Nowhere'" in turn.report("Ada").text
    assert [remark.code for remark in turn.diagnostics["Ada"]] == ["unknown-planet"]

"""House rules for Event Horizon: each has its effect in games, and no other."""

from __future__ import annotations

import pytest

import horizons_core as hz
from examples.mods.event_horizon import replaced_formula
from horizons_core.errors import PluginError
from horizons_core.plugins import load_variant
from tests.mods import loading
from variants import event_horizon
from variants.event_horizon.mods import shared_mining

PLAIN = load_variant("event_horizon")
NAMES = loading.names("event_horizon")


def with_mods(*names):
    return loading.variant_with("event_horizon", *names)


def new_game(variant, **options):
    return variant.new_game(["Ada", "Brin"], seed=7, options=options)


def play(variant, text="", turns=1, game=None, **options):
    """Run some turns with these orders of both Ada and Brin, and return the last."""
    game = game or new_game(variant, **options)
    for _ in range(turns):
        turn = hz.run_turn(game, {"Ada": text, "Brin": text}, variant=variant)
        game = turn.game
    return turn


def meeting(variant):
    """Return a game with warships of both players in one sector."""
    game = new_game(variant)
    state = {
        "ships": [
            {"owner": o, "number": n, "sector": "1,1", "hull": 4, "thrusters": 2, "weapons": 2}
            for o in ("Ada", "Brin")
            for n in (2, 3, 4)
        ]
    }
    assert variant.hook.horizons_scenario_state(game=game, state=state)
    return game


def test_there_is_one_for_every_seam():
    assert set(NAMES) == {
        "battle_rule", "by_data.toml", "clause", "new_order", "option", "replaced_formula",
        "replaced_resolver", "report_text", "victory", "wrapped_formula", "wrapped_language",
        "wrapped_phase",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short_and_games_with_it_are_played_twice_the_same(name):
    assert loading.lines_of("event_horizon", name) < loading.MAX_LINES
    variant = with_mods(name)
    orders = "BUILD 1 3 1 2 1 Lancer\nMOVE 1 E"
    first, second = (play(variant, orders, turns=3) for _ in range(2))
    assert first.digest == second.digest
    assert variant.invariants(first.game) == []
    assert first.report("Ada").text
    assert hz.load(hz.dump(first.game), variant=variant) == first.game


def test_a_new_order_is_checked_forecast_and_carried_out():
    variant = with_mods("new_order")
    game = play(variant, "BUILD 2 0 1 0 0").game
    assert variant.check_orders(game, "Ada", "SCUTTLE 2") == []
    foreseen = variant.forecast(game, "Ada", "SCUTTLE 2")
    assert [ship["number"] for ship in foreseen["ships"]] == [1, 3]
    assert variant.check_orders(game, "Ada", "SCUTTLE 9")[0].code == "unknown-ship"
    assert len(play(variant, "scuttle 2", game=game).game.ships_of("Ada")) == 2
    assert "SCUTTLE" in variant.order_options(variant.view(game, "Ada"))


def yields(variant):
    """Return the yields of motherships in home sectors of value 5, in a forecast and in a turn."""
    game = new_game(variant)
    before = game.empires[0].stock["hull"]
    foreseen = variant.forecast(game, "Ada", "")["stock"]["hull"] - before
    turn = hz.run_turn(game, {}, variant=variant)
    assert turn.game.empires[0].stock["hull"] - before == foreseen
    assert variant.view(turn.game, "Ada")["stock"]["hull"] == before + foreseen
    return foreseen


def test_formulas_are_replaced_and_wrapped_in_turns_and_forecasts():
    assert yields(PLAIN) == 10
    assert yields(with_mods("replaced_formula")) == 5
    assert yields(with_mods("wrapped_formula")) == 11
    assert yields(with_mods("replaced_formula", "wrapped_formula")) == 6
    assert yields(with_mods("wrapped_formula", "replaced_formula")) == 6


def shots(variant):
    turn = hz.run_turn(meeting(variant), {}, variant=variant)
    return [shot for event in turn.events if event.code == "battle.fought" and not event.audience
            for shot in event.data["shots"]]  # fmt: skip


def test_a_replaced_resolver_fights_the_battles_of_games():
    assert shots(PLAIN)
    assert shots(with_mods("replaced_resolver")) == []


def test_a_changed_battle_rule_holds_in_games_and_in_the_kernel():
    ship = {"hull": 6, "thrusters": 2, "weapons": 2, "shields": 0}
    spec = {"sides": {"Ada": [{**ship, "count": 3}], "Brin": [{**ship, "count": 3}]}, "turns": 2}

    def lost(variant):
        stats = variant.combat.simulate(variant.battle(spec), 2000, key="any")
        return stats.measures["components lost"].sum()

    assert lost(with_mods("battle_rule")) > 1.5 * lost(PLAIN)
    harm = [sum(s["damage"] for s in shots(v)) for v in (PLAIN, with_mods("battle_rule"))]
    assert harm[1] > harm[0]


def test_a_wrapped_phase_does_what_it_did_and_more():
    plain, more = (
        hz.run_turn(new_game(v), {}, variant=v) for v in (PLAIN, with_mods("wrapped_phase"))
    )
    assert more.game.empires[0].stock["hull"] == plain.game.empires[0].stock["hull"] + 1


def test_a_wrapped_language_reads_both():
    turn = play(with_mods("wrapped_language"), "BAUE 1 0 1 0 0\nBUILD 1 0 1 0 0")
    assert len(turn.game.ships_of("Ada")) == 3


def test_reports_and_sentences_are_changed():
    report = play(with_mods("report_text"), "BUILD 1 0 1 0 0 Probe").report("Ada")
    assert report.text.endswith("Questions? Ask Cleo.\n")
    assert "Launched Probe (#2)." in report.text
    assert report.data["events"][0]["text"] == "Launched Probe (#2)."


def test_an_option_is_checked_and_heeded():
    variant = with_mods("option")
    assert new_game(variant).empires[0].stock["hull"] == 25
    assert new_game(variant, bonus=7).empires[0].stock["hull"] == 27
    with pytest.raises(hz.HorizonsError, match="from 0 to 100"):
        new_game(variant, bonus=101)


def test_clauses_of_a_mod_are_in_the_catalogue_and_in_the_ledger():
    variant = with_mods("clause")
    assert "EH-SALVAGE-001" in variant.rules
    assert "EH-SALVAGE-001" not in PLAIN.rules
    game = meeting(variant)
    lost = {"Ada": 0, "Brin": 0}
    while not sum(lost.values()):
        turn = hz.run_turn(game, {}, variant=variant)
        for event in turn.events:
            if event.code == "ship.lost" and event.phase == "combat":
                lost[event.audience[0]] += 1
        game = turn.game
    salvaged = [e.empire for e in turn.ledger.entries if e.rules == ("EH-SALVAGE-001",)]
    assert {name: salvaged.count(name) for name in lost} == lost


def test_victory_is_another():
    game = new_game(with_mods("victory"))
    game.empires[1].stock["thruster"] = 50
    turn = play(with_mods("victory"), game=game)
    assert turn.game.outcome.reason == "fifty thrusters"
    assert turn.game.outcome.winners == ("Brin",)


def test_a_mod_of_data_sets_what_economy_and_resolver_declare():
    variant = with_mods("by_data.toml")
    game = new_game(variant)
    assert game.empires[0].stock == {"hull": 20, "thruster": 8, "weapon": 20, "shield": 8}
    assert (game.options["turn_limit"], variant.combat.damage) == (60, 2)


def test_mods_that_replace_the_same_are_refused_and_wrappers_are_not():
    with pytest.raises(PluginError, match="'flat_mining' and 'shared_mining' both replace"):
        hz.Variant(event_horizon, [replaced_formula, shared_mining])
    together = [name for name in NAMES if name not in ("replaced_resolver", "by_data.toml")]
    assert len(with_mods(*together).mods) == len(together)

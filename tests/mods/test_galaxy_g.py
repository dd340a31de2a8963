"""House rules for Galaxy G: each has its effect in games, and no other."""

from __future__ import annotations

import pytest

import horizons_core as hz
from examples.mods.galaxy_g import replaced_formula, replaced_resolver
from horizons_core.errors import PluginError
from horizons_core.plugins import load_variant
from tests.mods import loading
from variants import galaxy_g

PLAIN = load_variant("galaxy_g")
NAMES = loading.names("galaxy_g")
RACES = ["Ada", "Brin"]


def with_mods(*names):
    return loading.variant_with("galaxy_g", *names)


def new_game(variant, **options):
    return variant.new_game(RACES, seed=7, options=options)


def home(game, race="Ada"):
    return game.planets_of(race)[0]


def play(variant, text="", game=None):
    """Run a turn with these orders of Ada; `{home}` is her planet."""
    game = game or new_game(variant)
    return hz.run_turn(game, {"Ada": text.replace("{home}", home(game).name)}, variant=variant)


def test_there_is_one_for_every_seam():
    assert set(NAMES) == set(loading.names("event_horizon"))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short_and_games_with_it_are_played_twice_the_same(name):
    assert loading.lines_of("galaxy_g", name) < loading.MAX_LINES
    variant = with_mods(name)
    orders = "D Probe 1 0 0 0 0\nP {home} Probe"
    first, second = (play(variant, orders) for _ in range(2))
    assert first.digest == second.digest
    assert variant.invariants(first.game) == []
    assert first.report("Ada").text
    assert hz.load(hz.dump(first.game), variant=variant) == first.game


def test_an_order_of_several_letters_is_no_order_of_its_first():
    variant = with_mods("new_order")
    game = new_game(variant)
    before = home(game).population
    assert variant.check_orders(game, "Ada", f"TAX {home(game).name}") == []
    assert variant.check_orders(game, "Ada", "TAX Nowhere")[0].code == "unseen"
    assert [r.message[:2] for r in variant.check_orders(game, "Ada", "TAXI a b")] == ["T:"]
    turn = play(variant, "tax {home}", game)
    assert home(turn.game).population == pytest.approx(before / 2 * 1.08)
    assert home(turn.game).materials > home(play(PLAIN).game).materials


def production(variant):
    """Return the points of Ada's home in the view, and those that the turn books."""
    game = new_game(variant)
    (planet,) = variant.view(game, "Ada")["planets"]
    turn = hz.run_turn(game, {}, variant=variant)
    booked = [e.amount for e in turn.ledger.of("Ada") if e.reason == "Production"]
    foreseen = variant.forecast(game, "Ada", "")["forecast"]["ledger"]
    assert booked == [e["amount"] for e in foreseen if e["reason"] == "Production"]
    assert booked == [planet["production"]]
    return booked[0]


def test_a_changed_formula_holds_in_turns_views_and_forecasts():
    plain = production(PLAIN)
    assert production(with_mods("wrapped_formula")) == 2 * plain
    people = home(new_game(PLAIN)).population
    assert production(with_mods("replaced_formula")) == people
    assert production(with_mods("replaced_formula", "wrapped_formula")) == 2 * people


SPEC = {"sides": {name: [{"design": [1, 1, 6, 3, 0], "ships": 10}] for name in RACES}}


def mean_shots(variant):
    return variant.combat.simulate(variant.battle(SPEC), 2000, key="any").shots.mean()


def test_a_changed_battle_rule_holds_in_the_kernel():
    assert mean_shots(with_mods("battle_rule")) < 0.95 * mean_shots(PLAIN)


def meeting(variant):
    """Return a game with warships of both races, at war, at one planet."""
    game = new_game(variant)
    at = home(game).name
    state = {
        "races": {"Ada": {"types": {"Gun": [2, 2, 9, 2, 0]}, "war": ["Brin"]},
                  "Brin": {"types": {"Gun": [2, 2, 9, 2, 0]}, "war": ["Ada"]}},
        "groups": [{"owner": name, "type": "Gun", "at": at, "ships": 5} for name in RACES],
    }  # fmt: skip
    assert variant.hook.horizons_scenario_state(game=game, state=state)
    return game


def lost(variant):
    before = meeting(variant)
    after = hz.run_turn(before, {}, variant=variant).game
    return [
        sum(g.ships for g in race.groups) - sum(g.ships for g in left.groups)
        for race, left in zip(before.empires, after.empires, strict=True)
    ]


def test_a_replaced_resolver_fights_the_battles_of_games():
    assert sum(lost(PLAIN)) >= 5
    assert lost(with_mods("replaced_resolver")) == [0, 0]


def test_a_wrapped_phase_does_what_it_did_and_more():
    plain, more = (play(variant) for variant in (PLAIN, with_mods("wrapped_phase")))
    assert home(more.game).materials == home(plain.game).materials + 5


def test_a_wrapped_language_reads_both():
    turn = play(
        with_mods("wrapped_language"), "Entwirf Probe 1 0 0 0 0\nBaue {home} Probe\nP {home} CAP"
    )
    assert [design.name for design in turn.game.empires[0].types.values()][-1] == "Probe"
    assert turn.diagnostics["Ada"] == []


def test_reports_and_sentences_are_changed():
    report = play(with_mods("report_text"), "D Probe 1 0 0 0 0\nP {home} Probe").report("Ada")
    assert report.text.endswith("Questions? Ask Cleo.\n")
    texts = [event["text"] for event in report.data["events"]]
    assert any(" launched " in text and " Probe (group 1)." in text for text in texts)


def test_an_option_is_checked_and_heeded():
    variant = with_mods("option")
    assert home(new_game(variant, stock=70)).materials == home(new_game(PLAIN)).materials + 70
    with pytest.raises(hz.HorizonsError, match="from 0 to 1000"):
        new_game(variant, stock=-1)


def test_clauses_of_a_mod_are_in_the_catalogue_and_on_events():
    variant = with_mods("clause")
    assert "GG-TITHE-001" in variant.rules
    game = new_game(variant)
    turn = play(variant, "P {home} MAT", game)
    assert any(event.rules == ("GG-TITHE-001",) for event in turn.events)


def test_victory_is_another():
    variant = with_mods("victory")
    game = new_game(variant)
    home(game).size = home(game).population = 1600.0
    turn = play(variant, game=game)
    assert turn.game.outcome == hz.Outcome(winners=("Ada",), reason="1,500 people", turn=1)
    assert play(PLAIN, game=game).game.outcome is None


def test_a_mod_of_data_sets_what_economy_and_resolver_declare():
    variant = with_mods("by_data.toml")
    assert (variant.economy.light_years, variant.combat.certainty) == (30.0, 3.0)
    plain, fast = (home(play(v).game).colonists for v in (PLAIN, variant))
    assert fast == pytest.approx(1.5 * plain)


def test_mods_that_replace_the_same_are_refused_and_wrappers_are_not():
    class Other(replaced_formula.Workers):
        pass

    class Rival:
        horizons_economy = hz.hookimpl(Other)

        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("rival", "galaxy_g", "Rival", "1.0", "Other workers.")

    with pytest.raises(PluginError, match="'workers' and 'rival' both replace"):
        hz.Variant(galaxy_g, [replaced_formula, Rival])
    together = [name for name in NAMES if name not in ("replaced_resolver", "by_data.toml")]
    assert len(with_mods(*together).mods) == len(together)
    assert hz.Variant(galaxy_g, [replaced_resolver]).mods[0].name == "truce"

"""House rules for Far Horizons that change orders, the sequence of a turn and its texts."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests import games
from tests.mods import loading

PLAIN = hz.load_variant("far_horizons")
PLAYERS = ["Human", "Klingon"]
PRAY = 'START PRE-DEPARTURE\nPray "{planet}"\nEND\n'


def with_mods(*names):
    return loading.variant_with("far_horizons", *names)


def new_game(variant):
    return games.new_game(variant, PLAYERS, seed=7)


def home(game):
    return next(c for c in game.empire("Human").living_colonies() if c.home)


def play(variant, text="", game=None):
    """Run a turn with these orders of the Human; `{planet}` is the home planet."""
    game = game or new_game(variant)
    return hz.run_turn(game, {"Human": text.replace("{planet}", home(game).name)}, variant=variant)


def raw_material(turn):
    return home(turn.game).items.get("RM", 0)


@pytest.mark.parametrize(
    "name", ["changed_check", "new_order", "report_text", "wrapped_language", "wrapped_phase"]
)
def test_it_is_short_and_games_with_it_are_played_twice_the_same(name):
    assert loading.lines_of("far_horizons", name) <= loading.MAX_LINES
    first, second = (play(with_mods(name)) for _ in range(2))
    assert first.digest == second.digest


def test_a_new_order_is_carried_out_in_the_section_of_its_phase():
    variant = with_mods("new_order")
    prayed = play(variant, PRAY)
    assert home(prayed.game).items.get("PD", 0) == home(play(variant).game).items.get("PD", 0) + 1
    assert prayed.diagnostics["Human"] == []


def test_a_new_order_is_read_by_three_letters_and_refused_with_place_and_remedy():
    variant = with_mods("new_order")
    game = new_game(variant)
    assert variant.check_orders(game, "Human", PRAY.format(planet=home(game).name).upper()) == []
    [wrong] = variant.check_orders(game, "Human", "START PRE-DEPARTURE\nPra Nowhere\nEND\n")
    assert (wrong.code, wrong.line, wrong.column, wrong.words) == (
        "unknown-planet",
        2,
        5,
        "Nowhere",
    )
    [section] = variant.check_orders(game, "Human", "START JUMPS\nPray Nowhere\nEND\n")
    assert section.code == "wrong-section"
    assert "PRE-DEPARTURE" in section.hint
    missing = variant.check_orders(game, "Human", "START PRE-DEPARTURE\nPray\nEND\n")
    assert [remark.line for remark in missing] == [2]


def test_a_refused_order_of_a_mod_stands_in_the_log_and_ends_no_turn():
    turn = play(with_mods("new_order"), PRAY.replace("{planet}", "Nowhere"))
    assert "PRAY: you know no planet 'Nowhere'" in turn.report("Human").text
    assert [remark.code for remark in turn.diagnostics["Human"]] == ["unknown-planet"]


def test_a_wrapped_language_reads_more():
    variant = with_mods("wrapped_language")
    german = "START PRODUCTION\nPRODUCTION PL {planet}\nBaue 1 PD\nEND\n"
    assert play(variant, german).digest == play(variant, german.replace("Baue", "Build")).digest
    assert [r.code for r in play(PLAIN, german).diagnostics["Human"]] == ["unknown-order"]


def test_a_wrapped_phase_does_more():
    assert raw_material(play(with_mods("wrapped_phase"))) == raw_material(play(PLAIN)) + 5


def test_reports_and_sentences_are_changed():
    turn = play(with_mods("report_text"))
    assert turn.report("Human").text.endswith("Questions? Ask Cleo.\n")


def test_checks_are_added_and_exchanged_by_their_names():
    variant = with_mods("changed_check")
    game = new_game(variant)
    game.empire("Human").met.append("Klingon")
    ally = "START PRE-DEPARTURE\nAlly SP Klingon\nEND\n"
    assert variant.check_orders(game, "Human", ally) == []
    game.empire("Human").government_type = "Council"
    assert [r.code for r in variant.check_orders(game, "Human", ally)] == ["no-approval"]

"""The game in one file is played unchanged and uninstalled, with its house rules."""

from __future__ import annotations

import sys

import pytest

import horizons_core as hz
from horizons_core.plugins import variant_from
from horizons_core.scenarios import load_scenario, run_scenario
from horizons_core.testing import VariantContract, play, seated
from tests.effort import tries
from tests.examples.distributions import EXAMPLES, run

ONE_FILE = EXAMPLES / "one_file"
GAME = ONE_FILE / "moon_raiders.py"
MODS = (ONE_FILE / "strongboxes.py", ONE_FILE / "long_war.toml")
PLAYERS = ["Ada", "Brin of Io", "Cato"]


class Contract(VariantContract):
    seeds = (1, 2)
    turns = 10
    examples = tries(25)


class TestByTheBook(Contract):
    variant = variant_from(GAME)


class TestWithHouseRules(Contract):
    variant = variant_from(GAME, MODS)


class TestStages(Contract):
    variant = variant_from(ONE_FILE / "border_wars.py")


def lines(file):
    return len(file.read_text("utf-8").splitlines())


def test_it_is_short():
    assert lines(GAME) <= 100
    assert lines(MODS[0]) < 20
    assert len(variant_from(GAME).commands) == 3


def test_a_game_is_played_to_its_end_and_told():
    variant = variant_from(GAME)
    bots = dict.fromkeys(PLAYERS, variant.bots["raider"])
    *_, last = play(variant, variant.new_game(PLAYERS, seed=3), bots, 3, 100)
    assert last.after.game.outcome.winners
    assert "The game is over" in last.after.report("Cato").text


def test_all_that_a_game_needs_takes_the_variant():
    variant = variant_from(GAME, MODS)
    game = variant.new_game(PLAYERS, seed=1)
    assert [remark.code for remark in variant.check_orders(game, "Ada", "TRAP 9")] == [
        "too-expensive"
    ]
    assert variant.forecast(game, "Ada", "DIG")["you"]["stock"] == {"ore": 12, "traps": 3}
    loaded = hz.load(hz.dump(game), variant)
    assert loaded == game
    assert (
        hz.run_turn(loaded, {}, variant=variant).digest
        == hz.run_turn(game, {}, variant=variant).digest
    )
    assert hz.opening(game, variant).report("Ada").text


def test_a_game_by_other_rules_is_refused():
    game = variant_from(GAME).new_game(PLAYERS, seed=1)
    with pytest.raises(hz.HorizonsError, match="played by moon_raiders, not by moon_raiders with"):
        hz.load(hz.dump(game), variant_from(GAME, MODS))


def test_what_is_shown_of_a_view_is_told_in_figures_and_tables():
    variant = variant_from(GAME)
    game = variant.new_game(PLAYERS, seed=1)
    report = hz.run_turn(game, {"Ada": "TRAP 1\nRAID Cato"}, variant=variant).report("Ada")
    paragraphs = report.text.split("\n\n")
    assert "Jobs\n* Ada raids Cato with a roll of 8: Cato loses 2 ore." in paragraphs[1]
    assert paragraphs[2:5] == [
        "You\n---\nOre    3\nTraps  4",
        "Others\n------\nBrin of Io, Cato",
        "Economy\n-------\nTrap  4\nFine  10",
    ]
    assert "Traps" in report.html
    assert 'id="map"' not in report.html


def test_house_rules_change_the_formula_and_the_prices():
    by_the_book, changed = (variant_from(GAME, mods).economy for mods in ((), MODS))
    assert (by_the_book.loss(50, caught=False), changed.loss(50, caught=False)) == (25, 10)
    assert (by_the_book.trap, changed.trap) == (4, 6)


def test_its_scenarios_come_out_as_they_say():
    files = sorted((ONE_FILE / "scenarios").glob("*.yaml"))
    assert files
    for file in files:
        assert run_scenario(load_scenario(file), variant_from(GAME)).failures == ()


def test_the_bots_of_the_core_play_it():
    variant = variant_from(GAME)
    assert list(variant.bots) == ["random", "idle", "raider"]
    turns = list(
        play(variant, variant.new_game(PLAYERS, seed=1), seated(variant, PLAYERS, 0), 1, 9)
    )
    assert any(turn.orders["Ada"] for turn in turns)


def test_the_script_shows_what_a_rule_changes(tmp_path):
    result = run([str(ONE_FILE / "change_a_rule.py")], cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    head, *rows = [line.split("  ") for line in result.stdout.splitlines()]
    assert [name.strip() for name in head if name.strip()][1:] == [
        "by the book", "strongboxes", "the long war", "cheap traps",
    ]  # fmt: skip
    assert len(rows) == 8
    assert any(len({cell.strip() for cell in row[1:] if cell}) > 1 for row in rows)


def test_a_file_is_imported_once():
    assert variant_from(GAME).sources[0] is variant_from(GAME).sources[0]
    assert sys.modules["moon_raiders"].__file__ == str(GAME)

"""The page of Galaxy G names every part of the game."""

from __future__ import annotations

import yaml

from benchmarks import fairness
from horizons_core.plugins import load_variant
from tests.docs.pages import DOCS, FIRST_GAME, README, blocks, table
from variants.galaxy_g.battle.spec import example_types

PAGE = DOCS / "galaxy-g.md"
GALAXY = load_variant("galaxy_g")


def test_the_phases_are_those_of_the_game():
    listed = [(row[1], row[3] == "yes") for row in table(PAGE, "step")]
    assert listed == [(phase.title, phase.foreseeable) for phase in GALAXY.phases]


def test_the_options_are_those_of_the_game():
    assert [row[0].strip("`") for row in table(PAGE, "option")] == [
        o.name for o in GALAXY.info.options
    ]


def test_the_battle_is_one_and_its_types_exist():
    [battle] = (yaml.safe_load(block.text) for block in blocks(PAGE, "yaml"))
    assert GALAXY.battle(battle).sides == ("Ada", "Brin")
    assert {"Drone", "Gunship", "Cruiser", "Freighter"} <= set(example_types())


def test_the_table_of_fairness_has_the_columns_and_sizes_that_the_command_prints(capsys):
    assert fairness.main(["--quick"]) == 0
    heads, _, *rows = capsys.readouterr().out.splitlines()
    assert heads in PAGE.read_text("utf-8")
    assert len(rows) == len(fairness.QUICK_SIZES)
    listed = [(int(row[0]), int(row[1])) for row in table(PAGE, "players")]
    assert listed == [(size, fairness.diameter_for(size)) for size in fairness.SIZES]


def test_the_orders_that_the_readme_shows_are_those_of_the_example():
    examples = [block.text for block in blocks(README, "text") if block.text.startswith("#GALAXY")]
    assert examples == [(FIRST_GAME / "galaxy-1.txt").read_text("utf-8")]

"""The page of Galaxy G names every part of the game."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import attrs
import pytest
import yaml

from benchmarks import fairness
from horizons_core.model import EventKind
from horizons_core.plugins import load_variant
from tests.docs.pages import DOCS, FIRST_GAME, README, blocks, table
from variants.galaxy_g import rules
from variants.galaxy_g.battle.spec import example_types
from variants.galaxy_g.combat import Resolver
from variants.galaxy_g.economy import Industry

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


# parts for house rules


def part(heading: str) -> str:
    """Return the text under a heading, up to the next one."""
    pattern = rf"^#+ {re.escape(heading)}.*?\n(.*?)(?=^#|\Z)"
    (text,) = re.findall(pattern, PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(text)


def rows(heading: str) -> list[list[list[str]]]:
    """Return the rows of the tables under a heading: the code words of each cell."""
    lines = [line for line in part(heading).splitlines() if line.startswith("| `")]
    return [
        [re.findall(r"`([^`]+)`", cell) for cell in line.strip("| ").split("|")] for line in lines
    ]


@pytest.mark.parametrize(
    ("heading", "cls"), [("The economy", Industry), ("Battles and bombs", Resolver)]
)
def test_every_number_and_formula_is_named_and_no_other(heading, cls):
    fields = {field.name for field in attrs.fields(cls)}
    methods = {name for name in dir(cls) if not name.startswith("_")} - fields
    named = {name.split("(")[0] for row in rows(heading) for name in row[0]}

    assert named == fields | methods


def test_every_check_of_every_order_is_named_in_order():
    checks = {row[0][0]: [*row[1], *row[2]] for row in rows("Orders")}
    assert checks == {c.keyword: [c.phase, *c.checks] for c in GALAXY.commands}


def test_the_phases_of_house_rules_are_those_of_the_game_in_order():
    first = part("Phases, victory, messages").split(". ")[0]
    assert re.findall(r"`(\w+)`", first) == [phase.name for phase in GALAXY.phases]


def test_every_message_is_named_with_what_its_sentence_names():
    topics = [file.stem for file in Path(rules.__path__[0]).glob("[a-z]*.py")]
    kinds = {
        kind.code: kind
        for topic in topics
        for kind in vars(import_module(f"variants.galaxy_g.rules.{topic}")).values()
        if isinstance(kind, EventKind)
    }
    messages = {code: set(row[1]) for row in rows("Phases, victory, messages") for code in row[0]}
    assert set(messages) == set(kinds)
    for code, kind in kinds.items():
        assert set(re.findall(r"\{(\w+)", kind.text)) <= messages[code], code


def test_every_name_for_house_rules_is_there():
    listed = [(row[0][0], name) for row in rows("Names for house rules") for name in row[1]]

    assert len(listed) > 50
    assert [pair for pair in listed if not hasattr(import_module(pair[0]), pair[1])] == []
    assert GALAXY.info.version.startswith("1.")

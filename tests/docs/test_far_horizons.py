"""The pages of Far Horizons: the tutorial gives its output, the tables match the game."""

from __future__ import annotations

import inspect
import re
import shutil
from functools import reduce
from importlib import import_module

import attrs

from horizons_core.plugins import load_variant
from tests.docs.pages import DOCS, ROOT, blocks, table
from tests.docs.sessions import disappointments, in_this_process
from tests.host.mails import smtp_server
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.economy import Economy
from variants.far_horizons.mods.engine_1999.commands import CHANGES
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES, EngineEconomy
from variants.far_horizons.mods.engine_1999.forms import EngineForms
from variants.far_horizons.mods.engine_1999.steps import WRAPPERS
from variants.far_horizons.setup.forms import FormRules, read_forms

TUTORIAL = DOCS / "tutorial-far-horizons.md"
PAGE = DOCS / "far-horizons.md"
HABITS = DOCS / "far-horizons-1999.md"
GAME = ROOT / "examples" / "far_horizons"


def test_the_tutorial_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(GAME, tmp_path / "far_horizons")
    settings = folder / "mail.toml"
    with smtp_server() as server:
        settings.write_text(settings.read_text("utf-8").replace("2525", str(server.port)))
        faults = disappointments(TUTORIAL, folder, in_this_process)
        assert not faults, "\n".join(faults)
    assert len(server.mails) == 7
    receipt = server.mails[-1].get_content()
    assert "CT Talon will try to jump to 3 11 10" in receipt


def test_the_phases_are_those_of_the_game():
    listed = [(row[0], row[2] == "yes") for row in table(PAGE, "phase")]
    phases = load_variant("far_horizons").phases
    assert listed == [(phase.title, phase.foreseeable) for phase in phases]


def test_the_options_are_those_of_the_game():
    options = load_variant("far_horizons").info.options
    listed = {row[0].strip("`"): "Kept secret" in row[1] for row in table(PAGE, "option")}
    assert listed == {option.name: option.secret for option in options}


def test_the_battle_rules_are_those_of_the_game():
    listed = {row[0].strip("`"): row[1].replace(",", "") for row in table(PAGE, "field")}
    rules = {field.name: str(field.default).lower() for field in attrs.fields(BattleRules)}
    assert listed == rules


def test_the_form_is_one_in_each_of_its_forms():
    [form] = [block.text for block in blocks(PAGE, "text") if "Player: Ada" in block.text]
    printed = "\n".join(line[:34].rstrip() for line in form.splitlines())
    short = "\n".join(line[34:] for line in form.splitlines())
    assert read_forms(printed) == read_forms(short)


def test_the_number_of_clauses_is_that_of_the_catalogue():
    match = re.search(r"has (\d+) clauses", " ".join(PAGE.read_text("utf-8").split()))
    assert match
    assert int(match[1]) == len(load_variant("far_horizons").rules.clauses)


def differing(left: object, other: object) -> set[str]:
    """Return the fields of two objects with different values, and their different methods."""
    methods = {name for name in vars(type(left)) if not name.startswith("_")}
    fields = {field.name for field in attrs.fields(type(left))}
    return {name for name in methods | fields
            if name in methods - fields or getattr(left, name) != getattr(other, name)}  # fmt: skip


# the engine of 1999


def documented_habits() -> dict[str, str]:
    """Return the rows of the tables of habits by name."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", HABITS.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a habit is there twice"
    return dict(rows)


def clauses_of_habits() -> dict[str, set[str]]:
    """Return the clauses that the engine's formulas, battle rules and forms name."""
    entry = re.compile(r"^(\w+): (.*?)(?=^\w+: |\Z)", re.MULTILINE | re.DOTALL)
    text = re.sub(r"FH-\s+", "FH-", inspect.getdoc(BattleRules) or "")
    entries = entry.findall(text)
    for cls in (EngineEconomy, EngineForms):
        entries += [(name, inspect.getdoc(way)) for name, way in vars(cls).items()
                    if inspect.isfunction(way) and not name.startswith("_")]  # fmt: skip
        comment_lines = re.findall(r"#: (.*)\n    (\w+):", inspect.getsource(cls))
        entries += [(name, text) for text, name in comment_lines]
    entries += [(name, inspect.getdoc(wrapper)) for name, wrapper in wrappers().items()]
    habits = names_of_habits()
    found = [(name, text) for name, text in entries if name in habits]
    return {name: set(re.findall(r"FH-[A-Z]+-\d+", text)) for name, text in found}


def wrappers() -> dict[str, object]:
    """Return the engine's wrappers of steps and its changes of commands, by name."""
    by_name: dict[str, object] = dict(CHANGES)
    return by_name | {wrapper.__name__: wrapper for each in WRAPPERS.values() for wrapper in each}


def names_of_habits() -> set[str]:
    """Return the mod's changes: commands, steps, formulas, battle rules, form rules."""
    names = set(wrappers())
    ours, theirs = BattleRules(), ENGINE_1999_BATTLES
    rules = [field.name for field in attrs.fields(BattleRules)]
    names |= {name for name in rules if getattr(ours, name) != getattr(theirs, name)}
    for cls, base in ((EngineEconomy, Economy), (EngineForms, FormRules)):
        names |= set(differing(cls(), base()))
    return names


def test_every_habit_of_the_engine_is_told_with_the_rulebooks_way():
    documented = documented_habits()
    assert sorted(documented) == sorted(names_of_habits())
    assert [name for name, row in documented.items() if not all(row.split(" | "))] == []
    assert {row.count(" | ") for row in documented.values()} == {1}


def test_the_habits_are_told_with_their_clauses():
    named = clauses_of_habits()
    clauses = {
        name: set(re.findall(r"FH-[A-Z]+-\d+", row)) for name, row in documented_habits().items()
    }
    assert len(named) == len(clauses)
    assert {name: ids for name, ids in named.items() if clauses[name] != ids} == {}


def test_each_of_the_former_switches_has_its_place_or_was_dropped_for_a_reason():
    rows = table(HABITS, "former switch")
    assert len({name for name, _ in rows}) == len(rows) == 96
    for _, place in rows:
        if place.startswith("`"):
            _named(f"variants.far_horizons.{place.strip('`')}")
        else:
            assert re.fullmatch(r"dropped: .{20,}", place), place


def _named(path: str) -> object:
    """Return a module or an attribute of one; raises AttributeError if it does not exist."""
    module, names = path, list[str]()
    while True:
        try:
            target: object = import_module(module)
        except ModuleNotFoundError:
            module, _, name = module.rpartition(".")
            names.insert(0, name)
        else:
            return reduce(getattr, names, target)


def test_the_parity_that_is_shown_has_no_unexplained_difference():
    [block] = blocks(HABITS, "text")
    assert re.search(
        r"^No unexplained difference in [\d,]+ comparisons\.$", block.text, re.MULTILINE
    )
    rows = re.findall(r"^  \S+(?: \S+)?((?: +[\d,]+){7})$", block.text, re.MULTILINE)
    assert len(rows) == 21
    assert {row.split()[-1] for row in rows} == {"0"}

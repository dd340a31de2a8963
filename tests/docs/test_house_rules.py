"""The pages of all games name what house rules can change, and no more."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module

import attrs
import pytest

from horizons_core.model import EventKind
from horizons_core.plugins import load_variant
from tests.docs.pages import ROOT, game_page, part, part_rows, public_names

#: By game, the headings of the tables of formulas and numbers, and the classes that have them.
CLASSES = {
    "event_horizon": {"The economy": "economy.Mining", "Battles": "combat.Resolver"},
    "galaxy_g": {"The economy": "economy.Industry", "Battles and bombs": "combat.Resolver"},
    "far_horizons": {"The economy": "economy.Economy"},
    "campaign2e": {"The economy": "economy.Logistics", "Battles:": "combat.Resolver"},
    "starcluster": {
        "The economy": "economy.StarclusterEconomy",
        "Research:": "research.Research",
        "Diplomacy:": "diplomacy.Diplomacy",
        "Espionage:": "intelligence.Intelligence",
        "Battles:": "combat.Resolver",
    },
}
TABLES = [(game, *table) for game, tables in CLASSES.items() for table in tables.items()]
#: Parts of an economy and a resolver that the core asks for.
USED_BY_THE_CORE = {"accounts", "battle", "battle_schema", "resolve", "simulate"}
#: Far Horizons has these in tables of its own.
OTHERS = [game for game in CLASSES if game != "far_horizons"]


@pytest.mark.parametrize(("game", "heading", "cls"), TABLES)
def test_every_number_and_formula_is_named_and_no_other(game, heading, cls):
    module, _, name = f"variants.{game}.{cls}".rpartition(".")
    cls = getattr(import_module(module), name)
    page = game_page(game)
    fields = {field.name for field in attrs.fields(cls)}
    methods = {name for name in dir(cls) if not name.startswith("_")} - fields
    named = {name.split("(")[0] for row in part_rows(page, heading) for name in row[0]}
    assert named == fields | methods


@pytest.mark.parametrize(("game", "heading", "cls"), TABLES)
def test_every_number_and_formula_is_used_by_the_game_or_the_core(game, heading, cls):
    named = {name.split("(")[0] for row in part_rows(game_page(game), heading) for name in row[0]}
    assert named - USED_BY_THE_CORE - words_of(game, '"' if "Resolver" in cls else ".") == set()


@cache
def words_of(game: str, mark: str) -> set[str]:
    """Return the attributes in a game's code, and words in quotes too if that is the mark.

    The kernels' protocol has the names of battle rules in quotes.
    """
    files = [f for f in (ROOT / "src" / "variants" / game).rglob("*.py") if "mods" not in f.parts]
    text = "\n".join(file.read_text("utf-8") for file in files)
    return set(re.findall(rf"[.{mark}](\w+)", text))


@pytest.mark.parametrize("game", ["event_horizon", "galaxy_g"])
def test_every_check_of_every_order_is_named_in_order(game):
    checks = {row[0][0]: [*row[1], *row[2]] for row in part_rows(game_page(game), "Orders")}
    assert checks == {c.keyword: [c.phase, *c.checks] for c in load_variant(game).commands}


@pytest.mark.parametrize("game", ["campaign2e", "starcluster"])
def test_every_order_is_named_by_its_phase_and_every_check(game):
    commands = load_variant(game).commands
    rows = part_rows(game_page(game), "Orders")
    listed = [(keyword, row[0][0]) for row in rows for keyword in row[1]]
    assert sorted(listed) == sorted((c.keyword, c.phase) for c in commands)
    named = re.findall(r"the check `([a-z-]+)`", part(game_page(game), "Orders"))
    assert named == [check for command in commands for check in command.checks]


@pytest.mark.parametrize("game", OTHERS)
def test_the_phases_are_named_in_order(game):
    first = part(game_page(game), "Phases, victory, messages").split(". ")[0]
    assert re.findall(r"`(\w+)`", first) == [phase.name for phase in load_variant(game).phases]


@pytest.mark.parametrize("game", OTHERS)
def test_every_message_is_named_with_what_its_sentence_names(game):
    table = part_rows(game_page(game), "Phases, victory, messages")
    messages = {code: set(words) for codes, words in table for code in codes}
    kinds = event_kinds(game)
    assert set(messages) == set(kinds)
    for code, kind in kinds.items():
        assert set(re.findall(r"\{(\w+)", kind.text)) <= messages[code], code


def event_kinds(game: str) -> dict[str, EventKind]:
    """Return the kinds of a game's events, by code."""
    package = import_module(f"variants.{game}")
    kinds: dict[str, EventKind] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not re.search(r"\.(mods|kernels|bots)\b", info.name):
            values = vars(import_module(info.name)).values()
            kinds |= {kind.code: kind for kind in values if isinstance(kind, EventKind)}
    return kinds


@pytest.mark.parametrize("game", CLASSES)
def test_every_name_for_house_rules_is_there(game):
    listed = [(module, name) for module, names in public_names(game).items() for name in names]
    assert len(listed) > 8
    assert [pair for pair in listed if not hasattr(import_module(pair[0]), pair[1])] == []
    assert load_variant(game).info.version.startswith("1.")

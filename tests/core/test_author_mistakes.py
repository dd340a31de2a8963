"""Errors in a variant or a house rule are reported before a game, with place, reason and remedy.

The page docs/tutorial-variant.md shows every mistake with its message.
"""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

import horizons_core as hz
from horizons_core.combat import richer_methods
from horizons_core.errors import HorizonsError, PluginError
from horizons_core.plugins import DefaultViewModel, variant_from
from horizons_core.testing import VariantContract
from tests.core.mistakes import MISTAKES, MY_MOD, Mistake
from tests.docs.pages import DOCS, blocks
from variants import event_horizon


@pytest.fixture
def load(tmp_path):
    """Write the files and load them; the modules are forgotten afterwards."""

    def loaded(mistake):
        texts = mistake.texts()
        for name, text in texts.items():
            (tmp_path / name).write_text(text, "utf-8")
        variant, *mods = [tmp_path / name for name in texts]
        return variant_from(variant, mods)

    before = set(sys.modules)
    yield loaded
    for name in set(sys.modules) - before:
        if str(tmp_path) in (getattr(sys.modules[name], "__file__", None) or ""):
            del sys.modules[name]


def message_for(tmp_path, mistake, load):
    """Return the message for a mistake, with files by their names alone."""

    class Contract(VariantContract):
        turns = 4

    def look():
        Contract.variant = load(mistake)
        assert mistake.law, "it was loaded"
        getattr(Contract(), f"test_{mistake.law}")()

    with pytest.raises((HorizonsError, AssertionError, ValueError)) as raised:
        look()
    problem = raised.value
    message = getattr(problem, "message", str(problem).split("\nassert")[0])
    hint = getattr(problem, "hint", "")
    return f"{message}\n({hint})".removesuffix("\n()").replace(f"{tmp_path}/", "")


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_a_mistake_is_reported_with_its_place_and_its_remedy(mistake, load, tmp_path):
    assert message_for(tmp_path, mistake, load) == mistake.message


def test_without_a_mistake_nothing_is_said(load):
    variant = load(Mistake("", "", files={"my_mod.py": MY_MOD}))
    assert [mod.name for mod in variant.mods] == ["my_mod"]


def test_the_page_shows_every_mistake_with_what_is_said_of_it():
    page = DOCS / "tutorial-variant.md"
    on_page = {block.text.strip() for block in blocks(page, "text") if block.heading == "Mistakes"}
    assert on_page == {mistake.message for mistake in MISTAKES}


def test_a_mod_names_only_clauses_that_exist():
    class HouseRule:
        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("odd", "event_horizon", "Odd", "1.0", "Odd.", rules=("EH-SET-08",))

    with pytest.raises(PluginError, match="changes the clause EH-SET-08, which does not") as raised:
        hz.Variant(event_horizon, [HouseRule])
    assert raised.value.message.startswith(f"{__file__}, line ")
    assert raised.value.hint == "did you mean 'EH-SET-008'?"


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_the_resolvers_of_the_games_have_their_richer_methods(name):
    variant = hz.load_variant(name)
    module, _, protocol = variant.info.combat_protocol.partition(":")
    if module:
        methods = richer_methods(getattr(import_module(module), protocol))
        assert methods
        assert all(hasattr(variant.combat, method) for method in methods)
    variant.check_all()


def test_every_mistake_names_a_file_and_a_line():
    assert len(MISTAKES) >= 60
    assert [m.what for m in MISTAKES if ", line " not in m.message] == []


def test_a_map_without_places_is_refused_with_the_file_of_the_view_model():
    class NoPlaces(DefaultViewModel):
        def map(self, view):
            return {}

    class HouseRule:
        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("odd", "event_horizon", "Odd", "1.0", "Odd.")

        @hz.hookimpl
        def horizons_view(self, variant):
            return NoPlaces.of(variant.economy)

    variant = hz.Variant(event_horizon, [HouseRule()])
    view = variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada")
    with pytest.raises(PluginError, match=r"line \d+: the view model's map has no 'places'"):
        variant.map(view)

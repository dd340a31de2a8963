"""Rules that are not installed: loaded from files and folders, and by another process."""

from __future__ import annotations

import json
import shutil
import sys

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.plugins import read_data_mod, rules_from, variant_from
from horizons_core.plugins.sources import addresses, variant_at
from horizons_host.scaffold import write_skeleton
from tests.core.diggers import Diggers
from tests.examples.distributions import EXAMPLES

GAME = EXAMPLES / "one_file" / "moon_raiders.py"


@pytest.fixture(autouse=True)
def _modules_are_forgotten(tmp_path, monkeypatch):
    before = set(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in set(sys.modules) - before:
        if str(tmp_path) in (getattr(sys.modules[name], "__file__", None) or ""):
            del sys.modules[name]


def test_a_file_of_a_name_that_is_taken_is_loaded_under_another(tmp_path):
    shutil.copy(GAME, tmp_path / "json.py")
    variant = variant_from(tmp_path / "json.py")
    assert variant.name == "moon_raiders"
    assert sys.modules["json"] is json
    assert variant_from(tmp_path / "json.py").sources == variant.sources


@pytest.mark.parametrize("name", ["moon-raiders", "turtledemo", "xml"])
def test_a_file_whose_name_cannot_be_its_modules_is_loaded_under_another(name, tmp_path):
    # A name that Python cannot import, one of a waiting module, one of a package in use.
    file = tmp_path / f"{name}.py"
    shutil.copy(GAME, file)
    loaded = sys.modules.get(name)
    module = rules_from(file)

    assert module.__name__.startswith("rules_")
    assert sys.modules.get(name) is loaded
    assert sys.modules[module.__name__] is module
    assert rules_from(file) is module


def test_a_file_whose_name_is_free_is_loaded_under_it_once(tmp_path):
    shutil.copy(GAME, tmp_path / "moon_raiders_here.py")
    module = rules_from(tmp_path / "moon_raiders_here.py")

    assert module.__name__ == "moon_raiders_here"
    assert sys.modules["moon_raiders_here"] is module
    assert rules_from(tmp_path / "moon_raiders_here.py") is module


def test_a_file_that_python_finds_itself_keeps_its_name(tmp_path, monkeypatch):
    shutil.copy(GAME, tmp_path / "moon_raiders_found.py")
    monkeypatch.syspath_prepend(tmp_path)

    assert rules_from(tmp_path / "moon_raiders_found.py").__name__ == "moon_raiders_found"


def test_two_files_of_one_name_are_two_modules(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        shutil.copy(GAME, tmp_path / folder / "moon_raiders_twice.py")
    first, second = (rules_from(tmp_path / f / "moon_raiders_twice.py") for f in ("a", "b"))

    assert first.__name__ == "moon_raiders_twice"
    assert second.__name__.startswith("rules_")
    assert first is not second


def test_a_file_that_cannot_be_imported_leaves_no_module_behind(tmp_path):
    file = tmp_path / "broken_moons.py"
    file.write_text("raise RuntimeError('broken')")
    with pytest.raises(PluginError, match="it cannot be imported"):
        rules_from(file)
    assert "broken_moons" not in sys.modules

    shutil.copy(GAME, file)
    assert rules_from(file).__name__ == "broken_moons"


def test_a_package_finds_its_own_modules(tmp_path):
    home = tmp_path / "moons_in_a_package"
    home.mkdir()
    (home / "__init__.py").write_text("from moons_in_a_package.rules import *\n")
    shutil.copy(GAME, home / "rules.py")

    assert rules_from(home).__name__ == "moons_in_a_package"


def test_a_package_and_a_project_are_loaded_from_their_folders(tmp_path):
    write_skeleton("dark_stars", tmp_path)
    assert variant_from(tmp_path / "dark_stars").name == "dark_stars"
    package = tmp_path / "dark_stars" / "src" / "dark_stars"
    assert rules_from(package) is sys.modules["dark_stars"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("game.txt", "", "is not a Python file"),
        ("game.py", None, "does not exist"),
        ("folder/notes.txt", "", "neither an __init__.py nor a pyproject.toml"),
        ("folder/pyproject.toml", "[project]\nname = 'x'\n", "names no variants"),
        ("folder/pyproject.toml", "[project\n", "cannot be read"),
        (
            "folder/pyproject.toml",
            "[project.entry-points.'horizons.variants']\nx = 'no_such_module_x'\n",
            "the module 'no_such_module_x', which .* names, cannot be imported",
        ),
    ],
)
def test_a_file_without_a_variant_is_reported(name, text, message, tmp_path):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    if text is not None:
        file.write_text(text)
    with pytest.raises(PluginError, match=message):
        variant_from(file if file.parent == tmp_path else file.parent)


def test_a_mapping_of_names_is_a_variant():
    variant = hz.Variant(dict(vars(rules_from(GAME))))
    assert variant.new_game(["Ada", "Brin"], seed=1).variant == "moon_raiders"


class OfThisFile:
    @hz.hookimpl
    def horizons_mod_info(self):
        return hz.ModInfo("mine", "diggers", "Mine", "1", "")


def test_another_process_finds_classes_modules_and_data():
    data = read_data_mod('[mod]\nname = "data"\nvariant = "diggers"\n', "data.toml")
    located = addresses([Diggers, OfThisFile, data])
    variant = variant_at(json.loads(json.dumps(located)))
    assert [mod.name for mod in variant.mods] == ["mine", "data"]
    assert addresses([vars(rules_from(GAME))]) == addresses([rules_from(GAME)])


def test_rules_outside_a_file_are_reported():
    class Inside(Diggers):
        pass

    for rules in (Inside, Diggers(), {"horizons_variant_info": None}):
        with pytest.raises(PluginError, match="that another process can import"):
            addresses([rules])

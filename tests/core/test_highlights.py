"""Highlights of a report: the games' files, and files with errors."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.model import EventKind
from horizons_core.report.highlights import Highlights, highlights_in, reader

VARIANTS = sorted(hz.variants())


def codes_of(variant: str) -> set[str]:
    """Return the codes of all event kinds in a variant's modules."""
    package = importlib.import_module(f"variants.{variant}")
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"variants.{variant}.")]
    return {
        code
        for name in names
        if not name.endswith("__main__")
        for code in _codes(vars(importlib.import_module(name)))
    }


def _codes(namespace: dict[str, Any]) -> Iterator[str]:
    for value in namespace.values():
        within = list(value.values()) if isinstance(value, dict) else [value]
        yield from (kind.code for kind in within if isinstance(kind, EventKind))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_code_in_a_games_file_is_one_of_its_events(name: str) -> None:
    codes = codes_of(name)
    unknown = [
        rule.code
        for rule in hz.load_variant(name).highlights.rules
        if not any(fnmatchcase(code, rule.code) for code in codes)
    ]
    assert unknown == []


@pytest.mark.parametrize("name", VARIANTS)
def test_every_measure_of_a_game_is_in_its_first_report(name: str) -> None:
    variant = hz.load_variant(name)
    game = variant.new_game(["Ada", "Brin", "Cato"], seed=1)
    report = hz.opening(game).report("Ada").data
    assert variant.highlights.measures
    for measure in variant.highlights.measures:
        assert reader(report) in measure.read(report), measure.name


def test_a_loss_of_others_is_no_loss_of_the_readers() -> None:
    highlights = hz.load_variant("galaxy_g").highlights
    bombs = {"code": "planet.bombed", "data": {"owner": "Ants"}}
    assert highlights.kind(bombs, "Ants") == "losses"
    assert highlights.kind(bombs, "Bees") == "battles"


def test_what_no_file_names_is_routine() -> None:
    event = {"code": "nothing.known", "data": {}}
    assert highlights_in(["variants.event_horizon"]).kind(event, "Ada") == "routine"
    assert Highlights().kind(event, "Ada") == "routine"


def package_with(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """Create a package with this highlights file."""
    name = f"house_{abs(hash(str(folder)))}"
    home = folder / name / "report"
    home.mkdir(parents=True)
    (home.parent / "__init__.py").write_text("")
    (home / "highlights.yaml").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()
    monkeypatch.delitem(sys.modules, name, raising=False)
    return name


def test_a_mods_rules_go_before_the_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = package_with(tmp_path, monkeypatch, "losses: ['ship.built']\n")
    built = {"code": "ship.built", "data": {}}
    assert highlights_in(["variants.event_horizon", mod]).kind(built, "Ada") == "losses"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("loses: [a]\n", "no kind 'loses'"),
        ("- losses\n", "not a mapping"),
        ("losses: [{code: a, when: 'data.['}]\n", "not JMESPath"),
        ("measures: [{name: a, title: A}]\n", "lacks 'value'"),
        ("losses: [\n", "cannot read"),
    ],
)
def test_a_file_that_will_not_do_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    package = package_with(tmp_path, monkeypatch, text)
    with pytest.raises(PluginError, match="report/highlights.yaml") as refused:
        highlights_in([package])
    assert words in str(refused.value)

"""Introductions to variants for newcomers, and the variants' title pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError
from horizons_core.plugins import Face
from horizons_core.plugins.guides import OTHER, Guide, chapters_of, guide_of
from horizons_core.report.markers import style

SHIPPED = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")


@pytest.mark.parametrize("variant", SHIPPED)
def test_every_clause_stands_in_a_chapter_with_a_title_and_no_title_is_idle(variant: str) -> None:
    chapters = chapters_of(variant)
    assert [chapter.name for chapter in chapters if chapter.title == OTHER] == []
    assert {chapter.name for chapter in chapters} == set(guide_of(variant).chapters)
    clauses = [clause.id for chapter in chapters for clause in chapter.clauses]
    assert sorted(clauses) == sorted(clause.id for clause in hz.load_variant(variant).rules)


@pytest.mark.parametrize("variant", SHIPPED)
def test_the_battle_to_try_can_be_fought(variant: str) -> None:
    rules = hz.load_variant(variant)
    battle = rules.battle(guide_of(variant).battle)
    assert rules.combat.simulate(battle, 3, 1).runs == 3


def test_a_variant_without_a_guide_has_an_empty_one(tmp_path: Path) -> None:
    assert Guide().lesson is None
    assert Guide().chapters == {}


def test_a_face_that_cannot_be_drawn_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(OptionError, match="no motif 'hexe'") as error:
        Face("hexe")
    assert "hexes" in error.value.hint


def test_a_face_has_colours_of_six_digits() -> None:
    with pytest.raises(OptionError, match="'blue' is not a colour"):
        Face(light="blue")


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other_colour: str) -> float:
    low, high = sorted((luminance(colour), luminance(other_colour)))
    return (high + 0.05) / (low + 0.05)


def palettes() -> Iterator[tuple[str, dict[str, str]]]:
    blocks = re.findall(r"(:root[^{]*)\{([^{}]*)\}", style("palette.css"))
    for chosen, block in blocks:
        colours = dict(re.findall(r"--hz-([a-z0-9]+): (#[0-9a-f]{3,8});", block))
        if colours:
            yield chosen.strip(), {k: _six(v) for k, v in colours.items()}


def _six(colour: str) -> str:
    return colour if len(colour) > 4 else "#" + "".join(2 * c for c in colour[1:])


def test_dark_pages_are_the_same_by_the_system_and_by_choice() -> None:
    (_, light), (by_system, dark), (by_choice, chosen) = palettes()
    assert (by_system, by_choice) == (':root:not([data-theme="light"])', ':root[data-theme="dark"]')
    assert dark == chosen
    assert dark.keys() <= light.keys()


@pytest.mark.parametrize("face", [Face(), *(hz.variants()[name].face for name in SHIPPED)])
def test_the_colour_of_a_face_is_legible(face: Face) -> None:
    (_, light), (_, dark), _ = palettes()
    for colours, accent in ((light, face.light), (dark, face.dark)):
        assert contrast(accent, colours["page"]) >= 4.5
        assert contrast(accent, colours["card"]) >= 4.5
        assert contrast(accent, colours["contrast"]) >= 4.5

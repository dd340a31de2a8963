"""Trees and technologies (SC-TREE, SC-START, SC-ORD-004)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import new_game
from variants.starcluster.rules.classes import developed
from variants.starcluster.technologies import (
    HARD_KNOT,
    KNOT,
    LONG_RANGE,
    SHORT_RANGE,
    TREES,
    TWIGS,
    at_level,
    before,
    breakthroughs,
    starting_technologies,
    technology,
    with_earlier,
)

CLAUSES = catalogue("starcluster", "variants.starcluster")


@pytest.mark.rule("SC-TREE-001")
def test_the_trees_are_those_of_the_rulebook():
    rows = {row["tree"]: (row["name"], row["trm"]) for row in CLAUSES["SC-TREE-001"].rows}

    assert {code: (tree.name, tree.modifier) for code, tree in TREES.items()} == rows


@pytest.mark.rule("SC-ENI-003", "SC-TREE-002", "SC-MOD-001", "SC-MOD-003")
def test_knots_are_the_marked_levels_of_drives_and_every_fourth_elsewhere():
    for tree, clause in (("ENI", "SC-ENI-002"), ("ENJ", "SC-ENJ-001")):
        marked = {row["sl"] for row in CLAUSES[clause].rows if row["knot"]}
        assert {sl for sl in range(1, 60) if TREES[tree].special(sl) == KNOT} == marked
    assert not any(TREES["ENC"].special(level) for level in range(1, 60))
    assert [level for level in range(1, 10) if TREES["ARM"].special(level)] == [4, 8]
    assert (KNOT, HARD_KNOT) == (-10, -20)
    assert (breakthroughs(KNOT), breakthroughs(HARD_KNOT)) == (1, 2)


@pytest.mark.rule("SC-TREE-003", "SC-TREE-002", "SC-ORD-004")
def test_each_item_with_generations_has_one_a_level():
    for row in CLAUSES["SC-TREE-003"].rows:
        at_seven = {tech.name for tech in at_level(row["tree"], 7)}
        assert {f"{item}7" for item in row["items"]} <= at_seven
        assert all(technology(name).tree == row["tree"] for name in at_seven)
    assert [technology(name) for name in ("H2", "Mg1", "MS1", "COL2", "Qtc2", "Xc4", "I14")] == [
        None
    ] * 7
    ada = new_game().empire("Ada")
    ada.developed = ["Qt1", "Qt2", "S1"]
    assert developed(ada, "Qtc", 2)
    assert not developed(ada, "Qtc", 3)
    assert [developed(ada, "S", generation) for generation in (1, 2)] == [True, False]
    assert technology("xc5").needs == ("ELC", 3)
    assert (technology("CD").level, technology("XO").special) == (3, 10)


@pytest.mark.rule("SC-ORD-004", "SC-ENI-002", "SC-ENJ-001")
def test_twigs_of_the_two_trees_are_technologies_of_their_own():
    assert technology("eni:tuner") != technology("ENJ:TUNER")
    assert {twig.level for twig in TWIGS.values() if twig.name.endswith("TUNER")} == {9}
    assert technology("ENI:ADM").needs == "XO"
    assert technology("ENI:STEALTH").needs == ("ELC", 5)
    for tree, clause in (("ENI", "SC-ENI-002"), ("ENJ", "SC-ENJ-001")):
        named = [row for row in CLAUSES[clause].rows if "mc" not in row]
        rows = [row["sl"] for row in named if "Commercial" not in row["item"]]
        assert sorted(twig.level for twig in TWIGS.values() if twig.tree == tree) == sorted(rows)


@pytest.mark.rule("SC-RND-002", "SC-RND-003")
def test_versions_come_in_order():
    assert with_earlier("S3") == ["S1", "S2", "S3"]
    assert with_earlier("Xc6") == ["Xc5", "Xc6"]
    assert with_earlier("MS") == ["MS"]
    assert len(with_earlier("S999")) == 999
    assert before("I1") is None


@pytest.mark.rule("SC-START-002", "SC-START-004", "SC-START-005", "SC-START-006")
@pytest.mark.parametrize("short", SHORT_RANGE)
@pytest.mark.parametrize("long", LONG_RANGE)
def test_weapons_that_need_shots_bring_magazines(short, long):
    held = set(starting_technologies(short, long))

    rows = CLAUSES["SC-START-004"].rows + CLAUSES["SC-START-005"].rows
    needs = {row["weapon"].rstrip("1"): row["magazine"] for row in rows}
    assert {"Mg", "Mgs"} <= held if needs[short] or needs[long] else not {"Mg", "Mgs"} & held
    assert {f"{short}1", f"{long}1", "SY1", "Qt1", "I1", "Ic1", "T1"} <= held
    assert not {"J1", "MS", "XO", "CD", "Xc5"} & held

"""The pages of the campaign: the tutorial gives its output, the tables match the game."""

from __future__ import annotations

import shutil

from benchmarks import campaign2e_figures as figures
from horizons_core.plugins import load_variant
from tests.docs.pages import DOCS, ROOT, table
from tests.docs.sessions import disappointments, in_this_process
from variants.campaign2e.designs.market import market, navies

TUTORIAL = DOCS / "tutorial-campaign2e.md"
PAGE = DOCS / "campaign2e.md"
CAMPAIGN = ROOT / "examples" / "campaign2e"


def test_the_tutorial_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(CAMPAIGN, tmp_path / "campaign2e")
    faults = disappointments(TUTORIAL, folder, in_this_process)
    assert not faults, "\n".join(faults)


def test_the_options_are_those_of_the_game():
    options = load_variant("campaign2e").info.options
    assert [row[0].strip("`") for row in table(PAGE, "option")] == [o.name for o in options]


def test_the_steps_of_the_week_are_those_of_the_game():
    steps = [(row[0].split(" ", 1)[1], row[2] == "yes") for row in table(PAGE, "step")]
    phases = {phase.title.lower(): phase.foreseeable for phase in load_variant("campaign2e").phases}
    assert steps == [(title, phases[title]) for title, _ in steps]


def test_the_designers_figures_are_those_that_the_command_prints():
    names = [row[0] for row in table(PAGE, "figure")]
    rows = [*figures.starts(2), *figures.maps(2), *figures.fleets(2), *figures.auxiliary()]
    assert names == [row[0] for row in rows]
    assert " | ".join(figures.RAIDS) in PAGE.read_text("utf-8")
    assert [row[0] for row in table(PAGE, "force")] == [figures.words_of(f) for f in figures.FORCES]


def test_each_design_of_the_market_stands_with_its_navy():
    designs = {row[0]: row[1] for row in table(PAGE, "navy")}
    assert list(designs) == list(navies())
    for design in market().values():
        assert f"{design.name} ({design.type}" in designs[design.navy]

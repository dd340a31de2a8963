"""Causes of differences between logs or reports and recorded ones are named."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS
from tools.far_horizons_parity.causes import (
    EXPLANATIONS,
    Circumstances,
    circumstances,
    reading,
)
from tools.far_horizons_parity.recorded import divide_log, doubles

TWICE = """
Combat log:

  Battle orders were received for sector 1, 2, 3. The following species are
    present:

    SP Human is mobilized and ready for combat.
    SP Human is mobilized and ready for combat.
    SP Klingon does not appear to be ready for combat.
"""


@pytest.mark.parametrize(
    ("ours", "recorded"),
    [
        ("    DD Axe will stay out of combat unless it is needed.",
         "    DD Axe (A0,L3) will attempt to stay out of the battle."),
        ("        PL Rock was completely wiped out!",
         "        Everyone and everything was completely wiped out!"),
        ("    5 CUs were produced.", "    5 CUs were produced and were transferred to PL Rock."),
        ("          The killing blow was delivered by DD Axe.\n!!! Odd.",
         "          The hijacker was DD Axe."),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_wording_where_the_states_are_alike(ours, recorded):
    assert reading(ours) == reading(recorded)
    assert (
        circumstances(ours, recorded, alike=True, doubled=False).cause(ours, recorded) == "wording"
    )
    assert Circumstances(alike=False).cause(ours, recorded) == ""


def test_other_numbers_are_no_wording():
    ours, recorded = "    5 CUs were produced.", "    6 CUs were produced."
    assert circumstances(ours, recorded, alike=True, doubled=False).cause(ours, recorded) == ""


def test_the_same_lines_elsewhere_are_a_matter_of_sequence():
    about = circumstances("a\nb", "b\na", alike=True, doubled=False)
    assert about.cause("a", "") == "sequence"


def test_a_species_that_stands_twice_is_a_cause_of_its_own():
    assert doubles(TWICE)
    assert not doubles(TWICE.replace("    SP Human is mobilized and ready for combat.\n", "", 1))
    assert Circumstances(alike=False, doubled=True).cause("1", "2") == "doubled"


def test_ships_in_flight_and_drafts_of_odd_planets_are_causes_of_reports():
    about = Circumstances(alike=False)
    assert about.cause("", "  CA Falcon (A38,WD)      SP Klingon") == "in-flight"
    assert about.cause("\tRecycle\t5 RM\n", "\tDevelop\t0\tPL Rock") == "drafts"
    assert about.cause("\tRecycle\t5 RM", "HOME PLANET: PL Rock") == ""


def test_a_log_without_any_title_is_the_first_steps():
    assert divide_log("") == {}
    assert divide_log("\nA scan.\n") == {"combat": "\nA scan.\n"}


def test_every_cause_has_a_line_in_the_documentation():
    page = (DOCS / "far-horizons-1999.md").read_text("utf-8")
    titles = re.findall(r"^\| \*(\S+)\* \|", page, re.MULTILINE)
    assert titles == [explanation.name for explanation in EXPLANATIONS]

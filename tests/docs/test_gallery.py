"""The gallery is accurate: its figures are in the stored results, and its claims hold."""

from __future__ import annotations

import json
import re
import sys

import attrs
import pytest

import horizons_lab as lab
from horizons_lab.report.battle_results import battle_study_data
from horizons_lab.study_data import is_battle_study, study_data
from tests.docs.gallery_claims import CLAIMS
from tests.docs.pages import DOCS
from tests.effort import first

sys.path.insert(0, str(DOCS / "extensions"))
from stored_results import Stored, estimates

GALLERY = DOCS / "gallery"
STUDIES = {file.stem: file for file in sorted((GALLERY / "studies").glob("*.yaml"))}
PAGES = sorted(GALLERY.glob("*.md"))
FIGURE = re.compile(r"[-\d.,]+ \(95% interval [-\d.,]+ to [-\d.,]+, n = [\d,]+\)")


def stored(name: str) -> Stored:
    return Stored.read(GALLERY / "results" / name)


def study(name: str) -> lab.Study | lab.BattleStudy:
    file = STUDIES[name]
    return (lab.BattleStudy if is_battle_study(file) else lab.Study).from_file(file)


def study_sections() -> list[tuple[str, str]]:
    """Return each study on a page with the text from its heading to the next."""
    texts = [page.read_text("utf-8") for page in PAGES]
    sections = [part for text in texts for part in re.split(r"^#+ ", text, flags=re.MULTILINE)]
    matches = [(re.findall(r"\{measured\} (\S+)", section), section) for section in sections]
    return [(name, section) for names, section in matches for name in names]


def test_every_study_has_a_claim_and_a_plot():
    assert sorted(name for name, _ in study_sections()) == sorted(STUDIES) == sorted(CLAIMS)


@pytest.mark.parametrize("name", STUDIES)
def test_the_results_are_those_of_the_study(name):
    chosen = study(name)
    data = battle_study_data(chosen) if isinstance(chosen, lab.BattleStudy) else study_data(chosen)
    assert stored(name).study == json.loads(json.dumps(data))


@pytest.mark.parametrize("name", STUDIES)
def test_the_figures_of_the_text_are_those_of_the_results(name):
    (text,) = (re.sub(r"\s+", " ", section) for of, section in study_sections() if of == name)
    figures = set(FIGURE.findall(text))
    assert figures
    assert figures <= {str(estimate) for estimate in estimates(stored(name)).values()}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_holds_of_the_stored_results(name):
    CLAIMS[name].check(stored(name).table)


#: Studies of games take seconds each; battles are fought by the thousand in no time.
OF_GAMES = [name for name in CLAIMS if not is_battle_study(STUDIES[name])]
OF_BATTLES = [name for name in CLAIMS if is_battle_study(STUDIES[name])]


@pytest.mark.parametrize("name", [*first(OF_BATTLES, 2), *first(OF_GAMES)])
def test_a_claim_holds_of_battles_and_games_that_are_run_anew(name):
    chosen, count = study(name), CLAIMS[name].count
    few = {"runs": count} if isinstance(chosen, lab.BattleStudy) else {"games": count}
    CLAIMS[name].check(attrs.evolve(chosen, **few).run().table)

"""The lab exports every public name, and importing it costs next to nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import horizons_lab

ROOT = Path(__file__).parents[2]
HEAVY = [
    "click", "cloudpickle", "dask", "distributed", "gymnasium", "hypothesis", "jmespath",
    "llvmlite", "matplotlib", "numba", "openskill", "pettingzoo", "polars", "psutil", "pytest",
    "scipy",
    "sqlalchemy",
]  # fmt: skip


@pytest.mark.parametrize("name", horizons_lab.__all__)
def test_every_name_is_there_and_described(name):
    assert getattr(horizons_lab, name).__doc__


def test_the_table_of_homes_has_the_public_names_and_no_other():
    assert sorted(horizons_lab._HOMES) == sorted(horizons_lab.__all__)


def test_a_name_that_is_not_there_is_told_as_python_tells_it():
    with pytest.raises(AttributeError, match="no attribute 'Studdy'"):
        horizons_lab.Studdy  # noqa: B018


def test_importing_the_lab_loads_nothing_of_weight():
    code = f"import sys, horizons_lab; print([m for m in {HEAVY} if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "[]\n"


PAGES = sorted((ROOT / "docs" / "lab-reference").glob("*.md"))


@pytest.mark.parametrize("name", horizons_lab.__all__)
def test_the_reference_describes_every_public_name(name):
    """By itself, or with the whole module that defines or exports it."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    modules = set(re.findall(r"automodule:: (\S+)", text))
    alone = set(re.findall(r"auto(?:class|function):: (\S+)", text))
    module = getattr(horizons_lab, name).__module__
    rooms = {module, module.rpartition(".")[0]}
    assert rooms & modules or any(target.endswith(f".{name}") for target in alone)


def test_every_page_of_the_reference_is_listed():
    listed = (ROOT / "docs" / "lab-reference.md").read_text("utf-8")
    for page in PAGES:
        assert listed.count(f"lab-reference/{page.stem}") == 2


def test_where_a_library_is_missing_it_says_what_brings_it(monkeypatch):
    def absent(_module):
        raise ModuleNotFoundError("No module named 'polars'", name="polars")

    monkeypatch.setattr(horizons_lab, "import_module", absent)
    with pytest.raises(ModuleNotFoundError, match=r"Study needs polars.*horizons\[lab\]"):
        horizons_lab.Study  # noqa: B018

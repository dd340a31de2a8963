"""The project's own descriptions: its commands, its test marks, its version."""

from __future__ import annotations

import re
import tomllib

import pytest
import yaml

import horizons_core as hz
from tests.docs.pages import PROJECT, README, ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
CONTRIBUTING = PROJECT[0]


@pytest.mark.parametrize("page", [README, CONTRIBUTING], ids=lambda page: page.name)
def test_every_make_target_that_a_page_names_is_there(page):
    named = set(
        re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
    )
    targets = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)
    assert len(named) > 5
    assert {first or second for first, second in named} <= set(targets)


def test_the_marks_of_tests_are_explained_to_contributors():
    registered = {mark.partition(":")[0] for mark in PYPROJECT["tool"]["pytest"]["markers"]}
    explained = re.findall(r"`@pytest\.mark\.([a-z]+)", CONTRIBUTING.read_text("utf-8"))
    assert set(explained) == {*registered, "rule"}


def test_every_group_of_tools_is_installed_by_make():
    groups = set(re.findall(r"--group ([a-z]+)", MAKEFILE))
    assert groups == set(PYPROJECT["dependency-groups"])


def test_the_citation_names_the_version_and_the_licence_of_the_project():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = PYPROJECT["project"]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert (cited["title"], cited["version"]) == ("Horizons", project["version"])
    assert cited["license"] == project["license"]
    assert [author["name"] for author in cited["authors"]] == [
        a["name"] for a in project["authors"]
    ]


def test_a_release_has_one_version_and_the_changelog_tells_of_it():
    version = PYPROJECT["project"]["version"]
    assert hz.__version__ == version
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    head = rf"^## \[{re.escape(version)}\] - (.*)$"
    dates = re.findall(head, changes, re.MULTILINE)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert dates == [str(cited["date-released"])]
    assert f"Version {version}" in README.read_text("utf-8")

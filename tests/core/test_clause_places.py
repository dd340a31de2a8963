"""Places of clauses in code and tests, and the laws of the table of topics."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from horizons_core.rules import catalogue
from horizons_core.testing import TopicsContract
from horizons_core.testing.clauses import (
    CodeLine,
    code_lines,
    is_rulebook,
    marked_tests,
    package_folder,
    tests_folder,
)

RULES = """
- {id: TB-PORT-001, title: Quays, kind: setup, rule: There is a quay.}
- {id: TB-PORT-002, title: Tolls, kind: procedure, rule: A ship pays.}
- {id: TB-WIND-001, title: Sails, kind: advice, rule: Set them.}
"""
PORTS = '''"""Ports (TB-PORT-001)."""

TOLL = 3  # TB-PORT-002
'''
TABLE = "TB-PORT: [rules/ports.py]\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Create a variant's package with a rulebook, a table of topics and one module of rules."""
    folder = tmp_path / "src" / "toll_bay"
    (folder / "rules").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "rules" / "__init__.py").touch()
    (folder / "rules.yaml").write_text(RULES)
    (folder / "topics.yaml").write_text(TABLE)
    (folder / "rules" / "ports.py").write_text(PORTS)
    monkeypatch.syspath_prepend(tmp_path / "src")
    catalogue.cache_clear()
    yield folder
    sys.modules.pop("toll_bay", None)
    catalogue.cache_clear()


class Laws(TopicsContract):
    @property
    def variant(self):
        return SimpleNamespace(
            rules=catalogue("toll_bay", "toll_bay"), info=SimpleNamespace(package="toll_bay")
        )


def broken_laws():
    """Return the names of the broken laws."""
    names = [name for name in dir(Laws) if name.startswith("test_")]
    return {name.removeprefix("test_") for name in names if not _holds(name)}


def _holds(name):
    try:
        getattr(Laws(), name)()
    except AssertionError:
        return False
    return True


# places in code


def test_code_names_a_clause_where_its_whole_id_stands(package):
    (package / "model.py").write_text("# TB-PORT-0021, TB-PORT-002-1, OTB-PORT-002")
    lines = code_lines(package, ["TB-PORT-001", "TB-PORT-002", "TB-PORT-003"])
    ports = package / "rules" / "ports.py"
    assert lines == {"TB-PORT-001": [CodeLine(ports, 1)], "TB-PORT-002": [CodeLine(ports, 3)]}


def test_the_rulebook_and_the_table_of_topics_are_no_code(package):
    (package / "rules" / "ports.py").unlink()
    assert code_lines(package, ["TB-PORT-001"]) == {}


def test_grammars_and_templates_are_code(package):
    for name in ("orders.lark", "page.jinja", "notes.md"):
        (package / name).write_text("TB-WIND-001")
    files = [place.file.name for place in code_lines(package, ["TB-WIND-001"])["TB-WIND-001"]]
    assert files == ["orders.lark", "page.jinja"]


def test_house_rules_and_bots_do_not_carry_the_rulebook_out(package):
    places = [CodeLine(package / name, 1) for name in ("mods/a.py", "bots/b.py", "rules/bots.py")]
    assert [is_rulebook(package, place) for place in places] == [False, False, True]


def test_a_package_is_found_in_its_folder(package):
    assert package_folder("toll_bay") == package
    assert package_folder("") is None
    assert package_folder("no_such_bay") is None


# places in tests

TESTS = """
import pytest

@pytest.mark.rule("TB-PORT-001", "TB-PORT-002")
def test_tolls():
    pass

class TestQuays:
    @pytest.mark.rule("TB-PORT-001")
    def test_it(self):
        assert "TB-PORT-001"

pytestmark = pytest.mark.rule("TB-WIND-001")
"""
SCENARIO = "scenario: A quay\nvariant: toll_bay\nrules:\n  - TB-WIND-001\n  - TB-PORT-001\n"


@pytest.fixture
def tests(package):
    folder = package.parents[1] / "tests"
    (folder / "bay").mkdir(parents=True)
    (package.parents[1] / "pyproject.toml").touch()
    (folder / "test_ports.py").write_text(TESTS)
    (folder / "bay" / "quay.yaml").write_text(SCENARIO)
    (folder / "bay" / "data.yaml").write_text("rules: [TB-PORT-001]")
    return folder


def places_in(tests, clause):
    return [(t.line.file.name, t.line.number, t.name) for t in marked_tests(tests, clause)]


def test_marks_and_scenarios_are_found_where_they_name_a_clause(tests):
    assert places_in(tests, "TB-PORT-001") == [
        ("quay.yaml", 5, "A quay"),
        ("test_ports.py", 4, "test_tolls"),
        ("test_ports.py", 9, "TestQuays.test_it"),
    ]
    assert ("test_ports.py", 13, "") in places_in(tests, "TB-WIND-001")
    assert places_in(tests, "TB-PORT-003") == []


def test_tests_lie_beside_the_project_of_the_package(package, tests):
    assert tests_folder(package) == tests


def test_an_installed_package_has_no_tests(package, tests):
    assert tests_folder(package.parents[1] / "site-packages" / "toll_bay") is None
    (tests.parent / "pyproject.toml").unlink()
    assert tests_folder(package) is None


# the table of topics


def test_a_true_table_holds(package):
    assert broken_laws() == set()


@pytest.mark.parametrize(
    ("table", "laws"),
    [
        ("TB-PORT: [rules/ports.py, quays.py]", {"every_listed_file_exists"}),
        (
            "TB-PORT: [rules/ports.py]\nTB-WIND: [rules]",
            {"every_prefix_is_that_of_a_binding_clause"},
        ),
        (
            "TB-PORT: [rules/ports.py]\nTB-PORT-002: [__init__.py]",
            {"every_binding_clause_is_spelled_out_where_the_table_says"},
        ),
        ("TB-PORT: [rules/]", {"every_module_of_the_rulebook_is_in_the_table"}),
    ],
)
def test_a_table_that_is_not_true_is_found(package, table, laws):
    (package / "topics.yaml").write_text(table)
    assert broken_laws() == laws


def test_a_clause_that_is_no_more_is_found_in_the_code(package):
    (package / "model.py").write_text("# TB-PORT-007")
    assert broken_laws() == {"code_names_no_clause_that_is_not_in_the_rulebook"}


def test_clauses_may_be_numbered_by_paragraphs_whose_chapters_code_may_name(package):
    (package / "rules.yaml").write_text(RULES.replace("TB-PORT-00", "TB-1.2b-0"))
    (package / "topics.yaml").write_text("TB-1.2b: [rules/ports.py]\n")
    (package / "rules" / "ports.py").write_text('"""TB-1, TB-1.2b: TB-1.2b-01, TB-1.2b-02"""')
    assert broken_laws() == set()
    (package / "model.py").write_text("# TB-1.2b-03")
    assert broken_laws() == {"code_names_no_clause_that_is_not_in_the_rulebook"}
    (package / "model.py").write_text("# TB-2.1")
    assert broken_laws() == {"code_names_no_clause_that_is_not_in_the_rulebook"}
    (package / "model.py").write_text("# TB-1.2b-01 to TB-1.2b-02")
    assert broken_laws() == {"no_range_of_clauses_stands_for_clauses_in_the_code"}


@pytest.mark.parametrize("words", ["{0}1 to {0}2", "{0}1 to 002", "{0}1, -002"])
def test_a_range_of_clauses_is_found_in_the_code(package, words):
    (package / "model.py").write_text("# " + words.format("TB-PORT-00"))
    assert broken_laws() == {"no_range_of_clauses_stands_for_clauses_in_the_code"}


def test_modules_of_the_rulebook_without_clauses_are_named_as_such(package, monkeypatch):
    (package / "rules" / "sums.py").touch()
    assert broken_laws() == {"every_module_of_the_rulebook_is_in_the_table"}
    monkeypatch.setattr(Laws, "not_topics", {"rules/sums.py"})
    assert broken_laws() == set()

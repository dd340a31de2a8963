"""Rulebooks as data: clauses and examples of a `rules.yaml`, and errors in the file."""

from __future__ import annotations

import hashlib

import pytest

from horizons_core.errors import PluginError
from horizons_core.rules import Clause, Example, catalogue, rules_digest

CLAUSE = """
- id: XX-1
  title: A move
  kind: mechanic
  rule: A ship
    moves.
  open: How
    far?
  decision: One
    hex.
  source: page 3
  errors: [too far]
  syntax: [MOVE]
  phases: [1]
  columns: [speed]
  rows: [{speed: 1}]
  examples:
    - {given: {at: 1}, expect: {at: 2}}
    - {given: {at: 2}, expect: {at: 3}}
- {id: XX-2, title: A hint, kind: advice, rule: Move.}
"""


@pytest.fixture
def rules(tmp_path, monkeypatch, request):
    """Return the catalogue of a package with these rules."""
    name = f"rules_of_{hashlib.blake2b(request.node.name.encode(), digest_size=6).hexdigest()}"
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()

    def read(text):
        (tmp_path / name / "rules.yaml").write_text(text)
        return catalogue("xx", name)

    read.package = name
    return read


def test_a_clause_has_what_the_file_says(rules):
    move, hint = catalogue = rules(CLAUSE)

    assert move == Clause(
        "XX-1", "A move", "mechanic", "A ship moves.",
        (Example("XX-1", 1, {"at": 1}, {"at": 2}), Example("XX-1", 2, {"at": 2}, {"at": 3})),
        ("too far",), "page 3", "How far?", "One hex.", ("MOVE",), (1,), ("speed",),
        ({"speed": 1},),
    )  # fmt: skip
    assert hint == Clause("XX-2", "A hint", "advice", "Move.")
    assert (catalogue.variant, len(catalogue), catalogue["XX-2"]) == ("xx", 2, hint)
    assert "XX-1" in catalogue
    assert "XX-3" not in catalogue
    with pytest.raises(KeyError, match="XX-3"):
        catalogue["XX-3"]


def test_examples_are_those_of_the_clauses_named_or_all(rules):
    catalogue = rules(CLAUSE)

    assert [str(example) for example in catalogue.examples()] == ["XX-1-1", "XX-1-2"]
    assert catalogue.examples("XX-2") == []
    assert catalogue.examples("XX-2", "XX-1") == catalogue.examples()
    with pytest.raises(KeyError, match="XX-3"):
        catalogue.examples("XX-3")


def test_a_clause_that_binds_is_tested_by_a_test_that_passes(rules):
    catalogue = rules(CLAUSE)

    assert [clause.id for clause in catalogue.untested({})] == ["XX-1"]
    assert [clause.id for clause in catalogue.untested({"XX-1": []})] == ["XX-1"]
    assert catalogue.untested({"XX-1": ["a test"]}) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- {id: XX-1, kind: advice, rule: Move.}", "a clause lacks 'title'"),
        ("- {id: XX-1, title: A, kind: advice, rule: 7}", "a clause lacks"),
        ("- just words", "a clause lacks"),
        (
            "- {id: XX-1, title: A, kind: advice, rule: A, examples: [{given: {}}]}",
            "lacks 'expect'",
        ),
        ("- {id: XX-1, title: A, kind: advice, rule: A, errors: 7}", "a clause lacks"),
        ("clauses: []", "is not a list of clauses"),
        ("- [", "cannot read"),
        ("- {id: A, title: A, kind: advice, rule: A}\n" * 2, "two clauses A"),
    ],
)
def test_a_file_that_is_wrong_is_reported_with_its_place(rules, text, fault):
    with pytest.raises(
        PluginError, match=f"{rules.package}/rules.yaml.*{fault}|{fault}.*rules.yaml"
    ):
        rules(text)


def test_no_rules_are_an_empty_catalogue_and_a_missing_file_is_reported(rules):
    assert len(rules("")) == 0
    assert len(catalogue("xx", "")) == 0
    with pytest.raises(PluginError, match=r"cannot read horizons_core/rules\.yaml"):
        catalogue("xx", "horizons_core")


def test_the_digest_is_that_of_the_text(rules):
    rules(CLAUSE)

    assert (
        rules_digest(rules.package) == hashlib.blake2b(CLAUSE.encode(), digest_size=16).hexdigest()
    )
    assert len(rules_digest("")) == 32

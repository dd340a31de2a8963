"""The rulebook on the screen, and the check that tests prove it."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

import horizons_core as hz
from tests.host.helpers import fine, refused

BINDING = [clause.id for clause in hz.load_variant("event_horizon").rules if clause.binding]


@pytest.fixture
def results(tmp_path):
    """Write a results file: for each clause the outcomes of tests that name it."""

    def write(outcomes):
        tests = {
            f"tests/test_x.py::test_{number}": {"outcome": outcome, "rules": [clause]}
            for number, (clause, outcome) in enumerate(outcomes)
        }
        file = tmp_path / "results.json"
        file.write_text(json.dumps({"tests": tests}))
        return file

    return write


def _all_proved():
    return [(clause, "passed") for clause in BINDING]


def test_the_rulebook_is_printed_with_rules_and_decisions():
    said = fine("rules", "event_horizon").stdout
    for clause in BINDING:
        assert clause in said
    assert "Decided:" in said


def test_one_clause_is_printed():
    said = fine("rules", "event_horizon", "eh-mov-002").stdout
    assert said.startswith("EH-MOV-002  One hex per turn")
    assert "EH-MOV-001" not in said
    answer = json.loads(fine("rules", "event_horizon", "EH-MOV-002", "--json").stdout)
    assert [clause["id"] for clause in answer] == ["EH-MOV-002"]
    assert "did you mean 'EH-MOV-00" in refused("rules", "event_horizon", "EH-MOV-02")


def test_the_check_passes_when_every_binding_clause_is_proved(results):
    said = fine("rules", "event_horizon", "--check", "--results", results(_all_proved())).stdout
    assert f"{len(BINDING)} proved, 0 unproved" in said


def test_the_check_names_clauses_without_a_test(results):
    file = results(_all_proved()[1:])
    assert f"{BINDING[0]}: no test" in refused(
        "rules", "event_horizon", "--check", "--results", file
    )
    answer = json.loads(refused("rules", "event_horizon", "--check", "--results", file, "--json"))
    assert answer["unproved"] == [BINDING[0]]


def test_a_test_that_fails_proves_nothing(results):
    file = results([(BINDING[0], "failed"), *_all_proved()[1:]])
    said = refused("rules", "event_horizon", "--check", "--results", file)
    assert f"{BINDING[0]}: its tests fail" in said


def test_a_test_that_names_no_clause_of_the_book_is_found(results):
    file = results([*_all_proved(), ("EH-XXX-999", "passed"), ("FH-UPG-002", "passed")])
    said = refused("rules", "event_horizon", "--check", "--results", file)
    assert "EH-XXX-999: no such clause" in said
    assert "FH-UPG-002" not in said


def test_without_results_the_check_says_to_run_the_tests():
    assert "run the tests first" in refused("rules", "event_horizon", "--check")
    assert "run the tests first" in refused("rules", "event_horizon", "--results", "nothing.json")


def test_results_are_found_where_the_tests_were_run(results):
    Path(".horizons").mkdir()
    results(_all_proved()).rename(".horizons/rule-tests.json")
    fine("rules", "event_horizon", "--check")


def test_a_list_of_what_is_left_out_needs_no_tests(results):
    book = hz.load_variant("far_horizons").rules
    left = {clause.id for clause in book if clause.binding} & _left_out()
    proved = [(c.id, "passed") for c in book if c.binding and c.id not in left]
    file = results(proved)
    said = fine("rules", "far_horizons", "--check", "--without", "battles", "--results", file)
    assert f"{len(proved)} proved, 0 unproved" in said.stdout
    assert f"{len(left)} left out" in said.stdout
    assert "no test" in refused("rules", "far_horizons", "--check", "--results", file)

    fewer = results(proved[1:])
    said = refused("rules", "far_horizons", "--check", "--without", "battles", "--results", fewer)
    assert f"{proved[0][0]}: no test" in said


def _left_out():
    package = resources.files("variants.far_horizons")
    lines = package.joinpath("left_out", "battles.txt").read_text("utf-8").splitlines()
    return {line.partition("#")[0].strip() for line in lines} - {""}


def test_a_list_that_is_not_there_is_named():
    said = refused("rules", "far_horizons", "--check", "--without", "battle")
    assert "did you mean 'battles'?" in said

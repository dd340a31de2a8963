"""The rulebook on the screen, and the check that tests prove it."""

from __future__ import annotations

import html
import json
import shutil
from importlib import resources
from pathlib import Path

import pytest

import horizons_core as hz
from tests.host.helpers import fine, refused

ROOT = Path(__file__).parents[2]
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
    output = fine("rules", "event_horizon").stdout
    for clause in BINDING:
        assert clause in output
    assert "Decision:" in output


def test_one_clause_is_printed():
    output = fine("rules", "event_horizon", "eh-mov-002").stdout
    assert output.startswith("EH-MOV-002  One hex per turn")
    assert "EH-MOV-001" not in output
    answer = json.loads(fine("rules", "event_horizon", "EH-MOV-002", "--json").stdout)
    assert [clause["id"] for clause in answer] == ["EH-MOV-002"]
    assert "did you mean 'EH-MOV-00" in refused("rules", "event_horizon", "EH-MOV-02")


def test_one_clause_comes_with_its_code_and_its_tests(monkeypatch):
    monkeypatch.chdir(ROOT)
    output = fine("rules", "event_horizon", "EH-MOV-002").stdout
    assert _line_of("    code: ", "src/variants/event_horizon/rules/moves.py", output)
    assert _line_of("    test: ", "tests/variants/event_horizon/test_moves.py", output)
    scenario = "tests/scenarios/event_horizon/passing_in_space.yaml"
    assert _line_of("    test: ", scenario, output) == ["rules: [EH-MOV-003, EH-MOV-002]"]

    answer = json.loads(fine("rules", "event_horizon", "EH-MOV-002", "--json").stdout)[0]
    assert {"file": scenario, "line": 3} in [
        {"file": test["file"], "line": test["line"]} for test in answer["named_by"]
    ]
    assert all("EH-MOV-002" in _text_at(f"{p['file']}:{p['line']}") for p in answer["code"])


def test_a_clause_with_tests_that_were_not_run_is_not_said_to_have_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # without results of tests
    named = fine("rules", "event_horizon", "EH-MOV-002").stdout
    assert "EH-MOV-002  One hex per turn  [procedure, not run]" in named.splitlines()[0]
    assert "    test: " in named
    monkeypatch.setattr("horizons_host.rulebook.marked_tests", lambda *_: [])
    assert "[procedure, no test]" in fine("rules", "event_horizon", "EH-MOV-002").stdout


def _line_of(head, file, output):
    """Return the lines of a file that the command named."""
    named = [line.removeprefix(head).split()[0] for line in output.splitlines() if head in line]
    return [_text_at(place) for place in named if place.startswith(f"{file}:")]


def _text_at(place):
    file, _, line = place.rpartition(":")
    return (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1].strip()


def test_places_elsewhere_are_told_in_full():
    output = fine("rules", "event_horizon", "EH-MOV-002").stdout
    assert f"code: {ROOT / 'src/variants/event_horizon/rules/moves.py'}:" in output


def test_a_clause_whose_tests_are_not_installed_says_so(tmp_path, monkeypatch):
    installed = tmp_path / "site-packages" / "event_horizon"
    shutil.copytree(ROOT / "src/variants/event_horizon", installed)
    monkeypatch.setattr("horizons_host.rulebook.package_folder", lambda _: installed)
    output = fine("rules", "event_horizon", "EH-MOV-002").stdout
    assert "The tests of this variant are not installed here." in output
    assert "test: " not in output
    answer = json.loads(fine("rules", "event_horizon", "EH-MOV-002", "--json").stdout)
    assert answer[0]["named_by"] is None


def test_tests_that_passed_are_told_with_the_clause(results):
    file = results([("EH-MOV-002", "passed")])
    output = fine("rules", "event_horizon", "EH-MOV-002", "--results", file).stdout
    assert "    passed: tests/test_x.py::test_0" in output


def test_code_is_listed_for_every_binding_clause():
    lines = fine("rules", "event_horizon", "--where").stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == BINDING
    assert lines[-1] == f"event_horizon: code names each of {len(BINDING)} clauses"


def test_a_clause_that_only_house_rules_name_has_no_code(tmp_path, monkeypatch):
    package = tmp_path / "event_horizon"
    shutil.copytree(ROOT / "src/variants/event_horizon", package)
    (package / "mods" / "orders.py").write_text("# EH-ORD-001")
    for file in [*package.glob("*/*.py"), *package.glob("*.py")]:
        if file.parent.name != "mods":
            file.write_text(file.read_text("utf-8").replace("EH-ORD-001", "EH-ORD-002"))
    monkeypatch.setattr("horizons_host.rulebook.package_folder", lambda _: package)
    output = refused("rules", "event_horizon", "--where")
    assert "no code names 1 clause: EH-ORD-001" in output
    answer = json.loads(refused("rules", "event_horizon", "--where", "--json"))
    assert answer["missing"] == ["EH-ORD-001"]
    assert [clause["id"] for clause in answer["clauses"]] == BINDING


def test_only_one_question_is_asked_at_a_time():
    output = refused("rules", "event_horizon", "EH-MOV-002", "--where", status=2)
    assert "use only one of CLAUSE, --check, --where and --out" in output


def test_the_check_passes_when_every_binding_clause_is_proved(results):
    output = fine("rules", "event_horizon", "--check", "--results", results(_all_proved())).stdout
    assert f"{len(BINDING)} proved, 0 unproved" in output


def test_the_check_names_clauses_without_a_test(results):
    file = results(_all_proved()[1:])
    assert f"{BINDING[0]}: not run" in refused(
        "rules", "event_horizon", "--check", "--results", file
    )
    answer = json.loads(refused("rules", "event_horizon", "--check", "--results", file, "--json"))
    assert answer["unproved"] == [BINDING[0]]


def test_a_test_that_fails_proves_nothing(results):
    file = results([(BINDING[0], "failed"), *_all_proved()[1:]])
    output = refused("rules", "event_horizon", "--check", "--results", file)
    assert f"{BINDING[0]}: its tests fail" in output


def test_a_test_that_names_no_clause_of_the_book_is_found(results):
    file = results([*_all_proved(), ("EH-XXX-999", "passed"), ("FH-UPG-002", "passed")])
    output = refused("rules", "event_horizon", "--check", "--results", file)
    assert "EH-XXX-999: unknown clause" in output
    assert "FH-UPG-002" not in output


def test_after_tests_without_marks_the_check_says_to_mark_them(results):
    output = refused("rules", "event_horizon", "--check", "--results", results([]))
    assert "contains no tests of clauses" in output
    assert "pytest.mark.rule" in output
    assert "first" not in output


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
    result = fine("rules", "far_horizons", "--check", "--without", "battles", "--results", file)
    assert f"{len(proved)} proved, 0 unproved" in result.stdout
    assert f"{len(left)} left out" in result.stdout
    assert "not run" in refused("rules", "far_horizons", "--check", "--results", file)

    fewer = results(proved[1:])
    result = refused("rules", "far_horizons", "--check", "--without", "battles", "--results", fewer)
    assert f"{proved[0][0]}: not run" in result


def _left_out():
    package = resources.files("variants.far_horizons")
    lines = package.joinpath("left_out", "battles.txt").read_text("utf-8").splitlines()
    return {line.partition("#")[0].strip() for line in lines} - {""}


def test_a_list_that_is_not_there_is_named():
    output = refused("rules", "far_horizons", "--check", "--without", "battle")
    assert "did you mean 'battles'?" in output


# the page for players


@pytest.mark.parametrize("game", ["event_horizon", "galaxy_g", "far_horizons", "campaign2e"])
def test_the_page_for_players_has_all_rules_and_no_words_of_developers(tmp_path, game):
    page = tmp_path / "rules.html"
    assert f"Wrote {page}" in fine("rules", game, "--out", page).stdout
    text = html.unescape(page.read_text("utf-8"))
    for clause in hz.load_variant(game).rules:
        assert f'id="{clause.id}"' in text
        assert clause.rule in text
    for words in ("not run", " proved", "Ambiguity:", "Decision:", "Facts:", "its tests fail"):
        assert words not in text.replace("is no test value", "")


def test_the_page_for_players_has_what_was_decided_with_tables_and_examples(tmp_path):
    page = tmp_path / "rules.html"
    fine("rules", "event_horizon", "--out", page)
    text = html.unescape(page.read_text("utf-8"))
    assert "<p>Pointy-top hexes with r growing downwards" in text
    assert "<td>Attacks of Opportunity" in text
    assert "<li>Example: weapons 4: rolls 3</li>" in text
    assert "<script" not in text


def test_a_page_for_players_is_html_and_is_asked_for_alone(tmp_path):
    assert "use a file name that ends in .html" in refused(
        "rules", "event_horizon", "--out", tmp_path / "r.pdf"
    )
    assert not (tmp_path / "r.pdf").exists()
    arguments = ("rules", "event_horizon", "--check", "--out", tmp_path / "r.html")
    assert "use only one of" in refused(*arguments, status=2)

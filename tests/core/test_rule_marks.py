"""The pytest plug-in records which tests named which clauses and how they ended."""

import json
import subprocess
import sys

import pytest

from horizons_core.testing import passed_rules, rule_examples
from tests.effort import first

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.rule("XX-1", "XX-2")
def test_fine():
    pass

@pytest.mark.rule("XX-2")
@pytest.mark.parametrize("number", [1, 2])
def test_number(number):
    assert number == 1

@pytest.mark.rule("XX-3")
def test_broken():
    raise ValueError

@pytest.mark.rule("XX-3")
@pytest.mark.skip
def test_put_off():
    pass

def test_of_no_rule():
    pass
"""


@pytest.fixture
def project(pytester):
    (pytester.path / "test_it.py").write_text(TESTS)
    (pytester.path / "test_more.py").write_text(
        'import pytest\n\n@pytest.mark.rule("XX-4")\ndef test_it():\n    pass\n'
    )
    return pytester.path


@pytest.fixture
def run(pytester):
    """Run the project's tests: in this process, or with `-n` (even 0) in a new one.

    Afterwards pytester forgets the modules that a run in this process was the first to import,
    so runs that load a variant need a new process.
    """

    def run(*arguments):
        run_pytest = pytester.runpytest_subprocess if "-n" in arguments else pytester.runpytest
        return run_pytest("-p", "no:cacheprovider", *arguments)

    return run


def results(project):
    return json.loads((project / ".horizons" / "rule-tests.json").read_text())["tests"]


@pytest.mark.parametrize(
    "arguments", first([(), ("-n", "1")]), ids=["one process", "two processes"]
)
def test_a_whole_run_writes_down_every_marked_test(project, arguments, run):
    run(*arguments)
    assert results(project) == {
        "test_it.py::test_broken": {"outcome": "failed", "rules": ["XX-3"]},
        "test_it.py::test_fine": {"outcome": "passed", "rules": ["XX-1", "XX-2"]},
        "test_it.py::test_number[1]": {"outcome": "passed", "rules": ["XX-2"]},
        "test_it.py::test_number[2]": {"outcome": "failed", "rules": ["XX-2"]},
        "test_it.py::test_put_off": {"outcome": "skipped", "rules": ["XX-3"]},
        "test_more.py::test_it": {"outcome": "passed", "rules": ["XX-4"]},
    }


def test_a_clause_passes_by_tests_all_of_whose_cases_passed(project, run):
    run()
    assert passed_rules(project / ".horizons" / "rule-tests.json") == {
        "XX-1": ["test_it.py::test_fine"],
        "XX-2": ["test_it.py::test_fine"],
        "XX-4": ["test_more.py::test_it"],
    }


def test_a_run_of_chosen_tests_replaces_their_results_alone(project, run):
    run()
    (project / "test_it.py").write_text(TESTS.replace("raise ValueError", "pass"))
    for arguments in (["test_it.py"], ["-k", "broken"]):
        run(*arguments)
        assert results(project)["test_it.py::test_broken"]["outcome"] == "passed"
        assert results(project)["test_more.py::test_it"]["outcome"] == "passed"


def test_a_whole_run_forgets_tests_that_are_no_more(project, run):
    run()
    (project / "test_more.py").write_text("")
    run("-k", "fine")
    assert "test_more.py::test_it" in results(project)
    run()
    assert "test_more.py::test_it" not in results(project)


def test_a_run_of_chosen_tests_forgets_files_that_are_no_more(project, run):
    run()
    (project / "test_more.py").unlink()
    run("-k", "fine")
    assert "test_more.py::test_it" not in results(project)


def test_a_run_that_stopped_early_forgets_nothing(project, run):
    run()
    run("-x")
    assert "test_more.py::test_it" in results(project)


def test_projects_without_marks_get_no_file(pytester, run):
    (pytester.path / "test_it.py").write_text("def test_it():\n    pass\n")
    assert run().ret == 0
    assert not (pytester.path / ".horizons").exists()


@pytest.mark.parametrize(
    "arguments", first([("-n", "0"), ("-n", "1")]), ids=["one process", "two processes"]
)
def test_a_mark_of_an_unknown_clause_is_a_usage_error(pytester, arguments, run):
    (pytester.path / "test_it.py").write_text(TESTS.replace("XX-1", "EH-SET-0001"))
    (pytester.path / "conftest.py").write_text(
        "import sys\n\ndef pytest_unconfigure():\n"
        "    print([f'{name}_loaded' for name in ('event_horizon', 'galaxy_g')"
        " if f'variants.{name}' in sys.modules])\n"
    )
    result = run("-s", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    output = f"{result.stdout}\n{result.stderr}"
    assert "test_it.py::test_fine names clause 'EH-SET-0001', which no catalogue has" in output
    assert "did you mean 'EH-SET-001'?" in output
    assert "['event_horizon_loaded']" in output, "a variant is loaded whose clauses are not named"


def test_the_plug_in_loads_neither_hypothesis_nor_numbers():
    program = (
        "import sys, horizons_core.testing.plugin;"
        "print([m for m in ('hypothesis', 'numpy', 'numba', 'lark', 'jinja2') if m in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def test_examples_of_a_clause_are_cases_marked_with_it():
    cases = rule_examples("event_horizon", "EH-SET-001")
    assert [case.id for case in cases] == [str(case.values[0]) for case in cases]
    assert {mark.args for case in cases for mark in case.marks} == {("EH-SET-001",)}

"""Mutants run in a copy of the tree in forked processes, and results so far are saved."""

from __future__ import annotations

from contextlib import closing
from io import StringIO

import pytest

from benchmarks.mutation import session
from benchmarks.mutation.baseline import Baseline, from_dict, merge, to_dict
from benchmarks.mutation.client import TestServer
from benchmarks.mutation.copies import digest_without, digests_of_tests
from benchmarks.mutation.journal import Journal
from benchmarks.mutation.measuring import measure
from benchmarks.mutation.mutants import mutants_of
from benchmarks.mutation.plans import SessionPlan
from benchmarks.mutation.server import PYTEST, preload
from benchmarks.mutation.trial import Attempt, Verdict, try_mutant

CODE = """\
def doubled(number):
    return number * 2


def tripled(number):
    return number * 3
"""

TESTS = """\
import os
import time

import pytest
from variants.toll_bay.tolls import doubled, tripled

def test_two_are_doubled():
    assert doubled(2) == 4

@pytest.mark.rule("XX-1")
def test_five_are_doubled():
    assert doubled(5) == 10

def test_tripling_never_ends_a_process():
    if tripled(1) != 3:
        os.kill(os.getpid(), 9)

def test_what_never_passes():
    assert False

def test_what_takes_a_while():
    time.sleep(60)
"""

QUICK = """\
from variants.toll_bay import tolls

def test_one_is_doubled():
    assert tolls.doubled(1) == 2
"""

FILE = "src/variants/toll_bay/tolls.py"
FOLDER = "tests/variants/toll_bay"
TWO, FIVE, TRIPLING, NEVER, LONG = (
    f"{FOLDER}/test_tolls.py::test_{name}"
    for name in ("two_are_doubled", "five_are_doubled", "tripling_never_ends_a_process",
                 "what_never_passes", "what_takes_a_while")
)  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a tree with a small game, its tests, and the real core and tools."""
    root = tmp_path_factory.mktemp("tree")
    for folder in ("src/variants/toll_bay", FOLDER, "tests/scenarios"):
        (root / folder).mkdir(parents=True)
    (root / "src/variants/toll_bay/__init__.py").touch()
    (root / FILE).write_text(CODE)
    (root / FOLDER / "test_tolls.py").write_text(TESTS)
    (root / FOLDER / "test_quick.py").write_text(QUICK)
    (root / "pyproject.toml").write_text('[tool.pytest]\naddopts = ["--import-mode=importlib"]\n')
    (root / "src/horizons_core").symlink_to(session.ROOT / "src/horizons_core")
    (root / "benchmarks").symlink_to(session.ROOT / "benchmarks")
    return root


@pytest.fixture(scope="module")
def server(tree):
    with closing(TestServer(tree, "toll_bay", [FOLDER])) as server:
        yield server


def mutant_at(line, operator="core/NumberReplacer"):
    mutants = mutants_of(CODE, FILE)
    return next(m for m in mutants if m.start[0] == line and m.operator == operator)


def baseline(*tests, line="2"):
    noted = {test: {"outcome": "passed", "seconds": 0.1, "rules": []} for test in tests}
    return Baseline(noted, {FILE: {line: list(tests)}})


def test_a_mutant_is_killed_by_the_first_test_that_fails_and_is_gone_after(server):
    before = (server.copy / FILE).stat()
    verdict = try_mutant(Attempt(mutant_at(2)), baseline(TWO, FIVE), server)

    assert (verdict.outcome, verdict.tests) == ("killed", 2)
    assert verdict.killer.startswith(f"FAILED {TWO}")
    assert "-    return number * 2\n+    return number * " in verdict.diff
    assert (server.copy / FILE).read_text() == CODE
    assert (server.copy / FILE).stat().st_mtime_ns == before.st_mtime_ns


def test_a_mutant_that_all_tests_pass_survives(server):
    assert try_mutant(Attempt(mutant_at(6)), baseline(TWO, FIVE), server).outcome == "survived"


def test_a_mutant_that_ends_the_process_is_killed(server):
    known = baseline(TRIPLING, line="6")
    assert try_mutant(Attempt(mutant_at(6)), known, server).outcome == "killed"
    assert try_mutant(Attempt(mutant_at(2)), baseline(TWO), server).outcome == "killed"


def test_a_run_without_end_is_ended(server):
    assert server.run([*PYTEST, LONG], 1.0)[0] is None


def test_a_test_that_fails_on_unchanged_code_kills_nothing(server):
    with pytest.raises(RuntimeError, match=f"fail on unchanged code(?s:.)*{NEVER}"):
        try_mutant(Attempt(mutant_at(2)), baseline(NEVER), server)


def test_a_server_that_has_ended_is_told(tmp_path):
    with (
        closing(TestServer(tmp_path, "toll_bay", [])) as server,
        pytest.raises(RuntimeError, match="the process that runs the tests has ended"),
    ):
        server.run([*PYTEST, TWO], 1.0)


def test_what_is_under_test_is_never_imported_beforehand():
    with pytest.raises(SystemExit, match=r"must not import .*horizons_core"):
        preload("core", ["json"])


def test_tests_are_measured_with_the_lines_that_they_execute(server):
    baseline = measure([f"{FOLDER}/test_tolls.py"], "toll_bay", ["XX-1"], server)
    assert baseline.lines == {}
    assert baseline.marked("XX-1") == list(baseline.tests) == [FIVE]

    baseline = measure([f"{FOLDER}/test_quick.py"], "toll_bay", [], server)
    assert baseline.lines[FILE]["2"] == [f"{FOLDER}/test_quick.py::test_one_is_doubled"]
    assert "6" not in baseline.lines[FILE]


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "new", {"a.py": "1", "b.py": "2"})


def test_a_journal_keeps_what_was_measured(journal):
    known = baseline("a.py::one", "b.py::two")
    assert journal.measured("a.py") is None
    journal.note(["a.py", "b.py"], known)
    assert journal.measured("a.py") == journal.measured("a.py", ["XX-1"]) == baseline("a.py::one")
    assert merge(map(journal.measured, ["a.py", "b.py"])) == known

    changed = Journal(journal.folder, {"a.py": "1", "b.py": "3"})
    assert changed.measured("a.py")
    assert changed.measured("b.py") is None


def test_a_journal_keeps_verdicts_until_tests_change(journal):
    attempts = [Attempt(mutant_at(2)), Attempt(mutant_at(6), "XX-1"), Attempt(mutant_at(6))]
    verdicts = [Verdict(attempts[0].mutant, "killed", "", f"FAILED {TWO}", 2),
                Verdict(attempts[1].mutant, "survived", "- a\n+ b", "", 1, "XX-1")]  # fmt: skip
    for verdict in verdicts:
        journal.note_verdict(verdict)
    (cut_off,) = journal.folder.iterdir()
    cut_off.write_text(cut_off.read_text() + '{"id": "cut of')

    assert journal.verdicts(attempts) == dict(zip(attempts, verdicts, strict=False))
    changed = Journal(journal.folder, {"a.py": "1", "b.py": "3"})
    assert changed.verdicts(attempts) == {}


def test_the_tests_of_some_clauses_are_kept_apart(journal):
    journal.note(["a.py"], baseline("a.py::one"), ["XX-1"])
    assert journal.measured("a.py", ["XX-1"]) == baseline("a.py::one")
    assert journal.measured("a.py", ["XX-2"]) is journal.measured("a.py") is None


def test_a_baseline_names_tests_by_numbers_where_it_is_kept():
    known = baseline(TWO, FIVE)
    assert to_dict(known)["lines"] == {FILE: {"2": [0, 1]}}
    assert from_dict(to_dict(known)) == known


def test_a_change_of_tests_leaves_the_code_as_it_is(tmp_path):
    for name in ("code.py", "tests/test_one.py", "tests/builders.py", "tests/games/one.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("old")

    def digests_after(changed):
        (tmp_path / changed).write_text(changed)
        tests = digests_of_tests(tmp_path, ["tests"])
        return digest_without(tmp_path, tests), tests["tests/test_one.py"]

    code, test = digests_after("tests/test_one.py")
    same_code, other_test = digests_after("tests/games/one.yaml")
    other_code, same_test = digests_after("tests/builders.py")
    assert (same_code, other_test != test) == (code, True)
    assert (other_code != code, same_test) == (True, other_test)
    assert digests_after("code.py")[0] not in {code, other_code}


@pytest.mark.slow
def test_tests_may_be_named_by_file(tree):
    every = digests_of_tests(tree, [FOLDER])
    quick = f"{FOLDER}/test_quick.py"
    assert set(every) == {quick, f"{FOLDER}/test_tolls.py"}
    assert digests_of_tests(tree, [quick]) == {quick: every[quick]}


@pytest.mark.slow
def test_a_session_that_was_cut_short_goes_on_where_it_was(tree, monkeypatch, capsys):
    attempts = [Attempt(mutant) for mutant in (mutant_at(2), mutant_at(6))]
    verdicts = [Verdict(attempts[0].mutant, "killed", ""), KeyboardInterrupt,
            Verdict(attempts[1].mutant, "survived", "")]  # fmt: skip
    tried = []

    def answer(attempt, *_):
        tried.append(attempt)
        verdict = verdicts[len(tried) - 1]
        if verdict is KeyboardInterrupt:
            raise verdict
        return verdict

    monkeypatch.setattr(session, "ROOT", tree)
    monkeypatch.setattr(
        session, "make_plan", lambda *_: SessionPlan("2 mutants", attempts, "report.txt")
    )
    monkeypatch.setattr(session, "_write", lambda *_: None)
    monkeypatch.setattr(session.measuring, "measure", lambda *_: baseline(TWO))
    monkeypatch.setattr(session.measuring, "folders_of", lambda _: [FOLDER])
    monkeypatch.setattr(session.trial, "try_mutant", answer)
    monkeypatch.setattr(session, "TestServer", lambda *_: StringIO())

    assert session.main(["--workers", "1"]) == 130
    assert "repeat the command to continue" in capsys.readouterr().err
    assert session.main(["--workers", "1"]) == 1
    assert tried == [attempts[0], attempts[1], attempts[1]]
    assert "1 of them were tried before" in capsys.readouterr().out

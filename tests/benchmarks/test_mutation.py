"""The sample of mutants, its exclusions, and the order of the tests on a mutant."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks.mutation import session
from benchmarks.mutation.baseline import Baseline, merge
from benchmarks.mutation.clauses import NAMED, mutants_by_clause, sample_by_clause, scopes_of
from benchmarks.mutation.measuring import folders_of, may_mark
from benchmarks.mutation.mutants import (
    code_of,
    files_under_test,
    is_python,
    mutants_of,
    parts,
    sample,
)
from benchmarks.mutation.plans import SessionPlan
from benchmarks.mutation.reporting import interval, list_untested_clauses, report, summary
from benchmarks.mutation.session import ROOT, main
from benchmarks.mutation.stages import marked_stages
from benchmarks.mutation.trial import Verdict

SOURCE = '''\
"""A module."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    LIMIT = 1

Key = int | str


@cache
def chosen(first: int | None, *, second: int = 5) -> int | str:
    """Answer × something."""
    if first is None:
        raise ValueError(f"not {second + 1}")
    return first + second


class Thing:
    def __repr__(self) -> str:
        return "x" * 3


class Named(Protocol):
    @property
    def name(self) -> str: ...
'''


def lines(mutants):
    return {mutant.start[0] for mutant in mutants}


def test_only_what_a_test_could_notice_is_mutated():
    assert {15, 17, 19} == lines(mutants_of(SOURCE, "a.py"))


def test_of_a_signature_the_defaults_are_mutated_but_not_the_bare_star():
    signature = SOURCE.splitlines()[14]
    mutated = {mutant.start[1] for mutant in mutants_of(SOURCE, "a.py") if mutant.start[0] == 15}
    assert mutated == {signature.index("5")}


def test_what_is_drawn_is_python_that_python_does_not_warn_of(tmp_path):
    """No unpacking stars, no `is` next to a text, no exception named with its module."""
    source = (
        "a = {**b, 'c': 2**d}\n"
        "e = f == 'g'\n"
        "try:\n    h = i\nexcept (j.K, l.M):\n    pass\nexcept L:\n    m = n == o\n"
    )
    (tmp_path / "a.py").write_text(source)
    mutants = list(mutants_of(source, "a.py"))
    sound = [mutant for mutant in mutants if is_python(tmp_path, mutant)]
    starts = {mutant.start for mutant in mutants} - {mutant.start for mutant in sound}
    assert starts == {(1, 5), (5, 8), (5, 13)}
    identity = {mutant.start[0] for mutant in sound if mutant.operator.endswith(("_Is", "_IsNot"))}
    assert identity == {8}
    drawn = sample(mutants, 100, 1, partial(is_python, tmp_path))
    assert {mutant.start for mutant in drawn} == {mutant.start for mutant in sound}


def test_a_sample_has_one_mutant_a_place_and_is_the_same_each_time():
    mutants = list(mutants_of(SOURCE, "a.py"))
    drawn = sample(mutants, 100, seed=1)

    assert drawn == sample(reversed(mutants), 100, seed=1)
    assert len({mutant.place for mutant in mutants}) == len(drawn)
    assert len(drawn) == len({(mutant.start, mutant.end) for mutant in drawn})
    assert drawn[:2] == sample(mutants, 2, seed=1)
    assert [m.id for m in drawn] != [m.id for m in sample(mutants, 100, seed=2)]


def test_arguments_that_only_forbid_mistakes_are_left_alone():
    source = "@define(kw_only=True, slots=False, repr=False, order=True)\nclass Thing:\n    pass\n"
    operators = [mutant.operator for mutant in mutants_of(source, "a.py")]

    assert operators.count("core/ReplaceTrueWithFalse") == 1
    assert "core/ReplaceFalseWithTrue" not in operators


def test_the_size_of_a_cache_is_left_alone_and_so_is_the_cache():
    source = "@lru_cache(maxsize=9)\ndef chosen(first):\n    return first + 1\n"
    assert lines(mutants_of(source, "a.py")) == {3}


def test_a_change_elsewhere_leaves_the_sample_as_it_is():
    longer = SOURCE.replace("class Thing", "MORE = 1 + 2\n\n\nclass Thing")
    before = {mutant.id for mutant in sample(mutants_of(SOURCE, "a.py"), 100, seed=1)}
    after = {mutant.id for mutant in sample(mutants_of(longer, "a.py"), 100, seed=1)}

    assert before < after


def mutant_at(line):
    return next(mutant for mutant in mutants_of(SOURCE, "a.py") if mutant.start[0] == line)


RULES = '''\
"""Tolls (XX-1)."""

from horizons_core.model import EventKind

#: What a ship pays (XX-2).
TOLL = 3

PAID = EventKind("paid", "{ship} pays.", ("XX-3",))

DUES = (
    ("barge", 2),
    ("tug", 1),  # XX-11
    # XX-12
    ("raft", 0),
    dict(
        kind="yacht",
        rules="XX-13",
    ),
)  # XX-14


class Port:
    """A port (XX-4)."""

    quays: int = 2  # XX-5

    # Who comes first (XX-6).
    def first(self, ships):
        return ships[0]


def pay(ship):
    """A ship pays (XX-2)."""

    def doubled():
        return 2 * TOLL  # XX-7

    return ship.emit(PAID, doubled(), rules=("XX-8", "XX-80"))
'''


@pytest.mark.parametrize(
    ("clause", "first_lines"),
    [("XX-1", {1}), ("XX-2", {6, 32}), ("XX-3", {8}), ("XX-4", {22}), ("XX-5", {25}),
     ("XX-6", {28}), ("XX-7", {36}), ("XX-8", {32}), ("XX-9", set())],
)  # fmt: skip
def test_a_clause_is_carried_out_by_what_names_it(clause, first_lines):
    assert {lines.start for _, _, lines in scopes_of(RULES, [clause])} == first_lines


@pytest.mark.parametrize(
    ("clause", "lines"),
    [("XX-11", range(12, 13)), ("XX-12", range(13, 15)), ("XX-13", range(15, 19)),
     ("XX-14", range(10, 20))],
)  # fmt: skip
def test_a_row_of_a_table_is_broken_alone(clause, lines):
    assert [scope for _, _, scope in scopes_of(RULES, [clause])] == [lines]


STATEMENTS = '''\
def toll(
    ship,  # XX-1
):
    """A toll."""
    # XX-2
    # and why
    if ship.laden:  # XX-3
        double = 2
        ship.pay(double)  # XX-4
    elif ship.old:
        # XX-6
        ship.pay(1)
    # XX-5
    return ship
'''


@pytest.mark.parametrize(
    ("clause", "lines"),
    [("XX-1", range(1, 15)), ("XX-2", range(7, 13)), ("XX-3", range(7, 13)),
     ("XX-4", range(9, 10)), ("XX-5", range(14, 15)), ("XX-6", range(12, 13))],
)  # fmt: skip
def test_a_comment_in_a_function_is_about_its_statement(clause, lines):
    assert scopes_of(STATEMENTS, [clause]) == [(clause, NAMED, lines)]


def test_what_is_nearest_to_a_clause_is_broken_first():
    kinds = {clause: kind for clause, kind, _ in scopes_of(RULES, ["XX-1", "XX-4", "XX-7", "XX-8"])}
    assert kinds["XX-7"] < kinds["XX-4"] < kinds["XX-8"] < kinds["XX-1"]


def test_mutants_of_a_clause_lie_in_the_code_that_names_it(tmp_path):
    folder = tmp_path / "src" / "variants" / "toll_bay"
    (folder / "mods").mkdir(parents=True)
    (folder / "ports.py").write_text(RULES)
    (folder / "mods" / "doubled.py").write_text("TWICE = 2  # XX-5, XX-9")
    by_clause, named = mutants_by_clause(tmp_path, "toll_bay", ["XX-3", "XX-5", "XX-7", "XX-9"])

    assert {clause: lines(mutants) for clause, mutants in by_clause.items()} == {
        "XX-5": {25},
        "XX-7": {36},
    }
    assert named == {"XX-3", "XX-5", "XX-7"}


def test_every_clause_has_its_turn_before_one_has_a_second():
    mutants = list(mutants_of(SOURCE, "a.py"))
    drawn = sample_by_clause({"XX-1": mutants[:1], "XX-2": mutants, "XX-3": mutants}, 5, seed=1)

    assert sorted(clause for clause, _ in drawn[:3]) == ["XX-1", "XX-2", "XX-3"]
    assert {clause for clause, _ in drawn[3:]} == {"XX-2", "XX-3"}
    assert len(set(drawn)) == 5
    assert drawn[:2] == sample_by_clause(
        {"XX-1": mutants[:1], "XX-2": mutants, "XX-3": mutants}, 2, seed=1
    )


def test_a_mutant_of_a_clause_meets_the_tests_marked_with_it():
    tests = {
        "a.py::marked": {"outcome": "passed", "seconds": 0.1, "rules": ["XX-1"]},
        "a.py::other": {"outcome": "passed", "seconds": 0.1, "rules": ["XX-2"]},
        "a.py::broken": {"outcome": "failed", "seconds": 0.1, "rules": ["XX-1"]},
    }
    known = Baseline(tests, {})
    assert marked_stages(mutant_at(19), "XX-1", known) == [["a.py::marked"]]
    assert known.marked("XX-3") == []


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ('@pytest.mark.rule("EX-ONE-001")', True),
        ('@pytest.mark.rule("EX-ONE-002")', False),
        ('marks = [f"EX-{topic}" for topic in topics]', True),
        ("load_scenario(file)", True),
        ("def test_nothing(): ...", False),
    ],
)
def test_files_are_left_out_only_if_none_of_their_tests_can_be_marked(text, may, tmp_path):
    file = tmp_path / "test_it.py"
    file.write_text(text)
    assert may_mark(file, ["EX-ONE-001"]) is may


def test_what_several_runs_measured_is_put_together():
    slow = {"outcome": "passed", "seconds": 3.0}
    tests_by_line = {"1": ["tests/core/t.py::slow"], "2": []}
    first = Baseline({"tests/core/t.py::slow": slow}, {"a.py": tests_by_line})
    other = Baseline({"v.py::new": {"outcome": "passed", "seconds": 1.0}},
                     {"a.py": {"1": ["v.py::new"]}, "b.py": {"7": ["v.py::new"]}})  # fmt: skip
    both = merge([first, other])
    assert set(both.tests) == {*first.tests, "v.py::new"}
    assert both.lines["a.py"] == {"1": ["tests/core/t.py::slow", "v.py::new"], "2": []}
    assert both.lines["b.py"] == {"7": ["v.py::new"]}


def test_the_report_shows_survivors_with_their_change():
    mutant = mutant_at(19)
    diff = "--- a\n+++ b\n-    return first + second\n+    return first - second"
    verdicts = [Verdict(mutant, "survived", diff, tests=4)] + [Verdict(mutant, "killed", "")] * 3
    text = report("4 mutants", verdicts, ["tests/t.py::test_slow"])

    assert "3 killed" in summary(verdicts)
    assert "75.0%" in summary(verdicts)
    assert "SURVIVED a.py:19" in text
    assert "  +    return first - second\n" in text
    assert "  tests/t.py::test_slow" in text


def test_the_report_on_marks_names_clauses_and_those_that_were_not_tried():
    verdicts = [Verdict(mutant_at(19), "survived", "", tests=4, clause="XX-1")]
    aside = list_untested_clauses({"no code to break": ["XX-3", "XX-2"], "no code names it": []})
    text = report("1 mutant", verdicts, [], notes=aside)

    assert "SURVIVED XX-1 a.py:19" in text
    assert "no code to break: 2\n  XX-2 XX-3" in text
    assert "no code names it" not in text
    assert "the bar is 85%: MISSED" in text


@pytest.mark.parametrize(
    ("killed", "met"), [(84, False), (85, True), (100, True)], ids=["below", "at", "above"]
)
@pytest.mark.parametrize("options", [[], ["--marks", "--variant", "event_horizon"]])
def test_a_session_fails_if_too_few_mutants_are_killed(options, killed, met, monkeypatch, capsys):
    mutant = mutant_at(19)
    outcomes = ["killed"] * killed + ["survived"] * (100 - killed)
    verdicts = [Verdict(mutant, outcome, "") for outcome in outcomes]
    plan = SessionPlan("100 mutants", [], Path("report.txt"))
    monkeypatch.setattr(session, "_write", lambda *arguments: None)
    monkeypatch.setattr(session, "make_plan", lambda options_, root: plan)
    monkeypatch.setattr(session, "_try_all", lambda *arguments: ([], [], verdicts))

    assert main(options) == (0 if met else 1)
    assert f"the bar is 85%: {'met' if met else 'MISSED'}" in capsys.readouterr().out


def test_marks_are_those_of_a_variant(capsys):
    with pytest.raises(SystemExit):
        main(["--marks"])
    assert "name a variant with --marks" in capsys.readouterr().err


@pytest.mark.slow
def test_a_sample_of_marks_is_listed_with_its_clauses(capsys):
    assert main(["--marks", "--variant", "event_horizon", "--only", "shields", "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()[1:]
    assert listed
    assert all(line.startswith("EH-SHD-") and "shields.py:" in line for line in listed)


def test_a_sample_of_marks_may_be_of_some_clauses_only(capsys):
    options = ["--marks", "--variant", "event_horizon", "--sample", "5", "--list"]
    assert main([*options, "--clauses", "EH-INC"]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert title.startswith("5 mutants of ")
    assert all("EH-INC-" in line for line in lines)


@pytest.mark.slow
def test_one_sample_may_be_of_several_modules_of_several_parts(capsys):
    only = ["horizons_core/luck", "horizons_host/luck", "horizons_lab/files"]
    chosen = [word for name in only for word in ("--only", name)]
    assert main(["--variant", "framework", *chosen, "--sample", "9999", "--list"]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert "of 3 files" in title
    assert {line.partition(".py")[0] for line in lines} == {f"src/{name}" for name in only}


def test_the_interval_is_that_of_wilson():
    assert tuple(round(bound, 4) for bound in interval(10, 100)) == (0.0552, 0.1744)
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("part", parts(ROOT))
def test_every_part_of_the_tree_has_files_and_tests(part):
    files = files_under_test(ROOT, part)
    folders = tuple(folder.as_posix() for folder in code_of(part))

    assert {f"{folder}/__init__.py" for folder in folders} <= set(files)
    assert all(file.startswith(folders) and "/testing/" not in file for file in files)
    assert all((ROOT / tests).is_dir() for tests in folders_of(part))

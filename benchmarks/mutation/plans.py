"""The plan of a session: a sample of all mutants, of those of clauses, or survivors again."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve, frozen

from benchmarks.mutation import clauses, mutants, reporting
from benchmarks.mutation.trial import Attempt, Verdict
from horizons_core.plugins import load_variant

FOLDER = Path(".horizons")


@frozen
class SessionPlan:
    """The mutants that a session tries, and its report.

    Attributes:
        title: the sample in words.
        attempts: the mutants to try.
        before: verdicts of an earlier session that still count.
        report: the report's file, from the root.
        notes: further text of the report.
    """

    title: str
    attempts: Sequence[Attempt]
    report: Path
    before: Sequence[Verdict] = ()
    notes: str = ""


def make_plan(options: argparse.Namespace, root: Path) -> SessionPlan:
    """Return the plan for the options of the command line."""
    return _plan_by_clause(options, root) if options.marks else _plan_by_file(options, root)


def _plan_by_file(options: argparse.Namespace, root: Path) -> SessionPlan:
    files = mutants.files_under_test(root, options.variant)
    report = FOLDER / f"mutants-{options.variant}.txt"
    if options.rerun_survivors:
        every = map(Attempt, mutants.all_mutants(root, files))
        return _rerun(every, options.only, root, SessionPlan("", (), report))
    candidates = mutants.all_mutants(
        root, [file for file in files if _is_chosen(file, options.only)]
    )
    is_python = partial(mutants.is_python, root)
    drawn = mutants.sample(candidates, options.sample, options.seed, is_python)
    chosen = [Attempt(mutant) for mutant in drawn]
    number = len({mutant.file for mutant in candidates})
    title = f"{len(chosen)} of {len(candidates)} mutants of {number} files, seed {options.seed}"
    return SessionPlan(title, chosen, report)


def _plan_by_clause(options: argparse.Namespace, root: Path) -> SessionPlan:
    """Plan mutants of the code that names a clause, each for the tests marked with that clause."""
    rules = load_variant(options.variant).rules
    binding = [
        clause.id for clause in rules if clause.binding and re.match(options.clauses, clause.id)
    ]
    by_clause, named = clauses.mutants_by_clause(root, options.variant, binding)
    untested = {
        "no code to break": named - set(by_clause),
        "no code names it": set(binding) - named,
    }
    report = FOLDER / f"mutants-marks-{options.variant}.txt"
    plan = SessionPlan("", (), report, notes=reporting.list_untested_clauses(untested))
    if options.rerun_survivors:
        attempts = [
            Attempt(mutant, clause)
            for clause, clause_mutants in by_clause.items()
            for mutant in clause_mutants
        ]
        return _rerun(attempts, options.only, root, plan)
    by_clause = {
        clause: [mutant for mutant in clause_mutants if _is_chosen(mutant.file, options.only)]
        for clause, clause_mutants in by_clause.items()
    }
    is_python = partial(mutants.is_python, root)
    drawn = clauses.sample_by_clause(by_clause, options.sample, options.seed, is_python)
    chosen = [Attempt(mutant, clause) for clause, mutant in drawn]
    used = len({attempt.clause for attempt in chosen})
    title = f"{len(chosen)} mutants of {used} of {len(binding)} clauses, seed {options.seed}"
    return evolve(plan, title=title, attempts=chosen)


def _is_chosen(file: str, only: Sequence[str]) -> bool:
    """Return whether a file's name contains one of some texts; always true without texts."""
    return not only or any(text in file for text in only)


def _rerun(
    attempts: Iterable[Attempt], only: Sequence[str], root: Path, plan: SessionPlan
) -> SessionPlan:
    """Plan the last session's survivors, with its verdicts on the rest that still exists."""
    by_id = {(attempt.mutant.id, attempt.clause): attempt for attempt in attempts}
    survivors, rest = [], []
    for entry in json.loads((root / plan.report.with_suffix(".json")).read_text()):
        attempt = by_id.get((entry.pop("id"), entry.get("clause", "")))
        if attempt and entry["outcome"] == "survived" and _is_chosen(attempt.mutant.file, only):
            survivors.append(attempt)
        elif attempt:
            rest.append(Verdict(attempt.mutant, **entry))
    title = f"{len(survivors)} survivors of the last session, again"
    return evolve(plan, title=title, attempts=survivors, before=rest)

"""What a session tries: a sample of all mutants, of those of clauses, or survivors again."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve, frozen

from benchmarks.mutation import clauses, mutants, telling
from benchmarks.mutation.trial import Attempt, Verdict
from horizons_core.plugins import load_variant

FOLDER = Path(".horizons")


@frozen
class Plan:
    """What is tried and how it is told.

    Attributes:
        title: the sample in words.
        attempts: the mutants to try.
        before: verdicts of an earlier session that count as they were.
        report: the report's file, from the root.
        notes: what else the report says.
    """

    title: str
    attempts: Sequence[Attempt]
    report: Path
    before: Sequence[Verdict] = ()
    notes: str = ""


def planned(asked: argparse.Namespace, root: Path) -> Plan:
    """The plan for what was asked on the command line."""
    return _of_marks(asked, root) if asked.marks else _of_part(asked, root)


def _of_part(asked: argparse.Namespace, root: Path) -> Plan:
    files = mutants.files_under_test(root, asked.variant)
    report = FOLDER / f"mutants-{asked.variant}.txt"
    if asked.rerun_survivors:
        every = map(Attempt, mutants.all_mutants(root, files))
        return _again(every, asked.only, root, Plan("", (), report))
    found = mutants.all_mutants(root, [file for file in files if _is_chosen(file, asked.only)])
    is_python = partial(mutants.is_python, root)
    drawn = mutants.sample(found, asked.sample, asked.seed, is_python)
    chosen = [Attempt(mutant) for mutant in drawn]
    number = len({mutant.file for mutant in found})
    title = f"{len(chosen)} of {len(found)} mutants of {number} files, seed {asked.seed}"
    return Plan(title, chosen, report)


def _of_marks(asked: argparse.Namespace, root: Path) -> Plan:
    """Mutants of the code that names a clause, each for the tests marked with that clause."""
    rules = load_variant(asked.variant).rules
    binding = [one.id for one in rules if one.binding and re.match(asked.clauses, one.id)]
    found, named = clauses.mutants_by_clause(root, asked.variant, binding)
    aside = {"no code to break": named - set(found), "no code names it": set(binding) - named}
    report = FOLDER / f"mutants-marks-{asked.variant}.txt"
    plan = Plan("", (), report, notes=telling.clauses_aside(aside))
    if asked.rerun_survivors:
        attempts = [Attempt(m, clause) for clause, mutants in found.items() for m in mutants]
        return _again(attempts, asked.only, root, plan)
    found = {
        c: [m for m in mutants if _is_chosen(m.file, asked.only)] for c, mutants in found.items()
    }
    is_python = partial(mutants.is_python, root)
    drawn = clauses.sample_by_clause(found, asked.sample, asked.seed, is_python)
    chosen = [Attempt(mutant, clause) for clause, mutant in drawn]
    used = len({attempt.clause for attempt in chosen})
    title = f"{len(chosen)} mutants of {used} of {len(binding)} clauses, seed {asked.seed}"
    return evolve(plan, title=title, attempts=chosen)


def _is_chosen(file: str, only: Sequence[str]) -> bool:
    """Whether a file is named like one of some texts; any is, without texts."""
    return not only or any(text in file for text in only)


def _again(found: Iterable[Attempt], only: Sequence[str], root: Path, plan: Plan) -> Plan:
    """The last session's survivors, and its verdicts on the rest of what is still there."""
    by_id = {(attempt.mutant.id, attempt.clause): attempt for attempt in found}
    again, rest = [], []
    for entry in json.loads((root / plan.report.with_suffix(".json")).read_text()):
        attempt = by_id.get((entry.pop("id"), entry.get("clause", "")))
        if attempt and entry["outcome"] == "survived" and _is_chosen(attempt.mutant.file, only):
            again.append(attempt)
        elif attempt:
            rest.append(Verdict(attempt.mutant, **entry))
    title = f"{len(again)} survivors of the last session, again"
    return evolve(plan, title=title, attempts=again, before=rest)

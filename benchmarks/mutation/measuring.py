"""One run of a part's tests on unchanged code: their lines, their seconds, their clauses."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.mutation.baseline import Baseline, from_dict
from benchmarks.mutation.client import TestServer
from benchmarks.mutation.mutants import CORE, FRAMEWORK, HOST, LAB, code_of
from benchmarks.mutation.server import PYTEST
from horizons_core.testing.clauses import whole_ids

#: Folders of tests that show the core at work: two whole games, and other code that uses it.
AT_WORK = ("mods", "examples", "variants/event_horizon", "variants/galaxy_g")
#: Timeout for the tests of some files together, in seconds.
LONGEST_RUN = 3600.0
#: An f-string that builds the id of a clause.
_BUILT_ID = re.compile(r"""f["'][A-Z0-9]+-\{""")


def folders_of(part: str) -> list[str]:
    """Return the folders of tests about a part's code.

    Those of the host start many slow processes. Much of the core can only be seen at work: in
    games, in mods, in a variant of one file.
    """
    if part == FRAMEWORK:
        return [folder for each in (CORE, HOST, LAB) for folder in folders_of(each)]
    if part in {HOST, LAB}:
        return [f"tests/{part}"]
    folders = ["core", *AT_WORK] if part == CORE else [f"variants/{part}"]
    return [f"tests/{folder}" for folder in [*folders, "scenarios"]]


def measure(
    files: Sequence[str], part: str, clauses: Sequence[str], server: TestServer
) -> Baseline:
    """Run the tests of some files on the unchanged copy; with clauses only those marked with one.

    Raises RuntimeError if that is not possible.
    """
    results = server.copy / "baseline.json"
    results.unlink(missing_ok=True)
    traced = [f"--mutants-code={folder}" for folder in code_of(part)]
    arguments = [*PYTEST, f"--mutants-baseline={results}", *traced]
    if clauses:
        chosen = server.copy / "clauses.json"
        chosen.write_text(json.dumps(clauses))
        arguments.append(f"--mutants-clauses={chosen}")
    _, output = server.run([*arguments, *files], LONGEST_RUN)
    if not results.exists():
        raise RuntimeError(f"the tests do not run on unchanged code:\n{output}")
    return from_dict(json.loads(results.read_text()))


def may_mark(file: Path, clauses: Sequence[str]) -> bool:
    """Return whether tests of a file may have these clauses: by name, example or scenario.

    If a file builds ids, as in f"FH-{topic}", they can be any.
    """
    text = file.read_text("utf-8")
    computed = "rule_examples" in text or "load_scenario" in text or _BUILT_ID.search(text)
    return bool(computed or whole_ids(clauses).search(text))

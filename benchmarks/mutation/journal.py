"""Saved results of sessions, so that an interrupted one continues where it was.

Each version of the measured code has a folder, with a file for each file of tests and one for the
verdicts by these tests. The folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from benchmarks.mutation.baseline import Baseline, by_file, from_dict, to_dict
from benchmarks.mutation.trial import Attempt, Verdict


@frozen
class Journal:
    """The saved results for some code.

    Attributes:
        folder: the folder of the results.
        tests: the files of tests, with a digest each.
    """

    folder: Path
    tests: Mapping[str, str]

    def measured(self, file: str, clauses: Sequence[str] = ()) -> Baseline | None:
        """Return the results of a file's tests on unchanged code, or of those marked with clauses.

        None if they are not saved. Results of all tests of a file are enough for some.
        """
        paths = (self._path(file, ()), self._path(file, clauses))
        saved = (path for path in paths if path.exists())
        return next((from_dict(json.loads(path.read_text())) for path in saved), None)

    def note(self, files: Iterable[str], baseline: Baseline, clauses: Sequence[str] = ()) -> None:
        """Save the results of some files' tests on unchanged code."""
        parts = by_file(baseline)
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            path = self._path(file, clauses)
            partial = path.with_suffix(".part")
            partial.write_text(json.dumps(to_dict(parts.get(file, Baseline({}, {})))))
            partial.replace(path)

    def _path(self, file: str, clauses: Sequence[str]) -> Path:
        return self.folder / f"tests-{_digest(file, self.tests[file], *clauses)}.json"

    def verdicts(self, attempts: Iterable[Attempt]) -> Mapping[Attempt, Verdict]:
        """Return the verdicts on those of the attempts that were tried."""
        by_id = {(attempt.mutant.id, attempt.clause): attempt for attempt in attempts}
        known = {}
        for line in self._lines():
            record = json.loads(line)
            attempt = by_id.get((record.pop("id"), record["clause"]))
            if attempt:
                known[attempt] = Verdict(attempt.mutant, **record)
        return known

    def _lines(self) -> list[str]:
        """Return the complete lines: the last one may have been cut off."""
        text = self._verdicts.read_text() if self._verdicts.exists() else ""
        return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def note_verdict(self, verdict: Verdict) -> None:
        """Save a verdict."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._verdicts.open("a") as file:
            file.write(json.dumps(verdict.record) + "\n")

    @property
    def _verdicts(self) -> Path:
        return self.folder / f"verdicts-{_digest(*map(repr, sorted(self.tests.items())))}.jsonl"


def _digest(*texts: str) -> str:
    return hashlib.blake2b("|".join(texts).encode(), digest_size=8).hexdigest()

"""What sessions have found so far, kept so that one that was cut short goes on where it was.

It lies in a folder of its own for the code that was measured, with a file for each file of tests
and one for the verdicts by these tests. The folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from benchmarks.mutation.baseline import Baseline, by_file, from_plain, plain
from benchmarks.mutation.trial import Attempt, Verdict


@frozen
class Journal:
    """What was found about some code.

    Attributes:
        folder: where it is kept.
        tests: the files of tests, with a digest each.
    """

    folder: Path
    tests: Mapping[str, str]

    def measured(self, file: str, clauses: Sequence[str] = ()) -> Baseline | None:
        """What the tests of a file did on unchanged code, or those of them marked with clauses.

        None if that was not noted. What was noted of all of its tests does for some.
        """
        noted = (self._noted(file, ()), self._noted(file, clauses))
        known = (path for path in noted if path.exists())
        return next((from_plain(json.loads(path.read_text())) for path in known), None)

    def note(self, files: Iterable[str], found: Baseline, clauses: Sequence[str] = ()) -> None:
        """Keep what the tests of some files did on unchanged code."""
        parts = by_file(found)
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            path = self._noted(file, clauses)
            whole = path.with_suffix(".part")
            whole.write_text(json.dumps(plain(parts.get(file, Baseline({}, {})))))
            whole.replace(path)

    def _noted(self, file: str, clauses: Sequence[str]) -> Path:
        return self.folder / f"tests-{_digest(file, self.tests[file], *clauses)}.json"

    def verdicts(self, attempts: Iterable[Attempt]) -> Mapping[Attempt, Verdict]:
        """The verdicts on those of the attempts that were tried."""
        by_id = {(attempt.mutant.id, attempt.clause): attempt for attempt in attempts}
        found = {}
        for line in self._lines():
            record = json.loads(line)
            attempt = by_id.get((record.pop("id"), record["clause"]))
            if attempt:
                found[attempt] = Verdict(attempt.mutant, **record)
        return found

    def _lines(self) -> list[str]:
        """The lines that are whole: the last one may have been cut off."""
        text = self._verdicts.read_text() if self._verdicts.exists() else ""
        return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def note_verdict(self, verdict: Verdict) -> None:
        """Keep a verdict."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._verdicts.open("a") as file:
            file.write(json.dumps(verdict.record) + "\n")

    @property
    def _verdicts(self) -> Path:
        return self.folder / f"verdicts-{_digest(*map(repr, sorted(self.tests.items())))}.jsonl"


def _digest(*texts: str) -> str:
    return hashlib.blake2b("|".join(texts).encode(), digest_size=8).hexdigest()

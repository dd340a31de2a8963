"""Index of the code lines and tests that name each clause of a variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from horizons_core.plugins import load_variant
from horizons_core.rules import Clause
from horizons_core.testing.clauses import (
    MarkedTest,
    Place,
    code_places,
    is_rulebook,
    marked_tests,
    package_folder,
    tests_folder,
)


@frozen
class ClauseIndex:
    """A variant's clauses with the code lines that name them.

    Attributes:
        folder: the folder of the variant's package; None if it has none.
        code: by clause id, the lines that name it; no entry for a clause that is never named.
    """

    folder: Path | None
    code: Mapping[str, Sequence[Place]] = field(factory=dict)

    @property
    def tests(self) -> Path | None:
        """The folder of the package's tests; None if they are not installed."""
        return self.folder and tests_folder(self.folder)

    def code_of(self, clause: Clause) -> Sequence[Place]:
        """Return the code lines that name the clause."""
        return self.code.get(clause.id, ())

    def is_carried_out(self, clause: Clause) -> bool:
        """Return whether the rulebook's code names the clause, not just a house rule or a bot."""
        places = self.code_of(clause)
        return any(self.folder and is_rulebook(self.folder, place) for place in places)

    def tests_of(self, clause: Clause) -> list[MarkedTest] | None:
        """Return tests and scenarios that name the clause, or None if tests are not installed."""
        return None if self.tests is None else marked_tests(self.tests, clause.id)


def clause_index(variant: str) -> ClauseIndex:
    """Index the package of an installed variant; raises UnknownNameError."""
    rules = load_variant(variant)
    folder = package_folder(rules.info.package)
    if folder is None:
        return ClauseIndex(None)
    return ClauseIndex(folder, code_places(folder, [clause.id for clause in rules.rules]))


def format_place(place: Place) -> str:
    """Format a place as `file:line`, relative to the current folder if the file is below it."""
    return f"{_file(place)}:{place.line}"


def place_data(place: Place, **more: str) -> dict[str, Any]:
    """Return a place as plain data, with `more` entries."""
    return {"file": _file(place), "line": place.line, **more}


def _file(place: Place) -> str:
    cwd = Path.cwd()
    return str(place.file.relative_to(cwd) if place.file.is_relative_to(cwd) else place.file)

"""Where a variant's clauses are: the lines of its code, and of its tests, that name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from horizons_core.plugins import load_variant
from horizons_core.rules import Clause
from horizons_core.testing.clause_code import Place, code_places, is_rulebook, package_folder
from horizons_core.testing.clause_tests import MarkedTest, marked_tests, tests_folder


@frozen
class Whereabouts:
    """A variant's clauses with the places of their code.

    Attributes:
        folder: the folder of the variant's package; None if it has none.
        code: by clause, the lines that spell it out; no entry for one that is never named.
    """

    folder: Path | None
    code: Mapping[str, Sequence[Place]] = field(factory=dict)

    @property
    def tests(self) -> Path | None:
        """The folder of the tests that belong to the package; None where they are not installed."""
        return self.folder and tests_folder(self.folder)

    def code_of(self, clause: Clause) -> Sequence[Place]:
        """The lines of code that spell the clause out."""
        return self.code.get(clause.id, ())

    def is_carried_out(self, clause: Clause) -> bool:
        """Whether code names the clause that is neither a house rule nor a bot."""
        places = self.code_of(clause)
        return any(self.folder and is_rulebook(self.folder, place) for place in places)

    def tests_of(self, clause: Clause) -> list[MarkedTest] | None:
        """The tests and scenarios that name the clause; None where tests are not installed."""
        return None if self.tests is None else marked_tests(self.tests, clause.id)


def whereabouts(variant: str) -> Whereabouts:
    """Look through the package of an installed variant; raises UnknownNameError."""
    found = load_variant(variant)
    folder = package_folder(found.info.package)
    if folder is None:
        return Whereabouts(None)
    return Whereabouts(folder, code_places(folder, [clause.id for clause in found.rules]))


def spelled(place: Place) -> str:
    """`file:line`, from the current folder if the file lies in it."""
    return f"{_file(place)}:{place.line}"


def told(place: Place, **more: str) -> dict[str, Any]:
    """A place as plain data."""
    return {"file": _file(place), "line": place.line, **more}


def _file(place: Place) -> str:
    here = Path.cwd()
    return str(place.file.relative_to(here) if place.file.is_relative_to(here) else place.file)

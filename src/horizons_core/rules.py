"""The catalogue of rule clauses, with examples and decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from attrs import frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import PluginError

__all__ = ["Catalogue", "Clause", "Example", "catalogue", "rules_digest"]


@frozen
class Example:
    """A worked example of a clause: for `given`, the rule yields `expect`.

    Attributes:
        clause: the clause's id.
        number: the example's number in the clause, counted from 1.
        given: the facts, by the rulebook's words.
        expect: the results, by name.
    """

    clause: str
    number: int
    given: Mapping[str, Any]
    expect: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.clause}-{self.number}"


@frozen
class Clause:
    """A clause of a rulebook, as in `rules.yaml`.

    Attributes:
        id: "EH-MOV-003": the variant, the topic and a number.
        title: its subject, in a few words.
        kind: the kind of clause; "advice" is not binding.
        rule: the rulebook's text.
        examples: worked examples.
        errors: messages for players who break it.
        source: its place in the rulebook's text.
        open: questions that the text leaves open; empty if there are no such questions.
        decision: the answer to them.
        syntax: the syntax of an order, if the clause is about one.
        phases: the phases of the turn, if it lists them.
        columns: the headings of its table, if it has one.
        rows: the table's rows, by heading.
    """

    id: str
    title: str
    kind: str
    rule: str
    examples: tuple[Example, ...] = ()
    errors: tuple[str, ...] = ()
    source: str = ""
    open: str = ""
    decision: str = ""
    syntax: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()

    @property
    def binding(self) -> bool:
        """True if a test must name it."""
        return self.kind != "advice"


@frozen(slots=False)
class Catalogue:
    """All clauses of a variant in the rulebook's order.

    Supports iteration, access by id (`catalogue["EH-MOV-003"]`, KeyError if unknown) and `in`.

    Attributes:
        variant: the variant's name.
        clauses: the clauses.
    """

    variant: str
    clauses: tuple[Clause, ...]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __getitem__(self, clause: str) -> Clause:
        for entry in self.clauses:
            if entry.id == clause:
                return entry
        raise KeyError(clause)

    def __contains__(self, clause: object) -> bool:
        return any(entry.id == clause for entry in self.clauses)

    def examples(self, *clauses: str) -> list[Example]:
        """Return the examples of these clauses (default: all), for parametrized tests.

        Raises KeyError for an unknown clause.
        """
        chosen = [self[name] for name in clauses] if clauses else self.clauses
        return [example for clause in chosen for example in clause.examples]

    def untested(self, passed: Mapping[str, Sequence[str]]) -> list[Clause]:
        """Return binding clauses that no passing test names; `passed` maps clause ids to tests."""
        return [clause for clause in self.clauses if clause.binding and not passed.get(clause.id)]


def _rules_text(package: str) -> str:
    if not package:
        return ""
    try:
        return resources.files(package).joinpath("rules.yaml").read_text("utf-8")
    except OSError as problem:
        raise PluginError(f"cannot read {package}/rules.yaml: {problem}") from problem


@cache
def rules_digest(package: str) -> str:
    """Return the digest (BLAKE2b, 128 bits, hexadecimal) of a package's `rules.yaml`.

    Line ends do not matter. Raises PluginError if the file is missing.
    """
    return hashlib.blake2b(_rules_text(package).encode(), digest_size=16).hexdigest()


@cache
def catalogue(variant: str, package: str) -> Catalogue:
    """Return the catalogue in a package's `rules.yaml`, cached; empty for no package.

    `variant` is the name of the variant, `package` that of the importable package.
    Raises PluginError if the file is missing or not YAML, lacks a part or has a duplicate id.
    """
    place = f"{package}/rules.yaml"
    try:
        data = read_yaml(_rules_text(package))
    except DataError as problem:
        raise PluginError(f"cannot read {place}: {problem}") from problem
    if data is None:
        data = []
    if not isinstance(data, list):
        raise PluginError(f"{place} is not a list of clauses")
    clauses = tuple(_clause(entry, place) for entry in data)
    ids: set[str] = set()
    for clause in clauses:
        if clause.id in ids:
            raise PluginError(f"{place}: two clauses {clause.id}")
        ids.add(clause.id)
    return Catalogue(variant, clauses)


def _clause(entry: Any, place: str) -> Clause:
    try:
        name = entry["id"]
        examples = tuple(
            Example(name, number, example["given"], example["expect"])
            for number, example in enumerate(entry.get("examples", ()), start=1)
        )
        return Clause(
            id=name,
            title=entry["title"],
            kind=entry["kind"],
            rule=" ".join(entry["rule"].split()),
            examples=examples,
            errors=tuple(entry.get("errors", ())),
            source=entry.get("source", ""),
            open=" ".join(entry.get("open", "").split()),
            decision=" ".join(entry.get("decision", "").split()),
            syntax=tuple(entry.get("syntax", ())),
            phases=tuple(entry.get("phases", ())),
            columns=tuple(entry.get("columns", ())),
            rows=tuple(entry.get("rows", ())),
        )
    except (KeyError, TypeError, AttributeError) as problem:
        raise PluginError(f"{place}: a clause lacks {problem}: {str(entry)[:80]}") from problem

"""The catalogue of rule clauses: what the rulebook says, with examples, and what was decided."""

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
    """A worked example of a clause: with `given`, the rule yields `expect`.

    Attributes:
        clause: the clause's id.
        number: which example of the clause it is, from 1 on.
        given: the facts, by names of the rulebook's words.
        expect: what follows, by name.
    """

    clause: str
    number: int
    given: Mapping[str, Any]
    expect: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.clause}-{self.number}"


@frozen
class Clause:
    """One clause of a rulebook, as `rules.yaml` has it.

    Attributes:
        id: "EH-MOV-003": the variant, the topic and a number.
        title: what it is about, in a few words.
        kind: what sort of clause it is; one of kind "advice" binds nobody.
        rule: what the rulebook says.
        examples: worked examples.
        errors: what players are told who break it.
        source: where in the rulebook's text it stands.
        open: what the text leaves open; empty if nothing.
        decision: how that was decided.
        syntax: how an order is written, if it is about one.
        phases: the steps of the turn, if it lists them.
        columns: the heads of its table, if it has one.
        rows: the table's rows, by head.
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
        """Whether a test must name it."""
        return self.kind != "advice"


@frozen(slots=False)
class Catalogue:
    """All clauses of a variant in the rulebook's order.

    Iterate over it, ask for a clause by id (`catalogue["EH-MOV-003"]`, KeyError if there is none)
    or whether there is one (`in`).

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
        for one in self.clauses:
            if one.id == clause:
                return one
        raise KeyError(clause)

    def __contains__(self, clause: object) -> bool:
        return any(one.id == clause for one in self.clauses)

    def examples(self, *clauses: str) -> list[Example]:
        """The examples of these clauses (all, without a name), for parametrized tests.

        Raises KeyError for an unknown clause.
        """
        chosen = [self[name] for name in clauses] if clauses else self.clauses
        return [example for clause in chosen for example in clause.examples]

    def untested(self, passed: Mapping[str, Sequence[str]]) -> list[Clause]:
        """Binding clauses that no passing test names; `passed` maps clause ids to tests."""
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
    """The digest (BLAKE2b, 128 bits, hexadecimal) of a package's `rules.yaml`, line ends aside.

    Raises PluginError if there is no such file.
    """
    return hashlib.blake2b(_rules_text(package).encode(), digest_size=16).hexdigest()


@cache
def catalogue(variant: str, package: str) -> Catalogue:
    """The catalogue in a package's `rules.yaml`, read once; empty for no package.

    `variant` is the name of the variant, `package` that of the importable package.
    Raises PluginError if the file is missing, no YAML, lacks a part or has an id twice.
    """
    place = f"{package}/rules.yaml"
    try:
        data = read_yaml(_rules_text(package))
    except DataError as problem:
        raise PluginError(f"cannot read {place}: {problem}") from problem
    if data is None:
        data = []
    if not isinstance(data, list):
        raise PluginError(f"{place} is no list of clauses")
    clauses = tuple(_clause(entry, place) for entry in data)
    seen: set[str] = set()
    for clause in clauses:
        if clause.id in seen:
            raise PluginError(f"{place}: two clauses {clause.id}")
        seen.add(clause.id)
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

"""A variant's rulebook as an HTML page for players, without test results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.report.sections import html_table, text_column
from horizons_core.rules import Clause
from horizons_host.files import write_atomically
from horizons_host.pages import page

#: The sources at the end of a decision, which are only useful to developers.
_SOURCES = re.compile(r"\s*\bFacts: .*\Z", re.DOTALL)


def write_rules_page(variant: hz.Variant, path: Path) -> None:
    """Write the rulebook; raises HorizonsError for a file that is not `.html`, OSError."""
    if path.suffix.lower() != ".html":
        raise HorizonsError(f"can't write rules to '{path}'", "use a file name that ends in .html")
    clauses = [_clause_parts(clause) for clause in variant.rules]
    write_atomically(path, page("rules.html.jinja", title=variant.info.title, clauses=clauses))


def _clause_parts(clause: Clause) -> dict[str, Any]:
    """Return the template's data for a clause; its decisions count as rules."""
    decided = _SOURCES.sub("", clause.decision)
    return {
        "id": clause.id,
        "title": clause.title,
        "texts": [text for text in (clause.rule, decided) if text],
        "syntax": clause.syntax,
        "table": html_table(
            [text_column(name) for name in _columns(clause)],
            [[_spelled(row.get(name, "")) for name in _columns(clause)] for row in clause.rows],
        ),
        "examples": [f"{_facts(e.given)}: {_facts(e.expect)}" for e in clause.examples],
    }


def _columns(clause: Clause) -> tuple[str, ...]:
    return clause.columns or tuple(dict.fromkeys(name for row in clause.rows for name in row))


def _facts(facts: Mapping[str, Any]) -> str:
    return "; ".join(f"{name.replace('_', ' ')} {_spelled(value)}" for name, value in facts.items())


def _spelled(value: Any) -> str:
    """Format a value of a table or an example."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _facts(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_spelled, value))
    return "none" if value is None else str(value)

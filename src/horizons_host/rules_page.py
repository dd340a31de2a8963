"""A variant's rulebook as a page for players: what holds, and nothing of how it is tested."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.report.page_tables import html_table, text_column
from horizons_core.rules import Clause
from horizons_host.files import write_atomically
from horizons_host.pages import page

#: Where a decision was looked up, at its end: of use to developers alone.
_SOURCES = re.compile(r"\s*\bFacts: .*\Z", re.DOTALL)


def write_rules_page(variant: hz.Variant, path: Path) -> None:
    """Write the rulebook; raises HorizonsError for a file that is not `.html`, OSError."""
    if path.suffix.lower() != ".html":
        raise HorizonsError(f"can't write rules to '{path}'", "use a file name that ends in .html")
    clauses = [_told(clause) for clause in variant.rules]
    write_atomically(path, page("rules.html.jinja", title=variant.info.title, clauses=clauses))


def _told(clause: Clause) -> dict[str, Any]:
    """A clause in players' words: the rule as it was decided is the rule."""
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
        "examples": [f"{_facts(one.given)}: {_facts(one.expect)}" for one in clause.examples],
    }


def _columns(clause: Clause) -> tuple[str, ...]:
    return clause.columns or tuple(dict.fromkeys(name for row in clause.rows for name in row))


def _facts(facts: Mapping[str, Any]) -> str:
    return "; ".join(f"{name.replace('_', ' ')} {_spelled(value)}" for name, value in facts.items())


def _spelled(value: Any) -> str:
    """A value of a table or an example in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _facts(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_spelled, value))
    return "none" if value is None else str(value)

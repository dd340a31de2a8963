"""The table of topics is true: who looks a clause up there finds the code that carries it out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.variants.event_horizon.table import VARIANT
from variants.event_horizon import turn

PACKAGE = Path(turn.__file__).parent
TOPICS = yaml.safe_load((PACKAGE / "topics.yaml").read_text("utf-8"))
CLAUSES = [clause.id for clause in VARIANT.rules]
BINDING = [clause.id for clause in VARIANT.rules if clause.binding]


def places_of(clause: str) -> list[str]:
    """What the table says of a clause: the entry of the longest prefix."""
    prefixes = [prefix for prefix in TOPICS if clause.startswith(prefix)]
    return TOPICS[max(prefixes, key=len)] if prefixes else []


def text_of(place: str) -> str:
    path = PACKAGE / place
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return "\n".join(file.read_text("utf-8") for file in files)


def test_every_place_named_is_there():
    assert [p for places in TOPICS.values() for p in places if not (PACKAGE / p).exists()] == []


def test_every_prefix_is_that_of_a_binding_clause():
    assert [p for p in TOPICS if not any(clause.startswith(p) for clause in BINDING)] == []


@pytest.mark.parametrize("clause", BINDING)
def test_every_binding_clause_is_spelled_out_where_the_table_says(clause):
    assert places_of(clause), "the table of topics has no line for it"
    assert any(clause in text_of(place) for place in places_of(clause))


def test_code_names_no_clause_that_is_not_in_the_rulebook():
    named = {
        clause
        for file in PACKAGE.rglob("*.py")
        for clause in re.findall(r"EH-[A-Z]+-\d+", file.read_text("utf-8"))
    }
    assert named - set(CLAUSES) == set()


def test_no_range_of_clauses_stands_for_clauses_in_the_code():
    ranges = re.compile(r"EH-[A-Z]+-\d+ to (EH-|\d)")
    found = [f.name for f in PACKAGE.rglob("*.py") if ranges.search(f.read_text("utf-8"))]
    assert found == []

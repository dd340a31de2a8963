"""The table of topics is true: whoever looks a clause up there finds the code that does it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.variants.galaxy_g.war import VARIANT
from variants.galaxy_g import turn

PACKAGE = Path(turn.__file__).parent
TOPICS = yaml.safe_load((PACKAGE / "topics.yaml").read_text("utf-8"))
CLAUSES = [clause.id for clause in VARIANT.rules]
BINDING = [clause.id for clause in VARIANT.rules if clause.binding]


def places_of(clause: str) -> list[str]:
    """What the table says of a clause: the entry of the longest prefix."""
    prefixes = [prefix for prefix in TOPICS if clause.startswith(prefix)]
    return TOPICS[max(prefixes, key=len)] if prefixes else []


@pytest.mark.parametrize("clause", BINDING)
def test_every_binding_clause_is_spelled_out_where_the_table_says(clause):
    assert places_of(clause), "the table of topics has no line for it"
    assert any(clause in (PACKAGE / place).read_text("utf-8") for place in places_of(clause))


def test_every_prefix_is_that_of_a_binding_clause():
    assert [p for p in TOPICS if not any(clause.startswith(p) for clause in BINDING)] == []


def test_every_topic_of_the_rulebook_is_in_the_table():
    listed = {place for places in TOPICS.values() for place in places}
    topics = {f"rules/{file.name}" for file in (PACKAGE / "rules").glob("*.py")}

    assert topics - listed == {"rules/__init__.py", "rules/tallies.py"}


def test_code_names_no_clause_that_is_not_in_the_rulebook():
    named = {
        clause
        for file in PACKAGE.rglob("*.py")
        for clause in re.findall(r"GG-[A-Z]+-\d+", file.read_text("utf-8"))
    }
    assert named - set(CLAUSES) == set()


def test_no_range_of_clauses_stands_for_clauses_in_the_code():
    ranges = re.compile(r"GG-[A-Z]+-\d+ to (GG-|\d)|GG-[A-Z]+-\d+, -\d")
    assert [f.name for f in PACKAGE.rglob("*.py") if ranges.search(f.read_text("utf-8"))] == []

"""Questions about plain data: a JMESPath query, and the answer that it should have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.errors import ScenarioError

__all__ = ["compare"]


def compare(question: Mapping[str, Any], data: Any) -> list[str]:
    """Return a sentence for each part of an expected answer that the data do not give.

    Args:
        question: a `query`, with `equals`, `contains` or `between` (lowest and highest number).
        data: plain data, such as a report's.

    Raises:
        ScenarioError: a query that cannot be read.
    """
    import jmespath
    from jmespath.exceptions import JMESPathError

    query = question["query"]
    try:
        value = jmespath.search(query, data)
    except (JMESPathError, ValueError, TypeError) as problem:  # such as a comparison with a text
        raise ScenarioError(f"query '{query}' cannot be read: {problem}") from problem
    faults = []
    if "equals" in question and not _equal(value, question["equals"]):
        faults.append(f"{query} is {value!r}, not {question['equals']!r}")
    if "contains" in question and not _holds(value, question["contains"]):
        faults.append(f"{query} is {value!r}, without {question['contains']!r}")
    if "between" in question and not _lies_between(value, question["between"]):
        faults.append(f"{query} is {value!r}, not between {question['between']!r}")
    return faults


def _equal(value: Any, expected: Any) -> bool:
    """Return whether both are equal; a boolean is not a number here."""
    return bool(value == expected) and isinstance(value, bool) == isinstance(expected, bool)


def _holds(value: Any, expected: Any) -> bool:
    if isinstance(value, str):
        return isinstance(expected, str) and expected in value
    return isinstance(value, list | dict) and expected in list(value)


def _lies_between(value: Any, limits: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and bool(limits[0] <= value <= limits[1])

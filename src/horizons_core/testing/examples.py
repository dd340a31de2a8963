"""The worked examples of rule clauses as cases of a parametrized test."""

from __future__ import annotations

from typing import Any

import pytest

from horizons_core.plugins.loader import load_variant


def rule_examples(variant: str, *clauses: str) -> list[Any]:
    """Return the examples of these clauses (default: all), each marked with its clause.

    For example::

        @pytest.mark.parametrize("example", rule_examples("event_horizon", "EH-SET-001"))
        def test_the_map_is_a_rhombus(example): ...

    Raises KeyError for a clause that is not in the variant's catalogue.
    """
    return [
        pytest.param(example, id=str(example), marks=pytest.mark.rule(example.clause))
        for example in load_variant(variant).rules.examples(*clauses)
    ]

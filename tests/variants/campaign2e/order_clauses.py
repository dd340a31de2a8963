"""The clauses on the syntax of each order, for the marks of form tests."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from variants.campaign2e.orders import COMMANDS


def mark_of(keyword: str) -> pytest.MarkDecorator:
    """Return the mark of a test about an order's syntax, or about the values offered for it."""
    clauses = catalogue("campaign2e", "variants.campaign2e")
    (command,) = (command for command in COMMANDS if command.keyword == keyword)
    head = f"{keyword} "
    rule_ids = [
        c for c in command.rules if any(f"{s} ".startswith(head) for s in clauses[c].syntax)
    ]
    return pytest.mark.rule(*rule_ids)

"""The clauses that say how an order is written, for the marks of tests of its form."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from variants.campaign2e.orders import COMMANDS


def mark_of(keyword: str) -> pytest.MarkDecorator:
    """The mark of a test about how an order is written, or about what is offered for its words."""
    clauses = catalogue("campaign2e", "variants.campaign2e")
    (command,) = (one for one in COMMANDS if one.keyword == keyword)
    head = f"{keyword} "
    said = [c for c in command.rules if any(f"{s} ".startswith(head) for s in clauses[c].syntax)]
    return pytest.mark.rule(*said)

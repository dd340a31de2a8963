"""Failures of an assertion about balance: refuted, or undecided."""

from __future__ import annotations

from typing import Literal

#: Result of an assertion that its games do not decide: fail, or pass for lack of evidence.
IfUndecided = Literal["fail", "pass"]


class NotBalancedError(AssertionError):
    """The games refute the assertion; the message gives the evidence."""


class UndecidedError(AssertionError):
    """The games neither refute nor prove the assertion; the message gives the interim result."""


def handle_undecided(asserted: str, evidence: str, remedy: str, if_undecided: IfUndecided) -> None:
    """End an undecided assertion; raises UndecidedError unless it is to pass."""
    if if_undecided == "fail":
        raise UndecidedError(f"undecided whether {asserted}: {evidence} ({remedy})")

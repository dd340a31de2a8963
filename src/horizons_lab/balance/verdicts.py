"""How an assertion about balance can fail: it is refuted, or nothing is decided yet."""

from __future__ import annotations

from typing import Literal

__all__ = ["IfUndecided", "NotBalancedError", "UndecidedError", "settle"]

#: What an assertion does that its games do not decide: fail, or pass for want of evidence.
IfUndecided = Literal["fail", "pass"]


class NotBalancedError(AssertionError):
    """The games refute what was asserted; the message gives the evidence."""


class UndecidedError(AssertionError):
    """The games neither refute nor prove what was asserted; the message gives what is known."""


def settle(asserted: str, evidence: str, remedy: str, if_undecided: IfUndecided) -> None:
    """End an assertion that was not decided; raises UndecidedError unless it is to pass."""
    if if_undecided == "fail":
        raise UndecidedError(f"undecided whether {asserted}: {evidence} ({remedy})")

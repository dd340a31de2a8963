"""The version of the framework, which variants and house rules can require."""

from __future__ import annotations

from typing import Final

__all__ = ["VERSION"]

#: The version of the framework: major, minor and patch.
VERSION: Final = "0.2.0"

"""The version of the framework, which variants and house rules may ask for."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"

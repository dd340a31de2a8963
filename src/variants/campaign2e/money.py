"""Money and supply in words: whole numbers of hundredths, with two decimals (C2E-1.6-08)."""

from __future__ import annotations

import re

from variants.campaign2e.constants import HUNDRED

_AMOUNT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,2}))?")


def money(amount: int) -> str:
    """An amount of hundredths as it is written: 5, 4.93, -0.07."""
    whole, part = divmod(abs(amount), HUNDRED)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"


def amount_of(words: str) -> int:
    """The hundredths of an amount such as 12 or 4.5; raises ValueError for another text."""
    match = _AMOUNT.fullmatch(words)
    if match is None:
        raise ValueError(f"'{words}' is no amount: write 12 or 4.5")
    return int(match[1]) * HUNDRED + int((match[2] or "").ljust(2, "0"))

"""Comparison of mail addresses: equality, and belonging to the same mailbox."""

from __future__ import annotations

import string
import unicodedata

_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def normalized(address: str) -> str:
    """Return the form for comparisons of addresses, without case and a dot at the end.

    Only ASCII letters are lowered: Python would treat different domains as equal (`ß` and `ss`).
    """
    return address.translate(_SMALL).rstrip(".")


def same(address: str, other: str) -> bool:
    """Tell whether two addresses are equal."""
    return normalized(address) == normalized(other)


def mailbox_of(address: str) -> str:
    """Return the mailbox of an address, for counting: `ada+games@...` belongs to `ada@...`.

    It must not be used for access: not every server has such tags.
    """
    local, at, domain = normalized(unicodedata.normalize("NFKC", address)).rpartition("@")
    name = local.partition("+")[0] or local
    return f"{name}{at}{domain}"

"""When two mail addresses are one, and when two are read by the same person."""

from __future__ import annotations

import string
import unicodedata

_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def normalized(address: str) -> str:
    """The form in which addresses are compared: neither case nor a dot at the end counts.

    Only the letters of ASCII have two cases: Python takes other domains for one (`ß` and `ss`).
    """
    return address.translate(_SMALL).rstrip(".")


def same(address: str, other: str) -> bool:
    """Whether two addresses are one."""
    return normalized(address) == normalized(other)


def mailbox_of(address: str) -> str:
    """The mailbox behind an address, for counting: `ada+games@...` is one with `ada@...`.

    Nobody is let in by it: not every server has such tags.
    """
    local, at, domain = normalized(unicodedata.normalize("NFKC", address)).rpartition("@")
    name = local.partition("+")[0] or local
    return f"{name}{at}{domain}"

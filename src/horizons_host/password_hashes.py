"""Hashes of passwords, made by argon2 with its authors' settings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher


@cache
def hasher() -> PasswordHasher:
    """What makes hashes of passwords: each takes 64 MiB, and some tenths of a second."""
    from argon2 import PasswordHasher

    return PasswordHasher()


def fits(kept: str, given: str) -> bool:
    """Whether a password is that of a hash; none is that of a text that is no hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return hasher().verify(kept, given)
    except (VerificationError, InvalidHashError):
        return False

"""Hashes of passwords, made by argon2 with its authors' settings, two at a time.

Each takes 64 MiB and some tenths of a second. Everything in the process that makes a hash or
compares a password with one goes through here, so that requests, however many, never take more.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_AT_ONCE = threading.BoundedSemaphore(2)
_LONGEST = 300
#: Upper bounds for the parameters of a hash: twice what any release of argon2-cffi has used. A
#: hash names its own parameters, and players may write hashes in orders.
_MOST_MEMORY, _MOST_PASSES, _MOST_LANES, _MOST_BYTES = 2 * 102_400, 8, 16, 64


@cache
def hasher() -> PasswordHasher:
    """Return the hasher; call it through `hashed` and `fits`."""
    from argon2 import PasswordHasher

    return PasswordHasher()


def hashed(password: str) -> str:
    """Return a hash of a password."""
    with _AT_ONCE:
        return hasher().hash(password)


def fits(kept: str, given: str) -> bool:
    """Return whether a password is that of a hash; False for a text that is no hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if not is_hash(kept):
        return False
    try:
        with _AT_ONCE:
            return hasher().verify(kept, given)
    except (VerificationError, InvalidHashError):
        return False


def is_hash(text: str) -> bool:
    """Return whether a text is a hash that costs no more to compare than those made here."""
    if not text.startswith("$argon2") or len(text) > _LONGEST:
        return False
    from argon2 import extract_parameters
    from argon2.exceptions import InvalidHashError

    try:
        found = extract_parameters(text)
    except (InvalidHashError, ValueError):
        return False
    return (
        found.memory_cost <= _MOST_MEMORY
        and found.time_cost <= _MOST_PASSES
        and found.parallelism <= _MOST_LANES
        and max(found.salt_len, found.hash_len) <= _MOST_BYTES
    )

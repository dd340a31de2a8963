"""Password hashes by argon2 with its default parameters, at most two computed at a time.

Each takes 64 MiB and some tenths of a second. All hashing of a process goes through here, so that
many simultaneous requests cannot use more.
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
#: hash contains its parameters, and players may write hashes in orders.
_MOST_MEMORY, _MOST_PASSES, _MOST_LANES, _MOST_BYTES = 2 * 102_400, 8, 16, 64


@cache
def hasher() -> PasswordHasher:
    """Return the hasher; call it through `hash_password` and `verify_hash`."""
    from argon2 import PasswordHasher

    return PasswordHasher()


def hash_password(password: str) -> str:
    """Return a hash of a password."""
    with _AT_ONCE:
        return hasher().hash(password)


def verify_hash(password_hash: str, password: str) -> bool:
    """Return whether a password matches a hash; False if `password_hash` is not a hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if not is_hash(password_hash):
        return False
    try:
        with _AT_ONCE:
            return hasher().verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_hash(text: str) -> bool:
    """Return whether a text is a hash that is no more expensive to verify than those made here."""
    if not text.startswith("$argon2") or len(text) > _LONGEST:
        return False
    from argon2 import extract_parameters
    from argon2.exceptions import InvalidHashError

    try:
        parameters = extract_parameters(text)
    except (InvalidHashError, ValueError):
        return False
    return (
        parameters.memory_cost <= _MOST_MEMORY
        and parameters.time_cost <= _MOST_PASSES
        and parameters.parallelism <= _MOST_LANES
        and max(parameters.salt_len, parameters.hash_len) <= _MOST_BYTES
    )

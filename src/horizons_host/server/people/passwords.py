"""Passwords of accounts, kept as argon2 hashes."""

from __future__ import annotations

import threading
from functools import cache

from horizons_core.errors import HorizonsError
from horizons_host import password_hashes

SHORTEST = 10
LONGEST = 200
_FEWEST_SIGNS = 5
#: Each hash takes 64 MiB: however many people sign in at once, no more than so many are made.
_AT_ONCE = threading.BoundedSemaphore(4)


class PasswordError(HorizonsError):
    """A password that is too weak to be one."""


def hashed(password: str, *known: str) -> str:
    """The hash to keep; `known` are words that everybody knows of its owner.

    Raises PasswordError.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise PasswordError(
            f"a password has {SHORTEST} to {LONGEST} characters", "several words make a good one"
        )
    plain = password.casefold()
    if len(set(plain)) < _FEWEST_SIGNS or any(plain in word.casefold() for word in known):
        raise PasswordError("this password is easily guessed", "several words make a good one")
    with _AT_ONCE:
        return password_hashes.hasher().hash(password)


def fits(kept: str | None, password: str) -> bool:
    """Whether a password is the one that was kept. It takes as long where there is none."""
    with _AT_ONCE:
        right = password_hashes.fits(kept or _nobodys(), password[: LONGEST + 1])
    return right and kept is not None


@cache
def _nobodys() -> str:
    return password_hashes.hasher().hash("nobody has this password")

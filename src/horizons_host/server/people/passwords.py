"""Passwords of accounts, stored as argon2 hashes."""

from __future__ import annotations

from functools import cache

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host import password_hashes

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
_FEWEST_SIGNS = 5


class WeakPasswordError(HorizonsError):
    """A password that is too weak."""


def demand_strong(password: str, *known: str) -> None:
    """Raise PasswordError for a weak password, without making a hash.

    `known` are words that others know about its owner.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise WeakPasswordError(
            LocalizedText(
                "passwords have {least} to {most} characters",
                least=SHORTEST_PASSWORD,
                most=LONGEST_PASSWORD,
            ),
            LocalizedText("several words make a good password"),
        )
    plain = password.casefold()
    if len(set(plain)) < _FEWEST_SIGNS or any(plain in word.casefold() for word in known):
        raise WeakPasswordError(
            LocalizedText("this password is too easy to guess"),
            LocalizedText("several words make a good password"),
        )


def hash_password(password: str, *known: str) -> str:
    """Return the hash of a password; raises what `demand_strong` raises."""
    demand_strong(password, *known)
    return password_hashes.hash_password(password)


def is_correct(stored: str | None, password: str) -> bool:
    """Check a password against a stored hash; without a hash it takes the same time."""
    right = password_hashes.verify_hash(stored or _dummy_hash(), password[: LONGEST_PASSWORD + 1])
    return right and stored is not None


@cache
def _dummy_hash() -> str:
    return password_hashes.hash_password("nobody has this password")

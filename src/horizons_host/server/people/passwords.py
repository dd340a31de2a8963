"""Passwords of accounts, kept as argon2 hashes."""

from __future__ import annotations

from functools import cache

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host import password_hashes

SHORTEST = 10
LONGEST = 200
_FEWEST_SIGNS = 5


class PasswordError(HorizonsError):
    """A password that is too weak to be one."""


def demand_good(password: str, *known: str) -> None:
    """Raises PasswordError for a password that will not do; makes no hash.

    `known` are words that everybody knows of its owner.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise PasswordError(
            LocalizedText(
                "passwords have {least} to {most} characters", least=SHORTEST, most=LONGEST
            ),
            LocalizedText("several words make a good password"),
        )
    plain = password.casefold()
    if len(set(plain)) < _FEWEST_SIGNS or any(plain in word.casefold() for word in known):
        raise PasswordError(
            LocalizedText("this password is too easy to guess"),
            LocalizedText("several words make a good password"),
        )


def hashed(password: str, *known: str) -> str:
    """The hash to keep; raises what `demand_good` raises."""
    demand_good(password, *known)
    return password_hashes.hashed(password)


def fits(kept: str | None, password: str) -> bool:
    """Whether a password is the one that was kept. It takes as long where there is none."""
    right = password_hashes.fits(kept or _nobodys(), password[: LONGEST + 1])
    return right and kept is not None


@cache
def _nobodys() -> str:
    return password_hashes.hashed("nobody has this password")

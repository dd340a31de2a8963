"""Players' passwords: kept as argon2 hashes, taken out of order texts before these are stored."""

from __future__ import annotations

import re

from horizons_core.errors import HorizonsError
from horizons_core.order_reading import Header

_BLANKED = "*"


class PasswordError(HorizonsError):
    """A password that is wrong, missing, or cannot be one."""


def hashed(seat: str, password: str) -> str:
    """The hash to store; raises PasswordError for what cannot be written in an order's header."""
    from argon2 import PasswordHasher

    if not password.strip() or not password.isprintable() or '"' in password:
        raise PasswordError(
            f"the password of {seat} will not do",
            "use printable characters that are not all blanks, and no double quotes",
        )
    return str(PasswordHasher().hash(password))


def demand(seat: str, password_hash: str | None, given: str | None, opening: str) -> None:
    """Raises PasswordError unless the seat has no password, or this one."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerifyMismatchError

    if password_hash is None:
        return
    if given is None:
        raise PasswordError(
            f"{seat}'s orders need a password; nothing was stored",
            f"begin them with a line {opening} game {seat} password",
        )
    try:
        PasswordHasher().verify(password_hash, given)
    except VerifyMismatchError as problem:
        raise PasswordError(
            f"this is not the password of {seat}; nothing was stored",
            "it is the third word behind the opening line's first",
        ) from problem


def blanked(text: str, header: Header | None) -> str:
    """The text with the header's password replaced by a star; no line changes its number."""
    if header is None or header.password is None:
        return text
    ends = list(re.finditer(r"\r\n|\r|\n", text))
    start = ends[header.line - 2].end() if header.line > 1 else 0
    end = ends[header.line - 1].start() if header.line <= len(ends) else len(text)
    words = list(re.finditer(r'"[^"]*"|[^\s"]+', text[start:end]))
    secret = words[-1]
    return text[: start + secret.start()] + _BLANKED + text[start + secret.end() :]

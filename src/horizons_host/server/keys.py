"""Keys that strangers cannot guess: made here, shown once, kept as hashes."""

from __future__ import annotations

import hashlib
import secrets


def new_key() -> str:
    """A key of 256 bits, in letters that stand in a cookie, a header and an address."""
    return secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """What is kept of a key. It is as long as a key is hard to guess, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()

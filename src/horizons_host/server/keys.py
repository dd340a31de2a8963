"""Secret keys: generated here, shown once, stored as hashes."""

from __future__ import annotations

import hashlib
import secrets


def new_key() -> str:
    """Return a random key of 256 bits, safe in cookies, headers and URLs."""
    return secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """Return the hash stored for a key; a key is too long to guess, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()

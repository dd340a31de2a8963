"""Removal of personal data from a game: mail addresses and password hashes.

Players' names remain, because the dice depend on them, and so do messages, which are orders.
"""

from __future__ import annotations

import re
from typing import Any

_WORD = r"[^\s@<>\"',;:()]"
#: A match begins at the start of a word, so that a long word is tried only once.
_ADDRESS = re.compile(rf"(?<!{_WORD}){_WORD}++@{_WORD}+")
_HASH = re.compile(r"\$argon2[^\s\"]*")
#: Replaces an address, so that an order with an address stays valid; no mail is delivered there
#: (RFC 2606).
_PLACEHOLDER = "nobody@example.invalid"
_NO_HASH = "removed"
#: Parts of a game that are rules: an author's address in a house rule belongs to its text.
_RULES = frozenset({"data_mods"})


def without_persons(data: Any) -> Any:
    """Return plain data with a placeholder for every mail address and every password hash.

    Applying it again changes nothing.
    """
    if isinstance(data, str):
        text = _ADDRESS.sub(_PLACEHOLDER, data) if "@" in data else data
        return _HASH.sub(_NO_HASH, text) if "$argon2" in text else text
    if isinstance(data, dict):
        return {
            key: value if key in _RULES else without_persons(value) for key, value in data.items()
        }
    return [without_persons(value) for value in data] if isinstance(data, list) else data

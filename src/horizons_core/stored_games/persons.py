"""Taking out of a game what is its players' own: mail addresses and hashes of passwords.

Names of players stay, for the dice hang on them, and so do the words of messages, which are orders.
"""

from __future__ import annotations

import re
from typing import Any

_WORD = r"[^\s@<>\"',;:()]"
#: A match begins where a word does, or a long one would be looked at from each of its letters.
_ADDRESS = re.compile(rf"(?<!{_WORD}){_WORD}++@{_WORD}+")
_HASH = re.compile(r"\$argon2[^\s\"]*")
#: What stands for an address, so that an order which names one stays what it is; no mail goes
#: there (RFC 2606).
_NOBODY = "nobody@example.invalid"
_NO_HASH = "removed"
#: Parts of a game that are rules: an author's address in a house rule is part of its text.
_RULES = frozenset({"data_mods"})


def without_persons(data: Any) -> Any:
    """Plain data with a placeholder for every mail address and every hash of a password.

    What it gives stays as it is when it is asked again.
    """
    if isinstance(data, str):
        found = _ADDRESS.sub(_NOBODY, data) if "@" in data else data
        return _HASH.sub(_NO_HASH, found) if "$argon2" in found else found
    if isinstance(data, dict):
        return {
            key: value if key in _RULES else without_persons(value) for key, value in data.items()
        }
    return [without_persons(value) for value in data] if isinstance(data, list) else data

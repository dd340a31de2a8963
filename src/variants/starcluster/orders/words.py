"""What the words of arguments can be."""

from __future__ import annotations

import re

#: The longest name that may be given to anything.
LONGEST_NAME = 30

_RESERVED = re.compile(r"(?:W|F|NPR)?[0-9]+|C[0-9]{3}|ALL|ON|OFF|MAX|EL|FROM|TO", re.IGNORECASE)


def name_word(words: str) -> str:
    """A name that something may get; raises ValueError with the reason (SC-ORD-003)."""
    name = " ".join(words.split())
    if not name:
        raise ValueError("a name needs at least one character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"the name has {len(name)} characters: at most {LONGEST_NAME}")
    if not name.isprintable() or any(sign in name for sign in '";#:.'):
        raise ValueError("the name holds a sign that names cannot have")
    if _RESERVED.fullmatch(name):
        raise ValueError(f"'{name}' means something else in orders")
    return name


def switch(word: str) -> bool:
    """ON or OFF; raises ValueError for another word."""
    if word.upper() not in ("ON", "OFF"):
        raise ValueError(f"'{word}' is neither ON nor OFF")
    return word.upper() == "ON"

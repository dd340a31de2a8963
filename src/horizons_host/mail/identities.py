"""Whether a text says who wrote it: by a name or a mail address that is known of its writer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_WORD = re.compile(r"\w+")
_LEAST_LETTERS = 3
#: A signature below a quotation, and the like, has more words; nobody's name has.
_MOST_WORDS = 8


def identifying_words(text: str, names: Iterable[str], addresses: Iterable[str]) -> str:
    """The first name or address in a text, of those that are known of its writer; "" for none.

    Names count as a whole and, from three letters on, by their parts; capital letters and accents
    make no difference. Of an address what stands before the @ counts, too.
    """
    plain = _plain(text)
    known = [address for address in addresses if address]
    for address in known:
        if _plain(address) in plain:
            return address
    local = [address.rpartition("@")[0] for address in known]
    words = set(_WORD.findall(plain))
    for name in [*names, *local]:
        parts = _WORD.findall(_plain(name))[:_MOST_WORDS]
        for part in parts:
            is_long = len(part) >= _LEAST_LETTERS or len(parts) == 1
            if is_long and not part.isdigit() and part in words:
                return part if len(parts) > 1 else name
    return ""


def _plain(text: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))

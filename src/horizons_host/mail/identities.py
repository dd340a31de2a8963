"""Search of a text for a name or mail address of its writer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import unquote

from horizons_host.mail.headers import decoded_field

_WORD = re.compile(r"[^\W_]+")
_MARKUP = re.compile(r"[*_~`^|\\/]+")
#: `A d a`, `A.d.a`
_SPELT = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,2}[^\W_](?![^\W_])){1,30}")
_ENCODED = re.compile(r"=\?[^?\s]{1,40}\?[bqBQ]\?[^?]{1,400}\?=")
#: Scripts without blanks between words.
_NO_BLANKS = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]")
_LEAST_LETTERS = 3
_LEAST_DIGITS = 5
#: Shorter names may occur by chance across words.
_LEAST_JOINED = 6
#: The most words of a name; longer texts, such as a signature, are no name.
_MOST_WORDS = 8
#: Words in names and addresses that identify no person.
_COMMON = frozenset(
    """the and for from with lord lady king queen empire emperor der die das des dem den und von vom
    zur zum les des aux van del los las dos das mail email info office contact admin post hello
    web home team games game play com org net www""".split()  # noqa: SIM905
)
_UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def identifying_words(text: str, names: Iterable[str], addresses: Iterable[str]) -> str:
    """Return the first name or address of the writer in a text; "" for none.

    Names count as a whole and, from three letters on, by their parts; case, accents, markup and
    encodings are ignored. For an address the parts before the @ count, too, and the domain as a
    whole.
    """
    visible = "\n".join(_forms(text))
    words = set(_WORD.findall(visible))
    joined = "".join(_WORD.findall(_plain(text)))
    known = [address for address in addresses if address]
    for address in known:
        local, _, domain = _plain(address).rpartition("@")
        if re.search(rf"(?<!\w)(?:{re.escape(local)}@)?{re.escape(domain)}(?!\w)", visible):
            return address
    for name in [*names, *(address.rpartition("@")[0] for address in known)]:
        for form in (_plain(name), _plain(name, _SPELT_OUT)):
            parts = _WORD.findall(form)[:_MOST_WORDS]
            for part in parts:
                if _is_identifying(part, alone=len(parts) == 1) and _contains(part, words, visible):
                    return part if len(parts) > 1 else name
            full_name = "".join(parts)
            if len(full_name) >= _LEAST_JOINED and len(parts) > 1 and full_name in joined:
                return name
    return ""


def _is_identifying(part: str, *, alone: bool) -> bool:
    """Tell whether a part of a name identifies a person."""
    if part.isdigit():
        return len(part) >= _LEAST_DIGITS
    least = 1 if alone else 2 if _NO_BLANKS.search(part) else _LEAST_LETTERS
    return len(part) >= least and part not in _COMMON


def _contains(part: str, words: set[str], visible: str) -> bool:
    if _NO_BLANKS.search(part):
        return part in visible
    return part in words or (len(part) >= _LEAST_LETTERS and f"{part}s" in words)


def _forms(text: str) -> Iterator[str]:
    """Yield a text as a reader may see it: with and without markup, and decoded."""
    decoded = _ENCODED.sub(lambda match: decoded_field(match[0]), text)
    for form in (text, unescape(unquote(decoded))):
        yield _plain(form)
        yield _plain(form, _SPELT_OUT)
        yield _plain(_MARKUP.sub("", form))
        yield from (
            "".join(_WORD.findall(match)) for match in _SPELT.findall(_plain(_MARKUP.sub("", form)))
        )


def _plain(text: str, letters: dict[int, str] = _UNDIVIDED) -> str:
    """Return a text in lower case without accents and invisible characters."""
    small = unicodedata.normalize("NFC", text.casefold()).translate(letters).translate(_UNDIVIDED)
    return "".join(
        sign
        for sign in unicodedata.normalize("NFKD", small)
        if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf"
    )

"""Whether a text says who wrote it: by a name or a mail address that is known of its writer."""

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
#: Names with fewer letters may stand across other words.
_LEAST_JOINED = 6
#: A signature below a quotation, and the like, has more words; nobody's name has.
_MOST_WORDS = 8
#: Words of names and addresses that say nothing of anybody.
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
    """The first name or address in a text, of those that are known of its writer; "" for none.

    Names count as a whole and, from three letters on, by their parts; capital letters, accents,
    markup and encodings make no difference. Of an address the parts before the @ count, too, and
    the domain as a whole.
    """
    shown = "\n".join(_forms(text))
    words = set(_WORD.findall(shown))
    joined = "".join(_WORD.findall(_plain(text)))
    known = [address for address in addresses if address]
    for address in known:
        local, _, domain = _plain(address).rpartition("@")
        if re.search(rf"(?<!\w)(?:{re.escape(local)}@)?{re.escape(domain)}(?!\w)", shown):
            return address
    for name in [*names, *(address.rpartition("@")[0] for address in known)]:
        for form in (_plain(name), _plain(name, _SPELT_OUT)):
            parts = _WORD.findall(form)[:_MOST_WORDS]
            for part in parts:
                if _is_telling(part, alone=len(parts) == 1) and _is_said(part, words, shown):
                    return part if len(parts) > 1 else name
            whole = "".join(parts)
            if len(whole) >= _LEAST_JOINED and len(parts) > 1 and whole in joined:
                return name
    return ""


def _is_telling(part: str, *, alone: bool) -> bool:
    """Whether a part of a name says whose it is."""
    if part.isdigit():
        return len(part) >= _LEAST_DIGITS
    least = 1 if alone else 2 if _NO_BLANKS.search(part) else _LEAST_LETTERS
    return len(part) >= least and part not in _COMMON


def _is_said(part: str, words: set[str], shown: str) -> bool:
    if _NO_BLANKS.search(part):
        return part in shown
    return part in words or (len(part) >= _LEAST_LETTERS and f"{part}s" in words)


def _forms(text: str) -> Iterator[str]:
    """A text as a reader may see it: with and without markup, and decoded."""
    decoded = _ENCODED.sub(lambda found: decoded_field(found[0]), text)
    for form in (text, unescape(unquote(decoded))):
        yield _plain(form)
        yield _plain(form, _SPELT_OUT)
        yield _plain(_MARKUP.sub("", form))
        yield from (
            "".join(_WORD.findall(found)) for found in _SPELT.findall(_plain(_MARKUP.sub("", form)))
        )


def _plain(text: str, letters: dict[int, str] = _UNDIVIDED) -> str:
    """A text in small letters without accents and signs that nobody sees."""
    small = unicodedata.normalize("NFC", text.casefold()).translate(letters).translate(_UNDIVIDED)
    return "".join(
        sign
        for sign in unicodedata.normalize("NFKD", small)
        if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf"
    )

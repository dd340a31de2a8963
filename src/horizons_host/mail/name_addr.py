"""One mail address with the name before it, as it stands in `From`: read alike on every Python.

The grammar is RFC 5322's name-addr, and lenient with the name: `Ada [Guild] <ada@example.org>` is
what people write, and the standard library refuses it since Python 3.13. It is strict with the
address: there must be exactly one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from horizons_host.mail.addresses import same
from horizons_host.seating import SeatError, mail_address

_LONGEST = 2_000
#: Comments, `(like (this))`, are looked for one within the other.
_MOST_COMMENTS = 20
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MARK = re.compile(r'["(]')
#: The last angle brackets; a comma behind them is left by programs that list addresses.
_NAMED = re.compile(r"(.*)<\s*([^<>\s]*)\s*>[\s,;]*")
_IN_BRACKETS = re.compile(r"<[^<>]*@")
#: What may be taken for an address in a name.
_LIKE_AN_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"'\0]+@[^\s@<>()\[\],;:\"'\0]+\.[^\s@,;:\"'\0]+")
_HIDDEN = "\0"  #: stands for a quoted part, whose signs have no meaning


@frozen
class Mailbox:
    """A mail address and the name that stands before it, or ""."""

    name: str
    address: str


def parse_mailbox(text: str) -> Mailbox | None:
    """Return the only address in a text with its name, or None if there is not exactly one.

    A name that holds another address is refused, because readers would disagree about the sender.
    """
    if len(text) > _LONGEST or text.count("(") > _MOST_COMMENTS:
        return None
    parts = list(unquoted_parts(text))
    bare = "".join(_HIDDEN if is_quoted else part for part, is_quoted in parts)
    named = _NAMED.fullmatch(bare)
    phrase, address = (named[1], named[2]) if named else ("", bare.strip(" ,;"))
    if _IN_BRACKETS.search(phrase) or any(
        not same(other, address) for other in _LIKE_AN_ADDRESS.findall(phrase)
    ):
        return None
    try:
        mail_address(address)
    except SeatError:
        return None
    whole = "".join(part for part, _ in parts)
    name = whole.rpartition("<")[0] if named else ""
    return Mailbox(" ".join(name.split()), address)


def unquoted_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text without its comments, and say whether each part was quoted.

    A quote or parenthesis that is never closed is a sign like others.
    """
    at = 0
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        end = _end_of_comment(text, at)
        if quoted:
            yield re.sub(r"\\(.)", r"\1", quoted[1]), True
            at = quoted.end()
        elif end:
            yield " ", False
            at = end
        else:
            begin, at = at, _end_of_plain(text, at)
            yield text[begin:at], False


def _end_of_plain(text: str, start: int) -> int:
    """Where the next quote or comment may begin, behind the sign at the start."""
    mark = _MARK.search(text, start + 1)
    return mark.start() if mark else len(text)


def _end_of_comment(text: str, start: int) -> int:
    """Where the comment ends that starts here; 0 if none does, or if it is never closed."""
    depth, at = 0, start
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1 if at > start else 0
        at += 2 if text[at] == "\\" else 1
    return 0

"""Parsing of a mail address with a name, as in `From`, alike on every Python version.

The grammar is RFC 5322's name-addr, lenient with the name: people write
`Ada [Guild] <ada@example.org>`, which the standard library refuses since Python 3.13. It is strict
with the address: there must be exactly one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from horizons_host.mail.addresses import same
from horizons_host.seating import SeatError, mail_address

_LONGEST = 2_000
#: The most nested comments, `(like (this))`.
_MOST_COMMENTS = 20
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MARK = re.compile(r'["(]')
#: The last angle brackets; programs that list addresses leave a comma behind them.
_NAMED = re.compile(r"(.*)<\s*([^<>\s]*)\s*>[\s,;]*")
_IN_BRACKETS = re.compile(r"<[^<>]*@")
#: Parts of a name that readers may take for an address.
_LIKE_AN_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"'\0]+@[^\s@<>()\[\],;:\"'\0]+\.[^\s@,;:\"'\0]+")
_HIDDEN = "\0"  #: replaces a quoted part, whose characters have no meaning


@frozen
class NamedAddress:
    """A mail address with its name, or ""."""

    name: str
    address: str


def parse_mailbox(text: str) -> NamedAddress | None:
    """Return the only address in a text with its name, or None if there is not exactly one.

    A name that holds another address is refused, because readers would disagree about the sender.
    """
    if len(text) > _LONGEST or text.count("(") > _MOST_COMMENTS:
        return None
    parts = list(unquoted_parts(text))
    bare = "".join(_HIDDEN if is_quoted else part for part, is_quoted in parts)
    match = _NAMED.fullmatch(bare)
    phrase, address = (match[1], match[2]) if match else ("", bare.strip(" ,;"))
    if _IN_BRACKETS.search(phrase) or any(
        not same(candidate, address) for candidate in _LIKE_AN_ADDRESS.findall(phrase)
    ):
        return None
    try:
        mail_address(address)
    except SeatError:
        return None
    full_text = "".join(part for part, _ in parts)
    name = full_text.rpartition("<")[0] if match else ""
    return NamedAddress(" ".join(name.split()), address)


def unquoted_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text into parts, without comments, and tell for each whether it was quoted.

    An unclosed quote or parenthesis is an ordinary character.
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
    """Return where the next quote or comment may begin after `start`."""
    mark = _MARK.search(text, start + 1)
    return mark.start() if mark else len(text)


def _end_of_comment(text: str, start: int) -> int:
    """Return the end of the comment that starts here; 0 for none, and for an unclosed one."""
    depth, at = 0, start
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1 if at > start else 0
        at += 2 if text[at] == "\\" else 1
    return 0

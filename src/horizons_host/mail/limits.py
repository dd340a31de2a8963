"""Limits on an email's size, depth and number of parts, checked before it is parsed."""

from __future__ import annotations

import re

#: A larger mail is not parsed.
MAX_MAIL_SIZE = 25_000_000
#: Mail programs nest three or four parts; a forwarded thread some more.
MAX_NESTED = 50
TOO_LARGE = f"Your email is larger than {MAX_MAIL_SIZE:,} bytes."
MAX_PARTS = 200

_BOUNDARY = re.compile(
    rb'boundary(\*?)[0-9*]{0,9}\s{0,80}=\s{0,80}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))',
    re.IGNORECASE,
)
#: A field with a part's type or encoding; no real one is that long.
_LONG_FIELD = re.compile(
    rb"^content-[a-z-]{1,40}:(?:[^\r\n]|\r?\n[ \t]){8000}", re.IGNORECASE | re.MULTILINE
)
_INNER_MAIL = re.compile(rb"^content-type:\s{0,80}message/", re.IGNORECASE | re.MULTILINE)
_DELIMITER = re.compile(rb"^--([^\r\n]{1,202})", re.MULTILINE)


def too_complex(data: bytes) -> str:
    """Return the reason why an email must not be parsed, or ""."""
    if len(data) > MAX_MAIL_SIZE:
        return TOO_LARGE
    if _LONG_FIELD.search(data):
        return "A header field of your email is too long."
    boundaries: set[bytes] = set()
    containers = sum(1 for _ in _INNER_MAIL.finditer(data))
    for match in _BOUNDARY.finditer(data):
        containers += 1
        split_up, quoted, bare = match.groups()
        if split_up:
            return "Your email's multipart boundary is split over several lines."
        boundaries.add((quoted or bare).rstrip())
        if containers > MAX_NESTED:
            break
    if containers > MAX_NESTED:
        return f"Your email has more than {MAX_NESTED} nested parts."
    parts = 0
    for delimiter in _DELIMITER.finditer(data):
        parts += delimiter.group(1).rstrip() in boundaries
        if parts > MAX_PARTS:
            return f"Your email has more than {MAX_PARTS} parts."
    return ""

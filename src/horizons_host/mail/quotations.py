"""What the writer of a mail says, without what the mail quotes."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\s*>")
#: How mail programs announce a whole mail below: "-----Original Message-----" in many languages.
_BELOW = re.compile(r"\s*(-{4,} ?\w[\w ]{2,40}\w ?-{4,}|_{20,})\s*")
_SIGNATURE = "-- "
#: "On Friday Ada wrote:" may be broken into so many lines.
_LONGEST_ANNOUNCEMENT = 3
_MOST_BLANK = 5


def own_words(text: str, mark: str) -> str:
    """The text without quotations, the lines that announce them, and the signature.

    All below a line with the `mark` is left out, unless that line is quoted itself: then an answer
    may stand below the quotation.
    """
    kept: list[str] = []
    for line in text.split("\n"):
        quoted = _QUOTED.match(line) is not None
        if quoted or mark in line or _BELOW.fullmatch(line):
            _drop_announcement(kept)
        if line == _SIGNATURE or (not quoted and (mark in line or _BELOW.fullmatch(line))):
            break
        if not quoted:
            kept.append(line)
    return "\n".join(kept).strip("\n")


def _drop_announcement(lines: list[str]) -> None:
    """Take the announcement of a quotation off the end: a short paragraph with a colon at last."""
    end = len(lines)
    while end and len(lines) - end <= _MOST_BLANK and not lines[end - 1].strip():
        end -= 1
    start = end
    while start and lines[start - 1].strip() and end - start <= _LONGEST_ANNOUNCEMENT:
        start -= 1
    if end and lines[end - 1].rstrip().endswith(":"):
        whole = end - start <= _LONGEST_ANNOUNCEMENT and _names_somebody(lines[start:end])
        del lines[start if whole else end - 1 :]


def _names_somebody(lines: list[str]) -> bool:
    """Whether lines have a mail address or a time, as announcements have."""
    return re.search(r"@|\d{1,2}[:.]\d{2}", " ".join(lines)) is not None

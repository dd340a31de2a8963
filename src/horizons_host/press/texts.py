"""Cleaning the texts of messages: size limits, and no characters that could deceive a reader."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText

#: Size limits of a message, in characters.
LONGEST_TEXT = 10_000
LONGEST_SUBJECT = 100
#: Largest number of combining marks on a letter.
_MOST_MARKS = 6
#: Invisible characters that join letters and emoji.
_JOINERS = "\u200c\u200d"
_LINE_END = re.compile(r"\r\n|\r|\x85|\u2028|\u2029")
_GAPS = re.compile(r"\n{4,}")
#: Categories of invisible characters: controls, direction overrides, surrogates, unassigned.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn"))


class MessageError(HorizonsError):
    """A message that cannot be sent or does not exist."""


def read_text(file: Path) -> str:
    """Read a text from a file, or from standard input for `-`; raises MessageError, OSError."""
    most = 4 * LONGEST_TEXT + 4
    if str(file) == "-":
        data = sys.stdin.buffer.read(most)
    else:
        with file.open("rb") as stream:
            data = stream.read(most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise MessageError(
            f"'{file}' is not UTF-8 text", LocalizedText("save it as UTF-8")
        ) from problem


def clean(text: str) -> str:
    """Clean a message's text for storage; raises MessageError if it is empty or too long.

    Removes control characters, direction overrides, invisible characters and excess combining
    marks.
    """
    if len(text) > LONGEST_TEXT:
        raise MessageError(
            f"the message has {len(text):,} characters", f"write at most {LONGEST_TEXT:,}"
        )
    lines = (line.rstrip() for line in _LINE_END.sub("\n", text).split("\n"))
    cleaned = _GAPS.sub("\n\n\n", "\n".join(_visible(line) for line in lines)).strip("\n")
    if not cleaned.strip() or len(cleaned) > LONGEST_TEXT:
        raise MessageError("the message is empty", "write a message")
    return cleaned


def clean_subject(subject: str, text: str) -> str:
    """Clean a subject to one line; without one, use the text's first words."""
    cleaned = _visible(" ".join(subject[: 10 * LONGEST_SUBJECT].split()))
    if len(cleaned) > LONGEST_SUBJECT:
        raise MessageError(
            "the subject is too long",
            LocalizedText("write at most {most} characters", most=LONGEST_SUBJECT),
        )
    words = " ".join(text[: 10 * LONGEST_SUBJECT].split())
    return cleaned or (words if len(words) <= 50 else f"{words[:50].rstrip()} ...")


def clean_reason(reason: str) -> str:
    """Clean the reason for a report to one line."""
    return _visible(" ".join(reason[:LONGEST_TEXT].split()))[:500]


def _visible(line: str) -> str:
    """Return the line without invisible characters."""
    characters: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", line):
        kind = unicodedata.category(sign)
        if kind in _UNSEEN and sign not in _JOINERS and sign != "\t":
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            characters.append(sign)
    return "".join(characters)

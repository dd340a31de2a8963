"""What people write to others: within bounds, and without signs that would deceive a reader."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText

#: A longer message is refused.
LONGEST_TEXT = 10_000
LONGEST_SUBJECT = 100
#: So many marks may stand upon one letter.
_MOST_MARKS = 6
#: Signs without a shape that letters and emoji are joined by.
_JOINERS = "\u200c\u200d"
_LINE_END = re.compile(r"\r\n|\r|\x85|\u2028|\u2029")
_GAPS = re.compile(r"\n{4,}")
#: Signs without a shape, those that turn the direction of writing, controls, halves of characters.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn"))


class PressError(HorizonsError):
    """A message that cannot be sent, or that there is not."""


def read_text(file: Path) -> str:
    """The text in a file, or on standard input for `-`; raises PressError, OSError."""
    most = 4 * LONGEST_TEXT + 4
    if str(file) == "-":
        data = sys.stdin.buffer.read(most)
    else:
        with file.open("rb") as stream:
            data = stream.read(most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise PressError(
            f"'{file}' is not UTF-8 text", LocalizedText("save it as UTF-8")
        ) from problem


def clean(text: str) -> str:
    """A message's text as it is stored; raises PressError for what is empty or too long.

    Controls, signs that turn the direction of writing, signs without a shape and heaps of marks
    upon one letter are taken out.
    """
    if len(text) > LONGEST_TEXT:
        raise PressError(
            f"the message has {len(text):,} characters", f"write at most {LONGEST_TEXT:,}"
        )
    lines = (line.rstrip() for line in _LINE_END.sub("\n", text).split("\n"))
    cleaned = _GAPS.sub("\n\n\n", "\n".join(_seen(line) for line in lines)).strip("\n")
    if not cleaned.strip() or len(cleaned) > LONGEST_TEXT:
        raise PressError("the message is empty", "write a message")
    return cleaned


def clean_subject(subject: str, text: str) -> str:
    """A subject in one line; without one the text's first words."""
    given = _seen(" ".join(subject[: 10 * LONGEST_SUBJECT].split()))
    if len(given) > LONGEST_SUBJECT:
        raise PressError(
            "the subject is too long",
            LocalizedText("write at most {most} characters", most=LONGEST_SUBJECT),
        )
    words = " ".join(text[: 10 * LONGEST_SUBJECT].split())
    return given or (words if len(words) <= 50 else f"{words[:50].rstrip()} ...")


def clean_reason(reason: str) -> str:
    """Why a message is shown to the gamemaster, in one line."""
    return _seen(" ".join(reason[:LONGEST_TEXT].split()))[:500]


def _seen(line: str) -> str:
    """The line without what nobody sees."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", line):
        kind = unicodedata.category(sign)
        if kind in _UNSEEN and sign not in _JOINERS and sign != "\t":
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)

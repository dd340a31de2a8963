"""Reads order texts from files in several encodings, and rejects what is not plain text."""

from __future__ import annotations

import codecs
import re
import sys
from pathlib import Path

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText

#: Size limit in bytes; no player writes more.
MAX_TEXT_SIZE = 1_000_000

#: Control characters that no text may contain: all but line ends and tabs.
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class OrderTextError(HorizonsError):
    """A file that cannot be read as orders; nothing of it is stored."""


@frozen
class OrderText:
    """A decoded order text, its source, and a note if its encoding was guessed."""

    text: str
    source: str
    note: str = ""


def requested_orders(text: str, source: str) -> OrderText:
    """Return the order text in a request, in which an empty text means no orders this turn.

    Raises OrderTextError if it is too large or not text.
    """
    if not text.strip():
        return OrderText("", source)
    checked, note = decoded(text.encode(), source)
    return OrderText(checked, source, note)


def read_orders(path: Path) -> OrderText:
    """Read an order text from a file, or from standard input for `-`.

    Raises OrderTextError if it is empty, too large or not text, and OSError.
    """
    if str(path) == "-":
        source, data = "standard input", sys.stdin.buffer.read(MAX_TEXT_SIZE + 1)
    else:
        with path.open("rb") as stream:
            source, data = path.name, stream.read(MAX_TEXT_SIZE + 1)
    text, note = decoded(data, source)
    return OrderText(text, source, note)


def decoded(data: bytes, source: str) -> tuple[str, str]:
    """Decode bytes to text, with a note if the encoding was guessed; raises OrderTextError."""
    if len(data) > MAX_TEXT_SIZE:
        raise OrderTextError(
            LocalizedText(
                "{source}: larger than {most:,} bytes",
                source=source,
                most=MAX_TEXT_SIZE,
            ),
            LocalizedText("send at most {most:,} bytes", most=MAX_TEXT_SIZE),
        )
    text, note = _as_text(data, source)
    text = text.removeprefix("\ufeff").removesuffix("\x1a")  # the end-of-file mark of DOS (Ctrl-Z)
    control = CONTROLS.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise OrderTextError(
            LocalizedText(
                "{source}: line {line} contains a control character (0x{code}); this"
                " is not plain text",
                source=source,
                line=line,
                code=f"{ord(control.group()):02x}",
            ),
            LocalizedText("send the orders as plain text"),
        )
    if not text.strip():
        raise OrderTextError(
            LocalizedText("{source}: the text is empty", source=source),
            LocalizedText("write at least one order; for no orders this turn, write a comment"),
        )
    return text, note


def _as_text(data: bytes, source: str) -> tuple[str, str]:
    if data.startswith(_UTF_16):
        try:
            return data.decode("utf-16"), ""
        except UnicodeDecodeError as problem:
            raise OrderTextError(
                LocalizedText(
                    "{source}: invalid UTF-16 ({what})",
                    source=source,
                    what=problem.reason,
                ),
                LocalizedText("save it as UTF-8"),
            ) from problem
    for encoding in ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        guessed = "not UTF-8, so it was read as Latin-1; check the names"
        return text, "" if encoding == "utf-8" else guessed
    raise AssertionError("Latin-1 has a character for every byte")

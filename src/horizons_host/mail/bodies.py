"""The text of a mail: out of its parts, encodings and HTML, as its sender saw it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import Message
from html.parser import HTMLParser

from attrs import frozen

from horizons_host.order_texts import LARGEST_TEXT

#: A larger mail is not taken apart.
LARGEST_MAIL = 25_000_000
#: Beyond so many parts nobody looks.
_MOST_PARTS = 200

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BLOCKS = re.compile(
    "address|article|blockquote|body|br|center|d[dlt]|div|h[1-6r]|html|li|ol|p|pre|section|table"
    "|tbody|td|th|tr|ul"
)
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))


@frozen
class Body:
    """A text in which orders may stand, and in which part of the mail it was found."""

    text: str
    source: str


def bodies(data: bytes) -> list[Body]:
    """The texts of a mail, the likeliest first: what it says, its HTML, attached texts.

    Never raises; texts over `LARGEST_TEXT` characters are cut off there.
    """
    plain: list[str] = []
    pages: list[str] = []
    attached: list[Body] = []
    for part in _parts(message_from_bytes(data, policy=policy.compat32)):
        kind = part.get_content_type()
        if kind not in {"text/plain", "text/html"}:
            continue
        text = _text(part) if kind == "text/plain" else html_as_text(_text(part))
        name = part.get_filename()
        if name is not None or part.get_content_disposition() == "attachment":
            attached.append(Body(text, f"the attachment {_printable(name or 'without a name')}"))
        else:
            (plain if kind == "text/plain" else pages).append(text)
    found = [Body("\n".join(texts), "the mail") for texts in (plain, pages) if any(texts)]
    return [*found, *attached]


def _parts(message: Message) -> Iterator[Message]:
    """The parts of a mail that are no containers; mails within the mail are left out."""
    waiting, seen = [message], 0
    while waiting and seen < _MOST_PARTS:
        part, seen = waiting.pop(0), seen + 1
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            waiting[:0] = [one for one in inner if isinstance(one, Message)]
        elif not isinstance(inner, list):
            yield part


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))[:80]


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    raw = data if isinstance(data, bytes) else b""
    text = _decoded(raw[: 4 * LARGEST_TEXT], part.get_content_charset())[: LARGEST_TEXT + 1]
    text = _CONTROLS.sub("\ufffd", _LINE_END.sub("\n", text.removeprefix("\ufeff")))
    flowed = str(part.get_param("format", "")).casefold() == "flowed"
    if flowed and part.get_content_type() == "text/plain":
        text = unflowed(text, spaced=str(part.get_param("delsp", "")).casefold() != "yes")
    return text


def _decoded(data: bytes, charset: str | None) -> str:
    for encoding in (charset, "utf-8", "cp1252"):
        try:
            return data.decode(encoding or "utf-8")
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("latin-1")


def unflowed(text: str, *, spaced: bool = True) -> str:
    """The text with lines joined that only the mail program broke (RFC 3676)."""
    found: list[str] = []
    depth, flows = "", False
    for line in text.split("\n"):
        quoting = re.match(r">*", line)
        signs = quoting.group() if quoting else ""
        rest = line[len(signs) :].removeprefix(" ")
        if flows and signs == depth and rest != "-- " and not rest.startswith("#"):
            found[-1] = (found[-1] if spaced else found[-1][:-1]) + rest
        else:
            found.append(f"{signs} {rest}" if signs else rest)
        flows = rest.endswith(" ") and rest != "-- "
        depth = signs
    return "\n".join(found)


def html_as_text(page: str) -> str:
    """The lines that somebody sees who reads this page."""
    reader = _PageReader()
    reader.feed(page)
    reader.close()
    return reader.text()


class _PageReader(HTMLParser):
    """Gathers what is shown of a page, a line for each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[str] = []
        self._unseen: list[str] = []
        self._kept = 0  # how many <pre> are open
        self._quotes = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _UNSEEN:
            self._unseen.append(tag)
        if _BLOCKS.fullmatch(tag):
            self._break(at_least_one=tag == "br")
        self._kept += tag == "pre"
        self._quotes += tag == "blockquote"

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unseen:
            while self._unseen.pop() != tag:
                pass
        if _BLOCKS.fullmatch(tag) and tag not in {"br", "hr"}:
            self._break()
        self._kept = max(0, self._kept - (tag == "pre"))
        self._quotes = max(0, self._quotes - (tag == "blockquote"))

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        data = data.replace("\u00a0", " ").replace("\u200b", "")
        if self._kept:
            for number, line in enumerate(_LINE_END.split(data)):
                if number:
                    self._break(at_least_one=True)
                self._write(line)
        else:
            self._write(re.sub(r"\s+", " ", data))

    def _write(self, text: str) -> None:
        at_start = not self._pieces or self._pieces[-1].endswith("\n")
        if at_start and not self._kept:
            text = text.lstrip()
        if text and at_start and self._quotes:
            text = "> " * self._quotes + text
        if text:
            self._pieces.append(text)

    def _break(self, *, at_least_one: bool = False) -> None:
        if at_least_one or (self._pieces and not self._pieces[-1].endswith("\n")):
            self._pieces.append("\n")

    def text(self) -> str:
        """What was gathered."""
        return "".join(self._pieces)

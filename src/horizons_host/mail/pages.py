"""The text of a mail that was written as HTML, as somebody sees it who reads the page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

#: Of a longer page the rest is not read.
LONGEST_PAGE = 2_000_000
#: Beyond such a depth nothing is read: no mail program nests so, and every closing tag is looked
#: for among the open ones.
_DEEPEST = 250
_MOST_QUOTED = 10
_PIECE = 16_384  # bytes

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLOCKS = re.compile(
    "address|article|blockquote|body|br|center|d[dlt]|div|h[1-6r]|html|li|ol|p|pre|section|table"
    "|tbody|td|textarea|th|tr|ul"
)
_PREFORMATTED = frozenset(("pre", "textarea"))
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))


def html_as_text(page: str) -> str:
    """The lines that somebody sees who reads this page; of a page too deep those before the depth.

    Never raises. Time and memory grow with the page's size.
    """
    reader = _PageReader()
    parser = etree.HTMLParser(target=reader, recover=True, huge_tree=True, encoding="utf-8")
    try:
        # without what libxml2 would take for the end of the text, or for half a character
        data = page[:LONGEST_PAGE].replace("\0", "").encode(errors="replace")
        for start in range(0, len(data), _PIECE):  # it stops only between two pieces
            parser.feed(data[start : start + _PIECE])
        parser.close()
    except (etree.LxmlError, _TooDeepError):
        pass
    return reader.text()


class _TooDeepError(Exception):
    """More open elements than anybody writes."""


class _PageReader:
    """Gathers what is shown of a page, a line for each block."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._depth = 0
        self._unseen = 0  # how many elements are open that are not shown
        self._kept = 0  # how many elements are open whose line ends count
        self._quotes = 0

    def start(self, tag: str, _attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _TooDeepError
        self._unseen += tag in _UNSEEN
        if _BLOCKS.fullmatch(tag):
            self._break(at_least_one=tag == "br")
        self._kept += tag in _PREFORMATTED
        self._quotes += tag == "blockquote"

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._unseen -= tag in _UNSEEN
        if _BLOCKS.fullmatch(tag) and tag not in {"br", "hr"}:
            self._break()
        self._kept -= tag in _PREFORMATTED
        self._quotes -= tag == "blockquote"

    def data(self, data: str) -> None:
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

    def close(self) -> None:
        """Needed by the parser; the text stays."""

    def _write(self, text: str) -> None:
        at_start = not self._pieces or self._pieces[-1].endswith("\n")
        if at_start and not self._kept:
            text = text.lstrip()
        if text and at_start and self._quotes:
            text = "> " * min(self._quotes, _MOST_QUOTED) + text
        if text:
            self._pieces.append(text)

    def _break(self, *, at_least_one: bool = False) -> None:
        if at_least_one or (self._pieces and not self._pieces[-1].endswith("\n")):
            self._pieces.append("\n")

    def text(self) -> str:
        """What was gathered."""
        return "".join(self._pieces).rstrip("\n")

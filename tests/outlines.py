"""The outline of a page: its headings, links, controls and tables, a line each."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import groupby

_HEADINGS = {"title", "h1", "h2", "h3", "h4", "summary", "caption"}
_CONTROLS = {"a", "button", "label", "input", "select", "textarea"}
_ATTRIBUTES = ("href", "type", "name")
_ALONE = {"meta", "input", "br", "link"}


class Outline(HTMLParser):
    """A page as lines: tables as their columns and the number of their rows.

    Inside a table only its columns are shown: rows are data.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.said: list[str] | None = None  # the words of the heading or control that is open
        self.tables: list[tuple[list[str], int]] = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append(([], 0))
        elif tag == "tr" and self.tables:
            columns, rows = self.tables[-1]
            self.tables[-1] = (columns, rows + 1)
        elif tag == "th" and self.tables and dict(attributes).get("scope") != "row":
            self.said = []
        elif tag in _HEADINGS | _CONTROLS and not self.tables:
            words = [f'{name}="{value}"' for name, value in attributes if name in _ATTRIBUTES]
            self.said = [" ".join([tag, *words]) + ":"]
            if tag in _ALONE:
                self._end()

    def handle_endtag(self, tag):
        if tag == "table":
            columns, rows = self.tables.pop()
            self.lines.append(f"table: {' | '.join(columns)} ({rows} rows)")
        elif tag == "th" and self.said is not None:
            self.tables[-1][0].append(" ".join(self.said))
            self.said = None
        elif tag in _HEADINGS | _CONTROLS and not self.tables and self.said:
            self._end()

    def handle_data(self, words):
        if self.said is not None and words.strip():
            self.said.append(" ".join(words.split()))

    def _end(self):
        self.lines.append(" ".join(self.said))
        self.said = None


def outline(html: str) -> str:
    """Return the outline of a page; a repeated line occurs once, with its count."""
    counted = ((line, len(list(same))) for line, same in groupby(Outline(html).lines))
    return "".join(f"{line} (x {times})\n" if times > 1 else f"{line}\n" for line, times in counted)

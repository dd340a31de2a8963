"""Parts of a report's page: ids, links, tables, and the scripts that it allows."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser


class Parts(HTMLParser):
    """The ids and links of a page, and the cells of its tables by the section's id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.heads: set[int] = set()
        self.section, self.in_cell = "", False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "section":
            self.section = values.get("id", "")
        if tag == "a":
            self.links.append(values["href"])
        if tag == "tr":
            self.tables.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.in_cell = True
            row = self.tables[self.section][-1]
            row.append("")
            if tag == "th":
                self.heads.add(id(row))

    def handle_endtag(self, tag):
        if tag in ("td", "th", "table"):
            self.in_cell = False

    def handle_data(self, words):
        if self.in_cell:
            self.tables[self.section][-1][-1] += words.strip("\n")


def rows(html: str, section: str) -> list[dict[str, str]]:
    """Return the rows of the tables in a section, each by the heads of its table."""
    parts = Parts(html)
    table_rows: list[dict[str, str]] = []
    heads: list[str] = []
    for row in parts.tables.get(section, []):
        if id(row) in parts.heads:
            heads = row
        else:
            table_rows.append(dict(zip(heads, row, strict=True)))
    return table_rows


def sources(html: str) -> list[str]:
    """Return the entries that a page's policy needs for each of its scripts to run."""
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]

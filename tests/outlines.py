"""The outline of a page: each tag with its attributes, and all text, line by line."""

from __future__ import annotations

from html.parser import HTMLParser

#: Whose content is the same on all pages: the core's style and script.
_LEFT_OUT = {"style", "script"}
_ALONE = {"meta", "input", "br", "link"}


class Outline(HTMLParser):
    """A page as lines, indented by depth."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.depth, self.silent = 0, False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        words = [name if value is None else f'{name}="{value}"' for name, value in attributes]
        self._say(" ".join(["<" + tag, *words]) + ">")
        self.silent = tag in _LEFT_OUT
        if tag not in _ALONE:
            self.depth += 1

    def handle_endtag(self, tag):
        self.silent = False
        if tag not in _ALONE:
            self.depth -= 1

    def handle_data(self, words):
        if words.strip() and not self.silent:
            self._say(" ".join(words.split()))

    def _say(self, line):
        self.lines.append("  " * min(self.depth, 20) + line)


def outline(html: str) -> str:
    """The outline of a page, without the digests of what may run on it."""
    lines = Outline(html).lines
    return "\n".join(line for line in lines if "Content-Security-Policy" not in line) + "\n"

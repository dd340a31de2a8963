"""Lines wrapped as the classic reports wrap them."""

from __future__ import annotations

LONGEST_LINE = 77


def wrapped(text: str) -> list[str]:
    """A line, broken at spaces; what follows is indented by two more spaces than the line."""
    indent = " " * (len(text) - len(text.lstrip(" ")) + 2)
    lines, line = [], ""
    for word in _words(text):
        longer = f"{line} {word}" if line.strip() else line + word
        if len(longer) > LONGEST_LINE and line.strip():
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line]


def _words(text: str) -> list[str]:
    """The words of a line; the first keeps its indentation."""
    body = text.lstrip(" ")
    first, *rest = body.split(" ")
    return [text[: len(text) - len(body)] + first, *rest]

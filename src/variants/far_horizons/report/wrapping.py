"""Line wrapping of the classic reports."""

from __future__ import annotations

LONGEST_LINE = 77


def wrap_line(text: str) -> list[str]:
    """Wrap a line at spaces; continuation lines are indented by two more spaces."""
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
    """Split a line into words; the first keeps its indentation."""
    body = text.lstrip(" ")
    first, *rest = body.split(" ")
    return [text[: len(text) - len(body)] + first, *rest]

"""Running text broken into lines, as `textwrap` breaks it, and many times faster.

Reports have thousands of sentences, most of them short.
"""

from __future__ import annotations

import textwrap


def broken_lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The lines of a text, none of a blank one; `first` stands before it, `rest` below that.

    No word is broken, neither a long one nor one with hyphens. The lines are those of
    `textwrap.wrap`, which breaks what holds more than printable characters.
    """
    if not text.isprintable() or text.startswith(" "):
        return textwrap.wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
    if len(first) + len(text) <= width:
        return [first + text.rstrip()] if text else []
    lines: list[str] = []
    line, left = first, text.rstrip()
    while len(line) + len(left) > width:
        end = left.rfind(" ", 0, max(0, width - len(line)) + 1)
        if end < 0:
            end = left.find(" ")
        if end < 0:
            break
        lines.append(line + left[:end].rstrip())
        line, left = rest, left[end:].lstrip()
    return [*lines, line + left]

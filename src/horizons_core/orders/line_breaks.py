"""Line breaking, with the results of `textwrap` and many times its speed.

Reports have thousands of sentences, most of them short.
"""

from __future__ import annotations

import textwrap


def broken_lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Break a text into lines, with `first` before the first line and `rest` before the others.

    A blank text has no lines. Words are never broken, not even long or hyphenated ones. The result
    is that of `textwrap.wrap`, which is called for texts with unprintable characters.
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
    line, remaining = first, text.rstrip()
    while len(line) + len(remaining) > width:
        end = remaining.rfind(" ", 0, max(0, width - len(line)) + 1)
        if end < 0:
            end = remaining.find(" ")
        if end < 0:
            break
        lines.append(line + remaining[:end].rstrip())
        line, remaining = rest, remaining[end:].lstrip()
    return [*lines, line + remaining]

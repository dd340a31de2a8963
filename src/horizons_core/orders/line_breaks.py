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
    words = text.split(" ")
    line, blanks = first + words[0], 1
    for word in words[1:]:
        if not word:
            blanks += 1
        elif len(line) + blanks + len(word) <= width:
            line, blanks = line + " " * blanks + word, 1
        else:
            lines.append(line)
            line, blanks = rest + word, 1
    return [*lines, line]

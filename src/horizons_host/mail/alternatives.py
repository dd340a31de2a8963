"""The plain text of a mail, mended by its HTML: both say the same, and each is damaged elsewhere.

Mail programs break lines of the plain text, write asterisks for bold type, and often mark no
quotation in it; the HTML shows lines as the sender saw them, and whose they are.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from horizons_host.own_words.announcements import is_quoted
from horizons_host.own_words.line_kinds import SIGNATURE_SIGN, Kind, sorted_lines

#: So many lines of one are compared with one line of the other.
_MOST_LINES = 6
#: A shorter line was broken by its sender.
_SHORTEST_BROKEN = 40
_SIGNS = re.compile(rf"^[\s>{SIGNATURE_SIGN}]+|[*_]|<https?://[^<>\s]{{1,500}}>")


def mended(plain: str, page: str) -> str:
    """The plain text with the lines of the page, and with signs before those that are not its own.

    Lines that the page does not have stay as they are.
    """
    shown = sorted_lines(page)
    words = [_words(line) for line in shown.lines]
    lines = {key: line for key, line in zip(words, shown.lines, strict=True) if key}
    kinds: dict[str, deque[Kind]] = {key: deque() for key in lines}
    for key, kind in zip(words, shown.kinds, strict=True):
        if key:
            kinds[key].append(kind)
    mended_lines = list(_with_breaks(plain.split("\n"), lines, _joined(words)))
    read = sorted_lines("\n".join(mended_lines)).kinds
    return "\n".join(
        _signed(line, kind, kinds.get(_words(line)))
        for line, kind in zip(mended_lines, read, strict=True)
    )


def _words(line: str) -> str:
    return " ".join(_SIGNS.sub("", line).split())


def _joined(words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Lines of the page that follow each other, by what they are if they are one line."""
    said = [key for key in words if key]
    pairs: dict[str, Sequence[str]] = {}
    for at in range(len(said)):
        for length in (2, 3):
            if at + length <= len(said):
                pairs.setdefault(" ".join(said[at : at + length]), said[at : at + length])
    return pairs


def _with_breaks(
    plain: Sequence[str], lines: dict[str, str], joined: dict[str, Sequence[str]]
) -> Iterator[str]:
    """The lines of the plain text, broken where the page breaks them."""
    at = 0
    while at < len(plain):
        line = plain[at]
        key = _words(line)
        at += 1
        if not key or is_quoted(line):
            yield line
        elif key in lines:
            yield line if "*" not in line and "_" not in line else _bare(lines[key])
        elif key in joined:
            yield from (_bare(lines[part]) for part in joined[key])
        else:
            end = _end_of_broken(plain, at, key, lines)
            yield line if end == at else _bare(lines[" ".join(map(_words, plain[at - 1 : end]))])
            at = end


def _end_of_broken(plain: Sequence[str], at: int, key: str, lines: dict[str, str]) -> int:
    """The line below those that are one line of the page; the same one if none are."""
    if len(plain[at - 1]) < _SHORTEST_BROKEN:
        return at
    for end in range(at, min(at + _MOST_LINES, len(plain))):
        if not plain[end].strip() or is_quoted(plain[end]):
            break
        key = f"{key} {_words(plain[end])}"
        if key in lines:
            return end + 1
    return at


def _bare(line: str) -> str:
    return re.sub(rf"^[\s>{SIGNATURE_SIGN}]+", "", line)


def _signed(line: str, kind: Kind, shown: deque[Kind] | None) -> str:
    """A line with the sign of what the page says that it is, unless it is known for it.

    Lines that are alike stand in the same order in both.
    """
    on_page = shown.popleft() if shown else "own"
    if kind != "own" or on_page == "own" or not line.strip():
        return line
    return f"> {line}" if on_page == "quoted" else f"{SIGNATURE_SIGN}{line}"

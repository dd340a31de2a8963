"""The plain text of a mail, repaired by its HTML: both have the same content and other defects.

Mail programs wrap lines of the plain text, write asterisks for bold type, and often mark no
quotation in it; the HTML has the lines as the sender saw them, and shows whose they are.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from horizons_host.own_words.announcements import is_quoted
from horizons_host.own_words.line_kinds import SIGNATURE_SIGN, LineKind, SortedLines, sorted_lines
from horizons_host.own_words.phrases import LINK

#: The most lines of one text that are compared with one line of the other.
_MOST_LINES = 6
#: A shorter line was broken by its sender.
_SHORTEST_BROKEN = 40
_SIGNS = re.compile(rf"^[\s>{SIGNATURE_SIGN}]+|[*_]")
_WORD = re.compile(r"[^\W_]+")
#: Bare addresses: programs repeat some of them and omit others.
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{1,500}|[^\s@<>]{1,64}@[^\s@<>]{1,255}")


def repaired_text(plain: str, page: str) -> str:
    """Return the plain text with the line breaks of the page, and signs before lines not its own.

    Lines that the page lacks are unchanged, unless they are pieces of a quotation or signature.
    """
    page_lines = sorted_lines(page)
    words = [_words(line) for line in page_lines.lines]
    lines = {key: line for key, line in zip(words, page_lines.lines, strict=True) if key}
    mended_lines = list(_with_breaks(plain.split("\n"), lines, _joined(words)))
    read = sorted_lines("\n".join(mended_lines), certain=True).kinds
    on_page = _kinds_on_page(mended_lines, page_lines)
    return "\n".join(map(_signed, mended_lines, read, on_page))


def _kinds_on_page(plain: Sequence[str], page: SortedLines) -> Sequence[LineKind]:
    """Return the kind that the page gives each line of the plain text.

    Lines are compared by their words, because programs write links and bold type in many ways.
    Equal lines have the same order in both texts. A line that the page lacks, because a program
    broke it elsewhere, takes the kind of its neighbor if that kind has all its words and own lines
    lack some.
    """
    bare = _without_links(plain)
    keys = [_key(line) for line in bare]
    kinds_of_key: dict[str, deque[LineKind]] = {}
    vocabulary: dict[LineKind, set[str]] = {"own": set(), "quoted": set(), "signature": set()}
    for line, page_kind in zip(_without_links(page.lines), page.kinds, strict=True):
        kinds_of_key.setdefault(_key(line), deque()).append(page_kind)
        vocabulary[page_kind].update(_WORD.findall(line))
    matches = _matches(keys, kinds_of_key)
    below: list[LineKind] = []
    for match in reversed(matches):
        below.append(match or (below[-1] if below else page.kinds[-1]))
    above: LineKind = "own"
    kinds: list[LineKind] = []
    for at, (key, match, next_kind) in enumerate(zip(keys, matches, reversed(below), strict=True)):
        words = set(key.split())
        kind: LineKind = match or "own"
        is_link = not bare[at].strip() and bool(plain[at].strip())
        if not match and not words and (above == next_kind or is_link):
            kind = above if above != "own" else next_kind
        elif not match and not words <= vocabulary["own"]:
            neighbors = (each for each in (above, next_kind) if words <= vocabulary[each])
            kind = next(neighbors, "own")
        above = kind if match or kind != "own" else above
        kinds.append(kind)
    return kinds


def _matches(
    keys: Sequence[str], kinds_of_key: dict[str, deque[LineKind]]
) -> Sequence[LineKind | None]:
    """Return the kind of each line that the page has, alone or joined with the next ones."""
    matches: list[LineKind | None] = []
    while len(matches) < len(keys):
        start = len(matches)
        joined, count = "", 0
        for at in range(start, min(start + _MOST_LINES, len(keys))):
            joined = f"{joined} {keys[at]}".strip()
            if joined and kinds_of_key.get(joined):
                count = at + 1 - start
                break
            if at > start and kinds_of_key.get(keys[at]):
                break
        matches += [kinds_of_key[joined].popleft()] * count if count else [None]
    return matches


def _without_links(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines without the links and pictures that programs add to words."""
    text = LINK.sub(lambda link: "\n" * link[0].count("\n"), "\n".join(lines))
    return text.split("\n")


def _key(line: str) -> str:
    """Return the words of a line, without those of addresses if it has others."""
    return " ".join(_WORD.findall(_ADDRESS.sub(" ", line)) or _WORD.findall(line))


def _words(line: str) -> str:
    return " ".join(_SIGNS.sub("", LINK.sub("", line)).split())


def _joined(words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return joined lines of the page, by their words, with the words of each line."""
    lines = [key for key in words if key]
    pairs: dict[str, Sequence[str]] = {}
    for at in range(len(lines)):
        for length in (2, 3):
            if at + length <= len(lines):
                pairs.setdefault(" ".join(lines[at : at + length]), lines[at : at + length])
    return pairs


def _with_breaks(
    plain: Sequence[str], lines: dict[str, str], joined: dict[str, Sequence[str]]
) -> Iterator[str]:
    """Yield the lines of the plain text, broken as on the page."""
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
    """Return the line after those that are one line of the page; the same line for none."""
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


def _signed(line: str, kind: LineKind, on_page: LineKind) -> str:
    """Return a line with the sign of its kind on the page, unless it has that kind already."""
    if kind != "own" or on_page == "own" or not line.strip():
        return line
    return f"> {line}" if on_page == "quoted" else f"{SIGNATURE_SIGN}{line}"

"""The plain text of a mail, mended by its HTML: both say the same, and each is damaged elsewhere.

Mail programs break lines of the plain text, write asterisks for bold type, and often mark no
quotation in it; the HTML shows lines as the sender saw them, and whose they are.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from horizons_host.own_words.announcements import is_quoted
from horizons_host.own_words.line_kinds import SIGNATURE_SIGN, Kind, SortedLines, sorted_lines
from horizons_host.own_words.phrases import LINK

#: So many lines of one are compared with one line of the other.
_MOST_LINES = 6
#: A shorter line was broken by its sender.
_SHORTEST_BROKEN = 40
_SIGNS = re.compile(rf"^[\s>{SIGNATURE_SIGN}]+|[*_]")
_WORD = re.compile(r"[^\W_]+")
#: Addresses that stand in a text by themselves: programs write some of them twice, or not at all.
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{1,500}|[^\s@<>]{1,64}@[^\s@<>]{1,255}")


def mended(plain: str, page: str) -> str:
    """The plain text with the lines of the page, and with signs before those that are not its own.

    Lines that the page does not have stay as they are, unless they are pieces of what it quotes or
    signs.
    """
    shown = sorted_lines(page)
    words = [_words(line) for line in shown.lines]
    lines = {key: line for key, line in zip(words, shown.lines, strict=True) if key}
    mended_lines = list(_with_breaks(plain.split("\n"), lines, _joined(words)))
    read = sorted_lines("\n".join(mended_lines), certain=True).kinds
    on_page = _kinds_on_page(mended_lines, shown)
    return "\n".join(map(_signed, mended_lines, read, on_page))


def _kinds_on_page(plain: Sequence[str], shown: SortedLines) -> Sequence[Kind]:
    """What a page says of each line of the plain text.

    Lines are compared by their words, as programs write links and bold type in many ways. Lines
    that are alike stand in the same order in both. One that the page does not have, since a program
    broke it elsewhere, is what a line beside it is, if that has all its words and own lines do not.
    """
    bare = _without_links(plain)
    keys = [_key(line) for line in bare]
    kinds: dict[str, deque[Kind]] = {}
    said: dict[Kind, set[str]] = {"own": set(), "quoted": set(), "signature": set()}
    for line, shown_kind in zip(_without_links(shown.lines), shown.kinds, strict=True):
        kinds.setdefault(_key(line), deque()).append(shown_kind)
        said[shown_kind].update(_WORD.findall(line))
    found = _found(keys, kinds)
    below: list[Kind] = []
    for known in reversed(found):
        below.append(known or (below[-1] if below else shown.kinds[-1]))
    above: Kind = "own"
    on_page: list[Kind] = []
    for at, (key, known, next_kind) in enumerate(zip(keys, found, reversed(below), strict=True)):
        words = set(key.split())
        kind: Kind = known or "own"
        is_link = not bare[at].strip() and bool(plain[at].strip())
        if not known and not words and (above == next_kind or is_link):
            kind = above if above != "own" else next_kind
        elif not known and not words <= said["own"]:
            beside = (each for each in (above, next_kind) if words <= said[each])
            kind = next(beside, "own")
        above = kind if known or kind != "own" else above
        on_page.append(kind)
    return on_page


def _found(keys: Sequence[str], kinds: dict[str, deque[Kind]]) -> Sequence[Kind | None]:
    """What the page says of the lines with these words, and of some that are one line there."""
    found: list[Kind | None] = []
    while len(found) < len(keys):
        joined, lines = "", 0
        for at in range(len(found), min(len(found) + _MOST_LINES, len(keys))):
            joined = f"{joined} {keys[at]}".strip()
            if joined and kinds.get(joined):
                lines = at + 1 - len(found)
                break
            if at > len(found) and kinds.get(keys[at]):
                break
        found += [kinds[joined].popleft()] * lines if lines else [None]
    return found


def _without_links(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the links and pictures that stand behind words, or alone."""
    text = LINK.sub(lambda link: "\n" * link[0].count("\n"), "\n".join(lines))
    return text.split("\n")


def _key(line: str) -> str:
    """The words of a line; those of addresses only if it has no others."""
    return " ".join(_WORD.findall(_ADDRESS.sub(" ", line)) or _WORD.findall(line))


def _words(line: str) -> str:
    return " ".join(_SIGNS.sub("", LINK.sub("", line)).split())


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


def _signed(line: str, kind: Kind, on_page: Kind) -> str:
    """A line with the sign of what the page says that it is, unless it is known for it."""
    if kind != "own" or on_page == "own" or not line.strip():
        return line
    return f"> {line}" if on_page == "quoted" else f"{SIGNATURE_SIGN}{line}"

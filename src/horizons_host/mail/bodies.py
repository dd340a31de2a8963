"""The text of an email as its sender saw it, from its parts, encodings and HTML."""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import Message

from attrs import frozen

from horizons_host.games.order_texts import MAX_TEXT_SIZE, OrderTextError, decoded
from horizons_host.mail.html import html_as_text
from horizons_host.mail.limits import MAX_PARTS
from horizons_host.mail.line_kinds import (
    SIGNATURE_MARK,
    SOFT_BREAK,
    LineKind,
    SortedLines,
    own_words,
    sorted_lines,
    stands_alone,
)
from horizons_host.mail.phrases import LINK
from horizons_host.mail.quotations import is_quoted

#: Maximum number of lines of one text that are compared with one line of the other.
_MAX_LINES = 6
#: A shorter line was broken by its sender.
_MIN_BROKEN_LENGTH = 40
_MARKS = re.compile(rf"^[\s>{SIGNATURE_MARK}]+|[*_]")
_WORD = re.compile(r"[^\W_]+")
#: Bare addresses: programs repeat some of them and omit others.
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{1,500}|[^\s@<>]{1,64}@[^\s@<>]{1,255}")

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
#: Python codecs that no email uses: they may be too slow, or are not for text.
_NO_CHARSETS = frozenset(("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"))
#: The actual character sets behind the names of older ones, as browsers treat them.
_MEANT = {
    "iso8859-1": "cp1252", "ascii": "ascii", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "big5": "big5hkscs",
}  # fmt: skip
#: Text types that are readable as they are.
_PLAIN = frozenset(("text/plain", "text/markdown", "text/x-markdown", "text/enriched"))
#: Types of parts without the sender's words.
_IGNORED_TYPES = frozenset({
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "text/x-amp-html", "text/watch-html",
})  # fmt: skip


def repaired_text(plain: str, page: str) -> str:
    """Return the plain text with the line breaks of the page, and marks before lines not its own.

    Lines that the page lacks are unchanged, unless they are pieces of a quotation or signature.
    """
    page_lines = sorted_lines(page)
    words = [_words(line) for line in page_lines.lines]
    lines = {key: line for key, line in zip(words, page_lines.lines, strict=True) if key}
    repaired_lines = list(_with_breaks(plain.split("\n"), lines, _joined(words)))
    read = sorted_lines("\n".join(repaired_lines), certain=True).kinds
    on_page = _kinds_on_page(repaired_lines, page_lines)
    return "\n".join(map(_signed, repaired_lines, read, on_page))


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
        for at in range(start, min(start + _MAX_LINES, len(keys))):
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
    return " ".join(_MARKS.sub("", LINK.sub("", line)).split())


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
            end = _end_of_broken_line(plain, at, key, lines)
            yield line if end == at else _bare(lines[" ".join(map(_words, plain[at - 1 : end]))])
            at = end


def _end_of_broken_line(plain: Sequence[str], at: int, key: str, lines: dict[str, str]) -> int:
    """Return the line after those that are one line of the page; the same line for none."""
    if len(plain[at - 1]) < _MIN_BROKEN_LENGTH:
        return at
    for end in range(at, min(at + _MAX_LINES, len(plain))):
        if not plain[end].strip() or is_quoted(plain[end]):
            break
        key = f"{key} {_words(plain[end])}"
        if key in lines:
            return end + 1
    return at


def _bare(line: str) -> str:
    return re.sub(rf"^[\s>{SIGNATURE_MARK}]+", "", line)


def _signed(line: str, kind: LineKind, on_page: LineKind) -> str:
    """Return a line with the mark of its kind on the page, unless it has that kind already."""
    if kind != "own" or on_page == "own" or not line.strip():
        return line
    return f"> {line}" if on_page == "quoted" else f"{SIGNATURE_MARK}{line}"


@frozen
class MailText:
    """A text that may contain orders, and the part of the email it comes from.

    For an unreadable part the text is "", and `unread` gives the reason. A `signed` text is marked
    as a signature completely, but counts as its sender's own: there is nothing else.
    """

    text: str
    source: str
    attached: bool = False
    unread: str = ""
    signed: bool = False


def mail_texts(data: bytes) -> list[MailText]:
    """Return the texts of an email, most likely first: plain text, HTML, attached texts, the rest.

    The plain text is repaired by the HTML. Texts are cut off at `MAX_TEXT_SIZE` characters. The
    email must have passed `limits`.
    """
    plain: list[str] = []
    pages: list[str] = []
    attached: list[MailText] = []
    for part in _parts(message_from_bytes(data, policy=policy.compat32)):
        kind = part.get_content_type()
        name = _file_name(part)
        is_attached = name is not None or part.get_content_disposition() == "attachment"
        if kind == "text/html" and not is_attached:
            pages.append(html_as_text(_text(part)))
        elif kind in _PLAIN and not is_attached:
            plain.append(_text(part))
        elif kind not in _IGNORED_TYPES and (is_attached or not _is_shown(part)):
            attached.append(_attachment(part, kind, name))
    texts, page_text = "\n".join(plain), "\n".join(pages)
    if texts.strip() and page_text.strip():
        texts = repaired_text(texts, page_text)
    own_bodies = [_mail_text(text) for text in (texts, page_text) if text.strip()]
    return [*own_bodies, *attached]


def _mail_text(text: str) -> MailText:
    """Return a text of the email itself, without signature marks if all the sender's text has them.

    Some people type their whole message into the element of their signature.
    """
    if SIGNATURE_MARK not in text or own_words(text).strip():
        return MailText(text, "the email")
    unsigned = text.replace(SIGNATURE_MARK, "")
    return MailText(unsigned, "the email", signed=bool(own_words(unsigned).strip()))


def _is_shown(part: Message) -> bool:
    """Return whether an unnamed part is a picture in a page."""
    return part.get_content_maintype() == "image"


def _attachment(part: Message, kind: str, name: str | None) -> MailText:
    """Return an attachment: its text, if it is one."""
    source = f"the attachment {_printable(name or 'without a name')}"
    if kind.startswith("message/"):
        source_of_mail = "the email within your email"
        return MailText("", source_of_mail, attached=True, unread="it is not your own text")
    if kind == "text/html":
        return MailText(html_as_text(_text(part)), source, attached=True)
    if kind.startswith("text/"):
        return MailText(_text(part), source, attached=True)
    data = part.get_payload(decode=True)
    text = _text_in_file(data) if isinstance(data, bytes) and _may_be_text(kind) else None
    if text is None:
        return MailText("", source, attached=True, unread="it is not text")
    return MailText(text, source, attached=True)


def _may_be_text(kind: str) -> bool:
    """Return whether a file of this type may be a text: mail programs use odd types."""
    return kind.startswith("application/")


def _text_in_file(data: bytes) -> str | None:
    """Return the text in a file of unknown type, or None if it is something else."""
    try:
        text, _ = decoded(data, "the file")
    except OrderTextError:
        return None
    return _LINE_END.sub("\n", text)


def _parts(message: Message) -> Iterator[Message]:
    """Yield the parts of an email except containers; an email within the email is one part."""
    waiting, visited = [message], 0
    while waiting and visited < 2 * MAX_PARTS:
        part, visited = waiting.pop(), visited + 1
        if not part.is_multipart():
            yield part  # not decoded here: its character set may be invalid
        elif part.get_content_maintype() == "multipart":
            inner = list(part.get_payload())
            waiting += [child for child in reversed(inner) if isinstance(child, Message)]
        elif part.get_content_maintype() == "message":
            yield part


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))[:80]


def _file_name(part: Message) -> str | None:
    """Return the name of an attachment, or None; "" for an unreadable one."""
    try:
        return part.get_filename()
    except (LookupError, ValueError):
        return ""


def _parameter(part: Message, name: str) -> str:
    """Return a parameter of the part's type in lower case; "" for a missing or unreadable one."""
    try:
        return str(part.get_param(name, "")).casefold()
    except (LookupError, ValueError):
        return ""


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    raw = data if isinstance(data, bytes) else b""
    text = _decoded(raw[: 4 * MAX_TEXT_SIZE], _charset(part))[: MAX_TEXT_SIZE + 1]
    text = _CONTROLS.sub("\ufffd", _LINE_END.sub("\n", text.removeprefix("\ufeff")))
    if _parameter(part, "format") == "flowed" and part.get_content_type() == "text/plain":
        text = unwrap(text, spaced=_parameter(part, "delsp") != "yes")
    return text


def _charset(part: Message) -> str:
    """Return Python's name of the part's character set; "" for one that emails do not use."""
    try:
        codec = codecs.lookup(part.get_content_charset() or "")
    except (LookupError, ValueError):
        return ""
    is_text = getattr(codec, "_is_text_encoding", True)  # unlike `rot13` and `zlib`
    name = _MEANT.get(codec.name, codec.name)
    return name if is_text and name.replace("-", "_") not in _NO_CHARSETS else ""


def _decoded(data: bytes, charset: str) -> str:
    for encoding in (charset or "utf-8", "utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("latin-1")


def unwrap(text: str, *, spaced: bool = True) -> str:
    """Return the text with the lines joined that only the mail program wrapped (RFC 3676).

    A `SOFT_BREAK` marks each wrap: some programs declare texts as flowed that are not, and only
    code that knows the language of the orders can tell. Lines that programs put around the sender's
    words are never joined to others.
    """
    joined_lines: list[list[str]] = []  # the pieces of each line
    depth, flows = "", False
    for line in text.split("\n"):
        quoting = re.match(r">*", line)
        signs = quoting.group() if quoting else ""
        rest = line[len(signs) :].removeprefix(" ")
        may_flow = rest.endswith(" ")
        is_fixed = (flows or may_flow) and (
            not rest.strip() or rest.startswith("#") or stands_alone(rest)
        )
        if flows and signs == depth and not is_fixed:
            if not spaced:
                joined_lines[-1][-1] = joined_lines[-1][-1][:-1]
            joined_lines[-1].append(rest)
        else:
            joined_lines.append([f"{signs} {rest}" if signs else rest])
        flows = may_flow and not is_fixed
        depth = signs
    return "\n".join(SOFT_BREAK.join(pieces) for pieces in joined_lines)

"""The text of a mail as its sender saw it, from its parts, encodings and HTML."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import Message

from attrs import frozen

from horizons_host.mail.alternatives import repaired_text
from horizons_host.mail.limits import MOST_PARTS
from horizons_host.mail.pages import html_as_text
from horizons_host.order_texts import LARGEST_TEXT, OrderTextError, decoded
from horizons_host.own_words.line_kinds import (
    SIGNATURE_SIGN,
    SOFT_BREAK,
    own_words,
    stands_alone,
)

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
#: Python codecs that no mail uses: they may be too slow, or are not for text.
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
_OF_PROGRAMS = frozenset({
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "text/x-amp-html", "text/watch-html",
})  # fmt: skip


@frozen
class MailText:
    """A text that may contain orders, and the part of the mail it comes from.

    For an unreadable part the text is "", and `unread` gives the reason. A `signed` text is marked
    as a signature completely, but counts as its sender's own: there is nothing else.
    """

    text: str
    source: str
    attached: bool = False
    unread: str = ""
    signed: bool = False


def mail_texts(data: bytes) -> list[MailText]:
    """Return the texts of a mail, most likely first: plain text, HTML, attached texts, the rest.

    The plain text is repaired by the HTML. Texts are cut off at `LARGEST_TEXT` characters. The mail
    must have passed `limits`.
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
        elif kind not in _OF_PROGRAMS and (is_attached or not _is_shown(part)):
            attached.append(_attachment(part, kind, name))
    texts, page_text = "\n".join(plain), "\n".join(pages)
    if texts.strip() and page_text.strip():
        texts = repaired_text(texts, page_text)
    own_bodies = [_mail_text(text) for text in (texts, page_text) if text.strip()]
    return [*own_bodies, *attached]


def _mail_text(text: str) -> MailText:
    """Return a text of the mail itself, without signature signs if all own text has them.

    Some people type their whole message into the element of their signature.
    """
    if SIGNATURE_SIGN not in text or own_words(text).strip():
        return MailText(text, "the mail")
    unsigned = text.replace(SIGNATURE_SIGN, "")
    return MailText(unsigned, "the mail", signed=bool(own_words(unsigned).strip()))


def _is_shown(part: Message) -> bool:
    """Tell whether an unnamed part is a picture in a page."""
    return part.get_content_maintype() == "image"


def _attachment(part: Message, kind: str, name: str | None) -> MailText:
    """Return an attachment: its text, if it is one."""
    source = f"the attachment {_printable(name or 'without a name')}"
    if kind.startswith("message/"):
        source_of_mail = "the mail within your mail"
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
    """Tell whether a file of this type may be a text: mail programs use odd types."""
    return kind.startswith("application/")


def _text_in_file(data: bytes) -> str | None:
    """Return the text in a file of unknown type, or None if it is something else."""
    try:
        text, _ = decoded(data, "the file")
    except OrderTextError:
        return None
    return _LINE_END.sub("\n", text)


def _parts(message: Message) -> Iterator[Message]:
    """Yield the parts of a mail that are no containers; mails within the mail are one part."""
    waiting, visited = [message], 0
    while waiting and visited < 2 * MOST_PARTS:
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
    text = _decoded(raw[: 4 * LARGEST_TEXT], _charset(part))[: LARGEST_TEXT + 1]
    text = _CONTROLS.sub("\ufffd", _LINE_END.sub("\n", text.removeprefix("\ufeff")))
    if _parameter(part, "format") == "flowed" and part.get_content_type() == "text/plain":
        text = unwrap(text, spaced=_parameter(part, "delsp") != "yes")
    return text


def _charset(part: Message) -> str:
    """Return Python's name of the part's character set; "" for one that mails do not use."""
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

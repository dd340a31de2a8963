"""A mail's head: its sender, its identity, and whether a program wrote it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from attrs import frozen

from horizons_host.mail.name_addr import NamedAddress, parse_mailbox

#: The rest of a longer head is not read.
LONGEST_HEAD = 256 * 1024
#: The rest of a longer field is not read; an address, names and comments included, is shorter.
_LONGEST_FIELD = 20_000
#: The most `Authentication-Results` fields that are read.
_MOST_RESULTS = 20
_PRECEDENCE = {"bulk", "list", "junk", "auto_reply"}
_PROGRAMS = re.compile(
    r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+.*)?@.*", re.IGNORECASE
)
_DRAFT = re.compile(r"\s*((re|aw|fwd?|wg)\s*:\s*)*draft\b", re.IGNORECASE)
#: A Message-ID that an answer can name. Folding a longer or non-ASCII one takes seconds.
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,248}>")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
#: Also with blanks before the colon, as older programs wrote it and some read it.
_FROM = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
#: Mail servers see no line end in it, and so do not remove a forged field after it.
_LONE_RETURN = re.compile(rb"\r(?!\n)")


@frozen
class Head:
    """The relevant fields of a mail's head.

    `key` identifies this copy of the mail in its mailbox, and `identity` is the same for all mails
    with its Message-ID and sender. `sender` is the address of its only author or "", `automatic`
    the reason why it must not be answered, or "". `arrived` is when our own mail system received
    it, if known: by the topmost `Received`, which no sender can write. `reply_to_ids` are the
    Message-IDs of the mails that it may reply to, most likely first. `copy` is the key of this copy
    once `key` is that of all copies. `name` is the sender's name, and `authentication` are the
    fields `Authentication-Results`, topmost first.
    """

    key: str
    identity: str
    message_id: str
    sender: str
    subject: str
    references: str
    automatic: str
    arrived: datetime | None = None
    reply_to_ids: tuple[str, ...] = ()
    copy: str = ""
    name: str = ""
    authentication: tuple[str, ...] = ()


def says_draft(subject: str) -> bool:
    """Tell whether a mail declares its orders a draft, by the first word of its subject."""
    return _DRAFT.match(subject) is not None


def head_of(data: bytes) -> bytes:
    """Return the head of a mail given as bytes."""
    start = data[:LONGEST_HEAD]
    end = _BLANK_LINE.search(start)
    return start[: end.start()] if end else start


def read_head(data: bytes, copy: bytes = b"") -> Head:
    """Read the head of a mail, or the text in its place; never raises.

    `copy` distinguishes it from mails with the same head in its mailbox.
    """
    head = head_of(data)
    # compat32 accepts any header; the newer policies raise on broken ones.
    message = BytesHeaderParser(policy=policy.compat32).parsebytes(head + b"\n\n")

    def field(name: str) -> str:
        return _cut(message.get(name, ""))

    def ids(name: str) -> list[str]:
        return _MESSAGE_ID.findall(field(name))[-20:]

    authors = message.get_all("From", []) if len(_FROM.findall(head)) < 2 else []
    message_id, author = field("Message-ID"), _author(authors)
    sender = author.address if author else ""
    results = message.get_all("Authentication-Results", [])[:_MOST_RESULTS]
    results = [] if _LONE_RETURN.search(head) else results
    references = ids("References")
    identifying = f"{message_id}\0{sender.casefold()}".encode(errors="replace")
    identity = _digest(identifying if message_id else head)
    return Head(
        key=f"{identity}-{_digest(head + bytes(1) + copy)}",
        identity=identity,
        message_id=message_id if _MESSAGE_ID.fullmatch(message_id) else "",
        sender=sender,
        subject=decoded_field(field("Subject")),
        references=" ".join(references),
        arrived=_time(str(message.get("Received", ""))[:_LONGEST_FIELD]),
        reply_to_ids=tuple(dict.fromkeys([*ids("In-Reply-To"), *reversed(references)])),
        automatic=_automatic(
            sender, {name.casefold(): _cut(value) for name, value in message.items()}
        ),
        name=decoded_field(author.name) if author else "",
        authentication=tuple(map(_cut, results)),
    )


def content_key(head: Head, data: bytes | None) -> str:
    """Return the key of all copies of a mail in any mailbox; also of one too large to read (None).

    Copies may arrive by several ways, with other fields in their heads, line ends and blank lines.
    The contents of each line count: they make other orders.
    """
    if data is None:
        return f"{head.identity}-too-large"
    body = data[len(head_of(data)) :]
    draft = b"draft" if says_draft(head.subject) else b""
    lines = [b" ".join(line.split()) for line in body.splitlines()]
    content = b"\n".join([draft, *filter(None, lines)])
    return f"{head.identity}-{_digest(content)}"


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _time(received: str) -> datetime | None:
    """Return the time at the end of a `Received` field."""
    try:
        time = parsedate_to_datetime(received.rpartition(";")[2].strip())
    except (ValueError, IndexError, OverflowError, TypeError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _cut(field: object) -> str:
    return _one_line(str(field)[:_LONGEST_FIELD])


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return "".join(c if c.isprintable() else "\ufffd" for c in words)


def decoded_field(text: str) -> str:
    """Return a field, or a part of one, with its encoded words decoded."""
    from email.errors import MessageError
    from email.header import decode_header, make_header

    try:
        return _one_line(str(make_header(decode_header(text))))
    except (ValueError, LookupError, MessageError):
        return text


def _author(fields: Sequence[object]) -> NamedAddress | None:
    """Return the only author, in the only `From` field; None if there is not exactly one."""
    return parse_mailbox(_cut(fields[0])) if len(fields) == 1 else None


def _automatic(sender: str, fields: dict[str, str]) -> str:
    """Return why no person wrote this mail, by RFC 3834 and common practice; "" if one did."""
    submitted = fields.get("auto-submitted", "no").split(";")[0].strip().casefold()
    precedence = fields.get("precedence", "").casefold()
    machine = {"list-id", "x-autoreply", "x-autorespond"}.intersection(fields)
    signs = {
        f"Auto-Submitted: {submitted}": submitted != "no",
        f"Precedence: {precedence}": precedence in _PRECEDENCE,
        "an empty return path": fields.get("return-path", "<x>").strip() in {"<>", ""},
        "it comes from a list or an answering program": bool(machine),
        "it reports on another mail": fields.get("content-type", "")
        .casefold()
        .startswith("multipart/report"),
        "its sender is a program": _PROGRAMS.fullmatch(sender) is not None,
    }
    return next((sign for sign, holds in signs.items() if holds), "")


def with_name(name: str, address: str) -> str:
    """Return a name and an address in the form of a header."""
    local, _, domain = address.rpartition("@")
    return str(Address(name, local, domain))


def empty_message() -> EmailMessage:
    """Create an empty mail with 7-bit encoding, which every server accepts."""
    return EmailMessage(policy=policy.SMTP.clone(cte_type="7bit"))

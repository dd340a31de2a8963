"""Reads an email's headers to find its sender, identity and addresses."""

from __future__ import annotations

import hashlib
import re
import string
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from attrs import frozen

from horizons_host.seats.seats import SeatError, mail_address

_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

_MAX_LENGTH = 2_000
#: Maximum number of nested comments, `(like (this))`.
_MAX_NAME_COMMENTS = 20
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MARK = re.compile(r'["(]')
#: The last angle brackets; programs that list addresses leave a comma after them.
_NAMED = re.compile(r"(.*)<\s*([^<>\s]*)\s*>[\s,;]*")
_IN_BRACKETS = re.compile(r"<[^<>]*@")
#: Parts of a name that readers may take for an address.
_LIKE_AN_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"'\0]+@[^\s@<>()\[\],;:\"'\0]+\.[^\s@,;:\"'\0]+")
_HIDDEN = "\0"  #: replaces a quoted part, whose characters have no meaning

#: The rest of a longer head is not read.
MAX_HEAD_LENGTH = 256 * 1024
#: The rest of a longer field is not read; an address, names and comments included, is shorter.
_MAX_FIELD_LENGTH = 20_000
#: Maximum number of `Authentication-Results` fields that are read.
_MAX_RESULTS = 20
_PRECEDENCE = {"bulk", "list", "junk", "auto_reply"}
_PROGRAMS = re.compile(
    r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+.*)?@.*", re.IGNORECASE
)
_DRAFT = re.compile(r"\s*((re|aw|fwd?|wg)\s*:\s*)*draft\b", re.IGNORECASE)
#: A Message-ID that an answer can name. Folding a longer or non-ASCII one takes seconds.
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,248}>")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
#: Also with spaces before the colon, as older programs wrote it and some read it.
_FROM = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
#: Mail servers see no line end in it, and so do not remove a forged field after it.
_LONE_RETURN = re.compile(rb"\r(?!\n)")

_MAX_RESULT_COMMENTS = 20
_PASSED = re.compile(r"(dmarc|dkim|spf)\s{0,5}=\s{0,5}pass(?=\s|$)", re.IGNORECASE)


def normalized(address: str) -> str:
    """Return the form for comparisons of addresses, without case and a dot at the end.

    Only ASCII letters are lowered: Python would treat different domains as equal (`ß` and `ss`).
    """
    return address.translate(_SMALL).rstrip(".")


def same(address: str, other: str) -> bool:
    """Return whether two addresses are equal."""
    return normalized(address) == normalized(other)


def mailbox_of(address: str) -> str:
    """Return the mailbox of an address, for counting: `ada+games@...` belongs to `ada@...`.

    It must not be used for access: not every server has such tags.
    """
    local, at, domain = normalized(unicodedata.normalize("NFKC", address)).rpartition("@")
    name = local.partition("+")[0] or local
    return f"{name}{at}{domain}"


@frozen
class NamedAddress:
    """An email address with its name, or ""."""

    name: str
    address: str


def parse_mailbox(text: str) -> NamedAddress | None:
    """Return the only address in a text with its name, or None if there is not exactly one.

    A name that holds another address is refused, because readers would disagree about the sender.
    """
    if len(text) > _MAX_LENGTH or text.count("(") > _MAX_NAME_COMMENTS:
        return None
    parts = list(unquoted_parts(text))
    bare = "".join(_HIDDEN if is_quoted else part for part, is_quoted in parts)
    match = _NAMED.fullmatch(bare)
    phrase, address = (match[1], match[2]) if match else ("", bare.strip(" ,;"))
    if _IN_BRACKETS.search(phrase) or any(
        not same(candidate, address) for candidate in _LIKE_AN_ADDRESS.findall(phrase)
    ):
        return None
    try:
        mail_address(address)
    except SeatError:
        return None
    full_text = "".join(part for part, _ in parts)
    name = full_text.rpartition("<")[0] if match else ""
    return NamedAddress(" ".join(name.split()), address)


def unquoted_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text into parts, without comments; yield each and whether it was quoted.

    An unclosed quote or parenthesis is an ordinary character.
    """
    at = 0
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        end = _end_of_comment(text, at)
        if quoted:
            yield re.sub(r"\\(.)", r"\1", quoted[1]), True
            at = quoted.end()
        elif end:
            yield " ", False
            at = end
        else:
            begin, at = at, _plain_end(text, at)
            yield text[begin:at], False


def _plain_end(text: str, start: int) -> int:
    """Return where the next quote or comment may begin after `start`."""
    mark = _MARK.search(text, start + 1)
    return mark.start() if mark else len(text)


def _end_of_comment(text: str, start: int) -> int:
    """Return the end of the comment that starts here; 0 for none, and for an unclosed one."""
    depth, at = 0, start
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1 if at > start else 0
        at += 2 if text[at] == "\\" else 1
    return 0


@frozen
class Head:
    """The relevant fields of an email's head.

    `key` identifies this copy of the email in its mailbox, and `identity` is shared by emails
    with its Message-ID and sender. `sender` is the address of its only author or "", `automatic`
    the reason why it must not be answered, or "". `arrived` is when our own mail system received
    it, if known: by the topmost `Received`, which no sender can write. `reply_to_ids` are the
    Message-IDs of the emails that it may reply to, most likely first. `copy` is this copy's key
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


def is_draft_subject(subject: str) -> bool:
    """Return whether an email declares its orders a draft, by the first word of its subject."""
    return _DRAFT.match(subject) is not None


def head_of(data: bytes) -> bytes:
    """Return the head of an email given as bytes."""
    start = data[:MAX_HEAD_LENGTH]
    end = _BLANK_LINE.search(start)
    return start[: end.start()] if end else start


def read_head(data: bytes, copy: bytes = b"") -> Head:
    """Read the head of an email, or the text in its place; never raises.

    `copy` distinguishes it from emails with the same head in its mailbox.
    """
    head = head_of(data)
    # compat32 accepts any header; the newer policies raise on broken ones.
    message = BytesHeaderParser(policy=policy.compat32).parsebytes(head + b"\n\n")

    def field(name: str) -> str:
        return _shortened_field(message.get(name, ""))

    def ids(name: str) -> list[str]:
        return _MESSAGE_ID.findall(field(name))[-20:]

    authors = message.get_all("From", []) if len(_FROM.findall(head)) < 2 else []
    message_id, author = field("Message-ID"), _author(authors)
    sender = author.address if author else ""
    results = message.get_all("Authentication-Results", [])[:_MAX_RESULTS]
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
        arrived=_time(str(message.get("Received", ""))[:_MAX_FIELD_LENGTH]),
        reply_to_ids=tuple(dict.fromkeys([*ids("In-Reply-To"), *reversed(references)])),
        automatic=_automatic(
            sender, {name.casefold(): _shortened_field(value) for name, value in message.items()}
        ),
        name=decoded_field(author.name) if author else "",
        authentication=tuple(map(_shortened_field, results)),
    )


def content_key(head: Head, data: bytes | None) -> str:
    """Return the key of all copies of an email in any mailbox, even if it is too large (None).

    Copies may arrive by several ways, with other fields in their heads, line ends and blank lines.
    The contents of each line count: they make other orders.
    """
    if data is None:
        return f"{head.identity}-too-large"
    body = data[len(head_of(data)) :]
    draft = b"draft" if is_draft_subject(head.subject) else b""
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


def _shortened_field(field: object) -> str:
    return _one_line(str(field)[:_MAX_FIELD_LENGTH])


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
    return parse_mailbox(_shortened_field(fields[0])) if len(fields) == 1 else None


def _automatic(sender: str, fields: dict[str, str]) -> str:
    """Return why no person wrote this email, by RFC 3834 and common practice; "" if one did."""
    submitted = fields.get("auto-submitted", "no").split(";")[0].strip().casefold()
    precedence = fields.get("precedence", "").casefold()
    machine = {"list-id", "x-autoreply", "x-autorespond"}.intersection(fields)
    reasons = {
        f"Auto-Submitted: {submitted}": submitted != "no",
        f"Precedence: {precedence}": precedence in _PRECEDENCE,
        "an empty return path": fields.get("return-path", "<x>").strip() in {"<>", ""},
        "it comes from a list or an answering program": bool(machine),
        "it reports on another email": fields.get("content-type", "")
        .casefold()
        .startswith("multipart/report"),
        "its sender is a program": _PROGRAMS.fullmatch(sender) is not None,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def with_name(name: str, address: str) -> str:
    """Return a name and an address in the form of a header."""
    local, _, domain = address.rpartition("@")
    return str(Address(name, local, domain))


def empty_message() -> EmailMessage:
    """Create an empty mail with 7-bit encoding, which every server accepts."""
    return EmailMessage(policy=policy.SMTP.clone(cte_type="7bit"))


#: The domain, or an address in it, that each method proves.
_PROVED = {
    method: re.compile(
        rf"(?<!\S){name}\s{{0,5}}=\s{{0,5}}([^\s;<>]{{1,255}})(?=[\s;]|$)", re.IGNORECASE
    )
    for method, name in (
        ("dmarc", r"header\.from"),
        ("dkim", r"header\.[di]"),
        ("spf", r"smtp\.mailfrom"),
    )
}


def is_proved(fields: Sequence[str], host: str, sender: str) -> bool:
    """Return whether a host confirms that an email comes from its sender's domain.

    Only the topmost field of that host counts: it has removed earlier ones, or put its own above
    them. A method counts only for the domain that it has checked.
    """
    domain = normalized(sender.rpartition("@")[2])
    for field in fields:
        server, *results = _bare(field).split(";")
        if not server.split() or server.split()[0].casefold() != host.casefold():
            continue
        return any(_proves(result, domain) for result in results)
    return False


def _bare(field: str) -> str:
    """Return a field without quoted texts and comments, which may contain the sender's words."""
    if field.count("(") > _MAX_RESULT_COMMENTS:
        return ""
    parts = (" " if is_quoted else part for part, is_quoted in unquoted_parts(field))
    bare = "".join(parts)
    return "" if any(sign in bare for sign in '"()') else bare


def _proves(result: str, domain: str) -> bool:
    passed = _PASSED.match(result.strip())
    if passed is None:
        return False
    match = _PROVED[passed[1].casefold()].search(result)
    return match is not None and _is_of(normalized(match[1].rpartition("@")[2]), domain)


def _is_of(proved: str, domain: str) -> bool:
    """Return whether a proved domain is the sender's, or a parent domain."""
    return bool(proved) and (domain == proved or ("." in proved and domain.endswith(f".{proved}")))

"""The gamemaster's mail settings, and reasons why a mail server cannot be used."""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.data_text import DataError, read_file, read_toml
from horizons_core.errors import HorizonsError, did_you_mean
from horizons_host.mail.headers import parse_mailbox, same
from horizons_host.seats.seats import SeatError, mail_address

_UNTRUSTED = (
    "use the host name in its certificate; if you trust the certificate of your own"
    " server, set SSL_CERT_FILE to its file"
)
_NO_TLS = (
    "check the port and the kind of encryption: 465 (tls) and 993 (imaps) start"
    " encrypted, 587 (starttls) and 143 (imap+starttls) switch to encryption"
)

FILE = "mail.toml"
#: Environment variables with the name of the file, and with the password.
VARIABLE = "HORIZONS_MAIL"
PASSWORD = "HORIZONS_SMTP_PASSWORD"  # noqa: S105 - the name of one
_PORTS = {"starttls": 587, "tls": 465, "none": 25}


def reason_and_hint(problem: Exception, hint: str) -> tuple[str, str]:
    """Return the reason and the remedy; `hint` if there is no better one."""
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({problem.verify_message})", _UNTRUSTED
    if isinstance(problem, TimeoutError):
        return "it did not respond in time", hint
    if isinstance(problem, ssl.SSLError):
        return "TLS failed on this port", _NO_TLS
    if isinstance(problem, smtplib.SMTPNotSupportedError) or "TLS not supported" in str(problem):
        return "it offers no encryption (STARTTLS)", _NO_TLS
    if isinstance(problem, smtplib.SMTPResponseException):
        reply = problem.smtp_error
        words = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
        return _printable(f"{problem.smtp_code} {words}"), hint
    return _printable(str(problem)) or type(problem).__name__, hint


def _printable(text: str) -> str:
    """Return the printable part of a server's words."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))[:200]


TEMPLATE = """\
# Mail settings for Horizons. Don't write passwords here: set the environment variables
# HORIZONS_SMTP_PASSWORD and HORIZONS_IMAP_PASSWORD.

# The sender of receipts and reports, and the address to which players send orders.
from = "Horizons <games@example.org>"

# Your own address, different from "from": emails without orders are forwarded to it.
# gamemaster = "cleo@example.org"

# If your mail server adds the field Authentication-Results to emails, its name in that field:
# emails that it does not authenticate are rejected without an answer.
# authenticated_by = "mx.example.org"

[smtp]
host = "mail.example.org"
security = "starttls"      # or "tls"; "none" only for a server on this machine
port = 587                 # default: 587 for starttls, 465 for tls, 25 for none
user = "games"             # omit this line if the server needs no user

# The mailbox for orders: one of these three. Commands can override it.
[read]
imap = "imaps://games@mail.example.org/INBOX"
# maildir = "/home/games/Maildir"
# mbox = "/var/mail/games"
"""


class SettingsError(HorizonsError):
    """Mail settings that are missing or invalid."""


@frozen
class MailSettings:
    """The sender, the mail server, and the mailbox to read (`read`: kind to place).

    `gamemaster` is the address that emails without orders are forwarded to, or "".
    `authenticated_by` is the mail server that must vouch for senders, or "".
    """

    file: Path
    name: str
    address: str
    host: str
    port: int
    security: str
    user: str
    read: Mapping[str, str]
    gamemaster: str = ""
    authenticated_by: str = ""

    @property
    def domain(self) -> str:
        """The part of the sender's address after the @."""
        return self.address.rpartition("@")[2]

    @property
    def password(self) -> str | None:
        """The password for the server, from the environment."""
        return os.environ.get(PASSWORD)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data, without secrets."""
        return {
            "file": str(self.file),
            "from": self.address,
            "name": self.name,
            "gamemaster": self.gamemaster,
            "authenticated_by": self.authenticated_by,
            "smtp": {
                "host": self.host,
                "port": self.port,
                "security": self.security,
                "user": self.user,
                "password": "set" if self.password else "not set",
            },
            "read": dict(self.read),
        }


def is_near(host: str) -> bool:
    """Return whether a host is this machine."""
    return host in {"localhost", "127.0.0.1", "::1"}


def find_settings(folders: Iterable[Path], named: Path | None = None) -> MailSettings:
    """Find the settings: the file named, else HORIZONS_MAIL, else next to or above the games.

    Raises SettingsError, OSError.
    """
    by_variable = os.environ.get(VARIABLE)
    if named is not None or by_variable:
        return read_settings(named or Path(str(by_variable)))
    places = [place / FILE for folder in folders for place in (folder, folder.resolve().parent)]
    for place in [*places, Path(FILE)]:
        if place.is_file():
            return read_settings(place)
    raise SettingsError(
        f"no mail settings: there is no {FILE} in the game's folder or above it",
        f"create one: horizons mail settings --template > {FILE}",
    )


def read_settings(file: Path) -> MailSettings:
    """Read the settings in a file; raises SettingsError naming the error, OSError."""
    try:
        data = read_toml(read_file(file))
    except DataError as problem:
        raise SettingsError(
            f"{file}: invalid TOML: {problem.reason}", "see docs/mail.md"
        ) from problem
    known = {"from": str, "gamemaster": str, "authenticated_by": str, "smtp": dict, "read": dict}
    _only(file, data, known, "")
    smtp, read = data.get("smtp", {}), data.get("read", {})
    if "password" in smtp:
        raise SettingsError(
            f"{file}: passwords are not allowed in this file",
            f"remove it, and set {PASSWORD} in the environment",
        )
    _only(file, smtp, {"host": str, "port": int, "security": str, "user": str}, "smtp.")
    _only(file, read, {"imap": str, "maildir": str, "mbox": str}, "read.")
    for name, part in (("from", data), ("host", smtp)):
        if name not in part:
            raise SettingsError(f"{file}: '{name}' is missing", "see docs/mail.md")
    if len(read) > 1:
        raise SettingsError(f"{file}: [read] has several mailboxes", "keep only one")
    return _settings(file, data, smtp, read)


def _address(file: Path, setting: str, text: str) -> tuple[str, str]:
    """Parse a name and an address; raises SettingsError."""
    parsed = parse_mailbox(text)
    try:
        return (parsed.name, parsed.address) if parsed else ("", mail_address(text))
    except SeatError as problem:
        raise SettingsError(f"{file}: {setting}: {problem.message}", problem.hint) from problem


def _settings(
    file: Path, data: Mapping[str, Any], smtp: Mapping[str, Any], read: Mapping[str, str]
) -> MailSettings:
    name, address = _address(file, "from", data["from"])
    gamemaster = data.get("gamemaster", "")
    if gamemaster:
        _, gamemaster = _address(file, "gamemaster", gamemaster)
    if same(gamemaster, address):
        raise SettingsError(
            f"{file}: gamemaster: the program itself reads emails to '{address}'",
            "use your own address, or omit the line and use 'horizons mail inbox'",
        )
    security, user = smtp.get("security", "starttls"), smtp.get("user", "")
    if security not in _PORTS:
        raise SettingsError(
            f"{file}: smtp.security is '{security}'", f"use one of {', '.join(_PORTS)}"
        )
    if security == "none" and user and not is_near(smtp["host"]):
        raise SettingsError(
            f"{file}: without encryption, others can read the password on its way",
            'use security = "starttls" or "tls"',
        )
    return MailSettings(
        file=file,
        name=name,
        address=address,
        host=smtp["host"],
        port=smtp.get("port", _PORTS[security]),
        security=security,
        user=user,
        read=dict(read),
        gamemaster=gamemaster,
        authenticated_by=data.get("authenticated_by", ""),
    )


def _only(file: Path, data: Mapping[str, Any], known: Mapping[str, type], above: str) -> None:
    for name, value in data.items():
        if above == "smtp." and name == "password":
            continue
        if name not in known:
            raise SettingsError(
                f"{file}: unknown setting '{above}{name}'", did_you_mean(name, known)
            )
        if type(value) is not known[name]:
            raise SettingsError(
                f"{file}: {above}{name} is {value!r}", "see docs/mail.md for its form"
            )

"""A connection to an SMTP server, and the certain outcome of sending an email."""

from __future__ import annotations

import re
import smtplib
import ssl
from contextlib import ExitStack
from email.message import EmailMessage
from enum import Enum
from types import TracebackType
from typing import Self

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.mail.settings import PASSWORD, MailSettings, reason_and_hint

_SECONDS = 60
_GO_ON = 354


class SmtpError(HorizonsError):
    """A server that cannot be reached, or rejects the login."""


class DeliveryResult(Enum):
    """The outcome of an attempt to hand over an email."""

    SENT = "sent"  #: the server has accepted it
    BEFORE = "sent before"  #: the journal says that a server accepted it; it was not tried again
    LATER = "put off"  #: it was certainly not accepted, and is worth another attempt
    NEVER = "refused"  #: it was certainly not accepted, and will not be
    UNCERTAIN = "uncertain"  #: the connection was lost before the server confirmed the email


@frozen
class SendAttempt:
    """The outcome of an attempt, and the server's reply."""

    fate: DeliveryResult
    reply: str


class SmtpConnection:
    """A connection to a server, opened with the first email. Use it in a `with` block."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._smtp: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is None:
            return
        try:
            smtp.quit()
        except (smtplib.SMTPException, OSError):
            smtp.close()

    def open(self) -> smtplib.SMTP:
        """Return the connection, reopened if it was lost; raises SmtpError."""
        if self._smtp is None:
            self._smtp = _connect(self._settings)
        return self._smtp

    def hand_over(self, message: EmailMessage, recipient: str) -> SendAttempt:
        """Send one email over the connection that `open` made."""
        smtp = self.open()
        handed = False
        try:
            attempt = _announce(smtp, self._settings.address, recipient)
            if attempt is None:
                handed = True
                smtp.send(_wire_format(message))
                attempt = _attempt(*smtp.getreply())
            if attempt.fate is not DeliveryResult.SENT:
                self._reset()
        except (smtplib.SMTPException, OSError) as problem:
            self._drop_connection()
            reason = " ".join(str(problem).split())[:200] or type(problem).__name__
            return SendAttempt(DeliveryResult.UNCERTAIN if handed else DeliveryResult.LATER, reason)
        return attempt

    def _reset(self) -> None:
        """Cancel the transaction; a lost connection is noticed later."""
        try:
            self.open().rset()
        except (smtplib.SMTPException, OSError):
            self._drop_connection()

    def _drop_connection(self) -> None:
        if self._smtp is not None:
            self._smtp.close()
        self._smtp = None


def _connect(settings: MailSettings) -> smtplib.SMTP:
    location = f"{settings.host}:{settings.port}"
    try:
        with ExitStack() as undo:
            smtp = _reach(settings)
            undo.callback(smtp.close)
            _log_in(smtp, settings)
            undo.pop_all()
    except smtplib.SMTPAuthenticationError as problem:
        raise SmtpError(
            f"the mail server {location} rejected the user '{settings.user}'",
            f"check the user in {settings.file}, and {PASSWORD} in the environment",
        ) from problem
    except (smtplib.SMTPException, OSError) as problem:
        default_hint = f"check [smtp] in {settings.file}"
        reason, hint = reason_and_hint(problem, default_hint)
        raise SmtpError(
            f"the mail server {location} cannot be used: {reason}",
            f"{hint}; the emails stay in the outbox",
        ) from problem
    return smtp


def _reach(settings: MailSettings) -> smtplib.SMTP:
    address = (settings.host, settings.port)
    if settings.security != "tls":
        return smtplib.SMTP(*address, timeout=_SECONDS)
    secure = ssl.create_default_context()  # without one the certificate is not verified
    return smtplib.SMTP_SSL(*address, timeout=_SECONDS, context=secure)


def _log_in(smtp: smtplib.SMTP, settings: MailSettings) -> None:
    smtp.ehlo_or_helo_if_needed()
    if settings.security == "starttls":
        smtp.starttls(context=ssl.create_default_context())
        smtp.ehlo_or_helo_if_needed()
    if settings.user:
        smtp.login(settings.user, settings.password or "")


def _announce(smtp: smtplib.SMTP, sender: str, recipient: str) -> SendAttempt | None:
    """Announce sender and recipient; return None if the server waits for the email now."""
    options = [] if (sender + recipient).isascii() else ["SMTPUTF8"]
    if options and not smtp.has_extn("smtputf8"):
        return SendAttempt(
            DeliveryResult.NEVER, "the server does not accept addresses with these characters"
        )
    code, reply = smtp.mail(sender, options)
    if code // 100 == 2:
        code, reply = smtp.rcpt(recipient)
    if code // 100 != 2:
        return _attempt(code, reply)
    code, reply = smtp.docmd("DATA")
    return None if code == _GO_ON else _attempt(code, reply)


def _attempt(code: int, reply: bytes) -> SendAttempt:
    words = f"{code} {' '.join(reply.decode('utf-8', 'replace').split())}"[:300]
    if code == -1:
        raise smtplib.SMTPServerDisconnected("the server went away")
    fates = {2: DeliveryResult.SENT, 5: DeliveryResult.NEVER}
    return SendAttempt(fates.get(code // 100, DeliveryResult.LATER), words)


def _wire_format(message: EmailMessage) -> bytes:
    """Return the email's bytes with the final dot; dots that begin lines are doubled."""
    data = re.sub(rb"\r\n|\r|\n", b"\r\n", message.as_bytes())
    data = re.sub(rb"(?m)^\.", b"..", data)
    return data + (b"" if data.endswith(b"\r\n") else b"\r\n") + b".\r\n"

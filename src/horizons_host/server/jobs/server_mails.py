"""The server's own emails, which are queued in the causing transaction and sent by a job each."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.mail.settings import MailSettings
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.games.notification_log import ACCEPTED, DELAYED, REFUSED, log_delivery
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.service import Service

if TYPE_CHECKING:
    from horizons_host.mail.smtp import SendAttempt

MAIL_KIND = "mail"
_WAITS, _SENT, _FAILED = "waits", "sent", "failed"
#: States of log entries by the outcome of an attempt; all others are tried again.
_LOGGED = {"sent": ACCEPTED, "sent before": ACCEPTED, "refused": REFUSED}


class MailError(HorizonsError):
    """An email that could not be sent yet."""


def queue_mail(
    service: Service, connection: Connection, recipient: str, subject: str, body: str
) -> None:
    """Store an email, and the job that sends it."""
    time = stamp(service.clock)
    number = connection.execute(
        insert(tables.mails)
        .values(
            recipient=recipient,
            subject=subject,
            body=body,
            made_at=time,
            state=_WAITS,
            reason="",
        )
        .returning(tables.mails.c.id)
    ).scalar_one()
    queue.enqueue_within(
        connection, MAIL_KIND, "", f"{MAIL_KIND} {number}", {"mail": number}, due_at=time
    )


def send_queued_mail(service: Service, job: Job) -> str:
    """Send the email of a job; raises MailError if it should be retried."""
    from horizons_host.mail.smtp import DeliveryResult
    from horizons_host.mail.smtp import SmtpConnection as Smtp

    table = tables.mails
    number = int(job.facts["mail"])
    with service.database.reading() as connection:
        row = connection.execute(select(table).where(table.c.id == number)).one()
    if row.state != _WAITS:
        return "it was sent before"
    settings = service.settings.mail
    if settings is None:
        raise MailError(
            LocalizedText("this server has no mail settings"),
            LocalizedText("pass a settings file with --mail"),
        )
    with Smtp(settings) as smtp:
        smtp.open()
        attempt = smtp.hand_over(_message(service, settings, row), row.recipient)
    _log(service, row, job, attempt)
    if attempt.fate not in {DeliveryResult.SENT, DeliveryResult.NEVER}:
        raise MailError(LocalizedText("the mail server said: {what}", what=attempt.reply))
    state = _SENT if attempt.fate is DeliveryResult.SENT else _FAILED
    # The body of a sent email is deleted, as it may contain links with keys.
    with service.database.writing() as connection:
        connection.execute(
            update(table)
            .where(table.c.id == number)
            .values(state=state, reason=attempt.reply, body="")
        )
    return attempt.reply


def _log(service: Service, row: Row[Any], job: Job, attempt: SendAttempt) -> None:
    """Log an attempt for the account whose owner has proved the address, if there is one."""
    account = accounts.by_mail(service, row.recipient)
    if account is not None and account.confirmed:
        log_delivery(
            service,
            account.id,
            MAIL_KIND,
            f"{MAIL_KIND} {row.id} {job.attempts}",
            game="",
            kind=MAIL_KIND,
            recipient=row.recipient,
            state=_LOGGED.get(attempt.fate.value, DELAYED),
            reply=attempt.reply,
            subject=row.subject,
        )


def _message(service: Service, settings: MailSettings, row: Row[Any]) -> EmailMessage:
    from horizons_host.mail.headers import empty_message, with_name

    message = empty_message()
    message["From"] = with_name(settings.name, settings.address)
    message["To"] = with_name("", row.recipient)
    message["Subject"] = row.subject
    message["Date"] = format_datetime(service.clock())
    # The Message-ID is derived from the email, so that an email sent twice can be recognized.
    name = hashlib.sha256(f"{row.id} {row.made_at} {row.recipient}".encode()).hexdigest()[:32]
    message["Message-ID"] = f"<{name}@{settings.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(row.body)
    return message

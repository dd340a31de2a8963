"""Jobs that post a game's notifications to webhooks and send its queued mails.

The game's store makes sure that each notification is delivered once per subscription, and each
mail is sent once. After a failure of the mail server, no game uses it for a while.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial

from sqlalchemy import delete, insert, select

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.mail.sending import BusyError, SendResult, send
from horizons_host.mail.smtp import SmtpError
from horizons_host.notifications.delivery import deliver_due
from horizons_host.notifications.webhooks import target_of
from horizons_host.server import tables
from horizons_host.server.games import directory, notifications
from horizons_host.server.games.notification_log import ACCEPTED, DELAYED, REFUSED, log_delivery
from horizons_host.server.jobs import push, queue
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future
from horizons_host.store import NotificationDelivery
from horizons_host.store.notifications import MAIL, WEBHOOK

OUTBOX_KIND = "outbox"
DELIVERY_KIND = "notices"
#: Number of emails of a game after which other games get their turn.
MAX_AT_ONCE = 100
#: Number of failed posts after which other games get their turn: each may take long.
_MAX_FAILURES = 3
#: Delay before a mail server that failed is tried again.
PAUSE = timedelta(minutes=1)
#: The server fact with the end of this delay.
_PAUSED_UNTIL = "mail server away until"


def send_outbox(service: Service, job: Job) -> NextRun:
    """Send the emails of a game that are due."""
    settings = service.settings.mail
    if settings is None:
        return queue.after_interval(service, job, LocalizedText("this server has no mail settings"))
    until = _paused_until(service)
    if until > stamp(service.clock):
        return NextRun(until, "the mail server could not be used a moment ago")
    sent: Counter[str] = Counter()
    try:
        with service.database.game(job.game) as store:
            for mail in send(store, settings, clock=service.clock):
                sent[mail.outcome] += 1
                _log_mail(service, job.game, mail)
                if sent.total() >= MAX_AT_ONCE:
                    return queue.continue_later(service, _sent_summary(sent))
    except BusyError as problem:
        return queue.after_interval(service, job, problem.message)
    except SmtpError as problem:
        return NextRun(_pause_mail_server(service), problem.message)
    return queue.after_interval(service, job, _sent_summary(sent))


def _sent_summary(sent: Counter[str]) -> str:
    return ", ".join(f"{count} {state}" for state, count in sent.items()) or "nothing was due"


def ensure_outbox_jobs(service: Service) -> None:
    """Make sure that each game has its job, if the server sends mails."""
    if service.settings.mail is not None:
        queue.ensure_jobs(service, OUTBOX_KIND)


def wake_outbox(service: Service, key: str) -> None:
    """Send a game's emails now, if the server sends mails."""
    if service.settings.mail is not None:
        queue.wake_job(service, OUTBOX_KIND, key)


def _paused_until(service: Service) -> str:
    """Return the time until which the mail server is not used, or ""."""
    table = tables.server_facts
    with service.database.reading() as connection:
        until = connection.execute(
            select(table.c.value).where(table.c.name == _PAUSED_UNTIL)
        ).scalar()
    latest = in_future(service.clock, PAUSE)
    return "" if until is None or until > latest else str(until)  # a clock that ran ahead


def _pause_mail_server(service: Service) -> str:
    table, until = tables.server_facts, in_future(service.clock, PAUSE)
    with service.database.writing() as connection:
        connection.execute(delete(table).where(table.c.name == _PAUSED_UNTIL))
        connection.execute(insert(table).values(name=_PAUSED_UNTIL, value=until))
    return until


def deliver_notifications(service: Service, job: Job) -> NextRun:
    """Deliver the notifications that are due in a game."""
    states: Counter[str] = Counter()
    mailed = False
    held = partial(notifications.is_held, service, job.game)
    queue_push = partial(push.queue_delivery, service, job.game)
    with service.database.game(job.game) as store:
        for delivery in deliver_due(store, service.clock, service.webhook_sender, held, queue_push):
            states[delivery.state] += 1
            mailed = mailed or delivery.subscription.channel == MAIL
            if delivery.subscription.channel == WEBHOOK:
                _log_post(service, job.game, delivery)
            if states.total() - states["sent"] >= _MAX_FAILURES:
                break
        counters.note_waiting(service, store, job.game)
    if mailed:
        wake_outbox(service, job.game)
    summary = ", ".join(f"{count} {state}" for state, count in states.items()) or "nothing was due"
    if states.total() - states["sent"] >= _MAX_FAILURES:
        return queue.continue_later(service, summary)
    return queue.after_interval(service, job, summary)


#: States of log entries by the state of a delivery or the outcome of an email; all others are
#: tried again.
_LOGGED = {"sent": ACCEPTED, "sent before": ACCEPTED, "failed": REFUSED, "refused": REFUSED}


def _log_post(service: Service, key: str, delivery: NotificationDelivery) -> None:
    """Log a post to a webhook for the account that added it."""
    hook, event = delivery.subscription, delivery.event
    account = notifications.owner_of(service, hook)
    if account is not None:
        log_delivery(
            service,
            account,
            WEBHOOK,
            f"{WEBHOOK} {key} {delivery.id} {event.at} {delivery.attempts}",
            game=key,
            kind=event.kind,
            recipient=target_of(hook.address).host_header,
            state=_LOGGED.get(delivery.state, DELAYED),
            reply=delivery.reason,
        )


def _log_mail(service: Service, key: str, result: SendResult) -> None:
    """Log an email of a game for the player of its seat."""
    sent = result.mail
    account = directory.account_of_seat(service, key, sent.mail.seat or "")
    if account is not None:
        log_delivery(
            service,
            account,
            MAIL,
            f"{MAIL} {key} {sent.id} {sent.mail.created_at} {sent.attempts}",
            game=key,
            kind=sent.mail.kind,
            recipient=sent.mail.recipient,
            state=_LOGGED.get(result.outcome, DELAYED),
            reply=result.reply,
            subject=sent.mail.subject,
        )


def ensure_delivery_jobs(service: Service) -> None:
    """Make sure that each game has its job."""
    queue.ensure_jobs(service, DELIVERY_KIND)


def wake_delivery(service: Service, key: str) -> None:
    """Deliver a game's new notifications at once, by email as well."""
    queue.wake_job(service, DELIVERY_KIND, key)
    wake_outbox(service, key)

"""Delivery jobs: they post a game's notifications to webhooks, and queue short mails.

The game's store makes sure that each notification is delivered once per subscription.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from horizons_host.notifications.delivering import deliver_due
from horizons_host.server.games import webhooks
from horizons_host.server.jobs import mails, recurring
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.monitoring import waiting
from horizons_host.server.service import Service

DELIVERY_KIND = "notices"
#: Number of failed posts after which other games get their turn: each may have waited for long.
_MOST_FAILURES = 3


def deliver_notifications(service: Service, job: Job) -> NextRun:
    """Deliver the notifications that are due in a game."""
    states: Counter[str] = Counter()
    mailed = False
    held = partial(webhooks.is_held, service, job.game)
    with service.database.game(job.game) as store:
        for delivery in deliver_due(store, service.clock, service.posts, held):
            states[delivery.state] += 1
            mailed = mailed or delivery.subscription.channel == "mail"
            if states.total() - states["sent"] >= _MOST_FAILURES:
                break
        waiting.note_waiting(service, store, job.game)
    if mailed:
        mails.wake_outbox(service, job.game)
    summary = ", ".join(f"{count} {state}" for state, count in states.items()) or "nothing was due"
    if states.total() - states["sent"] >= _MOST_FAILURES:
        return recurring.without_delay(service, summary)
    return recurring.after_interval(service, job, summary)


def ensure_delivery_jobs(service: Service) -> None:
    """Make sure that each game has its job."""
    recurring.ensure_jobs(service, DELIVERY_KIND)


def wake_delivery(service: Service, key: str) -> None:
    """Deliver a game's new notifications at once, by mail as well."""
    recurring.wake_job(service, DELIVERY_KIND, key)
    mails.wake_outbox(service, key)

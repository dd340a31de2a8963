"""Delivery jobs: they post a game's notifications to webhooks, and queue short mails.

The game's store makes sure that each notification is delivered once per subscription.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from horizons_host.notifications.delivering import deliver_due
from horizons_host.server.games import webhooks
from horizons_host.server.jobs import mails, recurring
from horizons_host.server.jobs.queue import Again, Job
from horizons_host.server.monitoring import waiting
from horizons_host.server.service import Service

KIND = "notices"
#: Number of failed posts after which other games get their turn: each may have waited for long.
_MOST_FAILURES = 3


def do(service: Service, job: Job) -> Again:
    """Deliver the notifications that are due in a game."""
    states: Counter[str] = Counter()
    mailed = False
    held = partial(webhooks.is_held, service, job.game)
    with service.database.game(job.game) as store:
        for delivery in deliver_due(store, service.clock, service.posts, held):
            states[delivery.state] += 1
            mailed = mailed or delivery.way.channel == "mail"
            if states.total() - states["sent"] >= _MOST_FAILURES:
                break
        waiting.note(service, store, job.game)
    if mailed:
        mails.wake(service, job.game)
    summary = ", ".join(f"{count} {state}" for state, count in states.items()) or "nothing was due"
    if states.total() - states["sent"] >= _MOST_FAILURES:
        return recurring.at_once(service, summary)
    return recurring.again(service, job, summary)


def tend(service: Service) -> None:
    """Make sure that each game has its job."""
    recurring.tend(service, KIND)


def wake(service: Service, key: str) -> None:
    """Deliver a game's new notifications at once, by mail as well."""
    recurring.wake(service, KIND, key)
    mails.wake(service, key)

"""The jobs that tell what happened in a game: posts to webhooks, and short mails.

That each happening is told once by each way, whoever does the job, the game's store sees to.
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
#: After so many posts that were not taken others get their turn: each may have taken its time.
_MOST_FAILURES = 3


def do(service: Service, job: Job) -> Again:
    """Tell what is due in a game."""
    told: Counter[str] = Counter()
    mailed = False
    held = partial(webhooks.is_held, service, job.game)
    with service.database.game(job.game) as store:
        for one in deliver_due(store, service.clock, service.posts, held):
            told[one.state] += 1
            mailed = mailed or one.way.how == "mail"
            if told.total() - told["sent"] >= _MOST_FAILURES:
                break
        waiting.note(service, store, job.game)
    if mailed:
        mails.wake(service, job.game)
    says = ", ".join(f"{count} {state}" for state, count in told.items()) or "nothing was due"
    if told.total() - told["sent"] >= _MOST_FAILURES:
        return recurring.at_once(service, says)
    return recurring.again(service, job, says)


def tend(service: Service) -> None:
    """See to it that each game has its job."""
    recurring.tend(service, KIND)


def wake(service: Service, key: str) -> None:
    """Have what happened in a game just now be told at once, by mail as well."""
    recurring.wake(service, KIND, key)
    mails.wake(service, key)

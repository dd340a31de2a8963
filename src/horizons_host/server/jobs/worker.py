"""A worker, which takes one job after another and renews its lease while it runs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from horizons_core.errors import HorizonsError
from horizons_host.server.accounts import leaving
from horizons_host.server.administration import newcomers, problem_reports
from horizons_host.server.games import archiving, directory
from horizons_host.server.jobs import (
    deadlines,
    delivery,
    demonstration,
    mailbox,
    push,
    queue,
    server_mails,
    turns,
)
from horizons_host.server.jobs import delivery as outboxes
from horizons_host.server.jobs.queue import Job, NextRun
from horizons_host.server.monitoring import logs
from horizons_host.server.monitoring.logs import log_facts
from horizons_host.server.people import ratings, results
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: Functions that run jobs, by kind.
JOB_KINDS: Mapping[str, Callable[[Service, Job], str | NextRun]] = {
    turns.TURN_KIND: turns.run_turn_job,
    turns.TRIAL_KIND: turns.run_trial_job,
    server_mails.MAIL_KIND: server_mails.send_queued_mail,
    archiving.ARCHIVE_KIND: archiving.open_archive,
    turns.VERSION_KIND: turns.run_version_job,
    deadlines.DEADLINE_KIND: deadlines.run_deadline_job,
    delivery.DELIVERY_KIND: delivery.deliver_notifications,
    outboxes.OUTBOX_KIND: outboxes.send_outbox,
    mailbox.MAILBOX_KIND: mailbox.read_mailbox,
    demonstration.DEMONSTRATION_KIND: demonstration.play_turn_of_bots,
    push.PUSH_KIND: push.send_pushes,
    results.RATINGS_KIND: ratings.run_ratings_job,
}
#: Jobs that wait for other machines. They have a thread of their own, so that a machine that does
#: not answer holds up no turn.
NETWORK_KINDS = (
    server_mails.MAIL_KIND,
    delivery.DELIVERY_KIND,
    outboxes.OUTBOX_KIND,
    mailbox.MAILBOX_KIND,
    push.PUSH_KIND,
)
#: Housekeeping between jobs, every `_HOUSEKEEPING_SECONDS`.
HOUSEKEEPING: tuple[Callable[[Service], None], ...] = (
    deadlines.ensure_deadline_jobs,
    delivery.ensure_delivery_jobs,
    outboxes.ensure_outbox_jobs,
    mailbox.ensure_mailbox_job,
    leaving.delete_stale_guests,
    push.ensure_push_job,
    problem_reports.delete_old_reports,
    newcomers.delete_old_arrivals,
)
_HOUSEKEEPING_SECONDS = 60.0
#: How long a stopping worker waits for another machine's answer.
_PATIENCE_SECONDS = 10.0


def run_jobs(service: Service, holder: str, stop: threading.Event, pause: float = 0.5) -> None:
    """Run jobs until `stop` is set; look for new ones every `pause` seconds."""
    local_kinds = [kind for kind in JOB_KINDS if kind not in NETWORK_KINDS]
    shared = (service, holder, stop, pause)
    network_thread = threading.Thread(target=_run_jobs, args=(*shared, NETWORK_KINDS), daemon=True)
    network_thread.start()
    _run_jobs(*shared, local_kinds, tends=True)
    network_thread.join(_PATIENCE_SECONDS)


def _run_jobs(
    service: Service,
    holder: str,
    stop: threading.Event,
    pause: float,
    kinds: Collection[str],
    *,
    tends: bool = False,
) -> None:
    tended = float("-inf") if tends else float("inf")
    while not stop.is_set():
        try:
            if time.monotonic() - tended >= _HOUSEKEEPING_SECONDS:
                run_housekeeping(service)
                tended = time.monotonic()
            worked = run_next_job(service, holder, kinds)
        except HorizonsError as problem:
            _log.error("the queue cannot be read: %s", problem)
            worked = False
        if not worked:
            stop.wait(pause)


def run_housekeeping(service: Service) -> None:
    """Run the housekeeping functions."""
    for housekeeping in HOUSEKEEPING:
        housekeeping(service)


def run_next_job(service: Service, holder: str, kinds: Collection[str] = ()) -> bool:
    """Run one job, of one of these kinds if any are given; return False if none was due."""
    job = queue.take_job(service, holder, kinds)
    if job is None:
        return False
    about = {"job": job.id, "kind": job.kind, "game": job.game or None, "attempt": job.attempts + 1}
    _log.debug("job begins", extra=log_facts(**about))
    began = time.perf_counter()
    outcome = _run_job(service, job, holder)
    seconds = round(time.perf_counter() - began, 4)
    # Recurring jobs would fill most of the log.
    level = logging.DEBUG if outcome == "again" else logging.INFO
    _log.log(level, "job ends", extra=log_facts(**about, ends=outcome, seconds=seconds))
    return True


def _run_job(service: Service, job: Job, holder: str) -> str:
    """Run a job, store its result, and return the outcome in a word."""
    try:
        if not _is_wanted(service, job):
            queue.fail_job(service, job, holder, queue.NOT_REQUESTED)
            return "refused"
        with _renewed_lease(service, job, holder):
            result = JOB_KINDS[job.kind](service, job)
    except HorizonsError as problem:
        _log.warning("job %s is put off: %s", job.id, problem)
        queue.retry_later(service, job, holder, str(problem))
        return "put off"
    except Exception as problem:  # noqa: BLE001 - a worker outlives the jobs that it does
        number = logs.log_defect(problem, f"job {job.id}")
        queue.retry_later(service, job, holder, f"internal error, number {number}")
        return "defect"
    if isinstance(result, NextRun):
        queue.reschedule(service, job, holder, result)
        return "again"
    queue.finish_job(service, job, holder, result)
    return "done"


def _is_wanted(service: Service, job: Job) -> bool:
    """Return whether the gamemaster who requested a job is still the game's gamemaster."""
    asker = job.facts.get(queue.REQUESTER)
    if asker is None:
        return True
    return any(
        member.account == asker and member.left_at is None and member.role == directory.GAMEMASTER
        for member in directory.members(service, job.game)
    )


@contextmanager
def _renewed_lease(service: Service, job: Job, holder: str) -> Iterator[None]:
    """Renew the lease on a job in the background while it runs."""
    finished = threading.Event()

    def renew() -> None:
        while not finished.wait(queue.LEASE.total_seconds() / 3):
            try:
                queue.renew_lease(service, job, holder)
            except HorizonsError as problem:
                _log.warning("the lease of %s was not prolonged: %s", job.unique_name, problem)

    renewer = threading.Thread(target=renew, daemon=True)
    renewer.start()
    try:
        yield
    finally:
        finished.set()
        renewer.join()

"""The job queue: one worker per job, and no job is lost, in both databases."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from horizons_host.clock import stamp
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job, NextRun
from tests.host.server.browser import Site


def _add_jobs(site: Site, *names: str) -> list[Job]:
    """Queue jobs that are due a second apart."""
    jobs = []
    for name in names:
        jobs.append(queue.enqueue(site.service, "trial", name, name))
        site.clock.advance(seconds=1)
    return jobs


def _take(site: Site, worker: str) -> Job:
    job = queue.take_job(site.service, worker, ("trial",))
    assert job is not None
    return job


def _states(site: Site, *names: str) -> list[str]:
    return [queue.game_jobs(site.service, name, "trial")[0].state for name in names]


def _seconds_to(site: Site, job: Job) -> int:
    return round((datetime.fromisoformat(job.due_at) - site.clock()).total_seconds())


@pytest.mark.parametrize("any_site", ["a folder", "PostgreSQL"], indirect=True)
def test_the_longest_due_job_comes_first_and_once(any_site: Site) -> None:
    _add_jobs(any_site, "one", "two")
    early = stamp(lambda: any_site.clock() - timedelta(hours=1))
    queue.enqueue(any_site.service, "trial", "early", "early", due_at=early)
    late = stamp(lambda: any_site.clock() + timedelta(seconds=5))
    queue.enqueue(any_site.service, "trial", "late", "late", due_at=late)
    names = [_take(any_site, worker).unique_name for worker in ("Xi", "Yo", "Xi")]
    assert names == ["early", "one", "two"]
    assert queue.take_job(any_site.service, "Xi", ("trial",)) is None
    any_site.clock.advance(seconds=5)
    assert _take(any_site, "Xi").unique_name == "late"


def test_a_job_of_a_name_is_put_there_once(any_site: Site) -> None:
    first = queue.enqueue(any_site.service, "trial", "one", "one", {"turn": 1})
    second = queue.enqueue(any_site.service, "trial", "one", "one", {"turn": 2})
    assert (second.id, second.facts) == (first.id, {"turn": 1})


def test_jobs_of_a_gone_worker_become_ready_and_no_others(any_site: Site) -> None:
    names = ("done", "held", "other")
    _add_jobs(any_site, *names)
    finished, held, _ = (_take(any_site, worker) for worker in ("Xi", "Xi", "Yo"))
    assert queue.finish_job(any_site.service, finished, "Xi", "well")
    assert _states(any_site, *names) == ["done", "taken", "taken"]
    assert queue.release_jobs(any_site.service, "Xi") == 1
    assert _states(any_site, *names) == ["done", "ready", "taken"]
    assert not queue.finish_job(any_site.service, held, "Xi")
    assert _take(any_site, "Zu").unique_name == "held"


def test_a_lease_expires_unless_it_is_renewed(any_site: Site) -> None:
    _add_jobs(any_site, "one")
    job = _take(any_site, "Xi")
    for _ in range(3):
        any_site.clock.time += queue.LEASE - timedelta(seconds=1)
        assert queue.take_job(any_site.service, "Yo", ("trial",)) is None
        assert not queue.renew_lease(any_site.service, job, "Yo")
        assert queue.renew_lease(any_site.service, job, "Xi")
    any_site.clock.time += queue.LEASE + timedelta(seconds=1)
    assert _take(any_site, "Yo").unique_name == "one"
    assert not queue.renew_lease(any_site.service, job, "Xi")


def test_each_further_attempt_comes_later_and_the_last_has_failed(any_site: Site) -> None:
    _add_jobs(any_site, "one")
    waits = []
    for attempt in range(queue.MAX_ATTEMPTS):
        job = _take(any_site, "Xi")
        assert job.attempts == attempt
        assert queue.retry_later(any_site.service, job, "Xi", f"attempt {attempt}")
        (job,) = queue.game_jobs(any_site.service, "one", "trial")
        if job.state == "ready":
            waits.append(_seconds_to(any_site, job))
            any_site.clock.advance(seconds=waits[-1] - 1)
            assert queue.take_job(any_site.service, "Xi", ("trial",)) is None
            any_site.clock.advance(seconds=1)
    assert waits == [10, 20, 40, 80, 160, 320, 640]
    assert (job.state, job.message) == ("failed", "attempt 7")


def test_a_failed_job_is_restarted_with_fresh_attempts(any_site: Site) -> None:
    """Other jobs are not."""
    for name in ("one", "two"):
        queue.begin_job(any_site.service, "trial", name)
        for _ in range(queue.MAX_ATTEMPTS):
            any_site.clock.advance(hours=1)
            assert queue.retry_later(any_site.service, _take(any_site, "Xi"), "Xi", "it is away")
    assert _states(any_site, "one", "two") == ["failed", "failed"]
    queue.begin_job(any_site.service, "trial", "two")
    assert _states(any_site, "one", "two") == ["failed", "ready"]
    assert _take(any_site, "Xi").attempts == 0


def test_a_recurring_job_starts_again_at_its_time(any_site: Site) -> None:
    _add_jobs(any_site, "one")
    job = _take(any_site, "Xi")
    due = stamp(lambda: any_site.clock() + timedelta(minutes=1))
    assert queue.reschedule(any_site.service, job, "Xi", NextRun(due, "nothing was due"))
    assert queue.take_job(any_site.service, "Xi", ("trial",)) is None
    any_site.clock.advance(minutes=1)
    redone = _take(any_site, "Yo")
    assert (redone.unique_name, redone.attempts, redone.message) == ("one", 0, "nothing was due")

"""A worker: takes jobs one after another, and says while it is at one that it is."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from horizons_core.errors import HorizonsError
from horizons_host.server import mails
from horizons_host.server.games import archiving, directory
from horizons_host.server.jobs import deadlines, delivering, mailbox, queue, turns, versions
from horizons_host.server.jobs import mails as outboxes
from horizons_host.server.jobs.queue import Again, Job
from horizons_host.server.monitoring import defects
from horizons_host.server.monitoring.logs import facts
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: What does the jobs of a kind.
KINDS: Mapping[str, Callable[[Service, Job], str | Again]] = {
    turns.KIND: turns.do,
    turns.TRIAL: turns.do_trial,
    mails.KIND: mails.do,
    archiving.KIND: archiving.do,
    versions.KIND: versions.do,
    deadlines.KIND: deadlines.do,
    delivering.KIND: delivering.do,
    outboxes.KIND: outboxes.do,
    mailbox.KIND: mailbox.do,
}
#: Jobs that wait for other machines. They have a thread of their own: a machine that does not
#: answer holds up no turn.
WAITING = (mails.KIND, delivering.KIND, outboxes.KIND, mailbox.KIND)
#: What a worker sees to between its jobs, every `_TENDING_SECONDS`.
TENDING: tuple[Callable[[Service], None], ...] = (
    deadlines.tend,
    delivering.tend,
    outboxes.tend,
    mailbox.tend,
)
_TENDING_SECONDS = 60.0
#: A worker that is to end waits so long for another machine's answer.
_PATIENCE_SECONDS = 10.0


def work(service: Service, holder: str, stop: threading.Event, pause: float = 0.5) -> None:
    """Do jobs until `stop` is set; looks for new ones every `pause` seconds."""
    other = [kind for kind in KINDS if kind not in WAITING]
    shared = (service, holder, stop, pause)
    aside = threading.Thread(target=_work, args=(*shared, WAITING), daemon=True)
    aside.start()
    _work(*shared, other, tends=True)
    aside.join(_PATIENCE_SECONDS)


def _work(
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
            if time.monotonic() - tended >= _TENDING_SECONDS:
                tend(service)
                tended = time.monotonic()
            done = work_once(service, holder, kinds)
        except HorizonsError as problem:
            _log.error("the queue cannot be read: %s", problem)
            done = False
        if not done:
            stop.wait(pause)


def tend(service: Service) -> None:
    """See to what no job is there for yet."""
    for see_to in TENDING:
        see_to(service)


def work_once(service: Service, holder: str, kinds: Collection[str] = ()) -> bool:
    """Do one job, of one of these kinds if some are named; False if none was due."""
    job = queue.take(service, holder, kinds)
    if job is None:
        return False
    named = {"job": job.id, "kind": job.kind, "game": job.game or None, "attempt": job.attempts + 1}
    _log.debug("job begins", extra=facts(**named))
    began = time.perf_counter()
    ends = _done(service, job, holder)
    seconds = round(time.perf_counter() - began, 4)
    # Those that are done again and again would be most of the log.
    level = logging.DEBUG if ends == "again" else logging.INFO
    _log.log(level, "job ends", extra=facts(**named, ends=ends, seconds=seconds))
    return True


def _done(service: Service, job: Job, holder: str) -> str:
    """Do a job, and put down what came of it; says that in a word."""
    try:
        if not _is_wanted(service, job):
            queue.refuse(service, job, holder, queue.NOT_ASKED)
            return "refused"
        with _held(service, job, holder):
            says = KINDS[job.kind](service, job)
    except HorizonsError as problem:
        _log.warning("job %s is put off: %s", job.id, problem)
        queue.put_off(service, job, holder, str(problem))
        return "put off"
    except Exception as problem:  # noqa: BLE001 - a worker outlives the jobs that it does
        number = defects.logged(problem, f"job {job.id}")
        queue.put_off(service, job, holder, f"internal error, number {number}")
        return "defect"
    if isinstance(says, Again):
        queue.do_again(service, job, holder, says)
        return "again"
    queue.finish(service, job, holder, says)
    return "done"


def _is_wanted(service: Service, job: Job) -> bool:
    """Whether who asked for a job as a gamemaster is the game's gamemaster still."""
    asker = job.facts.get(queue.ASKED_BY)
    if asker is None:
        return True
    return any(
        one.account == asker and one.left_at is None and one.role == directory.GAMEMASTER
        for one in directory.members(service, job.game)
    )


@contextmanager
def _held(service: Service, job: Job, holder: str) -> Iterator[None]:
    """Say again and again that one is at a job, as long as it is being done."""
    done = threading.Event()

    def hold() -> None:
        while not done.wait(queue.LEASE.total_seconds() / 3):
            try:
                queue.hold(service, job, holder)
            except HorizonsError as problem:
                _log.warning("the lease of %s was not prolonged: %s", job.once, problem)

    keeper = threading.Thread(target=hold, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        done.set()
        keeper.join()

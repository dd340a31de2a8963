"""Workers run turns at their deadlines, by a settable clock: each turn exactly once."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.deadlines import changes
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.games.audit import entries
from horizons_host.games.endings import end_game
from horizons_host.server.games import deadlines, directory
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import queue, worker
from horizons_host.store import SERVER
from tests.host.server.begun import begin_game, game, latest_turn, reminders, submit
from tests.host.server.browser import Site
from tests.host.server.test_administration import run

BERLIN = "Mon and Thu 20:00 Europe/Berlin"


def at(text: str) -> datetime:
    """Parse a UTC time such as "2026-03-02 19:00"."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture(scope="module")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = Site(tmp_path_factory.mktemp("begun") / "server")
    for title in ("Mars", "Venus"):
        begin_game(site, title)
    site.service.database.close()
    return site.service.database.folder


@pytest.fixture
def site(_template: Path, tmp_path: Path) -> Site:
    """A server with two running games without deadlines."""
    return Site(shutil.copytree(_template, tmp_path / "server"))


def keep(site: Site, key: str = "mars", *, missing: str = "wait", **rule: object) -> None:
    """Set a deadline rule for a game."""
    deadlines.set_missing(site.service, key, missing)
    deadlines.set_rule(site.service, key, rule)
    site.work()


def work_at(site: Site, text: str) -> int:
    """Have a worker run everything due at a time and return the game's latest turn."""
    site.clock.time = at(text)
    site.work()
    return latest_turn(site)


def test_a_turn_is_run_at_its_deadline_and_all_read_by_whom_and_why(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    assert work_at(site, "2026-03-02 18:59:59") == 0
    assert work_at(site, "2026-03-02 19:00") == 1
    with game(site) as store:
        last = entries(store, public=True)[-1]
    assert (last.actor, last.words) == (SERVER, "Turn 1 was run: the deadline has passed.")
    assert work_at(site, "2026-03-05 18:59:59") == 1
    assert work_at(site, "2026-03-05 19:00") == 2


@pytest.mark.parametrize(
    ("rule", "begins", "deadlines"),
    [
        (
            "daily 20:00 Europe/Berlin",
            "2026-03-28 12:00",
            ["2026-03-28 19:00", "2026-03-29 18:00"],
        ),
        (
            "daily 20:00 Europe/Berlin",
            "2026-10-24 12:00",
            ["2026-10-24 18:00", "2026-10-25 19:00"],
        ),
        (  # 02:30 does not exist in spring, and exists twice in autumn
            "daily 02:30 Europe/Berlin",
            "2026-03-28 12:00",
            ["2026-03-29 01:30", "2026-03-30 00:30"],
        ),
        (
            "daily 02:30 Europe/Berlin",
            "2026-10-24 12:00",
            ["2026-10-25 00:30", "2026-10-26 01:30"],
        ),
    ],
)
def test_wall_times_are_kept_over_the_change_of_clocks_and_each_is_one_turn(
    site: Site, rule: str, begins: str, deadlines: list[str]
) -> None:
    site.clock.time = at(begins)
    keep(site, missing="nothing", rule=rule)
    for turn, deadline in enumerate(deadlines, start=1):
        site.clock.time = at(deadline) - timedelta(seconds=1)
        site.work()
        assert latest_turn(site) == turn - 1, deadline
        assert work_at(site, deadline) == turn
        site.clock.advance(hours=1, minutes=5)
        site.work()
        assert latest_turn(site) == turn, deadline


def test_a_server_that_slept_over_deadlines_runs_one_turn_and_the_next_at_its_time(
    site: Site,
) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    assert work_at(site, "2026-03-14 12:00") == 1  # four deadlines have passed
    site.clock.advance(hours=5)
    site.work()
    assert latest_turn(site) == 1
    assert work_at(site, "2026-03-16 18:59:59") == 1
    assert work_at(site, "2026-03-16 19:00") == 2


def test_a_turn_that_was_opened_late_stays_open_for_the_minimum_time(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN, minimum_hours=48)
    assert work_at(site, "2026-03-15 20:00") == 1
    assert work_at(site, "2026-03-16 19:00") == 1  # it would have been open for a day
    assert work_at(site, "2026-03-19 19:00") == 2


def test_missing_orders_are_waited_for_while_there_is_grace(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN, grace_hours=12)
    submit(site, "Ada")
    assert work_at(site, "2026-03-02 19:00") == 0
    assert ("late",) in reminders(site)
    assert work_at(site, "2026-03-03 06:59:59") == 0
    assert work_at(site, "2026-03-03 07:00") == 1


def test_orders_that_come_within_the_grace_bring_the_turn_on(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN, grace_hours=12)
    submit(site, "Ada")
    assert work_at(site, "2026-03-02 19:30") == 0
    submit(site, "Brin")
    assert work_at(site, "2026-03-02 19:31") == 1


def test_a_turn_waits_however_late_for_those_for_whom_it_was_said_to_wait(site: Site) -> None:
    keep(site, rule=BERLIN)
    submit(site, "Ada")
    assert work_at(site, "2026-03-30 12:00") == 0
    assert reminders(site).count(("waits",)) == 2  # Brin and the gamemaster
    submit(site, "Brin")
    assert work_at(site, "2026-03-30 12:01") == 1


def test_a_turn_is_run_at_once_when_all_orders_are_final_and_not_for_a_draft(site: Site) -> None:
    keep(site, rule=BERLIN, when_final=True)
    submit(site, "Ada")
    submit(site, "Brin", final=False)
    site.clock.advance(minutes=2)
    site.work()
    assert latest_turn(site) == 0
    with game(site) as store:
        mark_orders(store, "Brin", final=True, clock=site.clock)
        jobs.wake_if_due(site.service, "mars", store)
    site.work()
    assert latest_turn(site) == 1


def test_a_draft_counts_at_the_deadline(site: Site) -> None:
    keep(site, rule=BERLIN, when_final=True)
    submit(site, "Ada", "Brin", final=False)
    assert work_at(site, "2026-03-02 18:59") == 0
    assert work_at(site, "2026-03-02 19:00") == 1


def test_a_turn_that_is_held_is_not_run_until_it_is_released_and_then_at_once(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    deadlines.decide(site.service, "mars", "hold", reason="a dispute")
    assert work_at(site, "2026-03-04 12:00") == 0
    deadlines.decide(site.service, "mars", "release")
    site.work()
    assert latest_turn(site) == 1


def test_no_turn_is_run_in_a_pause(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    deadlines.decide(site.service, "mars", "pause")
    assert work_at(site, "2026-03-20 12:00") == 0
    deadlines.decide(site.service, "mars", "resume")
    assert work_at(site, "2026-03-23 18:59:59") == 0
    assert work_at(site, "2026-03-23 19:00") == 1


# the clock jumps


def test_a_clock_that_is_set_back_runs_no_turn_twice_and_keeps_no_game_waiting(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    assert work_at(site, "2026-03-02 19:00") == 1
    site.clock.time = at("2026-03-01 12:00")
    worker.run_housekeeping(site.service)
    assert work_at(site, "2026-03-02 19:00") == 1
    assert work_at(site, "2026-03-05 19:00") == 2


def test_a_game_does_not_wait_by_a_clock_that_was_wrong(site: Site) -> None:
    keep(site, missing="nothing", rule="monthly on 20 20:00 UTC")
    work_at(site, "2026-03-10 12:00")
    site.clock.time = at("2026-03-02 12:00")
    with game(site) as store:  # on the command line
        changes.set_rule(store, {"rule": "Mon 20:00 UTC"}, clock=site.clock)
    assert work_at(site, "2026-03-02 20:00") == 0  # it would be checked on March 10
    worker.run_housekeeping(site.service)
    assert work_at(site, "2026-03-02 20:00") == 1


def test_a_clock_that_jumps_forward_runs_one_turn(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    assert work_at(site, "2027-03-02 19:00") == 1
    site.clock.advance(minutes=10)
    site.work()
    assert latest_turn(site) == 1


def test_a_job_whose_worker_went_with_a_wrong_clock_is_taken_over(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    site.clock.time = at("2026-03-10 12:00")
    assert queue.take_job(site.service, "one with a wrong clock") is not None
    site.clock.time = at("2026-03-02 19:00")
    site.work()
    assert latest_turn(site) == 1


# several workers, and failures


def both(do: Callable[[], object]) -> list[BaseException]:
    """Run a function in two threads at once and return their exceptions."""
    problems: list[BaseException] = []
    gate = threading.Barrier(2)

    def work() -> None:
        gate.wait()
        try:
            do()
        except BaseException as problem:  # noqa: BLE001 - handed to the test
            problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return problems


@pytest.mark.parametrize("any_site", ["a folder", "PostgreSQL"], indirect=True)
def test_two_workers_at_once_run_each_turn_once_and_tell_each_once(any_site: Site) -> None:
    site = any_site
    begin_game(site)
    keep(site, rule=BERLIN, grace_hours=1, reminder_hours=[24])
    site.clock.time = at("2026-03-02 12:00")
    assert not both(site.work)
    assert sorted(reminders(site)) == [("24", "hours"), ("24", "hours")]  # Ada and Brin
    submit(site, "Ada", "Brin")
    site.clock.time = at("2026-03-02 19:00")
    assert not both(site.work)
    assert latest_turn(site) == 1
    with game(site) as store:
        runs = [entry for entry in changes.history(store) if entry["kind"] == "run"]
    assert len(runs) == 1


def test_two_holders_of_one_job_run_its_turn_once(any_site: Site) -> None:
    site = any_site
    begin_game(site)
    keep(site, missing="nothing", rule=BERLIN)
    site.clock.time = at("2026-03-02 19:00")
    job = jobs.deadline_job(site.service, "mars")
    assert job is not None
    assert not both(lambda: jobs.run_deadline_job(site.service, job))
    assert latest_turn(site) == 1


def test_the_job_of_a_worker_that_died_is_taken_over_after_its_lease(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    site.clock.time = at("2026-03-02 19:00")
    assert queue.take_job(site.service, "one that dies") is not None
    site.work()
    assert latest_turn(site) == 0
    site.clock.advance(seconds=queue.LEASE.total_seconds() + 1)
    site.work()
    assert latest_turn(site) == 1


def test_a_game_whose_job_fails_stops_no_other_and_is_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Mars", "Venus"):
        keep(site, title.casefold(), missing="nothing", rule=BERLIN)
    real = jobs.run_due

    def broken(store, clock, *more):  # type: ignore[no-untyped-def]
        if store.info().name == "venus":
            raise HorizonsError("the disk is full", "make room")
        return real(store, clock, *more)

    monkeypatch.setattr(jobs, "run_due", broken)
    assert work_at(site, "2026-03-02 19:00") == 1
    for _ in range(queue.MAX_ATTEMPTS + 1):
        site.clock.advance(hours=1)
        site.work()
    failed = jobs.deadline_job(site.service, "venus")
    assert failed is not None
    assert (failed.state, failed.message) == (queue.FAILED, "the disk is full (make room)")
    assert work_at(site, "2026-03-05 19:00") == 2

    monkeypatch.setattr(jobs, "run_due", real)
    worker.run_housekeeping(site.service)
    site.work()
    assert latest_turn(site, "venus") == 1


@pytest.mark.parametrize("words", [["submit", "-p", "Brin", "FILE"], ["final", "-p", "Brin"]])
def test_the_last_final_orders_by_a_command_bring_the_turn_on_at_once(
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    keep(site, rule=BERLIN, when_final=True)
    submit(site, "Ada")
    submit(site, "Brin", final=False)
    site.work()
    (tmp_path / "brin.txt").write_text("; nothing to do\n")
    monkeypatch.setattr("horizons_host.server.jobs.deadlines.now", site.clock)
    command, *more = [str(tmp_path / "brin.txt") if word == "FILE" else word for word in words]
    folder = site.service.database.location("mars").folder
    status, _ = run(capsys, "orders", command, "-g", str(folder), *more)
    assert status == 0
    site.work()
    assert latest_turn(site) == 1
    assert latest_turn(site, "venus") == 0


def test_a_rule_that_is_set_on_the_command_line_counts_within_a_minute(site: Site) -> None:
    submit(site, "Ada", "Brin")
    with game(site) as store:
        changes.set_rule(store, {"rule": "daily 12:01 UTC"}, clock=site.clock)
    site.clock.advance(seconds=61)
    site.work()
    assert latest_turn(site) == 1


def test_games_wait_in_the_queue_and_are_not_opened_between(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(site, rule=BERLIN)
    looked: list[str] = []
    monkeypatch.setitem(
        worker.JOB_KINDS,
        jobs.DEADLINE_KIND,
        lambda service, job: [looked.append(job.game), jobs.run_deadline_job(service, job)][1],
    )
    for _ in range(50):
        site.clock.advance(seconds=1)
        worker.run_housekeeping(site.service)
        site.work()
    assert not looked


@pytest.mark.parametrize("lost", ["kind = 'deadlines'", "kind <> ''"])
def test_a_game_without_a_job_gets_one(site: Site, lost: str) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    worker.run_housekeeping(site.service)
    with site.service.database.writing() as connection:
        connection.exec_driver_sql(f"DELETE FROM jobs WHERE {lost}")
    assert work_at(site, "2026-03-02 19:00") == 0
    worker.run_housekeeping(site.service)
    site.work()
    assert latest_turn(site) == 1


def test_a_finished_game_has_no_job_until_it_is_reopened(
    site: Site,
) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    with game(site) as store:
        end_game(store, "by agreement", clock=site.clock)
    assert work_at(site, "2026-03-02 19:00") == 0
    assert directory.find_game(site.service, "mars").state == directory.ENDED
    worker.run_housekeeping(site.service)
    assert _job(site).state == queue.DONE
    directory.set_state(site.service, "mars", directory.ENDED, directory.RUNNING)
    worker.run_housekeeping(site.service)
    assert _job(site).state == queue.READY


def _job(site: Site) -> queue.Job:
    job = jobs.deadline_job(site.service, "mars")
    assert job is not None
    return job


def test_a_worker_tends_before_its_first_job(site: Site) -> None:
    keep(site, missing="nothing", rule=BERLIN)
    with site.service.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM jobs")
    site.clock.time = at("2026-03-02 19:00")
    stop = threading.Event()
    thread = threading.Thread(target=worker.run_jobs, args=(site.service, "a worker", stop, 0.01))
    thread.start()
    for _ in range(400):
        if latest_turn(site) == 1:
            break
        stop.wait(0.05)
    stop.set()
    thread.join()
    assert latest_turn(site) == 1

"""A Dask cluster gives the rows of one process, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

import pytest

import horizons_lab as lab
from tests.lab.raids import raids
from tests.lab.test_engines import deadly, lines

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process with one thread; a nanny replaces those that die."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster


def test_workers_that_are_killed_cost_no_row(cluster, tmp_path):
    study = raids(seats=["raider", deadly(tmp_path, times=2)], games=12)
    with distributed.Client(cluster, set_as_default=False) as client:
        workers = iter(client.run(os.getpid).values())

    def kill_a_worker(progress):
        if progress.done in {3, 6}:
            with suppress(ProcessLookupError):  # a bot was faster
                os.kill(next(workers), signal.SIGKILL)

    found = lines(study, workers=cluster.scheduler_address, progress=kill_a_worker)
    assert (tmp_path / "1").exists()
    assert found == lines(study)


def test_a_mistake_on_a_cluster_is_told_as_here(cluster):
    def clumsy(view, stream):
        return 1 / 0

    study = raids(seats=[clumsy, "idle"], games=1)
    with pytest.raises(lab.StudyError, match="game 0: 'clumsy' for P1 .* ZeroDivisionError"):
        study.run(workers=cluster.scheduler_address)

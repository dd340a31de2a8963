"""A Dask cluster gives the same rows as one process, even if its workers die."""

from __future__ import annotations

import distributed
import pytest

import horizons_lab as lab
from tests.lab.programs.programs import study_with_programs
from tests.lab.raids import raids
from tests.lab.test_engines import deadly, lines, tidy

# Dask warns of disks that are slow for a moment.
pytestmark = pytest.mark.filterwarnings("ignore:Creating scratch directories:UserWarning")


@pytest.fixture(scope="module")
def cluster():
    """One worker, a process with one thread; a nanny replaces it when it dies."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster


def test_workers_that_are_killed_cost_no_row(cluster, tmp_path):
    study = raids(seats=["raider", deadly(tmp_path, times=2)], games=6)
    reported = []
    rows = lines(study, workers=cluster.scheduler_address, progress=reported.append)
    assert {path.name for path in tmp_path.iterdir()} == {"0", "1"}
    assert len(reported) == 6
    assert rows == lines(study)


def test_a_cluster_of_the_user_s_own_stays_the_one_that_is_asked(cluster):
    def look(_):
        with pytest.raises(ValueError, match="No client"):
            distributed.default_client()

    assert raids(games=1).run(workers=cluster.scheduler_address, progress=look).games == 1


@pytest.mark.slow
def test_a_mistake_on_a_cluster_is_told_as_here(cluster):
    def clumsy(view, stream):
        return 1 / 0

    study = raids(seats=[clumsy, "idle"], games=1)
    with pytest.raises(lab.StudyError, match="game 0: 'clumsy' for P1 .* ZeroDivisionError"):
        study.run(workers=cluster.scheduler_address)


@pytest.mark.slow
def test_programs_play_on_a_cluster_as_in_one_process(cluster):
    study = study_with_programs()
    assert lines(study, workers=cluster.scheduler_address) == lines(study)


@pytest.mark.slow
def test_a_study_makes_a_cluster_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("distributed.deploy.local.CPU_COUNT", 1)
    study = raids(seats=["raider", tidy(tmp_path)], games=3)
    rows = lines(study, workers="dask")
    assert (tmp_path / "tidied").exists()
    assert rows == lines(study)

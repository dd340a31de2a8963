"""Engines: all give the same rows, even if workers die."""

from __future__ import annotations

import atexit
import itertools
import os
import pickle
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs
import pytest

import horizons_lab as lab
from horizons_core.plugins import variant_from
from horizons_lab.engines import StudyTask, engine_of
from horizons_lab.engines.pool import MAX_DEATHS, WorkerDeaths
from horizons_lab.engines.tasks import (
    PortableTask,
    load_design,
    play_portable_task,
    serialize_design,
)
from horizons_lab.records import GameId
from tests.lab.programs.programs import study_with_programs
from tests.lab.raids import LONG_WAR, RULES, digger, raids


def lines(study, **options):
    return [record.line() for record in study.run(**options).records]


def deadly(folder: Path, times: int = 1):
    """Return a bot that kills its process at its second turn this number of times; then it digs."""

    def plays(view, stream):
        if view.turn == 1:
            for number in range(times):
                try:
                    (folder / str(number)).touch(exist_ok=False)
                except FileExistsError:
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
        return "DIG"

    return plays


def tidy(folder: Path):
    """Return a bot that registers work for the end of its process."""

    def plays(view, stream):
        if view.turn == 0:
            atexit.register((folder / "tidied").touch)
        return "DIG"

    return plays


# choice of engine


@pytest.mark.parametrize("workers", [0, -1, True, 1.5, "two", "", 100_000])
def test_workers_that_cannot_be_are_told(workers):
    with pytest.raises(lab.StudyError, match="workers is "):
        engine_of(workers)


# studies in other processes


def test_a_study_goes_to_another_process_and_plays_the_same_there():
    study = raids(
        variant=variant_from(RULES, [LONG_WAR]),
        seats=["raider", digger, lambda view, stream: "DIG", variant_from(RULES).bots["raider"]],
        measures={"ore": lambda game: game.empires[0].stock["ore"]},
    )
    design = load_design(serialize_design(study))
    which = GameId(0, 2)
    assert StudyTask(design).play(which).record == StudyTask(study).play(which).record


def test_modules_that_are_installed_are_those_of_the_other_process():
    study = raids(seats=["raider", lambda view, stream: os.sep and signal.SIGINT and itertools])
    known = load_design(serialize_design(study)).seats[1].__globals__
    assert known["os"] is os
    assert known["signal"] is signal
    assert known["itertools"] is itertools


def test_a_study_that_holds_an_open_file_cannot_be_taken_elsewhere(tmp_path):
    with (tmp_path / "log").open("w") as log:
        study = raids(seats=["raider", lambda view, stream: log.name])
        with pytest.raises(lab.StudyError, match="cannot be sent to another process"):
            serialize_design(study)


def test_an_error_in_a_worker_is_told_as_here():
    problem = lab.StudyError("this is wrong", "mend it")
    kind, arguments = problem.__reduce__()
    assert kind(*arguments).message == "this is wrong"
    assert kind(*arguments).hint == "mend it"


# a pool


def test_a_pool_gives_the_rows_of_one_process_though_a_worker_dies(tmp_path):
    study = raids(seats=["raider", deadly(tmp_path)], games=40)
    started = []

    def games() -> Iterator[GameId]:
        for which in study.game_ids():
            started.append(which.game)
            yield which

    played = engine_of(2).play(StudyTask(study), games())
    records = [next(played).record]
    assert len(started) <= 1 + 2 * 2 * 2, (
        "no more than the workers can use, and those of the dead one"
    )
    records += [played_game.record for played_game in islice(played, 7)]
    played.close()
    assert (tmp_path / "0").exists()
    assert len({record.game for record in records}) == 8, "no game is played twice"
    assert all(r == StudyTask(study).play(GameId(0, r.game)).record for r in records)


@pytest.mark.slow
def test_programs_play_in_a_pool_as_in_one_process():
    study = study_with_programs()
    assert lines(study, workers=2) == lines(study)


def test_what_a_bot_leaves_for_the_end_of_its_process_is_done(tmp_path):
    raids(seats=["raider", tidy(tmp_path)], games=1).run(2)
    assert (tmp_path / "tidied").exists()


def test_workers_that_die_are_replaced_but_not_for_ever():
    deaths = WorkerDeaths()
    for _ in range(MAX_DEATHS - 1):
        deaths.worker_died([GameId(0, 4)])
    deaths.game_ended()
    for _ in range(MAX_DEATHS - 1):
        deaths.worker_died([GameId(0, 4)])
    with pytest.raises(lab.StudyError, match=f"died {MAX_DEATHS} times in a row at games 4, 7"):
        deaths.worker_died([GameId(0, 7), GameId(0, 4)])


def test_a_worker_tells_a_mistake_with_the_game():
    def clumsy(view, stream):
        return 1 / 0

    task = PortableTask.of(StudyTask(raids(seats=[clumsy, "idle"])))
    with pytest.raises(lab.StudyError, match="game 0: 'clumsy' for P1 .* ZeroDivisionError"):
        play_portable_task(pickle.loads(pickle.dumps(task)), GameId(0, 0))


def test_a_worker_with_other_rules_refuses_to_play():
    task = PortableTask.of(StudyTask(raids()))
    other = attrs.evolve(task, versions={**task.versions, "moon_raiders": "0.9"})
    with pytest.raises(lab.StudyError, match="other versions of moon_raiders"):
        play_portable_task(other, GameId(0, 0))

"""A seat for an outside program is described by plain data, with errors for mistakes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from horizons_core.data_text import read_yaml
from horizons_lab import StudyError
from horizons_lab.programs import Outside
from tests.lab.programs.programs import answering, program


def test_it_is_written_in_yaml_as_people_write_it():
    data = read_yaml("{program: [perl, miner.pl, -v], seconds: 2, name: miner}")
    outside = Outside.read(data)
    assert outside == Outside(["perl", "miner.pl", "-v"], seconds=2, name="miner")
    assert outside.data() == data


def test_it_goes_to_other_processes():
    outside = Outside(["perl", "miner.pl"], seconds=0.5, memory_mib=64)
    assert pickle.loads(pickle.dumps(outside)) == outside


def test_it_starts_from_the_folder_of_the_file_that_names_it(tmp_path):
    data = {"program": ["perl", "miner.pl"]}
    assert Outside.read(data).started_in == Path()
    assert Outside.read(data, tmp_path).started_in == tmp_path
    inner = Outside.read({**data, "folder": "bots"}, tmp_path)
    assert inner.started_in == tmp_path / "bots"
    assert pickle.loads(pickle.dumps(inner)).started_in == tmp_path / "bots"


def test_it_is_the_same_program_when_the_folder_of_the_file_is_moved(tmp_path):
    data = {"program": ["perl", "miner.pl"], "folder": "bots"}
    original, moved = Outside.read(data, tmp_path), Outside.read(data, tmp_path / "elsewhere")
    assert original == moved
    assert original.data() == moved.data() == data


def test_it_is_called_by_its_name_or_its_command():
    assert Outside(["perl", "my miner.pl"]).label == "perl 'my miner.pl'"
    assert Outside(["perl", "miner.pl"], name="miner").label == "miner"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"program": "perl miner.pl"}, r"list of words, not 'perl miner.pl' \(write \[perl, min"),
        ({"program": []}, "list of words, not .*name a program"),
        ({"program": ["perl", 7]}, "quote numbers, yes and no"),
        ({"program": 7}, "list of words, not 7"),
        ({}, "no program is named"),
        ({"program": ["perl"], "second": 2}, "has no field 'second' .did you mean 'seconds'"),
        ({"program": ["perl"], "command": ["perl"]}, "has no field 'command'"),
        ({"program": ["perl"], "base": "/"}, "has no field 'base'"),
        (
            {"program": ["perl"], "seconds": 0},
            "'seconds' of an outside program is 0 .use a number above",
        ),
        ({"program": ["perl"], "seconds": "2"}, "'seconds' of an outside program is '2'"),
        ({"program": ["perl"], "seconds": True}, "'seconds' of an outside program is True"),
        ({"program": ["perl"], "wall_seconds": 1e9}, "at most 1,000,000"),
        ({"program": ["perl"], "wall_seconds": float("nan")}, "'wall_seconds' .* is nan"),
        ({"program": ["perl"], "memory_mib": 1.5}, "is 1.5 .use a whole number"),
        ({"program": ["perl"], "folder": 3}, "'folder' of an outside program must be text, not 3"),
        (
            {"program": ["perl"], "offers": 1},
            "'offers' of an outside program must be true or false",
        ),
    ],
)
def test_a_mistake_is_told_of_in_words(data, message):
    with pytest.raises(StudyError, match=message):
        Outside.read(data)


def test_a_program_that_is_there_is_no_mistake(tmp_path):
    program("").check()
    Path(tmp_path / "bot").write_text("#!/bin/sh\n")
    Path(tmp_path / "bot").chmod(0o755)
    Outside(["./bot"], folder=str(tmp_path)).check()


def test_what_cannot_be_started_is_told_of_before_a_game(tmp_path):
    Path(tmp_path / "plain").write_text("")
    for outside, message in [
        (Outside(["no-such-program"]), "there is no executable program no-such-program"),
        (Outside(["./plain"], folder=str(tmp_path)), "no executable program ./plain"),
        (Outside(["perl"], folder="/no/such", name="miner"), "miner: there is no folder /no/such"),
    ]:
        with pytest.raises(StudyError, match=message):
            outside.check()


def test_offers_need_somebody_who_knows_them():
    with pytest.raises(ValueError, match="the rules"):
        answering("''", offers=True).opened()

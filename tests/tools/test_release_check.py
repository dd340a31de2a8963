"""The release check: its list of attempts, and the gaps it finds."""

from __future__ import annotations

import tarfile

import pytest

from tools import release_check
from tools.release_check import Row, interpreter, table
from tools.release_trials import ALONE, PROJECT, WITH_HOST, FailedError, ran, run


def test_what_failed_stands_in_the_table_with_what_was_said():
    rows = [
        Row("3.12.1", "wheel", "host", "horizons --help", ""),
        Row("3.12.1", "wheel", "host", "horizons demo", "no such thing\nreally"),
        Row("3.13", "", "", "left out: it does not run here", ""),
    ]
    assert table(rows).splitlines() == [
        "Python  package  extra  tried",
        "3.12.1  wheel    host   horizons --help                 works",
        "3.12.1  wheel    host   horizons demo                   FAILED",
        "    no such thing",
        "    really",
        "3.13                    left out: it does not run here",
    ]


def test_a_source_distribution_that_lacks_a_tracked_file_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(release_check, "run", lambda *_: "Makefile\nREADME.md\n.gitignore\n")
    (tmp_path / "Makefile").write_text("")
    with tarfile.open(tmp_path / "it.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "Makefile", "horizons-0.1.0/Makefile")
    with pytest.raises(FailedError, match=r"lacks README\.md$"):
        release_check._check_complete(tmp_path / "it.tar.gz")


def test_a_python_that_is_not_there_is_left_out_and_no_fault(tmp_path):
    (row,) = release_check._trials("9.99", [tmp_path, tmp_path], tmp_path)
    assert row == Row("9.99", "", "", "left out: it does not run here", "")


def test_a_command_that_fails_raises_what_it_said():
    with pytest.raises(FailedError, match="oh no"):
        run("sh", "-c", "echo oh no >&2; exit 3")


def test_every_extra_is_tried_alone():
    assert set(ALONE) == {"", *PROJECT["optional-dependencies"]}
    assert set(WITH_HOST) < set(ALONE)


def test_a_python_of_pyenv_is_found_where_the_path_has_none(tmp_path, monkeypatch):
    python = tmp_path / "versions" / "9.99.3" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n", "utf-8")
    python.chmod(0o755)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert interpreter("9.99") == str(python)
    assert interpreter("9.98") == ""


def test_what_is_tried_finds_nothing_of_this_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "here")
    assert ran("sh", "-c", "echo $PYTHONPATH; exit 3", cwd=tmp_path) == (3, "\n")

"""Output that cannot be written completely: a closed pipe, a full disk."""

from __future__ import annotations

import io
import os
import resource
import subprocess

import pytest

from horizons_host.cli.main import checked_stream
from tests.host.helpers import command, start_child

LONG = ("rules", "galaxy_g", "--json")
BUFFERED, UNBUFFERED = ({"PYTHONUNBUFFERED": unbuffered} for unbuffered in ("", "1"))
ROOM = 5  # bytes


@pytest.mark.parametrize(
    "environment", [BUFFERED, pytest.param(UNBUFFERED, marks=pytest.mark.slow)]
)
def test_an_answer_whose_reader_goes_is_no_success(environment):
    with start_child(*LONG, environment=environment) as going:
        assert len(os.read(going.stdout.fileno(), 40)) == 40
        going.stdout.close()
        errors = going.stderr.read()
    assert going.returncode == 1
    assert errors == ""


def test_without_buffers_a_line_is_there_as_soon_as_it_is_written(tmp_path):
    with (tmp_path / "said").open("wb", buffering=0) as file:
        stream = checked_stream(io.TextIOWrapper(file, "ascii", write_through=True))
        print("the Öre was moved", file=stream)
        assert (tmp_path / "said").read_text() == "the \\xd6re was moved\n"
        print("and", end="", file=stream)
        stream.flush()
        assert (tmp_path / "said").read_text().endswith("moved\nand")


def no_room():
    """Let no file grow beyond `ROOM`."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.mark.parametrize(
    ("words", "way"),
    [
        (LONG, BUFFERED),
        (("--help",), BUFFERED),
        (("--version",), UNBUFFERED),
        (("seat", "--help"), UNBUFFERED),
    ],
)
def test_an_answer_that_does_not_fit_on_the_disk_is_no_success(tmp_path, words, way):
    environment = {**os.environ, **way, "PYTHONDONTWRITEBYTECODE": "1"}
    with (tmp_path / "answer").open("wb") as file:
        process = subprocess.run(
            command(*words),
            env=environment,
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=no_room,
        )
    assert process.returncode == 1
    assert "Error: File too large" in process.stderr
    assert "Traceback" not in process.stderr
    assert "Exception ignored" not in process.stderr
    assert (tmp_path / "answer").stat().st_size == ROOM

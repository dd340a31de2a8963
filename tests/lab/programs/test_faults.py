"""Any fault of a program costs its seat the rest of the game, and nothing else."""

from __future__ import annotations

import sys

import pytest

from horizons_lab.programs import Outside, process
from horizons_lab.programs.messages import MAX_ANSWER_LENGTH
from horizons_lab.programs.process import MAX_LOG_LENGTH, MAX_TAIL_LENGTH, ErrorLog
from tests.lab.programs.programs import ANSWERING, STREAM, answering, played, program, view

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit memory")

FAULTS = {
    "ends at once": ("", {}, "it ended with exit status 0"),
    "fails": ("raise SystemExit(3)", {}, "it ended with exit status 3"),
    "is killed": (
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
        {},
        "it was killed by the signal SIGTERM",
    ),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(1000)",
        {},
        "it closed its output",
    ),
    "ends in the middle of an answer": (
        "import sys; sys.stdout.write('{\"orders\"')",
        {},
        "it ended with exit status 0",
    ),
    "writes no JSON": (
        "print('hello', flush=True); input()",
        {},
        "its answer is not JSON: Expecting value",
    ),
    "answers something else": (
        "print('[]', flush=True); input()",
        {},
        "its answer is not an object with the text 'orders'",
    ),
    "writes a line without end": (
        "import sys\nwhile True: sys.stdout.write('x' * 65536)",
        {},
        f"its answer has more than {MAX_ANSWER_LENGTH:,} bytes",
    ),
    "never answers": (
        "import time; time.sleep(1000)",
        {"wall_seconds": 0.05},
        "it took more than 0.05 seconds",
    ),
    "never reads": (  # the question is longer than a pipe
        'import time; print(\'{"orders": ""}\', flush=True); time.sleep(1000)',
        {"wall_seconds": 0.05},
        "it took more than 0.05 seconds",
    ),
    "thinks for ever": (
        "while True: pass",
        {"seconds": 0.05},
        "it took more than 0.05 seconds of processor time",
    ),
}


@pytest.mark.parametrize(("code", "limits", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_a_forfeit_from_then_on(code, limits, reason, tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0 if "status" in reason else 0.05)
    log = tmp_path / "logs" / "seat.log"
    with program(code, **limits).opened(log) as player:
        orders = [player.orders(view(turn, ore="x" * 200_000), STREAM) for turn in (7, 8)]
    assert orders == ["", ""]
    assert (player.forfeit.turn, player.forfeit.reason) == (8, reason)
    assert log.read_text().endswith(f"-- forfeit in turn 8: {reason}\n")


@LINUX
def test_a_program_that_eats_memory_gets_no_more(monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0)
    _, player = played(program("bytearray(1 << 30)", memory_mib=256))
    assert player.forfeit.reason == "it ended with exit status 1"
    assert player.forfeit.last_lines.endswith("MemoryError")


@LINUX
def test_a_program_leaves_no_image_of_its_memory():
    limit = "str(__import__('resource').getrlimit(__import__('resource').RLIMIT_CORE))"
    assert played(answering(limit))[0] == ["(0, 0)"]


def test_a_program_that_dies_midway_has_played_until_then(monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0)
    orders, player = played(answering("'MOVE' if number < 2 else os._exit(9)"), 4)
    assert orders == ["MOVE", "MOVE", "", ""]
    assert str(player.forfeit) == "forfeit in turn 3: it ended with exit status 9"


@pytest.mark.parametrize(
    ("command", "folder", "last_lines"),
    [
        (("no-such-program",), "", "cannot start no-such-program: No such file or directory"),
        (("perl",), "/no/folder", "cannot start perl: No such file or directory"),
    ],
)
def test_a_program_that_cannot_be_started_has_forfeited(command, folder, last_lines):
    _, player = played(Outside(command, folder=folder))
    assert player.forfeit.turn == 1
    assert player.forfeit.reason == "it ended with exit status 127"
    assert player.forfeit.last_lines == last_lines


# standard error


def test_errors_are_kept_in_the_log_and_cost_nothing(tmp_path):
    log = tmp_path / "seat.log"
    orders, player = played(answering("sys.stderr.write(f'turn {number}\\n') and 'DIG'"), 2, log)
    assert orders == ["DIG", "DIG"]
    assert player.forfeit is None
    assert log.read_text() == "turn 0\nturn 1\n"


def test_without_errors_there_is_no_log(tmp_path):
    played(answering("''"), 2, tmp_path / "seat.log")
    assert list(tmp_path.iterdir()) == []


def test_errors_without_end_hold_nobody_up_and_fill_no_disk(tmp_path):
    log = tmp_path / "seat.log"
    code = "import os\nwhile True: os.write(2, b'x' * 65536)"
    _, player = played(program(code, seconds=0.05, wall_seconds=2.0), 1, log)
    assert player.forfeit.reason.startswith("it took more than")
    assert log.stat().st_size <= MAX_LOG_LENGTH + MAX_TAIL_LENGTH + 200


def test_many_errors_do_not_keep_a_program_from_answering(tmp_path):
    log = tmp_path / "seat.log"
    many = "os.write(2, b'x' * 3_000_000) and 'DIG'"
    assert played(answering(many), 2, log)[0] == ["DIG", "DIG"]
    assert log.stat().st_size == MAX_LOG_LENGTH


def test_a_log_has_the_beginning_and_the_end_of_what_is_too_long(tmp_path):
    log = ErrorLog(tmp_path / "seat.log")
    log.write(b"first\n" + b"x" * MAX_LOG_LENGTH)
    log.write(b"\nlast\n")
    log.add_note("forfeit")
    log_text = (tmp_path / "seat.log").read_text()
    assert log_text.startswith("first\nx")
    assert "\n... (12 more bytes, ending with:)\n" in log_text
    assert log_text.endswith("x\nlast\n\n-- forfeit\n")


def test_the_last_lines_hold_no_control_characters():
    log = ErrorLog()
    log.write(b"\n".join(b"line %d \x1b[31m\xff" % n for n in range(20)))
    lines = log.last_lines.splitlines()
    assert len(lines) == 10
    assert lines[-1] == "line 19  [31m�"


def test_a_program_that_has_said_nothing_wrong_may_end_when_the_game_is_over(monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0)
    _, player = played(program(ANSWERING.format(answer="''") + "raise SystemExit(5)"))
    assert player.forfeit is None

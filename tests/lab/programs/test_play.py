"""An outside program plays: it reads questions line by line, and its answers are its orders."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from horizons_core.bots import Bot
from horizons_lab.programs import process
from tests.lab.programs.programs import ANSWERING, STREAM, answering, answers, program, view

ROOT = Path(__file__).parents[3]


def test_its_answer_is_its_orders():
    assert answers(answering("'MOVE 1 ' + asked['player']")) == ["MOVE 1 Ada"]


def test_it_is_a_bot():
    with answering("''").opened() as player:
        assert isinstance(player, Bot)


def test_it_is_started_once_a_game_and_may_remember():
    seat = answering("str(number)")
    assert answers(seat, 3) == ["0", "1", "2"]
    assert answers(seat, 1) == ["0"]


def test_a_question_of_any_size_reaches_it():
    with answering("str(len(asked['view']['ore']))").opened() as player:
        assert player.orders(view(ore="x" * 3_000_000), STREAM) == "3000000"


def test_the_second_of_two_answers_is_that_to_the_next_question():
    code = """
import sys
for number, line in enumerate(sys.stdin):
    if not number % 2:
        print('{"orders": "A"}\\\\n{"orders": "B"}', flush=True)
"""
    assert answers(program(code.replace("\\\\", "\\")), 4) == ["A", "B", "A", "B"]


def test_it_is_told_that_the_game_is_over(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0)
    received = tmp_path / "told"
    last = f"open({str(received)!r}, 'w').write(line)"
    answers(program(ANSWERING.format(answer="''") + last))
    assert json.loads(received.read_text()) == {"message": "over", "protocol": 1}


def test_it_has_nothing_open_but_its_own_streams():
    """It inherits no open files from the study's process or the program on another seat."""
    is_open = """
def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
"""
    listed = "repr([n for n in range(100) if is_open(n)])"
    seat = program(is_open + ANSWERING.format(answer=listed))
    with Path(os.devnull).open() as file, answering("''").opened() as other:
        os.set_inheritable(file.fileno(), True)
        assert other.orders(view(), STREAM) == ""
        assert answers(seat) == ["[0, 1, 2]"]


def test_it_runs_in_its_folder(tmp_path):
    assert answers(answering("os.getcwd()", folder=str(tmp_path))) == [str(tmp_path.resolve())]


def test_hash_tables_come_out_in_the_same_order_in_every_process():
    outside = answering("os.environ['PYTHONHASHSEED'] + os.environ['PERL_HASH_SEED']")
    assert answers(outside) == ["00"]


def test_a_program_that_gave_a_wrong_answer_does_nothing_more(tmp_path, monkeypatch):
    """It is stopped at once, unlike one whose game is over."""
    monkeypatch.setattr(process, "GRACE_SECONDS", 600.0)
    marker = tmp_path / "done"
    after = f"import time; time.sleep(0.3); open({str(marker)!r}, 'w')"
    assert answers(program(ANSWERING.format(answer="7") + after)) == [""]
    assert not marker.exists()


# No program survives its game.

#: Holds a named pipe open, in a child process too, and never reads a line.
ROGUE = """
import os, signal, sys, time
held = open({pipe!r}, "w")
os.fork()
print("ready", file=held, flush=True)
while True:
    time.sleep(1000)
"""

#: A study in the middle of a game.
STUDY = """
from horizons_lab.programs import Outside, process
process.GRACE_SECONDS = 0.01
with Outside({command!r}).opened() as player:
    input()
"""


@pytest.mark.parametrize("end", ["the game ends", "the study is killed"])
def test_no_program_nor_child_of_one_outlives_its_game(tmp_path, end):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = (sys.executable, "-I", "-S", "-c", ROGUE.format(pipe=str(pipe)))
    study = subprocess.Popen(
        [sys.executable, "-c", STUDY.format(command=command)], stdin=subprocess.PIPE, cwd=ROOT
    )
    with study, pipe.open() as held:
        assert [held.readline(), held.readline()] == ["ready\n", "ready\n"]
        if end == "the game ends":
            study.communicate(b"\n")
        else:
            study.send_signal(signal.SIGKILL)
        # The pipe reaches its end when no process is left to write into it.
        assert select.select([held], [], [], 300)[0]
        assert held.read() == ""

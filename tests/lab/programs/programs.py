"""Small programs for seats, in Python because every machine that runs the tests has it."""

from __future__ import annotations

import sys
from pathlib import Path

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_lab import Study
from horizons_lab.programs import Outside, ProgramPlayer
from tests.lab.raids import raids

STREAM = Stream.from_key("outside programs")

#: Answers with the value of the expression `answer` of the question (`asked`) and its `number`.
ANSWERING = """
import json, sys, os
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    if asked["message"] == "over":
        break
    print(json.dumps({{"orders": {answer}}}), flush=True)
"""


def view(turn: int = 0, **data: object) -> View:
    return View("moon", "first", turn, "Ada", data)


def program(code: str, **limits: object) -> Outside:
    """Return a seat for a program of this text."""
    return Outside((sys.executable, "-I", "-S", "-c", code), **limits)


def answering(answer: str, **limits: object) -> Outside:
    """Return a seat for a program that answers with the value of an expression."""
    return program(ANSWERING.format(answer=answer), **limits)


def answers(outside: Outside, turns: int = 1, log: Path | None = None) -> list[str]:
    """Return the orders that a program gives in a game of some turns."""
    return played(outside, turns, log)[0]


def played(
    outside: Outside, turns: int = 1, log: Path | None = None
) -> tuple[list[str], ProgramPlayer]:
    """Return the orders of some turns, and the player after them."""
    with outside.opened(log) as player:
        return [player.orders(view(turn), STREAM) for turn in range(turns)], player


def study_with_programs() -> Study:
    """Return three games between a bot, a program that throws dice, and one that fails."""
    dice = answering("['DIG', 'TRAP 1'][int(asked['key'], 16) % 2]", name="gambler")
    crashing = answering("'DIG' if number < 2 else os._exit(4)", name="crashing")
    return raids(seats=["raider", dice, crashing], games=3)

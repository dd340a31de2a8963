"""A campaign of three people and an umpire, played through the command line; one comes later.

    cd tests/variants/campaign2e
    PYTHONPATH=../../.. python -m tests.variants.campaign2e.playthrough > golden/playthrough.txt

rewrites the file. The orders are files as people write them, mistakes included: `golden/orders/`
has a folder for each run of the umpire's program. In week 3 the program fights a battle, in week 7
the umpire enters one that was fought by hand (`07b`), and in week 5 a player joins.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from tests.host.helpers import horizons

ORDERS = Path(__file__).parent / "golden" / "orders"
GAME = "spring"
SEATS = ("--player", "Ada", "--player", "Brin", "--player", "Cleo", "--seat", "Una=umpire")
#: The heading that ends the events of a week in a report; the state of the game follows.
END_OF_NEWS = {"Ada": "Your worlds", "Una": "Players"}


def playthrough() -> Iterator[str]:
    """Return the course of the campaign: commands, their output, and the files that people read."""
    created = horizons("new", GAME, "--variant", "campaign2e", *SEATS, "--seed", 11)
    yield from _typed("new", created.stdout)
    for number, folder in enumerate(sorted(ORDERS.iterdir()), 1):
        yield f"=== {folder.name}"
        for file in sorted(folder.glob("*.txt")):
            yield f"--- orders of {file.stem}"
            yield from file.read_text("utf-8").splitlines()
            submitted = horizons("orders", "submit", "-g", GAME, "-p", file.stem, file)
            yield f"--- what is wrong with them, exit status {submitted.exit_code}"
            yield from (
                line for line in submitted.output.splitlines() if line.startswith(file.name)
            )
        yield from _typed("turn", horizons("turn", "-g", GAME, "--yes").stdout)
        reports = Path(GAME, "reports", f"turn-{number:03d}")
        for report in sorted(reports.glob("*.txt")):
            yield f"--- report of {report.stem}"
            end = END_OF_NEWS.get(report.stem, "Accounts of the week")
            yield from _up_to(end, report.read_text("utf-8"))
    yield "=== the last report of Ada"
    yield from horizons("report", "-g", GAME, "-p", "Ada").stdout.splitlines()
    yield from _typed("verify", horizons("verify", "-g", GAME).output)


def _typed(command: str, output: str) -> Iterator[str]:
    yield f"--- horizons {command}"
    yield from output.splitlines()


def _up_to(heading: str, report: str) -> Iterator[str]:
    return takewhile(lambda line: line != heading, report.splitlines())


def text() -> str:
    """The playthrough as a file, without blanks at the ends of lines."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return "\n".join(line.rstrip() for line in playthrough()) + "\n"
        finally:
            os.chdir(before)


if __name__ == "__main__":
    sys.stdout.write(text())

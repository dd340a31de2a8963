"""Ten months of three people, played through the command line; one comes later.

    cd tests/variants/starcluster
    PYTHONPATH=../../.. python -m tests.variants.starcluster.playthrough > golden/playthrough.txt

rewrites the file. The orders are files as people write them, mistakes included: `golden/orders/`
has a folder for each turn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.playthroughs import Playthrough, in_an_empty_folder

SEATS = ("--player", "Ada", "--player", "Brin", "--player", "Cleo")
MONTHS = Playthrough(
    game="far",
    settings=("--variant", "starcluster", *SEATS, "--option", "pace=20", "--seed", 95),
    orders=Path(__file__).parent / "golden" / "orders",
    otherwise="Treasury",
    joining={"06": "Dora"},
)


def playthrough() -> Iterator[str]:
    """Return the course of the game: commands, their output, and the files that people read."""
    return MONTHS.lines("Ada")


def text() -> str:
    """The playthrough as a file."""
    return in_an_empty_folder(playthrough)


if __name__ == "__main__":
    sys.stdout.write(text())

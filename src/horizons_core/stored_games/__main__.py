"""Replay a stored game with the versions installed here and print the verdict as JSON.

    python -m horizons_core.stored_games FILE

`compare_with_python` runs this in another environment.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.stored_games.reading import read_stored_game
from horizons_core.stored_games.replay import compare_rules


def main(file: str) -> int:
    """Print the verdict on a stored game; returns the exit status."""
    try:
        verdict = compare_rules(read_stored_game(Path(file))).to_dict()
    except (HorizonsError, OSError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(json.dumps(verdict) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""Play a game by bots in a process of its own and print the digest of every turn.

    python -m horizons_core.testing.replay '{"variant": "event_horizon", "players": ["A", "B"]}'

The contract runs this under other hash seeds: a result that hangs on the order of a set, or on
anything else that lives in one process only, gives other digests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from horizons_core.testing.playing import PlayedTurn, played


def digests(turns: Sequence[PlayedTurn]) -> list[str]:
    """The digests of each turn's game and events."""
    return [f"{turn.after.digest} {turn.after.events_digest}" for turn in turns]


def replayed(hash_seeds: Sequence[int], **game: Any) -> list[list[str]]:
    """The digests of the same game as played by new processes, one for each hash seed."""
    command = [sys.executable, "-m", "horizons_core.testing.replay", json.dumps(game)]
    paths = os.pathsep.join(path for path in sys.path if path)
    processes = [
        subprocess.Popen(  # noqa: S603 - our own module
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(seed)},
        )
        for seed in hash_seeds
    ]
    return [json.loads(process.communicate()[0]) for process in processes]


def main(given: str) -> None:
    """Print the digests of a game as JSON."""
    from horizons_core.plugins.loader import load_variant

    game = json.loads(given)
    variant = load_variant(game["variant"], tuple(game.get("mods", ())))
    turns = played(
        variant, game["players"], game.get("seed", 1), game.get("turns", 5), game.get("options")
    )
    sys.stdout.write(json.dumps(digests(turns)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])

"""Play games between bots in another process and print the digests of all results.

    echo '{"rules": [{"module": "variants.event_horizon"}], ...}' |
        python -m horizons_core.testing.replay

The contract runs this with another hash seed, so that a result that depends on the order of a set,
or on the state of a process, has a different digest.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from horizons_core.codec import digest_of, plain
from horizons_core.plugins.sources import addresses, variant_at
from horizons_core.plugins.variant import Variant
from horizons_core.testing.playing import PlayedTurn, play, seated
from horizons_core.turn.run import Turn

#: Number of runs of each battle to compare.
RUNS = 50


def replay(
    variant: Variant,
    players: Sequence[str],
    seed: int = 1,
    turns: int = 5,
    options: Mapping[str, Any] | None = None,
    battles: Sequence[Mapping[str, Any]] = (),
) -> dict[str, str]:
    """Set up a game, play it with the variant's bots, and fight the battles; return the digests.

    Nothing is cached between calls.
    """
    game = variant.new_game(players, seed=seed, options=options)
    bots = seated(variant, players, seed)
    return digests(variant, list(play(variant, game, bots, seed, turns)), battles)


def digests(
    variant: Variant, turns: Sequence[PlayedTurn], battles: Sequence[Mapping[str, Any]] = ()
) -> dict[str, str]:
    """Return the digests of played turns and of battles, part by part."""
    parts = [(f"turn {p.after.game.turn}: {n}", d) for p in turns for n, d in _parts_of(p.after)]
    for number, spec in enumerate(battles, start=1):
        battle = variant.battle(spec)
        record = variant.combat.resolve(battle, 11)
        parts.append((f"battle {number} shot by shot", digest_of(record.to_dict())))
        stats = variant.combat.simulate(battle, RUNS, 7)
        measures = {name: values.tolist() for name, values in stats.measures.items()}
        results = [stats.winner.tolist(), stats.rounds.tolist(), stats.shots.tolist(), measures]
        parts.append((f"battle {number} many times", digest_of(results)))
    return dict(parts)


def _parts_of(turn: Turn) -> Iterator[tuple[str, str]]:
    yield "game", turn.digest
    yield "events", turn.events_digest
    yield "ledger", digest_of(plain(turn.ledger.entries))
    remarks = {name: list(diagnostics) for name, diagnostics in turn.diagnostics.items()}
    yield "remarks", digest_of(plain(remarks))
    for empire, report in turn.reports().items():
        yield f"report of {empire}", digest_of([report.data, report.text])


def replay_elsewhere(hash_seed: int, variant: Variant, **game: Any) -> dict[str, str]:
    """Call `replay` in another process with this hash seed, and return its result."""
    paths = os.pathsep.join(path for path in sys.path if path)
    process = _replay_process(hash_seed, paths)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"rules": addresses(variant.sources), **game}) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    assert answer, "the other process ended; its output is above"
    digests_by_part: dict[str, str] = json.loads(answer)
    return digests_by_part


@cache
def _replay_process(hash_seed: int, paths: str) -> subprocess.Popen[str]:
    """Start a process that plays games until this one ends, because starting it takes a while."""
    process = subprocess.Popen(
        [sys.executable, "-m", "horizons_core.testing.replay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(hash_seed)},
    )
    atexit.register(process.communicate)
    return process


def main() -> None:
    """Read games as lines of JSON and print the digests of each as a line of JSON."""
    for line in sys.stdin:
        game = json.loads(line)
        variant = variant_at(game.pop("rules"))
        sys.stdout.write(json.dumps(replay(variant, **game)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

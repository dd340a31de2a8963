"""Play a game by bots in a process of its own and print the digest of all that came of it.

    python -m horizons_core.testing.replay '{"rules": [{"module": "variants.event_horizon"}], ...}'

The contract runs this under other hash seeds: a result that hangs on the order of a set, or on
anything else that lives in one process only, gives other digests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.codec import digest_of, plain
from horizons_core.plugins.sources import addresses, found
from horizons_core.plugins.variant import Variant
from horizons_core.testing.playing import PlayedTurn, play, seated
from horizons_core.turn.run import Turn

#: Runs of each battle that are compared.
RUNS = 50


def replay(
    variant: Variant,
    players: Sequence[str],
    seed: int = 1,
    turns: int = 5,
    options: Mapping[str, Any] | None = None,
    battles: Sequence[Mapping[str, Any]] = (),
) -> dict[str, str]:
    """Set a game up, play it by the variant's bots, fight the battles: digests of all that is said.

    Nothing is kept from one call to the next.
    """
    game = variant.new_game(players, seed=seed, options=options)
    bots = seated(variant, players, seed)
    return digests(variant, list(play(variant, game, bots, seed, turns)), battles)


def digests(
    variant: Variant, turns: Sequence[PlayedTurn], battles: Sequence[Mapping[str, Any]] = ()
) -> dict[str, str]:
    """The digests of played turns and of battles, part by part."""
    parts = [(f"turn {p.after.game.turn}: {what}", d) for p in turns for what, d in _of(p.after)]
    for number, spec in enumerate(battles, start=1):
        battle = variant.battle(spec)
        record = variant.combat.resolve(battle, 11)
        parts.append((f"battle {number} shot by shot", digest_of(record.told())))
        stats = variant.combat.simulate(battle, RUNS, 7)
        measures = {name: values.tolist() for name, values in stats.measures.items()}
        counted = [stats.winner.tolist(), stats.rounds.tolist(), stats.shots.tolist(), measures]
        parts.append((f"battle {number} many times", digest_of(counted)))
    return dict(parts)


def _of(turn: Turn) -> Iterator[tuple[str, str]]:
    yield "game", turn.digest
    yield "events", turn.events_digest
    yield "ledger", digest_of(plain(turn.ledger.entries))
    yield "remarks", digest_of(plain({name: list(said) for name, said in turn.diagnostics.items()}))
    for empire, report in turn.reports().items():
        yield f"report of {empire}", digest_of([report.data, report.text])


def replayed(hash_seeds: Sequence[int], variant: Variant, **game: Any) -> list[dict[str, str]]:
    """What `replay` answers in new processes, one for each hash seed."""
    told = json.dumps({"rules": addresses(variant.sources), **game})
    command = [sys.executable, "-m", "horizons_core.testing.replay", told]
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
    game = json.loads(given)
    variant = found(game.pop("rules"))
    sys.stdout.write(json.dumps(replay(variant, **game)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])

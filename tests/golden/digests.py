"""Replay the golden games and compare the digest of every turn: `python -m tests.golden.digests`.

It needs only the core's dependencies, neither pytest nor bots, so that any Python can run it.
Names of games select them; with `--compiled` all battles are fought by compiled kernels, otherwise
small ones are interpreted. The last line is a digest of new games of all variants, which must
be the same on every machine. Exit status 1 means that a turn had a different result.
"""

from __future__ import annotations

import argparse
import contextlib
import platform
import sys
import time
from collections.abc import Iterator

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.kernels.jit import ExecutionMode, only
from tests.golden import games

PLAYERS = ["Ada", "Brin", "Cleo"]


def short(digest: str) -> str:
    """Return the beginning of a digest, enough to distinguish two games."""
    return digest[:16]


def replayed(golden: games.GoldenGame) -> Iterator[hz.Game]:
    """Yield the game after each turn."""
    game = hz.load(golden.game)
    for turn in golden.turns:
        game = hz.run_turn(game, turn.orders).game
        yield game


def first_difference(golden: games.GoldenGame) -> str:
    """Replay a golden game; return a message for the first turn with a different digest, or ""."""
    for turn, game in zip(golden.turns, replayed(golden), strict=True):
        digest = short(hz.digest(game))
        if digest != turn.digest:
            return f"turn {game.turn} has the digest {digest}, not {turn.digest}"
    return ""


def new_games() -> str:
    """Return a common digest of a new game of each variant."""
    new_digests = [
        hz.digest(hz.load_variant(name).new_game(PLAYERS, seed="golden"))
        for name in sorted(hz.variants())
    ]
    return short(digest_of(new_digests))


def check(names: list[str]) -> bool:
    """Replay golden games and print a line for each; return whether all digests match."""
    fine = True
    for path in games.files():
        name = path.name.removesuffix(".json.gz")
        if names and name not in names:
            continue
        began, golden = time.process_time(), games.read(path)
        difference = first_difference(golden)
        fine = fine and not difference
        seconds = time.process_time() - began
        print(
            f"{name}: {difference or f'{len(golden.turns)} turns as they were'} ({seconds:.1f} s)"
        )
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description="Replay the golden games.")
    parser.add_argument("names", nargs="*", help="golden games; all if none is named")
    parser.add_argument("--compiled", action="store_true", help="fight by compiled kernels")
    words = parser.parse_args()
    print(f"Python {platform.python_version()}")
    with only(ExecutionMode.COMPILED) if words.compiled else contextlib.nullcontext():
        fine = check(words.names)
    print(f"new games: {new_games()}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())

"""Golden games as compressed files: the game before its first turn, orders, digests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

FOLDER = Path(__file__).parent


@frozen
class GoldenTurn:
    """The orders of a turn by seat, and the beginning of the digest of the game after it."""

    orders: Mapping[str, str]
    digest: str


@frozen
class GoldenGame:
    """The data of a game before its first turn, and its turns."""

    game: dict[str, Any]
    turns: tuple[GoldenTurn, ...]


def files() -> list[Path]:
    """Return the files of all golden games."""
    return sorted(FOLDER.glob("*.json.gz"))


def read(path: Path) -> GoldenGame:
    """Read a golden game."""
    data = json.loads(gzip.decompress(path.read_bytes()))
    turns = tuple(GoldenTurn(turn["orders"], turn["digest"]) for turn in data["turns"])
    return GoldenGame(data["game"], turns)


def write(name: str, golden: GoldenGame) -> Path:
    """Write a golden game; the same game gives the same file."""
    turns = [{"orders": turn.orders, "digest": turn.digest} for turn in golden.turns]
    text = json.dumps({"game": golden.game, "turns": turns}, separators=(",", ":"))
    path = FOLDER / f"{name}.json.gz"
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return path

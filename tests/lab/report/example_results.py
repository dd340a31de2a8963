"""Fictional results of a game that is not installed, as stored in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from horizons_core import canonical
from horizons_lab.records import GameRecord, SeatRecord, TurnRecord

HOSTILE = '=<script>alert("1")</script>&$x$\u202e{{ 7 }}\n%s'
STUDY: dict[str, Any] = {
    "variant": "lost_game",
    "seats": ["ada", {"python": "lost.module.bot", "label": HOSTILE}],
    "games": 12,
    "key": "made up",
    "measures": {"ore": "sum(stock)", "word": "name"},
    "turn_measures": {"ships": {"python": "lost.module.ships"}},
    "title": "Who <wins>?",
}


def record(game: int, cell: str = "{}", players: tuple[str, ...] = ("ada", HOSTILE)) -> GameRecord:
    """Return a game: ada wins three of four, and the seats rotate from game to game."""
    winner = "ada" if game % 4 else players[-1]
    turns = 3 + game % 3
    seats = players[game % len(players) :] + players[: game % len(players)]
    return GameRecord(
        cell=cell,
        game=game,
        turns=turns,
        ended=game != 5,
        reason="" if game == 5 else "=all the ore",
        digest="0" * 8,
        seats=tuple(
            SeatRecord(
                seat=number,
                player=player,
                place=1 if player == winner else 2,
                won=player == winner,
                score=float(-10 * number + game),
                forfeit=HOSTILE if game == 7 and player == HOSTILE else "",
                measures={"ore": game * number % 7 - 3, "word": "=1+1"},
            )
            for number, player in enumerate(seats, start=1)
        ),
        by_turn=tuple(
            TurnRecord(turn, number, {"ships": turn * number + game % 5})
            for turn in range(1, turns + 1)
            for number in range(1, len(seats) + 1)
        ),
    )


def folder(path: Path, records: Iterable[GameRecord] | None = None, **changes: Any) -> Path:
    """Write a folder with these games, or with all 12; `changes` are changes of the study."""
    study = {**STUDY, **changes}
    (path / "study.json").write_text(json.dumps(study), "utf-8")
    versions = {"versions": {"horizons": "0.1.0", "lost_game": "2.0"}, "identity": {}}
    (path / "versions.json").write_text(json.dumps(versions), "utf-8")
    games = map(record, range(12)) if records is None else records
    (path / "games.jsonl").write_bytes(b"".join(game.line() + b"\n" for game in games))
    return path


def grid(path: Path) -> Path:
    """Write a folder with a factor of two levels, one of them a list of mods."""
    levels: list[list[str]] = [[], ["-fast"]]
    cells = [canonical({"mods": level}).decode() for level in levels]
    records = [record(game, cell) for game in range(12) for cell in cells]
    return folder(path, records, factors={"mods": levels})


PLAYERS = ("ada", "bo", "cleo", "dora", "emil")


def crowd(path: Path) -> Path:
    """Write an unfinished study of five players and two factors, without rotation of seats."""
    factors: dict[str, list[Any]] = {"options.rich": [True, False], "max_turns": [9, 4]}
    cells = [
        canonical({"options.rich": rich, "max_turns": most}).decode()
        for rich in factors["options.rich"]
        for most in factors["max_turns"]
    ]
    games = [*range(24), 26]
    records = [_of_a_crowd(game, place, cell) for game in games for place, cell in enumerate(cells)]
    return folder(
        path, records, seats=list(PLAYERS), games=30, key="", measures={}, turn_measures={},
        factors=factors, rotate=False, mods=["short_war"], options={"goal": 7}, title="",
        stop={"player": "ada", "width": 0.01},
    )  # fmt: skip


def _of_a_crowd(game: int, cell: int, key: str) -> GameRecord:
    """Return a game: in cell 0 ada wins, else all, two or no players; each has a reason to end."""
    winners = {0} if cell == 0 else {game % 6, (game * cell) % 6}
    seats = tuple(
        SeatRecord(
            seat=number + 1,
            player=player,
            place=1 if number in winners else 2,
            won=number in winners,
            score=None if cell == 3 else float((game * (number + 2) + cell) % (11 + cell)),
            forfeit="",
            measures={},
        )
        for number, player in enumerate(PLAYERS)
    )
    reason = f"reason {min(game, 11)}" if cell == 1 else ""
    return GameRecord(key, game, 4 + cell + game % 2, cell != 2, reason, "0" * 8, seats)

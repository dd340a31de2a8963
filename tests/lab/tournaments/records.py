"""Fictional records of games."""

from __future__ import annotations

import math

from horizons_core import Stream
from horizons_lab.records import GameRecord, SeatRecord


def game(number: int, **places: int | None) -> GameRecord:
    """Return a game with these places of players; unknown places are None."""
    seats = tuple(
        SeatRecord(seat, player, place, place == 1, None, "", {})
        for seat, (player, place) in enumerate(places.items(), start=1)
    )
    return GameRecord("", number, 10, True, "", "", seats)


def games(strengths: dict[str, float], count: int, seed: int) -> list[GameRecord]:
    """Return rounds of games between all pairs, with chances that follow from their strengths.

    A lead of 25 / 6 * sqrt(2) points means odds of e to 1.
    """
    dice, unit = Stream.from_key("made up", seed), 25 / 6 * math.sqrt(2)
    names, records = list(strengths), []
    for _ in range(count):
        for place, name in enumerate(names):
            for opponent in names[:place]:
                ahead = 1 / (1 + math.exp((strengths[opponent] - strengths[name]) / unit))
                first = 1 if dice.random() < ahead else 2
                records.append(game(len(records), **{name: first, opponent: 3 - first}))
    return records

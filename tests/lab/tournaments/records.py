"""Records of games that were never played."""

from __future__ import annotations

import math

from horizons_core import Stream
from horizons_lab.records import GameRecord, SeatRecord


def game(number: int, **places: int | None) -> GameRecord:
    """A game in which these players had these places; nobody knows any if they are None."""
    seats = tuple(
        SeatRecord(seat, player, place, place == 1, None, "", {})
        for seat, (player, place) in enumerate(places.items(), start=1)
    )
    return GameRecord("", number, 10, True, "", "", seats)


def games(strengths: dict[str, float], count: int, seed: int) -> list[GameRecord]:
    """Rounds in which each two play a game, by chances that follow from their strengths.

    One with 25 / 6 * sqrt(2) points more wins with odds of e to 1.
    """
    dice, unit = Stream.from_key("made up", seed), 25 / 6 * math.sqrt(2)
    names, found = list(strengths), []
    for _ in range(count):
        for place, one in enumerate(names):
            for other in names[:place]:
                ahead = 1 / (1 + math.exp((strengths[other] - strengths[one]) / unit))
                first = 1 if dice.random() < ahead else 2
                found.append(game(len(found), **{one: first, other: 3 - first}))
    return found

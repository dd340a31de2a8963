"""The record of a game in a study: plain data that converts to a line of JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs

import horizons_core as hz
from horizons_core.codec import converter


class GameId(NamedTuple):
    """The identity of a game: the index of its cell, and its number in the cell, both from 0."""

    cell: int
    game: int


@attrs.frozen
class SeatRecord:
    """The result of a game for one seat.

    Attributes:
        seat: its number, from 1; players change seats from game to game if seats rotate.
        player: the label of its player.
        place: 1 for the best, shared by equals; None if unknown.
        won: whether it is among the winners, or alone in the first place of a game cut off.
        score: the first figure of the variant's ranking; None without one.
        forfeit: the reason why its program forfeited; "" if it did not.
        measures: the values of the study's measures.
    """

    seat: int
    player: str
    place: int | None
    won: bool
    score: float | None
    forfeit: str
    measures: dict[str, Any]


@attrs.frozen
class TurnRecord:
    """The values of a turn's measures, for one seat."""

    turn: int
    seat: int
    measures: dict[str, Any]


@attrs.frozen
class GameRecord:
    """The result of one game of a study.

    Attributes:
        cell: the key of its cell.
        game: its number in the cell, from 0.
        turns: number of turns played.
        ended: whether the game ended by its own rules, before the turn limit.
        reason: the reason of its end; "" if it was cut off.
        digest: the digest of the last turn's game, which identifies replays.
        seats: one record per seat.
        by_turn: one record per turn and seat, if the study has measures by turn.
    """

    cell: str
    game: int
    turns: int
    ended: bool
    reason: str
    digest: str
    seats: tuple[SeatRecord, ...]
    by_turn: tuple[TurnRecord, ...] = ()

    def line(self) -> bytes:
        """Return it as canonical JSON, without a line end."""
        return hz.canonical(converter().unstructure(self))


def record_from(data: Mapping[str, Any]) -> GameRecord:
    """Parse a record; raises ValueError, TypeError or KeyError for other data."""
    return converter().structure(data, GameRecord)

"""What a study keeps of a game: plain data that goes into a line of JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs

import horizons_core as hz
from horizons_core.codec import converter


class GameId(NamedTuple):
    """Which game of a study: the index of its cell, and its number in the cell, from 0 on."""

    cell: int
    game: int


@attrs.frozen
class SeatRecord:
    """How a game ended for one seat.

    Attributes:
        seat: which one, from 1 on; who sits there changes from game to game if seats rotate.
        player: the label of who played it.
        place: 1 for the best, shared by equals; None if nothing is known.
        won: whether it is among the winners, or alone in the first place of a game cut off.
        score: the first figure of the variant's ranking; None without one.
        forfeit: why its program gave up; "" if it did not.
        measures: the answers to the study's measures.
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
    """The answers to the measures of a turn, for one seat."""

    turn: int
    seat: int
    measures: dict[str, Any]


@attrs.frozen
class GameRecord:
    """One game of a study, as it ended.

    Attributes:
        cell: the key of its cell.
        game: its number in the cell, from 0 on.
        turns: how many turns were played.
        ended: whether the game ended by its own rules, and was not cut off.
        reason: why it ended; "" if it was cut off.
        digest: the digest of the last game, by which a game that is played again can be compared.
        seats: a record a seat.
        by_turn: a record a turn and seat, if the study has measures for turns.
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
        """It as canonical JSON, without an end of line."""
        return hz.canonical(converter().unstructure(self))


def record_from(data: Mapping[str, Any]) -> GameRecord:
    """The record in plain data; raises ValueError, TypeError or KeyError for other data."""
    return converter().structure(data, GameRecord)

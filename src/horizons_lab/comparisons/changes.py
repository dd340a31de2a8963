"""How far values moved: each quantity before and after, and the difference of the pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from horizons_core import Stream
from horizons_lab.records import GameRecord, SeatRecord
from horizons_lab.statistics import (
    Estimate,
    independent_difference,
    mean,
    paired_difference,
    share,
)

#: Two games on the same dice: without the change, and with it.
Pair = tuple[GameRecord, GameRecord]

#: Columns that say the same of all seats of a game.
GAME_COLUMNS = ("turns", "ended")
#: Columns that each player has values of.
PLAYER_COLUMNS = ("won", "place", "score")
#: Columns of outcomes: in how many games it was so.
COUNTED = ("ended", "won")


@attrs.frozen
class Change:
    """How one quantity of one player changed.

    Attributes:
        column: what was measured: `won`, `place`, `score`, a measure; `turns` or `ended` of games.
        player: the label of the player; "" for what is of the whole game.
        cell: the index of the cell.
        turn: the turn after which it was measured; None for the end of the game.
        before: the mean, or the share of games, without the change.
        after: the same with the change.
        difference: the mean of after less before, pair by pair.
        apart: the same difference with the interval that it would have without common dice.
        moved: in how many pairs the value differs.
    """

    column: str
    player: str
    cell: int
    turn: int | None
    before: Estimate
    after: Estimate
    difference: Estimate
    apart: Estimate
    moved: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference lies on one side of 0."""
        return not self.difference.holds(0.0)

    @property
    def gain(self) -> float | None:
        """How wide the interval is as a share of that without common dice; None if that is 0."""
        return self.difference.width / self.apart.width if self.apart.width else None


def changes_of(
    pairs: Sequence[Pair], cell: int, key: str | int, confidence: float
) -> Iterator[Change]:
    """The changes of a cell: of games first, then of each player."""
    for column in GAME_COLUMNS:
        values = [(_of_game(one, column), _of_game(two, column)) for one, two in pairs]
        yield change(values, column=column, player="", cell=cell, key=key, confidence=confidence)
    for player in players_of(pairs):
        for column in (*PLAYER_COLUMNS, *_measures(pairs)):
            found = [(value(one, player, column), value(two, player, column)) for one, two in pairs]
            known = [(a, b) for a, b in found if a is not None and b is not None]
            if known:
                yield change(
                    known, column=column, player=player, cell=cell, key=key, confidence=confidence
                )


def turn_changes_of(
    pairs: Sequence[Pair], cell: int, key: str | int, confidence: float
) -> Iterator[Change]:
    """The changes of a cell's measures of turns, as far as both games of a pair last."""
    by_turn: dict[tuple[str, str, int], list[tuple[float, float]]] = {}
    for one, two in pairs:
        before, after = _turns(one), _turns(two)
        for place, first in before.items():
            second = after.get(place)
            if second is not None:
                by_turn.setdefault(place, []).append((first, second))
    for (player, column, turn), values in sorted(by_turn.items(), key=lambda one: one[0]):
        yield change(
            values,
            column=column,
            player=player,
            cell=cell,
            key=key,
            confidence=confidence,
            turn=turn,
        )


def change(
    values: Sequence[tuple[float, float]],
    *,
    column: str,
    player: str,
    cell: int,
    key: str | int,
    confidence: float,
    turn: int | None = None,
) -> Change:
    """The change in values before and after, a pair a game; its dice come from the key."""
    before, after = [one for one, _ in values], [two for _, two in values]
    stream = Stream.from_key("lab-compare", key, column, player, cell, turn or 0)
    counted = column in COUNTED

    def told(found: list[float]) -> Estimate:
        if counted:
            return share(int(sum(found)), len(found), confidence)
        return mean(found, stream, confidence=confidence)

    return Change(
        column=column,
        player=player,
        cell=cell,
        turn=turn,
        before=told(before),
        after=told(after),
        difference=paired_difference(before, after, stream, confidence=confidence, counted=counted),
        apart=independent_difference(before, after, confidence=confidence, counted=counted),
        moved=sum(one != two for one, two in values),
    )


def players_of(pairs: Sequence[Pair]) -> list[str]:
    """The labels of those who played, in the order of their first seats."""
    return list(dict.fromkeys(seat.player for one, _ in pairs for seat in one.seats))


def value(record: GameRecord, player: str, column: str) -> float | None:
    """A player's value in a game, over all seats: any of them won, or the mean of the others."""
    seats = [seat for seat in record.seats if seat.player == player]
    if column == "won":
        return any(seat.won for seat in seats) if seats else None
    found = [one for seat in seats if (one := _of_seat(seat, column)) is not None]
    return sum(found) / len(found) if found else None


def _of_seat(seat: SeatRecord, column: str) -> float | None:
    told = getattr(seat, column) if column in PLAYER_COLUMNS else seat.measures[column]
    return None if told is None or isinstance(told, str) else float(told)


def _of_game(record: GameRecord, column: str) -> float:
    return record.ended if column == "ended" else record.turns


def _measures(pairs: Sequence[Pair]) -> list[str]:
    found = (name for one, _ in pairs for seat in one.seats for name in seat.measures)
    return list(dict.fromkeys(found))


def _turns(record: GameRecord) -> Mapping[tuple[str, str, int], float]:
    """The values of a game's measures of turns, by player, column and turn: the mean of seats."""
    players = {seat.seat: seat.player for seat in record.seats}
    found: dict[tuple[str, str, int], list[float]] = {}
    for one in record.by_turn:
        for column, told in one.measures.items():
            if told is not None and not isinstance(told, str):
                found.setdefault((players[one.seat], column, one.turn), []).append(float(told))
    return {place: sum(values) / len(values) for place, values in found.items()}

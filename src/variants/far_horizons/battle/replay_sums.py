"""Long battles in a replay: shots are summed by round, or by several rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from horizons_core.combat import Note, Shot
from horizons_core.sums import int_sum

#: A battle with more shots is shown in sums, by round or by several rounds.
MOST_SHOTS = 3_000


def limit_size(entries: Sequence[Shot | Note]) -> tuple[list[Shot], list[Note]]:
    """Return shots and notes, with the positions of the notes; summed if there are too many."""
    stretch, rounds = 1, max((entry.round for entry in entries), default=0)
    count = int_sum(isinstance(entry, Shot) for entry in entries)
    while count > MOST_SHOTS:
        entries = list(_sum_shots(entries, stretch))
        count = int_sum(isinstance(entry, Shot) for entry in entries)
        if stretch >= rounds:
            break
        stretch *= 2
    shots: list[Shot] = []
    notes: list[Note] = []
    for entry in entries:
        if isinstance(entry, Shot):
            shots.append(entry)
        else:
            notes.append(attrs.evolve(entry, at=len(shots)))
    return shots, notes


def _sum_shots(entries: Iterable[Shot | Note], stretch: int) -> Iterator[Shot | Note]:
    """Sum the shots of each stretch of rounds; the notes of a stretch follow."""
    sums: dict[tuple[int, int, str], Shot] = {}
    notes: list[Note] = []
    current = 0
    for entry in entries:
        if (entry.round - 1) // stretch != current:
            yield from sums.values()
            yield from notes
            sums, notes, current = {}, [], (entry.round - 1) // stretch
        if isinstance(entry, Note):
            notes.append(entry)
            continue
        key = (entry.shooter, entry.target, entry.fate)
        sums[key] = _sum(sums[key], entry) if key in sums else entry
    yield from sums.values()
    yield from notes


def _sum(shot: Shot, other: Shot) -> Shot:
    return attrs.evolve(
        shot,
        absorbed=shot.absorbed + other.absorbed,
        damage=shot.damage + other.damage,
        destroyed=shot.destroyed or other.destroyed,
        count=shot.count + other.count,
        kills=shot.kills + other.kills,
        hits=(shot.hits or 0) + (other.hits or 0),
    )

"""Long battles in a replay: shots are summed up by round, or by several rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from horizons_core.combat import Note, Shot
from horizons_core.sums import int_sum

#: A battle of more shots is told in sums, by round or by several rounds.
MOST_SHOTS = 3_000


def bounded(shown: Sequence[Shot | Note]) -> tuple[list[Shot], list[Note]]:
    """Shots and notes, with the places of the notes; in sums if there are too many shots."""
    stretch, rounds = 1, max((one.round for one in shown), default=0)
    count = int_sum(isinstance(one, Shot) for one in shown)
    while count > MOST_SHOTS:
        shown = list(_summed(shown, stretch))
        count = int_sum(isinstance(one, Shot) for one in shown)
        if stretch >= rounds:
            break
        stretch *= 2
    shots: list[Shot] = []
    notes: list[Note] = []
    for one in shown:
        if isinstance(one, Shot):
            shots.append(one)
        else:
            notes.append(attrs.evolve(one, at=len(shots)))
    return shots, notes


def _summed(shown: Iterable[Shot | Note], stretch: int) -> Iterator[Shot | Note]:
    """Sums of the shots of so many rounds; then what was noted in them."""
    sums: dict[tuple[int, int, str], Shot] = {}
    notes: list[Note] = []
    current = 0
    for one in shown:
        if (one.round - 1) // stretch != current:
            yield from sums.values()
            yield from notes
            sums, notes, current = {}, [], (one.round - 1) // stretch
        if isinstance(one, Note):
            notes.append(one)
            continue
        key = (one.shooter, one.target, one.fate)
        sums[key] = _sum(sums[key], one) if key in sums else one
    yield from sums.values()
    yield from notes


def _sum(one: Shot, other: Shot) -> Shot:
    return attrs.evolve(
        one,
        absorbed=one.absorbed + other.absorbed,
        damage=one.damage + other.damage,
        destroyed=one.destroyed or other.destroyed,
        count=one.count + other.count,
        kills=one.kills + other.kills,
        hits=(one.hits or 0) + (other.hits or 0),
    )

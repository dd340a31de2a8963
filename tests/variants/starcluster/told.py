"""Records of battles as lines of text, for tests that hold a whole battle."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.combat import BattleRecord


def lines(record: BattleRecord) -> list[str]:
    """Units before and after, then the events in order, with the number of their round."""
    return [*_units(record), *_events(record), _end(record)]


def _units(record: BattleRecord) -> Iterator[str]:
    for number, unit in enumerate(record.units):
        gone = "destroyed" if unit.destroyed else unit.fate
        words = [f"{number} {unit.name} ({unit.mark}, {record.sides[unit.side]})"]
        words += [f"{' '.join(map(str, unit.before.values()))}"] if unit.before else []
        words += [f"to {' '.join(map(str, unit.after.values()))}"] if unit.after else []
        yield ", ".join(" ".join(words).split("|") + [word for word in (unit.about, gone) if word])


def _events(record: BattleRecord) -> Iterator[str]:
    notes = list(record.notes)
    for number, shot in enumerate(record.shots):
        while notes and notes[0].at <= number:
            yield _note(notes.pop(0))
        text = f"{shot.round}: {shot.shooter} on {shot.target}, {shot.damage}"
        text += f", {' '.join(shot.lost)} lost" if shot.lost else ""
        text += "" if shot.hits == 1 else f", {shot.hits} hits"
        yield text + (", destroyed" if shot.destroyed else "")
    yield from map(_note, notes)


def _note(note) -> str:
    return f"{note.round}: {note.text}" + (f" {list(note.gone)}" if note.gone else "")


def _end(record: BattleRecord) -> str:
    winner = "nobody" if record.winner is None else record.sides[record.winner]
    return f"{winner} after {record.rounds} rounds, {record.words} words"

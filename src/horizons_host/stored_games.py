"""Exporting a stored game to a file for studies, upgrades and other gamemasters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_core.stored_games import (
    Newcomer,
    StoredGame,
    StoredGameEdit,
    StoredGameTurn,
    event_record,
    remark_record,
    state_digest,
    stored_game_data,
    without_persons,
)
from horizons_host.desk.edit_files import edit_in
from horizons_host.files import write_atomically
from horizons_host.seating import seat_of
from horizons_host.store import GameStore, Joining, Seat, SetUp, StoredTurn, next_attempt

#: The name of the export format, and of its file.
FORMAT, FILE = "stored-game", "stored-game.json"
#: Codes of remarks that the host adds, not the rules.
PROGRAM_REMARKS = frozenset({"edited", "migrated", "on-behalf", "stand-in", "taken-back"})


def stored_game(store: GameStore, last: int | None = None, since: int | None = None) -> StoredGame:
    """Export the game up to a turn (None: the latest), without personal data.

    It begins with the set-up, or with the state after the turn `since`. Raises GameStoreError for
    a turn that was not run or is damaged.
    """
    until = store.latest() if last is None else last
    store.stored(until)  # fails early for a turn that was not run
    before = store.stored(store.first() if since is None else since)
    set_up, seats = store.set_up(), store.seats()
    late = {joining.seat for joining in before.joined}
    first = [seat for seat in seats if not seat.since and seat.name not in late]
    start, turns = before, []
    for number in range(start.turn + 1, until + 1):
        stored = store.stored(number)
        turns.append(_turn(store, before, stored, seats))
        before = stored
    info = store.info()
    return StoredGame(
        name=info.name,
        variant=info.variant,
        start=without_persons({**start.state, **start.rules_names}),
        players=tuple(seat.name for seat in first if not seat.role),
        turns=tuple(turns),
        roles={seat.name: seat.role for seat in first if seat.role},
        set_up=_options(set_up) if since is None else None,
    )


def _options(set_up: SetUp | None) -> dict[str, Any] | None:
    """Return the options of a set-up that can be recomputed, or None."""
    return dict(set_up.options) if set_up is not None and set_up.origin == "new" else None


def write_stored_game(game: StoredGame, folder: Path) -> Path:
    """Write the private file to an empty or new folder and return its path.

    Raises HorizonsError for a folder that is not empty, OSError.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HorizonsError(f"'{folder}' is not an empty folder", "choose a new folder")
    file = folder / FILE
    text = json.dumps(stored_game_data(game), indent=1, sort_keys=True, ensure_ascii=False)
    write_atomically(file, text + "\n", private=True)
    return file


def _turn(
    store: GameStore, before: StoredTurn, stored: StoredTurn, seats: tuple[Seat, ...]
) -> StoredGameTurn:
    return StoredGameTurn(
        turn=stored.turn,
        orders=without_persons(dict(store.used(stored).texts)),
        digest=state_digest(stored.state),
        attempt=next_attempt(store.undone(stored.turn)),
        not_before=before.not_before,
        joined=tuple(_newcomer(joining, seats) for joining in before.joined),
        edits=tuple(_edits(before)),
        events=tuple(event_record(event) for event in stored.events),
        remarks=_remarks(store, stored.turn),
        versions=dict(stored.versions),
    )


def _edits(before: StoredTurn) -> Iterator[StoredGameEdit]:
    """Yield the edits after a turn, each with the number of seats that had joined before it."""
    joined = 0
    for change in before.changes:
        if isinstance(change.record, Joining):
            joined += 1
        else:
            yield StoredGameEdit(without_persons(edit_in(change.record.text)), joined)


def _newcomer(joining: Joining, seats: tuple[Seat, ...]) -> Newcomer:
    seat = seat_of(seats, joining.seat)
    address = "" if seat.role else without_persons(seat.address)
    return Newcomer(seat.name, seat.role, dict(joining.options), address)


def _remarks(store: GameStore, turn: int) -> dict[str, list[dict[str, Any]]]:
    """Return the rules' remarks on orders in the reports, by seats that have any."""
    by_seat = {
        name: [
            remark_record(remark)
            for remark in store.report(turn, name)["diagnostics"]
            if remark["code"] not in PROGRAM_REMARKS
        ]
        for name in store.reported(turn)
    }
    return {name: remarks for name, remarks in by_seat.items() if remarks}

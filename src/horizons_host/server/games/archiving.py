"""The archive and dice keys of a game, and updates of the server's tables after a change.

A job opens the archive after the game's end and stores it as one file. Pages and calls serve
that file, so everyone can verify what they read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from attrs import frozen

import horizons_core as hz
from horizons_core.archives import Bounds
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.games.archive import archive, record_opening, write_archive_zip
from horizons_host.games.audit import GAMEMASTER, SERVER, archive_opened
from horizons_host.games.commitments import seat_commitments
from horizons_host.games.dice_proofs import PUBLIC, RevealedKey, revealed_keys
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, players
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.jobs import delivery, queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.people import results
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Number of turns whose keys are shown.
_TURNS_SHOWN = 12

ARCHIVE_KIND = "archive"
#: The name of the file in the game's folder.
FILE = "archive.zip"
#: Maximum size in bytes of a file in an archive, on pages and in calls, as in `verify --archive`.
_MAX_BYTES = Bounds().file_bytes
#: Time after the end in which the gamemaster can still undo the last turn.
OPENS_AFTER = timedelta(days=3)


@frozen
class KnownDiceKeys:
    """The `keys` that reports showed, latest first, and the commitments for the coming `turn`."""

    turn: int
    commitments: Sequence[str]
    keys: Sequence[RevealedKey]


def dice_keys_of(store: GameStore, seat: str) -> KnownDiceKeys:
    """Return the keys that a seat knows."""
    latest = store.latest()
    turns = range(max(store.first(), latest - _TURNS_SHOWN), latest + 1)
    reports = [store.report(turn, seat) for turn in turns if seat in store.reported(turn)]
    keys = sorted(revealed_keys(reports), key=lambda shown: (-shown.turn, shown.audience != PUBLIC))
    return KnownDiceKeys(latest + 1, seat_commitments(store, seat), keys)


class NoArchiveError(HorizonsError):
    """An archive that is not open, or a file that it does not contain."""


def schedule_opening(service: Service, key: str) -> None:
    """Schedule the opening of an ended game's archive; calling it again changes nothing.

    Without a gamemaster who could undo a turn it opens at once.
    """
    game = directory.find_game(service, key)
    present = [member for member in directory.members(service, key) if member.left_at is None]
    if game.ended_at is None:
        return
    wait = OPENS_AFTER if any(m.role == directory.GAMEMASTER for m in present) else timedelta()
    due = opens_at(game.ended_at, wait)
    facts = {"by": SERVER, "ended_at": game.ended_at}
    queue.enqueue(
        service, ARCHIVE_KIND, key, f"{ARCHIVE_KIND} {key} {game.ended_at}", facts, due_at=due
    )


def opens_at(ended_at: str, wait: timedelta = OPENS_AFTER) -> str:
    """Return the time at which the archive of a game that ended at `ended_at` opens by itself."""
    return stamp(lambda: datetime.fromisoformat(ended_at) + wait)


def request_opening(service: Service, key: str, by: Account | None = None) -> None:
    """Open the archive on the gamemaster's request; raises HorizonsError before the end."""
    game = directory.find_game(service, key)
    if game.state != directory.ENDED:
        raise HorizonsError(
            LocalizedText("the game is not over, so its hidden information stays hidden"),
            LocalizedText("end the game first"),
        )
    facts = {"by": GAMEMASTER, "ended_at": game.ended_at, **queue.requester_facts(by)}
    unique_name = f"{ARCHIVE_KIND} {key} {game.ended_at} now {'' if by is None else by.id}".rstrip()
    queue.enqueue(service, ARCHIVE_KIND, key, unique_name, facts)


def open_archive(service: Service, job: Job) -> str:
    """Open the archive of a job's game, store its results, and return a message about it.

    It stays closed if the end was undone, even if the game has ended again since.
    """
    game = directory.find_game(service, job.game)
    if game.ended_at != job.facts["ended_at"]:
        return "the end of the game was undone"
    with service.database.game(job.game) as store:
        if store.snapshot().state.get("outcome") is None:
            return "the game is still running"
        record_opening(store, service.clock, str(job.facts["by"]))
        _archive_file(store)
        results.record_results(service, game, store)
    return "the archive is open"


def _archive_file(store: GameStore) -> Path:
    """Return the archive's file, creating it if it is missing, as on another machine."""
    file = store.folder / FILE
    if not file.exists():
        info = store.info()
        variant = hz.load_variant(info.variant, info.mods, info.data_mods)
        write_archive_zip(variant, archive(store), file)
    return file


def opened_archive(store: GameStore) -> Path:
    """Return the file of an archive that is open; raises NoArchiveError."""
    if not archive_opened(store):
        raise NoArchiveError(
            LocalizedText("the archive isn't open yet"),
            LocalizedText("it opens after the game ends"),
        )
    return _archive_file(store)


def readable_archive(service: Service, rights: Access) -> Path:
    """Return the file of the open archive of a game; raises NoGameError otherwise."""
    if rights.game.state != directory.ENDED:
        raise page_not_found()
    try:
        with service.database.game(rights.game.key) as store:
            return opened_archive(store)
    except NoArchiveError as problem:
        raise page_not_found() from problem


def archived_file(file: Path, name: str) -> bytes:
    """Return a file of an archive; raises NoArchiveError if it is missing or too large."""
    with zipfile.ZipFile(file) as packed:
        try:
            with packed.open(name) as member:
                data = member.read(_MAX_BYTES + 1)
        except KeyError as problem:
            raise NoArchiveError(
                LocalizedText("this file isn't in the archive"),
                LocalizedText("start from the archive page"),
            ) from problem
    if len(data) > _MAX_BYTES:
        raise NoArchiveError(
            LocalizedText("this file is too large to show"),
            LocalizedText("download the whole archive"),
        )
    return data


def update_after_change(service: Service, key: str, store: GameStore) -> None:
    """Update the directory after a change of a game; calling it again changes nothing.

    It notes whether the game is over, plans its archive, counts its players' reliability, and
    delivers notifications.
    """
    if store.snapshot().state.get("outcome") is None:
        directory.set_state(service, key, directory.ENDED, directory.RUNNING)
    else:
        directory.set_state(service, key, directory.RUNNING, directory.ENDED)
        schedule_opening(service, key)
    players.count_turns(service, key, store)
    delivery.wake_delivery(service, key)

"""The archive of a game on the server: opened by a job after the end, and kept as one file.

Pages and calls give what is in that file, so what everybody reads is what everybody can check.
"""

from __future__ import annotations

import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import horizons_core as hz
from horizons_core.archives import Bounds
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.desk.archive import archive, note_opened
from horizons_host.desk.archive_pages import write_archive_zip
from horizons_host.desk.audit import GAMEMASTER, SERVER, archive_opened
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, nothing_here
from horizons_host.server.jobs import queue
from horizons_host.server.jobs.queue import Job
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore

KIND = "archive"
#: The file, in the folder for the game's files.
FILE = "archive.zip"
#: The most bytes of one of its files on a page or in a call: what `verify --archive` unpacks.
_MOST_BYTES = Bounds().file_bytes
#: So long after the end the gamemaster can still take the last turn back.
OPENS_AFTER = timedelta(days=3)


class NoArchiveError(HorizonsError):
    """An archive that is not open, or a file that is not in it."""


def plan(service: Service, key: str) -> None:
    """Have the archive of a game that is over be opened in time; twice is once.

    Where nobody could take a turn back it opens at once.
    """
    game = directory.find(service, key)
    present = [one for one in directory.members(service, key) if one.left_at is None]
    if game.ended_at is None:
        return
    wait = OPENS_AFTER if any(one.role == directory.GAMEMASTER for one in present) else timedelta()
    due = opens_at(game.ended_at, wait)
    facts = {"by": SERVER, "ended_at": game.ended_at}
    queue.put(service, KIND, key, f"{KIND} {key} {game.ended_at}", facts, due_at=due)


def opens_at(ended_at: str, wait: timedelta = OPENS_AFTER) -> str:
    """When the archive of a game that ended at a time opens by itself."""
    return stamp(lambda: datetime.fromisoformat(ended_at) + wait)


def open_now(service: Service, key: str, by: Account | None = None) -> None:
    """Have the archive be opened by the gamemaster's word; raises HorizonsError before the end."""
    game = directory.find(service, key)
    if game.state != directory.ENDED:
        raise HorizonsError(
            LocalizedText("the game is not over, so its hidden information stays hidden"),
            LocalizedText("end the game first"),
        )
    facts = {"by": GAMEMASTER, "ended_at": game.ended_at, **queue.asked_by(by)}
    once = f"{KIND} {key} {game.ended_at} now {'' if by is None else by.id}".rstrip()
    queue.put(service, KIND, key, once, facts)


def do(service: Service, job: Job) -> str:
    """Open the archive of a job's game; says what was done.

    It stays closed if that end was taken back, though the game has come to another one since.
    """
    if directory.find(service, job.game).ended_at != job.facts["ended_at"]:
        return "the end of the game was undone"
    with service.database.game(job.game) as store:
        if store.snapshot().state.get("outcome") is None:
            return "the game is still running"
        note_opened(store, service.clock, str(job.facts["by"]))
        _file(store)
    return "the archive is open"


def _file(store: GameStore) -> Path:
    """The archive's file; made anew where it is missing, as on another machine."""
    file = store.folder / FILE
    if not file.exists():
        plate = store.plate()
        variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
        write_archive_zip(variant, archive(store), file)
    return file


def opened(store: GameStore) -> Path:
    """The file of an archive that is open; raises NoArchiveError."""
    if not archive_opened(store):
        raise NoArchiveError(
            LocalizedText("the archive isn't open yet"),
            LocalizedText("it opens after the game ends"),
        )
    return _file(store)


def readable(service: Service, found: Access) -> Path:
    """The file of the open archive of a game; raises NoGameError as if it were not there."""
    if found.game.state != directory.ENDED:
        raise nothing_here()
    try:
        with service.database.game(found.game.key) as store:
            return opened(store)
    except NoArchiveError as problem:
        raise nothing_here() from problem


def content(file: Path, name: str) -> bytes:
    """A file of an archive; raises NoArchiveError if there is none, or it is too large."""
    with zipfile.ZipFile(file) as packed:
        try:
            with packed.open(name) as member:
                found = member.read(_MOST_BYTES + 1)
        except KeyError as problem:
            raise NoArchiveError(
                LocalizedText("this file isn't in the archive"),
                LocalizedText("start from the archive page"),
            ) from problem
    if len(found) > _MOST_BYTES:
        raise NoArchiveError(
            LocalizedText("this file is too large to show"),
            LocalizedText("download the whole archive"),
        )
    return found

"""The archive as a folder of pages and files.

index.html          the end of the game, every turn with links to all reports, the audit log
archive.json        the same as plain data
stored-game.json    the game with its random seed and all orders, for replays
reports/            all reports by turn, in all forms; also of undone turns, and the commitments
                    of the dice: a player can check all keys with them
gamemaster/         the gamemaster's view of every turn
orders/             the orders by turn
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.stored_games import stored_game_data, without_persons
from horizons_host.clock import local_time
from horizons_host.desk.archive import Archive, ArchivedTurn
from horizons_host.files import file_stem, write_atomically
from horizons_host.pages import page
from horizons_host.report_files import in_all_forms, turn_name
from horizons_host.retakes import recorded_commitments
from horizons_host.stored_games import FILE as STORED_GAME

#: Folders and files of an archive.
REPORTS, ALL, ORDERS = "reports", "gamemaster", "orders"
INDEX, DATA = "index.html", "archive.json"


def write_archive(variant: hz.Variant, archive: Archive, place: Path) -> int:
    """Write the archive to a new or empty folder and return the number of files.

    Raises HorizonsError if the folder is not empty, OSError.
    """
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise HorizonsError(f"'{place}' is not an empty folder", "choose a new folder")
    number = 0
    for number, (name, content) in enumerate(archive_files(variant, archive), start=1):  # noqa: B007
        write_atomically(place / name, content)
    return number


def write_archive_zip(variant: hz.Variant, archive: Archive, file: Path) -> None:
    """Write the archive as one file, with the same bytes each time; raises OSError."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in archive_files(variant, archive):
            # Without a timestamp, which would differ each time.
            target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    write_atomically(file, buffer.getvalue())


def archive_files(variant: hz.Variant, archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield names and contents of the archive's files."""
    yield STORED_GAME, _json(stored_game_data(archive.stored))
    yield DATA, _json(archive.to_dict())
    yield f"{REPORTS}/audit.txt", "".join(f"{entry.words}\n" for entry in archive.audit)
    for entry in archive.audit:
        promised = entry.facts.get("promised")
        if promised is None:
            continue
        for seat in promised["own"]:
            lines = "".join(f"{line}\n" for line in recorded_commitments(promised, seat))
            yield f"{REPORTS}/promised-{entry.number}/{file_stem(seat)}.notice.txt", lines
    for turn in archive.turns:
        yield from _turn_files(variant, turn)
    yield (
        INDEX,
        page(
            "archive.html.jinja",
            found=archive,
            links=_links(archive),
            local_time=local_time,
            without_persons=without_persons,
        ),
    )


def _json(data: Any) -> str:
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _turn_files(variant: hz.Variant, turn: ArchivedTurn) -> Iterator[tuple[str, str]]:
    name = turn_name(turn.turn)
    folders = {f"{REPORTS}/{name}": turn.reports}
    for run, back in enumerate(turn.taken_back, start=1):
        folders[f"{REPORTS}/{name}-taken-back-{run}"] = back.reports
    for folder, documents in folders.items():
        for seat, document in documents.items():
            for file, text in in_all_forms(variant, file_stem(seat), document).items():
                yield f"{folder}/{file}", text
    for file, text in in_all_forms(variant, name, turn.gamemaster).items():
        yield f"{ALL}/{file}", text
    for seat, text in turn.orders.items():
        yield f"{ORDERS}/{name}/{file_stem(seat)}.txt", text


def _links(archive: Archive) -> dict[int, dict[str, Any]]:
    """Return the links to each turn's files: the gamemaster's, and reports and orders by seat.

    File names have %XX for special characters, which must be quoted again in links.
    """
    links = {}
    for turn in archive.turns:
        name = turn_name(turn.turn)
        links[turn.turn] = {
            "gamemaster": f"{ALL}/{name}.html",
            "reports": _seat_links(turn.reports, f"{REPORTS}/{name}", "html"),
            "orders": _seat_links(turn.orders, f"{ORDERS}/{name}", "txt"),
            "taken_back": [
                _seat_links(back.reports, f"{REPORTS}/{name}-taken-back-{run}", "html")
                for run, back in enumerate(turn.taken_back, start=1)
            ],
        }
    return links


def _seat_links(seats: Iterable[str], folder: str, ending: str) -> dict[str, str]:
    return {seat: f"{folder}/{quote(file_stem(seat))}.{ending}" for seat in seats}

"""The archive as a folder of pages and files.

index.html          how it ended, every turn with links to all reports, the audit
archive.json        the same as plain data
stored-game.json    the whole game with its secret and all orders, to be played again
reports/            all reports by turn, in all forms; also of turns that were taken back, and
                    what was promised of dice: what a player needs to check all keys
gamemaster/         the whole game by turn, as only the gamemaster saw it
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
from horizons_host.retakes import promises_noted
from horizons_host.stored_games import FILE as STORED_GAME

#: The folders in an archive, and the files beside them.
REPORTS, ALL, ORDERS = "reports", "gamemaster", "orders"
INDEX, DATA = "index.html", "archive.json"


def write_archive(variant: hz.Variant, found: Archive, place: Path) -> int:
    """Write the archive into a new folder or an empty one; answers how many files it has.

    Raises HorizonsError for a folder with something in it, OSError.
    """
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise HorizonsError(f"'{place}' is not an empty folder", "choose a new folder")
    number = 0
    for number, (name, content) in enumerate(archive_files(variant, found), start=1):  # noqa: B007
        write_atomically(place / name, content)
    return number


def write_archive_zip(variant: hz.Variant, found: Archive, file: Path) -> None:
    """Write the archive as one file, the same bytes each time; raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in archive_files(variant, found):
            # Without a time of its own, which would be that of the writing.
            into.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    write_atomically(file, packed.getvalue())


def archive_files(variant: hz.Variant, found: Archive) -> Iterator[tuple[str, str]]:
    """The files of the archive, by their names in it."""
    yield STORED_GAME, _json(stored_game_data(found.stored))
    yield DATA, _json(found.told())
    yield f"{REPORTS}/audit.txt", "".join(f"{entry.words}\n" for entry in found.audit)
    for entry in found.audit:
        promised = entry.facts.get("promised")
        if promised is None:
            continue
        for seat in promised["own"]:
            lines = "".join(f"{line}\n" for line in promises_noted(promised, seat))
            yield f"{REPORTS}/promised-{entry.number}/{file_stem(seat)}.notice.txt", lines
    for turn in found.turns:
        yield from _of_turn(variant, turn)
    yield (
        INDEX,
        page(
            "archive.html.jinja",
            found=found,
            links=_links(found),
            local_time=local_time,
            without_persons=without_persons,
        ),
    )


def _json(data: Any) -> str:
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _of_turn(variant: hz.Variant, turn: ArchivedTurn) -> Iterator[tuple[str, str]]:
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


def _links(found: Archive) -> dict[int, dict[str, Any]]:
    """By turn, where its files lie: the gamemaster's, and by seat the report and the orders.

    As links: in names of files other signs than letters stand as %XX, which a link would decode.
    """
    known = {}
    for turn in found.turns:
        name = turn_name(turn.turn)
        known[turn.turn] = {
            "gamemaster": f"{ALL}/{name}.html",
            "reports": _each(turn.reports, f"{REPORTS}/{name}", "html"),
            "orders": _each(turn.orders, f"{ORDERS}/{name}", "txt"),
            "taken_back": [
                _each(back.reports, f"{REPORTS}/{name}-taken-back-{run}", "html")
                for run, back in enumerate(turn.taken_back, start=1)
            ],
        }
    return known


def _each(seats: Iterable[str], folder: str, ending: str) -> dict[str, str]:
    return {seat: f"{folder}/{quote(file_stem(seat))}.{ending}" for seat in seats}

"""Files of a game's folder after the game was restored from a backup."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import horizons_core as hz
from horizons_host.backups import BACKUPS
from horizons_host.files import file_stem, write_atomically
from horizons_host.report_files import REPORTS, turn_folder, write_reports
from horizons_host.store import DATABASE, GameStore


def put_aside(folder: Path) -> Path | None:
    """Move the files of a damaged game to the folder of backups; return the new path, or None."""
    damaged = [
        path for path in (folder / f"{DATABASE}{end}" for end in ("", "-journal")) if path.exists()
    ]
    if not damaged:
        return None
    (folder / BACKUPS).mkdir(mode=0o700, exist_ok=True)
    number = 1
    while (folder / BACKUPS / f"damaged-{number}.sqlite").exists():
        number += 1
    target = folder / BACKUPS / f"damaged-{number}.sqlite"
    for path in damaged:
        path.replace(target.with_name(target.name + path.name.removeprefix(DATABASE)))
    return target


def write_files(folder: Path, turn: int, attempt: int, notices: Mapping[str, str]) -> None:
    """Rename the report folders of later turns, and write the reports of the current turn.

    Raises OSError.
    """
    with GameStore(folder) as store:
        info = store.info()
        variant = hz.load_variant(info.variant, info.mods, info.data_mods)
        documents = {seat: store.report(turn, seat) for seat in store.reported(turn)}
    later = turn_folder(folder, turn + 1)
    number = turn + 1
    while later.is_dir():
        _set_aside(later)
        number += 1
        later = turn_folder(folder, number)
    write_reports(folder, variant, turn, documents)
    for seat, text in notices.items():
        target = folder / REPORTS / f"set-back-to-turn-{turn:03d}-attempt-{attempt}"
        write_atomically(target / f"{file_stem(seat)}.notice.txt", text, private=True)


def _set_aside(reports: Path) -> None:
    number = 1
    while (renamed := reports.with_name(f"{reports.name}-set-back-{number}")).exists():
        number += 1
    reports.rename(renamed)

"""Pages and files of a seat's handover."""

from __future__ import annotations

import json
from pathlib import Path

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.clock import local_time
from horizons_host.desk.handover import Handover, SeatTurn
from horizons_host.files import file_stem, write_atomically
from horizons_host.pages import page
from horizons_host.report_files import in_all_forms, rendered, reports_of


def handover_page(variant: hz.Variant, seat_handover: Handover) -> str:
    """Render a handover as one page, without scripts, the latest turn first."""
    return page(
        "handover.html.jinja",
        seat_handover=seat_handover,
        turns=list(reversed(seat_handover.turns)),
        text=lambda document: rendered(lambda: variant, document, "text"),
        local_time=local_time,
    )


def write_handover(variant: hz.Variant, seat_handover: Handover, place: Path) -> list[Path]:
    """Write a handover: one page if `place` ends in .html, else a folder of files.

    The folder has the page as `index.html`, plain data in `papers.json`, the reports in all forms
    and the orders as submitted. Raises HorizonsError if the folder is not empty, OSError.
    """
    if place.suffix.lower() == ".html":
        write_atomically(place, handover_page(variant, seat_handover), private=True)
        return [place]
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise HorizonsError(f"'{place}' is not an empty folder", "choose a new folder")
    data = json.dumps(seat_handover.to_dict(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    files = {
        place / "index.html": handover_page(variant, seat_handover),
        place / "papers.json": data,
    }
    for turn in seat_handover.turns:
        files |= _files(variant, seat_handover.seat, turn, place)
    for path, text in files.items():
        write_atomically(path, text, private=True)
    return list(files)


def _files(variant: hz.Variant, seat: str, turn: SeatTurn, place: Path) -> dict[Path, str]:
    folder, stem = reports_of(place, turn.turn), file_stem(seat)
    documents = {} if turn.report is None else {stem: turn.report}
    documents |= {f"{stem}-taken-back-{n}": r for n, r in enumerate(turn.taken_back, start=1)}
    files = {
        folder / name: text
        for name_stem, document in documents.items()
        for name, text in in_all_forms(variant, name_stem, document).items()
    }
    for orders in turn.orders:
        files[folder / f"orders-{orders.version}{'-used' if orders.used else ''}.txt"] = orders.text
    return files

"""The files of the reports: renderings of the stored documents, which can be made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from horizons_core.turn import VariantRules
from horizons_host.files import file_stem, write_atomically

#: The folder of reports in a game's folder.
REPORTS = "reports"
#: The forms of a report, which are also the endings of its files.
FORMS = ("text", "html", "json")
_ENDINGS = {"text": "txt", "html": "html", "json": "json"}


def rendered(variant: Callable[[], VariantRules], document: Mapping[str, Any], form: str) -> str:
    """A document in one of the `FORMS`; `variant` is asked for only where a form needs it."""
    if form == "json":
        return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    render = getattr(variant().report_form_for(document.get("role", "")), form)
    return str(render(document))


def turn_folder(folder: Path, turn: int) -> Path:
    """Where the reports of a turn lie in a game's folder."""
    return reports_of(folder / REPORTS, turn)


def reports_of(reports: Path, turn: int) -> Path:
    """Where the reports of a turn lie in a folder of reports."""
    return reports / turn_name(turn)


def turn_name(turn: int) -> str:
    """What a folder of a turn is called."""
    return f"turn-{turn:03d}"


def write_reports(
    folder: Path, variant: VariantRules, turn: int, documents: Mapping[str, Mapping[str, Any]]
) -> Path:
    """Write every empire's report of a turn in all forms into a game's folder; say where.

    A player's report is nobody else's: only the gamemaster's own user may read these files.
    """
    place = turn_folder(folder, turn)
    write_into(place, variant, documents)
    return place


def write_into(
    place: Path, variant: VariantRules, documents: Mapping[str, Mapping[str, Any]]
) -> list[Path]:
    """Write reports in all forms into a folder; raises OSError."""
    written = []
    for empire, document in documents.items():
        for name, text in in_all_forms(variant, file_stem(empire), document).items():
            write_atomically(place / name, text, private=True)
            written.append(place / name)
    return written


def in_all_forms(variant: VariantRules, stem: str, document: Mapping[str, Any]) -> dict[str, str]:
    """A document in all forms, by the names of files that begin with `stem`."""
    return {f"{stem}.{_ENDINGS[form]}": rendered(lambda: variant, document, form) for form in FORMS}

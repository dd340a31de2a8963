"""Report files in all formats, and the gamemaster's report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.model import GAMEMASTER, audience_prefix
from horizons_core.report import report_data
from horizons_core.turn import VariantRules
from horizons_host.files import file_stem, write_atomically
from horizons_host.reports.pages import chart
from horizons_host.store import GameStore

#: The folder of reports in a game's folder.
REPORTS = "reports"
#: Formats of a report.
FORMS = ("text", "html", "json")
_ENDINGS = {"text": "txt", "html": "html", "json": "json"}
#: The recipient in the report's header.
NAME = "Gamemaster"
Document = Mapping[str, Any]


def rendered(variant: Callable[[], VariantRules], document: Mapping[str, Any], form: str) -> str:
    """Render a document in one of the `FORMS`; `variant` is only called if the format needs it."""
    if form == "json":
        return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    render = getattr(variant().report_form_for(document.get("role", "")), form)
    return str(render(document))


def turn_folder(folder: Path, turn: int) -> Path:
    """Return the folder of a turn's reports in a game's folder."""
    return reports_of(folder / REPORTS, turn)


def reports_of(reports: Path, turn: int) -> Path:
    """Return the folder of a turn's reports in a folder of reports."""
    return reports / turn_name(turn)


def titled_turn(number: int, title: str) -> str:
    """Return the name of a turn, with its title in the game's own words if it has one."""
    return f"Turn {number} ({title})" if title else f"Turn {number}"


def turn_name(turn: int) -> str:
    """Return the name of a turn's folder."""
    return f"turn-{turn:03d}"


def write_reports(
    folder: Path, variant: VariantRules, turn: int, documents: Mapping[str, Mapping[str, Any]]
) -> Path:
    """Write every empire's report of a turn, in all formats, and return their folder.

    Reports are private: only the gamemaster's own user may read these files.
    """
    target = turn_folder(folder, turn)
    write_into(target, variant, documents)
    return target


def write_into(
    place: Path, variant: VariantRules, documents: Mapping[str, Mapping[str, Any]]
) -> list[Path]:
    """Write reports in all formats to a folder; raises OSError."""
    written = []
    for empire, document in documents.items():
        for name, text in in_all_forms(variant, file_stem(empire), document).items():
            write_atomically(place / name, text, private=True)
            written.append(place / name)
    return written


def in_all_forms(variant: VariantRules, stem: str, document: Mapping[str, Any]) -> dict[str, str]:
    """Render a document in all formats, by file name with this `stem`."""
    return {f"{stem}.{_ENDINGS[form]}": rendered(lambda: variant, document, form) for form in FORMS}


def gamemaster_report(store: GameStore, turn: int) -> dict[str, Any]:
    """Build a report document with complete information, in the form of players' reports.

    It has the orders, remarks and ledger lines of all reports of the turn, each prefixed with the
    player's name, and every event, prefixed with the names of its recipients.
    Raises GameStoreError for a turn that was not run.
    """
    stored = store.stored(turn)
    game = hz.load(dict(stored.current_state))
    variant = hz.variant_of(game)
    view = variant.view(game, None)
    reports = {name: store.report(turn, name) for name in store.reported(turn)}
    bare = report_data(view, game, variant.title, (), (), (), (), chart(store, None, turn))
    return {
        **bare,
        "empire": NAME,
        "role": GAMEMASTER,
        "orders": _of_all(reports, "orders", "text"),
        "diagnostics": _of_all(reports, "diagnostics", "message"),
        "ledger": _of_all(reports, "ledger", "reason"),
        "events": list(_events(stored.events, set(reports))),
    }


def _of_all(reports: Mapping[str, Document], part: str, words: str) -> list[dict[str, Any]]:
    """Merge a part of all reports, prefixing each text with the player's name."""
    return [
        {**line, words: f"{name}: {line[words]}"}
        for name, report in reports.items()
        for line in report[part]
    ]


def _events(events: Iterable[Document], players: set[str]) -> Iterator[dict[str, Any]]:
    for event in events:
        fields = {name: value for name, value in event.items() if name not in ("audience", "turn")}
        yield {**fields, "text": f"{audience_prefix(event['audience'], players)}{event['text']}"}

"""Checking an archive without the gamemaster's file: every turn is played again.

Whoever kept reports of the game holds them against the archive's: so nobody can hand out the
archive of a game that was never played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import define, field

import horizons_core as hz
from horizons_core import data_text
from horizons_core.codec import digest_of
from horizons_core.data_text import DataError
from horizons_core.stored_games import (
    StoredGame,
    compare_rules,
    read_stored_game,
    run_again,
    state_digest,
    without_persons,
)
from horizons_host.desk.archive_files import unpacked
from horizons_host.desk.archive_pages import REPORTS
from horizons_host.files import file_stem
from horizons_host.player_reports import PlayersProof, check_reports
from horizons_host.reading import FileError
from horizons_host.report_files import turn_name
from horizons_host.stored_games import FILE, PROGRAM_REMARKS

#: The largest report that is read, in bytes.
_LARGEST = 64_000_000


@define
class ArchiveVerdict:
    """What an archive proves.

    Attributes:
        game: its name.
        turns: how many turns were played again.
        reports: how many reports were the same, word for word.
        set_up: whether the set-up was made again, too.
        keys: what the keys in the reports and the promises before them show.
        kept: how many reports that somebody kept are those of the archive.
        differences: what is not as it should be, in words.
    """

    game: str
    turns: int = 0
    reports: int = 0
    set_up: bool = False
    keys: PlayersProof = field(factory=PlayersProof)
    kept: int = 0
    differences: list[str] = field(factory=list)

    @property
    def sound(self) -> bool:
        """Whether all was as it should be."""
        return not self.differences and self.keys.sound

    def told(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return {
            "sound": self.sound,
            "game": self.game,
            "turns": self.turns,
            "reports": self.reports,
            "set_up": "recomputed" if self.set_up else "taken as it is",
            "keys_kept": len(self.keys.kept),
            "keys_broken": [key._asdict() for key in self.keys.broken],
            "own_reports": self.kept,
            "differences": list(self.differences),
        }


def check_archive(place: Path, own: Path | None = None) -> ArchiveVerdict:
    """Play the game of an archive again, and compare everything; `own` are reports that were kept.

    The archive is a folder, or one file, as servers give it. Raises FileError for what is no
    archive, SaveError for a stored game that cannot be
    read, PluginError for rules that are not installed, OSError.
    """
    if place.is_file():
        with unpacked(place) as folder:
            return _checked(folder, own)
    return _checked(place, own)


def _checked(folder: Path, own: Path | None) -> ArchiveVerdict:
    if not (folder / FILE).is_file():
        raise FileError(
            f"{folder} is not an archive",
            f"it contains no {FILE}; use the path of an archive's folder",
        )
    stored = read_stored_game(folder / FILE)
    found = ArchiveVerdict(stored.name)
    verdict = compare_rules(stored, set_up_again=stored.set_up is not None)
    if verdict.status != "same":
        found.differences.append(f"the game does not replay identically: {verdict}")
        return found
    found.set_up = stored.set_up is not None
    for turn, documents in _played_again(stored):
        found.turns += turn > int(stored.start["turn"])
        _compare(found, folder, turn, documents)
    found.keys = check_reports(folder / REPORTS)
    if own is not None:
        _hold_against(found, folder, own)
    return found


def _played_again(stored: StoredGame) -> Iterator[tuple[int, Mapping[str, Mapping[str, Any]]]]:
    """Every turn with the reports that it gives, by seat."""
    variant = hz.load_variant(stored.variant, stored.mods, stored.data_mods)
    turn = hz.opening(hz.load(dict(stored.start)), variant)
    yield turn.game.turn, _reports(turn)
    for one in stored.turns:
        turn = run_again(variant, turn.game, one)
        if state_digest(hz.dump(turn.game)) == one.digest:
            yield one.turn, _reports(turn)


def _reports(turn: hz.Turn) -> dict[str, Mapping[str, Any]]:
    return {seat: dict(report.data) for seat, report in turn.reports().items()}


def _compare(
    found: ArchiveVerdict, folder: Path, turn: int, documents: Mapping[str, Mapping[str, Any]]
) -> None:
    """Hold the reports of a turn that was played again against those of the archive."""
    for seat, document in documents.items():
        file = folder / REPORTS / turn_name(turn) / f"{file_stem(seat)}.json"
        if not file.is_file():
            found.differences.append(f"{seat}'s report of turn {turn} is missing")
        elif _essence(_read(file)) != _essence(document):
            found.differences.append(
                f"{seat}'s report of turn {turn} differs from the replayed turn"
            )
        else:
            found.reports += 1


def _essence(document: Mapping[str, Any]) -> str:
    """A digest of a report without what the rules do not say: persons, the program's remarks."""
    remarks = [one for one in document["diagnostics"] if one["code"] not in PROGRAM_REMARKS]
    bare = without_persons({**document, "diagnostics": remarks})
    return digest_of(bare)


def _read(file: Path) -> Mapping[str, Any]:
    try:
        document = data_text.read_json(data_text.read_file(file, _LARGEST))
    except DataError as problem:
        raise FileError(f"{file}{problem.place}: {problem.reason}", problem.hint) from problem
    if not isinstance(document, dict) or "diagnostics" not in document:
        raise FileError(f"{file} is not a report", "get a new copy")
    return document


def _hold_against(found: ArchiveVerdict, folder: Path, own: Path) -> None:
    """Hold reports that somebody kept, as JSON, against those of the archive."""
    known = {_same(_read(file)) for file in sorted((folder / REPORTS).rglob("*.json"))}
    files = sorted(own.rglob("*.json"))
    if not files:
        raise FileError(
            f"{own} contains no JSON reports", "save some: horizons report --format json"
        )
    for file in files:
        if _same(_read(file)) in known:
            found.kept += 1
        else:
            found.differences.append(f"the saved report {file.name} is not in the archive")


def _same(document: Mapping[str, Any]) -> str:
    """A digest of a whole report, without persons."""
    return digest_of(without_persons(dict(document)))

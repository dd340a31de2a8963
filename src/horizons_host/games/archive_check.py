"""Check of an archive by replaying every turn, without the gamemaster's file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field

import horizons_core as hz
from horizons_core import data_text
from horizons_core.archives import ArchiveError, unpack
from horizons_core.codec import digest_of
from horizons_core.data_text import DataError
from horizons_core.stored_games import (
    StoredGame,
    anonymized,
    compare_rules,
    read_stored_game,
    run_again,
    state_digest,
)
from horizons_host.files import FileError, file_stem
from horizons_host.games.archive import REPORTS
from horizons_host.games.dice_proofs import DiceProof, check_reports
from horizons_host.games.upgrades import FILE, PROGRAM_REMARKS
from horizons_host.reports.files import turn_name

#: The largest report that is read, in bytes.
_MAX_FILE_SIZE = 64_000_000


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """The folder into which an archive was unpacked; it is deleted after the block.

    Raises FileError for a file that is not an archive, that would write outside the folder, or that
    holds too much; OSError.
    """
    with tempfile.TemporaryDirectory(prefix="horizons-archive-") as place:
        try:
            unpack(file, Path(place))
        except ArchiveError as problem:
            raise FileError(problem.message, problem.hint) from problem
        yield Path(place)


@define
class ArchiveVerdict:
    """The result of checking an archive.

    Attributes:
        game: the game's name.
        turns: number of replayed turns.
        reports: number of reports that are equal word for word.
        set_up: whether the set-up was recomputed, too.
        keys: the check of the keys in the reports against the commitments before them.
        matching: number of saved reports that are in the archive.
        differences: every difference, in words.
    """

    game: str
    turns: int = 0
    reports: int = 0
    set_up: bool = False
    keys: DiceProof = field(factory=DiceProof)
    matching: int = 0
    differences: list[str] = field(factory=list)

    @property
    def sound(self) -> bool:
        """Return whether there are no differences and no broken keys."""
        return not self.differences and self.keys.sound

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return {
            "sound": self.sound,
            "game": self.game,
            "turns": self.turns,
            "reports": self.reports,
            "set_up": "recomputed" if self.set_up else "taken as it is",
            "keys_kept": len(self.keys.matching),
            "keys_broken": [{"turn": k.turn, "whose": k.audience} for k in self.keys.broken],
            "own_reports": self.matching,
            "differences": list(self.differences),
        }


def check_archive(place: Path, saved: Path | None = None) -> ArchiveVerdict:
    """Replay the game of an archive and compare everything; `saved` is a folder of saved reports.

    The archive is a folder, or one file from a server. Raises FileError if it is not an archive,
    SaveError if the stored game cannot be read, PluginError for missing rules, OSError.
    """
    if place.is_file():
        with unpacked(place) as folder:
            return _check(folder, saved)
    return _check(place, saved)


def _check(folder: Path, saved: Path | None) -> ArchiveVerdict:
    if not (folder / FILE).is_file():
        raise FileError(
            f"{folder} is not an archive",
            f"it contains no {FILE}; use the path of an archive's folder",
        )
    stored = read_stored_game(folder / FILE)
    verdict = ArchiveVerdict(stored.name)
    comparison = compare_rules(stored, set_up_again=stored.set_up is not None)
    if comparison.status != "same":
        verdict.differences.append(f"the game does not replay identically: {comparison}")
        return verdict
    verdict.set_up = stored.set_up is not None
    for turn, documents in _replay(stored):
        verdict.turns += turn > int(stored.start["turn"])
        _compare(verdict, folder, turn, documents)
    verdict.keys = check_reports(folder / REPORTS)
    if saved is not None:
        _compare_saved(verdict, folder, saved)
    return verdict


def _replay(stored: StoredGame) -> Iterator[tuple[int, Mapping[str, Mapping[str, Any]]]]:
    """Yield every turn with its reports by seat."""
    variant = hz.load_variant(stored.variant, stored.mods, stored.data_mods)
    turn = hz.opening(hz.load(dict(stored.start)), variant)
    yield turn.game.turn, _reports(turn)
    for stored_turn in stored.turns:
        turn = run_again(variant, turn.game, stored_turn)
        if state_digest(hz.dump(turn.game)) == stored_turn.digest:
            yield stored_turn.turn, _reports(turn)


def _reports(turn: hz.Turn) -> dict[str, Mapping[str, Any]]:
    return {seat: dict(report.data) for seat, report in turn.reports().items()}


def _compare(
    verdict: ArchiveVerdict, folder: Path, turn: int, documents: Mapping[str, Mapping[str, Any]]
) -> None:
    """Compare the reports of a replayed turn with the archive's."""
    for seat, document in documents.items():
        file = folder / REPORTS / turn_name(turn) / f"{file_stem(seat)}.json"
        if not file.is_file():
            verdict.differences.append(f"{seat}'s report of turn {turn} is missing")
        elif _comparable_digest(_read(file)) != _comparable_digest(document):
            verdict.differences.append(
                f"{seat}'s report of turn {turn} differs from the replayed turn"
            )
        else:
            verdict.reports += 1


def _comparable_digest(document: Mapping[str, Any]) -> str:
    """Return the digest of a report without persons and the program's remarks."""
    remarks = [r for r in document["diagnostics"] if r["code"] not in PROGRAM_REMARKS]
    bare = anonymized({**document, "diagnostics": remarks})
    return digest_of(bare)


def _read(file: Path) -> Mapping[str, Any]:
    try:
        document = data_text.read_json(data_text.read_file(file, _MAX_FILE_SIZE))
    except DataError as problem:
        raise FileError(f"{file}{problem.place}: {problem.reason}", problem.hint) from problem
    if not isinstance(document, dict) or "diagnostics" not in document:
        raise FileError(f"{file} is not a report", "get a new copy")
    return document


def _compare_saved(verdict: ArchiveVerdict, folder: Path, saved: Path) -> None:
    """Compare saved reports, as JSON, with the archive's."""
    known = {_digest(_read(file)) for file in sorted((folder / REPORTS).rglob("*.json"))}
    files = sorted(saved.rglob("*.json"))
    if not files:
        raise FileError(
            f"{saved} contains no JSON reports", "save some: horizons report --format json"
        )
    for file in files:
        if _digest(_read(file)) in known:
            verdict.matching += 1
        else:
            verdict.differences.append(f"the saved report {file.name} is not in the archive")


def _digest(document: Mapping[str, Any]) -> str:
    """Return the digest of a whole report without persons."""
    return digest_of(anonymized(dict(document)))

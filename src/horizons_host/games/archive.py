"""The public archive of a finished game, as data, and as a folder of pages and files."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.stored_games import StoredGame, anonymized, stored_game_data
from horizons_host.clock import Clock, local_time, now
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.audit import (
    ARCHIVE_OPENED,
    GAMEMASTER,
    AuditEntry,
    act,
    archive_opened,
    entries,
    insert_entry,
)
from horizons_host.games.commitments import recorded_commitments
from horizons_host.games.endings import ranking_lines, ranking_of
from horizons_host.games.upgrades import FILE as STORED_GAME
from horizons_host.games.upgrades import migrated_after, stored_game
from horizons_host.messages.reading import opened_messages
from horizons_host.reports.files import gamemaster_report, in_all_forms, titled_turn, turn_name
from horizons_host.reports.pages import page
from horizons_host.store import GameStore, Message, UndoneRuns

Documents = Mapping[str, Mapping[str, Any]]

#: Folders and files of an archive.
REPORTS, ALL, ORDERS = "reports", "gamemaster", "orders"
INDEX, DATA = "index.html", "archive.json"


@frozen
class UndoneRun:
    """An undone run of a turn, with the reason and its reports by seat."""

    attempt: int
    reason: str
    reports: Documents


@frozen
class ArchivedTurn:
    """A turn with the reports of all seats; the first is the start of the game.

    `title` is the turn's title in the game's own words, "" for none. `edits` are the gamemaster's
    changes to the game after the turn, with their texts.
    """

    turn: int
    title: str
    attempt: int
    run_at: str
    turn_key: str
    orders: Mapping[str, str]
    reports: Documents
    gamemaster: Mapping[str, Any]
    taken_back: Sequence[UndoneRun]
    edits: Sequence[Mapping[str, str]]


@frozen
class Archive:
    """The content of a finished game's archive.

    Attributes:
        game: the game's name.
        title: the variant's title.
        turn: the last turn.
        winners: the winning empires.
        reason: the reason for the end.
        ranking: the lines of the final ranking.
        seats: for each seat its `seat`, `role` and `bot`.
        secret: the random seed, which determines all keys.
        stored: the game with all orders, for replays.
        turns: every turn, in order.
        press: the messages that the game's rules publish after the end.
        audit: the audit log.
    """

    game: str
    title: str
    turn: int
    winners: Sequence[str]
    reason: str
    ranking: Sequence[str]
    seats: Sequence[Mapping[str, Any]]
    secret: str
    stored: StoredGame
    turns: Sequence[ArchivedTurn]
    press: Sequence[Message]
    audit: Sequence[AuditEntry]

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data, without reports and orders, which are files."""
        return {
            "game": self.game,
            "title": self.title,
            "turn": self.turn,
            "winners": list(self.winners),
            "reason": self.reason,
            "ranking": list(self.ranking),
            "seats": list(self.seats),
            "secret": self.secret,
            "turns": [
                {
                    "turn": turn.turn,
                    "title": turn.title,
                    "attempt": turn.attempt,
                    "run_at": turn.run_at,
                    "turn_key": turn.turn_key,
                    "reports": list(turn.reports),
                    "taken_back": [
                        {"attempt": run.attempt, "reason": run.reason} for run in turn.taken_back
                    ],
                    "edits": list(turn.edits),
                }
                for turn in self.turns
            ],
            "press": anonymized([message.to_dict() for message in self.press]),
            "audit": [entry.to_dict(public=True) for entry in self.audit],
        }


def archive(store: GameStore) -> Archive:
    """Collect the archive of a game; raises HorizonsError unless the game is over."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    if game.outcome is None:
        raise HorizonsError(
            LocalizedText("the game is not over, so its hidden information stays hidden"),
            "archives are for finished games; to end this one: horizons end",
        )
    latest = snapshot.turn
    variant = hz.variant_of(game)
    turns = [_turn(store, variant, number) for number in range(store.first(), latest + 1)]
    return Archive(
        game=snapshot.info.name,
        title=variant.info.title,
        turn=latest,
        winners=tuple(game.outcome.winners),
        reason=game.outcome.reason,
        ranking=ranking_lines(ranking_of(snapshot)),
        seats=[{"seat": seat.name, "role": seat.role, "bot": seat.bot} for seat in snapshot.seats],
        secret=str(store.stored(latest).state["secret"]),
        stored=stored_game(store, since=migrated_after(store, latest)),
        turns=turns,
        press=opened_messages(store),
        audit=entries(store),
    )


def _turn(store: GameStore, variant: hz.Variant, turn: int) -> ArchivedTurn:
    stored, undone_runs, undone = store.stored(turn), UndoneRuns(store), store.undone(turn)
    runs = [
        UndoneRun(
            run.attempt,
            run.reason,
            {s: _bare(undone_runs.report(turn, n, s)) for s in undone_runs.reported(turn, n)},
        )
        for n, run in enumerate(undone_runs.runs(turn), start=1)
    ]
    report = gamemaster_report(store, turn)
    return ArchivedTurn(
        turn=turn,
        title=variant.report_title(report),
        attempt=undone[-1].attempt + 1 if undone else 1,
        run_at=stored.run_at,
        turn_key=stored.turn_key,
        orders=anonymized(dict(store.used(stored).texts)),
        reports={seat: _bare(store.report(turn, seat)) for seat in store.reported(turn)},
        gamemaster=_bare(report),
        taken_back=runs,
        edits=[
            {"text": anonymized(edit.text), "words": edit.words, "reason": edit.reason}
            for edit in stored.edits
        ],
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    anonymous: Mapping[str, Any] = anonymized(dict(document))
    return anonymous


def record_opening(store: GameStore, clock: Clock = now, by: str = GAMEMASTER) -> None:
    """Record once that the archive was opened; after that no turn can be undone."""
    if archive_opened(store):
        return
    words = LocalizedText("The archive was opened. It reveals the game's random seed.")
    with store.writing() as connection:
        insert_entry(connection, act(ARCHIVE_OPENED, store.latest(), words, clock, by))


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
            titled_turn=lambda turn: titled_turn(turn.turn, turn.title),
            local_time=local_time,
            anonymized=anonymized,
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

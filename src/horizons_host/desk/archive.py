"""The public archive of a finished game, with all formerly hidden information.

It is a folder that anyone may have. It suffices to replay all turns and compare all reports
(`archive_check`), without the gamemaster's file. It contains no mail addresses or passwords.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.stored_games import StoredGame, without_persons
from horizons_host.clock import Clock, now
from horizons_host.desk.audit import (
    ARCHIVE_OPENED,
    GAMEMASTER,
    AuditEntry,
    act,
    archive_opened,
    entries,
    insert_entry,
)
from horizons_host.endings import ranking_lines, ranking_of
from horizons_host.gamemaster_report import gamemaster_report
from horizons_host.press.reading import opened_messages
from horizons_host.store import GameStore, Message, UndoneRuns
from horizons_host.stored_games import stored_game
from horizons_host.upgrades import migrated_after

Documents = Mapping[str, Mapping[str, Any]]


@frozen
class UndoneRun:
    """An undone run of a turn, with the reason and its reports by seat."""

    attempt: int
    reason: str
    reports: Documents


@frozen
class ArchivedTurn:
    """A turn with the reports of all seats; the first is the start of the game.

    `edits` are the gamemaster's changes to the game after the turn, with their texts.
    """

    turn: int
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
            "press": without_persons([message.to_dict() for message in self.press]),
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
    turns = [_turn(store, number) for number in range(store.first(), latest + 1)]
    return Archive(
        game=snapshot.info.name,
        title=hz.variant_of(game).info.title,
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


def _turn(store: GameStore, turn: int) -> ArchivedTurn:
    stored, undone_runs, undone = store.stored(turn), UndoneRuns(store), store.undone(turn)
    runs = [
        UndoneRun(
            run.attempt,
            run.reason,
            {s: _bare(undone_runs.report(turn, n, s)) for s in undone_runs.reported(turn, n)},
        )
        for n, run in enumerate(undone_runs.runs(turn), start=1)
    ]
    return ArchivedTurn(
        turn=turn,
        attempt=undone[-1].attempt + 1 if undone else 1,
        run_at=stored.run_at,
        turn_key=stored.turn_key,
        orders=without_persons(dict(store.used(stored).texts)),
        reports={seat: _bare(store.report(turn, seat)) for seat in store.reported(turn)},
        gamemaster=_bare(gamemaster_report(store, turn)),
        taken_back=runs,
        edits=[
            {"text": without_persons(edit.text), "words": edit.words, "reason": edit.reason}
            for edit in stored.edits
        ],
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    anonymous: Mapping[str, Any] = without_persons(dict(document))
    return anonymous


def record_opening(store: GameStore, clock: Clock = now, by: str = GAMEMASTER) -> None:
    """Record once that the archive was opened; after that no turn can be undone."""
    if archive_opened(store):
        return
    words = LocalizedText("The archive was opened. It reveals the game's random seed.")
    with store.writing() as connection:
        insert_entry(connection, act(ARCHIVE_OPENED, store.latest(), words, clock, by))

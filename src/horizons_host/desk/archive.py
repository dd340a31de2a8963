"""The archive of a game that is over: everything that was secret, with everybody's eyes.

It is a folder that anybody may have. From it alone, without the gamemaster's file, all turns can be
recomputed and all reports compared (`archive_check`). Mail addresses and passwords are not in it.
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
    note,
)
from horizons_host.endings import ranking_lines, standing_of
from horizons_host.gamemaster_report import gamemaster_report
from horizons_host.press.reading import opened
from horizons_host.store import GameStore, Message, TakenBack
from horizons_host.stored_games import stored_game
from horizons_host.upgrades import migrated_after

Documents = Mapping[str, Mapping[str, Any]]


@frozen
class RunTakenBack:
    """A run of a turn that was taken back: why, and the reports that it gave, by seat."""

    attempt: int
    reason: str
    reports: Documents


@frozen
class ArchivedTurn:
    """A turn with everybody's eyes; the first is the one that the game began with.

    `edits` are the changes that the gamemaster made to the game after it, with their texts.
    """

    turn: int
    attempt: int
    run_at: str
    turn_key: str
    orders: Mapping[str, str]
    reports: Documents
    gamemaster: Mapping[str, Any]
    taken_back: Sequence[RunTakenBack]
    edits: Sequence[Mapping[str, str]]


@frozen
class Archive:
    """All of a game that is over.

    Attributes:
        game: its name.
        title: what was played.
        turn: its last turn.
        winners: who won.
        reason: how it ended.
        ranking: how everybody stood at the end, line by line.
        seats: who sat where: `seat`, `role` and `bot`.
        secret: the secret of the game's chance, from which all keys follow.
        stored: the game with all orders, so that anybody can play it again.
        turns: every turn, in order.
        press: the messages that are open after the end, by the game's rule for them.
        audit: what was done by those who ran the game.
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

    def told(self) -> dict[str, Any]:
        """What the archive is of, as plain data: without reports and orders, which are files."""
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
                    "turn": one.turn,
                    "attempt": one.attempt,
                    "run_at": one.run_at,
                    "turn_key": one.turn_key,
                    "reports": list(one.reports),
                    "taken_back": [
                        {"attempt": back.attempt, "reason": back.reason} for back in one.taken_back
                    ],
                    "edits": list(one.edits),
                }
                for one in self.turns
            ],
            "press": without_persons([message.told() for message in self.press]),
            "audit": [entry.told(public=True) for entry in self.audit],
        }


def archive(store: GameStore) -> Archive:
    """All of a game that is over; raises HorizonsError while it goes on."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    if game.outcome is None:
        raise HorizonsError(
            LocalizedText("the game is not over, so its hidden information stays hidden"),
            "archives are for finished games; to end this one: horizons end",
        )
    until = snapshot.turn
    turns = [_turn(store, number) for number in range(store.first(), until + 1)]
    return Archive(
        game=snapshot.plate.name,
        title=hz.variant_of(game).info.title,
        turn=until,
        winners=tuple(game.outcome.winners),
        reason=game.outcome.reason,
        ranking=ranking_lines(standing_of(snapshot)),
        seats=[{"seat": one.name, "role": one.role, "bot": one.bot} for one in snapshot.seats],
        secret=str(store.stored(until).state["secret"]),
        stored=stored_game(store, since=migrated_after(store, until)),
        turns=turns,
        press=opened(store),
        audit=entries(store),
    )


def _turn(store: GameStore, turn: int) -> ArchivedTurn:
    stored, back, undone = store.stored(turn), TakenBack(store), store.undone(turn)
    runs = [
        RunTakenBack(
            one.attempt,
            one.reason,
            {seat: _bare(back.report(turn, run, seat)) for seat in back.reported(turn, run)},
        )
        for run, one in enumerate(back.runs(turn), start=1)
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
            {"text": without_persons(one.text), "words": one.words, "reason": one.reason}
            for one in stored.edits
        ],
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = without_persons(dict(document))
    return found


def note_opened(store: GameStore, clock: Clock = now, by: str = GAMEMASTER) -> None:
    """Note down that the archive was opened, once: from then on no turn can be taken back."""
    if archive_opened(store):
        return
    words = LocalizedText("The archive was opened. It reveals the game's random seed.")
    with store.writing() as connection:
        note(connection, act(ARCHIVE_OPENED, store.latest(), words, clock, by))

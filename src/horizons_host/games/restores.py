"""Restores a game from a backup, but keeps its current seats, passwords and mail state."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import reopened
from horizons_host.clock import Clock, local_time, now, stamp
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.audit import GAMEMASTER, AuditEntry, act
from horizons_host.games.backups import BACKUPS, BEFORE_RESTORE, back_up, backups
from horizons_host.games.commitments import all_commitments, commitments_of, public_commitment
from horizons_host.games.order_claims import address_of, password_of
from horizons_host.mail.report_mails import addresses, report_mail
from horizons_host.reports.files import REPORTS, turn_folder, write_reports
from horizons_host.store import (
    DATABASE,
    GameStore,
    LostGameError,
    NewMail,
    SeatRecord,
    next_attempt,
)
from horizons_host.store.copies import copy_database
from horizons_host.store.restoring import (
    RestorePlan,
    attempts_made,
    prepare_replacement,
    replace_game,
)
from horizons_host.store.schema import TABLES
from horizons_host.store.sqlite import SqliteDatabase

_REASON = "a backup from after turn {turn} was restored"


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
        _rename_reports(later)
        number += 1
        later = turn_folder(folder, number)
    write_reports(folder, variant, turn, documents)
    for seat, text in notices.items():
        target = folder / REPORTS / f"set-back-to-turn-{turn:03d}-attempt-{attempt}"
        write_atomically(target / f"{file_stem(seat)}.notice.txt", text, private=True)


def _rename_reports(reports: Path) -> None:
    number = 1
    while (renamed := reports.with_name(f"{reports.name}-set-back-{number}")).exists():
        number += 1
    reports.rename(renamed)


@frozen
class RestoreResult:
    """Result of a restore: the current turn, and the backup of the replaced game (`former`).

    `attempt` is the number of the attempt at the next turn. `gone` are seats that had joined since
    the backup, `with_orders` seats with orders for the next turn, `notices` the texts for people,
    by seat. `held` says that emails wait until the gamemaster releases them.
    """

    turn: int
    former: Path | None
    attempt: int
    gone: Sequence[str]
    with_orders: Sequence[str]
    mails: int
    held: bool
    notices: Mapping[str, str]


def restore(folder: Path, source: Path, clock: Clock = now, by: str = GAMEMASTER) -> RestoreResult:
    """Replace the game in a folder by that of a backup, and keep the former game as a backup.

    Seats, passwords, addresses and the state of emails stay as they are. If the next turn had been
    run, it is undone. Raises GameStoreError, HorizonsError for a backup of another game, OSError;
    the game is unchanged then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _copied(source, folder) as backup:
        if _lost(folder):
            restored = _replace_lost(folder, backup, clock, by)
        else:
            with GameStore(folder) as present:
                restored = _replace_game(present, backup, clock, by)
    write_files(folder, restored.turn, restored.attempt, restored.notices)
    return restored


def restore_over(
    present: GameStore, source: Path, clock: Clock = now, by: str = GAMEMASTER
) -> RestoreResult:
    """Replace a readable game, in a folder or a database, by that of a backup.

    The former game is kept as a backup in the folder for its files; no report files are written.
    Raises the errors of `restore`.
    """
    with _copied(source, present.folder) as backup:
        return _replace_game(present, backup, clock, by)


@contextmanager
def _copied(source: Path, parent: Path) -> Iterator[GameStore]:
    """Yield a copy of a backup, migrated to the current schema."""
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=parent) as folder:
        copy_database(source, Path(folder) / DATABASE)
        database = SqliteDatabase(Path(folder) / DATABASE, TABLES)
        database.name = str(source)  # messages name the backup, not its copy
        with GameStore(Path(folder), database) as backup:
            with backup.writing():
                pass  # opening for writing migrates the schema
            yield backup


def _lost(folder: Path) -> bool:
    """Return whether a folder has no readable game; raises GameStoreError if it is only busy."""
    try:
        with GameStore(folder) as present:
            present.snapshot()
    except LostGameError:
        return True
    return False


def _replace_game(present: GameStore, backup: GameStore, clock: Clock, by: str) -> RestoreResult:
    """Replace a readable game by a backup."""
    before = present.snapshot()
    _check_same_game(present, backup)
    same = _last_same(present, backup)
    plan = _plan(present, backup, same, clock, by)
    former = back_up(present, BEFORE_RESTORE)
    with present.writing():
        pass  # migrates its schema, too
    replace_game(present, backup, plan)
    after = present.snapshot()
    names = {seat.name for seat in after.seats}
    return RestoreResult(
        turn=after.turn,
        former=former,
        attempt=after.attempt,
        gone=[seat.name for seat in before.seats if seat.name not in names],
        with_orders=list(after.orders),
        mails=len(plan.mails),
        held=False,
        notices=plan.notices,
    )


def _check_same_game(present: GameStore, backup: GameStore) -> None:
    """Raise HorizonsError unless both have the same set-up."""

    def beginning(store: GameStore) -> tuple[object, ...]:
        return store.info(), store.first(), store.stored(store.first()).digest

    if beginning(present) != beginning(backup):
        info = backup.info()
        raise HorizonsError(
            f"this is a backup of another game: '{info.name}' of {info.variant},"
            f" set up at {local_time(info.created_at)}",
            "restore it in a separate folder",
        )


def _last_same(present: GameStore, backup: GameStore) -> int:
    """Return the last turn that is identical in both; one before the set-up without any."""
    start = max(present.first(), backup.first())
    turn = min(present.latest(), backup.latest())
    while turn >= start and present.stored(turn).digest != backup.stored(turn).digest:
        turn -= 1
    return turn


def _audit_entry(turn: int, former: int | None, clock: Clock, by: str) -> AuditEntry:
    """Return the audit entry for a restored backup."""
    state = (
        LocalizedText("the game's file was damaged or missing")
        if former is None
        else LocalizedText("the game was at turn {turn} before", turn=former)
    )
    words = LocalizedText(
        "A backup from turn {turn} was restored; {stood}.",
        turn=turn,
        stood=state,
    )
    return act("restore", turn, words, clock, by, before=former)


def _plan(present: GameStore, backup: GameStore, same: int, clock: Clock, by: str) -> RestorePlan:
    before, restored = present.snapshot(), backup.snapshot()
    same_way = same == restored.turn
    if same_way:
        back = next_attempt(present.undone(same + 1)) if before.turn > same else 0
        attempt = back + 1 if back else before.attempt
    else:
        known = _known_attempts(present.folder if present.has_folder else None, restored.turn + 1)
        back = max(attempts_made(present.database, restored.turn + 1), known)
        attempt = back + 1 if back else restored.attempt
    games = hz.load(before.state), hz.load(restored.state)
    plan = RestorePlan(
        turn=restored.turn,
        same_way=same_way,
        last_same=same,
        taken_back=back,
        reason=_REASON.format(turn=restored.turn),
        redirects=_redirects(before.seats, *games),
        passwords=_passwords(before.seats, *games),
        time=stamp(clock),
        entry=_audit_entry(restored.turn, before.turn, clock, by),
    )
    changed = back or not same_way
    return _with_mails(backup, plan, before.seats, attempt) if changed else plan


def _redirects(
    seats: Sequence[SeatRecord], present_game: hz.Game, backup_game: hz.Game
) -> dict[str, str]:
    """Return the current addresses of seats that had another one in the backup."""
    both = _common_seats(seats, backup_game)
    return {
        seat.name: address_of(seat, present_game)
        for seat in both
        if address_of(seat, present_game) != address_of(seat, backup_game)
    }


def _passwords(
    seats: Sequence[SeatRecord], present_game: hz.Game, backup_game: hz.Game
) -> dict[str, str]:
    """Return the current password hashes of seats that had another one in the backup."""
    both = _common_seats(seats, backup_game)
    return {
        seat.name: password_of(seat, present_game) or ""
        for seat in both
        if password_of(seat, present_game) != password_of(seat, backup_game)
    }


def _common_seats(seats: Sequence[SeatRecord], backup_game: hz.Game) -> list[SeatRecord]:
    names = {empire.id for empire in backup_game.empires}
    return [seat for seat in seats if not seat.role and seat.name in names]


def _with_mails(
    backup: GameStore, plan: RestorePlan, arranged: Sequence[SeatRecord], attempt: int
) -> RestorePlan:
    """Add notices to people, and emails with reports of turns that have changed, to the plan."""
    restored = backup.snapshot()
    game = hz.load(restored.state)
    now_seated = {seat.name: seat for seat in arranged}
    seats = [_as_arranged(seat, now_seated, plan.redirects) for seat in restored.seats]
    at = addresses(game, seats)
    next_game = reopened(game, attempt)
    words = LocalizedText.from_parts((plan.entry.words, public_commitment(next_game)))
    facts = {**plan.entry.facts, "promised": all_commitments(next_game)}
    people = [seat for seat in seats if not seat.bot]
    notices = {
        seat.name: _notice(plan, attempt, commitments_of(next_game, seat)) for seat in people
    }
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] The game was restored to turn {plan.turn}"
    mails = [
        NewMail("notice", at[seat], subject, plan.time, seat, body=notices[seat]) for seat in at
    ]
    for turn in range(max(plan.last_same, backup.first() - 1) + 1, plan.turn + 1):
        mails += [
            report_mail(game, backup.report(turn, seat), seat, at[seat], plan.time)
            for seat in backup.reported(turn)
            if seat in at
        ]
    entry = evolve(plan.entry, words=words, facts=facts)
    return evolve(plan, mails=mails, notices=notices, entry=entry)


def _as_arranged(
    seat: SeatRecord, known: Mapping[str, SeatRecord], redirects: Mapping[str, str]
) -> SeatRecord:
    current = known.get(seat.name, seat)
    return evolve(seat, bot=current.bot, redirect=redirects.get(seat.name, current.redirect))


def _notice(plan: RestorePlan, attempt: int, promised: Sequence[str]) -> str:
    turn = plan.turn
    orders = (
        f"Orders that you submitted for turn {turn + 1} still count, until you replace them."
        if plan.same_way
        else (
            f"Orders that you submitted for turn {turn + 1} may be lost: please submit them again."
        )
    )
    lines = (
        f"The gamemaster restored a backup from turn {turn}. Reports of later turns, and orders",
        "for them, no longer count.",
        orders,
        "",
        f"Turn {turn + 1} will be run as attempt {attempt}, with keys that its report will reveal.",
        *promised,
    )
    return "".join(f"{line}\n" for line in lines)


def _replace_lost(folder: Path, backup: GameStore, clock: Clock, by: str) -> RestoreResult:
    """Replace a damaged or missing game file with a backup."""
    restored = backup.snapshot()
    back = max(1, _known_attempts(folder, restored.turn + 1))
    plan = RestorePlan(
        turn=restored.turn,
        same_way=False,
        last_same=restored.turn,
        taken_back=back,
        reason=_REASON.format(turn=restored.turn),
        redirects={},
        passwords={},
        time=stamp(clock),
        entry=_audit_entry(restored.turn, None, clock, by),
    )
    plan = _with_mails(backup, plan, restored.seats, back + 1)
    prepare_replacement(backup, plan)
    former = put_aside(folder)
    (backup.folder / DATABASE).replace(folder / DATABASE)
    return RestoreResult(
        turn=restored.turn,
        former=former,
        attempt=back + 1,
        gone=(),
        with_orders=list(restored.orders),
        mails=len(plan.mails),
        held=True,
        notices=plan.notices,
    )


def _known_attempts(folder: Path | None, turn: int) -> int:
    """Return the largest number of attempts at a turn in a folder's backups (None: no folder)."""
    if folder is None:
        return 0
    files = (SqliteDatabase(backup.file, TABLES) for backup in backups(folder))
    return max((attempts_made(file, turn) for file in files), default=0)

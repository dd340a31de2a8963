"""Restoring a game from a backup: in one step, with what happened in the world meanwhile kept."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.turn import reopened
from horizons_host.backups import BACKUPS, BEFORE_RESTORE, back_up, backups
from horizons_host.clock import Clock, local_time, now, stamp
from horizons_host.files import file_stem, write_atomically
from horizons_host.order_intake import address_of, password_of
from horizons_host.report_files import REPORTS, turn_folder, write_reports
from horizons_host.report_mails import addresses, report_mail
from horizons_host.retakes import promises
from horizons_host.store import (
    DATABASE,
    GameStore,
    LostGameError,
    NewMail,
    Seat,
    next_attempt,
)
from horizons_host.store.copies import copy_database
from horizons_host.store.restoring import Plan, attempts_made, in_place_of_lost, transplant

_REASON = "a backup from after turn {turn} was restored"


@frozen
class Restored:
    """What came of it: the turn at which the game stands, and where its former file is.

    `attempt` is the one at the next turn, if others were taken back. `gone` are those who had
    joined since the backup, `given` those whose orders for the next turn are in, `notices` what
    people are told, by seat. `held` says that mails wait for the gamemaster's word.
    """

    turn: int
    former: Path | None
    attempt: int
    gone: Sequence[str]
    given: Sequence[str]
    mails: int
    held: bool
    notices: Mapping[str, str]


def restore(folder: Path, source: Path, clock: Clock = now) -> Restored:
    """Put the game of a backup in the place of the one in a folder; that is kept as a backup.

    Who plays, passwords, addresses and what is known of mails stay as they are. If the next turn
    had been run, it is taken back. Raises GameStoreError, HorizonsError for a backup of another
    game, OSError; the game is as it was then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as place:
        copy = Path(place) / DATABASE
        copy_database(source, copy)
        with GameStore(copy.parent) as backup:
            with backup.writing():
                pass  # its tables are those of today now
            if _lost(folder):
                done = _in_place_of_lost(folder, backup, stamp(clock))
            else:
                with GameStore(folder) as present:
                    done = _over(present, backup, stamp(clock))
    _write_files(folder, done)
    return done


def _lost(folder: Path) -> bool:
    """Whether a folder has no game that can be read; raises GameStoreError if it is only busy."""
    try:
        with GameStore(folder) as present:
            present.snapshot()
    except LostGameError:
        return True
    return False


def _over(present: GameStore, backup: GameStore, time: str) -> Restored:
    """Put a backup over a game that can be read."""
    ours = present.snapshot()
    _check_same_game(present, backup)
    same = _last_same(present, backup)
    plan = _plan(present, backup, same, time)
    former = back_up(present, BEFORE_RESTORE)
    with present.writing():
        pass  # so are its own
    transplant(present.file, backup.file, plan)
    after = present.snapshot()
    names = {seat.name for seat in after.seats}
    return Restored(
        turn=after.turn,
        former=former,
        attempt=after.attempt,
        gone=[seat.name for seat in ours.seats if seat.name not in names],
        given=list(after.orders),
        mails=len(plan.mails),
        held=False,
        notices=plan.notices,
    )


def _check_same_game(present: GameStore, backup: GameStore) -> None:
    """Raises HorizonsError unless both began with the same set-up."""

    def beginning(store: GameStore) -> tuple[object, ...]:
        return store.plate(), store.first(), store.stored(store.first()).digest

    if beginning(present) != beginning(backup):
        plate = backup.plate()
        raise HorizonsError(
            f"this is a backup of another game: '{plate.name}' of {plate.variant},"
            f" set up at {local_time(plate.created_at)}",
            "restore it in a folder of its own",
        )


def _last_same(present: GameStore, backup: GameStore) -> int:
    """The last turn that came out alike in both; one before the set-up if none did."""
    start = max(present.first(), backup.first())
    turn = min(present.latest(), backup.latest())
    while turn >= start and present.stored(turn).digest != backup.stored(turn).digest:
        turn -= 1
    return turn


def _plan(present: GameStore, backup: GameStore, same: int, time: str) -> Plan:
    ours, theirs = present.snapshot(), backup.snapshot()
    same_way = same == theirs.turn
    if same_way:
        back = next_attempt(present.undone(same + 1)) if ours.turn > same else 0
        attempt = back + 1 if back else ours.attempt
    else:
        files = [present.file, *(one.file for one in backups(present.folder))]
        back = max(attempts_made(file, theirs.turn + 1) for file in files)
        attempt = back + 1 if back else theirs.attempt
    games = hz.load(ours.state), hz.load(theirs.state)
    plan = Plan(
        turn=theirs.turn,
        same_way=same_way,
        last_same=same,
        taken_back=back,
        reason=_REASON.format(turn=theirs.turn),
        redirects=_redirects(ours.seats, *games),
        passwords=_passwords(ours.seats, *games),
        time=time,
    )
    changed = back or not same_way
    return _told(backup, plan, ours.seats, attempt) if changed else plan


def _redirects(seats: Sequence[Seat], ours: hz.Game, theirs: hz.Game) -> dict[str, str]:
    """Where mails go of those whose address in the game was another at the backup."""
    both = _in_both(seats, theirs)
    return {
        seat.name: address_of(seat, ours)
        for seat in both
        if address_of(seat, ours) != address_of(seat, theirs)
    }


def _passwords(seats: Sequence[Seat], ours: hz.Game, theirs: hz.Game) -> dict[str, str]:
    """The passwords of those who had another in the game at the backup."""
    both = _in_both(seats, theirs)
    return {
        seat.name: password_of(seat, ours) or ""
        for seat in both
        if password_of(seat, ours) != password_of(seat, theirs)
    }


def _in_both(seats: Sequence[Seat], theirs: hz.Game) -> list[Seat]:
    names = {empire.id for empire in theirs.empires}
    return [seat for seat in seats if not seat.role and seat.name in names]


def _told(backup: GameStore, plan: Plan, arranged: Sequence[Seat], attempt: int) -> Plan:
    """The plan with what people are told, and the reports of turns that are others now."""
    theirs = backup.snapshot()
    game = hz.load(theirs.state)
    now_seated = {seat.name: seat for seat in arranged}
    seats = [_as_arranged(seat, now_seated, plan.redirects) for seat in theirs.seats]
    at = addresses(game, seats)
    again = reopened(game, attempt)
    people = [seat for seat in seats if not seat.bot]
    notices = {seat.name: _notice(plan, attempt, promises(again, seat)) for seat in people}
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] The game was set back to turn {plan.turn}"
    mails = [
        NewMail("notice", at[seat], subject, plan.time, seat, body=notices[seat]) for seat in at
    ]
    for turn in range(max(plan.last_same, backup.first() - 1) + 1, plan.turn + 1):
        told = [seat for seat in backup.reported(turn) if seat in at]
        mails += [report_mail(game, seat, at[seat], plan.time, turn) for seat in told]
    return evolve(plan, mails=mails, notices=notices)


def _as_arranged(seat: Seat, known: Mapping[str, Seat], redirects: Mapping[str, str]) -> Seat:
    found = known.get(seat.name, seat)
    return evolve(seat, bot=found.bot, redirect=redirects.get(seat.name, found.redirect))


def _notice(plan: Plan, attempt: int, promised: Sequence[str]) -> str:
    turn = plan.turn
    orders = (
        f"Orders given for turn {turn + 1} stand, until you send others."
        if plan.same_way
        else f"Orders given for turn {turn + 1} may be lost: send them again."
    )
    lines = (
        f"The gamemaster restored a backup. The game stands after turn {turn}: reports of turns",
        "after it count no more, nor do orders that were given for them.",
        orders,
        "",
        f"Turn {turn + 1} will be run as attempt {attempt}, by keys that its report will show.",
        *promised,
    )
    return "".join(f"{line}\n" for line in lines)


def _in_place_of_lost(folder: Path, backup: GameStore, time: str) -> Restored:
    """Put a backup where the game's file is damaged or gone."""
    theirs = backup.snapshot()
    files = [one.file for one in backups(folder)]
    back = max([1, *(attempts_made(file, theirs.turn + 1) for file in files)])
    plan = Plan(
        turn=theirs.turn,
        same_way=False,
        last_same=theirs.turn,
        taken_back=back,
        reason=_REASON.format(turn=theirs.turn),
        redirects={},
        passwords={},
        time=time,
    )
    plan = _told(backup, plan, theirs.seats, back + 1)
    in_place_of_lost(backup.file, plan)
    former = _put_aside(folder)
    backup.file.replace(folder / DATABASE)
    return Restored(
        turn=theirs.turn,
        former=former,
        attempt=back + 1,
        gone=(),
        given=list(theirs.orders),
        mails=len(plan.mails),
        held=True,
        notices=plan.notices,
    )


def _put_aside(folder: Path) -> Path | None:
    """Move what is there of a damaged game into the folder of backups; say where."""
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


def _write_files(folder: Path, done: Restored) -> None:
    """Put report files of later turns aside, and write those of the turn at which the game stands.

    Raises OSError.
    """
    with GameStore(folder) as store:
        plate = store.plate()
        variant = hz.load_variant(plate.variant, plate.mods, plate.data_mods)
        documents = {seat: store.report(done.turn, seat) for seat in store.reported(done.turn)}
    later = turn_folder(folder, done.turn + 1)
    number = done.turn + 1
    while later.is_dir():
        _set_aside(later)
        number += 1
        later = turn_folder(folder, number)
    write_reports(folder, variant, done.turn, documents)
    for seat, text in done.notices.items():
        place = folder / REPORTS / f"set-back-to-turn-{done.turn:03d}-attempt-{done.attempt}"
        write_atomically(place / f"{file_stem(seat)}.notice.txt", text, private=True)


def _set_aside(reports: Path) -> None:
    number = 1
    while (aside := reports.with_name(f"{reports.name}-set-back-{number}")).exists():
        number += 1
    reports.rename(aside)

"""Setting up a game, and joining a running one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.errors import GameOverError, HorizonsError, SaveError
from horizons_core.localized_text import LocalizedText
from horizons_core.plugins import add_variant_file, variant_file
from horizons_core.stored_games import joined
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.games.audit import GAMEMASTER, act
from horizons_host.games.shared_seed import FILE, SharedChance, to_dict
from horizons_host.mail.report_mails import report_mails
from horizons_host.reports.files import REPORTS, turn_folder, write_reports
from horizons_host.store import (
    DATABASE,
    GameInfo,
    GameStore,
    GameStoreError,
    Joining,
    NewTurn,
    SeatRecord,
    SetUp,
    UsedOrders,
)
from horizons_host.store.database import Database
from horizons_host.store.store import game_exists

#: The file in a game's folder that names the file of a variant that is not installed.
VARIANT_FILE = "variant.txt"
#: Attempts to store a new seat while other people join at the same time.
_ATTEMPTS = 5


def create_game(
    folder: Path | None,
    variant: hz.Variant,
    seats: Sequence[SeatRecord],
    *,
    name: str = "",
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    shared: SharedChance | None = None,
    clock: Clock = now,
    database: Database | None = None,
) -> hz.Game:
    """Set up a game in a folder, with the reports of turn 0; nothing is left behind on failure.

    With a `database` the game is stored there, and no report files are written. The variant is
    fully checked first. With `shared` chance the random seed is derived from all revealed shares,
    and their file is deleted once they are stored with the game. Raises GameStoreError if the
    folder holds a game, PluginError for a broken variant, and the errors of `Variant.new_game`.
    """
    if database is None:
        _check_free(folder)
    variant.check_all()
    players = [seat.name for seat in seats if not seat.role]
    roles = {seat.name: seat.role for seat in seats if seat.role}
    secret = shared.secret if shared else None
    game = variant.new_game(
        players, seed=seed, secret=secret, options=options, name=name, seats=roles
    )
    game.shared_chance = shared.to_dict() if shared else {}
    set_up = SetUp("new", variant.checked_options(options or {}), to_dict(shared) if shared else {})
    seeded = seed is not None
    store_game(folder, variant, game, seats, set_up, seeded=seeded, clock=clock, database=database)
    if shared and folder is not None:
        (folder / FILE).unlink(missing_ok=True)
    return game


def _check_free(folder: Path | None) -> None:
    if folder is not None and (folder / DATABASE).exists():
        raise game_exists(folder)


def store_game(
    folder: Path | None,
    variant: hz.Variant,
    game: hz.Game,
    seats: Sequence[SeatRecord],
    set_up: SetUp,
    *,
    seeded: bool = False,
    clock: Clock = now,
    database: Database | None = None,
) -> None:
    """Store a new game with the reports of its current turn.

    Without a `database` it is stored in a folder, with report files.
    Nothing is left behind on failure. Raises GameStoreError if the folder holds a game.
    """
    for seat in seats:
        if not seat.role:
            game.empire(seat.name).address = seat.address
    time = stamp(clock)
    info = GameInfo(
        name=game.name,
        variant=variant.name,
        mods=tuple(mod.name for mod in variant.mods),
        options=game.options,
        seeded=seeded,
        created_at=time,
        data_mods=variant.data_mods,
    )
    start = _start(game, seats, time)
    if database is not None or folder is None:
        GameStore.create(folder, info, set_up, seats, start, database=database)
        return
    _check_free(folder)
    with _Undo(folder, game.turn) as undo:
        folder.mkdir(parents=True, exist_ok=True)
        with GameStore.create(folder, info, set_up, seats, start):
            undo.made.append(folder / DATABASE)
            file = variant_file(variant.name)
            if file is not None:
                undo.made.append(folder / VARIANT_FILE)
                (folder / VARIANT_FILE).write_text(f"{variant.name}={file}\n", "utf-8")
            write_reports(folder, variant, game.turn, start.reports)


def _start(game: hz.Game, seats: Sequence[SeatRecord], time: str) -> NewTurn:
    turn = hz.opening(game)
    state = loadable_state(game)
    reports = {empire: dict(report.data) for empire, report in turn.reports().items()}
    return NewTurn(
        turn=game.turn,
        state=state,
        digest=digest_of(state),
        events=[],
        events_digest=digest_of([]),
        turn_key="",
        versions=versions(game),
        run_at=time,
        reports=reports,
        orders_digest=UsedOrders({}).digest,
        mails=report_mails(game, seats, reports, time),
    )


def loadable_state(game: hz.Game) -> dict[str, Any]:
    """Dump a game for storage; raises HorizonsError if the result could not be loaded."""
    state = hz.dump(game)
    try:
        hz.load(state)
    except SaveError as problem:
        raise HorizonsError(
            f"this game could not be loaded again: {problem.message}", "choose other values"
        ) from problem
    return state


def versions(game: hz.Game) -> dict[str, Any]:
    """Return the versions that run a game's turns: program, variant, rules, schema, source code."""
    return {
        "horizons": hz.__version__,
        "variant": game.version,
        "rules": game.rules,
        "schema": game.schema,
        "source": hz.variant_of(game).source_digest,
    }


def use_variant_of(folder: Path) -> None:
    """Register the variant of the game in a folder from its file if it is not installed."""
    file = folder / VARIANT_FILE
    if file.is_file():
        name, _, path = file.read_text("utf-8").strip().partition("=")
        add_variant_file(Path(path), name)


class _Undo:
    """Context manager that deletes the files of a new game if its set-up fails."""

    def __init__(self, folder: Path, turn: int) -> None:
        reports = folder / REPORTS
        self.made = [path for path in (reports, turn_folder(folder, turn)) if not path.exists()]
        self._folders = [path for path in (folder, *folder.parents) if not path.exists()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            return
        from shutil import rmtree

        for path in self.made:
            if path.is_dir():
                rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        for folder in self._folders:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def with_seat(
    variant: hz.Variant, game: hz.Game, seat: SeatRecord, options: Mapping[str, Any]
) -> hz.Game:
    """Return the game with another player, or with a person in a role without an empire.

    The result depends only on the arguments. Raises the errors of `Variant.join`.
    """
    return joined(variant, game, seat.name, role=seat.role, options=options, address=seat.address)


def join_game(
    store: GameStore,
    seat: SeatRecord,
    options: Mapping[str, Any],
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> tuple[hz.Game, dict[str, Any]]:
    """Add a seat to a stored game before its next turn; return the game and the seat's report.

    Raises GameOverError after the game's end, TurnTakenError, and the errors of `Variant.join`.
    """
    for _ in range(_ATTEMPTS):
        snapshot = store.snapshot()
        before = hz.load(snapshot.state)
        if before.outcome is not None:
            over = LocalizedText(
                "the game ended in turn {turn}: {why}",
                turn=before.outcome.turn,
                why=before.outcome.reason,
            )
            raise GameOverError(over, "nobody can join a finished game")
        game = with_seat(hz.variant_of(before), before, seat, options)
        promised = reopened(game, snapshot.attempt)
        report = dict(hz.opening(promised).report(seat.name).data)
        time = stamp(clock)
        state = loadable_state(game)
        joining = Joining(snapshot.turn, seat.name, options, state, digest_of(state), time)
        mails = report_mails(game, [seat], {seat.name: report}, time)
        words = LocalizedText("{seat} joined the game.", seat=seat.name)
        if seat.role:
            words = LocalizedText(
                "{seat} joined the game as {role}.", seat=seat.name, role=seat.role
            )
        entry = act("join", snapshot.turn, words, clock, by, seat=seat.name, role=seat.role)
        if store.join(seat, joining, report, mails, expected=snapshot, entry=entry):
            return game, report
    raise GameStoreError("other people kept joining the game", "try again; nothing was changed")

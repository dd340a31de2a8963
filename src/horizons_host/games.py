"""Setting up a game: everything is made in memory first, and then stored at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.errors import HorizonsError, SaveError
from horizons_host.clock import Clock, now, stamp
from horizons_host.databases.engines import Database
from horizons_host.report_files import REPORTS, turn_folder, write_reports
from horizons_host.report_mails import report_mails
from horizons_host.shared_chance import FILE, SharedChance, kept
from horizons_host.store import DATABASE, GameStore, NewTurn, Plate, Seat, SetUp, UsedOrders
from horizons_host.store.store import already


def create_game(
    folder: Path | None,
    variant: hz.Variant,
    seats: Sequence[Seat],
    *,
    name: str = "",
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    shared: SharedChance | None = None,
    clock: Clock = now,
    database: Database | None = None,
) -> hz.Game:
    """Set up a game in a folder, with the reports of turn 0; nothing is left behind on failure.

    With a `database` the game lies in that, and no files of reports are written. The variant is
    checked in full before. With `shared` chance the secret follows from all shares
    that were revealed, and their file is taken away once they are kept with the game. Raises
    GameStoreError if the folder holds a game, PluginError for a broken variant, and what
    `Variant.new_game` raises.
    """
    if database is None:
        _check_free(folder)
    variant.check_all()
    players = [seat.name for seat in seats if not seat.role]
    others = {seat.name: seat.role for seat in seats if seat.role}
    secret = shared.secret if shared else None
    game = variant.new_game(
        players, seed=seed, secret=secret, options=options, name=name, seats=others
    )
    game.shared_chance = shared.told() if shared else {}
    made = SetUp("new", variant.checked_options(options or {}), kept(shared) if shared else {})
    seeded = seed is not None
    store_game(folder, variant, game, seats, made, seeded=seeded, clock=clock, database=database)
    if shared and folder is not None:
        (folder / FILE).unlink(missing_ok=True)
    return game


def _check_free(folder: Path | None) -> None:
    if folder is not None and (folder / DATABASE).exists():
        raise already(folder)


def store_game(
    folder: Path | None,
    variant: hz.Variant,
    game: hz.Game,
    seats: Sequence[Seat],
    made: SetUp,
    *,
    seeded: bool = False,
    clock: Clock = now,
    database: Database | None = None,
) -> None:
    """Store a game that was made, with the reports of the turn at which it stands.

    Without a `database` it lies in a folder, with files of its reports.
    Nothing is left behind on failure. Raises GameStoreError if the folder holds a game.
    """
    for seat in seats:
        if not seat.role:
            game.empire(seat.name).address = seat.address
    time = stamp(clock)
    plate = Plate(
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
        GameStore.create(folder, plate, made, seats, start, database=database)
        return
    _check_free(folder)
    with _Undo(folder, game.turn) as undo:
        folder.mkdir(parents=True, exist_ok=True)
        with GameStore.create(folder, plate, made, seats, start):
            undo.made.append(folder / DATABASE)
            write_reports(folder, variant, game.turn, start.reports)


def _start(game: hz.Game, seats: Sequence[Seat], time: str) -> NewTurn:
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
    """The game as it is stored; raises HorizonsError if it could not be loaded again."""
    state = hz.dump(game)
    try:
        hz.load(state)
    except SaveError as problem:
        raise HorizonsError(
            f"this game could not be loaded again: {problem.message}", "choose other values"
        ) from problem
    return state


def versions(game: hz.Game) -> dict[str, Any]:
    """What a turn was run with: the program, the variant, its rules and the source code of both."""
    return {
        "horizons": hz.__version__,
        "variant": game.version,
        "rules": game.rules,
        "schema": game.schema,
        "source": hz.variant_of(game).source_digest,
    }


class _Undo:
    """Takes away what was made for a game if setting it up fails."""

    def __init__(self, folder: Path, turn: int) -> None:
        reports = folder / REPORTS
        self.made = [one for one in (reports, turn_folder(folder, turn)) if not one.exists()]
        self._folders = [one for one in (folder, *folder.parents) if not one.exists()]

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

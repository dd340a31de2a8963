"""Setting up a game: it is built in memory, then stored in one step."""

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
from horizons_host.shared_chance import FILE, SharedChance, to_dict
from horizons_host.store import DATABASE, GameInfo, GameStore, NewTurn, Seat, SetUp, UsedOrders
from horizons_host.store.store import game_exists


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
    seats: Sequence[Seat],
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

"""Upgrades of a running game to another version of its rules, and checks before them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import HorizonsError, ScenarioError
from horizons_core.localized_text import LocalizedText
from horizons_core.saves import load_under
from horizons_core.stored_games import (
    GameVerdict,
    Newcomer,
    StoredGame,
    StoredGameEdit,
    StoredGameTurn,
    anonymized,
    compare_rules,
    compare_with_python,
    event_record,
    remark_record,
    state_digest,
    stored_game_data,
)
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import write_atomically
from horizons_host.games.audit import GAMEMASTER, AuditEntry, act
from horizons_host.games.setup import versions
from horizons_host.seats.seats import seat_of
from horizons_host.store import (
    MIGRATED,
    PINNED,
    UNPINNED,
    GameStore,
    Joining,
    SeatRecord,
    SetUp,
    Snapshot,
    StoredTurn,
    Upgrade,
    Upgrades,
    next_attempt,
)

#: The name of the export format, and of its file.
FORMAT, FILE = "stored-game", "stored-game.json"
#: Codes of remarks that the host adds, not the rules.
PROGRAM_REMARKS = frozenset({"edited", "migrated", "on-behalf", "stand-in", "taken-back"})


def edit_in(text: str) -> Mapping[str, Any]:
    """Return the state that an edit applies to the game.

    Raises ScenarioError, with the line, for invalid YAML or anything but a state.
    """
    try:
        data = read_yaml(text)
    except DataError as problem:
        raise ScenarioError(f"the edit cannot be read: {problem.message}", problem.hint) from None
    state = data.get("state") if isinstance(data, Mapping) else None
    if not isinstance(state, Mapping) or not state or len(data) > 1:
        raise ScenarioError(
            "an edit must have a 'state' and nothing else",
            "write it as in a scenario: state: {...}; 'horizons edit --help' has an example",
        )
    return state


def stored_game(store: GameStore, last: int | None = None, since: int | None = None) -> StoredGame:
    """Export the game up to a turn (None: the latest), without personal data.

    It begins with the set-up, or with the state after the turn `since`. Raises GameStoreError for
    a turn that was not run or is damaged.
    """
    until = store.latest() if last is None else last
    store.stored(until)  # fails early for a turn that was not run
    before = store.stored(store.first() if since is None else since)
    set_up, seats = store.set_up(), store.seats()
    late = {joining.seat for joining in before.joined}
    first = [seat for seat in seats if not seat.since and seat.name not in late]
    start, turns = before, []
    for number in range(start.turn + 1, until + 1):
        stored = store.stored(number)
        turns.append(_turn(store, before, stored, seats))
        before = stored
    info = store.info()
    return StoredGame(
        name=info.name,
        variant=info.variant,
        start=anonymized({**start.state, **start.rules_names}),
        players=tuple(seat.name for seat in first if not seat.role),
        turns=tuple(turns),
        roles={seat.name: seat.role for seat in first if seat.role},
        set_up=_options(set_up) if since is None else None,
    )


def _options(set_up: SetUp | None) -> dict[str, Any] | None:
    """Return the options of a set-up that can be recomputed, or None."""
    return dict(set_up.options) if set_up is not None and set_up.origin == "new" else None


def write_stored_game(game: StoredGame, folder: Path) -> Path:
    """Write the private file to an empty or new folder and return its path.

    Raises HorizonsError for a folder that is not empty, OSError.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HorizonsError(f"'{folder}' is not an empty folder", "choose a new folder")
    file = folder / FILE
    text = json.dumps(stored_game_data(game), indent=1, sort_keys=True, ensure_ascii=False)
    write_atomically(file, text + "\n", private=True)
    return file


def _turn(
    store: GameStore, before: StoredTurn, stored: StoredTurn, seats: tuple[SeatRecord, ...]
) -> StoredGameTurn:
    return StoredGameTurn(
        turn=stored.turn,
        orders=anonymized(dict(store.used(stored).texts)),
        digest=state_digest(stored.state),
        attempt=next_attempt(store.undone(stored.turn)),
        not_before=before.not_before,
        joined=tuple(_newcomer(joining, seats) for joining in before.joined),
        edits=tuple(_edits(before)),
        events=tuple(event_record(event) for event in stored.events),
        remarks=_remarks(store, stored.turn),
        versions=dict(stored.versions),
    )


def _edits(before: StoredTurn) -> Iterator[StoredGameEdit]:
    """Yield the edits after a turn, each with the number of seats that had joined before it."""
    joined = 0
    for change in before.changes:
        if isinstance(change.record, Joining):
            joined += 1
        else:
            yield StoredGameEdit(anonymized(edit_in(change.record.text)), joined)


def _newcomer(joining: Joining, seats: tuple[SeatRecord, ...]) -> Newcomer:
    seat = seat_of(seats, joining.seat)
    address = "" if seat.role else anonymized(seat.address)
    return Newcomer(seat.name, seat.role, dict(joining.options), address)


def _remarks(store: GameStore, turn: int) -> dict[str, list[dict[str, Any]]]:
    """Return the rules' remarks on orders in the reports, by seats that have any."""
    by_seat = {
        name: [
            remark_record(remark)
            for remark in store.report(turn, name)["diagnostics"]
            if remark["code"] not in PROGRAM_REMARKS
        ]
        for name in store.reported(turn)
    }
    return {name: remarks for name, remarks in by_seat.items() if remarks}


class PinnedError(HorizonsError):
    """A turn that is not run because the game is pinned to another version."""


@frozen
class UpgradeCheck:
    """Result of replaying a game's stored turns with a version.

    Attributes:
        turn: the game's latest turn.
        before: the versions that ran this turn.
        verdict: comparison of the turns since the game began, or since it was migrated.
        refusal: why the next turn would not be run here; "" if it would, and if the check ran in
            another environment.
        decided: earlier decisions.
        by_earlier_rules: the version whose rules the game keeps although a later one is installed;
            "" if it is played by the installed rules, or refused.
    """

    turn: int
    before: Mapping[str, Any]
    verdict: GameVerdict
    refusal: str
    decided: tuple[Upgrade, ...]
    by_earlier_rules: str = ""


def check(store: GameStore, python: Path | None = None) -> UpgradeCheck:
    """Recompute the stored turns with the versions installed here, or in another Python.

    Changes nothing. Raises HorizonsError if the other Python fails.
    """
    known = Upgrades(store).decided()
    game = stored_game(store, since=_latest_upgrade_turn(known, store.latest()))
    refusal = earlier = ""
    if python is None:
        verdict = compare_rules(game, latest_rules=True)
        refusal, earlier = _next_turn(store.snapshot())
    else:
        with tempfile.TemporaryDirectory() as folder:
            verdict = compare_with_python(write_stored_game(game, Path(folder)), python)
    turn = store.latest()
    return UpgradeCheck(turn, store.stored(turn).versions, verdict, refusal, known, earlier)


def migrated_after(store: GameStore, until: int) -> int | None:
    """Return the last turn up to `until` after which the game was migrated to different rules."""
    return _latest_upgrade_turn(Upgrades(store).decided(), until)


def _latest_upgrade_turn(known: tuple[Upgrade, ...], until: int) -> int | None:
    turns = [
        upgrade.turn
        for upgrade in known
        if upgrade.kind == MIGRATED and upgrade.result != "same" and upgrade.turn <= until
    ]
    return turns[-1] if turns else None


def _next_turn(snapshot: Snapshot) -> tuple[str, str]:
    """Return why the next turn would be refused, and the earlier version whose rules apply."""
    try:
        game = hz.load(snapshot.state)
        demand_pinned(snapshot, game)
    except HorizonsError as problem:
        return problem.message, ""
    is_earlier = game.version != hz.variant_of(game).info.version
    return "", game.version if is_earlier else ""


def pin(store: GameStore, clock: Clock = now, by: str = GAMEMASTER) -> Upgrade:
    """Pin the game to the versions installed here.

    Raises SaveError if they refuse the game, TurnTakenError.
    """
    snapshot = store.snapshot()
    return _decide(store, snapshot, PINNED, hz.load(snapshot.state), clock, by)


def unpin(store: GameStore, clock: Clock = now, by: str = GAMEMASTER) -> Upgrade:
    """Remove the pin, so that any compatible version may run turns; raises HorizonsError."""
    snapshot = store.snapshot()
    if snapshot.pinned is None:
        raise HorizonsError("the game is not pinned", "see: horizons upgrade --check")
    new = Upgrade(snapshot.turn, UNPINNED, {}, snapshot.pinned, "", "", stamp(clock))
    Upgrades(store).decide(new, _audit_entry(new, snapshot, clock, by))
    return new


def migrate(
    store: GameStore, result: UpgradeCheck, clock: Clock = now, by: str = GAMEMASTER
) -> Upgrade:
    """Continue the game with the versions installed here, whatever version saved it.

    The result of the check is recorded, and a pin is removed. Raises SaveError for a game that
    they cannot read at all, TurnTakenError if another turn was run since the check.
    """
    snapshot = store.snapshot()
    state = snapshot.state
    rules = hz.load_variant(
        state["variant"], tuple(state.get("mods", ())), state.get("data_mods") or {}
    )
    game = load_under(state, rules)
    return _decide(store, snapshot, MIGRATED, game, clock, by, result)


def _decide(
    store: GameStore,
    snapshot: Snapshot,
    kind: str,
    game: hz.Game,
    clock: Clock,
    by: str,
    result: UpgradeCheck | None = None,
) -> Upgrade:
    new = Upgrade(
        turn=snapshot.turn if result is None else result.turn,
        kind=kind,
        versions=versions_here(game),
        before=store.stored(snapshot.turn).versions,
        result="" if result is None else result.verdict.status,
        summary="" if result is None else str(result.verdict),
        decided_at=stamp(clock),
    )
    Upgrades(store).decide(new, _audit_entry(new, snapshot, clock, by))
    return new


def _audit_entry(new: Upgrade, snapshot: Snapshot, clock: Clock, by: str) -> AuditEntry:
    """Return the public audit entry for a decision."""
    versions = format_versions(new.versions, snapshot.info.variant)
    words = LocalizedText("The game was unpinned")
    if new.kind == PINNED:
        words = LocalizedText("The game was pinned to {versions}", versions=versions)
    elif new.kind == MIGRATED:
        words = LocalizedText("The game was migrated to {versions}", versions=versions)
    if new.summary:
        words = LocalizedText(
            "{what}; earlier turns replay: {found}", what=words, found=new.summary
        )
    words = LocalizedText("{what}.", what=words)
    return act(new.kind, new.turn, words, clock, by, found=new.result)


def versions_here(game: hz.Game) -> dict[str, Any]:
    """Return the installed versions that would run the game: program, variant, house rules."""
    mods = {mod.name: mod.version for mod in hz.variant_of(game).mods}
    return {**versions(game), "mods": mods}


def demand_pinned(snapshot: Snapshot, game: hz.Game) -> None:
    """Raise PinnedError if the game is pinned to other versions than those installed here."""
    if snapshot.pinned is None:
        return
    installed = versions_here(game)
    if any(installed.get(part) != value for part, value in snapshot.pinned.items()):
        raise PinnedError(
            f"the game is pinned to {format_versions(snapshot.pinned, game.variant)}, but"
            f" {format_versions(installed, game.variant)} is installed here",
            "run it where that version is installed; or run 'horizons upgrade"
            " --check', then use 'horizons upgrade --migrate' or '--unpin'",
        )


def format_versions(used: Mapping[str, Any], variant: str) -> str:
    """Format versions as text: `event_horizon 1.0.0 of Horizons 0.1.0 (rules 1f2e3d4c)`."""
    mods = "".join(f", {name} {version}" for name, version in used.get("mods", {}).items())
    program = f"{variant} {used.get('variant', '?')} of Horizons {used.get('horizons', '?')}"
    return f"{program} (rules {str(used.get('rules', '?'))[:8]}){mods}"

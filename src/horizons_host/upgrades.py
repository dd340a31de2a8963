"""Upgrades of a running game: replay checks, and pinning or migrating the game's version."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.saves import load_under
from horizons_core.stored_games import GameVerdict, compare_rules, compare_with_python
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, AuditEntry, act
from horizons_host.game_setup import versions
from horizons_host.store import (
    MIGRATED,
    PINNED,
    UNPINNED,
    GameStore,
    Snapshot,
    Upgrade,
    Upgrades,
)
from horizons_host.stored_games import stored_game, write_stored_game


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
    game = stored_game(store, since=_since(known, store.latest()))
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
    return _since(Upgrades(store).decided(), until)


def _since(known: tuple[Upgrade, ...], until: int) -> int | None:
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

"""Notes by the program in the reports of a turn, for example about undone turns and edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

import horizons_core as hz
from horizons_core.orders import Diagnostic
from horizons_host.seats.missing_orders import substitute_note
from horizons_host.store import Edit, OnBehalf, UndoneTurn, Upgrade


def with_notes(
    turn: hz.Turn,
    instead: Mapping[str, str],
    undone: Sequence[UndoneTurn],
    migrated: Upgrade | None = None,
    edits: Sequence[Edit] = (),
    behalf: Mapping[str, OnBehalf] | None = None,
) -> hz.Turn:
    """Add the program's notes to the remarks in players' reports.

    A seat gets a note if its orders were replaced, or submitted on its behalf. All seats get one if
    the turn is a rerun or the first of another version, and for each edit before it.
    """
    if not (instead or undone or migrated or edits or behalf):
        return turn
    notes = [_undone_note(turn.game, undone[-1])] if undone else []
    notes += [] if migrated is None else [_migration_note(migrated)]
    notes += [_edit_note(edit) for edit in edits]
    seat_notes = {seat: [substitute_note(source)] for seat, source in instead.items()}
    seat_notes |= {seat: [_on_behalf_note(entry)] for seat, entry in (behalf or {}).items()}
    diagnostics = {
        seat: (*remarks, *seat_notes.get(seat, ()), *notes)
        for seat, remarks in turn.diagnostics.items()
    }
    return evolve(turn, diagnostics=diagnostics)


def _migration_note(upgrade: Upgrade) -> Diagnostic:
    before, after = upgrade.before.get("variant"), upgrade.versions.get("variant")
    text = (
        f"from this turn on, the game uses version {after} of its rules; before, it used {before}"
    )
    same = upgrade.result == "same"
    hint = "" if same else "earlier turns would have had different results: ask your gamemaster"
    return Diagnostic("note", "migrated", text, hint=hint)


def _edit_note(edit: Edit) -> Diagnostic:
    text = f"the gamemaster changed the game before this turn: {edit.words}"
    return Diagnostic("note", "edited", text, hint=f"why: {edit.reason}")


def _on_behalf_note(behalf: OnBehalf) -> Diagnostic:
    text = f"this turn's orders were submitted for you by {behalf.actor} ({behalf.reason})"
    return Diagnostic("note", "on-behalf", text, hint="orders that you submit later replace them")


def _undone_note(game: hz.Game, undone: UndoneTurn) -> Diagnostic:
    text = (
        f"this is attempt {undone.attempt + 1} at turn {game.turn}: the gamemaster undid the"
        f" previous one ({undone.reason})"
    )
    hint = "its dice are different; their key was committed to when the turn was undone"
    return Diagnostic("note", "taken-back", text, hint=hint)

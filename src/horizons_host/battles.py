"""Records of battles for the replay page, from a stored game or a battle file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from horizons_core.errors import BattleError
from horizons_host.odds import key_from, read_battle
from horizons_host.store import GameStore
from horizons_host.told_events import TurnEvents, events_of_turn


def battle_of_file(file: Path, key: str, run: int) -> dict[str, Any]:
    """Fight one run of the battle in a file and return its record; raises BattleError, OSError."""
    spec = read_battle(file)
    record = spec.variant.combat.resolve(spec.battle, key_from(key), run=run)
    return record.to_dict(spec.title)


def battles(store: GameStore, player: str | None, turn: int | None) -> list[Mapping[str, Any]]:
    """Return the records of a turn's battles from a player's report, or in full for player None.

    Each has the `place`, the game's `empires` and, if the variant gives none, a `title` of its own.
    """
    events = events_of_turn(store, player, turn)
    return [_record(event, events) for event in events.events if _is_battle(event, player)]


def battle_in_report(report: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """Return the battle record of a report's event, by its index; raises BattleError if none."""
    events = report["events"]
    if number >= len(events) or "shots" not in events[number]["data"]:
        raise BattleError(
            f"turn {report['turn']} has no battle {number}",
            "open it from the report's page",
        )
    names = [empire["name"] for empire in report["empires"]]
    context = TurnEvents(report["turn"], lambda _: "", names, events)
    return _record(events[number], context)


def _is_battle(event: Mapping[str, Any], player: str | None) -> bool:
    # A battle has one event for each side that saw it, and one for the gamemaster alone.
    return "shots" in event["data"] and (player is not None or not event["audience"])


def _record(event: Mapping[str, Any], context: TurnEvents) -> dict[str, Any]:
    about = {
        "title": event["text"],
        "place": event["place"],
        "phase": event["phase"],
        "turn": context.turn,
        "empires": list(context.empires),
    }
    return {**about, **event["data"]}


def battle_of_game(
    store: GameStore, player: str | None, turn: int | None = None, place: str | None = None
) -> Mapping[str, Any]:
    """Return the turn's longest battle, or that at this place; raises BattleError if none."""
    records = battles(store, player, turn)
    number = store.latest() if turn is None else turn
    if not records:
        reason = f"{player} knows of no battle" if player else "there was no battle"
        raise BattleError(f"{reason} in turn {number}", "choose another turn with --turn")
    matching = [r for r in records if place is None or _place(r) == place.casefold()]
    if not matching:
        places = "; ".join(sorted({_place(record) for record in records}))
        raise BattleError(
            f"no battle at '{place}' in turn {number}", f"there were battles at {places}"
        )
    return longest(matching)


def longest(records: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the battle with the most shots; the first of several."""
    return max(records, key=lambda record: len(record["shots"]))


def _place(record: Mapping[str, Any]) -> str:
    return str(record["place"]).casefold()

"""Records of single battles, for the replay page: a stored game's, or one described in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from horizons_core.errors import BattleError
from horizons_host.odds import key_from, read_battle
from horizons_host.store import GameStore
from horizons_host.told_events import ToldEvents, told_events


def battle_of_file(file: Path, key: str, run: int) -> dict[str, Any]:
    """The record of one run of the battle in a file; raises BattleError, OSError."""
    found = read_battle(file)
    record = found.variant.combat.resolve(found.battle, key_from(key), run=run)
    return record.told(found.title)


def battles(store: GameStore, player: str | None, turn: int | None) -> list[Mapping[str, Any]]:
    """The records of a turn's battles: as a player was told, or as they were for player None.

    Each has the `place`, the game's `empires` and, if the variant gives none, a `title` of its own.
    """
    told = told_events(store, player, turn)
    return [_record(event, told) for event in told.events if _is_battle(event, player)]


def battle_in_report(report: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """The record of the event in this place of a report; BattleError if it has none."""
    events = report["events"]
    if number >= len(events) or "shots" not in events[number]["data"]:
        raise BattleError(
            f"turn {report['turn']} has no battle {number}",
            "open it from the report's page",
        )
    names = [empire["name"] for empire in report["empires"]]
    told = ToldEvents(report["turn"], lambda _: "", names, events)
    return _record(events[number], told)


def _is_battle(event: Mapping[str, Any], player: str | None) -> bool:
    # Of one battle there is an event for each side that saw it, and one for the gamemaster alone.
    return "shots" in event["data"] and (player is not None or not event["audience"])


def _record(event: Mapping[str, Any], told: ToldEvents) -> dict[str, Any]:
    about = {
        "title": event["text"],
        "place": event["place"],
        "phase": event["phase"],
        "turn": told.turn,
        "empires": list(told.empires),
    }
    return {**about, **event["data"]}


def battle_of_game(
    store: GameStore, player: str | None, turn: int | None = None, place: str | None = None
) -> Mapping[str, Any]:
    """The turn's longest battle, or the longest at this place; BattleError if there is none."""
    found = battles(store, player, turn)
    number = store.latest() if turn is None else turn
    if not found:
        who = f"{player} knows of no battle" if player else "there was no battle"
        raise BattleError(f"{who} in turn {number}", "choose another turn with --turn")
    there = [r for r in found if place is None or _place(r) == place.casefold()]
    if not there:
        places = "; ".join(sorted({_place(record) for record in found}))
        raise BattleError(
            f"no battle at '{place}' in turn {number}", f"there were battles at {places}"
        )
    return longest(there)


def longest(records: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The battle with the most shots; the first of several."""
    return max(records, key=lambda record: len(record["shots"]))


def _place(record: Mapping[str, Any]) -> str:
    return str(record["place"]).casefold()

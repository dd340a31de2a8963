"""Results of battles fought by hand, as entered by the umpire (C2E-14.1-03).

```yaml
battle: w06-0705-1
method: tabletop
tactical_turns: 7
field_held_by: Ada            # a player on the side that holds the field, or none
ships:
  Argent-1: {status: in_place, armour_lost: 3, hull_lost: 9, systems_out: [beam3_1, pds_1],
             drive: halved, ftl: ok, core_out: [], jury_rigged: [fc_1]}
  Heron-1: {status: destroyed}
  Heron-2: {status: jumped, hull_lost: 2, exit_speed: 14, exit_formation: open, destination: [8, 6]}
```

Ships are identified by name; if two have the same name, by owner and name: `Ada/Argent-1`. Every
ship of the battle needs a status; omitted fields are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from horizons_core.battle_fields import choice, integer, known
from horizons_core.errors import BattleError, did_you_mean
from variants.campaign2e.battle.fleets import FASTEST, FORMATIONS
from variants.campaign2e.battle.outcome import STATUSES, BattleOutcome, ShipFate
from variants.campaign2e.battle.ship_records import DAMAGE, read_damage
from variants.campaign2e.model import PendingBattle, Place, Ship
from variants.campaign2e.model.ships import NONE, OK, OUT

MAX_TURNS = 1_000
NOBODY = "none"

_FIELDS = ("battle", "method", "tactical_turns", "field_held_by", "ships")
_EXIT = ("exit_speed", "exit_formation", "destination")
_SHIP_FIELDS = ("status", *DAMAGE, "combat_turns", *_EXIT)

#: Returns whether a ship can jump from the battle's hex to another in a week.
ReachTest = Callable[[Place], bool]


def read_result(
    record: Any,
    battle: PendingBattle,
    ships: Sequence[Ship],
    can_reach: ReachTest,
    *,
    unchecked: bool = False,
) -> BattleOutcome:
    """Parse the outcome in a record; raises BattleError with position and remedy.

    `ships` are those of the battle. Threshold checks are not repeated. With `unchecked`, statuses
    are not compared with drives and crews, as in the rules before 1.1.0.
    """
    if not isinstance(record, Mapping):
        raise BattleError(
            "a result must be a mapping", "write {tactical_turns: 7, field_held_by: ...}"
        )
    known("the result", record, _FIELDS)
    if "battle" in record and str(record["battle"]) != battle.id:
        raise BattleError(
            f"the record is of battle {record['battle']!r}, but the order names {battle.id}",
            "use the same battle in both",
        )
    turns = integer("tactical_turns", record.get("tactical_turns"), 0, MAX_TURNS)
    holder = _holder(record.get("field_held_by"), battle)
    entries = _named(record.get("ships"), ships)
    fates = {ship.id: _fate(name, entry, ship, turns, can_reach) for name, entry, ship in entries}
    if not unchecked:
        for name, _, ship in entries:
            _check_status(f"ships.{name}", ship, fates[ship.id])
    _check_holder(holder, battle, ships, fates)
    return BattleOutcome(holder=holder, tactical_turns=turns, fates=fates)


def _holder(value: Any, battle: PendingBattle) -> int | None:
    """Return the side that holds the field, which is named by any of its players."""
    if value == NOBODY:
        return None
    names = {
        owner or "umpire": number for number, side in enumerate(battle.sides) for owner in side
    }
    if value is None or str(value) not in names:
        raise BattleError(
            f"field_held_by is {value!r}", f"write one of {', '.join([*names, NOBODY])}"
        )
    return names[str(value)]


def _named(entries: Any, ships: Sequence[Ship]) -> list[tuple[str, Any, Ship]]:
    """Return the entry of each ship; raises BattleError for missing and unknown ships."""
    if not isinstance(entries, Mapping):
        raise BattleError("'ships' must be a mapping", "list each ship with its status")
    names = [ship.name for ship in ships]
    by_name = {
        f"{ship.owner or 'umpire'}/{ship.name}" if names.count(ship.name) > 1 else ship.name: ship
        for ship in ships
    }
    for name in entries:
        if str(name) in names and str(name) not in by_name:
            full_names = [full for full in by_name if full.endswith(f"/{name}")]
            message = f"ships.{name}: {len(full_names)} ships of the battle have this name"
            raise BattleError(message, f"write {' or '.join(full_names)}")
        if str(name) not in by_name:
            raise BattleError(
                f"ships.{name}: this ship was not in the battle", did_you_mean(str(name), by_name)
            )
    by_ship = {str(name): entry for name, entry in entries.items()}
    missing = [name for name in by_name if name not in by_ship]
    if missing:
        raise BattleError(f"ships: {', '.join(missing)} missing", "list every ship with its status")
    return [(name, by_ship[name], ship) for name, ship in by_name.items()]


def _fate(name: str, entry: Any, ship: Ship, turns: int, can_reach: ReachTest) -> ShipFate:
    """Parse the entry of a ship."""
    place = f"ships.{name}"
    if not isinstance(entry, Mapping):
        raise BattleError(f"{place} is {entry!r}", "write {status: in_place}")
    known(place, entry, _SHIP_FIELDS)
    if "status" not in entry:
        raise BattleError(f"{place} has no status", f"write one of {', '.join(STATUSES)}")
    status = choice(f"{place}.status", entry["status"], STATUSES)
    if status == "destroyed":
        return ShipFate(status=status)
    fate = evolve(
        read_damage(place, entry, ship),
        status=status,
        combat_turns=integer(
            f"{place}.combat_turns", entry.get("combat_turns", turns), 0, MAX_TURNS
        ),
    )
    if status == "jumped":
        return _jumped(place, entry, ship, fate, can_reach)
    for field in _EXIT:
        if field in entry:
            raise BattleError(f"{place}.{field} is only for ships that jumped", "leave it out")
    if status == "hulk" and not {"life", "power"} & {*(fate.core_out or ())}:
        return evolve(fate, core_out=("life", *(fate.core_out or ())))
    return _adrift(place, ship, fate) if status == "adrift" else fate


def _jumped(
    place: str, entry: Mapping[str, Any], ship: Ship, fate: ShipFate, can_reach: ReachTest
) -> ShipFate:
    """Parse the exit of a ship, which needs a working FTL drive and range (C2E-18.2-01)."""
    if (fate.ftl or ship.ftl) != OK:
        raise BattleError(
            f"{place} jumped, but its FTL drive is out", "write another status, or ftl: ok"
        )
    speed = entry.get("exit_speed")
    if speed is not None:
        speed = integer(f"{place}.exit_speed", speed, 0, FASTEST)
    formation = entry.get("exit_formation")
    if formation is not None:
        formation = choice(f"{place}.exit_formation", formation, FORMATIONS)
    return evolve(
        fate,
        exit_speed=speed,
        exit_formation=formation,
        destination=_destination(f"{place}.destination", entry.get("destination"), can_reach),
    )


def _destination(place: str, value: Any, can_reach: ReachTest) -> Place | None:
    if value is None:
        return None
    if not isinstance(value, list) or [type(number) for number in value] != [int, int]:
        raise BattleError(f"{place} is {value!r}", "write a hex such as [8, 6]")
    x, y = value
    if not can_reach((x, y)):
        raise BattleError(f"{place}: {x},{y} is out of reach", "choose a hex within one jump")
    return x, y


def _adrift(place: str, ship: Ship, fate: ShipFate) -> ShipFate:
    """Return the fate of a drifting ship, whose drives default to out (C2E-12.1-01)."""
    if ship.design.is_installation:
        raise BattleError(f"{place}: installations cannot be adrift", "write in_place")
    for word, state in (("drive", fate.drive), ("ftl", fate.ftl)):
        if state is not None and state != OUT:
            raise BattleError(
                f"{place} is adrift, but {word} is {state}", f"write {word}: out, or in_place"
            )
    return evolve(
        fate,
        drive=OUT if ship.design.thrust else None,
        ftl=OUT if ship.design.ftl else None,
    )


def _check_status(place: str, ship: Ship, fate: ShipFate) -> None:
    """Check that drifting ships are recorded as such (C2E-12.1-01), and defences stay (C2E-8.2-02).

    A ship without life support or power core has no crew; a ship without any drive drifts.
    """
    if fate.status not in ("in_place", "jumped", "disengaged"):
        return
    if fate.status != "in_place" and ship.is_fixed:
        message = f"{place} is {fate.status}, but cannot leave the world that it defends"
        raise BattleError(message, "write in_place, or how it was lost")
    core = ship.core_out if fate.core_out is None else fate.core_out
    if {"life", "power"} & {*core}:
        message = f"{place} is {fate.status}, but has no life support or power core"
        raise BattleError(message, "write hulk: it has no crew left")
    drives = (fate.drive or ship.drive, fate.ftl or ship.ftl)
    if not ship.design.is_installation and all(state in (OUT, NONE) for state in drives):
        message = f"{place} is {fate.status}, but both its drives are out"
        raise BattleError(message, "write adrift, or name the drive that works")


def _check_holder(
    holder: int | None, battle: PendingBattle, ships: Sequence[Ship], fates: Mapping[str, ShipFate]
) -> None:
    """Check that the holder has a ship in place, and captures are of other sides (C2E-12.1-01)."""
    side_of = {name: number for number, side in enumerate(battle.ships) for name in side}
    if holder is not None and not any(
        fates[name].status == "in_place" for name in battle.ships[holder]
    ):
        raise BattleError(
            "field_held_by: that side has no ship in place", f"write {NOBODY}, or correct a status"
        )
    for ship in ships:
        if fates[ship.id].status != "captured":
            continue
        if holder is None:
            raise BattleError(
                f"{ship.name} is captured, but nobody holds the field",
                "name the side that holds it, or write adrift or hulk",
            )
        if side_of[ship.id] == holder:
            raise BattleError(
                f"{ship.name} is captured by its own side", "write in_place, adrift or hulk"
            )

"""Strict parsing of a ship's damage, in a battle file or a result; errors have positions.

The keys are those of C2E-14.1-03. Systems are called `<part>_<n>`, in the order of the design.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from horizons_core.battle_fields import choice, integer
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.sums import int_sum
from variants.campaign2e.battle.outcome import ShipFate
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.designs.parts import GROUP
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import APART, HALVED, NONE, OK, OUT

#: Keys of damage, which are also those of a ship entering a battle.
DAMAGE = (
    "armour_lost", "hull_lost", "systems_out", "drive", "ftl", "core_out", "jury_rigged",
    "fighters_left", "salvoes_left", "fired",
)  # fmt: skip
ONE_SHOT = frozenset({"rack", "rack_er", "submunition"})


def read_damage(place: str, data: Mapping[str, Any], ship: Ship) -> ShipFate:
    """Parse the damage of a ship; missing keys are unchanged.

    Raises BattleError for boxes or systems that the ship does not have, systems already out,
    more fighters or salvoes than before, and repairs of undamaged systems.
    """
    armour = integer(f"{place}.armour_lost", data.get("armour_lost", 0), 0, ship.armour_left)
    hull = integer(f"{place}.hull_lost", data.get("hull_lost", 0), 0, ship.hull_left)
    if hull == ship.hull_left:
        raise BattleError(
            f"{place}.hull_lost: {ship.name} has no hull box left", "write status: destroyed"
        )
    rigged = _keys(place, "jury_rigged", data, [*_systems(ship), *APART])
    out = _knocked_out(place, data, ship)
    lost = _core(place, data, ship)
    drive, ftl = _drive(place, data, ship), _ftl(place, data, ship)
    for key in rigged:
        if key not in (*out, *lost) and not _may_have_been_out(ship, key, hull):
            raise BattleError(
                f"{place}.jury_rigged: {key} was not knocked out",
                "name systems that were knocked out at the end of a row of hull boxes and repaired",
            )
    fired = _keys(place, "fired", data, _one_shot(ship))
    return ShipFate(
        status="in_place",
        armour_lost=armour,
        hull_lost=hull,
        systems_out=tuple(key for key in out if key not in rigged),
        jury_rigged=tuple(rigged),
        drive=drive,
        ftl=ftl,
        core_out=tuple(key for key in CORE_SYSTEMS if key in {*ship.core_out, *lost} - {*rigged}),
        fighters=_fighters(place, data, ship),
        salvoes=_at_most(place, "salvoes_left", data, ship.salvoes),
        fired=tuple(fired),
    )


def keys(place: str, value: Any, allowed: Collection[str], noun: str) -> list[str]:
    """Parse a list of different words out of those allowed; raises BattleError."""
    if not isinstance(value, list):
        raise BattleError(f"{place} is {value!r}", "write a list in brackets, such as [fc_1]")
    for key in value:
        if not isinstance(key, str) or key not in allowed:
            raise BattleError(f"{place}: {noun} {key!r}", did_you_mean(str(key), allowed))
    duplicate = next((key for key in value if value.count(key) > 1), None)
    if duplicate is not None:
        raise BattleError(f"{place} lists {duplicate} twice", "list it once")
    return value


def _keys(place: str, name: str, data: Mapping[str, Any], allowed: Collection[str]) -> list[str]:
    return keys(f"{place}.{name}", data.get(name, []), allowed, "the ship has no")


def _systems(ship: Ship) -> list[str]:
    return [system.key for system in ship.design.systems]


def _one_shot(ship: Ship) -> list[str]:
    """Return the keys of one-shot weapons that are loaded and not out."""
    return [
        system.key
        for system in ship.design.systems
        if system.part.kind in ONE_SHOT and system.key not in (*ship.fired, *ship.out)
    ]


def _knocked_out(place: str, data: Mapping[str, Any], ship: Ship) -> list[str]:
    out = _keys(place, "systems_out", data, _systems(ship))
    _refuse_already_out(f"{place}.systems_out", out, ship.out)
    return out


def _core(place: str, data: Mapping[str, Any], ship: Ship) -> list[str]:
    path = f"{place}.core_out"
    out = keys(path, data.get("core_out", []), CORE_SYSTEMS, "there is no core system")
    _refuse_already_out(path, out, ship.core_out)
    return out


def _refuse_already_out(place: str, out: Iterable[str], before: Collection[str]) -> None:
    for key in out:
        if key in before:
            raise BattleError(f"{place}: {key} was already out before the battle", "leave it out")


def _drive(place: str, data: Mapping[str, Any], ship: Ship) -> str | None:
    if "drive" not in data:
        return None
    if ship.drive == NONE:
        raise BattleError(f"{place}.drive: the ship has no main drive", "leave it out")
    words = (OK, HALVED, OUT) if ship.design.thrust > 1 else (OK, OUT)
    return choice(f"{place}.drive", data["drive"], words)


def _ftl(place: str, data: Mapping[str, Any], ship: Ship) -> str | None:
    if "ftl" not in data:
        return None
    if ship.ftl == NONE:
        raise BattleError(f"{place}.ftl: the ship has no FTL drive", "leave it out")
    return choice(f"{place}.ftl", data["ftl"], (OK, OUT))


def _may_have_been_out(ship: Ship, key: str, hull_lost: int) -> bool:
    """Return whether a system may have been knocked out and repaired, for a loss of hull boxes.

    Threshold checks come with the end of a row. Drives also fail without a threshold check: the
    main drive by optional thrust (C2E-16.5-05), the FTL drive by a jump near other ships
    (C2E-18.1-01).
    """
    if key in (*ship.out, *ship.core_out):
        return True
    if (key == "drive" and ship.drive == NONE) or (key == "ftl" and ship.ftl == NONE):
        return False
    if key == "ftl" or (key == "drive" and ship.drive in (HALVED, OUT)):
        return True
    if key == "drive" and ship.design.optional_thrust > ship.design.thrust:
        return True
    ended = ship.design.rows_ended
    return ended(ship.hull_lost + hull_lost) > ended(ship.hull_lost)


def _at_most(place: str, name: str, data: Mapping[str, Any], maximum: int) -> int | None:
    if name not in data:
        return None
    return integer(f"{place}.{name}", data[name], 0, maximum)


def _fighters(place: str, data: Mapping[str, Any], ship: Ship) -> tuple[int, ...] | None:
    """Parse the fighters left: a list by group, or a total assigned to the first groups."""
    path, value = f"{place}.fighters_left", data.get("fighters_left")
    if value is None:
        return None
    if isinstance(value, list):
        if len(value) != len(ship.fighters):
            raise BattleError(
                f"{path} lists {len(value)} groups, but the ship has {len(ship.fighters)}",
                f"write a number from 0 to {GROUP} for each group, or one total",
            )
        groups = zip(value, ship.fighters, strict=True)
        return tuple(integer(f"{path}[{n}]", new, 0, old) for n, (new, old) in enumerate(groups, 1))
    left = integer(path, value, 0, int_sum(ship.fighters))
    counts = []
    for before in ship.fighters:
        counts.append(min(before, left))
        left -= counts[-1]
    return tuple(counts)

"""A fleet's jump as users write it, in YAML: read strictly, with the place of every mistake.

jump:
  from: 10 10 10
  to: 17 12 9
  gravitics: 12       # of the ships' owner; through a portal, of the portal's
  radius: 20          # of the galaxy
  ships:
    - {name: TR1 Scout, age: 3, fail_safes: 1, count: 5}
    - {name: DD Dawson, forced: true}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.battle_fields import integer, known
from horizons_core.errors import BattleError
from horizons_core.sums import int_sum
from variants.far_horizons.constants import LARGEST_AGE
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.jumps.odds import ENDINGS, Jumper, JumpQuestion
from variants.far_horizons.model import Sector

MOST_SHIPS = 10_000
_LARGEST = 9_999
_TOP = ("variant", "title", "jump")
_FIELDS = ("from", "to", "gravitics", "radius", "ships")
_SHIP_FIELDS = ("name", "age", "fail_safes", "count", "forced")


def read_jump(spec: Mapping[str, Any], economy: Economy = RULEBOOK_ECONOMY) -> JumpQuestion:
    """Read a fleet's jump from plain data; raises BattleError with the place of a mistake."""
    known("the question", spec, _TOP)
    jump = spec.get("jump")
    if not isinstance(jump, Mapping):
        raise BattleError("'jump' is not a mapping", "write from, to, gravitics, radius and ships")
    known("jump", jump, _FIELDS)
    missing = [name for name in _FIELDS if name not in jump]
    if missing:
        raise BattleError(f"jump: '{missing[0]}' is missing", f"it needs {', '.join(_FIELDS)}")
    origin, destination = _sector("jump.from", jump["from"]), _sector("jump.to", jump["to"])
    if origin == destination:
        raise BattleError("jump.to is where the ships are", "name another sector")
    fleet = _fleet(jump["ships"])
    ships = int_sum(jumper.count for jumper in fleet)
    if ships > MOST_SHIPS:
        raise BattleError(f"jump.ships are {ships:,}", f"at most {MOST_SHIPS:,} can be asked for")
    return JumpQuestion(
        sides=ENDINGS,
        origin=origin,
        destination=destination,
        gravitics=integer("jump.gravitics", jump["gravitics"], 0, _LARGEST),
        radius=integer("jump.radius", jump["radius"], 1, _LARGEST),
        fleet=fleet,
        economy=economy,
    )


def _fleet(ships: Any) -> tuple[Jumper, ...]:
    if not isinstance(ships, list) or not ships:
        raise BattleError("jump.ships is not a list of ships", "write [{name: TR1 Scout, age: 3}]")
    return tuple(_jumper(f"jump.ships[{i}]", ship) for i, ship in enumerate(ships, start=1))


def _jumper(place: str, ship: Any) -> Jumper:
    if not isinstance(ship, Mapping):
        raise BattleError(f"{place} is not a ship", "write {name: TR1 Scout, age: 3}")
    known(place, ship, _SHIP_FIELDS)
    forced = ship.get("forced", False)
    if not isinstance(forced, bool):
        raise BattleError(f"{place}.forced is {forced!r}", "write true or false")
    return Jumper(
        name=str(ship.get("name", "Ship")),
        age=integer(f"{place}.age", ship.get("age", 0), 0, LARGEST_AGE),
        fail_safes=integer(f"{place}.fail_safes", ship.get("fail_safes", 0), 0, _LARGEST),
        count=integer(f"{place}.count", ship.get("count", 1), 1, MOST_SHIPS),
        forced=forced,
    )


def _sector(place: str, value: Any) -> Sector:
    """Read three coordinates: "12 7 18" or [12, 7, 18]."""
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, Sequence) and not isinstance(parts, str) and len(parts) == 3:
        numbers = [
            int(p) if isinstance(p, str) and p.isdecimal() and len(p) < 9 else p for p in parts
        ]
        x, y, z = (integer(place, number, 0, _LARGEST) for number in numbers)
        return (x, y, z)
    raise BattleError(f"{place} is {value!r}", "write three numbers: 12 7 18")

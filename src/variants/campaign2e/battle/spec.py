"""Battle files in YAML, which are parsed strictly, and their schema.

```yaml
variant: campaign2e
title: Raid on the hub
sides:
  Ada:
    - {design: Argent, count: 2}             # a design of the market, by name or by type: CH
    - {design: BB, name: Iron Duke, hull_lost: 11, systems_out: [fc_1], drive: halved}
  Brin:
    - {design: Lance, count: 3}
    - {design: "TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC", line: rear}
designs:                                     # the player's designs, as in DESIGN orders
  Lance: TYPE DD MASS 32 HULL 10 ARMOUR 1 THRUST 5 FTL WITH B2/3 x2, B1/6, PT/1, FC
orders:                                      # defaults are those of C2E-17.6-01
  Ada: {speed: 6, formation: open, intent: optimal, breakoff: 50, exit: ftl, edge: N}
  Brin: {entry: [NEARER, EDGE NE], by_lane: true, present: false}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.battle_fields import boolean, choice, integer, known
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.sums import int_sum
from variants.campaign2e.battle.fleets import (
    ENTRY,
    EXITS,
    FASTEST,
    FORMATIONS,
    INTENTS,
    BattleShip,
    CampaignBattle,
    Side,
    battle_of,
    merged,
    stands_in_rear,
)
from variants.campaign2e.battle.kernels.protocol import MAX_SIDES
from variants.campaign2e.battle.outcome import apply_fate
from variants.campaign2e.battle.ship_records import DAMAGE, keys, read_damage
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import BattleOrder, Ship
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.model.ships import new_ship

MAX_SHIPS = 5_000
MIN_SIDES = 2
LINES = ("main", "rear")

_FIELDS = ("variant", "title", "sides", "orders", "designs")
_SHIP_FIELDS = (
    "design", "count", "name", "line", *DAMAGE, "second_hand", "out_of_supply", "weaponry_unmet",
)  # fmt: skip
_ORDER_FIELDS = (
    "speed", "formation", "edge", "intent", "breakoff", "exit", "entry", "by_lane", "present",
)  # fmt: skip


def read_spec(spec: Mapping[str, Any], defaults: BattleOrder) -> CampaignBattle:
    """Parse a battle from plain data; raises BattleError with position and remedy.

    `sides` maps names to lists of ships: `design` is a design of the market by name or type, one
    of `designs`, or the words of a DESIGN order. A ship may have a `count`, a `name`, a `line`
    (main or rear), damage with the keys of results by hand, `second_hand` systems, and be
    `out_of_supply` or `weaponry_unmet`. `orders` maps sides to battle orders with `entry` (uses of
    the drop), `by_lane` and `present`; `defaults` fills in missing values.
    """
    if not isinstance(spec, Mapping):
        raise BattleError("a battle must be a mapping with 'sides'")
    known("the battle", spec, _FIELDS)
    sides = spec.get("sides")
    if not isinstance(sides, Mapping) or not MIN_SIDES <= len(sides) <= MAX_SIDES:
        raise BattleError(
            f"'sides' must name {MIN_SIDES} to {MAX_SIDES} sides, each with a list of ships"
        )
    designs = _designs(spec.get("designs"))
    orders = _orders(spec.get("orders"), [str(name) for name in sides])
    fleets = [
        _side(str(name), ships, designs, orders.get(str(name), {}), defaults)
        for name, ships in sides.items()
    ]
    total = int_sum(len(side.ships) for side in fleets)
    if total > MAX_SHIPS:
        raise BattleError(f"the battle has {total:,} ships", f"use at most {MAX_SHIPS:,}")
    return battle_of(fleets)


def _designs(value: Any) -> dict[str, Design]:
    """Return designs by name: the file's before the market's, which also go by type."""
    if value is None:
        value = {}
    if not isinstance(value, Mapping):
        raise BattleError(
            "'designs' must be a mapping", "write a name and a design as in a DESIGN order"
        )
    designs = {design.type: design for design in market().values()} | dict(market())
    for name, words in value.items():
        designs[str(name)] = _design_from(f"designs.{name}", str(name), words)
    return designs


def _design_from(place: str, name: str, words: Any) -> Design:
    if not isinstance(words, str):
        raise BattleError(f"{place} is {words!r}", "write it as in a DESIGN order")
    try:
        return design_from(name, words)
    except ValueError as problem:
        raise BattleError(f"{place}: {problem}") from problem


def _orders(value: Any, sides: list[str]) -> dict[str, Mapping[str, Any]]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BattleError("'orders' must be a mapping", "list sides with their battle orders")
    for name, order in value.items():
        if str(name) not in sides:
            raise BattleError(f"orders: no side '{name}'", did_you_mean(str(name), sides))
        if not isinstance(order, Mapping):
            raise BattleError(f"orders.{name} is not an order", "write {speed: 6, intent: optimal}")
        known(f"orders.{name}", order, _ORDER_FIELDS)
    return {str(name): order for name, order in value.items()}


def _side(
    name: str,
    ships: Any,
    designs: Mapping[str, Design],
    order: Mapping[str, Any],
    defaults: BattleOrder,
) -> Side:
    if not isinstance(ships, list) or not ships:
        raise BattleError(f"sides.{name} is not a list of ships", "list at least one ship")
    place = f"orders.{name}"
    full = merged(_order(place, order), defaults)
    return Side(
        name=name,
        ships=tuple(
            ship
            for number, entry in enumerate(ships, start=1)
            for ship in _ships(f"sides.{name}[{number}]", f"{name}/{number}", entry, designs)
        ),
        speed=full.speed or 0,
        formation=full.formation or FORMATIONS[1],
        intent=full.intent or INTENTS[1],
        breakoff=full.breakoff or 1,
        exit=full.exit or EXITS[0],
        edge=full.edge,
        entry=_entry(place, order),
        by_lane=boolean(f"{place}.by_lane", order.get("by_lane", False)),
        present=boolean(f"{place}.present", order.get("present", False)),
    )


def _order(place: str, data: Mapping[str, Any]) -> BattleOrder:
    """Parse a battle order; missing words stay None (C2E-17.6-01)."""
    words = {"formation": FORMATIONS, "edge": EDGES, "intent": INTENTS, "exit": EXITS}
    limits = {"speed": (0, FASTEST), "breakoff": (1, 100)}
    values: dict[str, Any] = {
        name: choice(f"{place}.{name}", data[name], allowed)
        for name, allowed in words.items()
        if name in data
    }
    for name, (low, high) in limits.items():
        if name in data:
            values[name] = integer(f"{place}.{name}", data[name], low, high)
    return BattleOrder(**values)


def _entry(place: str, order: Mapping[str, Any]) -> tuple[str, ...]:
    """Parse the words of ENTRY (C2E-17.9-01)."""
    allowed = [*ENTRY, *(f"EDGE {edge}" for edge in EDGES)]
    value = order.get("entry", [])
    if not isinstance(value, list):
        raise BattleError(f"{place}.entry is {value!r}", "write a list such as [NEARER, EDGE NE]")
    words = [choice(f"{place}.entry[{n}]", word, allowed) for n, word in enumerate(value, 1)]
    return tuple(words)


def _ships(place: str, ids: str, entry: Any, designs: Mapping[str, Design]) -> Iterator[BattleShip]:
    if not isinstance(entry, Mapping):
        raise BattleError(f"{place} is not a ship", "write {design: Argent, count: 2}")
    known(place, entry, _SHIP_FIELDS)
    design = _design(f"{place}.design", entry.get("design"), designs)
    count = integer(f"{place}.count", entry.get("count", 1), 1, MAX_SHIPS)
    line = entry.get("line")
    rear = stands_in_rear(design)
    if line is not None:
        rear = choice(f"{place}.line", line, LINES) == LINES[1]
    name = str(entry.get("name", design.name))
    for number in range(1, count + 1):
        numbered_name = f"{name} {number}" if count > 1 else name
        yield BattleShip(
            numbered_name, _ship(place, f"{ids}/{number}", numbered_name, entry, design), rear
        )


def _design(place: str, value: Any, designs: Mapping[str, Design]) -> Design:
    if value is None:
        raise BattleError(f"{place} is missing", "name a market design, such as Argent")
    words = str(value)
    if words in designs:
        return designs[words]
    if words.upper().startswith("TYPE "):
        return _design_from(place, "Ship", words)
    raise BattleError(f"{place}: no design '{words}'", did_you_mean(words, designs))


def _ship(place: str, key: str, name: str, entry: Mapping[str, Any], design: Design) -> Ship:
    """Return a new ship with the damage of its entry."""
    ship = new_ship(key, "", name, design, "")
    apply_fate(read_damage(place, entry, ship), ship)
    ship.second_hand = keys(
        f"{place}.second_hand", entry.get("second_hand", []), design.system_keys, "the ship has no"
    )
    ship.out_of_supply = boolean(f"{place}.out_of_supply", entry.get("out_of_supply", False))
    unmet = boolean(f"{place}.weaponry_unmet", entry.get("weaponry_unmet", False))
    ship.weaponry_due = int(unmet)
    return ship


def battle_schema() -> dict[str, Any]:
    """Return the schema of battles; `battle` checks what fits a ship's design."""
    # a player's own designs are valid too, and cannot be listed here
    design = {"anyOf": [{"enum": [*market()]}, {"type": "string"}]}
    ship = {
        "type": "object",
        "properties": {
            "design": design,
            "count": {"type": "integer", "minimum": 1, "maximum": MAX_SHIPS},
            "line": {"enum": [*LINES]},
            **{name: {"type": "boolean"} for name in ("out_of_supply", "weaponry_unmet")},
        },
        "required": ["design"],
    }
    sides = {
        "type": "object",
        "minProperties": MIN_SIDES,
        "maxProperties": MAX_SIDES,
        "additionalProperties": {"type": "array", "minItems": 1, "items": ship},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}

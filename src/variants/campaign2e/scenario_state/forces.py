"""Task groups, defences, ships and dummies of a scenario state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.model import folded
from horizons_core.scenario_state import boolean, one_of, set_fields, text
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Departure, Dummy, Ship, TaskGroup
from variants.campaign2e.model.ships import APART, HALVED, NONE, OK, OUT, new_ship
from variants.campaign2e.rules.purchases import defence_group, deliver
from variants.campaign2e.rules.task_groups import new_group, new_group_of
from variants.campaign2e.scenario_state import fields as read

_POSTURES = ("", "interdict", "raid", "no raid")
_SWITCHES = "engage land peacekeep withdrawn until"
_GROUP = (
    "owner", "name", "at", "defences", "ships", "posture", "departure", "against",
    *_SWITCHES.split(),
)  # fmt: skip
_DEPARTURE = ("to", "by_lane", "speed", "formation")
_PLAIN = (
    "hull_lost armour_lost dropships salvoes endurance combat_turns fought parts_taken"
    " out_of_supply leased bound captured strange"
)
_AMOUNTS = ("fuel_due", "crew_due", "weaponry_due", "owed", "fuel", "crew", "weaponry")
_SYSTEMS = ("out", "second_hand", "fired", "jury_rigged")
_DRIVES = {"drive": one_of(OK, HALVED, OUT, NONE), "ftl": one_of(OK, OUT, NONE)}
_CORE = ("bridge", "life", "power")
_SHIP = (
    "design", "name", "fighters", "core_out", "spares", "used", "slots",
    *_PLAIN.split(), *_AMOUNTS, *_SYSTEMS, *_DRIVES,
)  # fmt: skip
_DUMMY = ("owner", "group", "at")
_MAX_SHIPS = 1000


def apply_group(game: Campaign, path: str, value: Any) -> None:
    """Modify the owner's group of this name, or add one; the same applies to its ships."""
    data = scenario_state.fields(path, value, _GROUP)
    if "owner" not in data:
        raise ScenarioError(f"{path} has no owner", f"a player, or {read.UMPIRE}")
    owner = read.owner(game, f"{path}.owner", data["owner"])
    group = _group(game, path, owner, data)
    if "posture" in data:
        group.posture = scenario_state.word(f"{path}.posture", data["posture"], _POSTURES)
    set_fields(group, path, data, _SWITCHES)
    if "departure" in data:
        group.departure = _departure(f"{path}.departure", data["departure"])
    if "against" in data:
        group.against = read.player(game, f"{path}.against", data["against"]).id
    for place, ship in _ships(f"{path}.ships", data.get("ships", {})):
        _apply_ship(game, place, group, ship)
    if not game.ships_in(group.id):
        raise ScenarioError(f"{path} has no ship", "list them, as in ships: {Argent: 2}")


def apply_dummy(game: Campaign, path: str, value: Any) -> None:
    """Add a dummy of an existing group."""
    data = scenario_state.fields(path, value, _DUMMY)
    owner = read.player(game, f"{path}.owner", data.get("owner"))
    group = _named(game, owner.id, str(data.get("group")))
    if group is None:
        raise ScenarioError(f"{path}.group: {owner.id} has no group {data.get('group')}")
    at = read.place(f"{path}.at", data["at"]) if "at" in data else group.at
    existing = [dummy for dummy in game.dummies if dummy.owner == owner.id]
    dummy = Dummy(id=f"{owner.id}/d{len(existing) + 1}", owner=owner.id, group=group.id, at=at)
    game.dummies.append(dummy)


def _group(game: Campaign, path: str, owner: str, data: Mapping[str, Any]) -> TaskGroup:
    name = text(f"{path}.name", data["name"]) if "name" in data else ""
    existing = _named(game, owner, name) if name else None
    at = read.place(f"{path}.at", data["at"]) if "at" in data else None
    if existing is not None:
        existing.at = at or existing.at
        return existing
    if at is None:
        raise ScenarioError(f"{path} is new and has no position", 'add at: "7,7"')
    if boolean(f"{path}.defences", data.get("defences", False)):
        return _defences(game, path, owner, read.world(game, f"{path}.at", data["at"]).id)
    if owner:
        return new_group(game, game.empire(owner), at, name)
    group = new_group_of(game, "", at)
    group.name = name or group.name
    return group


def _defences(game: Campaign, path: str, owner: str, world_id: str) -> TaskGroup:
    world = read.world(game, path, world_id)
    if not owner or world.owner != owner:
        message = f"{path}: {world.id} does not belong to the owner of these defences"
        raise ScenarioError(message, "place defence units at their owner's worlds")
    return defence_group(game, game.empire(owner), world)


def _named(game: Campaign, owner: str, name: str) -> TaskGroup | None:
    key = folded(name)
    return next((group for group in game.groups_of(owner) if folded(group.name) == key), None)


def _departure(path: str, value: Any) -> Departure:
    data = scenario_state.fields(path, value, _DEPARTURE)
    if "to" not in data:
        raise ScenarioError(f"{path} has no destination", 'add to: "7,7"')
    return Departure(
        to=read.place(f"{path}.to", data["to"]),
        by_lane=boolean(f"{path}.by_lane", data.get("by_lane", False)),
        speed=read.count(f"{path}.speed", data["speed"]) if "speed" in data else None,
        formation=text(f"{path}.formation", data["formation"]) if "formation" in data else None,
    )


def _ships(path: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the data of each ship, from a mapping of designs to numbers or from a list."""
    if isinstance(value, Mapping):
        for name, number in value.items():
            count = scenario_state.integer(f"{path}.{name}", number, 1, _MAX_SHIPS)
            yield from [(f"{path}.{name}", {"design": name})] * count
        return
    for number, entry in enumerate(scenario_state.listed(path, value), start=1):
        place = f"{path}[{number}]"
        data = {"design": entry} if isinstance(entry, str) else entry
        yield place, scenario_state.fields(place, data, _SHIP)


def _apply_ship(game: Campaign, path: str, group: TaskGroup, data: Mapping[str, Any]) -> None:
    """Modify the owner's ship of this name and move it to the group, or add a ship."""
    name = text(f"{path}.name", data["name"]) if "name" in data else ""
    key = folded(name)
    ships = game.ships_of(group.owner)
    ship = next((ship for ship in ships if name and folded(ship.name) == key), None)
    if ship is None:
        ship = _new_ship(game, path, group, name, data)
    ship.group = group.id
    ship.defence = group.defence
    amounts = dict.fromkeys(_AMOUNTS, read.hundredths)
    set_fields(ship, path, data, _PLAIN, **amounts, **_DRIVES)
    _set_lists(game, path, ship, data)


def _new_ship(
    game: Campaign, path: str, group: TaskGroup, name: str, data: Mapping[str, Any]
) -> Ship:
    if "design" not in data:
        raise ScenarioError(f"{path} is new and has no design")
    player = game.empire(group.owner) if group.owner else None
    own_designs = player.designs if player is not None else {}
    design = read.design(f"{path}.design", data["design"], own_designs, game)
    if player is not None:
        in_service = list(player.in_service)
        ship = deliver(game, Logistics(), player, design, group, name)
        if data.get("captured"):
            player.in_service = in_service  # a capture was neither built nor bought
        return ship
    number = game.next_umpire
    game.next_umpire += 1
    ship = new_ship(f"/{number}", "", name or f"{design.name}-u{number}", design, group.id)
    game.ships.append(ship)
    return ship


def _set_lists(game: Campaign, path: str, ship: Ship, data: Mapping[str, Any]) -> None:
    """Set the given systems, craft and parts."""
    for field in (field for field in _SYSTEMS if field in data):
        place = f"{path}.{field}"
        words = [*sorted(ship.design.system_keys), *(APART if field == "jury_rigged" else ())]
        keys = [
            scenario_state.word(place, key, words)
            for key in scenario_state.listed(place, data[field])
        ]
        setattr(ship, field, keys)
    if "core_out" in data:
        place = f"{path}.core_out"
        core_systems = scenario_state.listed(place, data["core_out"])
        ship.core_out = [scenario_state.word(place, word, _CORE) for word in core_systems]
    if "fighters" in data:
        place = f"{path}.fighters"
        numbers = scenario_state.listed(place, data["fighters"])
        if len(numbers) != len(ship.design.fighters):
            message = f"{place}: {ship.design.name} has {len(ship.design.fighters)} groups"
            raise ScenarioError(message, "list the number of fighters left in each")
        ship.fighters = [scenario_state.integer(place, number, 0, 6) for number in numbers]
    own_designs = game.empire(ship.owner).designs if ship.owner else {}
    for field in (field for field in ("spares", "used") if field in data):
        setattr(ship, field, read.parts(f"{path}.{field}", data[field], own_designs))
    if "slots" in data:
        slots = scenario_state.named(f"{path}.slots", data["slots"])
        ship.slots = {slot: text(f"{path}.slots", module) for slot, module in slots.items()}

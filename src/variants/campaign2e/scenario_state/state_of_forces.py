"""The forces of a scenario state: task groups, defences, ships and dummies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.model import folded
from horizons_core.scenario_state import text, truth
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Departure, Dummy, Group, Player, Ship
from variants.campaign2e.model.ships import APART, HALVED, NONE, OK, OUT, new_ship
from variants.campaign2e.rules.deliveries import defence_group, deliver
from variants.campaign2e.rules.groups import new_group, new_group_of
from variants.campaign2e.scenario_state import words as read

_POSTURES = ("", "interdict", "raid", "no raid")
_SWITCHES = ("engage", "land", "peacekeep", "withdrawn")
_GROUP = (
    "owner", "name", "at", "defences", "ships", "posture", "departure", "until", "against",
    *_SWITCHES,
)  # fmt: skip
_DEPARTURE = ("to", "by_lane", "speed", "formation")
_COUNTS = (
    "hull_lost", "armour_lost", "dropships", "salvoes", "endurance", "combat_turns", "fought",
    "parts_taken",
)  # fmt: skip
_AMOUNTS = ("fuel_due", "crew_due", "weaponry_due", "owed", "fuel", "crew", "weaponry")
_TRUTHS = ("out_of_supply", "leased", "bound", "captured", "strange")
_SYSTEMS = ("out", "second_hand", "fired", "jury_rigged")
_DRIVES = {"drive": (OK, HALVED, OUT, NONE), "ftl": (OK, OUT, NONE)}
_CORE = ("bridge", "life", "power")
_SHIP = (
    "design", "name", "fighters", "core_out", "spares", "used", "slots",
    *_COUNTS, *_AMOUNTS, *_TRUTHS, *_SYSTEMS, *_DRIVES,
)  # fmt: skip
_DUMMY = ("owner", "group", "at")
_MOST_SHIPS = 1000


def apply_group(game: Campaign, where: str, given: Any) -> None:
    """A group of a name that its owner has is changed, another one added; so are its ships."""
    said = scenario_state.fields(where, given, _GROUP)
    if "owner" not in said:
        raise ScenarioError(f"{where} has no owner", f"a player, or {read.UMPIRE}")
    owner = read.owner(game, f"{where}.owner", said["owner"])
    group = _group(game, where, owner, said)
    if "posture" in said:
        group.posture = scenario_state.word(f"{where}.posture", said["posture"], _POSTURES)
    for name in _SWITCHES:
        if name in said:
            setattr(group, name, truth(f"{where}.{name}", said[name]))
    if "departure" in said:
        group.departure = _departure(f"{where}.departure", said["departure"])
    if "until" in said:
        group.until = read.whole(f"{where}.until", said["until"])
    if "against" in said:
        group.against = read.player(game, f"{where}.against", said["against"]).id
    for place, ship in _ships(f"{where}.ships", said.get("ships", {})):
        _apply_ship(game, place, group, ship)
    if not game.ships_in(group.id):
        raise ScenarioError(f"{where} has no ship", "say which under ships: {Argent: 2}")


def apply_dummy(game: Campaign, where: str, given: Any) -> None:
    """A dummy of a group that stands somewhere."""
    said = scenario_state.fields(where, given, _DUMMY)
    owner = read.player(game, f"{where}.owner", said.get("owner"))
    group = _named(game, owner.id, str(said.get("group")))
    if group is None:
        raise ScenarioError(f"{where}.group: {owner.id} has no group {said.get('group')}")
    at = read.place(f"{where}.at", said["at"]) if "at" in said else group.at
    own = [dummy for dummy in game.dummies if dummy.owner == owner.id]
    dummy = Dummy(id=f"{owner.id}/d{len(own) + 1}", owner=owner.id, group=group.id, at=at)
    game.dummies.append(dummy)


def _group(game: Campaign, where: str, owner: str, said: Mapping[str, Any]) -> Group:
    name = text(f"{where}.name", said["name"]) if "name" in said else ""
    found = _named(game, owner, name) if name else None
    at = read.place(f"{where}.at", said["at"]) if "at" in said else None
    if found is not None:
        found.at = at or found.at
        return found
    if at is None:
        raise ScenarioError(f"{where} is new and has no place", 'give it at: "7,7"')
    if truth(f"{where}.defences", said.get("defences", False)):
        return _defences(game, where, owner, read.world(game, f"{where}.at", said["at"]).id)
    if owner:
        return new_group(game, game.empire(owner), at, name)
    group = new_group_of(game, "", at)
    group.name = name or group.name
    return group


def _defences(game: Campaign, where: str, owner: str, world_id: str) -> Group:
    world = read.world(game, where, world_id)
    if not owner or world.owner != owner:
        message = f"{where}: {world.id} does not belong to the owner of these defences"
        raise ScenarioError(message, "defence units stand at own worlds")
    return defence_group(game, game.empire(owner), world)


def _named(game: Campaign, owner: str, name: str) -> Group | None:
    same = folded(name)
    return next((one for one in game.groups_of(owner) if folded(one.name) == same), None)


def _departure(where: str, given: Any) -> Departure:
    said = scenario_state.fields(where, given, _DEPARTURE)
    if "to" not in said:
        raise ScenarioError(f"{where} leads nowhere", 'give it to: "7,7"')
    return Departure(
        to=read.place(f"{where}.to", said["to"]),
        by_lane=truth(f"{where}.by_lane", said.get("by_lane", False)),
        speed=read.whole(f"{where}.speed", said["speed"]) if "speed" in said else None,
        formation=text(f"{where}.formation", said["formation"]) if "formation" in said else None,
    )


def _ships(where: str, given: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is said of each ship: designs with their numbers, or a list of ships."""
    if isinstance(given, Mapping):
        for name, number in given.items():
            count = scenario_state.whole(f"{where}.{name}", number, 1, _MOST_SHIPS)
            yield from [(f"{where}.{name}", {"design": name})] * count
        return
    for number, one in enumerate(scenario_state.listed(where, given), start=1):
        place = f"{where}[{number}]"
        said = {"design": one} if isinstance(one, str) else one
        yield place, scenario_state.fields(place, said, _SHIP)


def _apply_ship(game: Campaign, where: str, group: Group, said: Mapping[str, Any]) -> None:
    """A ship of a name that its owner has is changed and joins the group; another one is added."""
    name = text(f"{where}.name", said["name"]) if "name" in said else ""
    same = folded(name)
    own = game.ships_of(group.owner)
    ship = next((one for one in own if name and folded(one.name) == same), None)
    if ship is None:
        ship = _new_ship(game, where, group, name, said)
    ship.group = group.id
    ship.defence = group.defence
    for field, least in ((field, 0) for field in _COUNTS if field in said):
        setattr(ship, field, read.whole(f"{where}.{field}", said[field], least))
    for field in (field for field in _AMOUNTS if field in said):
        setattr(ship, field, read.hundredths(f"{where}.{field}", said[field]))
    for field in (field for field in _TRUTHS if field in said):
        setattr(ship, field, truth(f"{where}.{field}", said[field]))
    for field, known in _DRIVES.items():
        if field in said:
            setattr(ship, field, scenario_state.word(f"{where}.{field}", said[field], known))
    _set_lists(game, where, ship, said)


def _new_ship(game: Campaign, where: str, group: Group, name: str, said: Mapping[str, Any]) -> Ship:
    if "design" not in said:
        raise ScenarioError(f"{where} is new and has no design")
    player: Player | None = game.empire(group.owner) if group.owner else None
    own = player.designs if player is not None else {}
    design = read.design(f"{where}.design", said["design"], own, game)
    if player is not None:
        in_service = list(player.in_service)
        ship = deliver(game, Logistics(), player, design, group, name)
        if said.get("captured"):
            player.in_service = in_service  # it was neither built nor bought
        return ship
    number = game.next_umpire
    game.next_umpire += 1
    ship = new_ship(f"/{number}", "", name or f"{design.name}-u{number}", design, group.id)
    game.ships.append(ship)
    return ship


def _set_lists(game: Campaign, where: str, ship: Ship, said: Mapping[str, Any]) -> None:
    """Set the systems, craft and parts that are named."""
    for field in (field for field in _SYSTEMS if field in said):
        place = f"{where}.{field}"
        known = [*sorted(ship.design.system_keys), *(APART if field == "jury_rigged" else ())]
        keys = [
            scenario_state.word(place, key, known)
            for key in scenario_state.listed(place, said[field])
        ]
        setattr(ship, field, keys)
    if "core_out" in said:
        place = f"{where}.core_out"
        core = scenario_state.listed(place, said["core_out"])
        ship.core_out = [scenario_state.word(place, one, _CORE) for one in core]
    if "fighters" in said:
        place = f"{where}.fighters"
        left = scenario_state.listed(place, said["fighters"])
        if len(left) != len(ship.design.fighters):
            message = f"{place}: {ship.design.name} has {len(ship.design.fighters)} groups"
            raise ScenarioError(message, "write how many fighters are left of each")
        ship.fighters = [scenario_state.whole(place, one, 0, 6) for one in left]
    own = game.empire(ship.owner).designs if ship.owner else {}
    for field in (field for field in ("spares", "used") if field in said):
        setattr(ship, field, read.parts(f"{where}.{field}", said[field], own))
    if "slots" in said:
        slots = scenario_state.named(f"{where}.slots", said["slots"])
        ship.slots = {slot: text(f"{where}.slots", module) for slot, module in slots.items()}

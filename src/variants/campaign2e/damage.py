"""Consistency checks of saved campaigns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from horizons_core.model import highest_number
from variants.campaign2e.designs.design import CORE_SYSTEMS, LARGEST_BEAM
from variants.campaign2e.model import Campaign, Ship, place_id
from variants.campaign2e.model.ships import APART


def damage(game: Campaign) -> Iterator[str]:
    """Yield a description of each inconsistency."""
    if any(world.id != place_id(world.at) for world in game.worlds):
        yield "a world has the id of another hex"
    owners = {group.id: group.owner for group in game.groups}
    for ship in game.ships:
        if owners[ship.group] != ship.owner:
            yield f"ship {ship.id} is in a group of '{owners[ship.group]}'"
        yield from _ship(ship)
    if not game.options.keys() >= {"income", "pacification"}:
        yield "its options are not there"
    for player in game.empires:
        if any(amount < 0 for amount in player.stock.values()):
            yield f"{player.id} has less than no money"
    yield from _counters(game, owners)
    designs = [*game.market.values(), *(ship.design for ship in game.ships)]
    designs += [design for player in game.empires for design in player.designs.values()]
    designs += [keel.design for w in game.worlds for keel in w.keels if keel.design is not None]
    if any(design.is_damaged for design in designs):
        yield f"a design has a beam of a class above {LARGEST_BEAM}"
    manned = {ship.group for ship in game.ships}
    if not manned >= owners.keys():
        yield "a group has no ship"


def _counters(game: Campaign, groups: Iterable[str]) -> Iterator[str]:
    """Yield an error for each counter of ids that would assign an existing number again."""
    ships = [ship.id for ship in game.ships]
    counters = {player.id: (player.next_ship, player.next_group) for player in game.empires}
    for owner, (ship, group) in {**counters, "": (game.next_umpire, game.next_umpire)}.items():
        highest = highest_number(ships, f"{owner}/"), highest_number(groups, f"{owner}/g")
        if ship <= highest[0] or group <= highest[1]:
            yield f"{owner or 'the umpire'} has a ship or group of a number that is still to come"


def _ship(ship: Ship) -> Iterator[str]:
    """Yield an error for each loss of something that the ship's design does not have."""
    design = ship.design
    keys = {*ship.out, *ship.second_hand, *ship.fired, *ship.jury_rigged} - {*APART}
    if keys and not keys <= design.system_keys:
        yield f"ship {ship.id} has systems that its design does not have"
    if ship.hull_lost > design.hull or ship.armour_lost > design.armour:
        yield f"ship {ship.id} has lost boxes that it does not have"
    if len(ship.fighters) > len(design.fighters) or not set(ship.core_out) <= {*CORE_SYSTEMS}:
        yield f"ship {ship.id} has craft or core systems that its design does not have"

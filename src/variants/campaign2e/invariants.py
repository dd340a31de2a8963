"""Invariants of a campaign, and consistency checks of saved campaigns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from horizons_core.model import highest_number
from horizons_core.sums import int_sum
from horizons_core.turn import VariantRules
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import CORE_SYSTEMS, MAX_BEAM
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Offer, Player, Ship, TaskGroup, World, place_id
from variants.campaign2e.model.ships import APART
from variants.campaign2e.rules.supply_ships import mass_of


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
        yield "its options are missing"
    for player in game.empires:
        if any(amount < 0 for amount in player.stock.values()):
            yield f"{player.id} has a negative treasury"
    yield from _counters(game, owners)
    designs = [*game.market.values(), *(ship.design for ship in game.ships)]
    designs += [design for player in game.empires for design in player.designs.values()]
    designs += [keel.design for w in game.worlds for keel in w.keels if keel.design is not None]
    if any(design.is_damaged for design in designs):
        yield f"a design has a beam of a class above {MAX_BEAM}"
    crewed_groups = {ship.group for ship in game.ships}
    if not crewed_groups >= owners.keys():
        yield "a group has no ship"


def _counters(game: Campaign, groups: Iterable[str]) -> Iterator[str]:
    """Yield an error for each counter that would assign an existing id again."""
    ships = [ship.id for ship in game.ships]
    counters = {player.id: (player.next_ship, player.next_group) for player in game.empires}
    for owner, (ship, group) in {**counters, "": (game.next_umpire, game.next_umpire)}.items():
        highest = highest_number(ships, f"{owner}/"), highest_number(groups, f"{owner}/g")
        if ship <= highest[0] or group <= highest[1]:
            yield f"{owner or 'the umpire'} has a ship or group whose number was not assigned yet"


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


def faults(game: Campaign, variant: VariantRules) -> list[str]:
    """Return a description of every violated invariant."""
    economy: Logistics = variant.economy
    worlds = {world.id: world for world in game.worlds}
    players = {player.id: player for player in game.empires}
    groups = {group.id: group for group in game.groups}
    violations = [*_duplicate_ids(game), *_lane_faults(game, worlds)]
    for world in game.worlds:
        violations += _world_faults(world, worlds, players, economy)
    for player in game.empires:
        violations += _player_faults(player, worlds, players)
    for group in game.groups:
        if group.owner and group.owner not in players:
            violations.append(f"group {group.id} has no owner in the campaign")
    crewed_groups = {ship.group for ship in game.ships}
    violations += [f"group {name} has no ship" for name in groups if name not in crewed_groups]
    for ship in game.ships:
        violations += _ship_faults(ship, groups, economy)
    return violations


def _duplicate_ids(game: Campaign) -> Iterator[str]:
    kinds: dict[str, Iterable[str]] = {
        "players": (player.id for player in game.empires),
        "worlds": (world.id for world in game.worlds),
        "groups": (group.id for group in game.groups),
        "ships": (ship.id for ship in game.ships),
    }
    for kind, ids in kinds.items():
        for name, count in Counter(ids).items():
            if count > 1:
                yield f"{count} {kind} have the id {name}"


def _lane_faults(game: Campaign, worlds: dict[str, World]) -> Iterator[str]:
    for lane in game.lanes:
        if lane.a == lane.b or not {lane.a, lane.b} <= worlds.keys():
            yield f"a lane from {lane.a} to {lane.b} leads nowhere"


def _world_faults(
    world: World, worlds: dict[str, World], players: dict[str, Player], economy: Logistics
) -> Iterator[str]:
    label = f"world {world.id}"
    if world.owner and world.owner not in players:
        yield f"{label} has no owner in the campaign"
    if not 0 <= world.points <= world.full:
        yield f"{label} has {world.points} of {world.full} points of income"
    if not 0 <= world.rebuilding < economy.weeks_a_point:
        yield f"{label} has done {world.rebuilding} weeks of work on a point"
    if world.controlled and (not world.owner or world.controlled == world.owner):
        yield f"{label} is under hostile control of {world.controlled}, but has no other owner"
    if world.assault is not None and not 0 <= world.assault.taken <= world.points:
        yield f"{label} has {world.points} points, of which {world.assault.taken} are taken"
    if world.partner:
        yield from _trade_faults(world, worlds.get(world.partner))
    elif world.share is not None:
        yield f"{label} has a deal without trade"


def _trade_faults(world: World, partner: World | None) -> Iterator[str]:
    """Check that a trade has two ends, one a player's, and its shares add up (C2E-10.1)."""
    if partner is None or partner is world or partner.partner != world.id:
        yield f"world {world.id} trades with {world.partner}, which does not trade with it"
        return
    if not world.owner and not partner.owner:
        yield f"world {world.id} trades with {partner.id}, and neither has an owner"
    shares = [share for share in (world.share, partner.share) if share is not None]
    if shares and (len(shares) < 2 or int_sum(shares) != HUNDRED):
        yield f"the deal of {world.id} and {partner.id} has shares that do not add up to 100"


def _player_faults(
    player: Player, worlds: dict[str, World], players: dict[str, Player]
) -> Iterator[str]:
    if min(player.stock.values(), default=0) < 0:
        yield f"{player.id} has a negative stock"
    contacts = {*player.stances, *player.bases, *player.supply, *player.offered}
    if not contacts <= players.keys() - {player.id}:
        yield f"{player.id} has dealings with an unknown player"
    for offer in player.offers:
        yield from _offer_faults(player, offer, worlds, players)


def _offer_faults(
    player: Player, offer: Offer, worlds: dict[str, World], players: dict[str, Player]
) -> Iterator[str]:
    """Check that an offer is about its player's world and known to the partner (C2E-10.1-03)."""
    world, partner = worlds.get(offer.world), worlds.get(offer.partner)
    if world is None or partner is None or world.owner != player.id:
        yield f"{player.id} offers trade of {offer.world}, which is not theirs"
    elif partner.owner not in players or offer not in players[partner.owner].offered.get(
        player.id, ()
    ):
        yield f"{player.id} offers trade with {offer.partner}, whose owner does not know of it"


def _ship_faults(ship: Ship, groups: dict[str, TaskGroup], economy: Logistics) -> Iterator[str]:
    design, label = ship.design, f"ship {ship.id}"
    group = groups.get(ship.group)
    if group is None or group.owner != ship.owner:
        yield f"{label} is in no group of its owner"
    if not 0 <= ship.hull_lost <= design.hull or not 0 <= ship.armour_lost <= design.armour:
        yield f"{label} has lost boxes that it does not have"
    rigged = {*ship.jury_rigged} - {*APART}
    if not {*ship.out, *rigged, *ship.second_hand, *ship.fired} <= design.system_keys:
        yield f"{label} has systems that its design does not have"
    if not 0 <= ship.endurance <= economy.endurance(design):
        yield f"{label} has {ship.endurance} weeks of endurance"
    amounts_due = (ship.fuel_due, ship.crew_due, ship.weaponry_due, ship.owed, ship.combat_turns)
    holds = (ship.fuel, ship.crew, ship.weaponry)
    if min(*amounts_due, *holds) < 0:
        yield f"{label} has a negative amount"
    if (
        int_sum(holds) + HUNDRED * (mass_of(ship.spares) + mass_of(ship.used))
        > HUNDRED * design.cargo
    ):
        yield f"{label} carries more than fits into its holds"

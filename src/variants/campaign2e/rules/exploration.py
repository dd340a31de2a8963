"""Space beyond the initial area: exploration, and players who join at its edge.

A hex beyond the initial area is generated once, at the first approach (C2E-1.1-02). Players who
join a running campaign begin at the edge of known space (C2E-1.1-03).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from horizons_core.errors import OptionError
from horizons_core.model import EVERYONE, EventKind, Seat, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, GRID, SIGHT
from variants.campaign2e.model import Campaign, Place, Player, place_id, place_of
from variants.campaign2e.model.places import distance, within
from variants.campaign2e.model.worlds import HUB
from variants.campaign2e.rules import setup_rounds
from variants.campaign2e.setup.worlds import add_hub_lanes, roll_hex

WORLD_FOUND = EventKind("world.found", "There is a world at {place}.", ("C2E-1.1-02",))

#: Function that returns the random stream of a hex.
HexDice = Callable[[Place], Stream]


def is_in_grid(at: Place) -> bool:
    """Return whether a hex lies in the initial area (C2E-1.2-01)."""
    return all(1 <= number <= GRID for number in at)


def run_exploration(context: TurnContext[Campaign]) -> None:
    """Generate the hexes near groups and dummies, and report worlds to players with ships nearby.

    A dummy triggers generation like a group, so that it is not recognized; it reports nothing to
    its owner (C2E-1.1-02, C2E-15.2-01).
    """
    game = context.game
    places = {group.at for group in game.groups} | {dummy.at for dummy in game.dummies}
    hexes = {at for place in places for at in within(place, SIGHT)}
    explore(game, hexes, lambda at: context.stream("hex", *at))
    worlds = {world.id for world in game.worlds}
    for player in game.empires:
        known = set(player.explored)
        visible = {at for group in game.groups_of(player.id) for at in within(group.at, SIGHT)}
        new = sorted(at for at in visible if not is_in_grid(at) and place_id(at) not in known)
        player.explored += [place_id(at) for at in new]
        for at in new:
            if place_id(at) in worlds:
                context.emit(WORLD_FOUND, [player.id], place=place_id(at))


def explore(game: Campaign, places: Iterable[Place], dice: HexDice) -> None:
    """Generate those of the given outer hexes that do not exist yet (C2E-1.1-02).

    Contents are rolled as in the initial area. A hub gets its lanes and its bonus at once; other
    worlds get no lanes.
    """
    existing = {*game.explored, *(world.id for world in game.worlds)}
    new = sorted({at for at in places if not is_in_grid(at) and place_id(at) not in existing})
    hubs = []
    for at in new:
        game.explored.append(place_id(at))
        world = roll_hex(at, dice(at))
        if world is not None:
            game.worlds.append(world)
            if world.resource == HUB:
                hubs.append(world)
    game.worlds.sort(key=lambda world: world.at)
    for hub in hubs:
        add_hub_lanes(game.worlds, game.lanes, hub, dice(hub.at).fork("lanes"))


NEAREST, FARTHEST = 1, 4  # distance of a newcomer's centre from the known area
RADIUS = 4  # radius of the generated hexes around the centre

_GRID_HEXES = [(x, y) for x in range(1, GRID + 1) for y in range(1, GRID + 1)]

ARRIVED = EventKind(
    "player.arrived", "{player} has joined the campaign, around {place}.", ("C2E-1.1-03",)
)

#: In a turn's notes: each newcomer's orders of the third round and of the week.
_HELD_BACK = "newcomers' later orders"


def new_player(context: TurnContext[Campaign], _umpire: Seat, order: Order) -> None:
    """NEWPLAYER: add a player, who gives first orders next week (C2E-1.5-07)."""
    game = context.game
    name: str = order["name"]
    _must_be_new(context, game, name)
    fault = centre_fault(game, order["place"])
    if fault:
        raise Refused(Refusal("bad-centre", *fault, "place"))
    game.empires.append(
        create_newcomer(game, name, order["place"], context.stream("new player", name))
    )
    context.emit(ARRIVED, [EVERYONE], place=place_id(order["place"]), player=name)


def join_game(game: Campaign, player: str, options: Mapping[str, Any], stream: Stream) -> Player:
    """Add a late player between two weeks; raises OptionError for an unsuitable centre."""
    if game.round:
        raise OptionError("the set-up is not over", "players can join from week 1")
    try:
        centre = place_of(options["centre"]) if options["centre"] else default_centre(game)
    except ValueError as problem:
        raise OptionError(f"centre: {problem}") from None
    fault = centre_fault(game, centre)
    if fault:
        raise OptionError(*fault)
    return create_newcomer(game, player, centre, stream)


def centre_fault(game: Campaign, centre: Place) -> tuple[str, str] | None:
    """Return why a hex cannot be a new home centre, with a hint; None if it can."""
    steps = steps_outside(game, centre)
    if NEAREST <= steps <= FARTHEST:
        return None
    position = f"{steps} hexes outside the known area" if steps else "in the known area"
    hint = f"name a hex {NEAREST} to {FARTHEST} hexes outside it, such as "
    return f"{place_id(centre)} is {position}", hint + place_id(default_centre(game))


def steps_outside(game: Campaign, at: Place) -> int:
    """Return the distance of a hex from the known area: the grid and all generated hexes."""
    known = [*_GRID_HEXES, *map(place_of, game.explored)]
    return min(distance(at, spot) for spot in known)


def default_centre(game: Campaign) -> Place:
    """Return a default centre outside the known area, far from all players.

    It is the unknown hex within two hexes of the grid that is farthest from all owned worlds.
    """
    ring = [
        (x, y)
        for x in range(-1, GRID + 3)
        for y in range(-1, GRID + 3)
        if NEAREST <= steps_outside(game, (x, y)) <= FARTHEST
    ]
    owned = [world.at for world in game.worlds if world.owner]
    if not ring:
        east = max([GRID, *(place_of(name)[0] for name in game.explored)])
        return east + 2, GRID // 2
    return max(ring, key=lambda at: (min((distance(at, o) for o in owned), default=0), at))


def create_newcomer(game: Campaign, name: str, centre: Place, stream: Stream) -> Player:
    """Create a newcomer; hexes around the centre are generated until six worlds are free.

    The newcomer knows these hexes, and the yields of their worlds.
    """
    radius = RADIUS
    promised = {world for player in game.empires for world in player.arriving}
    while True:
        area = within(centre, radius)
        explore(game, area, lambda at: stream.fork("hex", *at))
        area_hexes = set(area)
        unowned = [world for world in game.worlds if world.at in area_hexes and not world.owner]
        free = [world for world in unowned if world.id not in promised]
        if len(free) >= setup_rounds.NEWCOMERS_WORLDS:
            break
        radius += 1
    outside = [at for at in area if not is_in_grid(at)]
    return Player(
        id=name,
        stock={CREDITS: 0},
        joined=max(game.week, 1),
        arriving=[world.id for world in free],
        explored=[place_id(at) for at in outside],
        surveyed=[world.id for world in game.worlds if world.at in area_hexes],
    )


def _must_be_new(context: TurnContext[Campaign], game: Campaign, name: str) -> None:
    try:
        context.variant.hook.horizons_variant_info().check_names([name])
    except OptionError as problem:
        raise Refused(Refusal("bad-name", problem.message, problem.hint, "name")) from None
    if any(folded(name) in (folded(p.id), folded(p.name)) for p in game.participants):
        message = f"the name {name} is already used in the campaign"
        raise Refused(Refusal("name-taken", message, "choose another name", "name"))


# first orders


def carry_out_first_orders(context: TurnContext[Campaign]) -> None:
    """Carry out newcomers' orders of rounds 1 and 2 before other orders of step 2.

    Without orders for round 1 the default applies: the worlds with the highest base income.
    """
    game = context.game
    for player in game.empires:
        if not player.arriving:
            continue
        orders = context.take_orders(player.id)
        by_round = _orders_by_round(orders)
        _carry_out_orders(context, player, by_round[setup_rounds.WORLDS])
        _assign_default_worlds(game, player)
        _carry_out_orders(context, player, by_round[setup_rounds.AGREEMENTS])
        postponed: dict[str, list[list[Order]]] = context.notes.setdefault(_HELD_BACK, {})
        postponed[player.id] = [by_round[setup_rounds.FORCES], by_round[0]]


def equip_newcomers(context: TurnContext[Campaign]) -> None:
    """Grant capital, then carry out round 3 and the week's orders, after trades are settled."""
    postponed: dict[str, list[list[Order]]] = context.notes.pop(_HELD_BACK, {})
    for player in context.game.empires:
        if player.id in postponed:
            forces, week = postponed[player.id]
            setup_rounds.agree_by_default(context, player)
            setup_rounds.grant_capital(context, player)
            _carry_out_orders(context, player, forces)
            setup_rounds.buy_default_forces(context, player)
            player.arriving = []
            _carry_out_orders(context, player, week)


def _orders_by_round(orders: Sequence[Order]) -> dict[int, list[Order]]:
    """Sort orders by their round of the set-up; 0 for those of weeks."""
    rounds: dict[int, list[Order]] = {0: [], 1: [], 2: [], 3: []}
    for order in orders:
        rounds[setup_rounds.round_of(order)].append(order)
    return rounds


def _carry_out_orders(
    context: TurnContext[Campaign], player: Player, orders: Sequence[Order]
) -> None:
    for order in orders:
        context.carry_out_one(player, order)


def _assign_default_worlds(game: Campaign, player: Player) -> None:
    """Give worlds with the highest base income, ties by place, up to six (C2E-1.1-03)."""
    free = sorted(
        setup_rounds.worlds_for(game, player), key=lambda world: (-world.points, world.at)
    )
    count = setup_rounds.NEWCOMERS_WORLDS - len(game.worlds_of(player.id))
    for world in free[: max(0, count)]:
        setup_rounds.give_world(player, world)

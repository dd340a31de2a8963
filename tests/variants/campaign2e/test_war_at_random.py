"""Under any orders in a war, invariants hold, accounts balance, and runs are reproducible."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import horizons_core as hz
from horizons_core.model import imbalances
from tests.variants.campaign2e.builders import fleet, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.model.places import within

PLAYERS = ("Ada", "Brin", "Caro")
ORDERS = (
    "MOVE {group} TO {world}",
    "MOVE {group} TO {hex}",
    "CONTACT {group} ATTACK",
    "CONTACT {group} ATTACK IF EQUAL ELSE WITHDRAW TO {world}",
    "CONTACT {group} WITHDRAW",
    "BATTLE {group} SPEED {number} INTENT close BREAKOFF {number}",
    "INTERDICT {group}",
    "RAID {group}",
    "NORAID {group}",
    "ENGAGE DEFENCES {group}",
    "ENGAGE DEFENCES {group} OFF",
    "BOMBARD {group}",
    "LAND {group}",
    "ATTACK WORLD {group}",
    "ABSTRACT {own} ON",
    "PEACEKEEP {group}",
    "DUMMY {group} MOVE {world}",
    "STANCE {player} ALLY",
    "STANCE {player} HOSTILE",
    "TRADE {own} WITH {own2}",
    "DEFEND {own} BUY Rampart",
    "SPLIT {group} {ship} LATE",
    "MERGE {group} INTO {group2} LATE",
)
#: Actions of groups in a foreign system; further ones of the list follow.
ACTS = (
    "INTERDICT {0}",
    "RAID {0}",
    "ENGAGE DEFENCES {0}\nBOMBARD {0}\nLAND {0}",
    "ATTACK WORLD {0}",
)


def beginning(seed: int) -> Campaign:
    """A small campaign whose players are neighbours, with fleets of all kinds."""
    game: Campaign = variant().new_game(PLAYERS, seed=seed, options={"pirate_rate": 0.2})
    game.round = 0
    game.groups, game.ships = [], []
    middle = {f"{x},{y}" for x, y in within((7, 7), 4)}
    game.worlds = [world for world in game.worlds if world.id in middle]
    ids = {world.id for world in game.worlds}
    game.lanes = [lane for lane in game.lanes if {lane.a, lane.b} <= ids]
    for number, world in enumerate(game.worlds):
        world.partner, world.share = "", None
        world.owner = PLAYERS[number % 3] if number % 5 < 3 else ""
        if not world.owner:
            world.allegiance, world.power = Allegiance(1 + number % 6), PLAYERS[number % 3]
    for player in game.empires:
        player.stock[CREDITS] = 400_000
        player.visited = [world.id for world in game.worlds if not world.owner]
        worlds = game.worlds_of(player.id)
        player.capital = worlds[0].id
        fleet(game, player.id, worlds[0].at, "one", CH=2, SDN=1, AL=3, BM=2)
        fleet(game, player.id, worlds[1].at, "two", CT=3, FR=1)
        fleet(game, player.id, worlds[2].at, "three", BB=1, AX=1, AL=1)
        fleet(game, player.id, worlds[0].at, f"DEF-{worlds[0].id.replace(',', '-')}", FORT=1, MON=1)
        game.groups[-1].id = f"{player.id}/DEF-{worlds[0].id.replace(',', '-')}"
        game.groups[-1].defence = True
        for unit in game.ships[-2:]:
            unit.defence, unit.group = True, game.groups[-1].id
    return game


def orders_for(
    game: Campaign, player: str, stream: hz.Stream, templates: Sequence[str] = ORDERS
) -> str:
    """Some orders with names by chance: groups go to foreign worlds near, and act there."""
    ids = [world.id for world in game.worlds_of(player)] or ["7,7"]
    groups = [group.name for group in game.groups_of(player)] or ["one"]
    ships = [ship.name for ship in game.ships_of(player)] or ["none"]
    lines = []
    for group in game.groups_of(player):
        near = [w.id for w in game.worlds if w.at in within(group.at, 2) and w.owner != player]
        if near and stream.chance(0.4):
            lines.append(f"MOVE {group.name} TO {stream.choice(near)}")
        lines.append(stream.choice(ACTS).format(group.name))
    players = [name for name in PLAYERS if name != player]
    lines += [
        stream.choice(templates).format(
            group=stream.choice(groups),
            group2=stream.choice(groups),
            ship=stream.choice(ships),
            own=stream.choice(ids),
            own2=stream.choice(ids),
            world=stream.choice(game.worlds).id,
            hex=f"{stream.integer(3, 11)},{stream.integer(3, 11)}",
            player=stream.choice(players),
            number=stream.integer(1, 24),
        )
        for _ in range(8)
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", [1, 2])
def test_laws_hold_whatever_is_ordered_in_a_war(seed: int) -> None:
    game, stream = beginning(seed), hz.Stream.from_key("war", seed)
    codes: set[str] = set()
    for week in range(14):
        orders = {player: orders_for(game, player, stream.fork(player, week)) for player in PLAYERS}
        turn = hz.run_turn(game, orders, variant=variant())
        assert variant().invariants(turn.game) == []
        assert imbalances(game, turn.game, turn.ledger) == []
        assert hz.digest(hz.load(hz.dump(turn.game), variant=variant())) == turn.digest
        codes |= {event.code for event in turn.events}
        if week == 7:
            assert hz.run_turn(game, orders, variant=variant()).digest == turn.digest
        game = turn.game
    assert {"battle.fought", "world.controlled", "attack.abstract", "raid.loss"} <= codes

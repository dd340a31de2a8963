"""Games of the rules 1.0.0 are played on by them, to the byte."""

from __future__ import annotations

import horizons_core as hz
from tests.variants.campaign2e import test_war_at_random as war
from tests.variants.campaign2e.builders import variant

ORDERS = (
    *war.ORDERS,
    "SPLIT {group} {ship}",
    "TRANSFER {ship} TO {group}",
    "TRANSFER {ship} TO {group} LATE",
    "MERGE {group} INTO {group2}",
    "REPAIR {ship} ALL FROM SPARES",
    "REPAIR {ship} ALL",
)
#: Of the game after six weeks, as the program of these rules left it.
DIGEST = "b2e6439aab359b735eaebf3d52d0eba5ead2e841871c94dc61a1cb95cbf1a5b0"


def test_a_war_of_the_rules_1_0_0_goes_as_it_always_did() -> None:
    game = war.beginning(3)
    game.version, game.rules = "1.0.0", variant().info.earlier_rules["1.0.0"][0]
    for player in game.empires:
        for world in game.worlds_of(player.id):
            player.store(world.id).spares = {"HULL": 3, "FC": 1}
    for week in range(6):
        stream = hz.Stream.from_key("earlier", week)
        orders = {
            name: war.orders_for(game, name, stream.fork(name), ORDERS) for name in war.PLAYERS
        }
        game = hz.run_turn(game, orders, variant=variant()).game
    assert hz.digest(game) == DIGEST

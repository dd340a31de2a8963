"""Under any orders, accounts balance, invariants hold, and equal orders give equal weeks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import horizons_core as hz
from horizons_core.model import imbalances
from tests.variants.campaign2e.builders import fleet, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Campaign, place_id, place_of
from variants.campaign2e.model.places import within

PLAYERS = ("Ada", "Brin", "Caro")
ORDERS = (
    "TRADE {own} WITH {world}",
    "TRADE {own} WITH {own2}",
    "TRADE {own} WITH NONE",
    "DEAL {own} WITH {world} SHARE {number}",
    "STANCE {player} ALLY",
    "STANCE {player} HOSTILE",
    "ALLOW {player} BASE ON",
    "ALLOW {player} SUPPLY ON",
    "ALLOW {player} BASE OFF",
    "LANE OFF {own}",
    "LANE ON {own}",
    "LEASE Packhorse AT {own}",
    "RETURN {ship}",
    "DISBAND {ship}",
    "LOAD {ship} FUEL {number} CREW 9 WEAPONRY 9",
    "PAY {player} {number}",
    "BILLS {ship} {group}",
    "RESUPPLY {group} FROM {ship}",
    "RECONSTRUCT {own} HELPED BY {world}",
    "MOVE {group} TO {world}",
    "MERGE {group} INTO {group2}",
)


def beginning(seed: int) -> Campaign:
    """A campaign whose worlds are distributed, some damaged, and the others of known tempers."""
    game: Campaign = variant().new_game(PLAYERS, seed=seed, options={})
    game.round = 0
    game.groups, game.ships = [], []
    for number, world in enumerate(game.worlds):
        world.partner, world.share = "", None
        world.owner = PLAYERS[number % 3] if number % 5 < 3 else ""
        if world.owner:
            world.points -= number % 4 == 0
        else:
            world.allegiance, world.power = Allegiance(1 + number % 6), PLAYERS[number % 3]
    for player in game.empires:
        player.stock[CREDITS] = 2_000
        player.offers, player.offered = [], {}
        player.visited = [world.id for world in game.worlds if not world.owner]
        first, second, *_ = game.worlds_of(player.id)
        fleet(game, player.id, first.at, "one", CH=2, AX=2)
        fleet(game, player.id, second.at, "two", SDN=9, FF=2, AX=1)
    return game


def orders_of(game: Campaign, player: str, stream: hz.Stream) -> str:
    ids = [world.id for world in game.worlds_of(player)]
    groups = [group.name for group in game.groups_of(player)] or ["none"]
    ships = [ship.name for ship in game.ships_of(player)] or ["none"]

    def line(words: str) -> str:
        def any_of(options: Sequence[str]) -> str:
            return stream.choice(options)

        hex_id = any_of(ids)
        near = {place_id(at) for at in within(place_of(hex_id), 2)}
        return words.format(
            own=hex_id,
            own2=any_of([name for name in ids if name in near]),
            world=any_of([world.id for world in game.worlds if world.id in near]),
            player=any_of(PLAYERS),
            group=any_of(groups),
            group2=any_of(groups),
            ship=any_of(ships),
            number=stream.roll("1d100"),
        )

    return "\n".join(line(stream.choice(ORDERS)) for _ in range(30))


@pytest.mark.rule("C2E-2.5-01", "C2E-10.1-02")
@pytest.mark.parametrize("seed", [1, 2])
def test_accounts_balance_and_laws_hold_whatever_is_ordered(seed) -> None:
    game = beginning(seed)
    stream = hz.Stream.from_key("economy at random", seed)
    codes = set()
    for week in range(12):
        orders = {name: orders_of(game, name, stream.fork(week, name)) for name in PLAYERS}
        turn = hz.run_turn(game, orders, variant=variant())
        assert imbalances(game, turn.game, turn.ledger) == []
        assert variant().invariants(turn.game) == []
        codes |= {event.code for event in turn.events}
        game = turn.game
    assert (
        hz.run_turn(game, orders, variant=variant()).digest
        == hz.run_turn(hz.load(hz.dump(game), variant=variant()), orders, variant=variant()).digest
    )
    expected = {"trade.begun", "trade.ended", "trade.offered", "upkeep.owed", "ship.leased"}
    assert expected <= codes, codes

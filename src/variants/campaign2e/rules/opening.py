"""Creation of a campaign: the map, the players, and the defaults of the set-up.

With the option `setup=automatic` every round uses its defaults, and unfair set-ups are replaced;
with `setup=orders` the players' first orders are those of round 1 (C2E-1.3-11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Place, Player
from variants.campaign2e.rules.default_forces import buy_defaults
from variants.campaign2e.rules.starting_capital import (
    plan_trades,
    starting_capital,
    weekly_income,
)
from variants.campaign2e.setup.cards import deal, hex_of
from variants.campaign2e.setup.fairness import FAIR, SETUPS, spread
from variants.campaign2e.setup.pairing import default_pairs
from variants.campaign2e.setup.selection import CardPlay, Selection
from variants.campaign2e.setup.worlds import hub_bonus, roll_grid, roll_lanes


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Campaign:
    """Create a campaign before its first week, or before the first round of its set-up."""
    if options["setup"] == "orders":
        game = dealt(players, options, stream)
        game.round = 1
        return game
    economy: Logistics = variant.economy
    game = fairest(players, options, stream, economy)
    for player in game.empires:
        player.hand = []
        capital = starting_capital(weekly_income(game, player.id, economy))
        player.stock[CREDITS] = capital
        for _, _, price in buy_defaults(game, player, economy):
            player.stock[CREDITS] -= price
    return game


def dealt(players: Sequence[str], options: Mapping[str, Any], stream: Stream) -> Campaign:
    """Create a map, and players with their cards, in the order of the selection."""
    worlds = roll_grid(stream)  # C2E-1.2-01
    lanes = roll_lanes(worlds, stream.fork("lanes"))
    hub_bonus(worlds, lanes)
    hands = deal(players, stream.fork("cards"))  # C2E-1.3-01
    return Campaign(
        options=dict(options),
        worlds=worlds,
        lanes=lanes,
        empires=[Player(id=name, stock={CREDITS: 0}, hand=hands[name]) for name in players],
        order=stream.fork("order").shuffled(players),  # C2E-1.3-04: by a die
    )


def fairest(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, economy: Logistics
) -> Campaign:
    """Return the first fair set-up, or the fairest one.

    A start is worth its weekly income with trade, to which the capital is proportional
    (C2E-1.3-10). It is fair if the richest is worth at most twice the poorest.
    """
    drawn: list[tuple[float, Campaign]] = []
    for attempt in range(SETUPS):
        game = settled(players, options, stream.fork("set-up", attempt), economy)
        incomes = [weekly_income(game, name, economy) for name in players]
        drawn.append((spread(incomes), game))
        if drawn[-1][0] <= FAIR:
            break
    return min(drawn, key=lambda entry: entry[0])[1]


def settled(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, economy: Logistics
) -> Campaign:
    """Create a map whose worlds and trades are chosen by default (C2E-1.3-10)."""
    game = dealt(players, options, stream)
    select(game, {}, stream.fork("second round"))
    for name in players:
        plan_trades(game, name, economy)
    return game


def select(game: Campaign, orders: Mapping[str, Sequence[CardPlay]], stream: Stream) -> Selection:
    """Carry out the selection of worlds; each player's first claim is the capital.

    `orders` contains the ordered pairs of players in the order of play; their other cards are
    paired by default and played afterwards (C2E-1.3-10, C2E-1.3-11).
    """
    incomes = {world.at: world.points for world in game.worlds}
    selection = Selection(game.worlds, game.order, {}, frozenset(orders))
    for player in game.empires:
        plays = list(orders.get(player.id, ()))
        left = cards_left(player.hand, plays)
        free = {at: income for at, income in incomes.items() if at not in _named_hexes(plays)}
        pairs = default_pairs(left, free)
        selection.plays[player.id] = [*plays, *(CardPlay(pair) for pair in pairs)]
        # C2E-1.3-07
        selection.face_down[player.id] = cards_left(left, [CardPlay(pair) for pair in pairs])
    selection.run(stream)
    for player in game.empires:  # C2E-16.3-01
        if player.id in selection.first:
            player.capital = selection.first[player.id].id
    return selection


def cards_left(hand: Sequence[str], plays: Sequence[CardPlay]) -> list[str]:
    """Return the cards of a hand that are not used in pairs."""
    remaining = list(hand)
    for play in plays:
        for card in play.pair:
            remaining.remove(card)
    return remaining


def _named_hexes(plays: Sequence[CardPlay]) -> set[Place]:
    """Return the hexes of pairs: another pair of the same player hits nothing there."""
    return {hex_of(*play.pair) for play in plays}

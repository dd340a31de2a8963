"""Set-up of a campaign: the map, cards and claims of worlds, rounds of orders.

The rounds decide worlds, agreements and forces (C2E-1.3-11). With the option `setup=orders` each
round is a turn before week 1, and the players' first orders are those of round 1; with
`setup=automatic` every round uses its defaults, and unfair set-ups are replaced. PAIR and CLAIM
name pairs of cards and the worlds to claim with them (C2E-1.3-03, C2E-1.3-04).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from attrs import evolve

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext, VariantRules
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Place, Player, World, place_id, place_of
from variants.campaign2e.rules import trade
from variants.campaign2e.rules.starting_forces import (
    buy_defaults,
    plan_trades,
    weekly_income,
)
from variants.campaign2e.setup.cards import (
    CardPlay,
    Pair,
    Selection,
    WorldClaim,
    deal,
    default_pairs,
    hex_of,
    is_red,
)
from variants.campaign2e.setup.worlds import (
    FAIR,
    SETUPS,
    hub_bonus,
    income_spread,
    roll_grid,
    roll_lanes,
)


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Campaign:
    """Create a campaign before its first week, or before the first round of its set-up."""
    if options["setup"] == "orders":
        game = new_map_and_hands(players, options, stream)
        game.round = 1
        return game
    economy: Logistics = variant.economy
    game = fairest_setup(players, options, stream, economy)
    for player in game.empires:
        player.hand = []
        capital = economy.starting_capital(weekly_income(game, player.id, economy))
        player.stock[CREDITS] = capital
        for _, _, price in buy_defaults(game, player, economy):
            player.stock[CREDITS] -= price
    return game


def new_map_and_hands(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream
) -> Campaign:
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


def fairest_setup(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, economy: Logistics
) -> Campaign:
    """Return the first fair set-up, or the fairest one.

    The worth of a start is its weekly income with trade, to which the capital is proportional
    (C2E-1.3-10). A set-up is fair if the richest start is worth at most twice the poorest.
    """
    drawn: list[tuple[float, Campaign]] = []
    for attempt in range(SETUPS):
        game = default_setup(players, options, stream.fork("set-up", attempt), economy)
        incomes = [weekly_income(game, name, economy) for name in players]
        drawn.append((income_spread(incomes), game))
        if drawn[-1][0] <= FAIR:
            break
    return min(drawn, key=lambda entry: entry[0])[1]


def default_setup(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, economy: Logistics
) -> Campaign:
    """Create a map whose worlds and trades are chosen by default (C2E-1.3-10)."""
    game = new_map_and_hands(players, options, stream)
    select_worlds(game, {}, stream.fork("second round"))
    for name in players:
        plan_trades(game, name, economy)
    return game


def select_worlds(
    game: Campaign, orders: Mapping[str, Sequence[CardPlay]], stream: Stream
) -> Selection:
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
    """Return the hexes of pairs, where another pair of the same player hits nothing."""
    return {hex_of(*play.pair) for play in plays}


WORLD_CLAIMED = EventKind(
    "world.claimed", "{player} claims {place} with {red} and {black}.", ("C2E-1.3-04",)
)
WORLD_GIVEN = EventKind("world.given", "{player} takes {place}.", ("C2E-1.4-01",))

#: C2E-1.1-03: maximum number of worlds a newcomer may name.
NEWCOMERS_WORLDS = 6

#: In a turn's notes: each player's pairs in the order of play.
_PLAYS = "pairs to be played"
#: In a turn's notes: claim orders by player and pair.
_CLAIMS = "claims ordered"


def order_pair(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """PAIR: combine a red and a black card, to be played after earlier pairs."""
    _add_play(context, player, CardPlay(_pair_of(order)))


def order_claim(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """CLAIM: name the worlds to claim with a pair, best first, or a newcomer's starting world."""
    places = [place_of(name) for name in order.several("place")]
    if player.arriving:  # C2E-1.1-03
        _claim_as_newcomer(context.game, player, places)
        return
    if not context.game.round:
        message = "worlds can only be claimed before play"
        raise Refused(Refusal("play-has-begun", message, "use ATTACK WORLD, or trade with it"))
    if "card" not in order.arguments:
        message = "a claim needs a pair of cards"
        raise Refused(Refusal("missing-card", message, "add WITH, a red and a black card"))
    for at in places:
        if context.game.world_at(at) is None:
            message = f"there is no system at {place_id(at)}"
            raise Refused(Refusal("no-system", message, "choose a system on the map", "place"))
    claimed_play = CardPlay(_pair_of(order), tuple(places))  # C2E-1.3-04
    plays = plays_of(context).setdefault(player.id, [])
    numbers = [number for number, play in enumerate(plays) if play.pair == claimed_play.pair]
    if numbers:  # C2E-1.3-11
        plays[numbers[0]] = evolve(plays[numbers[0]], wishes=claimed_play.wishes)
    else:
        _add_play(context, player, claimed_play)
    orders: dict[tuple[str, Pair], Order] = context.notes.setdefault(_CLAIMS, {})
    earlier = orders.get((player.id, claimed_play.pair))
    if earlier is not None:
        message = "a later order replaces this claim of the pair"
        context.reject(player.id, earlier, "ordered-twice", message, severity="warning")
    orders[player.id, claimed_play.pair] = order


def plays_of(context: TurnContext[Campaign]) -> dict[str, list[CardPlay]]:
    """Return the pairs made by orders so far, by player and in the order of play."""
    plays: dict[str, list[CardPlay]] = context.notes.setdefault(_PLAYS, {})
    return plays


def _pair_of(order: Order) -> Pair:
    """Return a red and a black card, given in either order."""
    cards: Sequence[str] = order.several("card")
    red, black = sorted(cards, key=is_red, reverse=True)
    if is_red(red) == is_red(black):
        colour = "red" if is_red(red) else "black"
        message = f"{red} and {black} are both {colour}"
        hint = "pair a red card (H, D) with a black one (S, C)"
        raise Refused(Refusal("same-colour", message, hint, "card"))
    return red, black


def _add_play(context: TurnContext[Campaign], player: Player, play: CardPlay) -> None:
    """Append a pair to the player's earlier pairs, if its cards are free."""
    plays = plays_of(context).setdefault(player.id, [])
    free = cards_left(player.hand, plays)
    for card in play.pair:
        if card not in player.hand:
            message = f"you do not hold {card}"
            hint = f"your cards: {', '.join(player.hand)}"
            raise Refused(Refusal("not-in-hand", message, hint, "card"))
        if card not in free:
            message = f"{card} is already in another pair"
            hint = f"cards left: {', '.join(free) or 'none'}"
            raise Refused(Refusal("card-used", message, hint, "card"))
    plays.append(play)


def _claim_as_newcomer(game: Campaign, player: Player, places: Sequence[Place]) -> None:
    """Give a newcomer the first available world among those named (C2E-1.1-03)."""
    owned = game.worlds_of(player.id)
    if len(owned) >= NEWCOMERS_WORLDS:
        message = f"you have already claimed {NEWCOMERS_WORLDS} worlds"
        raise Refused(Refusal("enough-worlds", message, "you begin with no more than these"))
    available = {world.at: world for world in worlds_for(game, player)}
    world = next((available[at] for at in places if at in available), None)
    if world is None:
        message = f"you cannot begin on {place_id(places[0])}"
        hint = f"choose from {', '.join(world.id for world in available.values())}"
        raise Refused(Refusal("not-free", message, hint, "place"))
    give_world(player, world)


def worlds_for(game: Campaign, player: Player) -> list[World]:
    """Return the worlds that a newcomer may still choose."""
    return [world for world in game.worlds if world.id in player.arriving and not world.owner]


def give_world(player: Player, world: World) -> None:
    """Give a newcomer a world; the first is the capital (C2E-16.3-01)."""
    world.owner = player.id
    player.capital = player.capital or world.id


def answer_claims(context: TurnContext[Campaign], claims: Sequence[WorldClaim]) -> None:
    """Report to each claim order which other world its pair has taken (C2E-1.3-11)."""
    worlds_claimed = {(claim.player, claim.pair): claim.world for claim in claims}
    orders: Mapping[tuple[str, Pair], Order] = context.notes.get(_CLAIMS, {})
    for (player, pair), order in orders.items():
        world, wishes = worlds_claimed.get((player, pair)), order.several("place")
        if world is None:
            message = f"{pair[0]} and {pair[1]} cannot claim any remaining system"
        elif world.at in map(place_of, wishes):
            continue
        else:
            message = f"{pair[0]} and {pair[1]} could not claim {' or '.join(wishes)}"
            message += f": they take {world.id}"
        hint = "a pair claims its own hex or one beside it, as long as that is free"
        context.reject(player, order, "claim-missed", message, hint, "place", "warning")


def announce_claims(context: TurnContext[Campaign], claims: Sequence[WorldClaim]) -> None:
    """Report all claims with their cards to everyone."""
    names: Mapping[str, str] = {player.id: player.name for player in context.game.empires}
    for claimed in claims:
        name, place = names[claimed.player], claimed.world.id
        if claimed.pair is None:
            context.emit(WORLD_GIVEN, [EVERYONE], place=place, player=name)
        else:
            red, black = claimed.pair
            context.emit(WORLD_CLAIMED, [EVERYONE], place=place, player=name, red=red, black=black)


WORLDS, AGREEMENTS, FORCES = 1, 2, 3
_ROUND_NAMES = {WORLDS: "worlds", AGREEMENTS: "agreements", FORCES: "forces"}

#: C2E-1.3-11: the orders of each round.
ROUNDS: Mapping[int, Sequence[str]] = MappingProxyType(
    {
        WORLDS: ("PAIR", "CLAIM", "PROPOSE"),
        AGREEMENTS: (
            "CAPITAL", "ALLY NAVY", "STANCE", "ALLOW", "TRADE", "DEAL", "DESIGN", "DROP DESIGN",
            "PROPOSE",
        ),
        FORCES: ("COMMISSION", "COMMISSION SUPPLY", "DEFEND", "SPARE", "LOAD"),
    }
)  # fmt: skip
#: Orders of the umpire that are valid at any time.
ALWAYS = ("END CAMPAIGN", "APPROVE", "REFUSE")


def round_of(order: Order) -> int:
    """Return the last round in which an order may be given; 0 for orders of weeks."""
    return max((number for number, words in ROUNDS.items() if order.keyword in words), default=0)


def refuse_other_rounds(context: TurnContext[Campaign]) -> None:
    """Reject the orders that do not belong to this round of the set-up (C2E-1.3-11)."""
    game = context.game
    accepted: dict[str, list[Order]] = {}
    for sender, orders in context.orders.items():
        accepted[sender] = []
        for order in orders:
            if order.keyword in (*ROUNDS[game.round], *ALWAYS):
                accepted[sender].append(order)
            else:
                _refuse_order(context, sender, order)
    context.orders = accepted


def _refuse_order(context: TurnContext[Campaign], sender: str, order: Order) -> None:
    current, right = context.game.round, round_of(order)
    message = f"this is round {current} of the set-up, {_ROUND_NAMES[current]}"
    hint = (
        f"give it in round {right}, {_ROUND_NAMES[right]}"
        if right
        else "give it in the weeks after that"
    )
    context.reject(sender, order, "wrong-round", message, hint)


def conclude_round(context: TurnContext[Campaign]) -> None:
    """Conclude the current round with defaults for omissions, and start the next."""
    game = context.game
    if not game.round:
        return
    if game.round == WORLDS:
        _take_worlds(context)
    elif game.round == AGREEMENTS:
        for player in game.empires:
            agree_by_default(context, player)
            grant_capital(context, player)
    else:
        for player in game.empires:
            buy_default_forces(context, player)
    game.round = game.round + 1 if game.round < FORCES else 0


def _take_worlds(context: TurnContext[Campaign]) -> None:
    """Play the pairs, and report the claims to everyone (C2E-1.3-04, C2E-1.3-08)."""
    game = context.game
    selection = select_worlds(game, plays_of(context), context.stream("second round"))
    announce_claims(context, selection.claims)
    answer_claims(context, selection.claims)
    for player in game.empires:
        player.hand = []


def agree_by_default(context: TurnContext[Campaign], player: Player) -> None:
    """Begin trades between the worlds of a player who has ordered none (C2E-1.3-11)."""
    orders = context.orders.get(player.id, ())
    if not any(order.keyword in ("TRADE", "DEAL") for order in orders):
        for a, b in plan_trades(context.game, player.id, economy_of(context)):
            context.emit(trade.TRADE_BEGUN, [player.id], place=a.id, a=a.id, b=b.id)


def grant_capital(context: TurnContext[Campaign], player: Player) -> None:
    """Pay the starting capital, based on the trades agreed before play (C2E-4.2-01)."""
    economy = economy_of(context)
    capital = economy.starting_capital(weekly_income(context.game, player.id, economy))
    context.post(player, CREDITS, capital, "starting capital", ("C2E-4.2-01",))
    player.commissioning = True


def buy_default_forces(context: TurnContext[Campaign], player: Player) -> None:
    """Buy the default forces that a player has not ordered; the rest stays in the treasury."""
    # C2E-4.3-01
    for name, count, price in buy_defaults(context.game, player, economy_of(context)):
        context.post(player, CREDITS, -price, f"{count} {name}", ("C2E-4.1-02",))
    player.commissioning = False

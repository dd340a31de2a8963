"""PAIR and CLAIM: pairs of cards and claims of worlds (C2E-1.3-03, C2E-1.3-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Place, Player, World, place_id, place_of
from variants.campaign2e.rules.opening import cards_left
from variants.campaign2e.setup.cards import is_red
from variants.campaign2e.setup.pairing import Pair
from variants.campaign2e.setup.selection import CardPlay, WorldClaim

CLAIMED = EventKind(
    "world.claimed", "{player} claims {place} with {red} and {black}.", ("C2E-1.3-04",)
)
GIVEN = EventKind("world.given", "{player} takes {place}.", ("C2E-1.4-01",))

#: C2E-1.1-03: maximum number of worlds a newcomer may name.
NEWCOMERS_WORLDS = 6

#: In a turn's notes: each player's pairs in the order of play.
_PLAYS = "pairs to be played"
#: In a turn's notes: claim orders by player and pair.
_CLAIMS = "claims ordered"


def pair(context: TurnContext, player: Player, order: Order) -> None:
    """PAIR: combine a red and a black card, to be played after earlier pairs."""
    _add(context, player, CardPlay(_pair(order)))


def claim(context: TurnContext, player: Player, order: Order) -> None:
    """CLAIM: set the wishes of a pair, best first; for newcomers, choose a starting world."""
    places = [place_of(name) for name in order.several("place")]
    if player.arriving:  # C2E-1.1-03
        _begin_on(context.game, player, places)
        return
    if not context.game.round:
        message = "worlds can only be claimed before play"
        raise Refused(Refusal("play-has-begun", message, "use ATTACK WORLD, or trade with it"))
    if "card" not in order.arguments:
        message = "a claim needs a pair of cards"
        raise Refused(Refusal("no-pair", message, "add WITH, a red and a black card"))
    for at in places:
        if context.game.world_at(at) is None:
            message = f"there is no system at {place_id(at)}"
            raise Refused(Refusal("no-system", message, "choose a system on the map", "place"))
    wished = CardPlay(_pair(order), tuple(places))  # C2E-1.3-04
    plays = plays_of(context).setdefault(player.id, [])
    numbers = [number for number, play in enumerate(plays) if play.pair == wished.pair]
    if numbers:  # C2E-1.3-11
        plays[numbers[0]] = evolve(plays[numbers[0]], wishes=wished.wishes)
    else:
        _add(context, player, wished)
    orders: dict[tuple[str, Pair], Order] = context.notes.setdefault(_CLAIMS, {})
    earlier = orders.get((player.id, wished.pair))
    if earlier is not None:
        message = "a later order replaces this claim of the pair"
        context.reject(player.id, earlier, "ordered-twice", message, severity="warning")
    orders[player.id, wished.pair] = order


def plays_of(context: TurnContext) -> dict[str, list[CardPlay]]:
    """Return the pairs made by orders so far, by player and in the order of play."""
    plays: dict[str, list[CardPlay]] = context.notes.setdefault(_PLAYS, {})
    return plays


def _pair(order: Order) -> Pair:
    """Return a red and a black card, given in either order."""
    cards: Sequence[str] = order.several("card")
    red, black = sorted(cards, key=is_red, reverse=True)
    if is_red(red) == is_red(black):
        colour = "red" if is_red(red) else "black"
        message = f"{red} and {black} are both {colour}"
        hint = "pair a red card (H, D) with a black one (S, C)"
        raise Refused(Refusal("same-colour", message, hint, "card"))
    return red, black


def _add(context: TurnContext, player: Player, play: CardPlay) -> None:
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


def _begin_on(game: Campaign, player: Player, places: Sequence[Place]) -> None:
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
    settle_on(player, world)


def worlds_for(game: Campaign, player: Player) -> list[World]:
    """Return the worlds that a newcomer may still choose."""
    return [world for world in game.worlds if world.id in player.arriving and not world.owner]


def settle_on(player: Player, world: World) -> None:
    """Give a newcomer a world; the first is the capital (C2E-16.3-01)."""
    world.owner = player.id
    player.capital = player.capital or world.id


def answer(context: TurnContext, claims: Sequence[WorldClaim]) -> None:
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


def announce(context: TurnContext, claims: Sequence[WorldClaim]) -> None:
    """Report all claims with their cards to everyone."""
    names: Mapping[str, str] = {player.id: player.name for player in context.game.empires}
    for claimed in claims:
        name, place = names[claimed.player], claimed.world.id
        if claimed.pair is None:
            context.emit(GIVEN, [EVERYONE], place=place, player=name)
        else:
            red, black = claimed.pair
            context.emit(CLAIMED, [EVERYONE], place=place, player=name, red=red, black=black)

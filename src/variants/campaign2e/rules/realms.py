"""Capital and allied navy of a player, named before play (C2E-16.3-01, C2E-13.1-03)."""

from __future__ import annotations

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Campaign, Player

CAPITAL_NAMED = EventKind("capital.named", "{place} is your capital.", ("C2E-16.3-01",))
NAVY_ALLIED = EventKind("navy.allied", "The navy of {navy} is your ally.", ("C2E-13.1-03",))


def name_capital(context: TurnContext, player: Player, order: Order) -> None:
    """CAPITAL: make another world the capital, which stays so even if lost (C2E-16.3-01)."""
    must_be_before_play(context.game, player, "the capital can be named")
    player.capital = order["world"].id
    context.emit(CAPITAL_NAMED, [player.id], place=player.capital)


def ally_navy(context: TurnContext, player: Player, order: Order) -> None:
    """ALLY NAVY: choose the only navy whose designs the player buys cheaper, permanently.

    Navies unavailable to humans are not on the list (C2E-13.1-05).
    """
    game: Campaign = context.game
    must_be_before_play(game, player, "the allied navy can be named")
    navies = list(dict.fromkeys(d.navy for d in (*market().values(), *game.market.values())))
    key = folded(order["navy"])
    navy = next((name for name in navies if name and folded(name) == key), None)  # C2E-13.1-04
    if navy is None:
        message = f"there is no navy {order['navy']} on the market list"
        raise Refused(Refusal("unknown-navy", message, did_you_mean(order["navy"], navies), "navy"))
    if player.navy and player.navy != navy:  # C2E-13.1-03
        message = f"{player.navy} is already your ally, and you can have only one"
        raise Refused(Refusal("second-navy", message, "", "navy"))
    player.navy = navy
    context.emit(NAVY_ALLIED, [player.id], navy=navy)


def must_be_before_play(game: Campaign, player: Player, subject: str) -> None:
    """Raise Refused in play; after an automatic set-up the orders of week 1 count as before it."""
    first_week = game.options.get("setup") == "automatic" and game.week == 1
    if not (game.round or first_week or player.arriving):
        message = f"{subject} only before play"
        raise Refused(Refusal("play-has-begun", message, "leave out this order"))

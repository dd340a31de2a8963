"""Players leaving a campaign: by resignation, removal or defeat (C2E-1.5-08)."""

from __future__ import annotations

from horizons_core.model import EVERYONE, EventKind, Seat, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.rules.trade import end_agreements
from variants.campaign2e.rules.visits import forget_allegiance

RESIGNED = EventKind("player.resigned", "{player} has left the campaign.", ("C2E-1.5-08",))


def resign(context: TurnContext, sender: Player | Seat, order: Order) -> None:
    """RESIGN: leave the campaign, confirmed by name; the umpire can remove any player."""
    if isinstance(sender, Player):
        if folded(order["player"]) not in (folded(sender.id), folded(sender.name)):
            message = f"{order['player']} is not your name"
            hint = f"write RESIGN {sender.name} to leave"
            raise Refused(Refusal("not-your-name", message, hint, "player"))
        player = sender
    else:
        player = references.player(context, sender, order, "player")
    strike_off(context, player)
    context.emit(RESIGNED, [EVERYONE], player=player.name)


def strike_off(context: TurnContext, player: Player) -> None:
    """Remove a player: ships are disbanded, worlds become unowned (C2E-1.5-08).

    Trades, defence units and spares end with the player. Damage to incomes remains.
    """
    game: Campaign = context.game
    player.active = False
    player.stores, player.jobs, player.arriving = {}, [], []
    game.ships = [ship for ship in game.ships if ship.owner != player.id]
    game.groups = [group for group in game.groups if group.owner != player.id]
    game.dummies = [dummy for dummy in game.dummies if dummy.owner != player.id]
    for world in game.worlds:
        if world.owner == player.id:
            end_agreements(context, world)
            _release(game, world)
        if world.controlled == player.id:
            world.controlled = ""
        if world.assault is not None and world.assault.by == player.id:
            world.assault = None
        world.interdicted = [name for name in world.interdicted if name != player.id]


def _release(game: Campaign, world: World) -> None:
    """Make a world unowned; its allegiance is rolled at the next visit."""
    forget_allegiance(game, world)
    world.owner = world.called = world.controlled = world.attacked_by = ""
    world.defences = None
    world.lane_off, world.abstract, world.taken_in = False, 0, 0
    world.keels, world.interdicted = [], []

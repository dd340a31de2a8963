"""Standings, players who leave, and the end of a campaign (C2E-1.5-04, C2E-1.5-08, C2E-1.5-09)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import amount_text, half_up
from horizons_core.model import EVERYONE, EventKind, Outcome, Rank, Seat, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.model import Campaign, Player, World
from variants.campaign2e.rules import counters
from variants.campaign2e.rules.allegiances import forget_allegiance
from variants.campaign2e.rules.trade import end_agreements

RESIGNED = EventKind("player.resigned", "{player} has left the campaign.", ("C2E-1.5-08",))


def resign(context: TurnContext[Campaign], sender: Player | Seat, order: Order) -> None:
    """RESIGN: leave the campaign, confirmed by name; the umpire can remove any player."""
    if isinstance(sender, Player):
        if folded(order["player"]) not in (folded(sender.id), folded(sender.name)):
            message = f"{order['player']} is not your name"
            hint = f"write RESIGN {sender.name} to leave"
            raise Refused(Refusal("not-your-name", message, hint, "player"))
        player = sender
    else:
        player = references.player(context, sender, order, "player")
    remove_player(context, player)
    context.emit(RESIGNED, [EVERYONE], player=player.name)


def remove_player(context: TurnContext[Campaign], player: Player) -> None:
    """Remove a player: ships are disbanded, worlds become unowned (C2E-1.5-08).

    Trades, defence units and spares end with the player. Damage to incomes remains.
    """
    game = context.game
    player.active = False
    player.stores, player.jobs, player.arriving = {}, [], []
    game.ships = [ship for ship in game.ships if ship.owner != player.id]
    game.groups = [group for group in game.groups if group.owner != player.id]
    game.dummies = [dummy for dummy in game.dummies if dummy.owner != player.id]
    for world in game.worlds:
        if world.owner == player.id:
            end_agreements(context, world)
            _release_world(game, world)
        if world.controlled == player.id:
            world.controlled = ""
        if world.assault is not None and world.assault.by == player.id:
            world.assault = None
        world.interdicted = [name for name in world.interdicted if name != player.id]


def _release_world(game: Campaign, world: World) -> None:
    """Make a world unowned; its allegiance is rolled at the next visit."""
    forget_allegiance(game, world)
    world.owner = world.called = world.controlled = world.attacked_by = ""
    world.defences = None
    world.lane_off, world.abstract, world.taken_in = False, 0, 0
    world.keels, world.interdicted = [], []


#: C2E-1.5-09: number of weeks of income in a standing.
WEEKS = 50

STANDING_REPORTED = EventKind(
    "standing.told",
    "You stand at {standing}: {worlds} worlds, {income} credits a week, {points} points of ships, "
    "{treasury} credits.",
    ("C2E-1.5-04", "C2E-1.5-09"),
)
ELIMINATED = EventKind(
    "player.eliminated", "{player} has no world and no ship left, and is out.", ("C2E-1.5-04",)
)
CAMPAIGN_ENDED = EventKind("game.ended", "The campaign is over: {reason}.", ("C2E-1.5-04",))

#: In a turn's notes: set if the umpire ends the campaign.
_ENDED_BY_UMPIRE = "campaign ended"


@frozen
class CampaignStanding:
    """A player's standing, in hundredths of a credit or point (C2E-1.5-09).

    Attributes:
        player: the id.
        worlds: number of worlds.
        income: present base income of worlds not under hostile control.
        points: points of ships and defence units, less the fraction of hull boxes lost.
        treasury: money.
    """

    player: str
    worlds: int
    income: int
    points: int
    treasury: int

    @property
    def total(self) -> int:
        """Fifty weeks of income, ships and treasury."""
        return WEEKS * self.income + self.points + self.treasury


def standing_of(game: Campaign, player: Player) -> CampaignStanding:
    """Return a player's standing; a Luxuries world has its fixed value (C2E-1.5-09)."""
    worlds = game.worlds_of(player.id)
    return CampaignStanding(
        player.id,
        len(worlds),
        HUNDRED * int_sum(world.points for world in worlds if not world.controlled),
        int_sum(
            half_up(HUNDRED * ship.design.points * ship.hull_left, ship.design.hull)
            for ship in game.ships_of(player.id)
        ),
        player.stock.get(CREDITS, 0),
    )


def standings(game: Campaign) -> list[CampaignStanding]:
    """Return the standings, best first; ties go to more worlds, then order (C2E-1.5-09).

    Eliminated players come last.
    """
    entries = [(not player.active, standing_of(game, player)) for player in game.empires]
    entries.sort(key=lambda entry: (entry[0], -entry[1].total, -entry[1].worlds))
    return [standing for _, standing in entries]


def ranking(game: Campaign) -> list[Rank]:
    """Return the players by standing, for a gamemaster who ends a game."""
    names = {player.id: player.name for player in game.empires}
    return [
        Rank(names[entry.player], {"standing": entry.total / HUNDRED, "worlds": entry.worlds})
        for entry in standings(game)
    ]


@frozen
class WeekLimit:
    """The victory condition, by which a campaign ends after an agreed number of weeks.

    Then the best standing wins (C2E-1.5-09). The umpire can end the campaign earlier.
    """

    def outcome(self, game: Campaign, turn: int) -> Outcome | None:
        """Return the outcome after the last week, or if no player is left; None before."""
        if not any(player.active for player in game.empires):
            return Outcome(winners=(), reason="no player is left", turn=turn)
        last = game.options.get("weeks")
        if last is None or game.week < last or game.pending:
            return None
        order = [standing for standing in standings(game) if game.empire(standing.player).active]
        best = [
            standing.player
            for standing in order
            if (standing.total, standing.worlds) == (order[0].total, order[0].worlds)
        ]
        return Outcome(winners=tuple(best), reason=f"week {last} was the last", turn=turn)


def end_campaign(context: TurnContext[Campaign], _umpire: Seat, _order: Order) -> None:
    """END CAMPAIGN: end the campaign after this turn, without a winner (C2E-1.5-07)."""
    context.notes[_ENDED_BY_UMPIRE] = True


def judge(context: TurnContext[Campaign]) -> None:
    """Eliminate players without worlds and ships, report standings, and check for the end."""
    game = context.game
    if not game.round and not game.pending:
        for player in game.empires:
            if player.active and not player.arriving and not _has_worlds_or_ships(game, player):
                remove_player(context, player)
                context.emit(ELIMINATED, [EVERYONE], player=player.name)
        _report_standings(context)
    if game.plays_by("1.1.0"):
        counters.remove_obsolete_counters(game)
    if context.notes.get(_ENDED_BY_UMPIRE):
        game.outcome = Outcome(winners=(), reason="the umpire has ended it", turn=context.turn)
    else:
        game.outcome = context.variant.victory.outcome(game, context.turn)
    if game.outcome is not None:
        context.emit(CAMPAIGN_ENDED, [EVERYONE], reason=game.outcome.reason)


def _has_worlds_or_ships(game: Campaign, player: Player) -> bool:
    return any(world.owner == player.id for world in game.worlds) or any(
        ship.owner == player.id for ship in game.ships
    )


def _report_standings(context: TurnContext[Campaign]) -> None:
    """Report to each player their own standing; the umpire sees all.

    Ships and money of other players are hidden (C2E-15.3-02).
    """
    game = context.game
    for standing in standings(game):
        if game.empire(standing.player).active:
            context.emit(
                STANDING_REPORTED,
                [standing.player],
                player=standing.player,
                standing=amount_text(standing.total),
                worlds=standing.worlds,
                income=amount_text(standing.income),
                points=amount_text(standing.points),
                treasury=amount_text(standing.treasury),
            )

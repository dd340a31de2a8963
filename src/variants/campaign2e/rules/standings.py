"""Standings of players, elimination, and the end of a campaign (C2E-1.5-04, C2E-1.5-09)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import amount_text, half_up
from horizons_core.model import EVERYONE, EventKind, Outcome, Rank, Seat
from horizons_core.orders import Order
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.rules import counters
from variants.campaign2e.rules.leaving import strike_off

#: C2E-1.5-09: number of weeks of income in a standing.
WEEKS = 50

STANDING = EventKind(
    "standing.told",
    "You stand at {standing}: {worlds} worlds, {income} credits a week, {points} points of ships, "
    "{treasury} credits.",
    ("C2E-1.5-04", "C2E-1.5-09"),
)
ELIMINATED = EventKind(
    "player.eliminated", "{player} has no world and no ship left, and is out.", ("C2E-1.5-04",)
)
ENDED = EventKind("game.ended", "The campaign is over: {reason}.", ("C2E-1.5-04",))

#: In a turn's notes: set if the umpire ends the campaign.
_ENDED = "campaign ended"


@frozen
class CampaignStanding:
    """A player's standing, in hundredths of a credit or point (C2E-1.5-09).

    Attributes:
        player: the id.
        worlds: number of worlds.
        income: present base income of worlds not under hostile control.
        points: of ships and defence units, less the fraction of hull boxes lost.
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
    """Victory condition: the campaign ends after an agreed number of weeks, or by the umpire.

    After an agreed number of weeks the best standing wins (C2E-1.5-09).
    """

    def outcome(self, game: Campaign, turn: int) -> Outcome | None:
        """Return the outcome after the last week, or without players; None before the end."""
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


def end_campaign(context: TurnContext, _umpire: Seat, _order: Order) -> None:
    """END CAMPAIGN: end the campaign after this turn, without a winner (C2E-1.5-07)."""
    context.notes[_ENDED] = True


def judge(context: TurnContext) -> None:
    """Eliminate players without worlds and ships, report standings, and check for the end."""
    game: Campaign = context.game
    if not game.round and not game.pending:
        for player in game.empires:
            if player.active and not player.arriving and not _has_anything(game, player):
                strike_off(context, player)
                context.emit(ELIMINATED, [EVERYONE], player=player.name)
        _report(context)
    if game.plays_by("1.1.0"):
        counters.remove_obsolete(game)
    if context.notes.get(_ENDED):
        game.outcome = Outcome(winners=(), reason="the umpire has ended it", turn=context.turn)
    else:
        game.outcome = context.variant.victory.outcome(game, context.turn)
    if game.outcome is not None:
        context.emit(ENDED, [EVERYONE], reason=game.outcome.reason)


def _has_anything(game: Campaign, player: Player) -> bool:
    return any(world.owner == player.id for world in game.worlds) or any(
        ship.owner == player.id for ship in game.ships
    )


def _report(context: TurnContext) -> None:
    """Report to each player their own standing; the umpire sees all.

    Ships and money of other players are hidden (C2E-15.3-02).
    """
    game: Campaign = context.game
    for standing in standings(game):
        if game.empire(standing.player).active:
            context.emit(
                STANDING,
                [standing.player],
                player=standing.player,
                standing=amount_text(standing.total),
                worlds=standing.worlds,
                income=amount_text(standing.income),
                points=amount_text(standing.points),
                treasury=amount_text(standing.treasury),
            )

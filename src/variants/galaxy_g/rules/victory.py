"""The end of a game: by the gamemaster, or when no race is left (GG-VIC-001)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EVERYONE, EventKind, Outcome, Rank
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext, VariantRules
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Game

GAME_ENDED = EventKind("game.ended", "The game is over: {reason}.", ("GG-VIC-001",))


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """The races by production points, then population, then list order (GG-VIC-001).

    A race that was removed has nothing left, and comes after those that play.
    """
    industry: Industry = variant.economy
    ranks = []
    for race in game.empires:
        planets = game.planets_of(race.id)
        points = ordered_sum(industry.points(planet) for planet in planets)
        people = ordered_sum(planet.population for planet in planets)
        figures = {"production points": points, "population": people}
        ranks.append(((not race.active, -points, -people), Rank(race.name, figures)))
    return [rank for _, rank in sorted(ranks, key=lambda row: row[0])]


@frozen
class HostEnds:
    """The game continues until the gamemaster ends it, or no race is left (GG-VIC-001)."""

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """The end of a game without races, or None."""
        if any(race.active for race in game.empires):
            return None
        return Outcome(winners=(), reason="no race is left", turn=turn)


def check_victory(context: TurnContext) -> None:
    """End the game if its victory conditions are met."""
    outcome = context.variant.victory.outcome(context.game, context.turn)
    if outcome is not None:
        context.game.outcome = outcome
        context.emit(GAME_ENDED, [EVERYONE], reason=outcome.reason)

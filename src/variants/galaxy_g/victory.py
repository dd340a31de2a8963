"""How a game ends: when its host says so, or when no race is left (GG-VIC-001)."""

from __future__ import annotations

from horizons_core.model import EVERYBODY, EventKind, Outcome, Rank
from horizons_core.turn import TurnContext
from variants.galaxy_g.model import Game

GAME_ENDED = EventKind("game.ended", "The game is over: {reason}.", ("GG-VIC-001",))


def ranking(game: Game) -> list[Rank]:
    """The races by production points, then population, then list order (GG-VIC-001).

    A race that was removed has nothing left, and stands behind those that play.
    """
    ranks = []
    for race in game.empires:
        planets = game.planets_of(race.id)
        points = sum(planet.production for planet in planets)
        people = sum(planet.population for planet in planets)
        figures = {"production points": points, "population": people}
        ranks.append(((not race.active, -points, -people), Rank(race.name, figures)))
    return [rank for _, rank in sorted(ranks, key=lambda found: found[0])]


def judge(context: TurnContext) -> None:
    """End the game once no race is left; nothing else ends it but the host."""
    game: Game = context.game
    if any(race.active for race in game.empires):
        return
    reason = "no race is left"
    game.outcome = Outcome(winners=(), reason=reason, turn=context.turn)
    context.emit(GAME_ENDED, [EVERYBODY], reason=reason)

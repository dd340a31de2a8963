"""How empires stand, and how a game ends (SC-END-001)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from attrs import frozen

from horizons_core.model import EVERYBODY, EventKind, Outcome, Rank
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext, VariantRules
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.rules import elimination
from variants.starcluster.rules.income import gross_income
from variants.starcluster.setup.galaxy import is_in_core

SCORE = EventKind("score.told", "Your score is {score:,}.", ("SC-END-001",))
ENDED = EventKind("game.ended", "The game is over: {reason}.", ("SC-END-001",))

#: Points of a colonized system, of one in the core besides, and of a claim in the core.
SYSTEM, CORE_SYSTEM, CORE_CLAIM = 50, 300, 50
#: MC of the treasury that make a point.
TREASURY_SHARE = 1000


def score(game: Starcluster, empire: Empire) -> int:
    """An empire's score: people by EL, systems, the core, and the treasury."""
    colonies = game.colonies(empire.id)
    points = Fraction(int_sum(system.pu for system in colonies) * empire.el)
    points += SYSTEM * len(colonies)
    points += CORE_SYSTEM * int_sum(is_in_core(system.id) for system in colonies)
    points += CORE_CLAIM * int_sum(is_in_core(claim) for claim in empire.claims)
    points += Fraction(empire.stock.get(TREASURY, 0), MC * TREASURY_SHARE)
    return floor(points)


def standings(game: Starcluster, economy: Imperium) -> list[tuple[Empire, int, int]]:
    """The players with score and gross income, the best first; those who are out stand last."""
    found = [(one, score(game, one), gross_income(game, one, economy)) for one in game.empires]
    return sorted(found, key=lambda entry: (not entry[0].active, -entry[1], -entry[2]))


def ranking(game: Starcluster, variant: VariantRules) -> list[Rank]:
    """The players by their scores, for the gamemaster who ends a game."""
    return [
        Rank(empire.name, {"score": points, "gross income": income / MC})
        for empire, points, income in standings(game, variant.economy)
    ]


@frozen
class Survival:
    """The end: when one player is left of several, or after the agreed turn.

    Attributes:
        variant: the rules, which know the formulas of income.
    """

    variant: VariantRules

    def outcome(self, game: Starcluster, turn: int) -> Outcome | None:
        """The end of the game if it is over after this turn; None if it goes on."""
        left = [one for one in game.empires if one.active]
        last = game.options.get("end")
        if not left:
            reason = "no empire is left"
        elif len(left) == 1 < len(game.empires):
            reason = f"{left[0].name} alone is left"
        elif last is not None and turn >= last:
            reason = f"turn {last} was the last"
        else:
            return None
        return Outcome(winners=self._winners(game), reason=reason, turn=turn)

    def _winners(self, game: Starcluster) -> tuple[str, ...]:
        """Who has the highest score; of equal ones the higher gross income, else several."""
        rows = [row for row in standings(game, self.variant.economy) if row[0].active]
        return tuple(empire.name for empire, *figures in rows if figures == list(rows[0][1:]))


def judge(context: TurnContext) -> None:
    """After a turn: take out who has no colony, tell scores, and end what is over."""
    game: Starcluster = context.game
    elimination.judge(context)
    for empire in game.empires:
        if empire.active:
            context.emit(SCORE, empire.readers, score=score(game, empire))
    game.outcome = context.variant.victory.outcome(game, context.turn)
    if game.outcome is not None:
        context.emit(ENDED, [EVERYBODY], reason=game.outcome.reason)

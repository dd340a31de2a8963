"""Elimination of empires, standings, and the end of a game (SC-END-001)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from attrs import frozen

from horizons_core.model import EVERYONE, EventKind, Outcome, Rank
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext, VariantRules
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.rules.bankruptcy import FALLEN
from variants.starcluster.rules.fleets import remove_units
from variants.starcluster.rules.income import gross_income
from variants.starcluster.setup.galaxy import is_in_core


def eliminate_defeated(context: TurnContext[Starcluster]) -> None:
    """Eliminate players without a colony, and non-player races that have lost their home."""
    game = context.game
    settled = {system.owner for system in game.systems}
    for power in list(game.powers):
        if power.id not in settled:
            eliminate(context, power)


def eliminate(context: TurnContext[Starcluster], power: Empire) -> None:
    """Eliminate an empire: its units, expeditions and claims vanish, and wars with it end.

    A player's fall is announced to all. The fate of its systems is decided elsewhere (SC-BRK-008).
    """
    game = context.game
    power.active = False
    remove_units(game, game.units_of(power.id))
    for belongings in (power.expeditions, power.transfers, power.yards, power.installing):
        belongings.clear()
    power.claims.clear()
    power.couriers.clear()
    power.carried.clear()
    power.sightings.clear()
    power.projects.clear()
    for other in game.powers:
        relation = other.relations.get(power.id)
        if relation is not None and relation.stance == WAR:
            relation.stance, relation.since = NEUTRAL, context.turn
    if not power.npr:
        context.emit(FALLEN, [EVERYONE], rules=("SC-END-001",), empire=power.name)


SCORE = EventKind("score.told", "Your score is {score:,}.", ("SC-END-001",))
ENDED = EventKind("game.ended", "The game is over: {reason}.", ("SC-END-001",))

#: Points for a colonized system, additional points for one in the core, and for a claim there.
SYSTEM, CORE_SYSTEM, CORE_CLAIM = 50, 300, 50
#: MC of the treasury per point.
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


def standings(game: Starcluster, economy: StarclusterEconomy) -> list[tuple[Empire, int, int]]:
    """The players with score and gross income, best first; eliminated ones come last."""
    rows = [(e, score(game, e), gross_income(game, e, economy)) for e in game.empires]
    return sorted(rows, key=lambda entry: (not entry[0].active, -entry[1], -entry[2]))


def ranking(game: Starcluster, variant: VariantRules) -> list[Rank]:
    """The players by their scores, for a gamemaster who ends a game."""
    return [
        Rank(empire.name, {"score": points, "gross income": income / MC})
        for empire, points, income in standings(game, variant.economy)
    ]


@frozen
class Survival:
    """Victory condition: one of several players is left, or the agreed turn is over.

    Attributes:
        variant: the rules, with the formulas of income.
    """

    variant: VariantRules

    def outcome(self, game: Starcluster, turn: int) -> Outcome | None:
        """The outcome if the game is over after this turn, or None."""
        left = [empire for empire in game.empires if empire.active]
        last = game.options.get("end")
        if not left:
            reason = "no empire is left"
        elif len(left) == 1 < len(game.empires):
            reason = f"only {left[0].name} is left"
        elif last is not None and turn >= last:
            reason = f"turn {last} was the last"
        else:
            return None
        return Outcome(winners=self._winners(game), reason=reason, turn=turn)

    def _winners(self, game: Starcluster) -> tuple[str, ...]:
        """The players with the highest score, and among these the highest gross income."""
        rows = [row for row in standings(game, self.variant.economy) if row[0].active]
        return tuple(empire.name for empire, *figures in rows if figures == list(rows[0][1:]))


def judge_game(context: TurnContext[Starcluster]) -> None:
    """Eliminate empires without colonies, report scores, and end the game if it is over."""
    game = context.game
    eliminate_defeated(context)
    for empire in game.empires:
        if empire.active:
            context.emit(SCORE, empire.readers, score=score(game, empire))
    game.outcome = context.variant.victory.outcome(game, context.turn)
    if game.outcome is not None:
        context.emit(ENDED, [EVERYONE], reason=game.outcome.reason)

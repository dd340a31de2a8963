"""The end of a game, after its secret last turn or by its gamemaster (FH-END-001)."""

from __future__ import annotations

from attrs import asdict, frozen

from horizons_core.model import EVERYONE, EventKind, Outcome, Rank
from horizons_core.turn import TurnContext, VariantRules
from variants.far_horizons.constants import TECHS
from variants.far_horizons.economy import economy_of
from variants.far_horizons.model import Game
from variants.far_horizons.rules.standing import FinalStanding, standings

GAME_ENDED = EventKind(
    "game-ended", "The game ends after turn {turn}. There are no winners.", ("FH-END-001",)
)
#: The event that ends a game by a house rule's victory.
GAME_WON = EventKind("game-won", "The game ends after turn {turn}: {reason}. Won by {winners}.")
FINAL_SUMMARY = EventKind("final-summary", "Final summary:", ("FH-END-002",))

_FIGURES = "Revenue Plan Ship Yard  Offen.  Defen. Treasury"


@frozen
class LastTurn:
    """The game ends after its last turn, without a winner.

    A game without a fixed last turn continues until its gamemaster ends it.
    """

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the end of the game after its last turn, or None (FH-END-001, FH-END-003)."""
        if not 0 < game.last_turn <= turn:
            return None
        return Outcome(winners=(), reason="its last turn was played", turn=turn)


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """Return the species by income per turn, with all figures of the summary (FH-END-002)."""
    return [Rank(row.name, row.figures()) for row in standings(game, variant.economy)]


def judge(context: TurnContext) -> None:
    """End the game if its victory condition is met, and announce the summary (FH-END-002)."""
    game: Game = context.game
    outcome = context.variant.victory.outcome(game, context.turn)
    if outcome is None:
        return
    game.outcome = outcome
    if outcome.winners:
        names = ", ".join(f"SP {game.empire(winner).name}" for winner in outcome.winners)
        context.emit(GAME_WON, [EVERYONE], turn=context.turn, winners=names, reason=outcome.reason)
    else:
        context.emit(GAME_ENDED, [EVERYONE], turn=context.turn)
    rows = standings(game, economy_of(context))
    facts = [{**asdict(r), "levels": dict(zip(TECHS, r.levels, strict=True))} for r in rows]
    context.emit(FINAL_SUMMARY, [EVERYONE], species=facts, table=summary(rows))


def put_off(game: Game, turn: int) -> None:
    """Postpone the last turn to this one, if it is earlier (FH-END-004)."""
    if game.last_turn:
        game.last_turn = max(game.last_turn, turn)


def summary(rows: list[FinalStanding]) -> str:
    """Format the table of all species for the reports of the last turn."""
    width = max((len(row.name) for row in rows), default=len("Species"))
    levels = " ".join(f"{tech:>3}" for tech in TECHS)
    heading = f" SP {'Species':{width}} {levels} {_FIGURES}"
    return "\n".join((heading, "-" * len(heading), *(_row(row, width) for row in rows)))


def _row(row: FinalStanding, width: int) -> str:
    levels = " ".join(f"{level:3}" for level in row.levels)
    return (
        f"{row.number:3} {row.name:{width}} {levels} {row.revenue:7} {row.planets:4} {row.ships:4}"
        f" {row.shipyards:4} {row.offensive_power:7} {row.defensive_power:7} {row.treasury:8}"
    )

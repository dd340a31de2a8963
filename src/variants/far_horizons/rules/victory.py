"""How a game ends: after its secret last turn, or when its gamemaster says so (FH-END-001)."""

from __future__ import annotations

from attrs import asdict, frozen

from horizons_core.model import EVERYBODY, EventKind, Outcome, Rank
from horizons_core.turn import TurnContext, VariantRules
from variants.far_horizons.constants import TECHS
from variants.far_horizons.economy import economy_of
from variants.far_horizons.model import Game
from variants.far_horizons.rules.standing import Standing, standings

GAME_ENDED = EventKind(
    "game-ended", "The game ends after turn {turn}. There are no winners.", ("FH-END-001",)
)
#: What a house rule's victory ends with.
GAME_WON = EventKind("game-won", "The game ends after turn {turn}: {reason}. Won by {winners}.")
FINAL_SUMMARY = EventKind("final-summary", "Final summary:", ("FH-END-002",))

_FIGURES = "Revenue Plan Ship Yard  Offen.  Defen. Treasury"


@frozen
class LastTurn:
    """The game ends after its last turn, and nobody has won.

    One whose last turn is not fixed goes on until its gamemaster ends it.
    """

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """The end of the game after its last turn; None while it goes on.

        (FH-END-001, FH-END-003)
        """
        if not 0 < game.last_turn <= turn:
            return None
        return Outcome(winners=(), reason="its last turn was played", turn=turn)


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """The species by what they earn in a turn, with all figures of the summary (FH-END-002)."""
    return [Rank(one.name, one.figures()) for one in standings(game, variant.economy)]


def judge(context: TurnContext) -> None:
    """End the game if its victory says so, and tell everybody how all stand (FH-END-002)."""
    game: Game = context.game
    outcome = context.variant.victory.outcome(game, context.turn)
    if outcome is None:
        return
    game.outcome = outcome
    if outcome.winners:
        names = ", ".join(f"SP {game.empire(winner).name}" for winner in outcome.winners)
        context.emit(GAME_WON, [EVERYBODY], turn=context.turn, winners=names, reason=outcome.reason)
    else:
        context.emit(GAME_ENDED, [EVERYBODY], turn=context.turn)
    found = standings(game, economy_of(context))
    rows = [{**asdict(one), "levels": dict(zip(TECHS, one.levels, strict=True))} for one in found]
    context.emit(FINAL_SUMMARY, [EVERYBODY], species=rows, table=summary(found))


def put_off(game: Game, turn: int) -> None:
    """Let the last turn not be before this one (FH-END-004)."""
    if game.last_turn:
        game.last_turn = max(game.last_turn, turn)


def summary(found: list[Standing]) -> str:
    """The table of all species, as the reports of the last turn have it."""
    width = max((len(one.name) for one in found), default=len("Species"))
    levels = " ".join(f"{tech:>3}" for tech in TECHS)
    heading = f" SP {'Species':{width}} {levels} {_FIGURES}"
    return "\n".join((heading, "-" * len(heading), *(_row(one, width) for one in found)))


def _row(one: Standing, width: int) -> str:
    levels = " ".join(f"{level:3}" for level in one.levels)
    return (
        f"{one.number:3} {one.name:{width}} {levels} {one.revenue:7} {one.planets:4} {one.ships:4}"
        f" {one.shipyards:4} {one.offensive_power:7} {one.defensive_power:7} {one.treasury:8}"
    )

"""How a game ends: after its secret last turn, or when its gamemaster says so (FH-END)."""

from __future__ import annotations

from attrs import asdict

from horizons_core.model import EVERYBODY, EventKind, Outcome, Rank
from horizons_core.turn import TurnContext
from variants.far_horizons.compatibility import ENGINE_1999, RULEBOOK
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Game
from variants.far_horizons.rules.standing import Standing, standings

GAME_ENDED = EventKind(
    "game-ended", "\nThe game ends after turn {turn}. There are no winners.", ("FH-END-001",)
)
FINAL_SUMMARY = EventKind("final-summary", "\nFinal summary:\n\n{table}", ("FH-END-002",))

_FIGURES = "Revenue Plan Ship Yard  Offen.  Defen. Treasury"


def ranking(game: Game) -> list[Rank]:
    """The species by what they earn in a turn, with all figures of the summary (FH-END-002)."""
    habits = ENGINE_1999 if "engine_1999" in game.mods else RULEBOOK
    return [Rank(one.name, one.figures()) for one in standings(game, habits)]


def judge(context: TurnContext) -> None:
    """End the game after its last turn, and tell everybody how all stand.

    A game whose last turn is not fixed goes on until its gamemaster ends it.
    """
    game: Game = context.game
    if not 0 < game.last_turn <= context.turn:
        return
    game.outcome = Outcome(winners=(), reason="its last turn was played", turn=context.turn)
    context.emit(GAME_ENDED, [EVERYBODY], turn=context.turn)
    found = standings(game, context.variant.economy.habits)
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

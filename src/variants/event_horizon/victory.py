"""Who is out, who has won (EH-VIC-001 to EH-VIC-003)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EVERYBODY, Outcome, Rank
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import ELIMINATED, GAME_DRAWN, GAME_WON
from variants.event_horizon.model import Empire, Game


def judge(context: TurnContext) -> None:
    """Eliminate empires without ships and end the game where the rules say so."""
    game: Game = context.game
    before = [empire for empire in game.empires if empire.active]
    owners = {ship.owner for ship in game.ships}
    for empire in before:
        if empire.id not in owners:
            empire.active = False
            context.emit(ELIMINATED, [EVERYBODY], empire=empire.id)
    left = [empire for empire in before if empire.active]
    if len(left) == 1:
        _end(context, left, "the last empire with ships")
    elif not left:
        _end(context, before, "the last empires perished together")
    elif context.turn >= game.turn_limit:
        _end(
            context, strongest(game, left), f"the most components at the end of turn {context.turn}"
        )


def strongest(game: Game, empires: Sequence[Empire]) -> list[Empire]:
    """Those with the most components in living ships, then in stock; several if they tie."""
    worths = {empire.id: worth(game, empire) for empire in empires}
    best = max(worths.values())
    return [empire for empire in empires if worths[empire.id] == best]


def ranking(game: Game) -> list[Rank]:
    """The empires by what decides at the turn limit, the best first (EH-VIC-003)."""
    worths = [(worth(game, empire), empire.id) for empire in game.empires]
    worths.sort(key=lambda found: found[0], reverse=True)
    return [
        Rank(name, {"components in ships": ships, "components in stock": stock})
        for (ships, stock), name in worths
    ]


def worth(game: Game, empire: Empire) -> tuple[int, int]:
    """Components in living ships and in stock (EH-VIC-003)."""
    ships = sum(ship.components for ship in game.ships_of(empire.id))
    return ships, sum(empire.stock.values())


def _end(context: TurnContext, winners: Sequence[Empire], reason: str) -> None:
    names = tuple(empire.id for empire in winners)
    context.game.outcome = Outcome(winners=names, reason=reason, turn=context.turn)
    if len(names) == 1:
        context.emit(GAME_WON, [EVERYBODY], winner=names[0], reason=reason)
    else:
        context.emit(GAME_DRAWN, [EVERYBODY], names=", ".join(names), reason=reason)

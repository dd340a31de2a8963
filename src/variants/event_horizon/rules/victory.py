"""Elimination and victory: the last empire with ships, or the largest at the turn limit."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.model import EVERYONE, Outcome, Rank
from horizons_core.turn import TurnContext, VariantRules
from variants.event_horizon.constants import ELIMINATED, GAME_DRAWN, GAME_WON
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Empire, Game


@frozen
class LastEmpire:
    """The rulebook's victory. The economy computes the worth of empires."""

    economy: Mining

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the outcome if the game is over after this turn, otherwise None.

        It is called before empires without ships are eliminated (EH-VIC-001). At the turn limit the
        strongest empires win (EH-VIC-003).
        """
        before = [empire for empire in game.empires if empire.active]
        left = with_ships(game, before)
        if len(left) == 1:
            return _outcome(left, "the last empire with ships", turn)
        if not left:
            return _outcome(before, "the last empires perished together", turn)
        if turn >= game.turn_limit:
            reason = f"the most components at the end of turn {turn}"
            return _outcome(self.strongest(game, left), reason, turn)
        return None

    def strongest(self, game: Game, empires: Sequence[Empire]) -> list[Empire]:
        """Return the empires with the highest worth at the turn limit (EH-VIC-003)."""
        worths = {empire.id: worth(self.economy, game, empire) for empire in empires}
        best = max(worths.values())
        return [empire for empire in empires if worths[empire.id] == best]


def victory(variant: VariantRules) -> LastEmpire:
    """Return the victory condition of a game under these rules."""
    return LastEmpire(variant.economy)


def check_victory(context: TurnContext[Game]) -> None:
    """Eliminate empires without ships, and end the game if its condition is met (EH-VIC-001)."""
    game = context.game
    outcome = context.variant.victory.outcome(game, context.turn)
    active = [empire for empire in game.empires if empire.active]
    left = with_ships(game, active)
    for empire in active:
        if empire not in left:
            empire.active = False
            context.emit(ELIMINATED, [EVERYONE], empire=empire.id)
    if outcome is not None:
        game.outcome = outcome
        _report(context, outcome)


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """Rank the empires by the values compared at the turn limit, best first (EH-VIC-003)."""
    worths = [(worth(variant.economy, game, empire), empire.id) for empire in game.empires]
    worths.sort(key=lambda item: item[0], reverse=True)
    return [
        Rank(name, {"components in ships": ships, "components in stock": stock})
        for (ships, stock), name in worths
    ]


def worth(economy: Mining, game: Game, empire: Empire) -> tuple[int, int]:
    """Return the worth of an empire, as the economy computes it."""
    return economy.worth(game.ships_of(empire.id), empire.stock)


def with_ships(game: Game, empires: Sequence[Empire]) -> list[Empire]:
    """Return those of the empires that have a ship (EH-VIC-001)."""
    owners = {ship.owner for ship in game.ships}
    return [empire for empire in empires if empire.id in owners]


def _outcome(winners: Sequence[Empire], reason: str, turn: int) -> Outcome:
    return Outcome(winners=tuple(empire.id for empire in winners), reason=reason, turn=turn)


def _report(context: TurnContext[Game], outcome: Outcome) -> None:
    names, reason = outcome.winners, outcome.reason
    if len(names) == 1:
        context.emit(GAME_WON, [EVERYONE], winner=names[0], reason=reason)
    else:
        context.emit(GAME_DRAWN, [EVERYONE], names=", ".join(names), reason=reason)

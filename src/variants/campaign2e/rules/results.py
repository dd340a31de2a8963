"""RESULT: entry of results of battles by hand (C2E-14.1-03)."""

from __future__ import annotations

import re
from typing import Any

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import BattleError, did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.battle.by_hand import read_result
from variants.campaign2e.model import Campaign, PendingBattle, Place
from variants.campaign2e.rules import aftermath
from variants.campaign2e.rules.departures import way_to


def pending(context: TurnContext, _sender: Any, order: Order, argument: str) -> PendingBattle:
    """Return the battle named by an argument; raises Refused."""
    game: Campaign = context.game
    for battle in game.pending:
        if folded(battle.id) == folded(order[argument]):
            return battle
    names = [battle.id for battle in game.pending]
    hint = did_you_mean(order[argument], names) if names else "no battle needs a result"
    message = f"there is no battle {order[argument]} that needs a result"
    raise Refused(Refusal("unknown-battle", message, hint, argument))


def enter(context: TurnContext, _umpire: Any, order: Order) -> None:
    """RESULT: apply the record of a battle fought elsewhere to the campaign (C2E-14.1-03)."""
    game: Campaign = context.game
    battle: PendingBattle = order["battle"]
    names = {name for side in battle.ships for name in side}

    def can_reach(place: Place) -> bool:
        return way_to(game, battle.at, place) is not None

    ships = [ship for ship in game.ships if ship.id in names]
    try:
        believed = not game.plays_by("1.1.0")
        outcome = read_result(_record(order), battle, ships, can_reach, believed=believed)
    except BattleError as problem:
        raise Refused(Refusal("bad-result", problem.message, problem.hint, "record")) from problem
    game.pending.remove(battle)
    aftermath.settle(context, battle, outcome)


def _record(order: Order) -> Any:
    """Parse the record after FILE in the original text, including quotes."""
    text = re.split(r"\sFILE\s", order.text, maxsplit=1, flags=re.IGNORECASE)[1]
    try:
        return read_yaml(text)
    except DataError as problem:
        raise BattleError(
            f"cannot read the record: {problem.reason}",
            "write it on one line, as {tactical_turns: 7, field_held_by: none, ships: {...}}",
        ) from problem

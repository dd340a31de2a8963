"""Games with predetermined dice of diplomacy and espionage."""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields

import horizons_core as hz
import variants.starcluster
from tests.variants.starcluster.builders import new_game
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Relation, Starcluster


def decreed(part: str, **answers: Any) -> hz.Variant:
    """The rules with fixed results of some methods of a part of the economy.

    A result may be a function of the method's arguments; a field may be named, too.
    """
    rules = StarclusterEconomy()
    kind = type(getattr(rules, part))
    numbers = {f.name: answers.pop(f.name) for f in fields(kind) if f.name in answers}
    methods = {name: _method(answer) for name, answer in answers.items()}
    economy = evolve(rules, **{part: type(kind.__name__, (kind,), methods)(**numbers)})

    class Mod:
        @hz.hookimpl
        def horizons_economy(self) -> StarclusterEconomy:
            return economy

        @hz.hookimpl
        def horizons_mod_info(self) -> hz.ModInfo:
            return hz.ModInfo("decree", "starcluster", "Decree", "1.0", "Dice come out as decreed.")

    return hz.Variant(variants.starcluster, [Mod])


def _method(answer: Any) -> Any:
    def decreed_method(_self: Any, *args: Any, **named: Any) -> Any:
        return answer(*args, **named) if callable(answer) else answer

    return decreed_method


def run_decreed(game: Starcluster, part: str, answers: dict[str, Any], **orders: str) -> hz.Turn:
    """A turn under rules in which some methods of a part have fixed results."""
    game.mods = ("decree",)
    return hz.run_turn(game, orders, variant=decreed(part, **answers))


def met(stance: str = "NEUTRAL", *, since: int = 0, turn: int = 0, talks: bool = True):
    """A game of Ada and Brin in which Ada and NPR1, and the two players, are in contact."""
    game = new_game()
    game.turn = turn
    for player, other, attitude in (("Ada", "NPR1", stance), ("Ada", "Brin", "NEUTRAL")):
        for a, b in ((player, other), (other, player)):
            game.power(a).relations[b] = Relation(stance=attitude, since=since, talks=talks)
    return game

"""Throws, a game of one turn: each player throws a die and adds a skill; the highest sum wins."""

import sys

from attrs import frozen

import horizons_core as hz
import horizons_lab as lab
from horizons_core.orders import Argument, integer


@frozen
class Economy:
    accounts: tuple[str, ...] = ("points",)


class Victory:
    def outcome(self, game, turn):
        best = max(empire.stock["points"] for empire in game.empires)
        first = tuple(empire.id for empire in game.empires if empire.stock["points"] == best)
        return hz.Outcome(winners=first, reason=f"{best} points", turn=turn) if turn else None


@frozen
class Thrower:
    skill: int

    def orders(self, view, stream):
        return f"THROW {self.skill}"


def throw(context, empire, order):
    first = context.game.options["first"] if empire.id == "P1" else 0
    roll = 50 if context.forecast else context.stream(empire.id).die(context.game.options["sides"])
    context.post(empire, "points", roll + order["skill"] + first, "thrown")


def create_game(players, options):
    empires = [hz.Empire(id=name, stock={"points": 0}) for name in players]
    return hz.Game(empires=empires, options=options)


THROW = hz.Command(
    "THROW", phase="throws", run=throw, help="Throws.",
    arguments={"skill": Argument(integer(0, 99))},
    example="THROW 5", mistake="THROW far",
)  # fmt: skip
FIRST = hz.Option("first", int, 0, "what the first seat gets for nothing", 0, 100)
SIDES = hz.Option("sides", int, 100, "how many sides the die has", 1, 100)
INFO = hz.VariantInfo("throws", "Throws", "1.0", "Throw dice.", options=(FIRST, SIDES))


horizons_variant_info = hz.hookimpl(lambda: INFO)
horizons_commands = hz.hookimpl(lambda: [THROW])
horizons_phases = hz.hookimpl(lambda: [hz.Phase("throws")])
horizons_create_game = hz.hookimpl(create_game)
horizons_economy, horizons_victory = hz.hookimpl(Economy), hz.hookimpl(Victory)
BOTS = {"weak": Thrower(0), "middling": Thrower(30), "strong": Thrower(60)}
horizons_bots = hz.hookimpl(lambda: BOTS)


def throws(**changes) -> lab.Study:
    """Return a study of up to 300 games of one turn, with changes."""
    fields = {"variant": VARIANT, "seats": ["strong", "weak"], "games": 300, "key": "throws",
             "max_turns": 1}  # fmt: skip
    return lab.Study(**{**fields, **changes})


VARIANT = hz.Variant(sys.modules[__name__])

"""Make golden games: `python -m tests.golden.make [VARIANT ...]`.

Bots give the orders of fifteen turns, and a bot and a script with every command of the game those
of another fifteen; the commands that remain are ordered in the last turn, and refused. The file
contains the game before its first turn, and the orders of each turn with the digest of the game
after it. It is made once for a version of the rules: golden games show that later programs and
other Pythons replay turns to the same bytes, so their orders never change.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve, field, frozen

import horizons_core as hz
from horizons_core.orders import Command, sample_order
from tests.golden import games
from tests.golden.digests import replayed, short

BY_BOTS = 15
TURNS = 30
#: Tries per command, and commands added to the orders of a turn.
TRIES, ADDED = 3, 12


@frozen
class Recipe:
    """A game to be made: its seats with their bots, the bot of the script, its options.

    `last` are commands that take an empire out of the game: they are used in the last turn only.
    """

    seats: Mapping[str, str]
    scripted: str
    options: Mapping[str, Any] = field(factory=dict)
    last: tuple[str, ...] = ()


RECIPES = {
    "event_horizon": Recipe({"Ada": "admiral", "Brin": "greedy", "Cleo": "random"}, "random"),
    "galaxy_g": Recipe(
        {"Ada": "conqueror", "Brin": "expander", "Cleo": "settler"}, "random", last=("Q",)
    ),
    "far_horizons": Recipe({"Ada": "raider", "Brin": "settler"}, "auto"),
    "campaign2e": Recipe(
        {"Ada": "raider", "Brin": "trader", "Cleo": "raider"}, "random", {"setup": "orders"}
    ),
    "starcluster": Recipe({"Ada": "settler", "Brin": "settler"}, "random"),
}


@define
class Script:
    """Writes orders for every command of a game, the least used first."""

    variant: hz.Variant
    recipe: Recipe
    used: dict[str, int] = field(factory=dict)

    def orders(self, game: hz.Game, seat: str, stream: hz.Stream) -> str:
        """Return the orders of a bot, with lines of other commands that are valid here."""
        view = self.variant.view(game, seat)
        text = self.variant.bots[self.recipe.scripted].orders(view, stream.fork("bot"))
        offered = self.variant.order_options(view)
        added = 0
        for name in sorted(offered, key=lambda name: (self.used.get(name, 0), name)):
            if name in self.recipe.last or added == ADDED:
                continue
            for line in self._lines(view, offered[name].command, stream.fork(name)):
                if self._is_fine(game, seat, line):
                    text, added = self.variant.with_order(text, line)[0], added + 1
                    self.used[name] = self.used.get(name, 0) + 1
                    break
        return text

    def _lines(self, view: hz.View, command: Command, stream: hz.Stream) -> Iterator[str]:
        for _ in range(TRIES):
            line = sample_order([command], view, stream, self.variant).line
            if line:
                yield line
        if command.example:
            yield command.example

    def _is_fine(self, game: hz.Game, seat: str, line: str) -> bool:
        remarks = self.variant.check_orders(game, seat, self.variant.order_text([line]))
        return all(remark.severity != "error" for remark in remarks)


def make(name: str) -> games.GoldenGame:
    """Play a golden game."""
    variant, recipe = hz.load_variant(name), RECIPES[name]
    game = variant.new_game(list(recipe.seats), seed="golden", options=dict(recipe.options))
    first, turns, script = hz.dump(game), [], Script(variant, recipe)
    for number in range(TURNS):
        orders = {}
        for seat, bot in recipe.seats.items():
            stream = hz.Stream.from_key("golden", name, seat, number)
            if number < BY_BOTS:
                orders[seat] = variant.bots[bot].orders(variant.view(game, seat), stream)
            else:
                orders[seat] = script.orders(game, seat, stream)
        game = hz.run_turn(game, orders).game
        turns.append(games.GoldenTurn(orders, short(hz.digest(game))))
    return with_every_command(games.GoldenGame(first, tuple(turns)))


def unused_commands(golden: games.GoldenGame) -> list[str]:
    """Return the keywords of commands that no line of the orders begins with."""
    text = "\n".join(text for turn in golden.turns for text in turn.orders.values())
    keywords = [command.keyword for command in hz.load_variant(golden.game["variant"]).commands]
    return [
        word
        for word in keywords
        if not re.search(rf"^\s*{re.escape(word)}(?!\w)", text, re.IGNORECASE | re.MULTILINE)
    ]


def with_every_command(golden: games.GoldenGame) -> games.GoldenGame:
    """Return the game with examples of the unused commands in the last turn."""
    variant = hz.load_variant(golden.game["variant"])
    unused = unused_commands(golden)
    orders = dict(golden.turns[-1].orders)
    seat = next(iter(orders))
    for command in variant.commands:
        if command.keyword in unused:
            orders[seat] = variant.with_order(orders[seat], command.example or command.keyword)[0]
    *_, before = replayed(evolve(golden, turns=golden.turns[:-1]))
    digest = short(hz.digest(hz.run_turn(before, orders).game))
    return evolve(golden, turns=(*golden.turns[:-1], games.GoldenTurn(orders, digest)))


def main() -> None:
    for name in sys.argv[1:] or RECIPES:
        print(games.write(name, make(name)))  # noqa: T201 - it is a command


if __name__ == "__main__":
    main()

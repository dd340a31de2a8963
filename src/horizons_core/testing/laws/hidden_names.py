"""The law of hidden names: an order does not tell whether a name is anything's."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

from horizons_core.codec import canonical, converter, dump
from horizons_core.model.entities import Game
from horizons_core.model.names import folded
from horizons_core.model.views import View
from horizons_core.orders.commands import Command
from horizons_core.testing.laws.knobs import Knobs
from horizons_core.turn.forecast import foresee

#: What names a thing in a saved game.
_NAMING = ("id", "name", "called")
#: What an unknown thing is called instead.
_OTHERWISE = "Zzyzx"
#: How many names of a game are tried for an empire, unless HORIZONS_EXAMPLES says otherwise.
_MOST = 2


class HiddenNameLaws(Knobs):
    """A name that an empire's view does not hold might as well be nobody's."""

    def test_an_order_does_not_tell_whether_a_name_out_of_sight_is_anything_s(self) -> None:
        """Of each name every other command is asked, and the rest in another turn."""
        for turn, (played, me) in enumerate(zip(self.some_turns(2), self.seats, strict=False)):
            game, view = played.after.game, self.variant.view(played.after.game, me)
            for number, name in enumerate(names_out_of_sight(game, [me, view.data]), start=turn):
                self._is_told_alike(game, view, me, name, self.variant.commands[number % 2 :: 2])

    def _is_told_alike(
        self, game: Game, view: View, me: str, name: str, commands: Iterable[Command]
    ) -> None:
        other = converter().structure(renamed(dump(game), name), type(game))
        for command in commands:
            orders = [*naming(self._order_in(command), name)]
            text = self.as_set(command, orders, view)
            told = [self._told(one, me, text) for one in (game, other)]
            assert told[0] == told[1], f"{me} learns from {command.keyword} what '{name}' is"

    def _order_in(self, command: Command) -> str:
        """The example of a command from the line on where its order stands."""
        orders = self.variant.language.read(command.example).orders
        line = next(order.line for order in orders if order.keyword == command.keyword)
        return "\n".join(command.example.split("\n")[line - 1 :])

    def _told(self, game: Game, me: str, text: str) -> bytes:
        foresight = foresee(self.variant, game, me, text)
        return canonical([[r.told() for r in foresight.diagnostics], foresight.view.data])


def names_out_of_sight(game: Game, known_data: Any) -> list[str]:
    """Names of things of a game that stand nowhere in what is known; some of them, if many."""
    known = {folded(text) for text in _strings(known_data)}
    names = dict.fromkeys(_names(dump(game)))
    hidden = [name for name in names if re.search(r"[^\W\d]", name) and folded(name) not in known]
    most = int(os.environ.get("HORIZONS_EXAMPLES") or _MOST)
    return hidden[:: max(1, math.ceil(len(hidden) / most))]


def renamed(data: Any, name: str) -> Any:
    """A dumped game in which what has this name has another."""
    if isinstance(data, dict):
        return {renamed(key, name): renamed(value, name) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, name) for value in data]
    return _OTHERWISE if data == name else data


def naming(example: str, name: str) -> Iterator[str]:
    """The example of an order with a name in the place of each word, and of all from it on."""
    first, *more = example.split("\n")
    for word in list(re.finditer(r'"[^"]*"|[^\s,]+', first))[1:]:
        for written in dict.fromkeys((name, f'"{name}"', name.replace(" ", "_"))):
            for behind in dict.fromkeys((first[word.end() :], "")):
                yield "\n".join([first[: word.start()] + written + behind, *more])


def _names(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (data[key] for key in _NAMING if isinstance(data.get(key), str))
        for value in data.values():
            yield from _names(value)
    elif isinstance(data, list):
        for value in data:
            yield from _names(value)


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)
    elif isinstance(data, str):
        yield data

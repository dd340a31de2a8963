"""The law of hidden names: an order does not reveal whether a name exists in the game."""

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
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.turn.forecast import foresee

#: Fields of a saved game that hold a name.
_NAME_FIELDS = ("id", "name", "called")
#: The name that replaces a hidden name.
_SUBSTITUTE = "Zzyzx"
#: Number of names tried for each empire, unless HORIZONS_EXAMPLES is set.
_MOST = 2


class HiddenNameLaws(ContractSettings):
    """A name that is missing from an empire's view is treated like a name that does not exist."""

    def test_an_order_does_not_reveal_whether_a_hidden_name_exists(self) -> None:
        """Each name is tried with every other command, and with the rest in the next turn."""
        for turn, (played, me) in enumerate(zip(self.some_turns(2), self.seats, strict=False)):
            game, view = played.after.game, self.variant.view(played.after.game, me)
            for number, name in enumerate(names_out_of_sight(game, [me, view.data]), start=turn):
                self._assert_same(game, view, me, name, self.variant.commands[number % 2 :: 2])

    def _assert_same(
        self, game: Game, view: View, me: str, name: str, commands: Iterable[Command]
    ) -> None:
        renamed_game = converter().structure(renamed(dump(game), name), type(game))
        for command in commands:
            orders = [*naming(self._order_in(command), name)]
            text = self.as_set(command, orders, view)
            answers = [self._answers(state, me, text) for state in (game, renamed_game)]
            assert answers[0] == answers[1], f"{me} learns from {command.keyword} what '{name}' is"

    def _order_in(self, command: Command) -> str:
        """Return the example of a command from the line of its order on."""
        orders = self.variant.language.read(command.example).orders
        line = next(order.line for order in orders if order.keyword == command.keyword)
        return "\n".join(command.example.split("\n")[line - 1 :])

    def _answers(self, game: Game, me: str, text: str) -> bytes:
        foresight = foresee(self.variant, game, me, text)
        return canonical([[r.to_dict() for r in foresight.diagnostics], foresight.view.data])


def names_out_of_sight(game: Game, known_data: Any) -> list[str]:
    """Return names in a game that do not appear in the known data; a sample, if there are many."""
    known = {folded(text) for text in _strings(known_data)}
    names = dict.fromkeys(_names(dump(game)))
    hidden = [name for name in names if re.search(r"[^\W\d]", name) and folded(name) not in known]
    most = int(os.environ.get("HORIZONS_EXAMPLES") or _MOST)
    return hidden[:: max(1, math.ceil(len(hidden) / most))]


def renamed(data: Any, name: str) -> Any:
    """Return a dumped game with everything of this name renamed."""
    if isinstance(data, dict):
        return {renamed(key, name): renamed(value, name) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, name) for value in data]
    return _SUBSTITUTE if data == name else data


def naming(example: str, name: str) -> Iterator[str]:
    """Yield an order's example with the name in place of each word, with and without the rest."""
    first_line, *other_lines = example.split("\n")
    for word in list(re.finditer(r'"[^"]*"|[^\s,]+', first_line))[1:]:
        for spelling in dict.fromkeys((name, f'"{name}"', name.replace(" ", "_"))):
            for rest in dict.fromkeys((first_line[word.end() :], "")):
                yield "\n".join([first_line[: word.start()] + spelling + rest, *other_lines])


def _names(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (data[key] for key in _NAME_FIELDS if isinstance(data.get(key), str))
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

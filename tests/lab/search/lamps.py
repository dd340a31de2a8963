"""A game of lamps in place of a variant, with only the methods that `lookahead` needs.

An order lights a lamp. A lit lamp shines after as many turns as its order says, and shining lamps
count; `DARK` costs a point, `WAVE` changes nothing, `BREAK` is refused, and so is a lone `LAST`.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.orders import Diagnostic, OrderOptions


@attrs.frozen
class Lamps:
    """The state: how many turns each lamp has been lit, and the points lost by `DARK`."""

    lit: tuple[tuple[str, int], ...] = ()
    dark: int = 0
    turn: int = 0
    outcome: Any = None

    def empire(self, name: str) -> Any:
        return SimpleNamespace(id=name, active=True, stock={})

    @property
    def shining(self) -> int:
        return sum(age >= int(name[-1]) for name, age in self.lit)


@attrs.define
class LampRules:
    """Rules of lamps: the possible orders, the end of the game, and a record of all forecasts."""

    orders: tuple[str, ...] = ("A1", "B1", "C1")
    ends: int = 99
    commands: tuple[Any, ...] = ()
    economy: Any = SimpleNamespace(accounts=())
    foreseen: list[tuple[int, str]] = attrs.field(factory=list)

    def order_options(self, view: Any) -> dict[str, Any]:
        lamps = [name for name in self.orders if name not in view.data["lit"]]
        return {name: OrderOptions(hz.Command(name), {}) for name in lamps}

    def order_text(self, lines: Any) -> str:
        return "".join(f"  {line}\n" for line in lines)

    def view(self, game: Lamps) -> Any:
        data = {"lit": dict(game.lit), "dark": game.dark, "forecast": len(self.foreseen)}
        return SimpleNamespace(empire="P1", turn=game.turn, data=data)

    def ranking(self, game: Lamps) -> list[Any]:
        figures = {"light": game.shining - game.dark}
        return [SimpleNamespace(empire="P2", figures={"light": 99}),
                SimpleNamespace(empire="P1", figures=figures)]  # fmt: skip

    def foresee(self, game: Lamps, empire: str, text: str) -> Any:
        assert empire == "P1"
        self.foreseen.append((game.turn, text))
        lines = [line.strip() for line in text.splitlines()]
        wrong = [place for place, line in enumerate(lines, start=1)
                 if line == "BREAK" or (line == "LAST" and len(lines) == 1)]  # fmt: skip
        lit = {name: age + 1 for name, age in game.lit}
        lit |= {line: 1 for line in lines if line[-1].isdigit() and line not in lit}
        turn = game.turn + 1
        after = Lamps(
            tuple(sorted(lit.items())),
            game.dark + lines.count("DARK"),
            turn,
            SimpleNamespace(winners=()) if turn >= self.ends else None,
        )
        remarks = [Diagnostic("error", "broken", "it breaks", line, 1) for line in wrong]
        remarks.append(Diagnostic("warning", "mind", "mind the lamps", 1, 1))
        return SimpleNamespace(
            view=self.view(after), diagnostics=remarks, context=SimpleNamespace(game=after)
        )

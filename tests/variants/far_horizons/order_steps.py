"""Orders before departure and after arrival in small games, and their expected results."""

from __future__ import annotations

from typing import Any

from tests.variants.far_horizons.single_steps import Stepped, game_with, step
from variants.far_horizons.model import Game

#: As the engine of 1999 carries orders out.
AS_IN_1999: dict[str, Any] = {"in_1999": True, "forgiving": True}
BEFORE, AFTER = "pre-departure", "post-arrival"
#: Planet 2 of the star at 12 13 10: its air is harmless, LSN 6.
MARS = "12 13 10 #2"


def humans(klingons: dict[str, Any] | None = None, **fields: Any) -> Game:
    """A game with these fields of the Human species, and of the Klingons."""
    return game_with({"species": {"Human": fields, "Klingon": klingons or {}}})


def before(game: Game, orders: str, **more: Any) -> Stepped:
    """The result of the humans' orders before departure."""
    return step(BEFORE, game, {"Human": orders}, **more)


def after(game: Game, orders: str, **more: Any) -> Stepped:
    """The result of the humans' orders after arrival."""
    return step(AFTER, game, {"Human": orders}, **more)


def refused(game: Game, orders: str, code: str, phase: str = BEFORE, **more: Any) -> Stepped:
    """Assert that an order is refused with this code, logged, and without effect."""
    result = step(phase, game, {"Human": orders}, **more)
    errors = [remark for remark in result.remarks("Human") if remark.severity == "error"]
    assert [error.code for error in errors] == [code], (errors, result.log("Human"))
    last = orders.strip().splitlines()[-1]
    assert f"!!! Order ignored:\n!!! {last}\n!!! " in result.log("Human")
    assert result.game == game
    return result


def misplaced(orders: str, phase: str) -> None:
    """Assert that an order is no order of this section."""
    game = humans()
    result = step(phase, game, {"Human": orders})
    assert result.codes("Human") == ["wrong-section"]
    assert f"!!! Invalid {phase} command." in result.log("Human")
    assert result.game == game


def warned(result: Stepped) -> list[str]:
    """The codes of the warnings of a step."""
    return [remark.code for remark in result.remarks("Human") if remark.severity == "warning"]
